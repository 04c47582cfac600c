"""Pings: whose turn it is, who is asked, reminders; the server's settings and a person's own."""

from __future__ import annotations

from collections.abc import Iterable

from bot.store import Server
from bot.table import answers, encounters, pings, privacy
from bot.table.session import Table
from bot.table.tables import Tables
from bot.table.updates import ASK, TURN, Ping, Update

from .conftest import ANA, BEN, GM, HERE, OUTSIDER, Clock, begun
from .test_answers import hit


async def set_up(tables: Tables, **wishes: bool) -> None:
    """A server with a deadline of a minute and these settings of pings."""
    async with tables.store.write() as tx:
        await tx.servers.put(Server(HERE.guild, deadline=60, pings=wishes))
    await begun(tables)


async def turns(table: Table, count: int = 3) -> set[Ping]:
    """What is pinged in so many turns passed by the GM."""
    found: set[Ping] = set()
    for _ in range(count):
        found |= set((await encounters.next_turn(table, GM)).pings)
    return found


async def test_whose_turn_begins_is_pinged_unless_they_do_not_want_it(tables: Tables) -> None:
    await set_up(tables)
    async with tables.at(HERE) as table:
        assert await turns(table) == {Ping(ANA.id, TURN), Ping(BEN.id, TURN)}
        assert await pings.turn(tables, HERE, ANA, TURN, False) == {ASK}
        assert await turns(table) == {Ping(BEN.id, TURN)}
        assert await pings.turn(tables, HERE, ANA, TURN, True) == {ASK, TURN}
        assert await turns(table) == {Ping(ANA.id, TURN), Ping(BEN.id, TURN)}


async def test_the_server_can_switch_them_off_for_everybody(tables: Tables) -> None:
    await set_up(tables, ping_turn=False)
    async with tables.at(HERE) as table:
        assert await turns(table) == set()


async def test_what_somebody_wants_is_kept_and_is_theirs_alone(tables: Tables) -> None:
    await pings.turn(tables, HERE, ANA, ASK, False)
    again = Tables(tables.store, clock=tables.clock, entropy=tables.entropy)
    assert await pings.wanted(again, HERE, ANA) == {TURN}
    assert await pings.wanted(again, HERE, BEN) == {TURN, ASK}


async def test_it_is_forgotten_with_everything_else_about_them(tables: Tables) -> None:
    await pings.turn(tables, HERE, ANA, ASK, False)
    assert (await privacy.about(tables, ANA, HERE.guild)).wishes == 1
    await privacy.delete(tables, ANA, HERE.guild)
    assert (await privacy.about(tables, ANA, None)).wishes == 0
    assert await pings.wanted(tables, HERE, ANA) == {TURN, ASK}


# ------------------------------------------------------------------ reminders at half time
def pinged(updates: Iterable[Update]) -> set[Ping]:
    """Who is pinged by these."""
    return {ping for update in updates for ping in update.pings}


async def test_who_is_asked_is_reminded_once_at_half_time_if_the_server_wants(
    tables: Tables, clock: Clock
) -> None:
    await set_up(tables, remind=True)
    async with tables.at(HERE) as table:
        ask = await hit(table)
    clock.forward(seconds=29)
    assert await answers.due_reminders(tables) == []
    clock.forward(seconds=1)
    (update,) = await answers.due_reminders(tables)
    assert update.pings == (Ping(ANA.id, ASK),)
    assert [a.id for a in update.cards[-1].asks] == [ask.id]
    assert await answers.due_reminders(tables) == []


async def test_nobody_is_reminded_who_does_not_want_it(tables: Tables, clock: Clock) -> None:
    await set_up(tables, remind=True)
    await pings.turn(tables, HERE, ANA, ASK, False)
    async with tables.at(HERE) as table:
        await hit(table)
    clock.forward(seconds=30)
    assert await answers.due_reminders(tables) == []


async def test_all_of_several_gms_are_reminded_of_a_foes_choice(tables: Tables, clock: Clock) -> None:
    await set_up(tables, remind=True)
    async with tables.at(HERE) as table:
        ask = await hit(table)
        await encounters.hand_over(table, GM, "rurik", None)
        named = await encounters.name_gm(table, GM, BEN.id, leaving=False)
        assert [a.users for a in named.cards[-1].asks] == [(GM.id, BEN.id)], "the card names both"
        assert [a.id for a in table.asks()] == [ask.id]
    clock.forward(seconds=30)
    assert pinged(await answers.due_reminders(tables)) == {Ping(GM.id, ASK), Ping(BEN.id, ASK)}


async def test_without_the_servers_wish_there_is_no_reminder(tables: Tables, clock: Clock) -> None:
    await set_up(tables)
    async with tables.at(HERE) as table:
        await hit(table)
    clock.forward(seconds=30)
    assert await answers.due_reminders(tables) == []


async def test_who_is_handed_a_combatant_that_is_asked_is_pinged(tables: Tables) -> None:
    await set_up(tables)
    async with tables.at(HERE) as table:
        ask = await hit(table)
        update = await encounters.hand_over(table, GM, "rurik", BEN.id)
        assert Ping(BEN.id, ASK) in update.pings
        assert next(a for a in table.asks() if a.id == ask.id).users == (BEN.id,)


async def test_who_is_handed_the_acting_one_is_called_to_its_turn(tables: Tables) -> None:
    await set_up(tables)
    async with tables.at(HERE) as table:
        acting = table.state.actor
        other = next(c.id for c in table.state.present() if c.id != acting)
        for user, pings_wanted in ((OUTSIDER.id, (Ping(OUTSIDER.id, TURN),)), (None, ())):
            assert (await encounters.hand_over(table, GM, acting, user)).pings == pings_wanted
        assert (await encounters.hand_over(table, GM, other, OUTSIDER.id)).pings == ()
