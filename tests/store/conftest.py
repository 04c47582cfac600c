"""Every test of the store runs on both databases: an SQLite file, and PostgreSQL in a temporary cluster."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.store import Store, migrate, open_store
from bot.store.migrate import upgrade
from bot.store.models import Base
from tests.fixtures.postgres import PostgresServer
from tests.fixtures.postgres import postgres_server as postgres_server


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file in this version's form."""
    path = tmp_path_factory.mktemp("template") / "skirmish.db"
    asyncio.run(upgrade(f"sqlite+aiosqlite:///{path}"))
    return path


@pytest.fixture(scope="session")
def postgres_database(postgres_server: PostgresServer) -> str:
    """The name of a PostgreSQL database in this version's form."""
    name = postgres_server.create()
    asyncio.run(upgrade(postgres_server.url(name)))
    return name


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    """An SQLite file of one's own."""
    path = tmp_path / "skirmish.db"
    shutil.copyfile(sqlite_template, path)
    return f"sqlite+aiosqlite:///{path}"


@pytest.fixture
def postgres_url(postgres_server: PostgresServer, postgres_database: str) -> Iterator[str]:
    """An empty PostgreSQL database. A test must leave its tables in the form that they have."""
    yield postgres_server.url(postgres_database)
    tables = ", ".join(Base.metadata.tables)
    asyncio.run(postgres_server.execute(f"TRUNCATE {tables} RESTART IDENTITY", postgres_database))


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """The address of a database in this version's form, of either kind."""
    fixture = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    address: str = request.getfixturevalue(fixture)
    return address


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """An open store on an empty database."""
    opened = await open_store(url)
    yield opened
    await opened.close()


@pytest.fixture
def sqlite_empty(tmp_path: Path) -> str:
    """The address of an SQLite file that is not there."""
    return f"sqlite+aiosqlite:///{tmp_path / 'new.db'}"


@pytest.fixture
def postgres_empty(postgres_server: PostgresServer) -> Iterator[str]:
    """The address of a PostgreSQL database without tables."""
    name = postgres_server.create()
    yield postgres_server.url(name)
    postgres_server.drop(name)


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request: pytest.FixtureRequest) -> str:
    """The address of an empty database of either kind."""
    address: str = request.getfixturevalue(f"{request.param}_empty")
    return address


@pytest.fixture
def next_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Migrations with one more, to be written by the test."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrate.MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(migrate, "MIGRATIONS", folder)
    return folder / "versions" / "9999_next.py"
