"""The store itself: transactions, the hot path, notes."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from datetime import datetime
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from .anonymous import make_anonymous
from .asks import Asks
from .encounters import Encounters
from .engine import Engines, create_engines
from .errors import Unavailable
from .notes import Notes, write_notes
from .people import Members, Panels, Privates, Rolls
from .privacy import about_user, forget_user, to_be_made_anonymous
from .reach import available
from .retention import purge
from .rows import AboutUser, Forgotten, Note, Purged, Save, Saved
from .saving import save_act, take_delivery
from .servers import Servers
from .sheets import Drafts, Sheets
from .writer import ThreadWriter

T = TypeVar("T")
NOTE_SECONDS = 1.0
_log = logging.getLogger(__name__)


class Deliveries:
    """Deliveries that change no encounter (those that do are part of a save)."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def take(self, delivery: str, now: datetime) -> None:
        """This delivery is applied now. AlreadyDelivered when it has been before."""
        await self._connection.run_sync(take_delivery, delivery, now)


class Tx:
    """A transaction: all of it is kept at the end of the `async with`, or nothing after an exception."""

    def __init__(self, connection: AsyncConnection, writing: bool) -> None:
        self.servers = Servers(connection)
        self.encounters = Encounters(connection, writing)
        self.asks = Asks(connection)
        self.private = Privates(connection, writing)
        self.panels = Panels(connection)
        self.members = Members(connection)
        self.sheets = Sheets(connection)
        self.drafts = Drafts(connection)
        self.rolls = Rolls(connection)
        self.deliveries = Deliveries(connection)


class Store:
    """The database, as `open_store` gives it; to be closed at the end.

    An SQLite file has one writer at a time, so all that writes in this process takes its turn; reading goes
    on beside it. With PostgreSQL writers wait only for those of the same encounter.
    """

    def __init__(self, engines: Engines, note_seconds: float = NOTE_SECONDS) -> None:
        self._engines = engines
        self._turn = asyncio.Lock() if engines.file is not None else None
        self._writer = None
        if engines.file is not None and self._turn is not None:
            self._writer = ThreadWriter(engines.file, self._turn)
        self._writing: set[object] = set()
        self._notes = Notes(self._write_notes, note_seconds)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Tx]:
        """A transaction that writes. Keep it short: with SQLite nobody else writes meanwhile. No Discord call
        inside. Unavailable.
        """
        task = self._not_writing()
        with available():
            async with self._turn or nullcontext(), self._engines.write.begin() as connection:
                self._writing.add(task)
                try:
                    yield Tx(connection, writing=True)
                finally:
                    self._writing.discard(task)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Tx]:
        """A transaction that only reads: one picture of everything; writing in it is an error.
        Unavailable.
        """
        async with self._reading() as connection:
            yield Tx(connection, writing=False)

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        with available():
            async with self._engines.read.begin() as connection:
                yield connection

    async def save(self, save: Save) -> Saved:
        """The hot path: one act, durable when this returns. With SQLite, acts of several channels that wait
        together share a commit.

        StaleVersion, AlreadyDelivered, ChannelTaken (an ended encounter was brought back, and its channel has
        another), Unavailable. Then nothing of it is written. When the caller is cancelled it may be written
        all the same.
        """
        return await self._run(lambda connection: save_act(connection, save))

    def note(self, *notes: Note) -> None:
        """Write these a moment later, at the latest after a second, in this order.

        A crash in between loses them; start-up (`untold`) copes with that.
        """
        self._notes.add(*notes)

    async def flush(self) -> None:
        """Write every note now."""
        await self._notes.flush()

    async def about(self, user: int, guild: int | None = None) -> AboutUser:
        """What is stored about a person, in one server or everywhere."""
        async with self._reading() as connection:
            return await connection.run_sync(about_user, user, guild)

    async def forget(self, user: int, guild: int | None = None) -> Forgotten:
        """Delete a person's sheets, drafts, rolls and what was kept for them, and take their id out of every
        ended encounter, which replays as before.

        Encounters that still run are named in the answer: their id is taken out of them by `purge` once they
        have ended. Whoever calls this hands the person's combatants over.
        """
        forgotten = await self._run(lambda connection: forget_user(connection, user, guild))
        await self._make_anonymous(user)
        return forgotten

    async def purge(self, now: datetime) -> Purged:
        """Delete what has had its time: ended encounters by their server's setting, servers that the bot has
        left for `retention.FORGET_AFTER`, old deliveries and drafts; and take out of ended encounters who
        asked for it. Little by little, so that play goes on. To be called about once a day.
        """
        await self._make_anonymous(None)
        return await purge(self._run, now)

    async def close(self) -> None:
        """Write every note and let go of every connection. Notes that cannot be written are lost, which
        start-up copes with.
        """
        try:
            await self.flush()
        except Unavailable as why:
            _log.warning("the last notes could not be written: %s", why)
        finally:
            if self._writer is not None:
                await self._writer.close()
            await self._engines.dispose()

    async def _make_anonymous(self, user: int | None) -> None:
        for encounter, who in await self._run(lambda connection: to_be_made_anonymous(connection, user)):
            await self._run(partial(make_anonymous, encounter=encounter, user=who))

    async def _write_notes(self, notes: list[Note]) -> None:
        await self._run(lambda connection: write_notes(connection, notes))

    def _not_writing(self) -> object:
        """The task that is about to write. One that holds a transaction open would wait for itself."""
        task = asyncio.current_task()
        if task in self._writing:
            raise RuntimeError("this task holds a writing transaction open: use the repositories on it")
        return task

    async def _run(self, work: Callable[[Connection], T]) -> T:
        """A piece of work in a writing transaction of its own."""
        self._not_writing()
        with available():
            if self._writer is not None:
                return await self._writer.run(work)
            async with self._engines.write.begin() as connection:
                return await connection.run_sync(work)


async def open_store(url: str) -> Store:
    """Open the database at this SQLAlchemy address (async driver).

    Problem when it cannot be reached or is not in this version's form.
    """
    from .migrate import check

    await check(url)
    return Store(create_engines(url))
