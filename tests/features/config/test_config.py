"""`/config` at the practice Discord: each setting, who may, and what is said."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.features import config, encounter
from bot.features.app import App
from bot.practice.discord import Channel, Guild, Person, World
from bot.practice.discord.people import ClientRefusal
from tests.fixtures.practice import Starting

LINES = (
    "show",
    "ruleset game:openquest",
    "option option:offers value:wait game:openquest",
    "gm-role role:@Managers",
    "start-role role:@Managers",
    "deadline time:10m",
    "public what:log_by_players on:False",
    "pings what:remind on:True",
    "retention days:30",
)


def features(app: App) -> None:
    """What these tests need."""
    config.add(app)
    encounter.add(app)


@pytest.fixture
async def app(start: Starting) -> AsyncIterator[App]:
    """The bot, running."""
    async with start(features) as running:
        yield running


async def test_every_setting_is_changed_and_shown(app: App, mara: Person, fight: Channel) -> None:
    before = (await mara.slash(fight, "config show")).text
    for told in ("asked at each start", "**Deadline**: off", "**Encounters are kept**: for ever"):
        assert told in before
    for line in LINES[1:]:
        out = await mara.slash(fight, f"config {line}")
        assert out.ephemeral
    shown = await mara.slash(fight, "config show")
    assert shown.ephemeral
    for told in (
        "**Game**: OpenQuest",
        "**Deadline**: 10 minutes",
        "**Encounters are kept**: 30 days",
        "**Log for players**: no",
        "**Reminder**: yes",
        "**OpenQuest: Offers (re-rolls and the like)**: Wait",
    ):
        assert told in shown.text
    assert shown.text.count("<@&") == 2
    assert not shown.reply.pings
    for line, said in (
        ("ruleset", "asked for at each start"),
        ("gm-role", "No role makes anybody a GM"),
        ("start-role", "Everybody may start"),
        ("deadline time:off", "until somebody makes them"),
        ("retention", "for ever"),
    ):
        assert said in (await mara.slash(fight, f"config {line}")).text


async def test_discord_hides_it_from_others(app: App, ana: Person, fight: Channel) -> None:
    assert not [c for c in ana.commands(fight) if c["name"] == "config"]
    with pytest.raises(ClientRefusal):
        await ana.slash(fight, "config show")


@pytest.mark.parametrize("line", LINES)
async def test_who_gets_past_discord_is_stopped_here(
    app: App, table: Guild, mara: Person, ana: Person, fight: Channel, line: str
) -> None:
    """A server may permit the command to anybody in its integration settings."""
    table.permit("config", ana.member(table), True)
    out = await ana.slash(fight, f"config {line}")
    assert out.ephemeral
    assert "Manage Server" in out.text
    shown = (await mara.slash(fight, "config show")).text
    assert "**Deadline**: off" in shown
    assert "<@&" not in shown


async def test_suggestions_are_for_managers_too(
    app: App, table: Guild, mara: Person, ana: Person, fight: Channel
) -> None:
    table.permit("config", ana.member(table), True)
    game = {"game": "openquest"}
    for option in ("option", "value"):
        assert (await ana.autocomplete(fight, "config option", option, "", game)).choices == []
    offered = (await mara.autocomplete(fight, "config option", "option", "numbers", game)).choices
    assert [c.value for c in offered] == ["foe_numbers"]
    given = {**game, "option": "foe_numbers"}
    offered = (await mara.autocomplete(fight, "config option", "value", "", given)).choices
    assert [c.value for c in offered] == ["shown", "words"]


async def test_options_are_explained(app: App, mara: Person, fight: Channel) -> None:
    out = await mara.slash(fight, "config option option:foe_numbers game:c22")
    assert out.text.startswith("**Foes' numbers** (C22 System) is **Shown**.")
    assert "How much players see of the combatants that the GM plays." in out.text
    assert "- **In words** (players see the state of foes in words only)" in out.text
    out = await mara.slash(fight, "config option option:foe_numbers value:In words game:c22")
    assert "is now **In words**" in out.text


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("deadline time:soon", "is not a deadline"),
        ("deadline time:3s", "from 15 seconds to 7 days"),
        ("ruleset game:chess", "is no game of this bot"),
        ("option option:offers value:perhaps game:c22", "Possible: Revisable, Wait"),
        ("option option:gravity game:c22", "Possible: "),
        ("option option:offers", "Which game?"),
        ("gm-role role:@everyone", "Everybody has that role"),
    ],
)
async def test_what_cannot_be_is_refused(
    app: App, mara: Person, fight: Channel, line: str, sentence: str
) -> None:
    out = await mara.slash(fight, f"config {line}")
    assert out.ephemeral
    assert sentence in out.text


async def test_the_start_role_holds_and_everybodys_role_lifts_it(
    app: App, world: World, table: Guild, mara: Person, ana: Person, fight: Channel
) -> None:
    await mara.slash(fight, "config start-role role:@Managers")
    assert "certain role" in (await ana.slash(fight, "encounter start ruleset:c22")).text
    out = await mara.slash(fight, "config start-role role:@everyone")
    assert out.text == "Everybody may start encounters."
    out = await ana.slash(fight, "encounter start ruleset:c22")
    assert not out.ephemeral


async def test_what_is_typed_is_never_markup(app: App, mara: Person, fight: Channel) -> None:
    out = await mara.slash(fight, "config deadline", {"time": "**@everyone** `x`"})
    assert "\\*\\*@\u200beveryone\\*\\* \\`x\\`" in out.text
    assert not out.reply.mentions_everyone
