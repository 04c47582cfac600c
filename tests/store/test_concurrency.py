"""Many at once: nothing lost, nothing twice, and nobody fails for another's sake."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

from bot.store import AlreadyDelivered, ChannelTaken, Save, Saved, StaleVersion, Store, open_store
from bot.store.engine import create_engines
from bot.store.writer import ThreadWriter

from .duel import ANA, CHANNEL, GM, Table, graze, opened, opening

MANY = 200


async def graze_in_a_transaction(store: Store, encounter: int) -> None:
    """Read, change and write, without any lock but the database's."""
    async with store.write() as tx:
        window = await tx.encounters.window(encounter)
        assert window is not None
        moved = window.journal().declare(graze("a"), by=str(ANA), actor="", verb="graze", at=1)
        point = moved.journal.checkpoint()
        await tx.encounters.save(Save(window.row, moved.changed, checkpoint=point))


async def test_two_hundred_read_modify_writes_of_one_encounter_lose_nothing(store: Store) -> None:
    row = await opened(store)
    await asyncio.gather(*(graze_in_a_transaction(store, row.id) for _ in range(MANY)))
    async with store.read() as tx:
        window = await tx.encounters.window(row.id, before=1)
    assert window is not None
    assert [step.no for step in window.steps] == list(range(1, MANY + 1))
    assert window.row.version == MANY + 1
    assert window.journal().state["a"].stats == MANY


async def test_two_processes_wait_for_each_other(store: Store, url: str) -> None:
    """Two stores know nothing of each other, just as two processes: only the database stands between them."""
    row = await opened(store)
    other = await open_store(url)
    writers = [graze_in_a_transaction(which, row.id) for which in (store, other) for _ in range(25)]
    await asyncio.gather(*writers)
    await other.close()
    async with store.read() as tx:
        window = await tx.encounters.window(row.id)
    assert window is not None
    assert window.journal().state["a"].stats == 50


async def test_two_hundred_saves_of_one_version_are_one(store: Store) -> None:
    row = await opened(store)
    saves = (Save(replace(row, name=str(n)), delivery=str(n)) for n in range(MANY))
    outcomes = await asyncio.gather(*map(store.save, saves), return_exceptions=True)
    saved = [outcome for outcome in outcomes if isinstance(outcome, Saved)]
    assert len(saved) == 1
    assert sum(isinstance(outcome, StaleVersion) for outcome in outcomes) == MANY - 1
    async with store.read() as tx:
        found = await tx.encounters.get(row.id)
    assert found is not None
    assert (found.name, found.version) == (saved[0].row.name, 2)


async def test_one_delivery_two_hundred_times_is_applied_once(store: Store) -> None:
    """To as many channels, so that only the delivery itself stands in the way."""
    rows = [await opened(store, CHANNEL + n) for n in range(20)]
    saves = (Save(row, delivery="1234") for row in rows)
    outcomes = await asyncio.gather(*map(store.save, saves), return_exceptions=True)
    assert sum(isinstance(outcome, Saved) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, AlreadyDelivered) for outcome in outcomes) == 19
    async with store.read() as tx:
        found = [await tx.encounters.get(row.id) for row in rows]
    assert sorted(row.version for row in found if row is not None) == [1] * 19 + [2]


async def test_twenty_starts_in_one_channel_open_one_encounter(store: Store) -> None:
    async def start() -> None:
        async with store.write() as tx:
            await tx.encounters.open(opening())

    outcomes = await asyncio.gather(*(start() for _ in range(20)), return_exceptions=True)
    assert outcomes.count(None) == 1
    assert sum(isinstance(outcome, ChannelTaken) for outcome in outcomes) == 19


async def test_saves_of_many_channels_at_once_are_each_kept_whole(store: Store) -> None:
    tables = [Table(store, await opened(store, CHANNEL + n)) for n in range(50)]

    async def play(table: Table) -> None:
        for _ in range(6):
            await table.declare(graze("a"), actor="", by=GM)

    await asyncio.gather(*map(play, tables))
    for table in tables:
        async with store.read() as tx:
            window = await tx.encounters.window(table.row.id)
        assert window is not None
        assert window.row.version == 7
        assert window.journal().state["a"].stats == 6


class Counter:
    """A ThreadWriter on a table of one column."""

    def __init__(self, url: str) -> None:
        self.engines = create_engines(url)
        assert self.engines.file is not None
        self.turn = asyncio.Lock()
        self.writer = ThreadWriter(self.engines.file, self.turn)
        self.commits: list[int] = []

    async def add(self, number: int, fail: bool = False) -> int:
        def work(connection: Connection) -> int:
            connection.execute(text("INSERT INTO numbers VALUES (:n)"), {"n": number})
            if fail:
                raise ValueError(f"refused {number}")
            return number

        return await self.writer.run(work)

    async def numbers(self) -> list[int]:
        async with self.engines.read.begin() as connection:
            return list((await connection.execute(text("SELECT n FROM numbers ORDER BY n"))).scalars())

    async def close(self) -> None:
        await self.writer.close()
        await self.engines.dispose()


@pytest.fixture
async def counter(sqlite_url: str) -> Counter:
    counter = Counter(sqlite_url)
    await counter.writer.run(lambda connection: connection.execute(text("CREATE TABLE numbers (n INTEGER)")))
    return counter


async def test_one_that_is_refused_takes_nothing_of_the_others_with_it(counter: Counter) -> None:
    jobs = (counter.add(n, fail=n % 3 == 0) for n in range(200))
    outcomes = await asyncio.gather(*jobs, return_exceptions=True)
    kept = [n for n in range(200) if n % 3]
    assert [outcome for outcome in outcomes if isinstance(outcome, int)] == kept
    assert [str(o) for o in outcomes if isinstance(o, ValueError)] == [
        f"refused {n}" for n in range(0, 200, 3)
    ]
    assert await counter.numbers() == kept
    await counter.close()


async def test_what_waits_together_shares_a_commit(counter: Counter) -> None:
    before = await data_version(counter)
    await asyncio.gather(*(counter.add(n) for n in range(50)))
    assert await data_version(counter) - before <= 2  # the first one, and all that queued behind it
    assert await counter.numbers() == list(range(50))
    await counter.close()


async def data_version(counter: Counter) -> int:
    """How many commits of other connections the one connection that asks has seen."""
    async with counter.engines.write.connect() as connection:
        raw = await connection.get_raw_connection()
        assert raw.driver_connection is not None
        async with raw.driver_connection.execute("PRAGMA data_version") as cursor:
            (version,) = await cursor.fetchone()
    return int(version)


async def test_a_commit_that_fails_is_told_to_all_who_waited_for_it(counter: Counter) -> None:
    def orphan(connection: Connection) -> None:
        connection.execute(text("PRAGMA defer_foreign_keys = ON"))
        connection.execute(text("INSERT INTO participants (user_id, encounter_id, forget) VALUES (1, 1, 0)"))

    async with counter.turn:
        jobs = (counter.add(1), counter.writer.run(orphan), counter.add(2))
        waiting = [asyncio.ensure_future(job) for job in jobs]
        await asyncio.sleep(0)
    outcomes = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(outcome, IntegrityError) for outcome in outcomes)
    assert await counter.numbers() == []
    assert await counter.add(7) == 7
    await counter.close()


async def test_who_gives_up_waiting_stops_nobody(counter: Counter) -> None:
    async with counter.turn:
        waiting = [asyncio.ensure_future(counter.add(n)) for n in range(3)]
        await asyncio.sleep(0)
        waiting[1].cancel()
    outcomes = await asyncio.gather(*waiting, return_exceptions=True)
    assert [outcomes[0], outcomes[2]] == [0, 2]
    assert isinstance(outcomes[1], asyncio.CancelledError)
    await counter.close()
