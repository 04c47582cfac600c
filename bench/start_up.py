"""Start-up with many open encounters in the database against few."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bot.problems import Problem
from bot.store import NewAsk, Save, open_store
from bot.store.migrate import upgrade

from .figures import Figure, Goal
from .histories import History, database, multiplied, written
from .processes import age, memory, processor_seconds, until_idle
from .sides import Town, skirmish
from .sizes import Sizes

LAST = 30
"""The step at which each open encounter stands, with an ask that waits."""
FAR = datetime(2100, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Started:
    """Seconds from the start of the process until it is connected and until it has answered, for how many of
    them it kept a processor busy, and its memory in MiB.
    """

    connected: float
    answered: float
    busy: float
    memory: float


async def few_and_many(folder: Path, sizes: Sizes) -> AsyncIterator[Figure]:
    """Both are started by turns, each time on a new database.

    The quickest start counts: nothing makes one quicker than it is, and much makes it slower.
    """
    few, many = sizes.open_encounters
    starts: dict[int, list[Started]] = {few: [], many: []}
    for _ in range(sizes.starts):
        for count in (few, many):
            with tempfile.TemporaryDirectory(dir=folder) as place:
                starts[count].append(await _start(Path(place), count))

    def best(count: int, what: str) -> float:
        return min(float(getattr(one, what)) for one in starts[count])

    for what, name, unit, parts in (
        ("answered", "start-up until the first command is answered", "s", ("connected", "answered", "busy")),
        ("memory", "memory after the start", "mib", ("memory",)),
    ):
        yield Figure(
            f"{name}, {many:,} open encounters against {few}",
            best(many, what) / best(few, what),
            "ratio",
            sizes.starts,
            Goal(1.3),
            {f"{part}_{count}_{unit}": best(count, part) for part in parts for count in starts},
        )


async def _start(folder: Path, count: int) -> Started:
    """One start with so many open encounters."""
    town = Town(1)
    await _prepared(folder, town, count)
    async with skirmish(town, folder) as bot:
        assert bot.pid is not None
        ready = age(bot.pid)
        first = await town.gm.slash(town.channels[0], "encounter board")
        answered, busy = age(bot.pid), processor_seconds(bot.pid)
        if first.kind != "message":
            raise Problem(f"The first command was answered with {first.kind}: {first.text}")
        await until_idle(bot.pid)
        return Started(ready, answered, busy, memory(bot.pid))


async def _prepared(folder: Path, town: Town, count: int) -> None:
    """A database with so many open encounters, of which the first is the town's; in each an ask waits."""
    url = database(folder)
    await upgrade(url)
    store = await open_store(url)
    try:
        history = History(town.gm.user.id, town.people[0].user.id)
        row = await written(store, history, town.channels[0], LAST, asked=True)
        step, asked = history.journal.last, history.journal.open_asks()
        asks = tuple(NewAsk(step, x.key, x.ask.topic, x.ask.who, history.gm, deadline_at=FAR) for x in asked)
        row = (await store.save(Save(row, ask=asks))).row
    finally:
        await store.close()
    multiplied(folder / "skirmish.db", row.id, count - 1)
