"""A GM in a player's place, and a deadline in anybody's, are named: on the card and in the log."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.store import Server
from bot.table import acts, answers, encounters, history
from bot.table.people import Person
from bot.table.session import Table
from bot.table.tables import Tables

from .conftest import ANA, BEN, GM, HERE, Clock, begun
from .test_answers import hit

FOR_RURIK = "(Referee for Rurik)"
LATE = "(Time ran out for Rurik)"


@pytest.mark.parametrize(("who", "told"), [(GM, True), (ANA, False)])
async def test_the_gms_answer_in_a_players_place(tables: Tables, who: Person, told: bool) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        ask = await hit(table)
        update = await answers.answer(table, who, ask.id, "parry")
        assert (FOR_RURIK in update.cards[-1].lines) is told
    written = await history.transcripts(tables, HERE, ANA, None)
    assert [e.text for e in written[0].entries].count(FOR_RURIK) == (1 if told else 0)


async def test_the_gms_own_foes_are_nobody_elses(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        while table.state.actor != "foe":
            await encounters.next_turn(table, GM)
        update = await acts.declare(table, GM, "attack", {"target": "rurik"})
        assert not any("Referee for" in line for card in update.cards for line in card.lines)


async def test_a_declaration_in_a_players_place(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        while table.state.actor != "bela":
            await encounters.next_turn(table, GM)
        update = await acts.declare(table, GM, "attack", {"target": "foe"})
        assert "(Referee for Bela)" in update.cards[-1].lines


async def test_who_answered_before_the_combatant_changed_hands_stood_in_for_nobody(tables: Tables) -> None:
    """Ana declares for Rurik; while the foe's defence waits he goes to Ben: it was Ana's own choice."""
    await begun(tables)
    async with tables.at(HERE) as table:
        await _attacked(table)
        await encounters.hand_over(table, GM, "rurik", BEN.id)
        ask = next(a for a in table.asks() if a.whose == "Foe")
        update = await answers.answer(table, GM, ask.id, ask.choices[0].value)
        assert not any("Referee for" in line for card in update.cards for line in card.lines)


async def _attacked(table: Table) -> None:
    for _ in range(40):
        while table.state.actor != "rurik":
            await encounters.next_turn(table, GM)
        await acts.declare(table, ANA, "attack", {"target": "foe"})
        if any(a.whose == "Foe" for a in table.asks()):
            return
        while table.asks():
            await answers.answer(table, GM, table.asks()[0].id, table.asks()[0].choices[-1].value)
        if table.state.actor == "rurik":
            await encounters.next_turn(table, GM)
    raise AssertionError("Rurik never hit")


async def test_a_deadline_that_passed(tables: Tables, clock: Clock) -> None:
    async with tables.store.write() as tx:
        await tx.servers.put(Server(HERE.guild, deadline=60))
    await begun(tables)
    async with tables.at(HERE) as table:
        await hit(table)
    clock.forward(seconds=61)
    (update,) = await answers.settle_due(tables)
    assert LATE in update.cards[-1].lines
    assert FOR_RURIK not in update.cards[-1].lines


async def test_nothing_is_said_where_nothing_else_is(tables: Tables) -> None:
    """A step that has no line for the table does not get one by who made it."""
    await begun(tables)
    async with tables.at(HERE) as table:
        await answers.set_standing(table, GM, "rurik", "defence", "parry")
        step = table.held.journal.tail[-1]
        assert table.card(replace(step, actor="rurik")).lines == ()
