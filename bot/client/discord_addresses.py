"""Where the bot looks for Discord."""

from __future__ import annotations

import asyncio
from typing import Final

import aiohttp
import discord
import yarl

from bot.problems import Problem
from bot.settings import Settings

GATEWAY_SECONDS: Final = 10.0
"""Seconds within which a configured gateway has to greet."""
_HELLO: Final = 10


def point_discord_py(settings: Settings) -> None:
    """Let discord.py speak to the configured addresses. It keeps both in class attributes; there too stands
    that it warns of missing voice, which this bot has no use for.
    """
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    api = settings.discord_api_url or "https://discord.com"
    discord.http.Route.BASE = f"{api}/api/v10"
    gateway = settings.discord_gateway_url or "wss://gateway.discord.gg/"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


async def greeted(gateway: str) -> None:
    """Problem when nothing greets at this address as Discord's gateway does."""
    wrong = Problem("DISCORD_GATEWAY_URL cannot be reached, or what answers there is not Discord's gateway.")
    try:
        async with asyncio.timeout(GATEWAY_SECONDS), aiohttp.ClientSession() as session:
            address = yarl.URL(gateway).update_query(v="10", encoding="json")
            async with session.ws_connect(address, max_msg_size=0) as socket:
                hello = await socket.receive_json()
    except (aiohttp.ClientError, OSError, TimeoutError, TypeError, ValueError):
        raise wrong from None
    if not isinstance(hello, dict) or hello.get("op") != _HELLO:
        raise wrong
