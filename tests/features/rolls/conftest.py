"""A fight at the practice Discord: a Referee, Ana's Rurik and Ben's Bela against a goblin, round 1."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.features import config, encounter, rolls
from bot.features import fight as fights
from bot.features.app import App
from bot.practice.discord import Channel, Person
from bot.table.people import Place
from tests.fixtures.practice import Starting


def features(app: App) -> None:
    """What these tests need."""
    for feature in (encounter, fights, rolls, config):
        feature.add(app)


@pytest.fixture
async def app(start: Starting) -> AsyncIterator[App]:
    """The bot, running."""
    async with start(features) as running:
        yield running


@pytest.fixture
async def begun(app: App, gm: Person, ana: Person, ben: Person, fight: Channel) -> App:
    """The fight, in round 1."""
    await gm.slash(fight, "encounter start ruleset:openquest name:Ford")
    await ana.slash(fight, "encounter join character:Sellsword name:Rurik", pick=True)
    await ben.slash(fight, "encounter join character:Hunter name:Bela", pick=True)
    await gm.slash(fight, "encounter add creature:Goblin name:Foe", pick=True)
    await gm.slash(fight, "encounter begin")
    return app


async def turn_of(app: App, gm: Person, fight: Channel, name: str) -> None:
    """Pass the turn until it is this combatant's."""
    place = Place(fight.guild.id if fight.guild else 0, fight.id)
    for _ in range(8):
        table = await app.tables.peek(place)
        assert table is not None
        if table.state[table.state.actor].name == name:
            return
        await gm.slash(fight, "encounter next")
    raise AssertionError(f"the turn never came to {name}")
