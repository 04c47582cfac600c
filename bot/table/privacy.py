"""What is stored about a person, and its deletion; what is deleted because its time has come."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.store import AboutUser, Forgotten, Purged
from rules.engine import overrule
from rules.engine.procedures import Refused

from .people import Person, Place
from .session import Table
from .tables import Tables
from .updates import Update


@dataclass(frozen=True, slots=True)
class GivenUp:
    """An open fight that a person has let go of. sole_gm: they stay its GM, since there is no other."""

    place: Place
    updates: tuple[Update, ...]
    sole_gm: bool


@dataclass(frozen=True, slots=True)
class Deleted:
    """What came of a deletion. given_up: the open fights, whose tables are to be told."""

    forgotten: Forgotten
    given_up: tuple[GivenUp, ...]


async def about(tables: Tables, person: Person, guild: int | None) -> AboutUser:
    """What is stored about a person, in one server or (None) everywhere."""
    return await tables.store.about(person.id, guild)


async def delete(tables: Tables, person: Person, guild: int | None) -> Deleted:
    """Delete what is a person's own, in one server or (None) everywhere, and take them out of all fights.

    In fights that still run the GM takes their combatants over, and they cease to be GM where there is
    another one. Their id is taken out of these once they have ended.
    """
    running = (await tables.store.about(person.id, guild)).open_encounters
    given_up: list[GivenUp] = []
    for encounter in running:
        try:
            async with tables.of(encounter) as table:
                given_up.append(await _give_up(table, person))
        except Refused:
            continue  # it has ended meanwhile, or cannot be played by this version of the bot
    forgotten = await tables.store.forget(person.id, guild)
    tables.forget_muted()
    return Deleted(forgotten, tuple(given_up))


async def _give_up(table: Table, person: Person) -> GivenUp:
    updates: list[Update] = []
    for who in [c.id for c in table.state.present() if c.controller == person.user]:
        call = overrule.set_combatant(who, "controller", "")
        updates.append(await table.overrule(call, person, "hand"))
        async with table.tables.store.write() as tx:
            await tx.asks.assign(table.row.id, who, None)
        table.held.asks = {
            n: replace(a, user=None) if a.who == who else a for n, a in table.held.asks.items()
        }
    gms = tuple(gm for gm in table.gms if gm != person.id)
    if gms and gms != table.gms:
        updates.append(await table.commit(None, person, row=replace(table.row, gms=gms)))
    return GivenUp(table.place, tuple(updates), not gms)


async def purge(tables: Tables) -> Purged:
    """Delete what has had its time: ended encounters, servers left long ago, old drafts and deliveries."""
    return await tables.store.purge(tables.clock())


async def reconcile(tables: Tables, present: Iterable[int]) -> tuple[int, int]:
    """At the start: servers that removed the bot while it was down are marked as left, and those that took it
    back are not any more. Gives how many of each. present: the servers that Discord names.
    """
    here = frozenset(present)
    async with tables.store.read() as tx:
        known = await tx.servers.known(tables.shards)
        left = await tx.servers.gone(tables.shards)
    gone, back = sorted(known - here), sorted(left & here)
    if gone or back:
        async with tables.store.write() as tx:
            for guild in gone:
                await tx.servers.left(guild, tables.clock())
            for guild in back:
                await tx.servers.returned(guild)
    return len(gone), len(back)
