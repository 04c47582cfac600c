"""The lines all games share."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

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


@stored
@dataclass(frozen=True, slots=True)
class DiceBound(Line):
    """The SHA-256 of both seeds (in hex), before anything is rolled."""

    aside: ClassVar[bool] = True
    public: str
    secret: str

    def text(self, names: Names) -> str:
        seeds = f"public {self.public}, secret {self.secret}"
        return f"The dice are fixed from now on. SHA-256 of their seeds: {seeds}"


@stored
@dataclass(frozen=True, slots=True)
class SeedRevealed(Line):
    """The public seed (in hex), when nothing is rolled any more."""

    aside: ClassVar[bool] = True
    seed: str

    def text(self, names: Names) -> str:
        return f"The seed of the public dice was {self.seed}"


@stored
@dataclass(frozen=True, slots=True)
class WithdrawnFor(Line):
    """Why a step was taken back in its middle."""

    aside: ClassVar[bool] = True
    why: str

    def text(self, names: Names) -> str:
        return f"Withdrawn: {self.why}"
