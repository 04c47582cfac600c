"""Who comes in, and who runs it: few clicks, and nothing that the table does not hear of."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.features import encounter, fight, sheets
from bot.features.app import App
from bot.practice.discord import Channel, Guild, Person, World
from tests.fixtures.practice import Starting


def features(app: App) -> None:
    """What these tests need."""
    for feature in (encounter, fight, sheets):
        feature.add(app)


@pytest.fixture
async def app(start: Starting) -> AsyncIterator[App]:
    """The bot, running."""
    async with start(features) as running:
        yield running


@pytest.fixture
async def gm(app: App, world: World, table: Guild, fight: Channel) -> Person:
    """Who runs the fight that is open in the channel."""
    person = world.person("gunnar", table)
    await person.slash(fight, "encounter start ruleset:openquest")
    return person


async def test_who_starts_without_a_game_chooses_it(
    app: App, ana: Person, ben: Person, fight: Channel
) -> None:
    name = ":%" * 14
    out = await ana.slash(fight, "encounter start", {"name": name})
    assert out.ephemeral
    assert out.text.startswith("**Which game?**")
    too_long = await ana.slash(fight, "encounter start", {"name": name + "!"})
    assert too_long.text.startswith("Which game? Choose one of 24-System")
    started = await ana.select(out.reply, "Play", ["c22"])
    assert started.text == "It is open; you are its GM."
    async with app.store.read() as tx:
        row = await tx.encounters.latest(fight.guild.id if fight.guild else 0, fight.id)
    assert row is not None
    assert (row.name, row.ruleset, row.gms) == (name, "c22", (ana.id,))
    again = await ben.slash(fight, "encounter start")
    assert again.text.startswith("This channel has an encounter already. End it with /encounter end")


async def test_who_joins_with_nothing_named_chooses_from_a_list(
    gm: Person, ana: Person, fight: Channel
) -> None:
    out = await ana.slash(fight, "encounter join")
    assert out.ephemeral
    assert out.text.startswith("**With which character?**")
    joined = await ana.select(out.reply, "Join with", ["ready:sellsword"])
    assert joined.text == "You are in. The bot calls you when it is your turn."
    await gm.waits_for(fight, lambda message: "Sellsword joins" in message.text, timeout=20.0)


async def test_who_has_one_sheet_is_in_at_once(gm: Person, ana: Person, fight: Channel) -> None:
    made = await ana.slash(fight, "character new name:Rurik ruleset:openquest")
    await ana.press(made.reply, "Save")
    out = await ana.slash(fight, "encounter join")
    assert not out.ephemeral
    assert out.text.startswith("Rurik joins")


async def test_where_there_is_no_encounter_it_is_said(app: App, ana: Person, fight: Channel) -> None:
    out = await ana.slash(fight, "encounter join")
    assert out.text.startswith("There is no encounter in this channel.")


async def test_a_new_gm_is_called_and_everybody_hears_of_it(
    gm: Person, ana: Person, ben: Person, fight: Channel
) -> None:
    out = await gm.slash(fight, "encounter gm", {"person": ana.user})
    assert not out.ephemeral
    assert out.text == f"<@{ana.id}> is GM of this encounter now."
    assert len(ana.pings()) == 1
    out = await ana.slash(fight, "encounter gm", {"person": gm.user, "how": "no longer"})
    assert out.text == f"<@{gm.id}> is no longer GM of this encounter."
    assert gm.pings() == []
    refused = await ben.slash(fight, "encounter gm", {"person": ben.user})
    assert refused.ephemeral
