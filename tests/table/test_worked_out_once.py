"""What is worked out once as a fight stands: right for each viewer, forgotten when something happens."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from bot.table import acts, overrules
from bot.table.encounters import Addition
from bot.table.held import MOST_KNOWN
from bot.table.session import Table
from bot.table.tables import Tables
from rules.engine.ruleset import Args, Choice, Verb
from tests.table.conftest import ANA, GM, HERE, begun


def attack(table: Table) -> Verb:
    return table.rules.verb("attack")


def targets(table: Table, person: Any = ANA) -> list[str]:
    verb = attack(table)
    return [c.value for c in acts.values_for(table, person, verb, verb.params[0], "rurik", {})]


async def test_a_crowd_is_looked_through_once_until_something_happens(tables: Tables) -> None:
    await begun(tables)
    asked: list[str] = []

    def counted(s: Any, who: str, args: Args) -> tuple[Choice, ...]:
        asked.append(who)
        return (Choice("foe", "Foe"),)

    async with tables.at(HERE) as table:
        verb = attack(table)
        param = replace(verb.params[0], choices=counted)
        for _ in range(3):
            acts.values_for(table, ANA, verb, param, "rurik", {})
    again = await tables.peek(HERE)
    assert again is not None
    acts.values_for(again, ANA, verb, param, "rurik", {})
    assert asked == ["rurik"], "a later look at the same fight knows it too"
    async with tables.at(HERE) as table:
        await overrules.set_field(table, GM, "rurik", "hp", "5")
        acts.values_for(table, ANA, verb, param, "rurik", {})
        assert asked == ["rurik", "rurik"]
        acts.values_for(table, ANA, verb, param, "rurik", {"weapon": "Dagger"})
        acts.values_for(table, ANA, verb, param, "bela", {})
        assert asked[2:] == ["rurik", "bela"], "what else was filled in and who acts are told apart"


async def test_what_one_may_see_is_not_shown_to_another(tables: Tables) -> None:
    await begun(tables, "openquest", Addition("Goblin", "Foe"), Addition("Goblin", "Lurker", hidden=True))
    async with tables.at(HERE) as table:
        assert targets(table, GM) == ["foe", "lurker"]
        assert targets(table, ANA) == ["foe"]
        assert "lurker" in table.sees(GM).combatants
        assert "lurker" not in table.sees(ANA).combatants


async def test_after_an_act_the_reason_is_another(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        acting = table.state.actor
        who = "rurik" if acting != "rurik" else "bela"
        before = acts.why_not_now(table, GM, attack(table), who)
        assert before == f"It is {table.state[acting].name}'s turn."
        await acts.declare(table, GM, "attack", {"target": "foe"}, named=acting)
        assert acts.why_not_now(table, GM, attack(table), acting) != before


async def test_not_everything_is_kept(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        for n in range(3 * MOST_KNOWN):
            assert table.held.once(("n", n), partial(abs, n)) == n
        assert len(table.held._known) <= MOST_KNOWN
