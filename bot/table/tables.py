"""All encounters of this process: one lock per channel, the journals in hand, and the one way to save an
act.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from weakref import WeakValueDictionary

from bot.store import ALL, AlreadyDelivered, EncounterRow, Save, Shards, StaleVersion, Store, Unreadable
from bot.store import Told as ToldNote
from rules.engine.dice import SEED_BYTES, Seeds
from rules.engine.encounter import ENDED
from rules.engine.procedures import Refused

from .held import Held
from .people import Person, Place, is_gm
from .session import Table
from .updates import Update

MOST_HELD = 512
"""Journals kept in memory; the least used ones are loaded again when they are wanted."""

NOTHING_HERE = "There is no encounter in this channel. Start one with /encounter start."

Clock = Callable[[], datetime]
Entropy = Callable[[int], bytes]


class CannotBeRead(Refused):
    """The encounter was written by a version of the bot whose rules this one does not have."""

    def __init__(self, where: str) -> None:
        super().__init__(
            f"Another version of the bot began this encounter, and this one cannot read it ({where}). Its "
            "log is kept for the version that began it. A GM can end it (/encounter end) and start another."
        )


class Tables:
    """The encounters of this process.

    clock gives the time in UTC; entropy gives random bytes (for seeds and rolls outside fights). Both are
    injected, so that tests need not wait and practice fights can be repeated.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Clock = lambda: datetime.now(UTC),
        entropy: Entropy,
        shards: Shards = ALL,
    ) -> None:
        self.store = store
        self.clock = clock
        self.entropy = entropy
        self.shards = shards
        self.passed: dict[int, tuple[datetime, int]] = {}
        """When and by whom a turn was last passed, per encounter: two people pressing at once pass one
        turn.
        """
        self.by_itself: list[Update] = []
        """What became of encounters without anybody's act: to be told by whoever keeps the time."""
        self._muted: dict[int, Mapping[int, frozenset[str]]] = {}
        self._locks: WeakValueDictionary[Place, asyncio.Lock] = WeakValueDictionary()
        self._held: OrderedDict[int, Held] = OrderedDict()
        self._in_channel: dict[Place, int] = {}

    # -- access
    @asynccontextmanager
    async def lock(self, place: Place) -> AsyncIterator[None]:
        """Nobody else acts in this channel meanwhile."""
        lock = self._locks.get(place)
        if lock is None:
            self._locks[place] = lock = asyncio.Lock()
        async with lock:
            yield

    @asynccontextmanager
    async def at(self, place: Place) -> AsyncIterator[Table]:
        """The open encounter of a channel, for one act. Refused when there is none.

        An interaction that came before (`AlreadyDelivered`) leaves everything as it is.
        """
        async with self.lock(place):
            held = await self._find(place)
            if held is None:
                raise Refused(NOTHING_HERE)
            yield await self._table(held)

    @asynccontextmanager
    async def of(self, encounter: int, guild: int | None = None) -> AsyncIterator[Table]:
        """The encounter with this id, for one act (of a button). Refused when it has ended or was deleted.

        guild: the server that the act comes from; what is another's is not there for it.
        """
        place = await self._place(encounter)
        if place is None or (guild is not None and place.guild != guild):
            raise Refused("This encounter has ended.")
        async with self.lock(place):
            held = await self._find(place)
            if held is None or held.row.id != encounter:
                raise Refused("This encounter has ended.")
            yield await self._table(held)

    async def end_unread(self, place: Place, person: Person, delivery: str = "") -> None:
        """End the encounter of a channel that this version cannot read, as it stands: its GMs may, and who
        may Manage Server. Refused; AlreadyDelivered.
        """
        async with self.lock(place):
            async with self.store.read() as tx:
                row = await tx.encounters.in_channel(place.guild, place.channel)
                asks = await tx.asks.of(row.id) if row is not None else ()
            if row is None:
                raise Refused(NOTHING_HERE)
            if not (person.manager or is_gm(row, person)):
                raise Refused("Only a GM of this encounter can do that.")
            ended = replace(row, phase=ENDED, ended_at=self.clock())
            await self.store.save(Save(ended, delivery=delivery, close=tuple(ask.id for ask in asks)))

    async def peek(self, place: Place) -> Table | None:
        """The open encounter of a channel for reading only (autocomplete, board), without waiting for its
        lock.
        """
        held = await self._find(place, only_looking=True)
        return Table(self, held) if held is not None else None

    def new_seeds(self) -> Seeds:
        """Two fresh seeds."""
        return Seeds(self.entropy(SEED_BYTES), self.entropy(SEED_BYTES))

    def forget(self, held: Held) -> None:
        """Let go of a journal, to be loaded again: somebody else saved it, the encounter ended, or a save
        failed.
        """
        self._held.pop(held.row.id, None)
        self.passed.pop(held.row.id, None)
        self._in_channel.pop(Place(held.row.guild, held.row.channel), None)

    def keep(self, held: Held) -> None:
        """Remember a journal, at the cost of the least used one."""
        self._held[held.row.id] = held
        self._held.move_to_end(held.row.id)
        self._in_channel[Place(held.row.guild, held.row.channel)] = held.row.id
        while len(self._held) > MOST_HELD:
            _, oldest = self._held.popitem(last=False)
            self._in_channel.pop(Place(oldest.row.guild, oldest.row.channel), None)

    async def row_of(self, encounter: int) -> EncounterRow | None:
        """The row of an encounter, open or ended."""
        held = self._held.get(encounter)
        if held is not None:
            return held.row
        async with self.store.read() as tx:
            return await tx.encounters.get(encounter)

    async def encounter_of(self, ask: int) -> int | None:
        """The encounter in which an ask or offer is shown; None when it is forgotten."""
        for held in self._held.values():
            if ask in held.asks:
                return held.row.id
        async with self.store.read() as tx:
            row = await tx.asks.get(ask)
        return row.encounter if row is not None else None

    # -- who is not to be pinged
    async def muted(self, guild: int) -> Mapping[int, frozenset[str]]:
        """The members of a server who want no pings of some kinds: user -> kinds."""
        found = self._muted.get(guild)
        if found is None:
            async with self.store.read() as tx:
                found = await tx.members.muted(guild)
            self._muted[guild] = found
        return found

    def forget_muted(self) -> None:
        """They have changed: they are read again when they are wanted."""
        self._muted.clear()

    # -- what was told
    def told(self, encounter: int, version: int, messages: dict[int, int]) -> None:
        """These steps are told now by these messages (written a moment later)."""
        held = self._held.get(encounter)
        for step, message in messages.items():
            lines = 0
            if held is not None:
                held.told[step] = message
                lines = next((len(s.lines) for s in held.journal.tail if s.no == step), 0)
            self.store.note(ToldNote(encounter, step, version, message, lines))

    # -- loading
    async def _place(self, encounter: int) -> Place | None:
        row = await self.row_of(encounter)
        return Place(row.guild, row.channel) if row is not None and row.ended_at is None else None

    async def _find(self, place: Place, *, only_looking: bool = False) -> Held | None:
        """The open encounter of a channel. only_looking: without its lock, so that somebody who has it may
        save meanwhile what was not yet there to be read.
        """
        held = self._held.get(self._in_channel.get(place, 0))
        if held is not None:
            self._held.move_to_end(held.row.id)
            return held
        async with self.store.read() as tx:
            row = await tx.encounters.in_channel(place.guild, place.channel)
            if row is None:
                return None
            try:
                window = await tx.encounters.window(row.id)
            except Unreadable as why:
                raise CannotBeRead(why.where) from None
            asks = await tx.asks.of(row.id)
            kept = await tx.private.waiting(row.id)
        if window is None:
            return None
        held = Held.load(window, asks)
        held.kept = set(kept)
        held.told.update({no: told.message for no, told in window.told.items() if told.message is not None})
        if only_looking and (row.id in self._held or self._is_locked(place)):
            return self._held.get(row.id, held)
        self.keep(held)
        return held

    def _is_locked(self, place: Place) -> bool:
        lock = self._locks.get(place)
        return lock is not None and lock.locked()

    async def _table(self, held: Held) -> Table:
        table = Table(self, held)
        if not held.fits:
            await table.withdraw_unfit()
        return table


__all__ = ["AlreadyDelivered", "CannotBeRead", "StaleVersion", "Table", "Tables"]
