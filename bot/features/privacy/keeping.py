"""What is deleted because its time has come, and servers and channels that went while nobody was told."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import discord
import structlog

from bot.features.kit.ladder import UNKNOWN_CHANNEL
from bot.features.presenter.trouble import FAILURES
from bot.table import deserted, privacy
from bot.table.people import Place

if TYPE_CHECKING:
    from bot.features.app import App

log: structlog.stdlib.BoundLogger = structlog.get_logger("skirmish.keeping")

SWEEP_SECONDS: Final = 24 * 3600.0
FIRST_SECONDS: Final = 600.0
"""Before the first sweep after a start: a bot that starts again and again need not sweep each time."""


class Keeping:
    """Looks after what is stored."""

    def __init__(self, app: App, first: float = FIRST_SECONDS, every: float = SWEEP_SECONDS) -> None:
        self.app = app
        self._first = first
        self._every = every

    async def reconcile(self) -> None:
        """Servers that removed the bot while it was down are marked as left, those that took it back are not.

        Servers that Discord names but cannot reach just now count as there.
        """
        present = [guild.id for guild in self.app.client.guilds]
        left, back = await privacy.reconcile(self.app.tables, present)
        if left or back:
            log.info("servers came and went meanwhile", left=left, back=back)

    async def sweep(self) -> None:
        """End what has lost its channel and delete what has had its time, once a day."""
        await asyncio.sleep(self._first)
        while True:
            with self.app.work:
                await self.end_deserted()
                gone = await privacy.purge(self.app.tables)
            if gone.encounters or gone.servers or gone.drafts:
                log.info(
                    "deleted what has had its time",
                    encounters=gone.encounters,
                    servers=gone.servers,
                    drafts=gone.drafts,
                )
            await asyncio.sleep(self._every)

    async def end_deserted(self) -> int:
        """End the encounters whose channel was deleted while the bot did not hear of it; how many."""
        ended = await deserted.end_all(self.app.tables, self._gone)
        if ended:
            log.info("ended encounters whose channel is gone", encounters=ended)
        return ended

    async def _gone(self, place: Place) -> bool:
        """Whether a channel or thread is there no more. Archived threads have to be asked for; where Discord
        does not say, it is there.
        """
        guild = self.app.client.get_guild(place.guild)
        if guild is None or guild.unavailable or guild.get_channel_or_thread(place.channel) is not None:
            return False
        try:
            await self.app.client.fetch_channel(place.channel)
        except discord.NotFound as error:
            return error.code == UNKNOWN_CHANNEL
        except FAILURES:
            return False
        return False
