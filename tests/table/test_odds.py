"""Odds: right by hand, and only of what the asker may know."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bot.table import config, encounters, odds
from bot.table.people import Person
from bot.table.tables import Tables
from rules.engine import overrule
from rules.engine.procedures import Refused
from rules.engine.ruleset import ruleset
from tests.table.conftest import ANA, BEN, GM, HERE, MANAGER, OUTSIDER, begun

PLAYERS = {"rurik": ANA, "bela": BEN}


async def turn_of(tables: Tables, who: str) -> Person:
    """Pass the turn until it is this combatant's; gives who plays it."""
    for _ in range(8):
        async with tables.at(HERE) as table:
            if table.state.actor == who:
                return PLAYERS.get(who, GM)
            await encounters.next_turn(table, GM)
    raise AssertionError(f"the turn never came to {who}")


async def of(
    tables: Tables, person: Person, command: str, which: str | None = None, **given: str
) -> odds.OddsView:
    async with tables.at(HERE) as table:
        return await odds.odds(table, person, command, given, which=which)


def d100(skill: int) -> dict[str, Fraction]:
    """OQ-10, 11, 12 by counting faces: doubles are criticals or fumbles, 00 reads 100 and is a fumble."""
    faces = {"critical": 0, "success": 0, "failure": 0, "fumble": 0}
    for face in range(1, 101):
        double = face % 11 == 0 or face == 100
        good = face <= skill and face != 100
        faces[("critical" if good else "fumble") if double else "success" if good else "failure"] += 1
    return {name: Fraction(n, 100) for name, n in faces.items()}


async def test_a_skill_is_right_by_hand(tables: Tables) -> None:
    await begun(tables)
    person = await turn_of(tables, "bela")
    view = await of(tables, person, "act", "skill", detail="perception")
    async with tables.at(HERE) as table:
        skill = table.state["bela"].stats.skill("perception")
    (only,) = view.tables
    assert dict(only.rows) == d100(skill)
    assert only.assumed == ""
    assert view.title == "Bela: Use a skill"
    assert view.chosen[0][0] == "Skill"
    assert view.chosen[0][1].startswith("Perception")


async def test_answers_of_others_that_change_nothing_are_not_told_apart(tables: Tables) -> None:
    await begun(tables)
    person = await turn_of(tables, "bela")
    view = await of(tables, person, "attack", target="foe", weapon="Long bow")
    (only,) = view.tables
    assert only.assumed == ""
    assert sum(p for _, p in only.rows) == 1
    assert [p for _, p in only.rows] == sorted((p for _, p in only.rows), reverse=True)


async def test_the_defence_is_what_the_odds_are_told_by(tables: Tables) -> None:
    await begun(tables, "katzbalger")
    async with tables.at(HERE) as table:
        who = table.state.actor
        player = PLAYERS.get(who, GM)
        ready = [v for v in table.rules.verbs if v.name == "attack" and v.ready(table.state, who) is None]
    if not ready:
        pytest.fail("whoever begins a fight of Katzbalger can attack")
    async with tables.at(HERE) as table:
        target = "foe" if who != "foe" else "rurik"
        view = await odds.odds(table, player, "attack", {"target": target})
    for one in view.tables:
        assert sum(p for _, p in one.rows) == 1
        assert len(one.rows) <= odds.MOST_ROWS
    assert len({one.assumed for one in view.tables}) == len(view.tables)


@pytest.mark.parametrize("game", ["openquest", "katzbalger"])
async def test_odds_say_that_they_hold_none_of_the_numbers_that_are_kept_back(
    tables: Tables, game: str
) -> None:
    await config.set_option(tables, HERE, MANAGER, ruleset(game), "foe_numbers", "In words")
    await begun(tables, game)
    person = await turn_of(tables, "bela")
    kept = "nothing of Foe's numbers, which are kept from you"
    assert kept in (await of(tables, person, "attack", target="foe")).granted
    assert kept not in (await of(tables, GM, "attack", target="foe")).granted


async def test_odds_are_refused_as_the_declaration_would_be(tables: Tables) -> None:
    await encounters.start(tables, HERE, GM, "openquest", None)
    with pytest.raises(Refused, match="has not begun"):
        await of(tables, ANA, "attack", target="foe")
    async with tables.at(HERE) as table:
        await encounters.end(table, GM)
    await begun(tables)
    await turn_of(tables, "bela")
    with pytest.raises(Refused, match="Bela's turn"):
        await of(tables, ANA, "attack", target="foe")
    with pytest.raises(Refused, match="not possible now"):
        await of(tables, BEN, "attack", target="Dragon")
    with pytest.raises(Refused, match="play nobody"):
        await of(tables, OUTSIDER, "attack", target="foe")
    with pytest.raises(Refused, match="has no /draw"):
        await of(tables, BEN, "draw")


async def test_odds_name_nobody_hidden(tables: Tables) -> None:
    await begun(tables, "openquest", encounters.Addition("Goblin", "Lurker", hidden=True))
    await turn_of(tables, "bela")
    with pytest.raises(Refused) as refused:
        await of(tables, BEN, "attack", target="lurker")
    assert "Lurker" not in str(refused.value)


async def test_a_server_may_keep_odds_for_its_gms(tables: Tables) -> None:
    await config.set_flag(tables, HERE, MANAGER, "public", "odds_by_players", False)
    await begun(tables)
    await turn_of(tables, "bela")
    with pytest.raises(Refused, match="only the Referee may ask for odds"):
        await of(tables, BEN, "attack", target="foe")
    assert (await of(tables, GM, "attack", target="foe", weapon="Long bow")).tables


async def test_what_is_too_large_is_refused_in_a_sentence(tables: Tables) -> None:
    await begun(tables)
    await turn_of(tables, "bela")
    async with tables.at(HERE) as table:
        verb = table.rules.verb("attack")
        with pytest.raises(Refused, match="too many possibilities"):
            await odds.of_verb(table, BEN, verb, "bela", {"target": "foe", "weapon": "Long bow"}, most_runs=3)


async def test_asking_changes_nothing(tables: Tables) -> None:
    await begun(tables)
    await turn_of(tables, "bela")
    async with tables.at(HERE) as table:
        before, last = table.state, table.row.last
        await odds.odds(table, BEN, "attack", {"target": "foe", "weapon": "Long bow"})
        assert (table.state, table.row.last) == (before, last)


async def test_standing_answers_of_others_stay_unknown(tables: Tables) -> None:
    """What a foe will always answer is its player's to know: the odds come out as without it."""
    await begun(tables)
    await turn_of(tables, "bela")
    given = {"target": "foe", "weapon": "Long bow"}
    before = await of(tables, BEN, "attack", **given)
    async with tables.at(HERE) as table:
        await table.overrule(overrule.set_standing("foe", "defence", "none"), GM, "standing")
    assert await of(tables, BEN, "attack", **given) == before


async def test_where_the_budget_ends_what_is_assumed_of_others_is_still_said(tables: Tables) -> None:
    """150 runs are enough for the foe's attack with the defence that stands, not for one table for each."""
    await begun(tables)
    async with tables.at(HERE) as table:
        while table.state.actor != "foe":
            await encounters.next_turn(table, GM)
        verb = table.rules.verb("attack")
        found = await odds.of_verb(table, GM, verb, "foe", {"target": "rurik"}, 150)
        assert [one.assumed for one in found.tables] == [""]
        assert any(one.startswith("Rurik: ") for one in found.granted)


async def test_what_is_needed_and_not_given_is_the_likeliest(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        while table.state.actor != "rurik":
            await encounters.next_turn(table, GM)
        verb, seen = table.rules.verb("attack"), table.sees(ANA)
        assert odds.filled(verb, seen, "rurik", {})["target"] == "foe"
        assert odds.filled(verb, seen, "rurik", {"target": "bela"})["target"] == "bela"
        found = await odds.of_verb(table, ANA, verb, "rurik", odds.filled(verb, seen, "rurik", {}))
        assert ("Target", "Foe") in found.chosen
