"""What the encounter commands share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from discord import app_commands

from bot.features.kit import Interaction, delivery_of, person_of, place_of
from bot.table.people import Person
from bot.table.session import Table
from bot.table.updates import Update

if TYPE_CHECKING:
    from bot.features.app import App

UseCase = Callable[[Table, Person, str], Awaitable[Update]]


class EncounterCommands(app_commands.Group):
    """A part of `/encounter`. The parts are put together under one command in `__init__`."""

    def __init__(self, app: App) -> None:
        super().__init__(name="encounter", description="Run a fight in this channel.", guild_only=True)
        self.app = app

    async def carry_out(self, interaction: Interaction, use_case: UseCase) -> None:
        """Run a use case under the channel's lock, and show what it came to once the lock is free."""
        person, delivery = person_of(interaction), delivery_of(interaction)
        async with self.app.tables.at(place_of(interaction)) as table:
            update = await use_case(table, person, delivery)
        await self.app.presenter.show(interaction, update)
