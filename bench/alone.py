"""What rules and table cost by themselves, in this process: odds, a step run again, the bytes of a step."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator
from pathlib import Path
from statistics import median

from bot.store import open_store
from bot.store.migrate import upgrade
from bot.table import odds
from bot.table.people import Person, Place
from bot.table.tables import Tables

from .fights import FOE, PLAYER
from .figures import Figure, Goal, percentile
from .histories import SEEDS, History, database, written
from .sides import Town
from .sizes import Sizes

SOME = 60
"""A step at which a fight is well under way."""


async def by_itself(folder: Path, sizes: Sizes) -> AsyncIterator[Figure]:
    """Cheap figures without a bot, in an empty folder."""
    history = History(1, 2)
    list(history.play_to(SOME))
    while history.journal.tail[-1].verb != "attack":
        list(history.play_to(history.journal.last + 1))
    times: list[float] = []
    for _ in range(sizes.repeats):
        began = time.perf_counter()
        history.journal.rerun()
        times.append(time.perf_counter() - began)
    yield Figure("an attack with its defence run again", median(times) * 1e3, "ms", len(times))
    yield _disk(folder / "disk", sizes.repeats)
    await upgrade(database(folder))
    async for figure in _stored(folder, sizes):
        yield figure


def _disk(file: Path, repeats: int) -> Figure:
    """What every act waits for: a page appended to a file, and on the disk."""
    times: list[float] = []
    with file.open("wb", buffering=0) as disk:
        for _ in range(repeats):
            disk.write(bytes(4096))
            began = time.perf_counter()
            os.fdatasync(disk.fileno())
            times.append(time.perf_counter() - began)
    details = {"p99_ms": percentile(times, 99) * 1e3}
    return Figure(
        "a page is written through to this disk", median(times) * 1e3, "ms", repeats, details=details
    )


async def _stored(folder: Path, sizes: Sizes) -> AsyncIterator[Figure]:
    town, file = Town(1), folder / "skirmish.db"
    history, empty = History(town.gm.user.id, town.people[0].user.id), file.stat().st_size
    store = await open_store(database(folder))
    try:
        await written(store, history, town.channels[0], sizes.late, fresh=True)
    finally:
        await store.close()
    steps, size = history.journal.last, file.stat().st_size - empty
    name = f"a stored step of a fight of two, with its share of checkpoints and indexes, over {steps:,} steps"
    yield Figure(name, size / steps, "bytes", steps, Goal(2048))
    store = await open_store(database(folder))
    try:
        yield await _odds(Tables(store, entropy=lambda size: SEEDS.public[:size]), town, history, sizes)
    finally:
        await store.close()


async def _odds(tables: Tables, town: Town, history: History, sizes: Sizes) -> Figure:
    """What `/odds attack` counts: every outcome of the attack, once for each defence."""
    gm, target = Person(town.gm.user.id, "gm"), FOE if history.acting == PLAYER else PLAYER
    times: list[float] = []
    counted = 0
    async with tables.at(Place(town.guild.id, town.channels[0].id)) as table:
        for _ in range(max(1, sizes.repeats // 10)):
            began = time.perf_counter()
            counted = len((await odds.odds(table, gm, "attack", {"target": target})).tables)
            times.append(time.perf_counter() - began)
    name = f"exact odds of an attack, {counted} tables"
    return Figure(name, median(times) * 1e3, "ms", len(times))
