"""T4: moving, and those who watch."""

from __future__ import annotations

from rules.engine.dice import Sum
from rules.engine.effects import Ask, Option
from rules.engine.lines import Said
from rules.engine.procedures import Fight, Refused, procedure

from . import sheet
from .blows import harm, tested, use_act
from .chances import MISS
from .changes import Watches, Went
from .sheet import GATE, YARD, State


@procedure("T4")
async def watch(fight: Fight[State], who: str, zone: str) -> None:
    """Whoever comes into this zone may be swung at."""
    if zone not in (YARD, GATE):
        raise Refused("There is no such zone.")
    await use_act(who, "")
    await Watches(who, zone)


@procedure("T4")
async def move(fight: Fight[State], who: str, zone: str) -> str:
    """Into another zone, past all who watch it. Gives moved or felled."""
    if zone not in (YARD, GATE) or zone == fight.s[who].stats.zone:
        raise Refused("That is not another zone.")
    await use_act(who, "")
    for watcher in fight.s.foes(who):
        if sheet.able(fight.s, watcher) and fight.s[watcher].stats.watching == zone:
            await swing(watcher, who)
            if not sheet.able(fight.s, who):
                return "felled"
    await Went(who, zone)
    await Said(f"{{0}} goes to the {zone}", (who,))
    return "moved"


@procedure("T4")
async def swing(fight: Fight[State], who: str, mover: str) -> None:
    """The watcher lets go, or waits on."""
    options = (Option("hold"), Option("swing"))
    if await Ask(who, "swing", "Somebody comes", options, "hold") == "hold":
        return
    await Watches(who, "")
    if await tested(who, "swing") != MISS:
        await harm(mover, await Sum("harm", 1, 6, who=who))
