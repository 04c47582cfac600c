"""The test: a D100 against a skill, Masters, Fortune, opposed tests (OQ-10 to OQ-16, OQ-62)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rules.engine.codec import stored
from rules.engine.effects import GM, TABLE, Ask, Option, Options
from rules.engine.procedures import Fight, procedure

from .chances import Level, Percentile, Result, level_of, swapped
from .changes import put
from .lines import Arithmetic, Mastery, Spent
from .model import State, percent, secretive

DIFFICULTIES = {"easy": 50, "simple": 20, "normal": 0, "difficult": -20, "hard": -50}
"""OQ-15."""


class Mod(NamedTuple):
    """One modifier of a skill: its words and its size."""

    label: str
    value: int


@stored
@dataclass(frozen=True, slots=True)
class Skill:
    """A skill as it is skill_test: its name, the base in percent, and the modifiers in force."""

    name: str
    base: int
    mods: tuple[tuple[str, int], ...] = ()

    @property
    def total(self) -> int:
        """The modified skill."""
        return self.base + sum(value for _, value in self.mods)

    @property
    def master(self) -> bool:
        """OQ-14: base and modified skill are 100 or more, so that no roll is needed."""
        return self.base >= 100 and self.total >= 100

    @property
    def words(self) -> str:
        """The name and the modified skill: "Dodge 30%"."""
        return f"{self.name} {percent(self.total)}"

    def plus(self, *mods: Mod) -> Skill:
        """This skill with more modifiers; those of 0 are left out."""
        return Skill(self.name, self.base, (*self.mods, *((m.label, m.value) for m in mods if m.value)))


def told(s: State, who: str, words: str, total: int) -> str:
    """A skill for all to read: with its percentage, without it where the numbers of `who` are kept back."""
    return words if secretive(s, who) else f"{words} {percent(total)}"


@procedure("OQ-10, 11, 12, 13, 14, 62")
async def skill_test(fight: Fight[State], who: str, label: str, skill: Skill, to: str = TABLE) -> Level:
    """A test: no roll for a Master, else a D100; one who holds Fortune points may mend a failure at once."""
    level, _ = await rolled(who, label, skill, False, to)
    return level


@procedure("OQ-10 to 14, 16, 62")
async def rolled(
    fight: Fight[State], who: str, label: str, skill: Skill, face: bool, to: str = TABLE
) -> Result:
    """A test that also gives the face (0 unless `face`), which opposed tests compare."""
    secret = secretive(fight.s, who)
    if skill.mods:
        await Arithmetic(who, skill.name, skill.base, skill.mods, to=GM if secret and to == TABLE else to)
    if skill.master:
        await Mastery(who, skill.name, 0 if secret else skill.total, to=to)
        return Level.CRITICAL, 100 if face else 0
    lucky = fight.s[who].stats.fortune > 0 and to == TABLE
    level, shown = await Percentile(label, skill.name, skill.total, who, face or lucky, to, secret)
    hopeless = level is Level.FAILURE and skill.total <= 0 and not face  # it could only turn out worse
    if level.good or not lucky or hopeless:
        return level, shown if face else 0
    return await fortune(who, label, skill, level, shown, face)


@procedure("OQ-62")
async def fortune(
    fight: Fight[State], who: str, label: str, skill: Skill, level: Level, shown: int, face: bool
) -> Result:
    """A failed roll may be mended with a Fortune point: rolled again, or its dice exchanged. Once a roll."""
    better = swapped(shown)
    mended = level_of(better, skill.total)
    words = told(fight.s, who, skill.name, skill.total)
    how = await offered(who, words, level, shown, mended if mended.good else None)
    if how == "swap":
        return mended, better if face else 0
    if how == "reroll":
        secret = secretive(fight.s, who)
        return await Percentile(f"{label} again", skill.name, skill.total, who, face, hide=secret)
    return level, shown if face else 0


@procedure("OQ-62")
async def offered(
    fight: Fight[State], who: str, words: str, level: Level, shown: int, mends: Level | None
) -> str:
    """The offer of a Fortune point for a failed roll: "no", "reroll", or "swap" to what it `mends`."""
    better = f"{swapped(shown):02}"
    options: Options = (
        Option("no", "Let it stand"),
        Option("reroll", "Roll again"),
        *((Option("swap", f"Swap the dice to {better}", f"a {mends.value}"),) if mends else ()),
    )
    left = fight.s[who].stats.fortune
    dice = "00" if shown == 100 else f"{shown:02}"
    came = f"{words} came up {dice}, a {level.value}"
    how = await Ask(
        who, "fortune", f"{came}. Spend a Fortune point ({left} left)?", options, "no", wait=False
    )
    if how == "no" or fight.s[who].stats.fortune < 1:
        return "no"
    await put(who, fortune=fight.s[who].stats.fortune - 1)
    await Spent(who, f"swaps the dice to {better}" if how == "swap" else "rolls again")
    return how


# ------------------------------------------------------------------ opposed tests
_RANK = {Level.CRITICAL: 3, Level.SUCCESS: 2, Level.FAILURE: 1, Level.FUMBLE: 0}


def winner(a: Result, b: Result) -> int:
    """OQ-16: 1 when the first wins, -1 when the second does, 0 for a tie (both fumbled: nobody, also 0)."""
    if _RANK[a[0]] != _RANK[b[0]]:
        return 1 if _RANK[a[0]] > _RANK[b[0]] else -1
    if a[0] is Level.FUMBLE:
        return 0
    higher = (a[1] > b[1]) - (a[1] < b[1])
    return higher if a[0].good else -higher


@procedure("OQ-16")
async def opposed(
    fight: Fight[State], one: str, skill: Skill, other: str, against: Skill, to: str = TABLE
) -> str:
    """An opposed test of two; gives the winner's id, "" where both fumbled. A tie: the players' side."""
    mine = await rolled(one, "opposed", skill, True, to)
    theirs = await rolled(other, "opposing", against, True, to)
    better = winner(mine, theirs)
    if not better and mine[0] is Level.FUMBLE:
        return ""
    if not better:
        return other if fight.s[other].player and not fight.s[one].player else one
    return one if better > 0 else other
