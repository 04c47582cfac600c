"""A connection to the database, or a sentence that says why there is none; and what it is when the database
fails later on.
"""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager

from asyncpg import PostgresError
from asyncpg.exceptions import (
    InvalidAuthorizationSpecificationError,
    InvalidCatalogNameError,
    InvalidPasswordError,
)
from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.problems import Problem

from .engine import is_sqlite
from .errors import Unavailable

_FAILURES = (OperationalError, InterfaceError, PostgresError, PoolTimeoutError, OSError)
"""What comes of the database's own failing; a statement that is wrong is another kind."""
_STATES = ("08", "25006", "53", "57", "58")
"""How PostgreSQL's codes of the same begin: connection, read-only, resources (disk), shutdown, system."""


@asynccontextmanager
async def connected(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection of this engine, which is disposed of at the end. Problem when there is none to be had, or
    the database fails while it is used.
    """
    try:
        if is_sqlite(engine.url):
            _open_once(engine.url)
        connection = await engine.connect()
    except (DBAPIError, sqlite3.DatabaseError, PostgresError, OSError) as error:
        await engine.dispose()
        raise Problem(unreachable(engine.url, error)) from error
    try:
        with available():
            yield connection
    except Unavailable as failure:
        cause = failure.__cause__
        raise Problem(unreachable(engine.url, cause if isinstance(cause, Exception) else failure)) from cause
    finally:
        await connection.close()
        await engine.dispose()


@contextmanager
def available() -> Iterator[None]:
    """Turns the failures of the database that a transaction meets into Unavailable."""
    try:
        yield
    except DBAPIError as error:
        state = getattr(error.orig, "sqlstate", None) or ""
        if isinstance(error, _FAILURES) or error.connection_invalidated or state.startswith(_STATES):
            raise Unavailable(str(error.orig)) from error
        raise
    except _FAILURES as error:
        raise Unavailable(str(error) or type(error).__name__) from error


def _open_once(url: URL) -> None:
    """Fails where the file cannot be opened: the driver, when it fails, leaves a thread that stops too
    late.
    """
    with closing(sqlite3.connect(url.database or "")) as connection:
        connection.execute("PRAGMA schema_version")


def unreachable(url: URL, error: Exception) -> str:
    """The sentence for a database that cannot be opened. It names file or server, never user or password."""
    if is_sqlite(url):
        reason = str(error.orig) if isinstance(error, DBAPIError) else str(error)
        return f"The database file {url.database} cannot be used: {reason}."
    cause = error.orig if isinstance(error, DBAPIError) else error
    causes = (error, cause, getattr(cause, "__cause__", None))
    if any(isinstance(c, InvalidPasswordError | InvalidAuthorizationSpecificationError) for c in causes):
        return "The database server refuses the user or the password of DATABASE_URL."
    if any(isinstance(c, InvalidCatalogNameError) for c in causes):
        return f"The database server has no database called {url.database}. Create it first."
    return f"The database server {url.host or 'on this machine'} cannot be reached."
