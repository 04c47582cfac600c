"""The slash commands: every one goes over the desk."""

from __future__ import annotations

import contextlib
from typing import Any

import discord
from discord import app_commands

from .desk import Desk
from .ladder import report
from .panels import Interaction


class Tree(app_commands.CommandTree[discord.Client]):
    """discord.py's tree of commands, for servers only, with every call handled by the desk.

    `_call` is the one place that commands and autocomplete both go through; discord.py is pinned exactly.
    """

    def __init__(self, client: discord.Client, desk: Desk) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=False, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self._desk = desk

    async def _call(self, interaction: Interaction) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            await self._suggest(interaction)
            return
        call = super()._call
        await self._desk.handle(interaction, _name(interaction), lambda: call(interaction))

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        await report(interaction, error)

    async def _suggest(self, interaction: Interaction) -> None:
        """An empty list in place of an error, or of whatever cannot be taken in now."""
        if self._desk.refusal(interaction) is None:
            with self._desk.work, contextlib.suppress(app_commands.AppCommandError):
                await super()._call(interaction)
        if not interaction.response.is_done():
            await _no_suggestions(interaction)


async def _no_suggestions(interaction: Interaction) -> None:
    try:
        await interaction.response.autocomplete([])
    except (discord.HTTPException, discord.InteractionResponded):
        return


def _name(interaction: Interaction) -> str:
    """ "encounter start", as it was typed, for the log."""
    data: Any = interaction.data or {}
    words = [str(data.get("name", "?"))]
    options = data.get("options") or ()
    while options and options[0].get("type") in (1, 2):
        words.append(str(options[0]["name"]))
        options = options[0].get("options") or ()
    return " ".join(words)
