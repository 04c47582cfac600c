"""What happens by itself: at the start what was left untold is told, then deadlines and reminders as they
come due.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import structlog

from bot.features.presenter import Untold
from bot.store import Unavailable
from bot.table import answers
from bot.table.people import Place
from bot.table.untold import stale_boards, untold_cards
from bot.table.updates import Update

if TYPE_CHECKING:
    from bot.features.app import App

log: structlog.stdlib.BoundLogger = structlog.get_logger("skirmish.clockwork")

LONGEST_NAP: Final = 5.0
"""Seconds between two looks at the deadlines; an ask with a shorter deadline is settled by the next look."""


def add(app: App) -> None:
    """Register the jobs of the start and the service that keeps the deadlines."""
    works = Clockwork(app)
    app.presenter.expect_recovery()
    app.at_login.append(works.put_off)
    app.at_login.append(works.tell_untold)
    app.services.append(works.keep_time)


class Clockwork:
    """Keeps time for the encounters of this process."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._put_off: tuple[int, ...] = ()
        """Encounters of the deadlines that were put off at the start."""

    async def put_off(self) -> None:
        """Deadlines that passed while the bot was down come due only after a grace."""
        grace = timedelta(seconds=self.app.settings.grace_seconds)
        self._put_off = await answers.after_downtime(self.app.tables, grace)
        if self._put_off:
            log.info("deadlines that passed meanwhile are put off", asks=len(self._put_off))

    async def tell_untold(self) -> None:
        """What was committed and not told before the process ended is told now, once; boards that were not
        drawn since are, and cards with a deadline that was put off.
        """
        try:
            async with self.app.store.read() as tx:
                places = await tx.encounters.open_places(self.app.tables.shards)
            self.app.presenter.pings_may_stand(Place(*place) for place in places)
            found = [Untold(*one) async for one in untold_cards(self.app.tables)]
            await self.app.presenter.recover(found, await stale_boards(self.app.tables))
        except Unavailable:
            raise  # it is tried again, and until then nothing may be told a second time
        except BaseException:
            self.app.presenter.recovered()
            raise
        self.app.presenter.recovered()
        for update in await answers.with_new_deadlines(self.app.tables, self._put_off):
            await self._tell(update)

    async def keep_time(self) -> None:
        """Settle what is due, remind, tell what became of fights by itself, then sleep until something may be
        due again.
        """
        while True:
            with self.app.work:
                for update in await answers.settle_due(self.app.tables):
                    await self._tell(update)
                for update in await answers.due_reminders(self.app.tables):
                    await self._tell(update)
                while self.app.tables.by_itself:
                    await self._tell(self.app.tables.by_itself.pop(0))
                nap = await self._nap()
            await asyncio.sleep(nap)

    async def _nap(self) -> float:
        """Seconds until the next deadline or reminder, at most five."""
        async with self.app.store.read() as tx:
            due = await tx.asks.next_at(self.app.tables.shards)
        if due is None:
            return LONGEST_NAP
        left = (due - self.app.tables.clock()).total_seconds()
        return min(max(left, 0.05), LONGEST_NAP)

    async def _tell(self, update: Update) -> None:
        row = await self.app.tables.row_of(update.encounter)
        if row is not None:
            await self.app.presenter.tell(Place(row.guild, row.channel), update)
