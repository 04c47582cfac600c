"""The check against Discord's document."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.practice.discord import BodyCheck, Channel, PracticeDiscord, World, openapi_check
from bot.practice.discord.openapi import NoDocument
from bot.practice.discord.rest.service import ROUTES
from tests.practice.discord.raw import Raw

CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"


@pytest.fixture(scope="module")
def check(discord_openapi: dict[str, Any]) -> BodyCheck:
    return BodyCheck(discord_openapi)


def test_every_route_is_one_of_discords(discord_openapi: dict[str, Any]) -> None:
    def shape(path: str) -> str:
        return "/".join("{}" if part.startswith("{") else part for part in path.split("/"))

    known = {(m.upper(), shape(path)) for path, item in discord_openapi["paths"].items() for m in item}
    assert [r for r in ROUTES if (r.method, shape(r.path)) not in known] == []


def test_good_bodies(check: BodyCheck) -> None:
    assert check("POST", CALLBACK, {"type": 4, "data": {"content": "x", "attachments": [{"id": 0}]}}) == []
    assert check("POST", "/channels/{channel_id}/messages", {"content": "x" * 2000}) == []


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/channels/{channel_id}/messages", {"content": 5}),
        ("/channels/{channel_id}/messages", {"components": [{"type": 1, "components": []}]}),
        (CALLBACK, {"type": 4, "data": {"content": "x" * 2001}}),
        (CALLBACK, {"type": 8, "data": {"choices": [{"name": "x" * 101, "value": "y"}]}}),
    ],
)
def test_bad_bodies(check: BodyCheck, path: str, body: Any) -> None:
    assert check("POST", path, body) != []


async def test_a_bad_body_is_refused_and_remembered(world: World, fight: Channel, check: BodyCheck) -> None:
    async with PracticeDiscord(world, check_body=check) as server, aiohttp.ClientSession() as session:
        raw = Raw(server, session)
        path = f"/channels/{fight.id}/messages"
        status, told = await raw.ask("POST", path, {"content": "x", "embeds": [{"color": -1}]})
        assert (status, told["code"]) == (400, 50035)
        assert [error.split(":")[0] for error in server.body_errors] == [
            "POST /channels/{channel_id}/messages"
        ]
        assert fight.messages == []


def test_a_missing_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_OPENAPI", str(tmp_path / "nothing.json"))
    with pytest.raises(NoDocument, match="DISCORD_OPENAPI can name its place"):
        openapi_check()
