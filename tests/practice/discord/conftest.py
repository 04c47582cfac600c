"""A practice Discord with one server and channel, and the sample bot on it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import aiohttp
import pytest

from bot.practice.discord import BodyCheck, Channel, PracticeDiscord, World
from tests.fixtures.practice import ana as ana
from tests.fixtures.practice import ben as ben
from tests.fixtures.practice import discord_py as discord_py
from tests.fixtures.practice import fight as fight
from tests.fixtures.practice import table as table
from tests.fixtures.practice import world as world
from tests.practice.discord import sample_bot
from tests.practice.discord.raw import Raw
from tests.practice.discord.sample_bot import SampleBot

Starting = Callable[..., contextlib.AbstractAsyncContextManager[SampleBot]]


@pytest.fixture
async def practice(world: World, fight: Channel, discord_py: None) -> AsyncIterator[PracticeDiscord]:
    """The server; every test that uses it without a body check of its own."""
    async with PracticeDiscord(world) as server:
        sample_bot.point_at(server.api_url, server.gateway_url)
        yield server


@pytest.fixture
async def checked(
    world: World, fight: Channel, discord_openapi: dict[str, Any], discord_py: None
) -> AsyncIterator[PracticeDiscord]:
    """The server with every body checked against Discord's document."""
    async with PracticeDiscord(world, check_body=BodyCheck(discord_openapi)) as server:
        sample_bot.point_at(server.api_url, server.gateway_url)
        yield server
        assert server.body_errors == []


@contextlib.asynccontextmanager
async def running(server: PracticeDiscord, client: SampleBot) -> AsyncIterator[SampleBot]:
    """The bot, connected for as long as this lasts."""
    token = server.world.application.token
    task = asyncio.create_task(client.start(token))
    try:
        ready = asyncio.create_task(server.bot_ready())
        await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            ready.cancel()
            task.result()
        await ready
        await client.wait_until_ready()
        yield client
    finally:
        client.release.set()
        await client.close()
        with contextlib.suppress(asyncio.CancelledError):
            await task


@pytest.fixture
async def bot(practice: PracticeDiscord) -> AsyncIterator[SampleBot]:
    """The sample bot on the server, in this process."""
    async with running(practice, sample_bot.build()) as client:
        yield client


@pytest.fixture
async def raw(practice: PracticeDiscord) -> AsyncIterator[Raw]:
    """REST without a bot."""
    async with aiohttp.ClientSession() as session:
        yield Raw(practice, session)
