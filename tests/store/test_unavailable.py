"""The database itself fails: one kind of error comes of it, nothing is kept, and afterwards all goes on."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event, make_url

from bot.problems import Problem
from bot.store import Server, Store, Unavailable, engine, migrate, open_store
from bot.tools import export_log

from .duel import GUILD, Table, graze, opened


@contextmanager
def locked(url: str) -> Iterator[None]:
    """Another program holds the file's lock."""
    with closing(sqlite3.connect(make_url(url).database or "", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the file's lock."""
    monkeypatch.setitem(engine._PRAGMAS, "busy_timeout", "1")


@pytest.mark.usefixtures("impatient")
async def test_a_locked_file_is_unavailable_and_then_all_goes_on(sqlite_url: str) -> None:
    store = await open_store(sqlite_url)
    table = Table(store, await opened(store))
    await table.declare(graze("a"))
    before = table.row, table.journal
    with locked(sqlite_url):
        with pytest.raises(Unavailable, match="locked"):
            await table.declare(graze("a"))
        with pytest.raises(Unavailable, match="locked"):
            await _configure(store)
        async with store.read() as tx:
            window = await tx.encounters.window(table.row.id)
    assert window is not None
    assert window.row.version == before[0].version, "nothing of it was kept"
    table.row, table.journal = before
    await table.declare(graze("a"))
    await _configure(store)
    await store.close()


async def _configure(store: Store) -> None:
    async with store.write() as tx:
        await tx.servers.put(Server(GUILD, deadline=60))


async def test_a_full_disk_is_unavailable_and_the_connection_serves_again(sqlite_url: str) -> None:
    store = await open_store(sqlite_url)
    table = Table(store, await opened(store))
    file = store._engines.file
    assert file is not None
    with file.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
    with pytest.raises(Unavailable, match="full"):
        await _until_full(table)
    with file.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count=1073741823")
    await table.declare(graze("a"))
    await store.close()


async def _until_full(table: Table) -> None:
    """Go on until it fails; the table is then as it was before that step."""
    for _ in range(200):
        row, journal = table.row, table.journal
        try:
            await table.declare(graze("a"))
        except Unavailable:
            table.row, table.journal = row, journal
            raise


async def test_a_statement_that_is_wrong_is_not_taken_for_a_failing_database(store: Store) -> None:
    async with store.write() as tx:
        await tx.servers.put(Server(GUILD))
    with pytest.raises(Exception, match=r"(?i)constraint|null") as caught:
        await _wrong(store)
    assert not isinstance(caught.value, Unavailable)


async def _wrong(store: Store) -> None:
    async with store.write() as tx:
        await tx.servers.put(Server(None))  # type: ignore[arg-type]


async def test_a_database_that_goes_away_is_unavailable(postgres_url: str) -> None:
    store = await open_store(postgres_url)

    @event.listens_for(store._engines.write.sync_engine, "do_connect")
    def refused(*_: object) -> None:
        raise ConnectionRefusedError("nobody listens there")

    with pytest.raises(Unavailable, match="nobody listens"):
        await _configure(store)
    await store.close()


@pytest.mark.usefixtures("impatient")
async def test_a_locked_file_is_a_sentence_for_whoever_migrates(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'new.db'}"
    with locked(url), pytest.raises(Problem, match=r"new\.db cannot be used: database is locked"):
        await migrate.upgrade(url)
    assert await migrate.upgrade(url) == "The database has been set up."


async def test_a_damaged_file_is_a_sentence_for_whoever_exports(sqlite_url: str) -> None:
    _damage(Path(make_url(sqlite_url).database or ""))
    with pytest.raises(Problem, match=r"cannot be used|malformed"):
        await export_log(sqlite_url, 1, gm=False, transcript=False)


def _damage(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:4096] + bytes(len(content) - 4096))
