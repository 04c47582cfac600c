"""The store: encounters with their journals, asks, sheets, settings, rolls; SQLite or PostgreSQL.

`open_store(url)` gives a `Store`. What an act on an encounter comes to is one `Save`: steps, asks, delivery
and checkpoint together, durable when `Store.save` returns. Everything else goes through `async with
store.write()` or `store.read()` and the repositories on it. What is told to Discord afterwards is recorded by
`Store.note`.

Nothing of SQLAlchemy leaves this package: all that is given out is a frozen value of `bot.store.rows`.
"""

from .errors import AlreadyDelivered, ChannelTaken, NameTaken, StaleVersion, StoreError, Unreadable
from .interface import Store, Tx
from .rows import (
    AboutUser,
    AskRow,
    Board,
    BoardPlaced,
    Draft,
    EncounterRow,
    Forgotten,
    FreeRoll,
    NewAsk,
    NewDraft,
    NewEncounter,
    NewPrivate,
    NewSheet,
    Note,
    Posted,
    Private,
    Purged,
    Save,
    Saved,
    Server,
    Sheet,
    Tidied,
    Told,
    Untold,
    Window,
)
from .shards import ALL, Shards


async def open_store(url: str) -> Store:
    """Open the database at this SQLAlchemy address (async driver). Problem when it cannot be used."""
    from .store import open_store as really

    return await really(url)


__all__ = [
    "ALL",
    "AboutUser",
    "AlreadyDelivered",
    "AskRow",
    "Board",
    "BoardPlaced",
    "ChannelTaken",
    "Draft",
    "EncounterRow",
    "Forgotten",
    "FreeRoll",
    "NameTaken",
    "NewAsk",
    "NewDraft",
    "NewEncounter",
    "NewPrivate",
    "NewSheet",
    "Note",
    "Posted",
    "Private",
    "Purged",
    "Save",
    "Saved",
    "Server",
    "Shards",
    "Sheet",
    "StaleVersion",
    "Store",
    "StoreError",
    "Tidied",
    "Told",
    "Tx",
    "Unreadable",
    "Untold",
    "Window",
    "open_store",
]
