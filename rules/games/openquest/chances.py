"""What is rolled: D100 and damage dice."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Any

from rules.engine.codec import stored
from rules.engine.dice import totals
from rules.engine.effects import TABLE, Chance, Faces, Names

from .gear import NO_DICE, Dice
from .model import percent


@stored
class Level(Enum):
    """How well a test went; NONE where nobody tested anything."""

    CRITICAL = "critical"
    SUCCESS = "success"
    FAILURE = "failure"
    FUMBLE = "fumble"
    NONE = "none"

    @property
    def good(self) -> bool:
        """Critical or success."""
        return self in (Level.CRITICAL, Level.SUCCESS)


def level_of(face: int, skill: int) -> Level:
    """OQ-10 to OQ-13: the level of a D100 face (1..100, 100 read from 00) against a modified skill."""
    double = face % 11 == 0 or face == 100
    if face <= skill and face != 100:
        return Level.CRITICAL if double else Level.SUCCESS
    return Level.FUMBLE if double else Level.FAILURE


def swapped(face: int) -> int:
    """The face with its two dice exchanged: 73 is 37, 70 is 07, 00 stays 100."""
    tens, units = divmod(face % 100, 10)
    return units * 10 + tens or 100


def athletic_level(face: int, athletics: int, skill: int) -> Level:
    """OQ-44: at or under both skills a critical, anything else and 00 a fumble."""
    return Level.CRITICAL if face <= min(athletics, skill) and face != 100 else Level.FUMBLE


Result = tuple[Level, int]
"""A level and the face behind it, 0 where the rules do not look at it."""


@stored
@dataclass(frozen=True, slots=True)
class Percentile(Chance[Result]):
    """A D100 against a skill.

    label: its place. what: the skill's name. skill: after all modifiers. who: whose luck. keep: whether the
    face is read beside the level (else 0): opposed tests compare it, Fortune may exchange its dice.
    hide: the skill's number is kept back.
    """

    label: str
    what: str
    skill: int
    who: str
    keep: bool = False
    to: str = TABLE
    hide: bool = False

    @property
    def better(self) -> int:
        return -1

    def sides(self, s: Any) -> tuple[int, ...]:
        return (100,)

    def read(self, faces: Faces, s: Any) -> Result:
        return level_of(faces[0], self.skill), faces[0] if self.keep else 0

    def outcomes(self, s: Any) -> tuple[tuple[Result, Fraction], ...]:
        return _spread(self.skill, self.keep)

    def text(self, faces: Faces, names: Names) -> str:
        face = faces[0]
        shown = "00" if face == 100 else f"{face:02}"
        skill = self.what if self.hide else f"{self.what} {percent(self.skill)}"
        return f"{names(self.who)} rolls {skill}: {shown}, {level_of(face, self.skill).value}"


@lru_cache(4096)
def _spread(skill: int, keep: bool) -> tuple[tuple[Result, Fraction], ...]:
    roll = Percentile("", "", skill, "", keep)
    ways: dict[Result, int] = defaultdict(int)
    for face in range(1, 101):
        ways[roll.read((face,), None)] += 1
    return tuple((result, Fraction(n, 100)) for result, n in ways.items())


@stored
@dataclass(frozen=True, slots=True)
class Athletic(Chance[Result]):
    """OQ-44: one D100 against two skills at once. At or under both a critical, anything else and 00 a
    fumble.
    """

    label: str
    athletics: int
    what: str
    skill: int
    who: str
    keep: bool = False
    hide: bool = False

    @property
    def better(self) -> int:
        return -1

    def sides(self, s: Any) -> tuple[int, ...]:
        return (100,)

    def read(self, faces: Faces, s: Any) -> Result:
        return athletic_level(faces[0], self.athletics, self.skill), faces[0] if self.keep else 0

    def text(self, faces: Faces, names: Names) -> str:
        shown = "00" if faces[0] == 100 else f"{faces[0]:02}"
        both = f"Athletics {percent(self.athletics)} and {self.what} {percent(self.skill)}"
        if self.hide:
            both = f"Athletics and {self.what}"
        return f"{names(self.who)} rolls one D100 for {both}: {shown}, {self.read(faces, None)[0].value}"


@stored
@dataclass(frozen=True, slots=True)
class Damage(Chance[int]):
    """Damage dice with the damage modifier and what a charge adds (OQ-38).

    dice: the weapon's. dm: the modifier's, rolled. fixed: a modifier that is not rolled (Great Attack,
    OQ-43). At least 1 where a modifier takes away.
    """

    label: str
    dice: Dice
    dm: Dice = NO_DICE
    fixed: int = 0
    charge: Dice = NO_DICE
    who: str = ""
    what: str = "damage"

    @property
    def better(self) -> int:
        return 1

    @property
    def parts(self) -> tuple[Dice, ...]:
        """The dice in the order they are rolled, empty ones left out."""
        return tuple(d for d in (self.dice, self.dm, self.charge) if d.n)

    def sides(self, s: Any) -> tuple[int, ...]:
        return tuple(side for d in self.parts for side in (d.die,) * abs(d.n))

    def read(self, faces: Faces, s: Any) -> int:
        total, at = self.fixed, 0
        for d in self.parts:
            some = sum(faces[at : at + abs(d.n)])
            at += abs(d.n)
            total += (some if d.n > 0 else -some) + d.bonus
        return self._floor(total)

    def _floor(self, total: int) -> int:
        takes_away = self.dm.n < 0 or self.fixed < 0
        return max(1, total) if takes_away else max(0, total)

    def outcomes(self, s: Any) -> tuple[tuple[int, Fraction], ...]:
        return _damages(self.parts, self.fixed, self.dm.n < 0 or self.fixed < 0)

    def text(self, faces: Faces, names: Names) -> str:
        shown: list[str] = []
        at = 0
        for d in self.parts:
            some = faces[at : at + abs(d.n)]
            at += abs(d.n)
            sign = "− " if d.n < 0 else "+ " if shown else ""
            bonus = f" {'+' if d.bonus > 0 else '−'} {abs(d.bonus)}" if d.bonus else ""
            shown.append(f"{sign}{abs(d.n)}D{d.die} ({', '.join(map(str, some))}){bonus}")
        if self.fixed:
            shown.append(f"{'+' if self.fixed > 0 else '−'} {abs(self.fixed)}")
        total = self.read(faces, None)
        plain = len(faces) == 1 and len(shown) == 1 and not self.dice.bonus
        whose = f"{names(self.who)}'s" if self.who else "The"
        return f"{whose} {self.what}: {' '.join(shown)}" + ("" if plain else f" = {total}")


@lru_cache(4096)
def _damages(parts: tuple[Dice, ...], fixed: int, takes_away: bool) -> tuple[tuple[int, Fraction], ...]:
    spread: dict[int, Fraction] = {fixed: Fraction(1)}
    for d in parts:
        following: dict[int, Fraction] = defaultdict(Fraction)
        for value, p in spread.items():
            for some, q in totals(abs(d.n), d.die):
                following[value + (some if d.n > 0 else -some) + d.bonus] += p * q
        spread = following
    out: dict[int, Fraction] = defaultdict(Fraction)
    for value, p in spread.items():
        out[max(1 if takes_away else 0, value)] += p
    return tuple(out.items())


@stored
@dataclass(frozen=True, slots=True)
class Plain(Chance[int]):
    """One die that is no damage: metres, points healed."""

    label: str
    die: int
    who: str
    what: str

    def sides(self, s: Any) -> tuple[int, ...]:
        return (self.die,)

    def read(self, faces: Faces, s: Any) -> int:
        return faces[0]

    def text(self, faces: Faces, names: Names) -> str:
        return f"{self.what}: 1D{self.die} ({faces[0]})"
