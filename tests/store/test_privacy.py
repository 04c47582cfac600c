"""What is stored about a person, its deletion, and what goes with time."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

from sqlalchemy import text

from bot.store import AboutUser, FreeRoll, NewDraft, NewPrivate, NewSheet, Purged, Save, Server, Store
from bot.store.engine import create_engines
from bot.store.models import Base
from rules.engine import frame, overrule
from rules.engine.encounter import Combatant
from rules.engine.journal import Journal
from rules.engine.live import run
from rules.engine.steps import DONE

from .duel import ANA, BEN, CHANNEL, GM, GUILD, NOW, Table, graze, opened, swing

DAY = timedelta(days=1)
OTHER = GUILD + (1 << 22)


async def leave_traces(store: Store, user: int, guild: int) -> Table:
    """Something of every kind that is stored about a person."""
    table = Table(store, await opened(store, guild=guild))
    await table.declare(
        graze("b"), actor="", by=user, panels={user: {"verb": "x"}}, keep=(NewPrivate(user, "x"),)
    )
    async with store.write() as tx:
        await tx.sheets.add(NewSheet(guild, user, "duel", "Ana", "character", {}), NOW)
        await tx.drafts.start(NewDraft(guild, user, user, "duel", "Draft", "character", {}), NOW)
        for face in (1, 2):
            await tx.rolls.add(FreeRoll(guild, user, "1d6", (face,), face, False, NOW))
    return table


def counts(about: AboutUser) -> tuple[int, ...]:
    return (len(about.sheets), about.drafts, about.free_rolls, about.steps, about.private, about.panels)


async def everything(url: str) -> str:
    """All that the database holds, as one text."""
    engines = create_engines(url)
    async with engines.read.begin() as connection:
        held: list[Any] = []
        for table in Base.metadata.sorted_tables:
            rows = await connection.execute(text(f"SELECT * FROM {table.name}"))
            held.extend([table.name, *row] for row in rows)
    await engines.dispose()
    return json.dumps(held, default=str)


async def end(table: Table) -> None:
    table.row = (await table.store.save(Save(replace(table.row, ended_at=NOW)))).row


async def test_all_that_is_stored_about_a_person_is_told(store: Store) -> None:
    here, there = await leave_traces(store, 77, GUILD), await leave_traces(store, 77, OTHER)
    await end(there)
    about = await store.about(77)
    assert counts(about) == (2, 2, 4, 2, 2, 2)
    assert about.encounters == (here.row.id, there.row.id)
    assert about.open_encounters == (here.row.id,)
    assert counts(await store.about(77, OTHER)) == (1, 1, 2, 1, 1, 1)
    assert (await store.about(77, OTHER)).encounters == (there.row.id,)
    assert counts(await store.about(78)) == (0, 0, 0, 0, 0, 0)


async def test_forgetting_leaves_no_trace(store: Store, url: str) -> None:
    user = 770_000_000_000_000_077
    for guild in (GUILD, OTHER):
        table = await leave_traces(store, user, guild)
        await table.declare(overrule.set_combatant("b", "controller", str(user)), actor="", by=GM)
        table.row = replace(table.row, gms=(GM, user))
        await table.declare(swing("a", "b"), by=ANA)
        await table.answer("stand", by=user)
        await end(table)
    assert str(user) in await everything(url)
    forgotten = await store.forget(user)
    assert (forgotten.sheets, forgotten.drafts, forgotten.free_rolls) == (2, 2, 4)
    assert (forgotten.encounters, forgotten.open_encounters) == (2, ())
    assert str(user) not in await everything(url)
    assert str(ANA) in await everything(url)


async def test_forgetting_in_one_server_leaves_the_others(store: Store) -> None:
    await end(await leave_traces(store, 77, GUILD))
    await end(await leave_traces(store, 77, OTHER))
    await store.forget(77, GUILD)
    assert counts(await store.about(77, GUILD)) == (0, 0, 0, 0, 0, 0)
    assert counts(await store.about(77, OTHER)) == (1, 1, 2, 1, 1, 1)


async def test_a_fight_that_still_runs_is_made_anonymous_after_its_end(store: Store, url: str) -> None:
    user = 770_000_000_000_000_077
    table = await leave_traces(store, user, GUILD)
    forgotten = await store.forget(user)
    assert (forgotten.encounters, forgotten.open_encounters) == (0, (table.row.id,))
    assert (await store.about(user)).steps == 1
    await store.purge(NOW)
    assert (await store.about(user)).steps == 1
    await end(table)
    await store.purge(NOW)
    assert str(user) not in await everything(url)


async def test_a_fight_without_a_persons_id_replays_as_before(store: Store) -> None:
    """Somebody came in while a choice was open, so later answers hold a digest of a change that names
    them.
    """
    user = 770_000_000_000_000_077
    table = Table(store, await opened(store))
    await table.declare(swing("a", "b"))
    newcomer = Combatant("c", "Cy", 0, str(user))
    await table.save(table.journal.interrupt(frame.join(newcomer), by=str(user)))
    await table.answer("stand")
    await end(table)
    await store.forget(user)
    async with store.read() as tx:
        window = await tx.encounters.window(table.row.id)
    assert window is not None
    journal: Journal = window.journal()
    (step,) = journal.tail
    assert step.status == DONE
    assert journal.state["c"].controller == ""
    assert [given.by for given in step.inputs] == ["", "", str(BEN)]
    again = run(step.call, window.base.state, step.inputs, step.key, None)
    assert again.done
    assert (again.changes, again.s) == (step.changes, journal.state)


async def test_ended_encounters_go_when_their_server_says(store: Store) -> None:
    async with store.write() as tx:
        await tx.servers.put(Server(GUILD, retention_days=10))
    kept_for_ever = await opened(store, guild=OTHER)
    still_open = await opened(store, CHANNEL + 1)
    old = Table(store, await opened(store))
    await old.declare(swing("a", "b"))
    await end(old)
    await store.save(Save(replace(kept_for_ever, ended_at=NOW)))
    assert await store.purge(NOW + 10 * DAY) == Purged()
    assert await store.purge(NOW + 10 * DAY + timedelta(seconds=1)) == Purged(encounters=1)
    async with store.read() as tx:
        assert await tx.encounters.get(old.row.id) is None
        assert await tx.encounters.get(still_open.id) is not None
        assert await tx.encounters.get(kept_for_ever.id) is not None
        assert [u.encounter for u in await tx.encounters.untold()] == []


async def test_a_server_is_forgotten_thirty_days_after_it_was_left(store: Store, url: str) -> None:
    await leave_traces(store, ANA, GUILD)
    await leave_traces(store, ANA, OTHER)
    async with store.write() as tx:
        await tx.servers.left(GUILD, NOW)
        await tx.servers.put(Server(OTHER, deadline=60))
    assert await store.purge(NOW + 30 * DAY) == Purged()
    assert await store.purge(NOW + 30 * DAY + timedelta(seconds=1)) == Purged(
        encounters=1, servers=1, drafts=1
    )
    assert str(GUILD) not in await everything(url)
    assert str(OTHER) in await everything(url)


async def test_old_deliveries_and_drafts_go(store: Store) -> None:
    async with store.write() as tx:
        for number in range(1_200):
            await tx.deliveries.take(str(number), NOW)
        await tx.deliveries.take("new", NOW + 7 * DAY)
        await tx.drafts.start(NewDraft(GUILD, ANA, ANA, "duel", "Old", "character", {}), NOW)
        await tx.drafts.start(NewDraft(GUILD, ANA, ANA, "duel", "New", "character", {}), NOW + 30 * DAY)
    assert await store.purge(NOW + 30 * DAY + timedelta(seconds=1)) == Purged(deliveries=1_201, drafts=1)
    async with store.write() as tx:
        assert [draft.name for draft in await tx.drafts.of(GUILD, ANA)] == ["New"]
        await tx.deliveries.take("7", NOW)
