"""A lane per channel: what is still to be said there, one after the other, in order and coalesced.

Cards first, in the order of their steps; of several states of a card only the newest. Then small messages,
then the board, at most once in two seconds. A lane has a task only while it has work.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import structlog

from bot.table.people import Place
from bot.table.updates import Ping

from ..kit import ladder
from ..kit.panels import Interaction
from .boards import SPACING, Boards
from .cards import Cards, Key, Shown
from .clock import Clock
from .trouble import FAILURES, Trouble, kind_of

log: structlog.stdlib.BoundLogger = structlog.get_logger("skirmish.presenter")

RETRIES: Final = (1.0, 3.0, 10.0, 30.0, 60.0)
"""Seconds to wait after each passing failure in a row; the last again and again."""
MOST_FAILURES: Final = 60
"""Passing failures in a row after which the lane rests until something new comes."""
ANSWERABLE: Final = 14 * 60.0
"""Seconds for which somebody who acted can still be told something privately."""
MOST_WAITING: Final = 100
"""Cards that wait in a channel the bot may not write in; older ones are in the log."""

Errand = Callable[[], Awaitable[None]]


class Lane:
    """What is to be said in one channel."""

    def __init__(self, place: Place, cards: Cards, boards: Boards, clock: Clock) -> None:
        self.place = place
        self._cards = cards
        self._boards = boards
        self._clock = clock
        self._waiting: dict[Key, tuple[Shown, Sequence[Ping]]] = {}
        self._errands: list[Errand] = []
        self._dirty: dict[int, None] = {}
        self._drawn_at = float("-inf")
        self._news = asyncio.Event()
        self._rush = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._failures = 0
        self._complained: set[int] = set()
        self._actor: tuple[Interaction, float] | None = None

    @property
    def idle(self) -> bool:
        """Whether nothing is under way (though something may wait for the bot to be let in again)."""
        return self._task is None

    @property
    def empty(self) -> bool:
        """Whether nothing is left to be said."""
        return not (self._waiting or self._errands or self._dirty)

    @property
    def errands(self) -> bool:
        """Whether errands wait or are under way."""
        return bool(self._errands)

    def acted(self, interaction: Interaction) -> None:
        """Somebody acts here: whoever did last is told when the bot may not write here."""
        self._actor = interaction, self._clock.now()

    def card(self, shown: Shown, pings: Sequence[Ping] = ()) -> None:
        """Post or edit this card."""
        before = self._waiting.get(shown.key)
        self._waiting[shown.key] = shown, (*(before[1] if before else ()), *pings)
        while len(self._waiting) > MOST_WAITING:
            del self._waiting[next(iter(self._waiting))]
        self._start()

    def errand(self, errand: Errand) -> None:
        """Do this when the cards are done, once."""
        self._errands.append(errand)
        self._start()

    def board(self, encounter: int) -> None:
        """Draw this board anew, soon."""
        self._dirty[encounter] = None
        self._begin()

    def wake(self) -> None:
        """Go on with what waits, if anything does: what stood in the way may be gone."""
        if not self.empty:
            self._begin()

    async def flush(self) -> None:
        """Everything now, without the board's spacing; comes back when it is done or cannot be done."""
        self._rush.set()
        try:
            if not self.empty:
                self._start()
            while self._task is not None:
                await asyncio.wait({self._task})
        finally:
            self._rush.clear()

    def _start(self) -> None:
        """Go on at once, also while the board is waiting for its time."""
        self._news.set()
        self._begin()

    def _begin(self) -> None:
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name=f"lane {self.place.channel}")

    async def _run(self) -> None:
        try:
            while not self.empty and await self._next():
                pass
        finally:
            self._task = None

    async def _next(self) -> bool:
        """Do the next thing; False when the lane has to rest."""
        if self._waiting:
            return await self._next_card()
        if self._errands:
            return await self._next_errand()
        return await self._next_board()

    async def _next_card(self) -> bool:
        key, (shown, pings) = next(iter(self._waiting.items()))
        trouble = await self._try(lambda: self._cards.deliver(shown, pings))
        if trouble is Trouble.WRONG or (trouble is None and shown.current):
            # One that cannot be shown is let go here; in the table it stays untold.
            self._waiting.pop(key, None)
        return self._goes_on(trouble)

    async def _next_errand(self) -> bool:
        errand = self._errands[0]
        trouble = await self._try(errand)
        if trouble not in (Trouble.PASSING, Trouble.BLOCKED):
            self._errands.remove(errand)
        return self._goes_on(trouble)

    async def _next_board(self) -> bool:
        since = self._clock.now() - self._drawn_at
        # less than nothing: the clock was set back, and nobody shall wait until it has caught up
        if 0 <= since < SPACING and not self._rush.is_set():
            await self._pause(SPACING - since, self._news)
            return True
        encounter = next(iter(self._dirty))
        del self._dirty[encounter]  # what changes while it is drawn marks it again
        self._drawn_at = self._clock.now()
        trouble = await self._try(lambda: self._boards.draw(encounter))
        if trouble in (Trouble.PASSING, Trouble.BLOCKED):
            self._dirty.setdefault(encounter)
        return self._goes_on(trouble)

    async def _try(self, do: Errand) -> Trouble | None:
        """Do something of Discord's; the trouble there was, None when it went well."""
        try:
            await do()
        except FAILURES as error:
            return await self._failed(error)
        except Exception as error:
            log.error("could not be shown", channel=self.place.channel, exc_info=error)
            return Trouble.WRONG
        self._failures = 0
        self._complained.clear()
        return None

    def _goes_on(self, trouble: Trouble | None) -> bool:
        if trouble is Trouble.GONE:
            self._waiting.clear()
            self._errands.clear()
            self._dirty.clear()
        if trouble is Trouble.PASSING:
            return 0 < self._failures < MOST_FAILURES and not self._rush.is_set()
        return trouble not in (Trouble.GONE, Trouble.BLOCKED)

    async def _failed(self, error: Exception) -> Trouble:
        kind = kind_of(error)
        where = {"channel": self.place.channel, "why": str(error)[:200]}
        if kind is Trouble.BLOCKED:
            await self._complain(error)
        elif kind is Trouble.PASSING:
            await self._wait_out(where)
        elif kind is Trouble.WRONG:
            log.error("Discord does not take it", channel=self.place.channel, exc_info=error)
        else:
            log.info("nothing is there any more", kind=kind.value, **where)
        return kind

    async def _complain(self, error: Exception) -> None:
        """Say to whoever acted last, once to each, that the bot may not write here."""
        actor = self._actor
        if actor is not None and self._clock.now() - actor[1] >= ANSWERABLE:
            actor = None
        person = 0 if actor is None else actor[0].user.id
        if person in self._complained:
            return
        self._complained.add(person)
        if actor is not None:
            await ladder.report(actor[0], error)
        else:
            ladder.record(ladder.diagnose(error), error)

    async def _wait_out(self, where: dict[str, object]) -> None:
        """Wait a little longer after each passing failure in a row, but not long once somebody acts again:
        Discord hears them, so it may take this too.
        """
        seconds = RETRIES[min(self._failures, len(RETRIES) - 1)]
        self._failures += 1
        log.warning("tried again soon", seconds=seconds, **where)
        self._news.clear()
        await self._pause(RETRIES[0], self._rush)
        if not self._news.is_set():
            await self._pause(seconds - RETRIES[0], self._news)

    async def _pause(self, seconds: float, unless: asyncio.Event) -> None:
        """Until that much later, or until the event."""
        if unless is self._news:
            unless.clear()
        waiters = {
            asyncio.ensure_future(self._clock.sleep(seconds)),
            asyncio.ensure_future(unless.wait()),
        }
        try:
            await asyncio.wait(waiters, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for waiter in waiters:
                waiter.cancel()
