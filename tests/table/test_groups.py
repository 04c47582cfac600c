"""Several foes at once: one roll or card for the whole group, or one for each, as the GM likes."""

from __future__ import annotations

import pytest

from bot.table import answers, encounters
from bot.table.tables import Tables

from .conftest import ANA, GM, HERE

ROLLING = {"c22": ("Blade", "Thug"), "24-system": ("Guard", "Bandit"), "katzbalger": ("Soldier", "Thug")}
"""The games whose initiative is drawn or rolled; OpenQuest's order is by skill, without a roll."""

DICE = {"c22": 1, "24-system": 2, "katzbalger": 1}
"""Cards or dice of one initiative: a card, 2d12, 1d6."""


async def initiatives(tables: Tables, game: str, *, each: bool) -> int:
    """How many rolls or cards there are for Ana's character and eight equal foes."""
    character, foe = ROLLING[game]
    await encounters.start(tables, HERE, GM, game, None)
    async with tables.at(HERE) as table:
        await encounters.join(table, ANA, character)
        await encounters.add(table, GM, encounters.Addition(foe, count=8, each=each))
        await encounters.begin(table, GM)
        while table.asks():  # Katzbalger: with which mode
            await answers.answer(table, GM, table.asks()[0].id, table.asks()[0].choices[0].value)
        rolled = [x for x in table.held.journal.tail[-1].inputs if x.kind == "chance"]
        dice = sum(len(x.sides) for x in rolled if "initiative" in x.what.label)
        return dice // DICE[game]


@pytest.mark.parametrize("game", list(ROLLING))
async def test_a_group_of_equals_has_one(tables: Tables, game: str) -> None:
    assert await initiatives(tables, game, each=False) == 2


@pytest.mark.parametrize("game", list(ROLLING))
async def test_or_each_their_own(tables: Tables, game: str) -> None:
    assert await initiatives(tables, game, each=True) == 9


async def test_a_group_moves_in_the_order_together(tables: Tables) -> None:
    await initiatives(tables, "24-system", each=False)
    async with tables.at(HERE) as table:
        labels = {slot.label for slot in table.state.order if slot.who.startswith("bandit")}
        assert len(labels) == 1


async def test_the_sides_offered_are_those_there_are(tables: Tables) -> None:
    await encounters.start(tables, HERE, GM, "openquest", None)
    async with tables.at(HERE) as table:
        await encounters.add(table, GM, encounters.Addition("Goblin", side="raiders"))
        await encounters.add(table, GM, encounters.Addition("Goblin", side="lurkers", hidden=True))
        assert [c.value for c in encounters.sides(table, GM)] == ["foes", "heroes", "raiders", "lurkers"]
        assert [c.value for c in encounters.sides(table, ANA)] == ["foes", "heroes", "raiders"]
