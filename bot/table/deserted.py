"""Encounters whose channel or thread is gone. They end as they stand: so those who took part can still have
the log, its time to be deleted comes, and whoever asked to be forgotten is taken out of it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.store import Told
from rules.engine.procedures import Refused

from .encounters import closed
from .people import Person, Place
from .tables import CannotBeRead, Tables

NOBODY = Person(0, "nobody", manager=True)


async def end(tables: Tables, place: Place) -> bool:
    """The channel is gone: end its open encounter. Whether there was one."""
    try:
        async with tables.at(place) as table:
            update = await closed(table, NOBODY)
            for card in update.cards:  # there is nowhere to tell it
                tables.store.note(Told(update.encounter, card.no, update.version, card.message))
    except CannotBeRead:
        await tables.end_unread(place, NOBODY)
    except Refused:
        return False
    return True


async def end_all(tables: Tables, gone: Callable[[Place], Awaitable[bool]]) -> int:
    """End the open encounters of all channels that are gone; how many. gone: whether one is, for certain."""
    async with tables.store.read() as tx:
        places = await tx.encounters.open_places(tables.shards)
    ended = 0
    for guild, channel in places:
        place = Place(guild, channel)
        if await gone(place):
            ended += await end(tables, place)
    return ended
