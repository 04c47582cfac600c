"""What is under way: counted, so that a stopping bot can wait for it and take on nothing new."""

from __future__ import annotations

import asyncio
from types import TracebackType


class Work:
    """A counter of what is under way. `with work:` around each piece."""

    def __init__(self) -> None:
        self._draining = asyncio.Event()
        self._pieces = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def pieces(self) -> int:
        """How many are under way."""
        return self._pieces

    def __enter__(self) -> None:
        self._pieces += 1
        self._idle.clear()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pieces -= 1
        if not self._pieces:
            self._idle.set()

    @property
    def draining(self) -> bool:
        """Whether the bot is stopping: what is under way ends, nothing new begins."""
        return self._draining.is_set()

    def drain(self) -> None:
        """Take on nothing new from now on."""
        self._draining.set()

    async def until_draining(self) -> None:
        """Comes back when the bot begins to stop."""
        await self._draining.wait()

    async def finished(self, seconds: float) -> bool:
        """Wait until nothing is under way, at most so long; whether that was reached."""
        try:
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        except TimeoutError:
            return False
        return True
