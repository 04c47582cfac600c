"""The lines all games share."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .codec import stored
from .effects import Line, Names

_PLACE = re.compile(r"\{(\d)\}")


@stored
@dataclass(frozen=True, slots=True)
class Said(Line):
    """A plain sentence; `{0}`, `{1}` … stand for the names of `about`."""

    words: str
    about: tuple[str, ...] = ()

    def text(self, names: Names) -> str:
        known = dict(enumerate(self.about))
        return _PLACE.sub(lambda m: names(known[int(m[1])]) if int(m[1]) in known else m[0], self.words)


@stored
@dataclass(frozen=True, slots=True)
class RoundBegins(Line):
    """A new round."""

    round: int

    def text(self, names: Names) -> str:
        return f"Round {self.round}"


@stored
@dataclass(frozen=True, slots=True)
class TurnBegins(Line):
    """Whose turn it is."""

    who: str
    label: str = ""

    def text(self, names: Names) -> str:
        return f"{names(self.who)}'s turn" + (f" ({self.label})" if self.label else "")


@stored
@dataclass(frozen=True, slots=True)
class EffectEnds(Line):
    """A lasting effect is over."""

    who: str
    label: str

    def text(self, names: Names) -> str:
        return f"{names(self.who)} is no longer {self.label}" if self.who else f"{self.label} ends"
