"""The card of a step: whether a turn begins in it, so that whoever is called can press My turn there."""

from __future__ import annotations

from bot.table import acts, encounters
from bot.table.board import turn_token
from bot.table.rolls import See, check_in_fight
from bot.table.session import Table
from bot.table.tables import Tables

from .conftest import ANA, GM, HERE, begun
from .test_answers import hit


def newest_turn(table: Table) -> bool:
    """Whether the newest step's card has the turn."""
    return table.card(table.held.journal.tail[-1]).turn


async def test_the_card_in_which_a_turn_begins_has_it_until_something_comes(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        assert newest_turn(table)
        before = table.held.journal.tail[-1]
        await encounters.add(table, GM, encounters.Addition("Goblin"))
        assert not newest_turn(table)
        assert not table.card(before).turn
        await encounters.next_turn(table, GM)
        assert newest_turn(table)
        await encounters.undo(table, GM)
        assert not newest_turn(table)


async def test_while_a_choice_waits_no_turn_begins(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await hit(table)
        assert not newest_turn(table)


async def test_the_turn_of_somebody_hidden_is_not_betrayed(tables: Tables) -> None:
    lurker = encounters.Addition("Goblin", "Lurker", hidden=True)
    await begun(tables, "openquest", encounters.Addition("Goblin", "Foe"), lurker)
    async with tables.at(HERE) as table:
        while table.state.actor != "lurker":
            assert newest_turn(table)
            await encounters.next_turn(table, GM)
        assert not newest_turn(table)


async def test_the_card_of_an_act_has_the_turn_that_goes_on_until_something_comes(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        while table.state.actor != "rurik":
            await encounters.next_turn(table, GM)
        assert table.card(table.held.journal.tail[-1]).goes_on == ""
        await acts.declare(table, ANA, "move", {"target": "foe"}, which="Close in")
        moved = table.held.journal.tail[-1]
        assert table.card(moved).goes_on == turn_token(table.state)
        assert not table.card(moved).turn
        await encounters.next_turn(table, ANA)
        assert table.card(moved).goes_on == ""
        assert table.card(table.held.journal.tail[-1]).goes_on == ""


async def test_when_the_fight_is_over_nobodys_turn_begins(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await encounters.end(table, GM)
        assert not newest_turn(table)


async def test_a_players_blind_roll_has_a_button_for_the_gms_eyes(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        for person, see, eyes in (
            (ANA, See.GM, "Referee"),
            (ANA, See.ME_AND_GM, "Referee"),
            (ANA, See.ALL, ""),
            (GM, See.GM, ""),
        ):
            await check_in_fight(table, person, "rurik", {"skill": "Athletics"}, see)
            assert table.card(table.held.journal.tail[-1]).eyes == eyes
