"""A feature that shows whatever update a test hands it, for commands, cards' buttons and private panels."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass

from discord import app_commands

from bot.features import kit
from bot.features.app import App
from bot.features.kit import Interaction, Panel, address, button, row, text
from bot.features.presenter import DiscordChannels, Presenter
from bot.features.render import Answer
from bot.table.updates import Update
from tests.features.presenter.fakes import FakeBook


@address("confirm")
@dataclass(frozen=True, slots=True)
class Confirm:
    """The button of a private panel."""

    n: int = 0


class Showing:
    """Shows the next of `updates` at each act. gate: holds acts until it is set."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.book = FakeBook()
        self.book.view = None
        self.presenter = Presenter(DiscordChannels(app.client), self.book)
        self.updates: deque[Update] = deque()
        self.gate = asyncio.Event()
        self.gate.set()
        self.arrived = asyncio.Event()
        app.routes.on(Answer, self.pressed)
        app.routes.on(Confirm, self.confirmed)
        for name, what in {"act": self.act, "panel": self.panel}.items():
            app.tree.add_command(app_commands.Command(name=name, description=name, callback=what))

    async def act(self, interaction: Interaction) -> None:
        await self._next(interaction)

    async def panel(self, interaction: Interaction) -> None:
        await kit.say(interaction, Panel(text("**Your turn**"), row(button(Confirm(), "Attack"))))

    async def pressed(self, interaction: Interaction, where: Answer) -> None:
        await self._next(interaction)

    async def confirmed(self, interaction: Interaction, where: Confirm) -> None:
        await self._next(interaction, panel="Declared.")

    async def _next(self, interaction: Interaction, panel: str | None = None) -> None:
        update = self.updates.popleft()
        self.arrived.set()
        await self.gate.wait()
        await self.presenter.show(interaction, update, panel=panel)
