"""Fights played on paper are fights: they can be saved, loaded, copied and gone on with."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bench.histories import History, database, multiplied, written
from bench.sides import Town
from bot.store import Store, open_store
from bot.store.migrate import upgrade
from rules.engine.encounter import FIGHTING


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    await upgrade(database(tmp_path))
    store = await open_store(database(tmp_path))
    yield store
    await store.close()


def test_a_history_stands_where_it_is_wanted() -> None:
    history = History(1, 2)
    list(history.play_to(100))
    assert history.journal.last == 100
    assert history.journal.state.phase == FIGHTING
    assert history.journal.open_asks() == ()
    list(history.play_to(100, asked=True))
    assert len(history.journal.open_asks()) == 1
    list(history.play_to(100, fresh=True))
    assert history.journal.open_asks() == ()
    assert not history.acted


def test_both_live_through_a_long_fight() -> None:
    history = History(1, 2)
    list(history.play_to(1_500))
    assert all(c.stats.hp > 0 for c in history.journal.state.present())


async def test_a_written_history_is_read_as_it_was_and_nothing_of_it_is_untold(
    store: Store,
) -> None:
    town = Town(1)
    history = History(town.gm.user.id, town.people[0].user.id)
    row = await written(store, history, town.channels[0], 150)
    await store.flush()
    async with store.read() as tx:
        window = await tx.encounters.window(row.id)
        whole = await tx.encounters.window(row.id, before=1)
        untold = await tx.encounters.untold()
    assert window is not None
    assert whole is not None
    assert window.journal().state == whole.journal().state == history.journal.state
    assert window.base.no > 0, "checkpoints were written too"
    assert untold == ()


async def test_copies_are_encounters_of_their_own(store: Store, tmp_path: Path) -> None:
    town = Town(1)
    history = History(town.gm.user.id, town.people[0].user.id)
    row = await written(store, history, town.channels[0], 20)
    multiplied(tmp_path / "skirmish.db", row.id, 4)
    async with store.read() as tx:
        rows = [await tx.encounters.in_channel(row.guild, row.channel + n) for n in range(5)]
        windows = [await tx.encounters.window(one.id) for one in rows if one is not None]
    assert len({one.id for one in rows if one is not None}) == 5
    assert all(w is not None and w.journal().state == history.journal.state for w in windows)
