"""What is told."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.codec import stored
from rules.engine.effects import Line, Names


@stored
@dataclass(frozen=True, slots=True)
class Missed(Line):
    """A blow goes wide."""

    who: str
    target: str

    def text(self, names: Names) -> str:
        return f"{names(self.who)} misses {names(self.target)}"


@stored
@dataclass(frozen=True, slots=True)
class Warded(Line):
    """A blow is ducked or parried."""

    who: str
    how: str

    def text(self, names: Names) -> str:
        return f"{names(self.who)} {self.how}"


@stored
@dataclass(frozen=True, slots=True)
class Harmed(Line):
    """Harm, at once or at the round's end; `left`: hits after it, -1 while it is held back."""

    who: str
    hits: int
    left: int = -1

    def text(self, names: Names) -> str:
        if self.left < 0:
            return f"{names(self.who)} reels ({self.hits} at the round's end)"
        fallen = " and falls" if self.left == 0 else ""
        return f"{names(self.who)} takes {self.hits}{fallen}"


@stored
@dataclass(frozen=True, slots=True)
class DrewCard(Line):
    """Who drew sees which card."""

    who: str
    card: int

    def text(self, names: Names) -> str:
        return f"{names(self.who)} drew the {self.card}"
