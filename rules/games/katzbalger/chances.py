"""What is rolled: the d20 of a skill roll, saves under a stat, location, penetration, damage, initiative."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import Any

from rules.engine.codec import stored
from rules.engine.dice import totals
from rules.engine.effects import TABLE, Chance, Faces, Names

from .data import LOCATION_TABLE, MULTIPLIER

EASY = 10
Parts = tuple[tuple[str, int], ...]
"""Named modifiers of a roll, in the order they are told."""


def added(parts: Parts) -> str:
    """Modifiers as they are told after the die: " + 7 Score − 9 Dodge"."""
    return "".join(f" {'+' if n >= 0 else '−'} {abs(n)} {word}" for word, n in parts if n)


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
    what: the deed in words, {0} for `on`, whom it is done to. twice: in the Groove (KB-82).
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

    @property
    def audience(self) -> str:
        return self.to

    @property
    def roller(self) -> str:
        return self.who

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

    def read(self, faces: Faces, s: Any) -> int | None:
        won = self.success(max(faces))
        return won if self.exactly or won is None else 0

    def text(self, faces: Faces, names: Names) -> str:
        face = max(faces)
        total = face + sum(n for _, n in self.parts)
        what = self.what.replace("{0}", names(self.on)) if self.on else self.what
        head = f"{names(self.who)} {what}: {die(faces, face)}{added(self.parts)} = {total}"
        against = f" against {self.need}" if self.need != EASY else ""
        return f"{head}{against}: {self._verdict(face, total)}"

    def _verdict(self, face: int, total: int) -> str:
        won = self.success(face)
        good, bad = ("hit", "miss") if self.label == "attack" else ("success", "failure")
        if self.slips(face):
            return f"natural {face}, critical failure; the Director tells what more it brings"
        if won is None:
            return f"{bad} by {self.need - total}"
        if face == 20 and not self.funk:
            return f"natural 20, critical success ({good} by {won}); the Director tells what more it brings"
        return f"{good} by {won}"


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


@stored
@dataclass(frozen=True, slots=True)
class Save(Chance[int]):
    """A roll of d6s under a stat (KB-03): gives stat − total, negative for a failure.

    stun: gives how it stuns instead: 0 not, −1 dazed, else the failure points (KB-70, 73).
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

    @property
    def audience(self) -> str:
        return self.to

    @property
    def roller(self) -> str:
        return self.who

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
        return f"{head} against {self.name} {self.stat}: {self._verdict(total)}"

    @property
    def what(self) -> str:
        """The occasion in words."""
        return f"{self.label} roll" if self.stun else self.label

    def _verdict(self, total: int) -> str:
        if self.stun and total == self.stat:
            return "exactly, dazed"
        if total <= self.stat:
            return f"success by {self.stat - total}" if not self.stun else "not stunned"
        return f"failure by {total - self.stat}"


@stored
@dataclass(frozen=True, slots=True)
class Contest(Chance[int]):
    """The two 4d6 STR saves of a Throw (KB-45): gives 0 (resisted), 1 (1 to 4), 2 (5 to 9) or 3 (10+).

    thrower, thrown: (who, STR, in the Funk, in the Groove). bonus: the attack's success number.
    """

    label: str
    thrower: tuple[str, int, bool, bool]
    thrown: tuple[str, int, bool, bool]
    bonus: int

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
        margin = self._margin(faces)
        return (
            f"STR saves: {names(self.thrower[0])} {_dice(mine, 4, int(self.thrower[2]))} "
            f"(STR {self.thrower[1]}, + {self.bonus} from the attack), "
            f"{names(self.thrown[0])} {_dice(other, 4, int(self.thrown[2]))} (STR {self.thrown[1]}): "
            f"margin {number(margin)}"
        )


def _least(faces: Faces) -> int:
    return min(map(sum, _sets(faces, 4)))


@stored
@dataclass(frozen=True, slots=True)
class Location(Chance[str]):
    """Where a hit lands (KB-60); never changed by Funk or Groove."""

    label: str = "location"

    def sides(self, s: Any) -> tuple[int, ...]:
        return (20,)

    def read(self, faces: Faces, s: Any) -> str:
        return next(where for top, where in LOCATION_TABLE if faces[0] <= top)

    def text(self, faces: Faces, names: Names) -> str:
        where = self.read(faces, None)
        return f"Location: d20 ({faces[0]}), {where} × {number(MULTIPLIER[where])}"


@stored
@dataclass(frozen=True, slots=True)
class Penetration(Chance[int]):
    """Whether the armor is pierced (KB-61, 62): gives the divider that is left, 0 when it is not."""

    label: str
    who: str
    armor: str
    klass: str
    target: int
    divider: int
    parts: Parts

    @property
    def roller(self) -> str:
        return self.who

    @property
    def better(self) -> int:
        return 1

    def sides(self, s: Any) -> tuple[int, ...]:
        return (20,)

    def read(self, faces: Faces, s: Any) -> int:
        over = faces[0] + sum(n for _, n in self.parts) - self.target
        return max(1, self.divider - over // 5) if over >= 0 else 0

    def text(self, faces: Faces, names: Names) -> str:
        total = faces[0] + sum(n for _, n in self.parts)
        left = self.read(faces, None)
        end = f"through, divider {left}" if left else "it holds"
        sum_ = f"{added(self.parts)} = {total}" if any(n for _, n in self.parts) else ""
        return (
            f"Penetration: class {self.klass} against {self.armor.lower()} {self.target}/{self.divider}, "
            f"d20 ({faces[0]}){sum_}: {end}"
        )


@stored
@dataclass(frozen=True, slots=True)
class Harm(Chance[int]):
    """The damage of a blow, with its whole arithmetic (KB-63): gives the wounds.

    half: the maneuver's multiplier in halves (2 is ×1). more: the Charge's 2. block: its success number.
    """

    label: str
    who: str
    dice: int
    die: int
    plus: int
    where: str
    divider: int
    half: int = 2
    more: int = 0
    block: int = 0
    maneuver: str = ""
    funk: bool = False
    subdual: bool = False

    @property
    def roller(self) -> str:
        return self.who

    @property
    def better(self) -> int:
        return 1

    def sides(self, s: Any) -> tuple[int, ...]:
        return (self.die,) * self.dice

    def rolled(self, total: int) -> int:
        """The weapon roll of a total of its dice; the Funk takes 1, not below 0 (KB-80)."""
        rolled = total + self.plus
        return max(0, rolled - 1) if self.funk else max(0, rolled)

    def wounds(self, total: int) -> int:
        """The wounds of a total of the dice, rounded down once at the end."""
        whole = Fraction(self.rolled(total) * self.half, 2) + self.more - self.block
        return max(0, floor(whole / self.divider * MULTIPLIER[self.where]))

    def read(self, faces: Faces, s: Any) -> int:
        return self.wounds(sum(faces))

    def outcomes(self, s: Any) -> tuple[tuple[int, Fraction], ...]:
        out: dict[int, Fraction] = defaultdict(Fraction)
        for total, p in totals(self.dice, self.die):
            out[self.wounds(total)] += p
        return tuple(out.items())

    def text(self, faces: Faces, names: Names) -> str:
        written = f"{self.dice}d{self.die} ({', '.join(map(str, faces))})"
        written += added((("", self.plus), ("Funk", -1 if self.funk else 0))).replace("  ", " ").rstrip()
        now = Fraction(self.rolled(sum(faces)))
        steps = [written if now == sum(faces) and len(faces) == 1 else f"{written} = {number(now)}"]
        for n, (sign, by, why) in enumerate(self._steps()):
            now = _done(now, sign, by)
            comma = ", " if n or "=" in steps[0] else " "
            steps.append(f"{comma}{sign} {number(by)} {why} = {number(now)}")
        kind = "subdual" if self.subdual else "lethal"
        wounds = self.read(faces, None)
        end = f", rounded down to {wounds}" if now.denominator > 1 and now > 0 else f": {wounds}"
        return f"Damage: {''.join(steps)}{end} {kind}"

    def _steps(self) -> tuple[tuple[str, Fraction, str], ...]:
        every = (
            ("×", Fraction(self.half, 2), self.maneuver),
            ("+", Fraction(self.more), self.maneuver),
            ("−", Fraction(self.block), "Block"),
            ("÷", Fraction(self.divider), "armor"),
            ("×", MULTIPLIER[self.where], self.where),
        )
        return tuple(x for x in every if x[1] != (0 if x[0] in "+−" else 1))


def _done(now: Fraction, sign: str, by: Fraction) -> Fraction:
    return {"×": now * by, "÷": now / (by or 1), "+": now + by, "−": now - by}[sign]


@stored
@dataclass(frozen=True, slots=True)
class Initiative(Chance["tuple[int, ...]"]):
    """d6 + REF bonus for each party of a round at once (KB-11): gives the totals. who: the first of each."""

    label: str
    who: tuple[str, ...]
    bonus: tuple[int, ...]
    to: str = TABLE

    @property
    def audience(self) -> str:
        return self.to

    def sides(self, s: Any) -> tuple[int, ...]:
        return (6,) * len(self.who)

    def read(self, faces: Faces, s: Any) -> tuple[int, ...]:
        return tuple(face + n for face, n in zip(faces, self.bonus, strict=True))

    def text(self, faces: Faces, names: Names) -> str:
        each = []
        for who, face, n in zip(self.who, faces, self.bonus, strict=True):
            end = f" {'+' if n > 0 else '−'} {abs(n)} = {number(face + n)}" if n else ""
            each.append(f"{names(who)} d6 ({face}){end}")
        return f"Initiative: {', '.join(each)}"


@stored
@dataclass(frozen=True, slots=True)
class Tie(Chance["tuple[int, ...]"]):
    """A d6 without modifiers for each party tied at a number (KB-13): gives the faces."""

    label: str
    who: tuple[str, ...]
    at: int
    to: str = TABLE

    @property
    def audience(self) -> str:
        return self.to

    def sides(self, s: Any) -> tuple[int, ...]:
        return (6,) * len(self.who)

    def read(self, faces: Faces, s: Any) -> tuple[int, ...]:
        return faces

    def text(self, faces: Faces, names: Names) -> str:
        each = (f"{names(who)} d6 ({face})" for who, face in zip(self.who, faces, strict=True))
        return f"Tied at {number(self.at)}: {', '.join(each)}"
