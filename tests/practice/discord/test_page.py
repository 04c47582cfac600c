"""The person's side over HTTP: acts, what is seen, and the stream of changes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.practice.discord import Channel, Guild, Person, PracticeDiscord
from tests.practice.discord.sample_bot import SampleBot


class Page:
    """A program that speaks for people."""

    def __init__(self, server: PracticeDiscord, session: aiohttp.ClientSession) -> None:
        self.server = server
        self.session = session

    async def get(self, path: str, **query: str) -> tuple[int, Any]:
        params = {"token": self.server.page_token, **query}
        async with self.session.get(self.server.page_url + path, params=params) as answer:
            return answer.status, await answer.json()

    async def post(self, path: str, body: Any) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {self.server.page_token}"}
        async with self.session.post(self.server.page_url + path, json=body, headers=headers) as answer:
            return answer.status, await answer.json()


@pytest.fixture
async def page(practice: PracticeDiscord) -> AsyncIterator[Page]:
    async with aiohttp.ClientSession() as session:
        yield Page(practice, session)


async def test_only_with_the_token_and_to_a_loopback_name(page: Page) -> None:
    url = page.server.page_url + "/state"
    for headers, status in (
        ({}, 403),
        ({"Authorization": "Bearer wrong"}, 403),
        ({"Authorization": f"Bearer {page.server.page_token}"}, 200),
        ({"Authorization": f"Bearer {page.server.page_token}", "Host": "evil.example"}, 403),
        ({"Authorization": f"Bearer {page.server.page_token}", "Host": "localhost:1234"}, 200),
    ):
        async with page.session.get(url, headers=headers) as answer:
            assert answer.status == status
    for path in ("/events", "/messages"):
        async with page.session.get(page.server.page_url + path, params={"person": "ana"}) as answer:
            assert answer.status == 403


async def test_the_state(page: Page, table: Guild, fight: Channel, ana: Person) -> None:
    from bot.practice.discord import Permission

    hidden = table.add_channel("hidden")
    hidden.set_overwrite(table.everyone, deny=Permission.VIEW_CHANNEL)
    page.server.world.add_guild("Elsewhere")
    _, state = await page.get("/state", person="ana")
    assert state["bot"]["online"] is False
    (guild,) = state["guilds"]
    assert [channel["name"] for channel in guild["channels"]] == ["fight"]
    _, everything = await page.get("/state")
    assert [guild["name"] for guild in everything["guilds"]] == ["Table One", "Elsewhere"]


async def test_a_whole_conversation(
    page: Page, bot: SampleBot, fight: Channel, ana: Person, ben: Person
) -> None:
    at = {"person": "ana", "channel": str(fight.id)}
    _, offered = await page.post(
        "/autocomplete", {**at, "command": "attack", "option": "target", "typed": "tr"}
    )
    assert offered["choices"] == [{"name": "Troll", "value": "t1"}]
    _, first = await page.post("/slash", {**at, "line": "attack target:Troll"})
    assert (first["kind"], first["message"]["content"]) == ("message", "Troll fist 0 -")
    _, again = await page.post(
        "/slash", {**at, "command": "attack", "options": {"target": "x", "ally": str(ben.id)}}
    )
    assert again["message"]["content"] == "x fist 0 ben"
    _, menu = await page.post("/slash", {**at, "line": "menu"})
    chosen = {"person": "ben", "message": menu["message"]["id"], "component": "target", "values": ["Goblin"]}
    _, updated = await page.post("/select", chosen)
    assert (updated["kind"], updated["message"]["content"]) == ("updated", "aiming at g1")
    await page.post("/slash", {**at, "line": "board"})
    await ana.waits_for(fight, lambda message: message.is_v2)
    board = str(next(message for message in fight.messages if message.is_v2).id)
    _, struck = await page.post("/press", {"person": "ben", "message": board, "component": "strike:goblin:0"})
    assert "struck 1 times" in struck["message"]["text"]


async def test_a_form(page: Page, bot: SampleBot, fight: Channel, ana: Person) -> None:
    at = {"person": str(ana.id), "channel": str(fight.id)}
    _, opened = await page.post("/slash", {**at, "line": "sheet"})
    assert opened["modal"]["title"] == "A new sheet"
    submit = {"person": "ana", "modal": opened["modal"]["id"], "values": {"name": "Rurik", "game": ["oq"]}}
    _, sent = await page.post("/submit", submit)
    assert sent["message"]["content"] == "Rurik plays oq (none yet)"
    assert await page.post("/submit", submit) == (409, {"refused": "This form is not open"})


async def test_a_file(page: Page, bot: SampleBot, fight: Channel, ana: Person) -> None:
    form = aiohttp.FormData()
    form.add_field("file", b"abc", filename="sheet.json")
    headers = {"Authorization": f"Bearer {page.server.page_token}"}
    async with page.session.post(page.server.page_url + "/files", data=form, headers=headers) as answer:
        (stored,) = (await answer.json())["files"]
    body = {"person": "ana", "channel": str(fight.id), "command": "upload"}
    _, sent = await page.post("/slash", {**body, "options": {"sheet": {"file": stored["id"]}}})
    assert sent["message"]["content"] == "sheet.json: 3 bytes"
    assert (await page.post("/slash", {**body, "options": {"sheet": {"file": "1"}}}))[0] == 404


async def test_private_replies_and_dismissing_them(
    page: Page, bot: SampleBot, fight: Channel, ana: Person, ben: Person
) -> None:
    at = {"channel": str(fight.id)}
    _, secret = await page.post("/slash", {**at, "person": "ana", "line": "secret"})

    async def seen(person: str) -> list[str]:
        _, told = await page.get("/messages", person=person, **at)
        return [message["content"] for message in told["messages"]]

    assert (await seen("ana"), await seen("ben")) == (["only for you"], [])
    press = {"person": "ben", "message": secret["message"]["id"]}
    assert (await page.post("/dismiss", press))[0] == 409
    await page.post("/dismiss", {**press, "person": "ana"})
    assert await seen("ana") == []


async def test_refusals_and_nonsense(page: Page, bot: SampleBot, fight: Channel, ana: Person) -> None:
    at = {"person": "ana", "channel": str(fight.id)}
    assert await page.post("/slash", {**at, "line": "dance"}) == (
        409,
        {"refused": "There is no command /dance here"},
    )
    assert (await page.post("/slash", {**at, "person": "nobody", "line": "secret"}))[0] == 404
    assert (await page.post("/slash", {**at, "channel": "1", "line": "secret"}))[0] == 404
    assert (await page.post("/slash", at))[0] == 400
    assert (await page.post("/slash", []))[0] == 400
    assert (await page.post("/press", {"person": "ana", "message": "1", "component": "x"}))[0] == 409


async def test_new_people(page: Page, table: Guild, fight: Channel) -> None:
    role = table.add_role("GM")
    body = {"name": "Cora", "guild": str(table.id), "roles": [str(role.id)]}
    _, cora = await page.post("/people", body)
    assert (cora["name"], cora["display"]) == ("cora", "Cora")
    assert cora["guilds"][0]["roles"] == [str(role.id)]
    _, said = await page.post("/say", {"person": "cora", "channel": str(fight.id), "content": "hello"})
    assert said["author"]["display"] == "Cora"
    assert (await page.post("/people", {**body, "name": ""}))[0] == 409


async def test_commands(page: Page, bot: SampleBot, fight: Channel, ana: Person) -> None:
    _, told = await page.get("/commands", person="ana", channel=str(fight.id))
    names = [command["name"] for command in told["commands"]]
    assert "attack" in names
    assert "config" not in names


async def test_the_stream_tells_what_one_person_may_see(
    page: Page, bot: SampleBot, fight: Channel, ana: Person, ben: Person
) -> None:
    params = {"person": "ben", "token": page.server.page_token}
    async with page.session.get(page.server.page_url + "/events", params=params) as stream:

        async def event() -> tuple[str, Any]:
            name = ""
            while True:
                line = (await asyncio.wait_for(stream.content.readline(), 30)).decode().strip()
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    return name, json.loads(line.removeprefix("data: "))

        assert (await stream.content.readline()) == b": connected\n"
        await ana.slash(fight, "secret")
        message = await ana.say(fight, f"look, {ben.mention}")
        name, told = await event()
        assert (name, told["content"], told["pinged"]) == ("message", message.content, True)
        message.delete()
        assert await event() == ("delete", {"id": str(message.id), "channel_id": str(fight.id)})
        await ben.slash(fight, "secret")
        name, told = await event()
        assert (name, told["ephemeral"]) == ("message", True)
        name, told = await event()
        assert (name, told["kind"]) == ("outcome", "message")
        fight.add_thread("duel")
        name, told = await event()
        assert (name, told["change"], told["name"]) == ("channel", "create", "duel")
        await bot.close()
        assert await event() == ("bot", {"online": False})
