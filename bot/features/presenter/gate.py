"""Holds answers back at the start where what a crash left is not found yet: nothing is told twice."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Final

import structlog

log: structlog.stdlib.BoundLogger = structlog.get_logger("skirmish.presenter")

SECONDS: Final = 10.0
"""How long an answer is held back at most."""


class Gate:
    """Open, until it is closed: then for every channel, until it is known which channels it is about."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._everywhere: asyncio.Event | None = None
        self._channels: dict[int, asyncio.Event] = {}

    def close(self) -> None:
        """Hold back everything."""
        self._everywhere = asyncio.Event()

    def only(self, channels: Iterable[int]) -> None:
        """Go on holding back in these channels only."""
        self._channels.update((channel, asyncio.Event()) for channel in channels)
        if self._everywhere is not None:
            self._everywhere.set()
            self._everywhere = None

    def open(self, channel: int) -> None:
        """Let pass in a channel."""
        event = self._channels.pop(channel, None)
        if event is not None:
            event.set()

    def open_all(self) -> None:
        """Let pass everywhere."""
        self.only(())
        for channel in list(self._channels):
            self.open(channel)

    async def passed(self, channel: int) -> None:
        """Comes back when it is open for the channel, or when it has been waited for long enough."""
        try:
            async with asyncio.timeout(self._seconds):
                if self._everywhere is not None:
                    await self._everywhere.wait()
                if channel in self._channels:
                    await self._channels[channel].wait()
        except TimeoutError:
            log.warning("shown before all was found that a crash may have left", channel=channel)
