"""What is rolled: a skill roll's d20, d6s under a stat, the saves of a Throw (KB-01 to 03, 45, 80, 82)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from rules.engine.codec import stored
from rules.engine.dice import totals
from rules.engine.effects import TABLE, Chance, Faces, Names

EASY = 10
Parts = tuple[tuple[str, int], ...]
"""Named modifiers of a roll, in the order they are told."""


def added(parts: Parts, kept: tuple[str, ...] = ()) -> str:
    """Modifiers as they are told after the die: " + 7 Score − 9 Dodge", those kept back as " − Dodge"."""
    return "".join(f" {_amount(word, n, word in kept)} {word}" for word, n in parts if n)


def _amount(word: str, n: int, kept: bool) -> str:
    """A modifier's sign and number; kept back, the sign that it has as a rule."""
    if kept:
        return "−" if word in ("Dodge", "Parry") else "+"
    return f"{'+' if n >= 0 else '−'} {abs(n)}"


def die(faces: Faces, best: int) -> str:
    """A d20 as it is told; in the Groove the two and the better."""
    shown = ", ".join(map(str, faces))
    return f"d20 ({shown})" if len(faces) == 1 else f"2 × d20 ({shown}), the better {best}"


def number(x: Fraction | int) -> str:
    """A number as it is told: 4, 4 1/2, −1 1/3."""
    x = Fraction(x)
    sign, x = ("−" if x < 0 else ""), abs(x)
    whole, rest = divmod(x, 1)
    part = f"{rest.numerator}/{rest.denominator}" if rest else ""
    return sign + " ".join(p for p in (str(whole) if whole or not rest else "", part) if p)


def rounds(n: int) -> str:
    """A number of rounds in words."""
    return "1 round" if n == 1 else f"{n} rounds"


@stored
@dataclass(frozen=True, slots=True)
class Easy(Chance["int | None"]):
    """A skill roll: d20 + modifiers against a number, Easy is 10 (KB-01, 02).

    Gives the success number, None for a failure; where only success matters (`exactly` off) 0 for it.
    what: the deed in words, {0} for `on`, whom it is done to. twice: in the Groove (KB-82). kept: words of
    the modifiers whose numbers, and what could be reckoned from them, are not told.
    """

    label: str
    who: str
    what: str
    parts: Parts
    on: str = ""
    need: int = EASY
    funk: bool = False
    twice: bool = False
    exactly: bool = False
    to: str = TABLE
    kept: tuple[str, ...] = ()

    @property
    def better(self) -> int:
        return 1

    def sides(self, s: Any) -> tuple[int, ...]:
        return (20, 20) if self.twice else (20,)

    def success(self, face: int) -> int | None:
        """The success number of a face, None for a failure."""
        number = face + sum(n for _, n in self.parts) - self.need
        if self.slips(face):
            return None
        if face == 20 and not self.funk:
            return max(number, 0)
        return number if number >= 0 else None

    def slips(self, face: int) -> bool:
        """Whether the face is a critical failure (KB-02, 80)."""
        return face == 1 or (self.funk and face == 2)

    @property
    def percent(self) -> int:
        """The chance to succeed in percent, rounded; 0 and 100 only where it is certain."""
        miss = _misses(sum(n for _, n in self.parts) - self.need, self.funk) / 20
        chance = 1 - (miss * miss if self.twice else miss)
        return round(100 * chance) if chance in (0, 1) else min(99, max(1, round(100 * chance)))

    def read(self, faces: Faces, s: Any) -> int | None:
        won = self.success(max(faces))
        return won if self.exactly or won is None else 0

    def text(self, faces: Faces, names: Names) -> str:
        face = max(faces)
        total = face + sum(n for _, n in self.parts)
        what = self.what.replace("{0}", names(self.on)) if self.on else self.what
        head = f"{names(self.who)} {what}: {die(faces, face)}{added(self.parts, self.kept)}"
        head += "" if self.kept else f" = {number(total)}"
        against = f" against {self.need}" if self.need != EASY and not self.kept else ""
        return f"{head}{against}: {self._verdict(face, total)}"

    def _verdict(self, face: int, total: int) -> str:
        won = self.success(face)
        good, bad = ("hit", "miss") if self.label == "attack" else ("success", "failure")
        if self.slips(face):
            return f"natural {face}, critical failure; the Director tells what more it brings"
        if won is None:
            return bad if self.kept else f"{bad} by {self.need - total}"
        by = good if self.kept else f"{good} by {won}"
        if face == 20 and not self.funk:
            return f"natural 20, critical success ({by}); the Director tells what more it brings"
        return by


@lru_cache(512)
def _lower(dice: int, plus: int, twice: bool) -> tuple[tuple[int, Fraction], ...]:
    """The total of so many d6, in the Groove the lower of two totals."""
    once = totals(dice, 6, plus)
    if not twice:
        return once
    out: dict[int, Fraction] = defaultdict(Fraction)
    for a, p in once:
        for b, q in once:
            out[min(a, b)] += p * q
    return tuple(out.items())


def _sets(faces: Faces, dice: int) -> tuple[Faces, ...]:
    return tuple(faces[n : n + dice] for n in range(0, len(faces), dice))


def _dice(faces: Faces, dice: int, plus: int) -> str:
    """The d6s of a save as they are told, with their total."""
    sets = _sets(faces, dice)
    shown = " or ".join(f"({', '.join(map(str, x))})" for x in sets)
    funk = f" + {plus} Funk" if plus else ""
    return f"{dice}d6 {shown}{funk} = {min(map(sum, sets)) + plus}"


@lru_cache(512)
def _misses(bonus: int, funk: bool) -> int:
    """How many faces of a d20 fail with this much on top; kept, since a crowd is shown its chances."""
    roll = Easy("", "", "", (("", bonus),), need=0, funk=funk)
    return sum(roll.success(face) is None for face in range(1, 21))


@stored
@dataclass(frozen=True, slots=True)
class Save(Chance[int]):
    """A roll of d6s under a stat (KB-03): gives stat − total, negative for a failure.

    stun: gives how it stuns instead: 0 not, −1 dazed, else the failure points (KB-70, 73). kept: the stat's
    number is not told.
    """

    label: str
    who: str
    name: str
    stat: int
    dice: int
    funk: bool = False
    twice: bool = False
    stun: bool = False
    to: str = TABLE
    kept: bool = False

    @property
    def better(self) -> int:
        return -1

    def sides(self, s: Any) -> tuple[int, ...]:
        return (6,) * (self.dice * (2 if self.twice else 1))

    def read(self, faces: Faces, s: Any) -> int:
        return self._told(min(map(sum, _sets(faces, self.dice))) + self.funk)

    def _told(self, total: int) -> int:
        if not self.stun:
            return self.stat - total
        return -1 if total == self.stat else max(0, total - self.stat)

    def outcomes(self, s: Any) -> tuple[tuple[int, Fraction], ...]:
        out: dict[int, Fraction] = defaultdict(Fraction)
        for total, p in _lower(self.dice, int(self.funk), self.twice):
            out[self._told(total)] += p
        return tuple(out.items())

    def text(self, faces: Faces, names: Names) -> str:
        total = min(map(sum, _sets(faces, self.dice))) + self.funk
        head = f"{names(self.who)}, {self.what}: {_dice(faces, self.dice, int(self.funk))}"
        stat = self.name if self.kept else f"{self.name} {self.stat}"
        return f"{head} against {stat}: {self._verdict(total)}"

    @property
    def what(self) -> str:
        """The occasion in words."""
        return f"{self.label} roll" if self.stun else self.label

    def _verdict(self, total: int) -> str:
        if self.stun and total == self.stat:
            return "exactly, dazed"
        if self.stun and total < self.stat:
            return "not stunned" if self.label == "stun" else "able to act"
        won = "success" if total <= self.stat else "failure"
        return won if self.kept else f"{won} by {abs(self.stat - total)}"


@stored
@dataclass(frozen=True, slots=True)
class Contest(Chance[int]):
    """The two 4d6 STR saves of a Throw (KB-45): gives 0 (resisted), 1 (1 to 4), 2 (5 to 9) or 3 (10+).

    thrower, thrown: (who, STR, in the Funk, in the Groove). bonus: the attack's success number. kept: the
    numbers of one of them, and what could be reckoned from them, are not told.
    """

    label: str
    thrower: tuple[str, int, bool, bool]
    thrown: tuple[str, int, bool, bool]
    bonus: int
    kept: bool = False

    @property
    def roller(self) -> str:
        return self.thrower[0]

    def sides(self, s: Any) -> tuple[int, ...]:
        return (6,) * (self._first + (8 if self.thrown[3] else 4))

    @property
    def _first(self) -> int:
        return 8 if self.thrower[3] else 4

    def margin(self, mine: int, other: int) -> int:
        """The margin of two totals."""
        return (self.thrower[1] - mine + self.bonus) - (self.thrown[1] - other)

    @staticmethod
    def grade(margin: int) -> int:
        """The row of the Throw's table."""
        return 3 if margin >= 10 else 2 if margin >= 5 else 1 if margin >= 1 else 0

    def read(self, faces: Faces, s: Any) -> int:
        return self.grade(self._margin(faces))

    def _margin(self, faces: Faces) -> int:
        mine, other = faces[: self._first], faces[self._first :]
        return self.margin(_least(mine) + self.thrower[2], _least(other) + self.thrown[2])

    def outcomes(self, s: Any) -> tuple[tuple[int, Fraction], ...]:
        out: dict[int, Fraction] = defaultdict(Fraction)
        for a, p in _lower(4, int(self.thrower[2]), self.thrower[3]):
            for b, q in _lower(4, int(self.thrown[2]), self.thrown[3]):
                out[self.grade(self.margin(a, b))] += p * q
        return tuple(out.items())

    def text(self, faces: Faces, names: Names) -> str:
        mine, other = faces[: self._first], faces[self._first :]
        saves = (
            f"{names(self.thrower[0])} {_dice(mine, 4, int(self.thrower[2]))}",
            f"{names(self.thrown[0])} {_dice(other, 4, int(self.thrown[2]))}",
        )
        if self.kept:
            return f"STR saves: {', '.join(saves)}"
        return (
            f"STR saves: {saves[0]} (STR {self.thrower[1]}, + {self.bonus} from the attack), "
            f"{saves[1]} (STR {self.thrown[1]}): margin {number(self._margin(faces))}"
        )


def _least(faces: Faces) -> int:
    return min(map(sum, _sets(faces, 4)))
