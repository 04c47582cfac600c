"""Connections to the database: what each kind needs to lose nothing and to wait instead of failing.

SQLite: one connection writes, so that writers queue here and not in the file's lock; others read beside it
(WAL). A writing transaction takes the lock at its start (BEGIN IMMEDIATE): one that began by reading could
not be let in later. Every commit reaches the disk (synchronous=FULL), since what was told to the table must
survive a power cut.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from .columns import to_json

BUSY_MILLISECONDS = 5000
SQLITE_READERS = 4
POSTGRES_CONNECTIONS = 10

_PRAGMAS = {
    "busy_timeout": str(BUSY_MILLISECONDS),
    "journal_mode": "WAL",
    "synchronous": "FULL",
    "foreign_keys": "ON",
}


@dataclass(frozen=True, slots=True)
class Engines:
    """write, read: for transactions of either kind. file: the SQLite writer for its own thread, else None."""

    write: AsyncEngine
    read: AsyncEngine
    file: Engine | None

    async def dispose(self) -> None:
        """Let go of every connection but the thread's own."""
        await self.write.dispose()
        await self.read.dispose()


def is_sqlite(url: URL) -> bool:
    """Whether this is an SQLite file."""
    return url.get_backend_name() == "sqlite"


def create_engines(address: str) -> Engines:
    """The engines for a database (an SQLAlchemy address with an async driver). Nothing is connected yet."""
    url = make_url(address)
    if is_sqlite(url):
        return _sqlite(url)
    engine = create_async_engine(
        url,
        json_serializer=to_json,
        pool_size=POSTGRES_CONNECTIONS,
        max_overflow=0,
        pool_pre_ping=True,
    )
    # one picture for all of a transaction's statements
    reading = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    return Engines(engine, reading, None)


def create_migration_engine(address: str) -> AsyncEngine:
    """An engine for migrations: SQLite rebuilds a table by dropping it, which must not take the rows that
    point to it along, so it does not enforce foreign keys here. Whoever migrates checks them at the end.
    """
    url = make_url(address)
    engine = create_async_engine(url, json_serializer=to_json, poolclass=NullPool)
    if is_sqlite(url):
        _prepare(engine.sync_engine, "BEGIN IMMEDIATE", foreign_keys="OFF")
    return engine


def _sqlite(url: URL) -> Engines:
    write = create_async_engine(url, json_serializer=to_json, pool_size=1, max_overflow=0)
    read = create_async_engine(url, json_serializer=to_json, pool_size=SQLITE_READERS, max_overflow=0)
    file = create_engine(
        url.set(drivername="sqlite+pysqlite"), json_serializer=to_json, pool_size=1, max_overflow=0
    )
    _prepare(write.sync_engine, "BEGIN IMMEDIATE")
    _prepare(read.sync_engine, "BEGIN", query_only="ON")
    _prepare(file, "BEGIN IMMEDIATE")
    return Engines(write, read, file)


def _prepare(engine: Engine, begin: str, **more: str) -> None:
    pragmas = {**_PRAGMAS, **more}

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: object) -> None:
        # the driver's own BEGIN comes too late and is a deferred one
        connection.isolation_level = None
        try:
            cursor = connection.cursor()
            for name, value in pragmas.items():
                cursor.execute(f"PRAGMA {name}={value}")
            cursor.close()
        except Exception:
            # the pool does not know it yet and would leave it open
            connection.close()
            raise

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(begin)
