"""The table of permissions: every command is in it, and it keeps to its own words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from discord import app_commands
from pydantic import SecretStr

from bot.client import assemble
from bot.settings import Settings
from bot.store import open_store
from bot.store.migrate import upgrade
from tests.repo.files import ROOT

PEOPLE = ["GM", "Controller", "Other player", "Outsider", "Manage Server", "Other server", "DM"]
TEXT = (ROOT / "docs" / "permissions.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of the table below a heading, without its head."""
    part = TEXT.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


@pytest.fixture
async def commands(tmp_path: Path) -> set[str]:
    """Every command of the bot, as it is typed."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'skirmish.db'}"
    await upgrade(url)
    store = await open_store(url)
    settings = Settings(_env_file=None, discord_token=SecretStr("a.b.c"), database_url=SecretStr(url))
    app = assemble(settings, store)
    found = {
        f"/{command.qualified_name}"
        for command in app.tree.walk_commands()
        if isinstance(command, app_commands.Command)
    }
    await store.close()
    return found


async def test_every_command_has_its_row_and_every_row_its_command(commands: set[str]) -> None:
    named = {found[1] for row in rows("The table") if (found := re.match(r"`(/[^`]+)`", row[0]))}
    assert named == commands


def test_the_table_keeps_to_its_own_words() -> None:
    cells = {row[0].strip("`") for row in rows("The answers")}
    situations = {row[0].strip("`") for row in rows("When")}
    assert [row[0] for row in rows("The people")] == PEOPLE
    table = rows("The table")
    assert len({row[0] for row in table}) == len(table)
    for row in table:
        assert len(row) == 2 + len(PEOPLE)
        assert row[1] in situations
        assert set(row[2:]) <= cells
        assert row[-1] == "absent"


def test_manage_server_can_always_end_and_hand_over() -> None:
    by_name = {row[0].strip("`"): row for row in rows("The table")}
    manager = 2 + PEOPLE.index("Manage Server")
    assert by_name["/encounter end"][manager] == "yes"
    assert by_name["/encounter gm"][manager] == "yes"
