"""Migrations: the same form as the models say, all or nothing, and said in a sentence when it does not
fit.
"""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, make_url, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.problems import Problem
from bot.store import migrate, open_store
from bot.store.engine import create_engines, create_migration_engine
from bot.store.models import Base
from tests.fixtures.postgres import PostgresServer
from tests.store.next_version import write

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> Iterator[str]:
    """A PostgreSQL database in this version's form, which the test may change."""
    name = postgres_server.create()
    asyncio.run(migrate.upgrade(postgres_server.url(name)))
    yield postgres_server.url(name)
    postgres_server.drop(name)


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[AsyncConnection]:
    engine = create_migration_engine(url)
    async with engine.connect() as connection:
        yield connection
    await engine.dispose()


def form(connection: Connection) -> dict[str, Any]:
    """All that the database itself says of its tables."""
    found = inspect(connection)
    return {
        table: {
            "columns": [{**column, "type": str(column["type"])} for column in found.get_columns(table)],
            "primary key": found.get_pk_constraint(table),
            "foreign keys": sorted(found.get_foreign_keys(table), key=str),
            "indexes": [_index(index) for index in found.get_indexes(table)],
            "unique": sorted(found.get_unique_constraints(table), key=str),
            "checks": sorted(found.get_check_constraints(table), key=str),
            "options": found.get_table_options(table),
        }
        for table in sorted(found.get_table_names())
        if table != "alembic_version"
    }


def _index(index: Any) -> tuple[Any, ...]:
    options = {name: str(value) for name, value in index.get("dialect_options", {}).items()}
    return index["name"], index["column_names"], bool(index["unique"]), options


@pytest.fixture(params=["sqlite", "postgres"])
def migrated_and_empty(request: pytest.FixtureRequest) -> tuple[str, str]:
    """Two databases of the same kind."""
    return request.getfixturevalue(f"{request.param}_url"), request.getfixturevalue(f"{request.param}_empty")


async def test_the_migrations_make_what_the_models_say(migrated_and_empty: tuple[str, str]) -> None:
    url, empty = migrated_and_empty
    async with connected(url) as connection:
        migrated = await connection.run_sync(form)
    async with connected(empty) as connection:
        await connection.run_sync(Base.metadata.create_all)
        assert await connection.run_sync(form) == migrated
    assert set(migrated) == set(Base.metadata.tables)


async def test_alembic_finds_no_difference(url: str) -> None:
    def differences(connection: Connection) -> list[Any]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, Base.metadata))

    async with connected(url) as connection:
        assert await connection.run_sync(differences) == []


async def test_an_empty_database_is_set_up_once(empty: str) -> None:
    assert await migrate.upgrade(empty) == "The database has been set up."
    await migrate.check(empty)
    assert await migrate.upgrade(empty) == "The database is up to date."
    store = await open_store(empty)
    await store.close()


async def test_an_empty_database_is_refused(postgres_empty: str, sqlite_empty: str, tmp_path: Path) -> None:
    with pytest.raises(Problem, match=r"^The database is empty\. Run: python -m bot migrate$"):
        await migrate.check(postgres_empty)
    with pytest.raises(
        Problem, match=r"^There is no database file .*new\.db yet\. Run: python -m bot migrate$"
    ):
        await open_store(sqlite_empty)
    assert os.listdir(tmp_path) == []


async def stamp(url: str, revision: str) -> None:
    async with connected(url) as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = :to"), {"to": revision})
        await connection.commit()


async def test_a_newer_database_is_refused_and_left_alone(url: str) -> None:
    await stamp(url, "9999")
    for use in (migrate.check, migrate.upgrade):
        with pytest.raises(Problem, match="newer than this version of Skirmish"):
            await use(url)
    async with connected(url) as connection:
        version = (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalar_one()
    assert version == "9999"


async def test_an_older_database_is_refused_until_it_is_brought_up_to_date(
    url: str, next_version: Path
) -> None:
    write(next_version, "op.create_table('more', sa.Column('id', sa.Integer, primary_key=True))")
    with pytest.raises(Problem, match=r"older than this version of Skirmish \(\d+, not 9999\)\. Run: python"):
        await migrate.check(url)
    assert (await migrate.upgrade(url)).endswith("to 9999.")
    await migrate.check(url)


async def test_a_migration_that_fails_leaves_nothing(url: str, next_version: Path) -> None:
    create = "op.create_table('more', sa.Column('id', sa.Integer, primary_key=True))"
    write(next_version, f"{create}; raise RuntimeError('half way')")
    with pytest.raises(RuntimeError, match="half way"):
        await migrate.upgrade(url)
    async with connected(url) as connection:
        tables = await connection.run_sync(lambda c: inspect(c).get_table_names())
        version = (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalar_one()
    assert "more" not in tables
    assert version != "9999"


ENCOUNTER = """
    INSERT INTO encounters (
        id, guild_id, channel_id, ruleset, ruleset_version, name, gms, settings, created_at, public_seed,
        secret_seed, version, phase, last_step, last_checkpoint
    ) VALUES (1, 1, 1, 'x', 1, 'x', '[]', '{}', '2026-01-01 00:00:00', '', '', 1, 'x', 0, 0)
"""
PARTICIPANT = "INSERT INTO participants (user_id, encounter_id, forget) VALUES (5, 1, false)"


async def fill(url: str) -> None:
    engines = create_engines(url)
    async with engines.write.begin() as connection:
        for row in (ENCOUNTER, PARTICIPANT):
            await connection.exec_driver_sql(row)
    await engines.dispose()


async def test_rebuilding_a_table_keeps_the_rows_that_point_to_it(
    sqlite_url: str, next_version: Path
) -> None:
    """SQLite rebuilds a table by dropping the old one, which with foreign keys on takes its children
    along.
    """
    await fill(sqlite_url)
    rename = "batch.alter_column('name', new_column_name='title')"
    write(next_version, f"with op.batch_alter_table('encounters', recreate='always') as batch: {rename}")
    await migrate.upgrade(sqlite_url)
    async with connected(sqlite_url) as connection:
        assert (await connection.execute(text("SELECT title FROM encounters"))).scalar_one() == "x"
        assert (await connection.execute(text("SELECT user_id FROM participants"))).scalar_one() == 5


async def test_a_migration_that_breaks_a_reference_is_taken_back(sqlite_url: str, next_version: Path) -> None:
    await fill(sqlite_url)
    write(next_version, "op.execute('DELETE FROM encounters')")
    with pytest.raises(RuntimeError, match="point nowhere"):
        await migrate.upgrade(sqlite_url)
    async with connected(sqlite_url) as connection:
        assert (await connection.execute(text("SELECT count(*) FROM encounters"))).scalar_one() == 1


def bot(*arguments: str, url: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "DATABASE_URL": url, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        env=environment,
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_works_from_any_folder(empty: str, tmp_path: Path) -> None:
    done = bot("migrate", url=empty, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "The database has been set up.\n", "")


async def test_two_that_migrate_at_once_do_it_once(empty: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bot", "migrate"]
    environment = {**os.environ, "DATABASE_URL": empty, "PYTHONPATH": str(ROOT)}
    both = [
        subprocess.Popen(command, env=environment, cwd=tmp_path, stdout=-1, stderr=-1, text=True)  # noqa: ASYNC220
        for _ in range(2)
    ]
    said = [process.communicate(timeout=60) for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    await migrate.check(empty)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"port": 1}, "The database server 127.0.0.1 cannot be reached."),
        ({"database": "nowhere"}, "The database server has no database called nowhere. Create it first."),
        ({"username": "nobody"}, "The database server refuses the user or the password of DATABASE_URL."),
    ],
)
async def test_a_server_that_cannot_be_used_is_said_plainly(
    postgres_url: str, change: dict[str, Any], sentence: str
) -> None:
    url = make_url(postgres_url).set(password="secret", **change).render_as_string(hide_password=False)
    for use in (migrate.check, migrate.upgrade):
        with pytest.raises(Problem) as problem:
            await use(url)
        assert problem.value.sentence == sentence


async def test_a_file_that_cannot_be_used_is_said_plainly(tmp_path: Path) -> None:
    (tmp_path / "notes.db").write_text("no database at all, but long enough to look like one" * 40)
    for name, reason in (("notes.db", "file is not a database"), ("no/folder.db", "unable to open")):
        with pytest.raises(Problem, match=rf"^The database file .*{name} cannot be used: {reason}"):
            await migrate.upgrade(f"sqlite+aiosqlite:///{tmp_path / name}")
