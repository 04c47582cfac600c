"""The board's pages."""

from __future__ import annotations

from typing import Any

import pytest

from bot.table import encounters
from bot.table.board import ROWS_PER_PAGE
from bot.table.tables import Tables
from rules.engine.changes import SetOrder
from rules.engine.encounter import Slot
from rules.engine.procedures import Fight, procedure
from rules.engine.ruleset import PUBLIC

from .conftest import GM, HERE, begun


@pytest.mark.parametrize("more", [11, 12, 25, 26])
async def test_pages_are_even_and_together_hold_everybody_once(tables: Tables, more: int) -> None:
    # Ana's and Ben's combatants and a foe are there besides
    await begun(tables)
    async with tables.at(HERE) as table:
        for count in (min(more, 20), more - 20):
            if count > 0:
                await encounters.add(table, GM, encounters.Addition("Goblin", "Gob", count=count))
        boards = [table.board(PUBLIC, n) for n in range(table.board(PUBLIC).pages)]
        sizes = [len(b.rows) for b in boards]
        assert (len(boards), sum(sizes)) == (-(-(more + 3) // ROWS_PER_PAGE), more + 3)
        assert max(sizes) - min(sizes) <= 1
        assert len({row.who for b in boards for row in b.rows}) == more + 3
        for _ in range(more + 3):
            assert [row.who for row in table.board(PUBLIC).rows if row.acting] == [table.state.actor]
            await encounters.next_turn(table, GM)


async def test_one_with_two_turns_has_its_health_on_each_page_where_it_stands(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await encounters.add(table, GM, encounters.Addition("Goblin", "Gob", count=12))
        order = table.state.order
        again = Slot("rurik-2", "rurik", "again")
        table.held.journal = table.held.journal.declare(
            extended((*order, again)), by="1", actor="", verb="test", at=0
        ).journal
        pages = [table.board(PUBLIC, n).rows for n in range(2)]
        mine = [
            (n, row.slot, bool(row.health))
            for n, page in enumerate(pages)
            for row in page
            if row.who == "rurik"
        ]
        assert mine == [(0, "60", True), (1, "again", True)]


@procedure("test: another order")
async def extended(fight: Fight[Any], order: tuple[Slot, ...]) -> None:
    await SetOrder(order)
