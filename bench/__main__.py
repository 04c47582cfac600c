"""`python -m bench [--quick]`: measure, one JSON line per figure."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path

from bot.problems import Problem
from bot.store import open_store
from bot.store.migrate import upgrade
from rules import games
from rules.engine.ruleset import rulesets

from .alone import by_itself
from .fights import Fight
from .figures import Figure
from .histories import History, carried_on, database, written
from .long_fight import EARLY, late_against_early
from .processes import all_processor_seconds, own_processor_seconds
from .sides import Town, echoing, skirmish
from .sizes import FULL, QUICK, Sizes
from .start_up import few_and_many
from .suggestions import with_many
from .under_load import acknowledging, throughput

EARLY_FIGHTS = 20
TOGETHER = 10
"""Fights that are opened at once."""


async def measured(folder: Path, sizes: Sizes) -> AsyncIterator[Figure]:
    """Every figure, as soon as it is known. folder: empty, on the disk that the bot would use."""
    began, busy, own = time.perf_counter(), all_processor_seconds(), own_processor_seconds()
    async for figure in together(folder, sizes):
        yield figure
    for part in (few_and_many, by_itself):
        with tempfile.TemporaryDirectory(dir=folder) as place:
            async for figure in part(Path(place), sizes):
                yield figure
    seconds = time.perf_counter() - began
    others = all_processor_seconds() - busy - (own_processor_seconds() - own)
    yield Figure(
        "processors kept busy by others meanwhile",
        max(0.0, others / seconds),
        "processors",
        1,
        details={"of": os.cpu_count() or 0, "seconds": seconds},
    )


async def together(folder: Path, sizes: Sizes) -> AsyncIterator[Figure]:
    """What is measured at one bot: the long fight while it is fresh, then under load, then autocomplete."""
    games.load()
    crowds = len(rulesets())
    town = Town(sizes.channels + EARLY_FIGHTS + 1 + crowds)
    late, *early = range(sizes.channels + crowds, len(town.channels))
    old = await _prepared(folder, town, {late: sizes.late, **dict.fromkeys(early, EARLY)})
    async with skirmish(town, folder) as bot, echoing(sizes.channels) as echo:
        assert bot.pid is not None
        async for figure in late_against_early(old[late], [old[n] for n in early], sizes):
            yield figure
        fights = [Fight(town.channels[n], town.gm, town.people[n]) for n in range(sizes.channels)]
        for n in range(0, len(fights), TOGETHER):
            await asyncio.gather(*(fight.open() for fight in fights[n : n + TOGETHER]))
        async for figure in acknowledging(echo, bot.pid, fights, sizes):
            yield figure
        async for figure in throughput(echo, bot.pid, fights, sizes):
            yield figure
        async for figure in with_many(town, bot.pid, town.channels[sizes.channels :][:crowds], sizes):
            yield figure


async def _prepared(folder: Path, town: Town, steps: dict[int, int]) -> dict[int, Fight]:
    """Fights in the channels with these numbers that stand at these steps, in a new database."""
    await upgrade(database(folder))
    store = await open_store(database(folder))
    fights: dict[int, Fight] = {}
    try:
        for at, last in steps.items():
            history = History(town.gm.user.id, town.people[at].user.id)
            await written(store, history, town.channels[at], last)
            fights[at] = carried_on(history, town, at)
    finally:
        await store.close()
    return fights


async def _print(folder: Path, sizes: Sizes) -> None:
    async for figure in measured(folder, sizes):
        print(figure.line(), flush=True)


def main() -> int:
    """Measure; 1 with a sentence when that was not possible. A goal that is missed is no failure."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure the bot against its goals.")
    parser.add_argument(
        "--quick", action="store_true", help="only see that it works: the figures mean nothing"
    )
    sizes = QUICK if parser.parse_args().quick else FULL
    try:
        with tempfile.TemporaryDirectory(prefix="bench-", dir=".") as folder:
            asyncio.run(_print(Path(folder).resolve(), sizes))
    except Problem as problem:
        print(problem.sentence, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
