"""REST without discord.py, for what a library would not send."""

from __future__ import annotations

import json
from typing import Any

import aiohttp

from bot.practice.discord import Channel, Interaction, PracticeDiscord
from bot.practice.discord.interactions import Kind
from bot.practice.discord.model import User
from bot.practice.discord.wire import Json

V2 = 1 << 15
EPHEMERAL = 1 << 6


class Raw:
    """Sends requests with the bot's token, and acts as if a bot were connected."""

    def __init__(self, server: PracticeDiscord, session: aiohttp.ClientSession) -> None:
        self.server = server
        self.world = server.world
        self._session = session
        server.world.interactions.reachable = lambda guild: True

    async def ask(
        self, method: str, path: str, body: object = None, *, token: str | None = None
    ) -> tuple[int, Any]:
        """Status and JSON of the answer."""
        headers = {"Authorization": f"Bot {token or self.world.application.token}"}
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body)
        url = self.server.api_url + path
        async with self._session.request(method, url, data=data, headers=headers) as answer:
            text = await answer.text()
            return answer.status, json.loads(text) if text else None

    async def code(self, method: str, path: str, body: object = None) -> tuple[int, int]:
        """Status and Discord's code of an error."""
        status, told = await self.ask(method, path, body)
        return status, told["code"]

    def interaction(self, user: User, channel: Channel, kind: Kind = Kind.COMMAND) -> Interaction:
        """A person has just used a command that nobody has answered yet."""
        return self.world.interactions.start(kind, user, channel, {}, command_name="test")

    async def answer(self, interaction: Interaction, body: Json) -> tuple[int, Any]:
        """Acknowledge it."""
        path = f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=1"
        return await self.ask("POST", path, body)

    def hook(self, interaction: Interaction, rest: str = "") -> str:
        """The path of its webhook."""
        return f"/webhooks/{self.world.application.id}/{interaction.token}{rest}"


def faults(told: Json) -> set[tuple[str, str]]:
    """Where in a body the faults lie, and their codes."""
    found: set[tuple[str, str]] = set()

    def look(node: Json, path: tuple[str, ...]) -> None:
        for key, value in node.items():
            if key == "_errors":
                found.update((".".join(path), each["code"]) for each in value)
            else:
                look(value, (*path, key))

    look(told["errors"], ())
    return found
