"""The buttons, selects and forms of sheets. All are private: only whose sheet it is ever sees them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord

from bot.features.kit import (
    Interaction,
    Panel,
    ask,
    chosen,
    escape,
    person_of,
    place_of,
    redraw,
    say,
    texts,
)
from bot.store import Draft, Sheet
from bot.table import sheet_fields, sheet_files, sheets
from bot.table.naming import LONGEST_NAME
from rules.engine.procedures import Refused
from rules.engine.ruleset import Choice, ruleset

from . import words
from .addresses import (
    Delete,
    Discard,
    Edit,
    Export,
    Filled,
    GoOn,
    Keep,
    Look,
    Name,
    Named,
    Save,
    Section,
    StartFrom,
)
from .drawing import draft_panel, list_panel, name_form, section_form, sheet_panel, sure_panel

if TYPE_CHECKING:
    from bot.features.app import App


class Panels:
    """Draws and serves what stands on the private panels of sheets."""

    def __init__(self, app: App) -> None:
        self.app = app

    def add(self) -> None:
        """Register the addresses."""
        on = self.app.routes.on
        on(Section, self.section)
        on(Filled, self.filled)
        on(Name, self.name)
        on(Named, self.named)
        on(StartFrom, self.start_from)
        on(Save, self.save)
        on(Discard, self.discard)
        on(GoOn, self.go_on)
        on(Look, self.look)
        on(Edit, self.edit)
        on(Export, self.export)
        on(Delete, self.delete)
        on(Keep, self.keep)

    # -- drawn
    def draft(self, draft: Draft, wrong: Sequence[str] = ()) -> Panel:
        """A draft as a panel."""
        rules = ruleset(draft.ruleset)
        titles = [title for title, _ in sheet_fields.sections(rules)]
        ready = sheets.ready_ones(rules, for_server=draft.owner is None)
        return draft_panel(sheet_fields.show(rules, draft), draft, titles, ready, wrong)

    def sheet(self, sheet: Sheet, said: str = "") -> Panel:
        """A kept sheet as a panel."""
        return sheet_panel(sheet_fields.show(ruleset(sheet.ruleset), sheet), said)

    async def listed(self, interaction: Interaction, *, server: bool) -> Panel:
        """All sheets of a person or of the server, and the person's drafts."""
        place, person = place_of(interaction), person_of(interaction)
        kept = await sheets.own(self.app.tables, place, person, server=server)
        begun = await sheets.drafts(self.app.tables, place, person)
        drafts = [
            Choice(str(d.id), d.name, sheets.game_name(d.ruleset))
            for d in begun
            if (d.owner is None) == server
        ]
        keeper = await sheets.may_keep(self.app.tables, place, person)
        return list_panel(sheets.choices(kept), drafts, server=server, keeper=keeper)

    # -- drafts
    async def _own_draft(self, interaction: Interaction, draft: int) -> Draft:
        return await sheets.draft_of(self.app.tables, person_of(interaction), draft)

    async def section(self, interaction: Interaction, where: Section) -> None:
        """Open the form of a section."""
        draft = await self._own_draft(interaction, where.draft)
        title, inputs = sheets.inputs(draft, where.section)
        await ask(interaction, section_form(draft, where.section, title, inputs))

    async def filled(self, interaction: Interaction, where: Filled) -> None:
        """Take over what was typed."""
        draft = await self._own_draft(interaction, where.draft)
        draft, wrong = await sheets.fill(self.app.tables, draft, texts(interaction))
        await redraw(interaction, self.draft(draft, wrong))

    async def name(self, interaction: Interaction, where: Name) -> None:
        """Ask for another name."""
        await ask(interaction, name_form(await self._own_draft(interaction, where.draft), LONGEST_NAME))

    async def named(self, interaction: Interaction, where: Named) -> None:
        """Take the name over."""
        draft = await self._own_draft(interaction, where.draft)
        draft = await sheets.rename(self.app.tables, draft, texts(interaction).get("name", ""))
        await redraw(interaction, self.draft(draft))

    async def start_from(self, interaction: Interaction, where: StartFrom) -> None:
        """Fill an empty draft with a ready character's values."""
        draft = await self._own_draft(interaction, where.draft)
        draft = await sheets.start_from(self.app.tables, draft, chosen(interaction)[0])
        await redraw(interaction, self.draft(draft))

    async def save(self, interaction: Interaction, where: Save) -> None:
        """The draft becomes the sheet."""
        draft = await self._own_draft(interaction, where.draft)
        sheet = await sheets.save(self.app.tables, place_of(interaction), person_of(interaction), draft)
        said = words.SAVED_FOE if sheet.owner is None else words.SAVED
        await redraw(interaction, self.sheet(sheet, said))

    async def discard(self, interaction: Interaction, where: Discard) -> None:
        """The draft is thrown away."""
        draft = await self._own_draft(interaction, where.draft)
        await sheets.drop(self.app.tables, draft)
        said = words.DISCARDED if draft.sheet is None else words.DISCARDED_EDIT
        await redraw(interaction, said.format(escape(draft.name)))

    async def go_on(self, interaction: Interaction, where: GoOn) -> None:
        """A draft is chosen in the list."""
        draft = await self._own_draft(interaction, _number(chosen(interaction)[0]))
        await redraw(interaction, self.draft(draft))

    # -- kept sheets
    async def _own(self, interaction: Interaction, sheet: int) -> Sheet:
        return await sheets.owned(self.app.tables, place_of(interaction), person_of(interaction), sheet)

    async def look(self, interaction: Interaction, where: Look) -> None:
        """A sheet is chosen in the list."""
        number = _number(chosen(interaction)[0].removeprefix(sheets.SHEET))
        await redraw(interaction, self.sheet(await self._own(interaction, number)))

    async def edit(self, interaction: Interaction, where: Edit) -> None:
        """A draft of the sheet."""
        sheet = await self._own(interaction, where.sheet)
        draft = await sheets.begin_edit(self.app.tables, place_of(interaction), person_of(interaction), sheet)
        await redraw(interaction, self.draft(draft))

    async def export(self, interaction: Interaction, where: Export) -> None:
        """The sheet as a file."""
        await say_file(interaction, await self._own(interaction, where.sheet), "json")

    async def delete(self, interaction: Interaction, where: Delete) -> None:
        """Ask first; then delete it."""
        sheet = await self._own(interaction, where.sheet)
        if not where.sure:
            await redraw(interaction, sure_panel(sheet, sheets.game_name(sheet.ruleset)))
            return
        there = await sheets.delete(self.app.tables, sheet)
        said = words.DELETED if there else words.DELETED_BEFORE
        await redraw(interaction, said.format(escape(sheet.name)))

    async def keep(self, interaction: Interaction, where: Keep) -> None:
        """It stays."""
        await redraw(interaction, self.sheet(await self._own(interaction, where.sheet)))


async def say_file(interaction: Interaction, sheet: Sheet, form: str) -> None:
    """Give a sheet as a file."""
    content = sheet_files.exported(sheet, form).encode()
    file = discord.File(io.BytesIO(content), f"{sheet_files.file_stem(sheet)}.{form}")
    await say(interaction, words.EXPORTED.format(escape(sheet.name)), [file])


def _number(value: str) -> int:
    """A select's value. Refused where it is none of ours."""
    if not (value.isascii() and value.isdigit() and len(value) < 19):
        raise Refused(words.GONE)
    return int(value)
