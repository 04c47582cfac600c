"""Commands are told to Discord when they changed, and only then."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.features.app import App
from bot.features.kit import Interaction
from bot.features.kit.syncing import digest
from bot.practice.discord import PracticeDiscord, World
from tests.fixtures.practice import Starting

COMMAND: dict[str, Any] = {
    "type": 1,
    "name": "attack",
    "description": "Attack somebody.",
    "options": [
        {"type": 3, "name": "target", "description": "Whom.", "required": True, "autocomplete": True},
        {"type": 4, "name": "modifier", "description": "How much.", "min_value": -100},
    ],
    "contexts": [0],
    "integration_types": [0],
}


def test_what_discord_adds_makes_no_difference() -> None:
    stored = {
        **COMMAND,
        "id": "1",
        "application_id": "2",
        "version": "3",
        "default_member_permissions": None,
        "nsfw": False,
        "dm_permission": False,
        "name_localizations": None,
        "options": [
            {**COMMAND["options"][0], "choices": []},
            {**COMMAND["options"][1], "required": False, "autocomplete": False},
        ],
    }
    other = {**COMMAND, "name": "block"}
    assert digest([COMMAND]) == digest([stored])
    assert digest([COMMAND, other]) == digest([other, stored])


def test_every_change_makes_a_difference() -> None:
    options = COMMAND["options"]
    changes: list[dict[str, Any]] = [
        {"name": "hit"},
        {"description": "Hit somebody."},
        {"default_member_permissions": "32"},
        {"contexts": [0, 1]},
        {"options": options[:1]},
        {"options": [options[1], options[0]]},
        {"options": [{**options[0], "required": False}, options[1]]},
        {"options": [options[0], {**options[1], "min_value": -99}]},
        {
            "options": [
                {**options[0], "autocomplete": False, "choices": [{"name": "a", "value": "b"}]},
                options[1],
            ]
        },
    ]
    digests = {digest([COMMAND]), *(digest([{**COMMAND, **change}]) for change in changes)}
    assert len(digests) == len(changes) + 1


def puts(practice: PracticeDiscord) -> int:
    """How often commands were registered."""
    return sum(1 for r in practice.requests if r.method == "PUT" and r.path.endswith("/commands"))


async def test_a_second_start_tells_nothing_and_a_change_does(
    start: Starting, practice: PracticeDiscord, world: World
) -> None:
    def add(name: str, description: str) -> Any:
        def adding(app: App) -> None:
            @app.tree.command(name=name, description=description)
            @app_commands.describe(word="A word.")
            async def command(
                interaction: Interaction,
                word: app_commands.Range[str, 1, 20],
                n: app_commands.Range[int, 1] = 1,
            ) -> None:
                return

        return adding

    async with start(add("one", "First.")):
        assert puts(practice) == 1
        (command,) = world.command_store.of(None)
        assert command["contexts"] == [0]
        assert command["integration_types"] == [0]
    async with start(add("one", "First.")):
        assert puts(practice) == 1
    async with start(add("one", "Second.")):
        assert puts(practice) == 2
