"""Transactions that are given up or nested, and statements that must use their index."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import event

from bot.problems import Problem
from bot.store import NewAsk, Save, Server, Store
from bot.store.engine import create_engines
from bot.store.locks import hold
from bot.store.shards import ALL

from .duel import CHANNEL, GM, GUILD, NOW, Table, graze, opened


async def test_a_transaction_that_is_given_up_leaves_nothing_and_blocks_nobody(store: Store) -> None:
    """Cancelled at every point where it can be."""

    async def change(reached: list[int]) -> None:
        async with store.write() as tx:
            for n in range(3):
                await tx.servers.put(Server(GUILD, deadline=n))
                reached.append(n)
            raise RuntimeError("went through, to be taken back")

    for waits in range(40):
        task = asyncio.ensure_future(change([]))
        for _ in range(waits):
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises((asyncio.CancelledError, RuntimeError)):
            await task
    async with asyncio.timeout(20), store.write() as tx:
        assert await tx.servers.get(GUILD) == Server(GUILD)
        await tx.servers.put(Server(GUILD, deadline=60))


async def test_a_reading_that_is_given_up_blocks_nobody(store: Store) -> None:
    row = await opened(store)
    for waits in range(40):

        async def look() -> None:
            async with store.read() as tx:
                await tx.encounters.window(row.id)

        task = asyncio.ensure_future(look())
        for _ in range(waits % 20):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    async with asyncio.timeout(20), store.read() as tx:
        assert await tx.encounters.get(row.id) is not None


async def test_writing_within_a_writing_transaction_is_an_error_and_no_deadlock(store: Store) -> None:
    row = await opened(store)

    async def nested() -> None:
        async with store.write():
            pass

    async with store.write() as tx:
        await tx.servers.put(Server(GUILD, deadline=60))
        for inner in (store.save(Save(row)), nested(), store.forget(GM)):
            with pytest.raises(RuntimeError, match="holds a writing transaction open"):
                await inner
        # reading beside it is allowed, and sees what was there before
        async with store.read() as other:
            assert await other.servers.get(GUILD) == Server(GUILD)
    assert (await store.save(Save(row))).row.version == 2


async def plans(url: str, act: Any) -> list[str]:
    """SQLite's plan for every SELECT that `act` makes."""
    engines = create_engines(url)
    store = Store(engines)
    asked: list[tuple[str, Any]] = []
    event.listen(
        engines.read.sync_engine,
        "before_cursor_execute",
        lambda c, cursor, statement, parameters, *_: asked.append((statement, parameters)),
    )
    async with store.read() as tx:
        await act(tx)
    told: list[str] = []
    async with engines.write.connect() as connection:
        for statement, parameters in [a for a in asked if a[0].startswith("SELECT")]:
            rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            told.extend(row.detail for row in rows)
    await store.close()
    return told


@pytest.mark.parametrize(
    ("act", "index"),
    [
        (lambda tx: tx.encounters.untold(), "steps USING INDEX ix_steps_untold"),
        (lambda tx: tx.encounters.in_channel(1, 1), "USING INDEX uq_encounters_open_in_channel"),
        (lambda tx: tx.asks.due(NOW), "asks USING INDEX ix_asks_deadline_at"),
        (lambda tx: tx.asks.reminders(NOW), "asks USING INDEX ix_asks_reminder_at"),
        (lambda tx: tx.asks.of(1), "asks USING INDEX sqlite_autoindex_asks_1"),
        (lambda tx: tx.encounters.latest(1, 1), "USING INDEX ix_encounters_guild_id_channel_id"),
        (lambda tx: tx.rolls.of(1, 1), "USING INDEX ix_rolls_guild_id_user_id"),
        (lambda tx: tx.sheets.of(1, 1), "USING INDEX"),
    ],
)
async def test_what_is_asked_often_is_found_by_its_index(sqlite_url: str, act: Any, index: str) -> None:
    """With what start-up and the deadlines look for, the cost must not grow with what is stored."""
    assert any(index in plan for plan in await plans(sqlite_url, act))


async def test_one_act_takes_five_statements(url: str) -> None:
    engines = create_engines(url)
    store = Store(engines)
    table = Table(store, await opened(store))
    await table.declare(graze("a"))
    said: list[str] = []
    engine = engines.file or engines.write.sync_engine
    event.listen(engine, "before_cursor_execute", lambda c, cursor, statement, *_: said.append(statement))
    await table.declare(graze("a"), delivery="1", ask=(NewAsk(2, "k", "defence", "b"),))
    await store.close()
    wanted = ["INSERT INTO deliveries", "UPDATE encounters", "INSERT INTO steps", "INSERT INTO asks"]
    acts = [statement for statement in said if not statement.startswith(("BEGIN", "SELECT pg_catalog"))]
    assert [any(statement.startswith(w) for statement in acts) for w in wanted] == [True] * 4
    assert len(acts) == 4


async def test_a_database_that_is_away_is_said_plainly_by_the_locks(sqlite_url: str) -> None:
    with pytest.raises(Problem, match=r"^The database server 127\.0\.0\.1 cannot be reached\.$"):
        async with hold("postgresql+asyncpg://u:secret@127.0.0.1:1/x", ALL):
            pass
    with pytest.raises(Problem, match=r"^The lock file .*/no/skirmish\.db-lock cannot be used: "):
        async with hold(sqlite_url.replace("skirmish.db", "no/skirmish.db"), ALL):
            pass


async def test_many_channels_have_their_own_encounter(store: Store) -> None:
    """The unique index is per channel, and an ended one does not count."""
    rows = [await opened(store, CHANNEL + n) for n in range(3)]
    await store.save(Save(replace(rows[1], ended_at=NOW)))
    async with store.read() as tx:
        found = [await tx.encounters.in_channel(GUILD, CHANNEL + n) for n in range(3)]
    assert [row.id if row else None for row in found] == [rows[0].id, None, rows[2].id]
