"""What the GM overrules: values as they are typed, effects with when they end."""

from __future__ import annotations

from typing import Literal

import pytest

from bot.table import encounters, overrules
from bot.table.choosing import suggest
from bot.table.session import Table
from bot.table.tables import Tables
from rules.engine.encounter import Edge
from rules.engine.procedures import Refused
from tests.table.conftest import GM, HERE, begun


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("1", "1: from 14 to 1"),
        ("-5", "-5: from 14 to 9"),
        ("+2", "+2: from 14 to 16"),
        ("=-3", "=-3: from 14 to -3"),
    ],
)
async def test_a_number_being_typed_is_the_first_suggestion(tables: Tables, typed: str, words: str) -> None:
    # the Sellsword has ceil((14 + 13) / 2) = 14 hit points
    await begun(tables)
    async with tables.at(HERE) as table:
        offered = suggest(overrules.values(table, "rurik", "hp", typed), typed)
    assert [(c.value, c.words) for c in offered] == [(typed, words)]


async def test_before_anything_is_typed_the_present_value_is_shown(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        assert [c.words for c in overrules.values(table, "rurik", "hp")] == ["14 (now)"]


async def test_what_is_no_number_suggests_nothing(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        assert overrules.values(table, "rurik", "hp", "many") == ()


async def test_a_name_being_typed_is_the_first_suggestion_though_another_begins_so(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        offered = suggest(overrules.values(table, "foe", "name", "Fo"), "Fo")
        assert [c.value for c in offered] == ["Fo", "Foe"]
        await overrules.set_field(table, GM, "foe", "name", "Fo")
        assert table.state["foe"].name == "Fo"
        long = "x" * 101
        assert [c.value for c in suggest(overrules.values(table, "foe", "name", long), long)] == []


async def test_a_note_and_an_effect_are_taken_away_by_their_words_too(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await overrules.note(table, GM, "the {bridge} is out", "foe")
        await overrules.effect(table, GM, overrules.NewEffect("foe", "Cursed", 2))
        await overrules.clear_note(table, GM, "the {bridge} is out")
        await overrules.end_effect(table, GM, "Foe: Cursed")
        assert (table.state.notes, table.state.lasting) == ((), ())
        with pytest.raises(Refused, match="Note: there is nothing to choose"):
            await overrules.clear_note(table, GM, "n1")


# ------------------------------------------------------------------ when an effect ends
async def ends(table: Table, rounds: int | None, until: str, at: Literal["start", "end"]) -> Edge | None:
    """When an effect on the foe ends that begins now; the order is Bela, Rurik, Foe."""
    await overrules.effect(table, GM, overrules.NewEffect("foe", "Cursed", rounds, until, at))
    return table.state.lasting[-1].ends


async def test_an_effect_to_the_next_turn_of_somebody_ends_in_this_round_or_the_next(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        assert [slot.who for slot in table.state.order] == ["bela", "rurik", "foe"]
        await encounters.next_turn(table, GM)
        assert table.state.actor == "rurik"
        assert await ends(table, None, "", "end") is None
        assert await ends(table, None, "bela", "start") == Edge(2, "bela", "start")
        assert await ends(table, None, "bela", "end") == Edge(2, "bela", "end")
        assert await ends(table, None, "rurik", "start") == Edge(2, "rurik", "start")
        assert await ends(table, None, "rurik", "end") == Edge(1, "rurik", "end")
        assert await ends(table, None, "foe", "start") == Edge(1, "foe", "start")


async def test_an_effect_of_so_many_rounds(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        assert await ends(table, 0, "", "start") == Edge(1, "", "end")
        assert await ends(table, 0, "rurik", "end") == Edge(1, "rurik", "end")
        assert await ends(table, 2, "", "start") == Edge(3, "foe", "start")
        assert await ends(table, 1, "bela", "end") == Edge(2, "bela", "end")


async def test_an_effect_ends_on_the_turn_it_names_over_the_rounds_edge_and_not_by_a_step_back(
    tables: Tables,
) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await encounters.next_turn(table, GM)
        await ends(table, None, "bela", "start")
        await encounters.next_turn(table, GM)
        await encounters.back(table, GM)
        await encounters.next_turn(table, GM)
        assert (table.state.round, table.state.actor, len(table.state.lasting)) == (1, "foe", 1)
        update = await encounters.next_turn(table, GM)
        assert (table.state.round, table.state.actor, len(table.state.lasting)) == (2, "bela", 0)
        assert "Foe is no longer Cursed" in update.cards[-1].lines
