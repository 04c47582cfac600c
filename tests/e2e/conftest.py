"""End to end: the real bot process, unmodified discord.py, a practice Discord, a real database."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.practice.bot_process import BotProcess
from bot.practice.discord import BodyCheck, PracticeDiscord, World
from bot.practice.discord.openapi import document_path
from rules import games
from tests.e2e.evening import Evening
from tests.fixtures.postgres import PostgresServer
from tests.fixtures.postgres import postgres_server as postgres_server

games.load()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database; the bot process brings it up to date itself."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'skirmish.db'}"
    server: PostgresServer = request.getfixturevalue("postgres_server")
    return server.url(server.create())


@pytest.fixture
def sqlite_file(tmp_path: Path) -> str:
    """An empty SQLite file, for what does not depend on the kind of database."""
    return f"sqlite+aiosqlite:///{tmp_path / 'skirmish.db'}"


@pytest.fixture
def check_body() -> BodyCheck | None:
    """Every body that the bot sends is held against Discord's document; not where that is missing
    (`tests/client` has a test that is skipped then, with a message).
    """
    path = document_path()
    return BodyCheck(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else None


@pytest.fixture
async def evening(sqlite_file: str, tmp_path: Path, check_body: BodyCheck | None) -> AsyncIterator[Evening]:
    """A table on SQLite with the bot running, every body checked."""
    async with opened(sqlite_file, tmp_path, check_body) as table:
        yield table
    assert table.discord.body_errors == []


@pytest.fixture
async def evening_on_both(database_url: str, tmp_path: Path) -> AsyncIterator[Evening]:
    """A table on either database with the bot running."""
    async with opened(database_url, tmp_path, None) as table:
        yield table


class opened:  # noqa: N801 - reads as a function
    """A table with the bot running; gone afterwards."""

    def __init__(self, url: str, folder: Path, check: BodyCheck | None) -> None:
        self._world = World()
        self._discord = PracticeDiscord(self._world, check_body=check)
        self._url = url
        self._folder = folder
        self._bot: BotProcess | None = None

    async def __aenter__(self) -> Evening:
        self._world.add_guild("Table One").add_channel("fight")
        await self._discord.__aenter__()
        settings = {"PRACTICE_SEED": "evening", "LOG_LEVEL": os.environ.get("LOG_LEVEL", "INFO")}
        self._bot = BotProcess(self._discord, self._folder, database_url=self._url, settings=settings)
        await self._bot.start()
        return Evening(self._world, self._discord, self._bot)

    async def __aexit__(self, *_: object) -> None:
        assert self._bot is not None
        await asyncio.shield(self._bot.stop())
        await self._discord.__aexit__(None, None, None)
