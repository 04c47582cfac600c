"""The database's form: brought up to date, and checked before the bot uses it.

The migrations are a folder beside the packages, found from here, so that it does not matter where a command
is given.
"""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, make_url

from bot.problems import Problem

from .engine import create_migration_engine, is_sqlite
from .reach import connected

MIGRATIONS = Path(__file__).resolve().parents[2] / "migrations"
HOW = "Run: python -m bot migrate"


async def upgrade(url: str) -> str:
    """Bring the database to this version's form, creating what is missing: all of it or nothing.

    Returns a sentence that says what was done. Problem when it cannot be reached or is newer than this
    version.
    """
    async with connected(create_migration_engine(url)) as connection:
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
    async with connected(create_migration_engine(url)) as connection:
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
