"""What follows the end of an encounter: how it went, and what lasts written back to the sheets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.features.kit import (
    Interaction,
    Panel,
    address,
    button,
    escape,
    person_of,
    rows,
    say,
    say_all,
    text,
)
from bot.table import sheets
from bot.table.people import is_gm
from bot.table.session import Table
from bot.table.summary import summarise
from rules.engine.procedures import Refused
from rules.engine.ruleset import ruleset

from . import words

if TYPE_CHECKING:
    from bot.features.app import App

MOST_BUTTONS = 20


@address("keep")
@dataclass(frozen=True, slots=True)
class WriteBack:
    """What lasts of a combatant of an ended encounter goes to its sheet."""

    encounter: int
    who: str


async def after_end(app: App, interaction: Interaction, table: Table) -> None:
    """Tell the summary, with a button for each sheet to which something can be written back."""
    async with app.store.read() as tx:
        window = await tx.encounters.window(table.row.id, before=1)
    if window is None:
        return
    journal = window.journal()
    summary = summarise(journal.tail, journal.state)
    lines = [f"- {escape(line)}" for line in summary.lines]
    head = f"**{words.ENDED}** — rounds: {summary.rounds}, steps: {summary.steps}"
    buttons = [
        button(WriteBack(table.row.id, c.id), words.WRITE_BACK.format(c.name))
        for c in sheets.lasting(table)[:MOST_BUTTONS]
    ]
    await say_all(
        interaction, Panel(text("\n".join([head, *lines])[:3800]), text(words.PROOF), *rows(buttons))
    )


async def write_back(app: App, interaction: Interaction, where: WriteBack) -> None:
    """The button: only the combatant's player, or a GM of the encounter."""
    async with app.store.read() as tx:
        window = await tx.encounters.window(where.encounter)
    if window is None or window.row.guild != interaction.guild_id:
        raise Refused(words.SHEET_GONE)
    state, person = window.journal().state, person_of(interaction)
    c = state.combatants.get(where.who)
    if c is None:
        raise Refused(words.SHEET_GONE)
    if c.controller != person.user and not is_gm(window.row, person):
        raise Refused(words.NOT_YOUR_SHEET.format(c.name))
    kept = await sheets.write_back(app.tables, ruleset(state.ruleset), c)
    if kept is None:
        raise Refused(words.SHEET_GONE)
    await say(interaction, escape(words.WRITTEN_BACK.format(kept.name)))
