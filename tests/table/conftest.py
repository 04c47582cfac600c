"""Use cases on an SQLite file of their own, with a clock that is moved by hand and entropy that repeats."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.store import Store, open_store
from bot.store.migrate import upgrade
from bot.table import encounters
from bot.table.people import Person, Place
from bot.table.tables import Tables
from bot.table.updates import Update
from rules import games

GUILD = 5_000_000_000
HERE = Place(GUILD, 70)
ELSEWHERE = Place(GUILD, 71)
GM = Person(1, "Gunnar")
ANA = Person(2, "Ana")
BEN = Person(3, "Ben")
MANAGER = Person(4, "Mara", manager=True)
OUTSIDER = Person(9, "Olga")


@dataclass
class Clock:
    """The time, moved by hand."""

    now: datetime = datetime(2025, 3, 1, 18, tzinfo=UTC)
    ticks: int = field(default=0)

    def __call__(self) -> datetime:
        self.ticks += 1
        return self.now

    def forward(self, **by: float) -> None:
        """Let time pass."""
        self.now += timedelta(**by)


@pytest.fixture(scope="session", autouse=True)
def _games() -> None:
    games.load()


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file in this version's form."""
    path = tmp_path_factory.mktemp("template") / "skirmish.db"
    asyncio.run(upgrade(f"sqlite+aiosqlite:///{path}"))
    return path


@pytest.fixture
async def store(template: Path, tmp_path: Path) -> AsyncIterator[Store]:
    """An open store on an empty database."""
    path = tmp_path / "skirmish.db"
    shutil.copyfile(template, path)
    opened = await open_store(f"sqlite+aiosqlite:///{path}")
    yield opened
    await opened.close()


@pytest.fixture
def clock() -> Clock:
    """The clock of the tables."""
    return Clock()


@pytest.fixture
def tables(store: Store, clock: Clock) -> Tables:
    """Tables on the empty database."""
    count = itertools.count()

    def entropy(size: int) -> bytes:
        return hashlib.shake_256(f"table|{next(count)}".encode()).digest(size)

    return Tables(store, clock=clock, entropy=entropy)


async def begun(tables: Tables, ruleset: str = "openquest", *foes: encounters.Addition) -> None:
    """A fight of Ana's sellsword and Ben's hunter against a goblin (or others) in the channel, round 1."""
    await encounters.start(tables, HERE, GM, ruleset, "The ford")
    characters = {
        "openquest": ("Sellsword", "Hunter"),
        "c22": ("Blade", "Gunner"),
        "24-system": ("Guard", "Scout"),
    }
    first, second = characters.get(ruleset, ("Soldier", "Fencer"))
    creatures = {"openquest": "Goblin", "c22": "Thug", "24-system": "Bandit"}
    async with tables.at(HERE) as table:
        await encounters.join(table, ANA, first, name="Rurik")
        await encounters.join(table, BEN, second, name="Bela")
        for foe in foes or (encounters.Addition(creatures.get(ruleset, "Thug"), "Foe"),):
            await encounters.add(table, GM, foe)
        await encounters.begin(table, GM)


async def undone(tables: Tables) -> Update:
    """The newest step of the fight in the channel is taken back."""
    async with tables.at(HERE) as table:
        return await encounters.undo(table, GM)
