"""The composition root: all parts of the bot are made and put together here, and nowhere else."""

from __future__ import annotations

import hashlib
import itertools
import secrets
from collections.abc import Callable
from datetime import UTC, datetime

from bot.features import add_all
from bot.features.app import App
from bot.features.kit import Desk, Routes, Tree, Work
from bot.features.presenter import DiscordChannels, Presenter, TablesBook
from bot.settings import Settings
from bot.store import ALL, Shards, Store
from bot.table.tables import Tables
from rules import games

from .connection import Client

Adding = Callable[[App], object]


def _entropy(settings: Settings) -> Callable[[int], bytes]:
    """Random bytes; at a practice table with a seed the same ones in the same order after each start."""
    if settings.practice_seed is None:
        return secrets.token_bytes
    seed, count = settings.practice_seed.get_secret_value().encode(), itertools.count()

    def repeatable(size: int) -> bytes:
        return hashlib.shake_256(seed + f"|{next(count)}".encode()).digest(size)

    return repeatable


def assemble(settings: Settings, store: Store, shards: Shards = ALL, add: Adding = add_all) -> App:
    """Put the bot together. add: adds the features. Needs a running event loop; connects to nothing."""
    games.load()
    client = Client(settings)
    work = Work()
    desk = Desk(work)
    tables = Tables(store, clock=lambda: datetime.now(UTC), entropy=_entropy(settings), shards=shards)
    app = App(
        client=client,
        tree=Tree(client, desk),
        routes=Routes(desk),
        desk=desk,
        store=store,
        tables=tables,
        presenter=Presenter(DiscordChannels(client), TablesBook(tables)),
        settings=settings,
        work=work,
    )
    client.app = app
    add(app)
    return app
