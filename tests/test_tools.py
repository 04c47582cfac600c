"""The commands for whoever runs the bot: logs written out and checked, everything looked at."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from pydantic import SecretStr

from bot.practice.discord import PracticeDiscord, World
from bot.problems import Problem
from bot.settings import Settings
from bot.store import open_store
from bot.store.migrate import upgrade
from bot.table import encounters
from bot.table.people import Person, Place
from bot.table.tables import Tables
from bot.tools import doctor, export_log, verify_log
from rules import games

ROOT = Path(__file__).resolve().parent.parent
HERE, GM, ANA = Place(5, 7), Person(1, "Gunnar"), Person(2, "Ana")


async def fought(url: str) -> int:
    """A short fight with somebody hidden in it, ended; its number."""
    games.load()
    await upgrade(url)
    store = await open_store(url)
    try:
        tables = Tables(store, entropy=lambda size: bytes(range(size)))
        await encounters.start(tables, HERE, GM, "openquest", "Ford")
        async with tables.at(HERE) as table:
            await encounters.join(table, ANA, "Sellsword", name="Rurik")
            await encounters.add(table, GM, encounters.Addition("Goblin", "Lurker", hidden=True))
            await encounters.begin(table, GM)
            await encounters.end(table, GM)
            return table.row.id
    finally:
        await store.close()


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The address of a database that is not there yet."""
    return f"sqlite+aiosqlite:///{tmp_path / 'skirmish.db'}"


# ------------------------------------------------------------------ logs
async def test_logs_are_written_out_for_players_and_for_the_gm(url: str, tmp_path: Path) -> None:
    number = await fought(url)
    players = await export_log(url, number, gm=False, transcript=False)
    complete = await export_log(url, number, gm=True, transcript=False)
    assert "Lurker" not in players
    assert "Lurker" in complete
    assert json.loads(players)["kind"] == "players"
    for content in (players, complete):
        path = tmp_path / "log.json"
        path.write_text(content, encoding="utf-8")
        assert "Everything that could be checked is right." in verify_log(path)
    assert "Lurker" not in await export_log(url, number, gm=False, transcript=True)
    text = await export_log(url, number, gm=True, transcript=True)
    assert text.startswith("# Ford\n")
    assert "Lurker joins" in text


async def test_what_is_not_there_is_said(url: str, tmp_path: Path) -> None:
    with pytest.raises(Problem, match="no database file"):
        await export_log(url, 1, gm=False, transcript=False)
    await upgrade(url)
    with pytest.raises(Problem, match="There is no encounter 1"):
        await export_log(url, 1, gm=False, transcript=False)
    with pytest.raises(Problem, match="cannot be read"):
        verify_log(tmp_path / "nothing.json")


async def test_a_wrong_log_is_a_problem_that_names_what_is_wrong(url: str, tmp_path: Path) -> None:
    log = json.loads(await export_log(url, await fought(url), gm=False, transcript=False))
    log["seeds"]["public"] = "00" * 32
    path = tmp_path / "log.json"
    path.write_text(json.dumps(log), encoding="utf-8")
    with pytest.raises(Problem, match="not the one that was promised"):
        verify_log(path)
    path.write_text("hello", encoding="utf-8")
    with pytest.raises(Problem, match="does not hold JSON"):
        verify_log(path)


async def test_from_the_command_line_without_discords_library(url: str, tmp_path: Path) -> None:
    number = await fought(url)
    path = tmp_path / "log.json"
    path.write_text(await export_log(url, number, gm=True, transcript=False), encoding="utf-8")
    script = (
        "import sys; from bot.__main__ import main; code = main(['verify', sys.argv[1]]);"
        "assert 'discord' not in sys.modules; sys.exit(code)"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, str(path), cwd=ROOT, stdout=PIPE, stderr=PIPE
    )
    out, errors = await process.communicate()
    assert process.returncode == 0, errors.decode()
    assert b"run again by the rules" in out


# ------------------------------------------------------------------ doctor
@pytest.fixture
def _discord_py() -> Iterator[None]:
    """Puts back where discord.py looks for Discord."""
    base, gateway = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    yield
    discord.http.Route.BASE = base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway


def settings_for(server: PracticeDiscord, url: str, **more: Any) -> Settings:
    values: dict[str, Any] = {
        "discord_token": SecretStr(server.world.application.token),
        "discord_api_url": server.api_url,
        "discord_gateway_url": server.gateway_url,
        "database_url": SecretStr(url),
    }
    return Settings(_env_file=None, **{**values, **more})


@pytest.mark.usefixtures("_discord_py")
async def test_a_healthy_bot_is_told_so(url: str) -> None:
    await upgrade(url)
    async with PracticeDiscord(World()) as server:
        said = await doctor(settings_for(server, url))
    assert said.splitlines()[0] == "Everything is as it should be:"
    assert [line.split(":")[0].split()[-1] for line in said.splitlines()[1:]] == [
        "Settings",
        "Database",
        "Discord",
        "Gateway",
    ]
    assert "SQLite" in said


@pytest.mark.usefixtures("_discord_py")
async def test_everything_wrong_is_told_at_once_and_no_secret_with_it(url: str) -> None:
    async with PracticeDiscord(World()) as server:
        token = "not.the.token"
        settings = settings_for(server, url, discord_token=SecretStr(token))
        with pytest.raises(Problem) as problem:
            await doctor(settings)
    said = problem.value.sentence
    assert "WRONG  Database: There is no database file" in said
    assert "WRONG  Discord: Discord does not accept DISCORD_TOKEN" in said
    assert "ok     Gateway" in said
    assert token not in said


@pytest.mark.usefixtures("_discord_py")
async def test_a_gateway_that_is_none_is_found(url: str) -> None:
    await upgrade(url)
    async with PracticeDiscord(World()) as server:
        wrong = server.gateway_url.rsplit(":", 1)[0] + ":9"
        with pytest.raises(Problem, match="WRONG  Gateway"):
            await doctor(settings_for(server, url, discord_gateway_url=wrong))
