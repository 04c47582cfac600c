"""The store alone: what an act costs. `python -m bench.store [URL]` prints one JSON line per figure.

Without a URL it measures an SQLite file in the folder it is run from, and deletes it again. A URL has to name
an empty database of the bench's own.
"""

import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.store import EncounterRow, NewAsk, NewEncounter, Save, Store, Told, open_store
from bot.store.migrate import upgrade
from rules.engine.changes import SetMarker
from rules.engine.dice import Seeds
from rules.engine.effects import Call
from rules.engine.encounter import Combatant, Encounter
from rules.engine.fmap import FMap
from rules.engine.journal import Checkpoint
from rules.engine.lines import Said
from rules.engine.steps import DONE, OPEN, Step

NOW = datetime(2026, 3, 1, tzinfo=UTC)
PEOPLE = FMap((f"c{n}", Combatant(f"c{n}", f"Combatant {n}", n, str(10**18 + n))) for n in range(12))
STATE: Encounter[Any, Any] = Encounter("bench", 1, FMap(), None, PEOPLE)
SEEDS = Seeds(b"p" * 32, b"s" * 32)
CHANNELS, ACTS, LATE, EXCHANGES, MANY = 50, 40, 5_000, 300, 10_000


def attack(no: int) -> Step:
    """A step of the size that an attack has (1.2 KB)."""
    return Step(
        no,
        str(10**18),
        "c1",
        "attack",
        Call("bench.attack", ("c1", "c2", "sword", "standard")),
        f"{no // 12}/c1",
        f"{no // 12}/1|c1|attack|1",
        1_772_395_200,
        changes=tuple(SetMarker(no, f"c{n}") for n in range(10)),
        lines=(Said("{0} attacks {1} and hits, for a wound that will be felt", ("c1", "c2")),) * 5,
        status=OPEN,
        after=STATE,
    )


async def opened(store: Store, channel: int) -> EncounterRow:
    """A new encounter."""
    async with store.write() as tx:
        new = NewEncounter(1 << 22, channel, "Bench", (10**18,), STATE, SEEDS, NOW)
        return await tx.encounters.open(new)


async def exchange(store: Store, row: EncounterRow, times: list[float]) -> EncounterRow:
    """An attack that asks, and its answer: two acts, each with its delivery, durable when told."""
    step = attack(row.last + 1)
    ask = NewAsk(step.no, "attack/defence", "defence", "c2", 10**18 + 2, deadline_at=NOW + timedelta(days=1))
    begun = time.perf_counter()
    saved = await store.save(Save(row, (step,), f"{row.id}-{step.no}", ask=(ask,)))
    between = time.perf_counter()
    done = Save(saved.row, (replace(step, status=DONE),), f"{row.id}-{step.no}a", close=(saved.asks[0].id,))
    saved = await store.save(done)
    times += (between - begun, time.perf_counter() - between)
    return saved.row


def tell(figure: str, **values: float) -> None:
    """One line."""
    rounded = {name: round(value, 4) for name, value in values.items()}
    print(json.dumps({"figure": figure, **rounded}), flush=True)


async def throughput(store: Store, rows: Iterable[EncounterRow], name: str) -> None:
    """Acts a second of these channels at once."""
    times: list[float] = []

    async def play(row: EncounterRow) -> None:
        for _ in range(ACTS):
            row = await exchange(store, row, times)

    wall, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*map(play, rows))
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    p99 = statistics.quantiles(times, n=100)[98]
    tell(name, acts_per_second=len(times) / wall, cpu_ms=cpu / len(times) * 1e3, p99_ms=p99 * 1e3)


async def long_fight(store: Store) -> None:
    """An act late in a fight against one at its beginning, taken in turns; loading the window at its end."""
    short, row = await opened(store, 1), await opened(store, 3)
    for no in range(1, LATE + 1):
        step = replace(attack(no), status=DONE)
        point = Checkpoint(no - 1, STATE) if no % 64 == 1 else None
        row = (await store.save(Save(row, (step,), checkpoint=point))).row
    early: list[float] = []
    late: list[float] = []
    for _ in range(EXCHANGES):
        short = await exchange(store, short, early)
        row = await exchange(store, row, late)
    loads: list[float] = []
    for _ in range(20):
        begun = time.perf_counter()
        async with store.read() as tx:
            window = await tx.encounters.window(row.id)
        assert window is not None
        window.journal()
        loads.append((time.perf_counter() - begun) * 1e3)
    before, after = statistics.median(early) * 1e3, statistics.median(late) * 1e3
    load = statistics.median(loads)
    tell(f"act at step {LATE:,}", early_ms=before, late_ms=after, ratio=after / before, load_ms=load)


async def start_up(store: Store) -> None:
    """What start-up asks, with many open encounters of which each has told steps and an open ask."""
    for channel in range(100, 100 + MANY):
        row = await opened(store, channel)
        ask = NewAsk(1, "k", "defence", "c2", deadline_at=NOW + timedelta(days=1))
        await store.save(Save(row, (attack(1),), ask=(ask,)))
    async with store.read() as tx:
        untold = await tx.encounters.untold()
    assert len(untold) >= MANY
    store.note(*(Told(u.encounter, u.step.no, u.version, 1, 1) for u in untold))
    begun = time.perf_counter()
    await store.flush()
    noted = time.perf_counter() - begun
    begun = time.perf_counter()
    async with store.read() as tx:
        assert await tx.encounters.untold() == ()
        assert await tx.asks.due(NOW) == ()
        await tx.asks.next_at()
    tell(
        f"start-up with {MANY:,} open", ask_ms=(time.perf_counter() - begun) * 1e3, note_ms=noted / MANY * 1e3
    )


async def main(url: str) -> None:
    """All figures."""
    await upgrade(url)
    store = await open_store(url)
    try:
        await throughput(store, [await opened(store, 2)], "one channel")
        rows = [await opened(store, 10 + n) for n in range(CHANNELS)]
        await throughput(store, rows, f"{CHANNELS} channels")
        await long_fight(store)
        await start_up(store)
    finally:
        await store.close()


if __name__ == "__main__":
    given = sys.argv[1] if len(sys.argv) > 1 else ""
    with nullcontext("") if given else tempfile.TemporaryDirectory(dir=".") as folder:
        asyncio.run(main(given or f"sqlite+aiosqlite:///{folder}/bench.db"))
