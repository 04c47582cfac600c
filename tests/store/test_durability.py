"""What was saved survives: the process killed, and by its settings a power cut."""

import asyncio
import signal
import sys
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.store import Store, open_store
from bot.store.engine import create_engines
from tests.store.duel import Table, graze, opened, swing

ROOT = Path(__file__).resolve().parents[2]
STEPS = 5


async def save_and_tell(url: str) -> None:
    """The process that will be killed: it says what it has saved, saves on, and never closes anything."""
    store = await open_store(url)
    table = Table(store, await opened(store))
    for _ in range(STEPS):
        await table.declare(graze("a"))
    await table.declare(swing("a", "b"), delivery="42")
    print(f"saved {table.row.id} {table.row.version}", flush=True)
    await asyncio.Event().wait()


async def test_what_was_saved_survives_kill_9(url: str) -> None:
    program = f"import asyncio; from {__name__} import save_and_tell; asyncio.run(save_and_tell({url!r}))"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    said = (await asyncio.wait_for(process.stdout.readline(), 30)).split()
    process.send_signal(signal.SIGKILL)
    assert await process.wait() == -signal.SIGKILL
    encounter, version = int(said[1]), int(said[2])
    store = await open_store(url)
    async with store.read() as tx:
        window = await tx.encounters.window(encounter)
        untold = await tx.encounters.untold()
    assert window is not None
    assert window.row.version == version == STEPS + 2
    journal = window.journal()
    assert journal.state["a"].stats == STEPS
    assert [u.step.no for u in untold] == list(range(1, STEPS + 2))
    table = Table(store, window.row)
    table.journal = journal
    await table.answer("stand")
    assert table.journal.state["b"].stats > 0
    await store.close()


async def pragma(store: Store, name: str) -> list[int | str]:
    """The value on each connection that reads or writes."""
    engines = store._engines
    assert engines.file is not None
    found: list[int | str] = []
    with engines.file.connect() as connection:
        found.append(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one())
    for engine in (engines.write, engines.read):
        async with engine.connect() as connection:
            found.append((await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one())
    return found


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("synchronous", [2, 2, 2]),  # FULL: a commit returns when it has reached the disk
        ("journal_mode", ["wal"] * 3),
        ("foreign_keys", [1, 1, 1]),
        ("busy_timeout", [5000] * 3),
        ("query_only", [0, 0, 1]),
    ],
)
async def test_every_sqlite_connection_is_set_up(sqlite_url: str, name: str, values: list[int | str]) -> None:
    store = await open_store(sqlite_url)
    assert await pragma(store, name) == values
    await store.close()


async def test_postgresql_is_not_told_to_skip_the_disk(postgres_url: str) -> None:
    """Neither the store's connections nor its transactions change what the server's operator has set."""
    engines = create_engines(postgres_url)
    async with engines.write.begin() as connection:
        wanted = text("SELECT source FROM pg_settings WHERE name = 'synchronous_commit'")
        # as this test's server was started; a connection's own choice would be "session" or "client"
        assert (await connection.execute(wanted)).scalar_one() == "command line"
    await engines.dispose()
