"""The slash commands: every one goes over the desk."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

import aiohttp
import discord
import structlog
from discord import app_commands

from .desk import Desk
from .ladder import report
from .panels import Interaction

log: structlog.stdlib.BoundLogger = structlog.get_logger("skirmish.suggesting")


class Tree(app_commands.CommandTree[discord.Client]):
    """discord.py's tree of commands, for servers only, with every call handled by the desk.

    `_call` is the one place that commands and autocomplete both go through; discord.py is pinned exactly.
    Autocomplete goes its own way from there: discord.py's would log as an error what came a moment too late.
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
        with self._desk.work:
            try:
                if self._desk.refusal(interaction) is None:
                    await _offer(interaction)
                if not interaction.response.is_done():
                    await interaction.response.autocomplete([])
            except (discord.HTTPException, discord.InteractionResponded, aiohttp.ClientError) as error:
                log.info("suggestions came too late", of=_name(interaction), why=str(error)[:200])


async def _offer(interaction: Interaction) -> None:
    """What the option that is typed suggests; nothing where this version has no such command or option."""
    command, (_, options) = interaction.command, _way(interaction)
    typed = next((str(option["name"]) for option in options if option.get("focused")), None)
    if isinstance(command, app_commands.Command) and typed is not None:
        with contextlib.suppress(app_commands.CommandSignatureMismatch):
            await command._invoke_autocomplete(interaction, typed, interaction.namespace)


def _name(interaction: Interaction) -> str:
    """ "encounter start", as it was typed, for the log."""
    return " ".join(_way(interaction)[0])


def _way(interaction: Interaction) -> tuple[list[str], Sequence[Any]]:
    """The words of a command, and the options at their end."""
    data: Any = interaction.data or {}
    words = [str(data.get("name", "?"))]
    options = data.get("options") or ()
    while options and options[0].get("type") in (1, 2):
        words.append(str(options[0]["name"]))
        options = options[0].get("options") or ()
    return words, options
