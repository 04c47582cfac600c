"""Rolls beside the fight, for `/check`: skills, saves, falls, drowning, healing (KB-01, 03, 20, 75 to 77)."""

from __future__ import annotations

from typing import Any

from rules.engine.dice import Sum
from rules.engine.effects import TABLE, Call, Option
from rules.engine.lines import Said
from rules.engine.procedures import Fight, Refused, procedure
from rules.engine.ruleset import Args, Param

from .chances import EASY, Easy, Parts, Save
from .data import fall_dice
from .defence import funk
from .perils import drowning_dice
from .sheet import Sheet, State
from .values import stun_dice
from .veil import kept, kept_parts

SAVES = {"STR": "str_", "DEX": "dex", "REF": "ref", "FIT": "fit", "WIL": "wil", "Luck": "luck"}
SAVE_DICE = 3
"""Dice of a stat save where none are given."""
FALL, DROWNING, HEALING, STUN = "fall", "drowning", "healing", "stun"
HTH, GUN = "HTH Score", "Gun Score"


def skills(s: State, who: str, args: Args) -> tuple[Option, ...]:
    """What can be rolled: the Scores, the skills, the stats, and what the game rolls beside a fight."""
    sheet: Sheet = s[who].stats.sheet
    return (
        Option(HTH, HTH, f"d20 + {sheet.hth}"),
        Option(GUN, GUN, f"d20 + {sheet.gun}"),
        *(Option(x, x, f"d20 + {n}") for x, n in (*sheet.hth_skills.items(), *sheet.gun_skills.items())),
        *(Option(x, f"{x} save", f"d6s, at or under {getattr(sheet, key)}") for x, key in SAVES.items()),
        Option(STUN, "Stun roll", "d6s against WIL; left empty, the dice go by the wounds"),
        Option(FALL, "Fall", "the damage of so many feet"),
        Option(DROWNING, "Drowning", "the FIT check of a round under water"),
        Option(HEALING, "A day of healing", "d4 + FIT bonus"),
    )


PARAMS: tuple[Param, ...] = (
    Param("skill", "Skill, stat or roll", choices=skills),
    Param(
        "target",
        "Number to reach (a save: d6s; a fall: feet; drowning: rounds)",
        "number",
        required=False,
        low=0,
        high=100_000,
    ),
    Param("modifier", "Modifier", "number", required=False, low=-40, high=40),
)


def check(s: State, who: str, args: Args, to: str) -> Call[Any]:
    """The roll of `/check`. target: number to reach, d6s of a save, feet of a fall, or rounds under water."""
    given = args.get("target", "")
    return checked(who, args["skill"], int(given) if given else -1, int(args.get("modifier", "0")), to)


@procedure("KB-01, 03, 75 to 77: beside the fight")
async def checked(
    fight: Fight[State], who: str, skill: str, target: int, modifier: int, to: str = TABLE
) -> int | None:
    """Roll it and tell it; nothing changes. Gives the success number, the effect, or the total."""
    c, back = fight.s[who].stats, to == TABLE and kept(fight.s, who)
    if skill == FALL:
        return await _fell(who, target, to)
    if skill == DROWNING:
        return await _under_water(who, target, modifier, to)
    if skill == HEALING:
        return await Sum("healing", 1, 4, c.sheet.fit_bonus + modifier, who=who, to=to)
    if skill == STUN:
        dice = target if target > 0 else stun_dice(c.total, c.sheet.health)
        wil = c.sheet.wil + modifier
        return await Save("stun", who, "WIL", wil, _dice(dice), c.funk, c.groove, True, to, back)
    if skill in SAVES:
        stat = getattr(c.sheet, SAVES[skill]) + modifier
        dice = target if target > 0 else SAVE_DICE
        return await Save("save", who, skill, stat, _dice(dice), c.funk, c.groove, to=to, kept=back)
    parts = (*_level(c.sheet, skill), *((("other", modifier),) if modifier else ()), *funk(fight.s, who))
    need = target if target >= 0 else EASY
    return await Easy(
        "check", who, f"rolls {skill}", parts, need=need, funk=c.funk, twice=c.groove, exactly=True, to=to,
        kept=kept_parts(fight.s, parts, who) if back else (),
    )  # fmt: skip


def _dice(n: int) -> int:
    if n > 20:
        raise Refused("A save has at most 20 d6.")
    return n


def _level(sheet: Sheet, skill: str) -> Parts:
    if skill == HTH:
        return (("Score", sheet.hth),)
    if skill == GUN:
        return (("Score", sheet.gun),)
    levels = {**sheet.gun_skills, **sheet.hth_skills}
    if skill not in levels:
        raise Refused(f"There is no skill called {skill} on the sheet.")
    return (("skill", levels[skill]),)


@procedure("KB-75: as a check")
async def _fell(fight: Fight[State], who: str, feet: int, to: str) -> int:
    """The damage of a fall, told and not taken."""
    if feet < 0:
        raise Refused("How many feet? Give them as the number to reach.")
    dice = fall_dice(feet)
    if not dice:
        await Said(f"A fall of {feet} ft does no damage", to=to)
        return 0
    return await Sum(f"fall of {feet} ft", dice, 6, who=who, to=to, good=-1)


@procedure("KB-76: as a check")
async def _under_water(fight: Fight[State], who: str, under: int, modifier: int, to: str) -> int:
    """The FIT check of a round under water."""
    if under < 1:
        raise Refused("In which round under water? Give it as the number to reach.")
    c, back = fight.s[who].stats, to == TABLE and kept(fight.s, who)
    dice = drowning_dice(under, c.sheet.fit)
    if not dice:
        free = "" if back else f" before round {3 * c.sheet.fit + 1}"
        await Said(f"Round {under} under water: no ill effects{free}", to=to)
        return 0
    fit = c.sheet.fit + modifier
    return await Save("drowning", who, "FIT", fit, dice, c.funk, c.groove, to=to, kept=back)
