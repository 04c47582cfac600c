"""The bot as a whole: it starts, says what is wrong when it cannot, and stops in good order."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
from collections.abc import AsyncIterator, Callable, MutableMapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from pydantic import SecretStr

from bot.client import Client, assemble, point_discord_py, run_bot, sync_commands
from bot.client import running as running_parts
from bot.features.app import App
from bot.features.kit import words
from bot.practice.discord import Channel, Guild, Person, PracticeDiscord, World
from bot.problems import Problem
from bot.settings import Settings
from bot.store import Shards, Unavailable, migrate, open_store
from tests.features.kit.sample import Sample
from tests.fixtures.practice import settings_for

Add = Callable[[App], object]


@pytest.fixture
def database(settings: Settings) -> str:
    """The address of a database that is not there yet."""
    return settings.database_url.get_secret_value()


@contextlib.asynccontextmanager
async def living(settings: Settings, add: Add = Sample) -> AsyncIterator[asyncio.Task[None]]:
    """`run_bot` with these features, ready; stopped at the end as a container stops it."""
    await migrate.upgrade(settings.database_url.get_secret_value())
    made: asyncio.Future[App] = asyncio.get_running_loop().create_future()

    def adding(app: App) -> None:
        made.set_result(app)
        add(app)

    async def known() -> None:
        client = (await made).client
        assert isinstance(client, Client)
        await client.until_known()

    life = asyncio.create_task(run_bot(settings, adding))
    try:
        ready = asyncio.create_task(known())
        await asyncio.wait({life, ready}, return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        yield life
    finally:
        if not life.done():
            os.kill(os.getpid(), signal.SIGTERM)
        await life


async def health(port: int) -> tuple[int, dict[str, Any]]:
    """What the health check says."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}/health") as answer,
    ):
        return answer.status, await answer.json()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


async def test_it_runs_until_it_is_told_to_stop(
    settings: Settings, ana: Person, fight: Channel, practice: PracticeDiscord
) -> None:
    async with living(settings) as life:
        out = await ana.slash(fight, "silent")
        assert out.text == words.DONE
        assert not life.done()
    assert not practice.gateway.online


async def test_what_it_sends_is_what_discords_document_allows(
    settings: Settings,
    ana: Person,
    fight: Channel,
    practice: PracticeDiscord,
    discord_openapi: dict[str, Any],
) -> None:
    """Every test on the practice Discord checks that where the document is there; this one says when it
    is not.
    """
    async with living(settings):
        await ana.slash(fight, "panel")
        await ana.slash(fight, "form")
    checked = [r for r in practice.requests if r.method in ("POST", "PUT") and r.json]
    assert len(checked) >= 3
    assert practice.body_errors == []


async def test_it_asks_for_no_privileged_intents(settings: Settings) -> None:
    client = Client(settings)
    assert client.intents == discord.Intents(guilds=True, guild_messages=True)
    assert not client.intents.message_content
    assert not client.intents.members
    assert client.allowed_mentions is not None
    assert dict(client.allowed_mentions.to_dict()) == {"parse": []}


async def test_the_addresses_are_set_in_one_place(settings: Settings, practice: PracticeDiscord) -> None:
    point_discord_py(settings)
    assert f"{settings.discord_api_url}/api/v10" == discord.http.Route.BASE
    assert str(discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY).rstrip("/") == settings.discord_gateway_url
    point_discord_py(settings.model_copy(update={"discord_api_url": None, "discord_gateway_url": None}))
    assert discord.http.Route.BASE == "https://discord.com/api/v10"
    assert str(discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY) == "wss://gateway.discord.gg/"


async def test_a_stopping_bot_ends_what_runs_refuses_what_is_new_and_then_goes(
    settings: Settings, ana: Person, ben: Person, fight: Channel
) -> None:
    made: list[Sample] = []
    async with living(settings, lambda app: made.append(Sample(app))) as life:
        running = asyncio.create_task(ana.slash(fight, "slow"))
        await asyncio.wait_for(made[0].begun.wait(), 30)
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait_for(made[0].app.work.until_draining(), 30)
        assert (await ben.slash(fight, "silent")).text == words.DRAINING
        assert not life.done()
        made[0].gate.set()
        assert (await running).text.startswith("At last")
        await asyncio.wait_for(life, 10)
    assert "For everybody." in ben.text(fight)


@pytest.mark.parametrize("where", ["/users/@me", "/applications/*/commands"])
async def test_told_to_stop_while_discord_does_not_answer_it_goes(
    settings: Settings, practice: PracticeDiscord, database: str, where: str
) -> None:
    await migrate.upgrade(database)
    gate = practice.faults.hold("GET", where)
    life = asyncio.create_task(run_bot(settings, Sample))
    await gate.reached(30)
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.wait_for(life, 10)
    gate.open()


async def test_a_stopping_bot_does_not_wait_for_ever(
    settings: Settings, ana: Person, fight: Channel, logged: list[MutableMapping[str, Any]]
) -> None:
    made: list[Sample] = []
    hasty = settings.model_copy(update={"drain_seconds": 0.1})
    async with living(hasty, lambda app: made.append(Sample(app))) as life:
        running = asyncio.create_task(ana.slash(fight, "slow"))
        await asyncio.wait_for(made[0].begun.wait(), 30)
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait_for(life, 10)
        running.cancel()
        made[0].gate.set()
    assert "not everything ended in time" in {e["event"] for e in logged}


async def test_jobs_of_the_start_run_once_and_services_until_the_stop(
    settings: Settings, practice: PracticeDiscord, logged: list[MutableMapping[str, Any]]
) -> None:
    done: list[str] = []
    ran = asyncio.Event()

    async def fails() -> None:
        raise RuntimeError("no")

    async def once() -> None:
        done.append("once")

    async def always() -> None:
        done.append("begun")
        ran.set()
        try:
            await asyncio.Event().wait()
        finally:
            done.append("ended")

    def add(app: App) -> None:
        app.at_start.extend([fails, once])
        app.services.append(always)

    async with living(settings, add):
        await asyncio.wait_for(ran.wait(), 30)
        await practice.gateway.invalidate(resumable=False)
        await practice.bot_ready(timeout=10)
    assert done == ["once", "begun", "ended"]
    assert "a job of the start failed" in {e["event"] for e in logged}


async def test_what_needs_no_connection_runs_before_the_first_interaction_can_arrive(
    settings: Settings,
) -> None:
    known: list[tuple[str, bool]] = []
    ran = asyncio.Event()

    def add(app: App) -> None:
        async def first() -> None:
            await app.client.http.get_user(app.client.application_id or 0)
            known.append(("login", app.client.is_ready()))

        async def second() -> None:
            known.append(("start", app.client.is_ready()))
            ran.set()

        app.at_start.append(second)
        app.at_login.append(first)

    async with living(settings, add):
        await asyncio.wait_for(ran.wait(), 30)
    assert known == [("login", False), ("start", True)]


async def test_the_start_waits_for_a_database_that_is_not_there(
    settings: Settings,
    practice: PracticeDiscord,
    monkeypatch: pytest.MonkeyPatch,
    logged: list[MutableMapping[str, Any]],
) -> None:
    """Nothing may fall due before what fell due while the bot was down is put off."""
    monkeypatch.setattr(running_parts, "SERVICE_PAUSE", 0.01)
    done: list[str] = []
    ran = asyncio.Event()

    async def put_off() -> None:
        done.append("tried")
        if len(done) < 3:
            raise Unavailable("locked")

    async def due() -> None:
        done.append("due")
        ran.set()
        await asyncio.Event().wait()

    def add(app: App) -> None:
        app.at_start.append(put_off)
        app.services.append(due)

    async with living(settings, add):
        await asyncio.wait_for(ran.wait(), 30)
    assert done == ["tried", "tried", "tried", "due"]
    waits = [e for e in logged if e["event"] == "a job of the start waits for the database"]
    assert len(waits) == 2


async def test_the_health_check(settings: Settings, ana: Person, fight: Channel) -> None:
    port = free_port()
    made: list[Sample] = []
    healthy = settings.model_copy(update={"health_port": port})
    async with living(healthy, lambda app: made.append(Sample(app))):
        assert await health(port) == (200, {"status": "ready", "database": True, "under_way": 0})
        running = asyncio.create_task(ana.slash(fight, "slow"))
        await asyncio.wait_for(made[0].begun.wait(), 30)
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait_for(made[0].app.work.until_draining(), 30)
        assert await health(port) == (503, {"status": "draining", "database": True, "under_way": 1})
        made[0].gate.set()
        await running


async def test_a_port_that_is_taken_is_said(settings: Settings, database: str) -> None:
    await migrate.upgrade(database)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        busy = settings.model_copy(update={"health_port": taken.getsockname()[1]})
        with pytest.raises(Problem, match=r"cannot listen on 127\.0\.0\.1.*HEALTH_PORT"):
            await run_bot(busy, Sample)


async def test_a_database_that_is_not_there_or_not_at_head_is_said(
    settings: Settings, tmp_path: Path
) -> None:
    with pytest.raises(Problem, match="python -m bot migrate"):
        await run_bot(settings, Sample)


async def test_a_wrong_token_is_said(settings: Settings, database: str) -> None:
    await migrate.upgrade(database)
    wrong = settings.model_copy(update={"discord_token": SecretStr("not.the.token")})
    with pytest.raises(Problem, match="does not accept DISCORD_TOKEN") as found:
        await run_bot(wrong, Sample)
    assert "not.the.token" not in str(found.value)


async def test_an_address_where_nothing_answers_is_said(settings: Settings, database: str) -> None:
    await migrate.upgrade(database)
    nothing = f"http://127.0.0.1:{free_port()}"
    with pytest.raises(Problem, match=r"cannot be reached\. Check DISCORD_API_URL"):
        await run_bot(settings.model_copy(update={"discord_api_url": nothing}), Sample)


async def test_a_gateway_where_nothing_answers_is_said(settings: Settings, database: str) -> None:
    await migrate.upgrade(database)
    nothing = f"ws://127.0.0.1:{free_port()}"
    with pytest.raises(Problem, match="DISCORD_GATEWAY_URL cannot be reached"):
        await run_bot(settings.model_copy(update={"discord_gateway_url": nothing}), Sample)


async def test_an_address_where_somebody_else_answers_is_said(settings: Settings, database: str) -> None:
    await migrate.upgrade(database)

    async def page(_: web.Request) -> web.Response:
        return web.Response(text="<html>It works!</html>", content_type="text/html")

    other = web.Application()
    other.router.add_route("*", "/{path:.*}", page)
    runner = web.AppRunner(other)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        with pytest.raises(Problem, match="not Discord"):
            await run_bot(settings.model_copy(update={"discord_api_url": url}), Sample)
        gateway = settings.model_copy(update={"discord_gateway_url": url.replace("http", "ws")})
        with pytest.raises(Problem, match="not Discord's gateway"):
            await run_bot(gateway, Sample)
    finally:
        await runner.cleanup()


async def test_two_processes_do_not_share_a_database_file(settings: Settings, database: str) -> None:
    async with living(settings):
        with pytest.raises(Problem):
            await run_bot(settings, Sample)


async def test_commands_can_be_told_without_running(settings: Settings, database: str, world: World) -> None:
    await migrate.upgrade(database)
    assert await sync_commands(settings, Sample) == "Discord has the new commands."
    names = {command["name"] for command in world.command_store.of(None)}
    assert "panel" in names
    assert await sync_commands(settings, Sample) == "Discord has these commands already."


async def test_several_shards_in_one_process(
    practice: PracticeDiscord, tmp_path: Path, fight: Channel
) -> None:
    ana = practice.world.person("ana", next(iter(practice.world.guilds.values())))
    settings = settings_for(practice, tmp_path, shard_count=2, shard_ids="0-1")
    async with living(settings):
        assert (await ana.slash(fight, "silent")).text == words.DONE


async def test_a_server_that_removes_the_bot_is_noted(
    settings: Settings, database: str, table: Guild, ana: Person, fight: Channel
) -> None:
    apps: list[App] = []

    def add(app: App) -> None:
        apps.append(app)
        Sample(app)

    async def left_at() -> datetime | None:
        async with apps[0].store.read() as tx:
            return (await tx.servers.get(table.id)).left_at

    async def until(gone: bool) -> None:
        for _ in range(500):
            if (await left_at() is not None) is gone:
                return
            await asyncio.sleep(0.01)
        raise AssertionError("it was not noted")

    async with living(settings, add):
        before = datetime.now(UTC)
        table.remove_bot()
        await until(True)
        left = await left_at()
        assert left is not None
        assert before <= left <= datetime.now(UTC)
        table.invite_bot()
        await until(False)


async def test_the_parts_know_their_shards(settings: Settings, database: str) -> None:
    await migrate.upgrade(database)
    store = await open_store(database)
    try:
        app = assemble(settings, store, Shards(4, frozenset({1})), lambda _: None)
        assert app.tables.shards == Shards(4, frozenset({1}))
        Sample(app)
        with pytest.raises(ValueError, match="two handlers"):
            Sample(app)
    finally:
        await store.close()
