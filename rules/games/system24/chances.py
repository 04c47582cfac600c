"""What is rolled: skill rolls (TF-01..05), and the few dice besides."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any

from rules.engine.codec import stored
from rules.engine.dice import Sum
from rules.engine.effects import TABLE, Chance, Faces, Names

from .state import listed

RANKS = (
    ((12, 12), 0),
    ((10, 12), 2),
    ((10, 10), 4),
    ((8, 10), 6),
    ((8, 8), 8),
    ((6, 8), 10),
    ((6, 6), 12),
)
"""TF-01: dice and flat bonus by rank."""
LEVERAGE_DIE = (0, 4, 6, 8, 10, 12)
"""TF-05: the bonus die by Leverage; more than 5 stays at the d12."""
BARE = -1
"""In place of a rank: 2d12 with nothing added (TF-84)."""
LEGENDARY = 24


def contested_dc(rank: int) -> int:
    """TF-08: what an opponent's skill sets against the one who acts."""
    return 13 + rank


@stored
@dataclass(frozen=True, slots=True)
class Result:
    """What a skill roll came to. critical: the Guide has declared a Critical Failure. clear: beaten by
    the margin.
    """

    hit: bool
    partial: bool = False
    legendary: bool = False
    critical: bool = False
    clear: bool = False

    @property
    def crit(self) -> int:
        """Multiplier of what a Partial Critical does: 0 nothing, 1 Partial Critical, 2 Legendary (TF-03)."""
        if not self.hit:
            return 0
        return 2 if self.legendary else int(self.partial)

    @property
    def word(self) -> str:
        """The outcome in one word or two."""
        if not self.hit:
            return "miss"
        if self.legendary:
            return "Legendary Success"
        return "Partial Critical" if self.partial else "success"


def pool(rank: int, leverage: int) -> tuple[tuple[int, ...], int]:
    """Dice rolled and flat bonus."""
    if rank == BARE:
        return (12, 12), 0
    dice, flat = RANKS[rank]
    bonus = LEVERAGE_DIE[max(0, min(5, leverage))]
    return ((*dice, bonus) if bonus else dice), flat


def read(faces: Faces, dice: tuple[int, ...], flat: int, dc: int, margin: int = 0) -> Result:
    """TF-01..05: the two highest and the flat bonus against the DC; any die at its maximum is a Partial
    Critical.
    """
    total = sum(sorted(faces)[-2:]) + flat
    hit = total >= dc
    partial = any(face == die for face, die in zip(faces, dice, strict=True))
    return Result(hit, partial, hit and total >= LEGENDARY, clear=bool(margin) and total >= dc + margin)


@lru_cache(4096)
def _table(
    rank: int, leverage: int, dcs: tuple[int, ...], margin: int
) -> tuple[tuple[tuple[Result, ...], Fraction], ...]:
    dice, flat = pool(rank, leverage)
    ways: dict[tuple[Result, ...], int] = defaultdict(int)
    for faces in product(*(range(1, n + 1) for n in dice)):
        ways[tuple(read(faces, dice, flat, dc, margin) for dc in dcs)] += 1
    return tuple((results, Fraction(n, prod(dice))) for results, n in ways.items())


@stored
@dataclass(frozen=True, slots=True)
class SkillRoll(Chance[tuple[Result, ...]]):
    """A skill roll against one DC (or several at once, for one volley at two targets): one result for each.

    rank: 0 to 6, or BARE. margin: by how much a success is "clear". what: the skill or deed, in words.
    """

    label: str
    who: str
    what: str
    rank: int
    leverage: int
    dcs: tuple[int, ...]
    margin: int = 0
    to: str = TABLE

    @property
    def better(self) -> int:
        return 1

    def sides(self, s: Any) -> tuple[int, ...]:
        return pool(self.rank, self.leverage)[0]

    def read(self, faces: Faces, s: Any) -> tuple[Result, ...]:
        dice, flat = pool(self.rank, self.leverage)
        return tuple(read(faces, dice, flat, dc, self.margin) for dc in self.dcs)

    def outcomes(self, s: Any) -> tuple[tuple[tuple[Result, ...], Fraction], ...]:
        return _table(self.rank, self.leverage, self.dcs, self.margin)

    def text(self, faces: Faces, names: Names) -> str:
        dice, flat = pool(self.rank, self.leverage)
        kept = sorted(range(len(faces)), key=lambda i: faces[i])[-2:]
        shown = ", ".join(
            f"d{die}: {face}" + ("" if i in kept else " dropped")
            for i, (die, face) in enumerate(zip(dice, faces, strict=True))
        )
        total = sum(faces[i] for i in kept) + flat
        sum_ = " + ".join(str(faces[i]) for i in sorted(kept)) + (f" + {flat}" if flat else "")
        against = " and ".join(
            f"DC {dc}: {read(faces, dice, flat, dc).word}{_aside(faces, dice, flat, dc)}" for dc in self.dcs
        )
        again = " again, pushing their luck" if self.label == "pushed" else ""
        return f"{names(self.who)} rolls {self.what}{again} ({shown}): {sum_} = {total} against {against}"


def _aside(faces: Faces, dice: tuple[int, ...], flat: int, dc: int) -> str:
    """A Partial Critical that came with a miss or with a Legendary Success is named too."""
    result = read(faces, dice, flat, dc)
    return " (with a Partial Critical)" if result.partial and not result.hit else ""


MOST_NAMED = 5
"""Members of a group that are told by name."""


@stored
@dataclass(frozen=True, slots=True)
class Initiative(Sum):
    """TF-100: 2d12 and modifiers. mates: the others of a group of equals, who share the roll."""

    mates: tuple[str, ...] = ()

    def text(self, faces: Faces, names: Names) -> str:
        own = Sum.text(self, faces, names).removeprefix(names(self.who))
        everyone = (self.who, *self.mates)
        if len(everyone) > MOST_NAMED:
            return f"{names(self.who)} (and {len(self.mates)} more){own}"
        return listed(tuple(names(w) for w in everyone)) + own


LOCATIONS = ("head", *("core",) * 4, "right_arm", "left_arm", *("legs",) * 4, "pack")
"""TF-70: the region for each face of a d12."""


@stored
@dataclass(frozen=True, slots=True)
class LocationRoll(Chance[str]):
    """TF-70: a random hit location."""

    label: str
    who: str
    to: str = TABLE

    def sides(self, s: Any) -> tuple[int, ...]:
        return (12,)

    def read(self, faces: Faces, s: Any) -> str:
        return LOCATIONS[faces[0] - 1]

    def text(self, faces: Faces, names: Names) -> str:
        where = {"pack": "Pack/Gear", "left_arm": "Left Arm", "right_arm": "Right Arm"}.get(
            LOCATIONS[faces[0] - 1], LOCATIONS[faces[0] - 1].capitalize()
        )
        return f"Random location on {names(self.who)} (d12: {faces[0]}): {where}"


@stored
@dataclass(frozen=True, slots=True)
class SlotRoll(Chance[int]):
    """TF-47, 72: which slot of a belt or a pack is hit."""

    label: str
    who: str
    die: int
    to: str = TABLE

    def sides(self, s: Any) -> tuple[int, ...]:
        return (self.die,)

    def read(self, faces: Faces, s: Any) -> int:
        return faces[0]

    def text(self, faces: Faces, names: Names) -> str:
        return f"Slot of {names(self.who)}'s {self.label} (d{self.die}): {faces[0]}"
