"""`/character` and its options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import discord
from discord import app_commands

from bot.features.kit import Interaction, person_of, place_of, say, suggests
from bot.store import Sheet
from bot.table import config, sheet_files, sheets
from bot.table.choosing import suggest
from bot.table.naming import LONGEST_NAME
from rules.engine.procedures import Refused
from rules.engine.ruleset import Choice, rulesets

from . import words
from .drawing import sure_panel
from .panel import Panels, say_file

if TYPE_CHECKING:
    from bot.features.app import App


class Characters(app_commands.Group):
    """The commands; what follows on the private panels is `Panels`'."""

    def __init__(self, app: App, panels: Panels) -> None:
        super().__init__(name="character", description=words.GROUP, guild_only=True)
        self.app = app
        self.panels = panels

    # -- making
    @app_commands.command(name="new", description=words.NEW)
    @app_commands.rename(ready="from")
    @app_commands.describe(
        name=words.NAME, ruleset=words.RULESET, ready=words.FROM, for_server=words.FOR_SERVER
    )
    async def new(
        self,
        interaction: Interaction,
        name: app_commands.Range[str, 1, LONGEST_NAME],
        ruleset: str | None = None,
        ready: str | None = None,
        for_server: bool = False,
    ) -> None:
        tables, place, person = self.app.tables, place_of(interaction), person_of(interaction)
        rules = await config.require_game(tables, place, ruleset)
        draft = await sheets.begin_new(tables, place, person, rules, name, ready, for_server=for_server)
        await say(interaction, self.panels.draft(draft))

    @new.autocomplete("ruleset")
    @suggests
    async def _games(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return suggest((Choice(r.id, r.name) for r in rulesets()), typed)

    @new.autocomplete("ready")
    @suggests
    async def _ready(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        filled = interaction.namespace
        rules = await config.require_game(self.app.tables, place_of(interaction), filled.ruleset or None)
        return suggest(sheets.ready_ones(rules, for_server=bool(filled.for_server)), typed)

    @app_commands.command(name="import", description=words.IMPORT)
    @app_commands.rename(replacing="replace")
    @app_commands.describe(
        file=words.FILE, ruleset=words.RULESET, replacing=words.REPLACE, for_server=words.FOR_SERVER
    )
    async def import_(
        self,
        interaction: Interaction,
        file: discord.Attachment,
        ruleset: str | None = None,
        replacing: bool = False,
        for_server: bool = False,
    ) -> None:
        if file.size > sheet_files.LARGEST_FILE:
            raise Refused(words.TOO_LARGE.format(sheet_files.LARGEST_FILE // 1024))
        tables, place, person = self.app.tables, place_of(interaction), person_of(interaction)
        if for_server:
            await sheets.require_keeper(tables, place, person)
        rules = await config.game_here(tables, place, ruleset)
        found = await sheet_files.read(await file.read(), rules)
        sheet, replaced = await sheet_files.keep(
            tables, place, person, found, server=for_server, replacing=replacing
        )
        await say(interaction, self.panels.sheet(sheet, words.REPLACED if replaced else words.IMPORTED))

    @import_.autocomplete("ruleset")
    @suggests
    async def _games_again(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return suggest((Choice(r.id, r.name) for r in rulesets()), typed)

    # -- kept ones
    @app_commands.command(name="show", description=words.SHOW)
    @app_commands.describe(sheet=words.WHICH, for_server=words.FOR_SERVER)
    async def show(
        self, interaction: Interaction, sheet: str | None = None, for_server: bool = False
    ) -> None:
        await say(interaction, self.panels.sheet(await self._find(interaction, sheet, for_server)))

    @app_commands.command(name="edit", description=words.EDIT)
    @app_commands.describe(sheet=words.WHICH, for_server=words.FOR_SERVER)
    async def edit(
        self, interaction: Interaction, sheet: str | None = None, for_server: bool = False
    ) -> None:
        found = await self._find(interaction, sheet, for_server)
        draft = await sheets.begin_edit(self.app.tables, place_of(interaction), person_of(interaction), found)
        await say(interaction, self.panels.draft(draft))

    @app_commands.command(name="export", description=words.EXPORT)
    @app_commands.describe(sheet=words.WHICH, form=words.FORM, for_server=words.FOR_SERVER)
    async def export(
        self,
        interaction: Interaction,
        sheet: str | None = None,
        form: Literal["json", "yaml"] = "json",
        for_server: bool = False,
    ) -> None:
        await say_file(interaction, await self._find(interaction, sheet, for_server), form)

    @app_commands.command(name="delete", description=words.DELETE)
    @app_commands.describe(sheet=words.WHICH, for_server=words.FOR_SERVER)
    async def delete(
        self, interaction: Interaction, sheet: str | None = None, for_server: bool = False
    ) -> None:
        found = await self._find(interaction, sheet, for_server)
        await say(interaction, sure_panel(found, sheets.game_name(found.ruleset)))

    @app_commands.command(name="list", description=words.LIST)
    @app_commands.describe(for_server=words.FOR_SERVER)
    async def list(self, interaction: Interaction, for_server: bool = False) -> None:
        if for_server:
            await sheets.require_keeper(self.app.tables, place_of(interaction), person_of(interaction))
        await say(interaction, await self.panels.listed(interaction, server=for_server))

    async def _find(self, interaction: Interaction, typed: str | None, server: bool) -> Sheet:
        return await sheets.find(
            self.app.tables, place_of(interaction), person_of(interaction), typed, server=server
        )

    @show.autocomplete("sheet")
    @edit.autocomplete("sheet")
    @export.autocomplete("sheet")
    @delete.autocomplete("sheet")
    @suggests
    async def _own(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        tables, place, person = self.app.tables, place_of(interaction), person_of(interaction)
        server = bool(interaction.namespace.for_server)
        if server:
            await sheets.require_keeper(tables, place, person)
        return suggest(sheets.choices(await sheets.own(tables, place, person, server=server)), typed)
