"""A database of the first version that has been played with is brought up to date, whatever happens on the
way.

`first_version.json` holds its rows as that version wrote them: a duel of four steps, of which the last waits.
"""

import asyncio
import json
import os
import signal
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from sqlalchemy import Connection

from bot.problems import Problem
from bot.store import Save, Store, migrate, open_store
from bot.store.engine import create_migration_engine
from rules.engine.steps import DONE, DROPPED, OPEN
from tests.store.duel import ANA, BEN, CHANNEL, GUILD
from tests.store.next_version import write

ROOT = Path(__file__).resolve().parents[2]
FIRST = json.loads((ROOT / "tests" / "store" / "first_version.json").read_text(encoding="utf-8"))
FOUR_STEPS = [(1, DONE), (2, DONE), (3, DROPPED), (4, OPEN)]


def made_and_filled(connection: Connection) -> None:
    """The first version's tables with its rows in them."""
    config = migrate._config()
    config.attributes["connection"] = connection
    command.upgrade(config, "0001")
    for name, rows in FIRST.items():
        table = sa.Table(name, sa.MetaData(), autoload_with=connection)
        connection.execute(table.insert(), [_plain(table, row) for row in rows])


def _plain(table: sa.Table, row: dict[str, Any]) -> dict[str, Any]:
    """A row as the driver takes it."""
    out: dict[str, Any] = dict.fromkeys(table.c.keys()) | row
    for column in table.c:
        value = out[column.name]
        if isinstance(column.type, sa.LargeBinary):
            out[column.name] = bytes.fromhex(value)
        elif isinstance(column.type, sa.DateTime) and value is not None:
            moment = datetime.fromisoformat(value)
            out[column.name] = moment if column.type.timezone else moment.replace(tzinfo=None)
    return out


@pytest.fixture
async def old(empty: str) -> str:
    """The address of a database of the first version, of either kind."""
    engine = create_migration_engine(empty)
    async with engine.connect() as connection:
        await connection.run_sync(made_and_filled)
        await connection.commit()
    await engine.dispose()
    return empty


async def test_all_that_was_stored_is_there_and_the_fight_goes_on(old: str) -> None:
    with pytest.raises(Problem, match="older than this version of Skirmish"):
        await open_store(old)
    assert (await migrate.upgrade(old)).startswith("The database has been brought up to date, from 0001 to")
    store = await open_store(old)
    try:
        await _look_around(store)
        await _go_on(store)
    finally:
        await store.close()


async def _look_around(store: Store) -> None:
    async with store.read() as tx:
        server = await tx.servers.get(GUILD)
        (sheet,) = await tx.sheets.of(GUILD, ANA)
        (asked,) = await tx.asks.of(1)
        panel = await tx.panels.get(1, ANA)
        row = await tx.encounters.in_channel(GUILD, CHANNEL)
        untold = await tx.encounters.untold()
    assert (server.ruleset, server.gm_role, server.deadline, server.retention_days) == (
        "openquest",
        900,
        60,
        90,
    )
    assert (server.options, server.pings) == ({"openquest": {"offers": "wait"}}, {"turn": False})
    assert (sheet.name, sheet.values) == ("Ana", {"STR": 12})
    assert (asked.step, asked.user, asked.deadline_at) == (4, BEN, datetime(2026, 3, 2, 20, tzinfo=UTC))
    assert panel == {"verb": "attack"}
    assert row is not None
    assert row.board is not None
    assert (row.version, row.last, row.board.message) == (7, 4, 7001)
    assert [step.step.no for step in untold] == [4]


async def _go_on(store: Store) -> None:
    """Ana has grazed Ben (1) and hit him with a 2; her next swing, a 2 too, waits for his defence."""
    async with store.read() as tx:
        window = await tx.encounters.window(1, before=1)
    assert window is not None
    assert [(step.no, step.status) for step in window.steps] == FOUR_STEPS
    journal = window.journal()
    assert (journal.state["a"].stats, journal.state["b"].stats) == (0, 3)
    moved = journal.answer(journal.open_asks()[0].key, "stand", by=str(BEN))
    assert moved.journal.state["b"].stats == 5
    await store.save(Save(window.row, moved.changed, delivery="1003"))
    async with store.read() as tx:
        again = await tx.encounters.window(1)
    assert again is not None
    assert again.journal().state["b"].stats == 5
    assert again.row == replace(window.row, version=8)


KILLED = """
import asyncio, sys
from pathlib import Path
from bot.store import migrate

migrate.MIGRATIONS = Path(sys.argv[1])
asyncio.run(migrate.upgrade(sys.argv[2]))
"""


async def test_killed_in_the_middle_it_is_as_before_and_the_next_one_does_it(
    old: str, next_version: Path
) -> None:
    half = "op.create_table('more', sa.Column('id', sa.Integer)); op.execute('DELETE FROM rolls')"
    write(next_version, f"{half}; import os; os.kill(os.getpid(), {int(signal.SIGKILL)})")
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        KILLED,
        str(next_version.parents[1]),
        old,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert await process.wait() == -signal.SIGKILL
    assert await _tables_and_rolls(old) == (False, 1, "0001")
    write(next_version, half)
    await migrate.upgrade(old)
    assert await _tables_and_rolls(old) == (True, 0, "9999")


async def _tables_and_rolls(url: str) -> tuple[bool, int, str]:
    """Whether the new table is there, how many rolls are, and of which version it says it is."""
    engine = create_migration_engine(url)
    async with engine.connect() as connection:
        tables = await connection.run_sync(lambda c: sa.inspect(c).get_table_names())
        rolls = (await connection.execute(sa.text("SELECT count(*) FROM rolls"))).scalar_one()
        version = (await connection.execute(sa.text("SELECT version_num FROM alembic_version"))).scalar_one()
    await engine.dispose()
    return "more" in tables, rolls, version
