"""What nobody at the table may read: the name of somebody whom only the GM sees."""

from __future__ import annotations

import pytest

from bot.table import acts, answers, encounters, overrules
from bot.table.cards import lines_for
from bot.table.tables import Tables
from rules.engine.procedures import Refused
from rules.engine.ruleset import PUBLIC, Viewer

from .conftest import ANA, BEN, GM, HERE, Clock, begun
from .test_answers import hit

LURKER = encounters.Addition("Goblin", "Lurker", hidden=True)


async def hidden_turn(tables: Tables) -> str:
    """A fight in which it is the turn of a hidden goblin; gives its id."""
    await begun(tables, "openquest", encounters.Addition("Goblin", "Foe"), LURKER)
    for _ in range(6):
        async with tables.at(HERE) as table:
            who = next(c.id for c in table.state.present() if c.hidden)
            if table.state.actor == who:
                return who
            await encounters.next_turn(table, GM)
    raise AssertionError("the hidden one never has a turn")


async def test_a_player_who_ends_a_turn_that_is_not_theirs_does_not_learn_whose(
    tables: Tables, clock: Clock
) -> None:
    await hidden_turn(tables)
    clock.forward(seconds=10)
    async with tables.at(HERE) as table:
        with pytest.raises(Refused, match=r"^You can end only your own turn\.$"):
            await encounters.next_turn(table, ANA)


async def test_the_turn_that_goes_back_to_somebody_hidden_is_the_gms_to_know(tables: Tables) -> None:
    await hidden_turn(tables)
    async with tables.at(HERE) as table:
        await encounters.next_turn(table, GM)
        update = await encounters.back(table, GM)
        assert [line for card in update.cards for line in card.lines] == []
        assert update.private[0].lines == ("The turn goes back to Lurker",)


async def test_neither_board_nor_refusal_names_somebody_hidden_who_is_asked(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await hit(table)
        await overrules.set_field(table, GM, "rurik", "hidden", "yes")
        assert table.asks()[0].whose == "the Referee"
        assert table.board(PUBLIC).awaited == "the Referee"
        with pytest.raises(Refused, match=r"^Nothing is asked of you\. The Referee is awaited\.$"):
            await answers.react(table, BEN, "dodge")
        with pytest.raises(Refused, match=r"^First the Referee must choose: .*How does someone defend\?$"):
            await acts.declare(table, BEN, "attack", {"target": "foe"})
        with pytest.raises(Refused, match=r"^First the Referee must choose: .*How does Rurik defend\?$"):
            await encounters.next_turn(table, GM)


async def test_what_is_asked_about_somebody_hidden_names_them_to_those_who_may_know(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await hit(table)
        (before,) = table.asks()
        assert "How does Rurik defend?" in before.prompt
        assert not before.secret
        await overrules.set_field(table, GM, "rurik", "hidden", "yes")
        newest = table.held.newest
        assert newest is not None
        (shown,) = table.card(newest).asks
        assert "How does someone defend?" in shown.prompt
        assert shown.secret, "its options are shown to those asked, in private"
        for person in (GM, ANA):
            assert answers.open_ask(table, person, shown.id).prompt == before.prompt
        assert answers.open_ask(table, BEN, shown.id) == shown


async def test_a_step_that_is_taken_back_still_has_names_in_its_lines(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await encounters.add(table, GM, encounters.Addition("Troll", "Grendel"))
        update = await encounters.undo(table, GM)
        assert update.cards[0].status == "undone"
        assert update.cards[0].lines == ("Grendel joins",)


async def test_who_came_in_secret_and_was_taken_back_stays_a_secret(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await encounters.add(table, GM, LURKER)
        update = await encounters.undo(table, GM)
        assert [line for card in update.cards for line in card.lines] == []
        assert lines_for(table.held.journal.tail[-1], table.state, table.state, Viewer(GM.user, True)) == (
            "Lurker joins",
        )


async def test_an_offer_about_somebody_hidden_is_made_to_the_gm_alone(tables: Tables) -> None:
    # KB-13: of twenty who each roll a d6 some are tied a second time, and the Director may leave it at that
    shades = encounters.Addition("Thug", "Shade", count=20, hidden=True, each=True)
    await encounters.start(tables, HERE, GM, "katzbalger", "The ford")
    async with tables.at(HERE) as table:
        await encounters.join(table, ANA, "Fencer")
        await encounters.add(table, GM, shades)
        update = await encounters.begin(table, GM)
        offered = table.offers(table.viewer(GM))
        assert offered
        assert [card.offers for card in update.cards] == [()]
        for offer in offered:
            told = f"{offer.prompt} Now: Roll again. /react changes it: Simultaneous."
            assert told in update.private[0].lines
        await answers.react(table, GM, "Simultaneous")
