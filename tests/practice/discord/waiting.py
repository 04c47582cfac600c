"""Waiting for what happens in the bot, of which the world hears nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


async def eventually(condition: Callable[[], bool], timeout: float = 5.0) -> None:  # noqa: ASYNC109
    """Return as soon as the condition holds; raises `TimeoutError` in seconds."""
    async with asyncio.timeout(timeout):
        while not condition():  # noqa: ASYNC110 - discord.py offers no event to wait for
            await asyncio.sleep(0.002)
