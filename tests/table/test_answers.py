"""Choices that wait: who answers, deadlines, offers, standing answers, a GM in somebody's place."""

from __future__ import annotations

import pytest

from bot.store import Server
from bot.table import acts, answers, encounters, overrules
from bot.table.cards import AskView
from bot.table.people import Person, asked, asked_name
from bot.table.session import Table
from bot.table.tables import Tables
from rules.engine.effects import Ask
from rules.engine.procedures import Refused

from .conftest import ANA, BEN, GM, HERE, OUTSIDER, Clock, begun


async def hit(table: Table) -> AskView:
    """The foe attacks Rurik turn by turn until a hit asks Ana to defend."""
    foe = next(c.id for c in table.state.present() if not c.player)
    for _ in range(60):
        while table.state.actor != foe:
            await encounters.next_turn(table, GM)
        await acts.declare(table, GM, "attack", {"target": "rurik"})
        while table.asks():
            ask = table.asks()[0]
            if ask.users == (ANA.id,) and any(c.value == "parry" for c in ask.choices):
                return ask
            await answers.answer(table, GM, ask.id, ask.choices[0].value)
        if table.state.actor == foe:
            await encounters.next_turn(table, GM)
        if table.state["rurik"].stats.hp < 8:
            await overrules.set_field(table, GM, "rurik", "hp", "14")
    raise AssertionError("the foe never hit")


async def test_only_the_one_asked_or_a_gm_answers(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        ask = await hit(table)
        before = table.state
        for stranger in (BEN, OUTSIDER, Person(50, "Manager", manager=True)):
            with pytest.raises(Refused, match="This is Rurik's choice"):
                await answers.answer(table, stranger, ask.id, "parry")
        assert table.state == before
        update = await answers.answer(table, ANA, ask.id, "parry")
        assert not any(a.id == ask.id for a in table.asks())
        assert update.cards
        with pytest.raises(Refused, match="made already"):
            await answers.answer(table, ANA, ask.id, "parry")


async def test_what_else_is_declared_meanwhile_is_refused_with_the_name_awaited(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await hit(table)
        with pytest.raises(Refused, match="First Rurik must choose"):
            await encounters.next_turn(table, GM)


async def test_the_commands_do_the_same_as_the_buttons(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await hit(table)
        with pytest.raises(Refused, match=r"Nothing is asked of you\. Rurik is awaited"):
            await answers.react(table, BEN, "parry")
        with pytest.raises(Refused, match="You can choose: "):
            await answers.react(table, ANA, "somersault")
        await answers.react(table, ANA, "dodge")
        assert not [a for a in table.asks() if a.users == (ANA.id,)]
        with pytest.raises(Refused, match="Nothing is asked of you"):
            await answers.react(table, BEN, "dodge")


async def test_a_value_that_is_not_legal_changes_nothing(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        ask = await hit(table)
        before = table.held.journal
        with pytest.raises(Refused, match="not possible now"):
            await answers.answer(table, ANA, ask.id, "fly")
        assert table.held.journal == before


async def test_an_open_ask_goes_along_with_a_handed_combatant(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        ask = await hit(table)
        await encounters.hand_over(table, GM, "rurik", BEN.id)
        with pytest.raises(Refused, match="This is Rurik's choice"):
            await answers.answer(table, ANA, ask.id, "parry")
        await answers.answer(table, BEN, ask.id, "parry")


async def test_removing_the_one_asked_leaves_the_default(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        ask = await hit(table)
        await encounters.remove(table, GM, "rurik")
        assert ask.id not in [a.id for a in table.asks()]
        assert not table.state.here("rurik")


async def test_a_deadline_that_passes_takes_the_default(tables: Tables, clock: Clock) -> None:
    async with tables.store.write() as tx:
        await tx.servers.put(Server(HERE.guild, deadline=60))
    await begun(tables)
    async with tables.at(HERE) as table:
        ask = await hit(table)
        assert ask.deadline == int(clock.now.timestamp()) + 60
    clock.forward(seconds=59)
    assert await answers.settle_due(tables) == []
    clock.forward(seconds=2)
    assert len(await answers.settle_due(tables)) == 1
    async with tables.at(HERE) as table:
        given = [x for x in table.held.journal.tail[-1].inputs if x.by == "0"]
        assert [x.value for x in given] == ["none"]
    assert await answers.settle_due(tables) == []


async def test_a_deadline_stands_still_while_paused(tables: Tables, clock: Clock) -> None:
    async with tables.store.write() as tx:
        await tx.servers.put(Server(HERE.guild, deadline=60))
    await begun(tables)
    async with tables.at(HERE) as table:
        shown = (await hit(table)).deadline
        clock.forward(seconds=20)
        paused = await encounters.pause(table, GM)
        assert [ask.deadline for ask in paused.cards[-1].asks] == [None]
    clock.forward(days=3)
    assert await answers.settle_due(tables) == []
    async with tables.at(HERE) as table:
        resumed = await encounters.resume(table, GM)
        assert shown is not None
        assert [ask.deadline for ask in resumed.cards[-1].asks] == [shown + 3 * 24 * 3600]
    clock.forward(seconds=39)
    assert await answers.settle_due(tables) == []
    clock.forward(seconds=2)
    assert len(await answers.settle_due(tables)) == 1


async def test_a_deadline_that_passed_while_the_bot_was_down_gets_a_grace(
    tables: Tables, clock: Clock
) -> None:
    async with tables.store.write() as tx:
        await tx.servers.put(Server(HERE.guild, deadline=60))
    await begun(tables)
    async with tables.at(HERE) as table:
        ask, ask_in = await hit(table), table.row.id
    clock.forward(hours=5)
    again = Tables(tables.store, clock=clock, entropy=tables.entropy)
    assert await answers.after_downtime(again) == (ask_in,)
    assert await answers.settle_due(again) == []
    async with again.at(HERE) as table:
        assert table.asks()[0].id == ask.id
        assert table.asks()[0].deadline == int((clock.now + answers.GRACE).timestamp())
    (update,) = await answers.with_new_deadlines(again, (ask_in, ask_in))
    assert update.cards[0].asks[0].deadline == int((clock.now + answers.GRACE).timestamp())
    clock.forward(minutes=10, seconds=1)
    assert len(await answers.settle_due(again)) == 1


async def test_a_standing_answer_is_given_without_asking(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        topic = next(
            t.topic for t in table.rules.standing_topics if any(c.value == "parry" for c in t.choices)
        )
        with pytest.raises(Refused, match="is not yours"):
            await answers.set_standing(table, BEN, "rurik", topic, "parry")
        await answers.set_standing(table, ANA, "rurik", topic, "parry")
        assert "ask me" not in [answer for key, _, answer in answers.standing(table, "rurik") if key == topic]
        with pytest.raises(AssertionError, match="never hit"):
            await hit(table)
        await answers.set_standing(table, ANA, "rurik", topic, "")
        assert (await hit(table)).users == (ANA.id,)


async def test_an_answer_survives_a_restart_in_the_middle(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        ask = await hit(table)
    again = Tables(tables.store, clock=tables.clock, entropy=tables.entropy)
    async with again.at(HERE) as table:
        assert table.asks()[0] == ask
        await answers.answer(table, ANA, ask.id, "dodge")
        assert table.held.journal.state == table.state


async def test_an_offer_is_taken_up_until_the_next_step(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        for _ in range(40):
            while table.state.actor != "rurik":
                await encounters.next_turn(table, GM)
            await acts.declare(table, ANA, "attack", {"target": "foe"})
            if table.offers():
                break
            while table.asks():
                await answers.answer(table, GM, table.asks()[0].id, "none")
            if table.state.actor == "rurik":
                await encounters.next_turn(table, GM)
        offer = table.offers()[0]
        points = table.state["rurik"].stats.fortune
        with pytest.raises(Refused, match="choice"):
            await answers.take_offer(table, BEN, offer.id, offer.choices[0].value)
        await answers.take_offer(table, ANA, offer.id, offer.choices[0].value)
        assert table.state["rurik"].stats.fortune == points - 1
        with pytest.raises(Refused, match="offer has passed"):
            await answers.take_offer(table, ANA, offer.id, offer.choices[0].value)


async def test_an_answer_for_somebody_who_is_asked_nothing_is_not_given_for_another(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await hit(table)
        before = table.held.journal
        with pytest.raises(
            Refused, match=r"Nothing is asked of “Bela” that you can answer\. Rurik is awaited"
        ):
            await answers.react(table, GM, "parry", "Bela")
        with pytest.raises(Refused, match="Nothing is asked of “Rurik” that you can answer"):
            await answers.react(table, BEN, "parry", "Rurik")
        assert table.held.journal == before
        await answers.react(table, GM, "parry", "RURIK")
        assert not [a for a in table.asks() if a.users == (ANA.id,)]


async def test_when_an_offer_has_passed_its_buttons_go(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        version = 0
        for _ in range(40):
            while table.state.actor != "rurik":
                await encounters.next_turn(table, GM)
            version = (await acts.declare(table, ANA, "attack", {"target": "foe"})).version
            if table.offers():
                break
            while table.asks():
                await answers.answer(table, GM, table.asks()[0].id, "none")
            if table.state.actor == "rurik":
                await encounters.next_turn(table, GM)
        offering = table.held.journal.last
        while table.asks():
            await answers.answer(table, GM, table.asks()[0].id, table.asks()[0].choices[0].value)
        tables.told(table.row.id, version, {offering: 4711})
        assert table.offers()
        after = await encounters.next_turn(table, GM)
        redrawn = next(card for card in after.cards if card.no == offering)
        assert redrawn.message == 4711
        assert redrawn.offers == ()


async def test_a_deadline_that_cannot_be_settled_holds_up_no_other(
    tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault in one fight is logged, its deadline put off; what else is due is settled."""
    async with tables.store.write() as tx:
        await tx.servers.put(Server(HERE.guild, deadline=60))
    await begun(tables)
    async with tables.at(HERE) as table:
        ask = await hit(table)

    async def broken(*given: object, **more: object) -> None:
        raise ZeroDivisionError("a fault")

    clock.forward(seconds=61)
    with monkeypatch.context() as patch:
        patch.setattr(Table, "answer", broken)
        assert await answers.settle_due(tables) == []
    async with tables.store.read() as tx:
        assert await tx.asks.due(clock()) == ()
        kept = await tx.asks.get(ask.id)
        assert kept is not None
        assert kept.deadline_at == clock() + answers.GRACE
    clock.forward(minutes=11)
    assert len(await answers.settle_due(tables)) == 1


async def test_a_paused_fights_deadlines_are_not_put_off_by_a_restart(tables: Tables, clock: Clock) -> None:
    async with tables.store.write() as tx:
        await tx.servers.put(Server(HERE.guild, deadline=60))
    await begun(tables)
    async with tables.at(HERE) as table:
        ask = await hit(table)
        clock.forward(seconds=50)
        await encounters.pause(table, GM)
    clock.forward(hours=30)
    again = Tables(tables.store, clock=clock, entropy=tables.entropy)
    assert await answers.after_downtime(again) == ()
    async with again.at(HERE) as table:
        await encounters.resume(table, GM)
        assert next(a.deadline for a in table.asks() if a.id == ask.id) == clock().timestamp() + 10


async def test_the_end_in_the_middle_of_a_choice_strikes_what_was_open(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        await hit(table)
        no = table.held.journal.last
        update = await encounters.end(table, GM)
    assert [(card.no, card.status) for card in update.cards] == [(no, "withdrawn"), (no + 1, "done")]
    assert update.cards[0].asks == ()


async def test_a_secret_choice_goes_with_the_act_to_who_makes_it_and_to_nobody_else(tables: Tables) -> None:
    await begun(tables, "c22")
    async with tables.at(HERE) as table:
        while table.asks():
            await answers.answer(table, GM, table.asks()[0].id, table.asks()[0].choices[0].value)
        while table.state.actor != "rurik":
            await encounters.next_turn(table, GM)
        move = table.rules.verb("move")
        update = await acts.declare_verb(table, ANA, move, "rurik", {"where": "Near"})
        (ask,) = update.own
        assert (ask.topic, ask.users, ask.choices[0].value) == ("maneuver", (ANA.id,), "none")
        assert [a.secret for a in update.cards[-1].asks] == [True]
        await encounters.undo(table, GM)
        by_gm = await acts.declare_verb(table, GM, move, "rurik", {"where": "Near"})
        assert by_gm.own == (), "Ana is asked, not the one who moved her"


async def test_of_some_combatants_their_players_are_asked_and_nobody_else(tables: Tables) -> None:
    await begun(tables, "24-system", encounters.Addition("Bandit", "Foe"))
    async with tables.at(HERE) as table:
        s = table.state

        def put(who: str) -> Ask:
            return Ask(who, "which guard", "Which?", (), "")

        assert asked(put("any:rurik,bela"), s, (GM.id,)) == (ANA.id, BEN.id)
        assert asked(put("any:rurik,foe"), s, (GM.id,)) == (ANA.id, GM.id)
        assert asked(put("any:bela"), s, (GM.id,)) == (BEN.id,)
        assert asked_name(put("any:rurik,foe"), s, "Guide") == "Rurik or Foe"
        assert asked_name(put("any:rurik,bela,foe"), s, "Guide") == "Rurik, Bela or Foe"
        lurking = s.with_combatant("foe", hidden=True)
        assert asked_name(put("any:rurik,foe"), lurking, "Guide") == "Rurik"
        assert asked_name(put("any:foe"), lurking, "Guide") == "the Guide"
