"""`/encounter`: what anybody may look at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from discord import app_commands

from bot.features import log
from bot.features.kit import Interaction, escape, person_of, place_of, say, suggests
from bot.features.log import words as log_words
from bot.features.render import board_view
from bot.table import history
from bot.table.choosing import suggest
from rules.engine.ruleset import PUBLIC, Choice

from . import words
from .base import EncounterCommands


class Looking(EncounterCommands):
    """The board and the log."""

    @app_commands.command(name="board", description=words.BOARD)
    async def board(self, interaction: Interaction) -> None:
        place, person = place_of(interaction), person_of(interaction)
        async with self.app.tables.at(place) as table:
            encounter, kept = table.row.id, await table.take_private(person)
            own, everybodys = table.board(table.viewer(person)), table.board(PUBLIC)
        self.app.presenter.redraw(place, encounter, anew=True)
        if own == everybodys:
            await say(interaction, "\n".join((words.BOARD_POSTED, *map(escape, kept))))
            return
        if kept:
            await say(interaction, "\n".join(map(escape, kept)))
        await say(interaction, board_view(own, private=True))

    @app_commands.command(name="log", description=log_words.LOG)
    @app_commands.describe(form=log_words.LOG_FORM, number=log_words.LOG_ENCOUNTER)
    async def log(
        self,
        interaction: Interaction,
        form: Literal["transcript", "json"] = "transcript",
        number: app_commands.Range[int, 1] | None = None,
    ) -> None:
        await log.log(self.app, interaction, number, form)

    @log.autocomplete("number")
    async def _numbers(self, interaction: Interaction, typed: str | int) -> list[app_commands.Choice[int]]:
        """discord.py takes only numbers where the option is one."""
        found = await self._known(interaction, str(typed))
        return [app_commands.Choice(name=one.name, value=int(one.value)) for one in found]

    @suggests
    async def _known(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return suggest(
            await history.known(self.app.tables, place_of(interaction), person_of(interaction)), typed
        )
