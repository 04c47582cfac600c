"""What is stored about a person, and that it goes when they ask for it or when its time has come."""

from __future__ import annotations

import pytest

from bot.store import Store
from bot.table import answers, config, encounters, privacy, rolls, sheets
from bot.table.people import Person, Place
from bot.table.tables import Tables
from rules.engine.ruleset import ruleset
from tests.table.conftest import ANA, BEN, ELSEWHERE, GM, GUILD, HERE, MANAGER, Clock, begun

OTHER = Place(GUILD + 1, 90)


async def leave_traces(tables: Tables, place: Place, person: Person) -> None:
    draft = await sheets.begin_new(tables, place, person, ruleset("openquest"), "Rurik", None)
    await sheets.save(tables, place, person, draft)
    await sheets.begin_new(tables, place, person, ruleset("openquest"), "Half done", None)
    await rolls.roll(tables, place, person, "1d6", rolls.See.ALL)


async def test_a_person_is_told_what_is_stored(tables: Tables) -> None:
    await leave_traces(tables, HERE, ANA)
    await leave_traces(tables, OTHER, ANA)
    await begun(tables)
    here = await privacy.about(tables, ANA, GUILD)
    assert ([s.name for s in here.sheets], here.drafts, here.free_rolls) == (["Rurik"], 1, 1)
    assert len(here.open_encounters) == 1
    everywhere = await privacy.about(tables, ANA, None)
    assert (len(everywhere.sheets), everywhere.drafts, everywhere.free_rolls) == (2, 2, 2)
    nobody = await privacy.about(tables, Person(99, "Nobody"), None)
    assert (nobody.sheets, nobody.drafts, nobody.free_rolls, nobody.encounters, nobody.steps) == (
        (),
        0,
        0,
        (),
        0,
    )


async def test_deletion_keeps_to_the_server_unless_told(tables: Tables) -> None:
    await leave_traces(tables, HERE, ANA)
    await leave_traces(tables, OTHER, ANA)
    await leave_traces(tables, HERE, BEN)
    deleted = await privacy.delete(tables, ANA, GUILD)
    assert (deleted.forgotten.sheets, deleted.forgotten.drafts, deleted.forgotten.free_rolls) == (1, 1, 1)
    assert len((await privacy.about(tables, ANA, None)).sheets) == 1
    assert len((await privacy.about(tables, BEN, None)).sheets) == 1
    await privacy.delete(tables, ANA, None)
    assert (await privacy.about(tables, ANA, None)).sheets == ()


async def test_in_a_running_fight_the_gm_takes_over(tables: Tables) -> None:
    await begun(tables)
    deleted = await privacy.delete(tables, ANA, GUILD)
    (given_up,) = deleted.given_up
    assert given_up.place == HERE
    assert not given_up.sole_gm
    assert [line for update in given_up.updates for card in update.cards for line in card.lines] == [
        "Rurik is in other hands now"
    ]
    async with tables.at(HERE) as table:
        assert table.state["rurik"].controller == ""
        assert table.state["bela"].controller == BEN.user
        assert table.may_play(GM, "rurik")
        await encounters.end(table, GM)
    await privacy.purge(tables)
    assert (await privacy.about(tables, ANA, None)).encounters == ()
    assert len((await privacy.about(tables, BEN, None)).encounters) == 1


async def test_what_was_asked_of_them_is_asked_of_the_gm(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        while table.state.actor != "foe":
            await encounters.next_turn(table, GM)
        verb = table.rules.verb("attack")
        call = verb.call(
            table.state, "foe", {"target": "rurik", "weapon": "Shortspear", "manner": "standard"}
        )
        await table.declare(call, GM, actor="foe", verb="attack")
        (ask,) = table.asks()
        assert ask.users == (ANA.id,)
    await privacy.delete(tables, ANA, GUILD)
    async with tables.at(HERE) as table:
        (again,) = table.asks()
        assert (again.id, again.users) == (ask.id, (GM.id,))
        await answers.answer(table, GM, ask.id, "none")
        assert table.held.journal.open is None or table.asks()


async def test_a_gm_gives_way_to_another_and_stays_where_there_is_none(tables: Tables) -> None:
    await begun(tables)
    (alone,) = (await privacy.delete(tables, GM, GUILD)).given_up
    assert alone.sole_gm
    async with tables.at(HERE) as table:
        assert table.gms == (GM.id,)
        await encounters.name_gm(table, GM, BEN.id, leaving=False)
    (given_up,) = (await privacy.delete(tables, GM, GUILD)).given_up
    assert not given_up.sole_gm
    async with tables.at(HERE) as table:
        assert table.gms == (BEN.id,)


async def test_other_peoples_fights_are_left_alone(tables: Tables) -> None:
    await begun(tables)
    deleted = await privacy.delete(tables, Person(99, "Nobody"), None)
    assert deleted.given_up == ()


async def test_ended_fights_are_kept_as_long_as_the_server_says(tables: Tables, clock: Clock) -> None:
    await config.set_retention(tables, HERE, MANAGER, 30)
    await begun(tables)
    await encounters.start(tables, ELSEWHERE, GM, "c22", "Runs on")
    async with tables.at(HERE) as table:
        await encounters.end(table, GM)
    clock.forward(days=29, hours=23)
    assert (await privacy.purge(tables)).encounters == 0
    clock.forward(hours=2)
    assert (await privacy.purge(tables)).encounters == 1
    async with tables.at(ELSEWHERE) as table:
        assert table.row.name == "Runs on"


async def test_servers_that_left_while_the_bot_was_down_are_forgotten_after_30_days(
    tables: Tables, store: Store, clock: Clock
) -> None:
    await leave_traces(tables, HERE, ANA)
    await leave_traces(tables, OTHER, ANA)
    assert await privacy.reconcile(tables, [GUILD]) == (1, 0)
    assert await privacy.reconcile(tables, [GUILD]) == (0, 0)
    clock.forward(days=29)
    assert (await privacy.purge(tables)).servers == 0
    # it comes back in time: nothing is forgotten, and the days count anew
    assert await privacy.reconcile(tables, [GUILD, OTHER.guild]) == (0, 1)
    clock.forward(days=10)
    assert (await privacy.purge(tables)).servers == 0
    assert await privacy.reconcile(tables, [GUILD]) == (1, 0)
    clock.forward(days=30, hours=1)
    assert (await privacy.purge(tables)).servers == 1
    about = await store.about(ANA.id)
    assert [sheet.guild for sheet in about.sheets] == [GUILD]


@pytest.mark.parametrize("days", [None])
async def test_without_a_setting_fights_are_kept_for_ever(tables: Tables, clock: Clock, days: None) -> None:
    await config.set_retention(tables, HERE, MANAGER, days)
    await begun(tables)
    async with tables.at(HERE) as table:
        await encounters.end(table, GM)
    clock.forward(days=4000)
    assert (await privacy.purge(tables)).encounters == 0
