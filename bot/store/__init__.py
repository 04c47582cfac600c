"""The store: encounters with their journals, asks, sheets, settings, rolls; SQLite or PostgreSQL.

`open_store(url)` gives a `Store`. What an act on an encounter comes to is one `Save`: steps, asks, delivery
and checkpoint together, durable when `Store.save` returns. Everything else goes through `async with
store.write()` or `store.read()` and the repositories on it. What is told to Discord afterwards is recorded by
`Store.note`.

Nothing of SQLAlchemy leaves this package: all that is given out is a frozen value of `bot.store.rows`.
"""

import logging

from .errors import (
    AlreadyDelivered,
    ChannelTaken,
    NameTaken,
    StaleVersion,
    StoreError,
    Unavailable,
    Unreadable,
)
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
    Private,
    Purged,
    Save,
    Saved,
    Server,
    Sheet,
    Told,
    Untold,
    Window,
)
from .shards import ALL, Shards
from .store import Store, Tx, open_store

# as it is imported (by `bot.store.migrate`, when that is), Alembic tells of every plugin
logging.getLogger("alembic").setLevel(logging.WARNING)

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
    "Told",
    "Tx",
    "Unavailable",
    "Unreadable",
    "Untold",
    "Window",
    "open_store",
]
