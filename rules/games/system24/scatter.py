"""Random location, spreading effects, hits on the pack (TF-70..72)."""

from __future__ import annotations

from rules.engine.lines import Said
from rules.engine.procedures import Fight, procedure

from .chances import LocationRoll, SlotRoll
from .changes import SlotEmptied
from .data import PACKS, pack_slot
from .harm import take_hit, wound
from .lines import wounds_words
from .sheet import REGION_WORDS, State
from .state import listed, told_to


@procedure("TF-72")
async def pack_hit(fight: Fight[State], who: str) -> None:
    """Pack/Gear is no wound track: which slot of the pack, and what was in it."""
    pack, to = fight.s[who].stats.pack, told_to(fight.s, who)
    if not pack:
        await Said("{0}'s worn gear is hit; they carry no pack", (who,), to=to)
        return
    slot = await SlotRoll("pack", who, PACKS[pack][0], to)
    what = pack_slot(pack, slot)
    item = fight.s[who].stats.pack_items.get(slot)
    if slot == 1:
        await Said("{0}'s pack itself is hit", (who,), to=to)
    elif item is None:
        words = f"Slot {slot} of {{0}}'s pack, {what}, is empty: only the pocket is damaged"
        await Said(words, (who,), to=to)
    else:
        await SlotEmptied(who, "pack", slot)
        told = item.replace("{", "(").replace("}", ")")
        await Said(f"Slot {slot} of {{0}}'s pack, {what}, is hit: {told}", (who,), to=to)


@procedure("TF-70")
async def random_hit(fight: Fight[State], who: str, n: int, armored: bool, source: str) -> str:
    """`n` wounds at a random location; armor counts where `armored`. Gives the location."""
    where = await LocationRoll("location", who, told_to(fight.s, who))
    await _strikes(who, where, n, armored, source)
    return where


@procedure("TF-71")
async def spreading_hit(fight: Fight[State], who: str, n: int, armored: bool, source: str) -> str:
    """A spreading effect: locations are rolled until one repeats; each before it is affected once."""
    found: list[str] = []
    to = told_to(fight.s, who)
    while (where := await LocationRoll("location", who, to)) not in found:
        found.append(where)
    affected = listed(tuple(REGION_WORDS[place] for place in found))
    await Said(f"The location repeats, which ends it; affected: {affected}", to=to)
    for place in found:
        await _strikes(who, place, n, armored, source)
    return ",".join(found)


@procedure("TF-70, 72")
async def _strikes(fight: Fight[State], who: str, where: str, n: int, armored: bool, source: str) -> None:
    if not fight.s.here(who):
        return
    if where == "pack":
        await pack_hit(who)
    elif armored:
        await take_hit(who, "", n, where)
    elif n:
        words = f"{{0}} takes {wounds_words(n, where)} from {source}"
        await Said(words, (who,), to=told_to(fight.s, who))
        await wound(who, where, n)
