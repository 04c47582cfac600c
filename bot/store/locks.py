"""One process per shard with PostgreSQL, one per file with SQLite: two would answer every press twice.

Either lock goes by itself when the process dies, however it dies.
"""

import sqlite3
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Protocol

from sqlalchemy import NullPool, func, make_url, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from bot.problems import Problem

from .engine import is_sqlite
from .reach import connected
from .shards import Shards

# first halves of the advisory locks' keys; any numbers will do, as long as nobody else locks them
SHARD_LOCKS = 7_461_002
COUNT_LOCKS = 7_461_003

_OTHER_COUNT = text(
    "SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND classid = :key AND objid <> :count"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) LIMIT 1"
)


class Held(Protocol):
    """Locks that are held while the process works."""

    async def still(self) -> bool:
        """Whether they are held still: PostgreSQL lets go of them when the connection breaks. To be asked now
        and then; when it says no, the process has to stop, for another may have taken over.
        """


@asynccontextmanager
async def hold(url: str, shards: Shards) -> AsyncIterator[Held]:
    """Hold the locks of this process' shards (SQLite: of the file) for the length of the block.

    Problem when another process has one of them.
    """
    address = make_url(url)
    if is_sqlite(address):
        lock = _FileLock(f"{address.database}-lock")
        try:
            yield lock
        finally:
            lock.release()
        return
    engine = create_async_engine(address, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    async with connected(engine) as connection:
        await _agree(connection, shards.count)
        await _take(connection, sorted(shards.own))
        yield _ServerLocks(connection)


async def _agree(connection: AsyncConnection, count: int) -> None:
    """All processes count the same shards, or a server would have two of them, or none."""
    await connection.execute(select(func.pg_advisory_lock_shared(COUNT_LOCKS, count)))
    other = (await connection.execute(_OTHER_COUNT, {"key": COUNT_LOCKS, "count": count})).scalar()
    if other is not None:
        raise Problem(
            f"Another process on this database counts {other} shards and this one {count}. SHARD_COUNT has "
            "to be the same for all; stop them all to change it."
        )


async def _take(connection: AsyncConnection, shards: Iterable[int]) -> None:
    for shard in shards:
        if not (await connection.execute(select(func.pg_try_advisory_lock(SHARD_LOCKS, shard)))).scalar_one():
            raise Problem(
                f"Another process runs shard {shard} on this database. Stop it first, or give the two "
                "different SHARD_IDS."
            )


class _ServerLocks:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def still(self) -> bool:
        try:
            await self._connection.execute(select(1))
        except (DBAPIError, OSError):
            return False
        return True


class _FileLock:
    """A lock file beside the database. It is a database itself, locked the way SQLite locks on every
    system.
    """

    def __init__(self, path: str) -> None:
        try:
            self._connection = sqlite3.connect(path, timeout=0, isolation_level=None)
        except sqlite3.OperationalError as error:
            raise Problem(f"The lock file {path} cannot be used: {error}.") from None
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._connection.close()
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise Problem(f"The lock file {path} cannot be used: {error}.") from None
            raise Problem(
                f"Another process works on this database (it holds {path}). Stop it first; to run "
                "several, use PostgreSQL."
            ) from None

    async def still(self) -> bool:
        return True

    def release(self) -> None:
        self._connection.close()
