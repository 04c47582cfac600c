"""Which pings a member of a server wants; the server's own settings go before."""

from __future__ import annotations

from .people import Person, Place
from .tables import Tables
from .updates import ASK, TURN

KINDS = (TURN, ASK)


async def wanted(tables: Tables, place: Place, person: Person) -> frozenset[str]:
    """The kinds of pings this person has not switched off on this server."""
    return frozenset(KINDS) - (await tables.muted(place.guild)).get(person.id, frozenset())


async def turn(tables: Tables, place: Place, person: Person, kind: str, on: bool) -> frozenset[str]:
    """Switch one kind of a person's own pings on or off; gives those that are wanted now."""
    wants = await wanted(tables, place, person)
    wants = wants | {kind} if on else wants - {kind}
    async with tables.store.write() as tx:
        await tx.members.mute(place.guild, person.id, frozenset(KINDS) - wants)
    tables.forget_muted()
    return wants
