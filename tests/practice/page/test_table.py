"""The table around the page: who may come in, what is kept, how it is opened and closed. Needs no browser."""

from __future__ import annotations

import asyncio
import re
import signal
import stat
import sys
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.practice.bot_process import ROOT
from bot.practice.discord import World
from bot.practice.page import PracticeTable
from bot.practice.page.fights import Fights
from bot.practice.page.kept import Kept
from bot.problems import Problem
from rules import games
from tests.practice.page.pictures import LARGEST


@pytest.mark.asyncio(loop_scope="session")
async def test_only_with_the_token_and_to_this_machine(table: PracticeTable) -> None:
    origin = table.discord.origin
    async with aiohttp.ClientSession() as session:
        for path, headers, status in (
            (f"/practice/?token={table.token}", {}, 200),
            (f"/practice?token={table.token}", {}, 200),
            ("/practice/", {}, 403),
            ("/practice/?token=wrong", {}, 403),
            (f"/practice/?token={table.token}", {"Host": "evil.example"}, 403),
            (f"/practice/?token={table.token}", {"Host": f"127.0.0.1.evil.example:{origin[-5:]}"}, 403),
            ("/practice/static/main.js", {}, 200),
            ("/practice/static/main.js", {"Host": "evil.example"}, 403),
            ("/practice/static/..%2Froutes.py", {}, 404),
            ("/practice/table/state", {}, 403),
        ):
            async with session.get(origin + path, headers=headers) as answer:
                assert answer.status == status, path
                if status == 200:
                    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
        async with session.post(f"{origin}/practice/table/bot", json={"do": "kill"}) as answer:
            assert answer.status == 403
    assert table.bot.running


def test_one_folder_is_for_one_table_at_a_time(tmp_path: Path) -> None:
    with Kept(tmp_path).held(), pytest.raises(Problem, match=r"open in .* already"), Kept(tmp_path).held():
        pass
    with Kept(tmp_path).held():
        pass


def test_the_pictures_of_the_readme_are_there_and_small() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for rules in games.load():
        path = f"docs/pictures/{rules.id}.png"
        assert f"({path})" in readme
        assert (ROOT / path).stat().st_size <= LARGEST


def test_beginning_anew_deletes_only_what_the_table_made(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    kept = Kept(tmp_path)
    kept.keep_world("{}")
    kept.keep_address(kept.address())
    kept.clear()
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("text", ["", "not JSON", '{"form": 77}', "[]"])
def test_a_damaged_file_is_put_aside(tmp_path: Path, text: str) -> None:
    (tmp_path / "world.json").write_text(text, encoding="utf-8")
    (tmp_path / "skirmish.db").write_text("of that world", encoding="utf-8")
    assert not Kept(tmp_path).world(World())
    assert (tmp_path / "skirmish.db.damaged").exists()
    assert (tmp_path / "world.json.damaged").read_text(encoding="utf-8") == text


def test_every_game_can_be_set_up() -> None:
    fights = Fights(World())
    for rules in games.load():
        lines = fights.lines(rules.id)
        assert [line.person for line in lines] == ["gm", "ana", "ben", "gm", "gm"]
        assert lines[-1].command == "encounter begin"
    with pytest.raises(KeyError):
        fights.lines("chess")


async def test_make_play_tells_its_address_and_the_next_opening_goes_on_where_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    command = [sys.executable, "-m", "bot", "play", "--no-browser", "--folder", str(folder)]
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    assert process.stdout is not None
    said = ""
    async with asyncio.timeout(60):
        while "Ctrl+C" not in said:
            line = await process.stdout.readline()
            assert line, said
            said += line.decode()
    found = re.search(r"http://127\.0\.0\.1:\d+/practice/\?token=\S+", said)
    assert found is not None
    assert stat.S_IMODE((folder / "address.json").stat().st_mode) == 0o600
    channel, told = await _fight(found[0])
    process.send_signal(signal.SIGTERM)
    async with asyncio.timeout(30):
        await process.wait()
    assert process.returncode == 0
    async with PracticeTable(folder) as table:
        assert table.url == found[0]
        same = table.world.channels[channel]
        assert [(str(one.id), one.components) for one in same.messages] == told
        acting = Fights(table.world).hints.of(same)
        assert acting is not None
        card = table.world.message(int(acting.message))
        assert card is not None
        out = await table.world.person(acting.person).press(card, "My turn")
        assert out.ephemeral
        assert "Ana" in out.text or "Ben" in out.text or "Goblin" in out.text


async def _fight(url: str) -> tuple[int, list[tuple[str, Any]]]:
    """Set a first fight up at an open table: its channel, and the messages there with what they show."""
    address, token = url.split("?token=")
    headers = {"Authorization": f"Bearer {token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        async with session.get(url) as answer:
            assert "Skirmish practice table" in await answer.text()
        async with session.get(f"{address}api/state") as answer:
            guild = (await answer.json())["guilds"][0]["id"]
        body = {"guild": guild, "game": "openquest"}
        async with session.post(f"{address}table/fight", json=body) as answer:
            channel = (await answer.json())["channel"]
        where = {"person": "gm", "channel": channel}
        async with session.get(f"{address}api/messages", params=where) as answer:
            messages = (await answer.json())["messages"]
    return int(channel), [(one["id"], one["components"]) for one in messages]
