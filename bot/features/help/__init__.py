"""`/help` by situation, and `/about`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from discord import app_commands

from bot.features.kit import (
    Interaction,
    Panel,
    address,
    chosen,
    option,
    place_of,
    redraw,
    row,
    say,
    select,
    text,
)
from bot.table import config

from . import words
from .pages import about, page

if TYPE_CHECKING:
    from bot.features.app import App


@address("help")
@dataclass(frozen=True, slots=True)
class Situation:
    """Another situation is chosen."""


class Help:
    """The commands and the select below a page."""

    def __init__(self, app: App) -> None:
        self.app = app

    def add(self) -> None:
        """Register them."""
        situations = [app_commands.Choice(name=title, value=key) for key, title in words.TITLES.items()]

        @self.app.tree.command(name="help", description=words.HELP)
        @app_commands.describe(situation=words.HELP_ABOUT)
        @app_commands.choices(situation=situations)
        async def help_(interaction: Interaction, situation: str | None = None) -> None:
            await say(
                interaction, await self._panel(interaction, situation or await self._likeliest(interaction))
            )

        @self.app.tree.command(name="about", description=words.ABOUT)
        async def about_(interaction: Interaction) -> None:
            await say(interaction, Panel(text(about())))

        self.app.routes.on(Situation, self._chosen)

    async def _chosen(self, interaction: Interaction, where: Situation) -> None:
        await redraw(interaction, await self._panel(interaction, chosen(interaction)[0]))

    async def _likeliest(self, interaction: Interaction) -> str:
        """Whoever asks where nothing is fought yet wants to begin."""
        fight = await self.app.tables.peek(place_of(interaction))
        return words.RUN if fight is None else words.TURN

    async def _panel(self, interaction: Interaction, situation: str) -> Panel:
        rules = await config.game_here(self.app.tables, place_of(interaction), None)
        known = situation if situation in words.TITLES else words.TURN
        options = [option(key, title, chosen=key == known) for key, title in words.TITLES.items()]
        return Panel(text(page(known, rules)), row(select(Situation(), options, words.SITUATION)))


def add(app: App) -> None:
    """Register the commands and addresses."""
    Help(app).add()
