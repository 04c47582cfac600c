"""The bot with features of a test's own, in this process, on a practice Discord and a real database."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator, MutableMapping
from pathlib import Path
from typing import Any

import discord
import pytest
import structlog
from pydantic import SecretStr

from bot.client import Client, Running, assemble, pointdiscord_py
from bot.features.app import App
from bot.practice.discord import Channel, Guild, Person, PracticeDiscord, World
from bot.settings import Settings
from bot.store import migrate, open_store

Adding = Callable[[App], None]
Starting = Callable[[Adding], contextlib.AbstractAsyncContextManager[App]]


@pytest.fixture(autouse=True)
def logged() -> Iterator[list[MutableMapping[str, Any]]]:
    """What the bot logs, as events."""
    with structlog.testing.capture_logs() as events:
        yield events


@pytest.fixture
def world() -> World:
    """A world without anything."""
    return World()


@pytest.fixture
def table(world: World) -> Guild:
    """A server with the bot in it."""
    return world.add_guild("Table One")


@pytest.fixture
def fight(table: Guild) -> Channel:
    """A channel of it."""
    return table.add_channel("fight")


@pytest.fixture
def ana(world: World, table: Guild) -> Person:
    """A player."""
    return world.person("ana", table)


@pytest.fixture
def ben(world: World, table: Guild) -> Person:
    """Another player."""
    return world.person("ben", table)


@pytest.fixture
def discord_py() -> Iterator[None]:
    """Puts back where discord.py looks for Discord."""
    base, gateway = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    yield
    discord.http.Route.BASE = base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway


@pytest.fixture
async def practice(world: World, fight: Channel, discord_py: None) -> AsyncIterator[PracticeDiscord]:
    """A practice Discord that knows its limits."""
    async with PracticeDiscord(world) as server:
        yield server


def settings_for(server: PracticeDiscord, folder: Path, **more: Any) -> Settings:
    """Settings of a bot on this practice Discord with a database in this folder."""
    values: dict[str, Any] = {
        "discord_token": SecretStr(server.world.application.token),
        "discord_api_url": server.api_url,
        "discord_gateway_url": server.gateway_url,
        "database_url": SecretStr(f"sqlite+aiosqlite:///{folder / 'skirmish.db'}"),
        "guild_ready_timeout": 0.05,
        "identify_seconds": 0.0,
        "drain_seconds": 5.0,
    }
    return Settings(_env_file=None, **{**values, **more})


@pytest.fixture
def settings(practice: PracticeDiscord, tmp_path: Path) -> Settings:
    """Settings of a bot on the practice Discord."""
    return settings_for(practice, tmp_path)


@contextlib.asynccontextmanager
async def running(settings: Settings, add: Adding) -> AsyncIterator[App]:
    """The bot with these features, connected, until the block ends."""
    url = settings.database_url.get_secret_value()
    await migrate.upgrade(url)
    pointdiscord_py(settings)
    store = await open_store(url)
    try:
        app = assemble(settings, store, add=add)
        bot = Running(app)
        life = asyncio.create_task(bot.until_stopped())
        assert isinstance(app.client, Client)
        known = asyncio.create_task(app.client.until_known())
        await asyncio.wait({life, known}, return_when=asyncio.FIRST_COMPLETED)
        if life.done():
            known.cancel()
            life.result()
        try:
            yield app
        finally:
            bot.stop()
            await life
    finally:
        await store.close()


@pytest.fixture
def start(settings: Settings) -> Starting:
    """Starts the bot with the features given."""
    return lambda add: running(settings, add)
