"""The store's interface while it is being built: the classes of these names in `bot.store` keep these
signatures.
"""

from collections.abc import Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime, timedelta
from typing import Protocol

from .rows import (
    AboutUser,
    AskRow,
    Draft,
    EncounterRow,
    Forgotten,
    FreeRoll,
    Json,
    NewDraft,
    NewEncounter,
    NewPrivate,
    NewSheet,
    Note,
    Private,
    Save,
    Saved,
    Server,
    Sheet,
    Untold,
    Window,
)  # fmt: skip
from .shards import ALL, Shards


class Servers(Protocol):
    """Server settings."""

    async def get(self, guild: int) -> Server:
        """The server's settings; defaults where it has none."""

    async def put(self, server: Server) -> None:
        """Keep these settings. (`left_at` is kept too: None says that the bot is there.)"""

    async def left(self, guild: int, at: datetime) -> None:
        """The bot was removed at that time."""

    async def returned(self, guild: int) -> None:
        """The bot is there (again): nothing is forgotten."""


class Encounters(Protocol):
    """Encounters and their journals."""

    async def open(self, new: NewEncounter, delivery: str = "") -> EncounterRow:
        """A new encounter. ChannelTaken when the channel has an open one; AlreadyDelivered."""

    async def get(self, encounter: int) -> EncounterRow | None: ...

    async def in_channel(self, guild: int, channel: int) -> EncounterRow | None:
        """The open encounter of a channel or thread."""

    async def latest(self, guild: int, channel: int) -> EncounterRow | None:
        """The newest encounter of a channel, open or ended (for its log)."""

    async def of_guild(
        self, guild: int, *, open_only: bool = False, limit: int = 25
    ) -> tuple[EncounterRow, ...]:
        """Encounters of a server, newest first."""

    async def window(self, encounter: int, before: int | None = None) -> Window | None:
        """The newest checkpoint and the steps since; None for an unknown id.

        before: only a checkpoint with a smaller number counts (after `NeedEarlier`: the number of the
        window's base). before=1 gives the whole journal. In a writing transaction the encounter's row is
        locked. Unreadable.
        """

    async def save(self, save: Save) -> Saved:
        """As `Store.save`, within this transaction."""

    async def untold(self, shards: Shards = ALL) -> tuple[Untold, ...]:
        """Steps of open encounters, and of such as ended lately, that were saved and not told since; oldest
        first.
        """


class Asks(Protocol):
    """Asks and offers that are shown."""

    async def get(self, ask: int) -> AskRow | None: ...

    async def of(self, encounter: int) -> tuple[AskRow, ...]:
        """The asks of an encounter that are not tidied, oldest first."""

    async def due(self, now: datetime, shards: Shards = ALL, limit: int = 100) -> tuple[AskRow, ...]:
        """Open asks whose deadline has passed, of encounters that are not paused, oldest deadline first."""

    async def reminders(self, now: datetime, shards: Shards = ALL, limit: int = 100) -> tuple[AskRow, ...]:
        """Open asks whose reminder is due, of encounters that are not paused."""

    async def reminded(self, ids: Iterable[int]) -> None:
        """These have been reminded; it is done once."""

    async def next_at(self, shards: Shards = ALL) -> datetime | None:
        """When the next deadline or reminder is due; None when none is."""

    async def postpone(self, now: datetime, until: datetime, shards: Shards = ALL) -> int:
        """At start-up: deadlines that passed while nobody could answer are put off. Returns how many."""

    async def shift(self, encounter: int, by: timedelta) -> None:
        """After a pause: deadlines and reminders of an encounter's open asks are this much later."""

    async def set_deadline(
        self, ask: int, deadline_at: datetime | None, reminder_at: datetime | None
    ) -> None:
        """Another deadline and reminder for one ask."""

    async def assign(self, encounter: int, who: str, user: int | None) -> None:
        """The open asks of this combatant go to another person (handed over)."""

    async def untidied(self, shards: Shards = ALL) -> tuple[AskRow, ...]:
        """At start-up: closed asks whose message may still have live buttons."""


class Privates(Protocol):
    """What was private and is kept until its person's next press."""

    async def keep(self, encounter: int, texts: Sequence[NewPrivate]) -> None: ...

    async def take(self, encounter: int, user: int) -> tuple[Private, ...]:
        """What is kept for this person, oldest first; it is taken out (in a writing transaction)."""

    async def waiting(self, encounter: int) -> frozenset[int]:
        """The users for whom something is kept."""


class Panels(Protocol):
    """What a person's panel remembers of an encounter: the last action and weapon."""

    async def get(self, encounter: int, user: int) -> Json | None: ...

    async def put(self, encounter: int, user: int, remembered: Json) -> None: ...


class Sheets(Protocol):
    """Sheets per server, ruleset and owner."""

    async def add(self, new: NewSheet, now: datetime) -> Sheet:
        """Keep a new sheet. NameTaken when the owner has one of this name (exactly) for this game here."""

    async def put(self, sheet: Sheet, now: datetime) -> Sheet:
        """Replace a sheet's name, kind and values; LookupError when it is gone, NameTaken."""

    async def get(self, sheet: int) -> Sheet | None: ...

    async def find(self, guild: int, owner: int | None, ruleset: str, name: str) -> Sheet | None:
        """The sheet of exactly this name."""

    async def of(self, guild: int, owner: int | None, ruleset: str | None = None) -> tuple[Sheet, ...]:
        """An owner's sheets (None: the server's own), by name."""

    async def delete(self, sheet: int) -> bool:
        """Delete a sheet and drafts of it; whether it was there."""


class Drafts(Protocol):
    """Sheets being written, by id."""

    async def start(self, new: NewDraft, now: datetime) -> Draft: ...

    async def get(self, draft: int) -> Draft | None: ...

    async def put(self, draft: Draft, now: datetime) -> Draft:
        """Replace its name, kind and values; LookupError when it is gone."""

    async def of(self, guild: int, user: int) -> tuple[Draft, ...]:
        """A person's drafts in a server, newest first."""

    async def drop(self, draft: int) -> bool: ...


class Rolls(Protocol):
    """Rolls outside encounters, for statistics."""

    async def add(self, roll: FreeRoll) -> None: ...

    async def of(self, guild: int, user: int | None = None, limit: int = 1000) -> tuple[FreeRoll, ...]:
        """The newest rolls of a server or of one person in it, newest first."""


class Deliveries(Protocol):
    """Deliveries that change no encounter (those that do are part of a save)."""

    async def take(self, delivery: str, now: datetime) -> None:
        """This delivery is applied now. AlreadyDelivered when it has been before."""


class Tx(Protocol):
    """A transaction: everything of it is kept at the end of the `async with`, or nothing after an
    exception.
    """

    servers: Servers
    encounters: Encounters
    asks: Asks
    private: Privates
    panels: Panels
    sheets: Sheets
    drafts: Drafts
    rolls: Rolls
    deliveries: Deliveries


class Store(Protocol):
    """The database. Opened with `await bot.store.open_store(url)`; closed at the end."""

    def write(self) -> AbstractAsyncContextManager[Tx]:
        """A transaction that writes. With SQLite only one is open at a time; keep it short, no Discord call
        inside.
        """

    def read(self) -> AbstractAsyncContextManager[Tx]:
        """A transaction that only reads: one consistent picture; writing in it is an error."""

    async def save(self, save: Save) -> Saved:
        """The hot path: one act, durable when this returns. With SQLite acts of several channels share a
        commit.

        StaleVersion, AlreadyDelivered, ChannelTaken (an ended encounter was brought back and its channel has
        another).
        """

    def note(self, *notes: Note) -> None:
        """Write these a moment later: with the next save, at the latest after a second. A crash in between
        loses them, which start-up copes with (`untold`, `untidied`). In order; later ones win."""

    async def flush(self) -> None:
        """Write every note now."""

    async def about(self, user: int, guild: int | None = None) -> AboutUser:
        """What is stored about a person, in one server or everywhere."""

    async def forget(self, user: int, guild: int | None = None) -> Forgotten:
        """Delete a person's sheets, drafts, rolls, kept texts; take their id out of ended encounters (dice
        and replay still fit). Encounters still open are named in the answer: hand their combatants over and
        end them, or call again later."""

    async def close(self) -> None:
        """Flush and let go of every connection."""
