"""The database's form: brought up to date, and checked before the bot uses it.

The migrations are a folder beside the packages, found from here, so that it does not matter where a command
is given.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from asyncpg import PostgresError
from asyncpg.exceptions import (
    InvalidAuthorizationSpecificationError,
    InvalidCatalogNameError,
    InvalidPasswordError,
)
from sqlalchemy import URL, Connection, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.problems import Problem

from .engine import create_migration_engine, is_sqlite

MIGRATIONS = Path(__file__).resolve().parents[2] / "migrations"
HOW = "Run: python -m bot migrate"


async def upgrade(url: str) -> str:
    """Bring the database to this version's form, creating what is missing: all of it or nothing.

    Returns a sentence that says what was done. Problem when it cannot be reached or is newer than this
    version.
    """
    async with _connected(url) as connection:
        before = await connection.run_sync(_revision)
        _refuse_newer(before)
        if before == _head():
            return "The database is up to date."
        await connection.run_sync(_upgrade)
        await connection.commit()
    if before is None:
        return "The database has been set up."
    return f"The database has been brought up to date, from {before} to {_head()}."


async def check(url: str) -> None:
    """Problem when the database cannot be reached, or is not in this version's form."""
    address = make_url(url)
    # one look at the file system before anything else runs; opening it would create it
    if is_sqlite(address) and not Path(address.database or "").is_file():  # noqa: ASYNC240
        raise Problem(f"There is no database file {address.database} yet. {HOW}")
    async with _connected(url) as connection:
        found = await connection.run_sync(_revision)
    _refuse_newer(found)
    if found is None:
        raise Problem(f"The database is empty. {HOW}")
    if found != _head():
        raise Problem(f"The database is older than this version of Skirmish ({found}, not {_head()}). {HOW}")


def _refuse_newer(found: str | None) -> None:
    if found is not None and found not in {script.revision for script in _scripts().walk_revisions()}:
        raise Problem(
            f"The database is newer than this version of Skirmish (it has {found}, this version knows "
            f"{_head()}). Install the newer version again, or go back to a backup."
        )


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _head() -> str:
    head = _scripts().get_current_head()
    if head is None:
        raise Problem(f"The folder {MIGRATIONS} holds no migrations. Install Skirmish again.")
    return head


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _upgrade(connection: Connection) -> None:
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[AsyncConnection]:
    """A connection for migrations. Problem when there is none to be had."""
    engine = create_migration_engine(url)
    try:
        connection = await engine.connect()
    except (DBAPIError, PostgresError, OSError) as error:
        await engine.dispose()
        raise Problem(unreachable(make_url(url), error)) from error
    try:
        yield connection
    finally:
        await connection.close()
        await engine.dispose()


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
