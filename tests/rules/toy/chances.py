"""What is rolled and drawn."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules.engine.codec import stored
from rules.engine.effects import TABLE, Chance, Faces, Names

FINE, HIT, MISS = "fine", "hit", "miss"


@stored
@dataclass(frozen=True, slots=True)
class Test(Chance[str]):
    """d10 at or under skill; 1 is always fine, 10 always misses."""

    __test__ = False  # not for pytest

    label: str
    who: str
    skill: int
    to: str = TABLE

    @property
    def better(self) -> int:
        return -1

    def sides(self, s: Any) -> tuple[int, ...]:
        return (10,)

    def read(self, faces: Faces, s: Any) -> str:
        if faces[0] == 1:
            return FINE
        return HIT if faces[0] <= self.skill and faces[0] < 10 else MISS

    def text(self, faces: Faces, names: Names) -> str:
        return f"{names(self.who)}: {self.label} {faces[0]} against {self.skill}"


@stored
@dataclass(frozen=True, slots=True)
class Draw(Chance[int]):
    """A card of the pile, seen by the one who draws it."""

    label: str
    who: str

    @property
    def audience(self) -> str:
        return self.who

    def sides(self, s: Any) -> tuple[int, ...]:
        return (len(s.ground.pile),)

    def read(self, faces: Faces, s: Any) -> int:
        card: int = s.ground.pile[faces[0] - 1]
        return card

    def outcomes(self, s: Any) -> tuple[tuple[int, Fraction], ...]:
        return tuple((card, Fraction(1, len(s.ground.pile))) for card in s.ground.pile)

    def text(self, faces: Faces, names: Names) -> str:
        return ""
