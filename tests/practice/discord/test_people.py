"""What Discord's own app lets a person do, and how a message reads."""

from __future__ import annotations

from typing import Any

import pytest

from bot.practice.discord import Channel, ClientRefusal, Guild, Permission, Person, World, render_text
from bot.practice.discord.compose import Body, post
from bot.practice.discord.people.options import filled, find_command, split_options
from bot.practice.discord.people.resolving import Resolver
from bot.practice.discord.wire import Json

ATTACK: Json = {
    "name": "attack",
    "description": "Attack",
    "options": [
        {"type": 3, "name": "target", "description": "x", "required": True, "max_length": 12},
        {"type": 4, "name": "modifier", "description": "x", "min_value": -5, "max_value": 5},
        {"type": 10, "name": "weight", "description": "x"},
        {"type": 5, "name": "loud", "description": "x"},
        {"type": 6, "name": "who", "description": "x"},
        {"type": 7, "name": "where", "description": "x", "channel_types": [0]},
        {"type": 8, "name": "role", "description": "x"},
        {"type": 9, "name": "any", "description": "x"},
        {
            "type": 3,
            "name": "weapon",
            "description": "x",
            "choices": [{"name": "Great axe", "value": "axe"}, {"name": "Bow", "value": "bow"}],
        },
    ],
}
GROUP: Json = {
    "name": "encounter",
    "description": "x",
    "options": [
        {"type": 1, "name": "start", "description": "x", "options": []},
        {
            "type": 2,
            "name": "add",
            "description": "x",
            "options": [
                {"type": 1, "name": "creature", "description": "x", "options": ATTACK["options"][:1]}
            ],
        },
    ],
}


@pytest.fixture
def commands(world: World) -> list[Json]:
    return world.command_store.replace(None, [ATTACK, GROUP])


def sent(commands: list[Json], person: Person, channel: Channel, line: str) -> dict[str, Any]:
    named, rest = find_command(commands, line)
    values = split_options(named, rest)
    return {one["name"]: one["value"] for one in filled(named, values, Resolver(person.user, channel))}


def test_values_run_until_the_next_name(commands: list[Json], fight: Channel, ana: Person) -> None:
    line = "/attack target: Goblin: King  modifier:-5 weapon:great AXE weight:1.5 loud:True"
    assert sent(commands, ana, fight, line) == {
        "target": "Goblin: King",
        "modifier": -5,
        "weapon": "axe",
        "weight": 1.5,
        "loud": True,
    }


def test_people_roles_and_channels(
    commands: list[Json], table: Guild, fight: Channel, ana: Person, ben: Person
) -> None:
    role = table.add_role("GM")
    line = f"attack target:x who:@ben where:#fight role:@GM any:{ben.id}"
    assert sent(commands, ana, fight, line) == {
        "target": "x",
        "who": str(ben.id),
        "where": str(fight.id),
        "role": str(role.id),
        "any": str(ben.id),
    }


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("dance", "There is no command /dance here"),
        ("attack", "target: This option is required"),
        ("attack goblin", "no option in “goblin”"),
        ("attack target:", "target: This option is required"),
        ("attack target:Goblin of great length", "target: Enter between 0 and 12 characters"),
        ("attack target:x modifier:6", "modifier: Enter a number between -5 and 5"),
        ("attack target:x modifier:1.5", "modifier: Input a valid integer"),
        ("attack target:x weight:nan", "weight: Input a valid number"),
        ("attack target:x loud:maybe", "loud: Select True or False"),
        ("attack target:x weapon:club", "weapon: Select one of the options: Great axe, Bow"),
        ("attack target:x who:@nobody", "Nobody called @nobody is here"),
        ("attack target:x where:#nowhere", "There is no channel #nowhere"),
        ("attack target:x where:#duel", "#duel is not of a kind that can be chosen here"),
        ("attack target:x role:@none", "There is no role @none"),
        ("encounter", "/encounter needs one of: start, add"),
        ("encounter add troll", "/encounter add needs one of: creature"),
        ("encounter start now", "/encounter start takes no options"),
    ],
)
def test_refusals(commands: list[Json], fight: Channel, ana: Person, line: str, reason: str) -> None:
    fight.add_thread("duel")
    with pytest.raises(ClientRefusal) as caught:
        sent(commands, ana, fight, line)
    assert reason in caught.value.reason


def test_sub_commands_are_sent_inside_their_groups(commands: list[Json]) -> None:
    named, rest = find_command(commands, "encounter add creature target:Troll")
    assert (named.full_name, rest) == ("encounter add creature", "target:Troll")
    inside = named.wrap([{"name": "target", "type": 3, "value": "Troll"}])
    assert (inside[0]["type"], inside[0]["name"]) == (2, "add")
    assert (inside[0]["options"][0]["type"], inside[0]["options"][0]["name"]) == (1, "creature")


async def test_who_may_not_use_commands(
    commands: list[Json], table: Guild, fight: Channel, ana: Person
) -> None:
    fight.set_overwrite(table.everyone, deny=Permission.USE_APPLICATION_COMMANDS)
    with pytest.raises(ClientRefusal, match="no command /attack"):
        await ana.slash(fight, "attack target:x")


async def test_writing(table: Guild, fight: Channel, ana: Person, ben: Person) -> None:
    first = await ana.say(fight, "hello")
    second = await ben.say(fight, "you too", reply_to=first)
    assert ana.pings() == [second]
    with pytest.raises(ClientRefusal, match="1 to 2000"):
        await ana.say(fight, "")
    fight.set_overwrite(table.everyone, deny=Permission.SEND_MESSAGES)
    with pytest.raises(ClientRefusal, match="permission to send"):
        await ana.say(fight, "hello")


async def test_the_bot_is_away(commands: list[Json], fight: Channel, ana: Person) -> None:
    outcome = await ana.slash(fight, "encounter start")
    assert (outcome.kind, outcome.error) == ("failed", "The application did not respond")
    with pytest.raises(AssertionError, match="The application did not respond"):
        _ = outcome.reply


async def test_waiting_for_a_message_tells_what_is_seen_instead(fight: Channel, ana: Person) -> None:
    await ana.say(fight, "something else")
    with pytest.raises(TimeoutError, match="ana sees:\nana:\nsomething else"):
        await ana.waits_for(fight, lambda message: False, timeout=0.01)


def bot_says(world: World, channel: Channel, body: Json) -> str:
    message = world.add_message(post(channel, world.application.user, Body(body)))
    return render_text(message, world.application.user)


def test_how_components_read(world: World, fight: Channel, ana: Person) -> None:
    section = {
        "type": 9,
        "components": [{"type": 10, "content": f"**{ana.mention}** in {fight.mention}"}],
        "accessory": {"type": 2, "style": 1, "custom_id": "turn", "label": "My turn", "emoji": {"name": "⚔"}},
    }
    row = {
        "type": 1,
        "components": [
            {"type": 2, "style": 2, "custom_id": "next", "label": "Next", "disabled": True},
            {"type": 2, "style": 5, "url": "https://example.org/", "label": "Rules"},
        ],
    }
    options = [{"label": "Goblin", "value": "g", "default": True}, {"label": "Troll", "value": "t"}]
    menu = {"type": 3, "custom_id": "m", "placeholder": "Target", "options": options}
    parts = [section, {"type": 14}, row, {"type": 1, "components": [menu]}, {"type": 14, "divider": False}]
    body = {"flags": 1 << 15, "components": [{"type": 17, "components": parts}]}
    assert bot_says(world, fight, body).split("\n") == [
        "Skirmish (app):",
        "│ **@ana** in #fight",
        "│ [⚔ My turn]",
        "│ ────────────",
        "│ [Next, greyed out] [Rules → https://example.org/]",
        "│ [Target ▾: ✓ Goblin | Troll]",
        "│ ",
    ]


def test_how_times_and_embeds_read(world: World, fight: Channel) -> None:
    later = int(world.clock.now()) + 3600 * 2
    embed = {"title": "Log", "fields": [{"name": "Round", "value": "1"}], "footer": {"text": "end"}}
    body = {"content": f"ends <t:{later}:R>, <t:0:D>, <:sword:12>", "embeds": [embed]}
    assert bot_says(world, fight, body).split("\n") == [
        "Skirmish (app):",
        "ends in 2 hours, 01 January 1970 UTC, :sword:",
        "│ Log",
        "│ Round: 1",
        "│ end",
    ]


def test_all_text_of_a_message(world: World, fight: Channel) -> None:
    button = {"type": 2, "style": 1, "custom_id": "b", "label": "Parry"}
    body = {"content": "Defend!", "components": [{"type": 1, "components": [button]}]}
    message = post(fight, world.application.user, Body(body))
    assert message.text == "Defend!\nParry"
