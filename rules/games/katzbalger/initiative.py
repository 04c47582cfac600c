"""What is rolled for the order of a round: initiative, and ties (KB-11, 13)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.engine.codec import stored
from rules.engine.effects import TABLE, Chance, Faces, Names

from .chances import number


@stored
@dataclass(frozen=True, slots=True)
class Initiative(Chance["tuple[int, ...]"]):
    """d6 + REF bonus for each party of a round at once (KB-11): gives the totals. who: the first of each;
    groups: those of them that stand for a whole group.
    """

    label: str
    who: tuple[str, ...]
    bonus: tuple[int, ...]
    to: str = TABLE
    groups: tuple[str, ...] = ()

    def sides(self, s: Any) -> tuple[int, ...]:
        return (6,) * len(self.who)

    def read(self, faces: Faces, s: Any) -> tuple[int, ...]:
        return tuple(face + n for face, n in zip(faces, self.bonus, strict=True))

    def text(self, faces: Faces, names: Names) -> str:
        each = []
        for who, face, n in zip(self.who, faces, self.bonus, strict=True):
            end = f" {'+' if n > 0 else '−'} {abs(n)} = {number(face + n)}" if n else ""
            whole = " (whole group)" if who in self.groups else ""
            each.append(f"{names(who)}{whole} d6 ({face}){end}")
        return f"Initiative: {', '.join(each)}"


@stored
@dataclass(frozen=True, slots=True)
class Tie(Chance["tuple[int, ...]"]):
    """A d6 without modifiers for each party tied at a number (KB-13): gives the faces."""

    label: str
    who: tuple[str, ...]
    at: int
    to: str = TABLE

    def sides(self, s: Any) -> tuple[int, ...]:
        return (6,) * len(self.who)

    def read(self, faces: Faces, s: Any) -> tuple[int, ...]:
        return faces

    def text(self, faces: Faces, names: Names) -> str:
        each = (f"{names(who)} d6 ({face})" for who, face in zip(self.who, faces, strict=True))
        return f"Tied at {number(self.at)}: {', '.join(each)}"
