"""Four fights at once, in each of which somebody presses whatever there is; in the middle the power fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.practice.discord import BodyCheck
from tests.e2e.at_random import Fight
from tests.e2e.company import Company, company
from tests.e2e.monkey import Monkey

CAST = {
    "openquest": (("Sellsword", "Hunter", "Spear"), ("Goblin", "Orc")),
    "c22": (("Blade", "Gunner", "Heavy"), ("Thug", "Sniper")),
    "katzbalger": (("Soldier", "Fencer", "Bruiser"), ("Thug", "Spearman")),
    "24-system": (("Guard", "Scout", "Duelist"), ("Bandit", "Hound")),
}
ACTS = 60
"""Before the power cut, and as many after it."""


@pytest.fixture
async def table(tmp_path: Path, check_body: BodyCheck) -> AsyncIterator[Company]:
    """The bot in a hurry; every body that it sends is checked."""
    async with company(tmp_path, check_body=check_body) as here:
        yield here


async def test_nothing_that_is_pressed_in_any_order_goes_wrong(table: Company) -> None:
    monkeys = [await begun(table, game, seed) for seed, game in enumerate(CAST, 20)]
    await asyncio.gather(*(played(monkey) for monkey in monkeys))
    states = [monkey.fight.follower.read() for monkey in monkeys]
    await table.bot.kill()
    await table.bot.start()
    assert [monkey.fight.follower.read() for monkey in monkeys] == states
    await asyncio.gather(*(played(monkey) for monkey in monkeys))
    for monkey in monkeys:
        cards = table.cards(monkey.fight.follower.id, monkey.fight.channel)
        assert {no: len(told) for no, told in cards.items() if len(told) != 1} == {}
        monkey.fight.follower.close()


async def begun(here: Company, game: str, seed: int) -> Monkey:
    """A fight in a channel of its own."""
    fight = Fight(here, here.guild.add_channel(game), here.person("gunnar"), seed, here.bot.database_url)
    characters, foes = CAST[game]
    players = [here.person(name) for name in ("ana", "ben", "cleo")]
    await fight.say(fight.gm, f"encounter start ruleset:{game}")
    for person, character in zip(players, characters, strict=True):
        fight.people[person.id] = person
        await fight.say(person, f"encounter join character:{character} name:{person.name.title()}")
    for foe in foes:
        await fight.say(fight.gm, f"encounter add creature:{foe} count:2")
    await fight.say(fight.gm, "encounter begin")
    return Monkey(fight, [*fight.people.values(), here.person("olga")])


async def played(monkey: Monkey) -> None:
    """So many acts; then every step is run again."""
    for _ in range(ACTS):
        try:
            await monkey.act()
        except AssertionError as wrong:
            raise AssertionError("\n".join([*monkey.did[-12:], str(wrong)])) from wrong
    monkey.fight.follower.executed_again()
