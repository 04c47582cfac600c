"""First fights that stand ready for tests.

The bot draws a board at most every two seconds. So fights that a test only begins from are set up several
at a time, and wait for it together.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Final

from bot.practice.page import PracticeTable
from bot.practice.page.fights import Fights
from tests.practice.page.window import Window

AT_ONCE: Final = 5
"""Fights that are set up together."""
OpenFight = Callable[..., Awaitable[Window]]


class Ready:
    """First fights that stand ready, each in a channel of its own."""

    def __init__(self, table: PracticeTable) -> None:
        self._guild = next(iter(table.world.guilds.values()))
        self._fights = Fights(table.world)
        self._standing: defaultdict[str, list[str]] = defaultdict(list)

    async def take(self, game: str) -> str:
        """The id of a channel with a fight that nobody has touched."""
        if not self._standing[game]:
            made = await asyncio.gather(*(self._make(game) for _ in range(AT_ONCE)))
            self._standing[game].extend(made)
        return self._standing[game].pop()

    async def _make(self, game: str) -> str:
        channel = self._fights.channel(self._guild, f"ready-{game}")
        await self._fights.set_up(game, channel)
        return str(channel.id)
