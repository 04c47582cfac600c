"""What the GM overrules: values as they are typed."""

from __future__ import annotations

import pytest

from bot.table import overrules
from bot.table.choosing import suggest
from bot.table.tables import Tables
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
