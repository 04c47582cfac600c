"""`/privacy` at the practice Discord; servers that come and go; what is deleted by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from bot.features import config, encounter, privacy, rolls, sheets
from bot.features.app import App
from bot.features.privacy.keeping import Keeping
from bot.practice.discord import Channel, Guild, Person, World
from bot.practice.discord.people import ClientRefusal
from tests.fixtures.practice import Starting


def features(app: App) -> None:
    """What these tests need."""
    for feature in (encounter, rolls, sheets, config, privacy):
        feature.add(app)


@pytest.fixture
async def app(start: Starting) -> AsyncIterator[App]:
    """The bot, running."""
    async with start(features) as running:
        yield running


async def leave_traces(person: Person, channel: Channel) -> None:
    out = await person.slash(channel, "character new name:Rurik ruleset:openquest")
    await person.press(out.reply, "Save")
    await person.slash(channel, "character new name:Half ruleset:openquest")
    await person.slash(channel, "roll dice:1d6")


async def test_nothing_is_said_where_nothing_is_stored(app: App, ana: Person, fight: Channel) -> None:
    out = await ana.slash(fight, "privacy show")
    assert out.ephemeral
    assert out.text.startswith("Nothing is stored about you on this server.")
    assert not out.reply.buttons


async def test_what_is_stored_is_told_to_oneself_alone(
    app: App, ana: Person, ben: Person, gm: Person, fight: Channel
) -> None:
    await leave_traces(ana, fight)
    await gm.slash(fight, "encounter start ruleset:openquest")
    await ana.slash(fight, "encounter join character:Rurik", pick=True)
    out = await ana.slash(fight, "privacy show")
    assert out.ephemeral
    for line in (
        "**Characters:** Rurik",
        "**Begun and not saved:** 1 draft (deleted after 30 days)",
        "**Rolls with /roll:** 1 roll, with what was typed and what came up",
        "**Fights that you had a part in:** 1 fight, 1 of them still open; in them 1 step declared by you",
    ):
        assert line in out.text
    assert "Nothing is stored" in (await ben.slash(fight, "privacy show")).text
    with pytest.raises(ClientRefusal):
        await ben.press(out.reply, "Delete …")


async def test_deletion_asks_first_and_keeps_to_this_server(
    app: App, world: World, ana: Person, ben: Person, fight: Channel
) -> None:
    other = world.add_guild("Table Two")
    tavern = other.add_channel("tavern")
    world.person("ana", other)
    await leave_traces(ana, fight)
    await leave_traces(ana, tavern)
    await leave_traces(ben, fight)
    out = await ana.slash(fight, "privacy delete")
    assert out.ephemeral
    kept = await ana.press(out.reply, "No")
    assert kept.text == "Nothing was deleted."
    out = await ana.slash(fight, "privacy show")
    out = await ana.press(out.reply, "Delete …")
    out = await ana.press(out.reply, "Yes, delete it")
    assert out.text == (
        "**Deleted on this server:** 1 character, 1 draft, 1 roll. Your id is taken out of 0 ended fights."
    )
    assert "Nothing is stored" in (await ana.slash(fight, "privacy show")).text
    assert "**Characters:** Rurik" in (await ben.slash(fight, "privacy show")).text
    assert "**Characters:** Rurik" in (await ana.slash(fight, "privacy show everywhere:True")).text
    out = await ana.slash(fight, "privacy delete everywhere:True")
    out = await ana.press(out.reply, "Yes, delete it")
    assert out.text.startswith("**Deleted on all servers:** 1 character")
    assert "Nothing is stored" in (await ana.slash(tavern, "privacy show")).text


async def test_the_table_is_told_who_plays_on(app: App, ana: Person, gm: Person, fight: Channel) -> None:
    await gm.slash(fight, "encounter start ruleset:openquest")
    await ana.slash(fight, "encounter join character:Sellsword name:Rurik", pick=True)
    out = await ana.slash(fight, "privacy delete")
    out = await ana.press(out.reply, "Yes, delete it")
    assert "Still open: 1 fight. The GM plays your combatants there" in out.text
    told = await gm.waits_for(fight, lambda m: "Rurik is in other hands now" in m.text, timeout=30)
    assert not told.ephemeral
    await gm.slash(fight, "encounter end")
    out = await gm.slash(fight, "privacy delete")
    out = await gm.press(out.reply, "Yes, delete it")
    assert "Your id is taken out of 1 ended fight." in out.text


async def test_the_only_gm_of_an_open_fight_is_told_what_to_do(app: App, gm: Person, fight: Channel) -> None:
    await gm.slash(fight, "encounter start ruleset:openquest")
    out = await gm.slash(fight, "privacy delete")
    out = await gm.press(out.reply, "Yes, delete it")
    assert f"You are the only GM of the fight in <#{fight.id}>" in out.text
    out = await gm.slash(fight, "encounter end")
    assert "The encounter ends" in out.text


async def test_a_server_that_removes_the_bot_is_marked_and_unmarked(
    app: App, world: World, table: Guild, ana: Person, fight: Channel
) -> None:
    await leave_traces(ana, fight)

    async def left_at() -> datetime | None:
        async with app.store.read() as tx:
            return (await tx.servers.get(table.id)).left_at

    gone = asyncio.create_task(app.client.wait_for("guild_remove", timeout=30))
    await asyncio.sleep(0)
    table.remove_bot()
    await gone
    for _ in range(200):
        if await left_at() is not None:
            break
        await asyncio.sleep(0.01)
    assert await left_at() is not None
    back = asyncio.create_task(app.client.wait_for("guild_join", timeout=30))
    await asyncio.sleep(0)
    table.invite_bot()
    await back
    for _ in range(200):
        if await left_at() is None:
            break
        await asyncio.sleep(0.01)
    assert await left_at() is None


async def test_servers_that_left_while_the_bot_was_down_are_found_at_the_start(
    start: Starting, world: World, table: Guild, ana: Person, fight: Channel
) -> None:
    async with start(features) as app:
        await leave_traces(ana, fight)
    table.remove_bot()
    async with start(features) as app:
        await Keeping(app).reconcile()
        async with app.store.read() as tx:
            assert (await tx.servers.get(table.id)).left_at is not None
    table.invite_bot()
    async with start(features) as app:
        await Keeping(app).reconcile()
        async with app.store.read() as tx:
            assert (await tx.servers.get(table.id)).left_at is None


async def test_a_fight_whose_channel_or_thread_is_deleted_ends(
    app: App, table: Guild, gm: Person, fight: Channel
) -> None:
    cave = table.add_channel("cave")
    for place in (fight.add_thread("cellar"), cave.add_thread("deep"), fight):
        await gm.slash(place, "encounter start ruleset:openquest")
        (cave if place.name == "deep" else place).delete()
        await nothing_open(app)


async def nothing_open(app: App) -> None:
    """Comes back when no fight is open any more."""
    async with asyncio.timeout(10):
        while True:
            async with app.store.read() as tx:
                if not await tx.encounters.open_places():
                    return
            await asyncio.sleep(0.01)


async def test_channels_that_were_deleted_while_the_bot_was_down_are_found(
    start: Starting, table: Guild, gm: Person, fight: Channel
) -> None:
    cellar, attic = fight.add_thread("cellar"), fight.add_thread("attic")
    cave = table.add_channel("cave")
    async with start(features):
        for place in (fight, cellar, attic, cave):
            await gm.slash(place, "encounter start ruleset:openquest")
    cellar.archived = True
    attic.delete()
    cave.delete()
    async with start(features) as app:
        assert await Keeping(app).end_deserted() == 2
        async with app.store.read() as tx:
            left = {channel for _, channel in await tx.encounters.open_places()}
        assert left == {fight.id, cellar.id}, "one that is archived is still there"


async def test_the_sweep_deletes_what_has_had_its_time(app: App, ana: Person, fight: Channel) -> None:
    await leave_traces(ana, fight)
    async with app.store.write() as tx:
        await tx.servers.left(fight.guild.id if fight.guild else 0, datetime.now(UTC) - timedelta(days=31))
    sweep = asyncio.create_task(Keeping(app, first=0.0, every=3600.0).sweep())
    for _ in range(500):
        if not (await app.store.about(ana.id)).sheets:
            break
        await asyncio.sleep(0.01)
    sweep.cancel()
    assert (await app.store.about(ana.id)).sheets == ()
