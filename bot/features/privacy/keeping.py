"""What is deleted because its time has come, and servers that came and went while the bot was down."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import structlog

from bot.table import privacy

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
        """Delete what has had its time, once a day."""
        await asyncio.sleep(self._first)
        while True:
            with self.app.work:
                gone = await privacy.purge(self.app.tables)
            if gone.encounters or gone.servers or gone.drafts:
                log.info(
                    "deleted what has had its time",
                    encounters=gone.encounters,
                    servers=gone.servers,
                    drafts=gone.drafts,
                )
            await asyncio.sleep(self._every)
