"""Autocomplete for commands that are made inside a method."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from discord import app_commands

from bot.features.kit import Interaction, suggests
from rules.engine.ruleset import Choice

Find = Callable[[Interaction, str], Awaitable[Sequence[Choice]]]


def offer(command: app_commands.Command[Any, ..., None], option: str, find: Find) -> None:
    """Let an option of a command offer what `find` finds.

    discord.py would take a method for one of the command's own class; so it is given a plain function.
    """

    @suggests
    async def values(interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await find(interaction, typed)

    command.autocomplete(option)(values)
