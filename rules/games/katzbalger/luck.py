"""The Funk and the Groove (KB-80 to 82)."""

from __future__ import annotations

from rules.engine.procedures import Fight, Refused, procedure

from .changes import Put
from .lines import said
from .sheet import Sheet, State

GIVE, OUT, STRAIGHT = "give", "out", "straight"


def most_grooves(sheet: Sheet) -> int:
    """KB-81: a third of Luck, rounded down."""
    return sheet.luck // 3


@procedure("KB-80, 81")
async def funk_to(fight: Fight[State], who: str, what: str) -> None:
    """The Funk is given with 1 XP, or one comes out of it, or goes from it straight into the Groove."""
    c = fight.s[who].stats
    if what == GIVE:
        if c.funk:
            raise Refused("That one is in the Funk already.")
        await Put(who, "funk", True)
        await Put(who, "xp", c.xp + 1)
        await said(fight.s, "{0} is in the Funk and gains 1 XP", who)
        return
    if not c.funk:
        raise Refused("That one is not in the Funk.")
    await Put(who, "funk", False)
    if what == STRAIGHT:
        await Put(who, "groove", True)
        await said(fight.s, "{0} goes from the Funk straight into the Groove", who)
        return
    most = most_grooves(c.sheet)
    kept = max(c.grooves, min(c.grooves + 1, most))
    await Put(who, "grooves", kept)
    stored = "and stores a Groove" if kept > c.grooves else "but can store no further Groove"
    await said(fight.s, f"{{0}} comes out of the Funk {stored} ({kept} of {most})", who)


@procedure("KB-82")
async def enter_groove(fight: Fight[State], who: str) -> None:
    """A stored Groove is taken into use, free, to the end of the combat."""
    c = fight.s[who].stats
    if c.groove or c.grooves <= 0:
        return
    await Put(who, "grooves", c.grooves - 1)
    await Put(who, "groove", True)
    await said(fight.s, "{0} is in the Groove", who)


@procedure("KB-82: declared by itself")
async def groove(fight: Fight[State], who: str) -> None:
    """Taken into use at any time, without an action."""
    c = fight.s[who].stats
    if c.groove or c.grooves <= 0:
        raise Refused("You are in the Groove already." if c.groove else "No Groove is stored.")
    await enter_groove(who)
