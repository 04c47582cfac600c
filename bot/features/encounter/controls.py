"""What a GM lays down by a button on the board: one select for each thing to choose, and it is done."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.features.kit import (
    Interaction,
    Panel,
    chosen,
    delivery_of,
    escape,
    option,
    person_of,
    redraw,
    row,
    say,
    select,
    text,
)
from bot.features.kit.custom_id import token
from bot.features.kit.panels import MOST_OPTIONS
from bot.features.render import Lay
from bot.table import acts
from bot.table.updates import Update
from rules.engine.procedures import Refused
from rules.engine.ruleset import Choice, Param, Verb

from . import words

if TYPE_CHECKING:
    from bot.features.app import App

MOST_SELECTS = 4
SHORT = 23
"""Characters of a chosen value in an address; several have to fit."""


class Controls:
    """Serves the buttons of a GM's verbs."""

    def __init__(self, app: App) -> None:
        self.app = app

    def add(self) -> None:
        """Register the address."""
        self.app.routes.on(Lay, self.lay)

    async def lay(self, interaction: Interaction, where: Lay) -> None:
        """Show what is still to be chosen, or carry it out. A select gives the newest value."""
        for value in chosen(interaction):
            where = replace(where, picked=f"{where.picked} {_key(value)}".strip(), part=0)
        async with self.app.tables.of(where.encounter, interaction.guild_id) as table:
            person, verb = person_of(interaction), _verb(table.rules.verbs, where.verb)
            tokens = where.picked.split()
            found, param, choices = acts.still_open(table, person, verb, [_finder(t) for t in tokens])
            update: Update | None = None
            if param is None:
                given = {name: c.value for name, c in found.items()}
                update = await acts.direct(table, person, verb, given, delivery=delivery_of(interaction))
        if update is not None:
            await self.app.presenter.show(interaction, update, panel=words.LAID.format(escape(verb.label)))
        elif param is not None:
            panel = _panel(where, verb, found, param, choices)
            await (redraw(interaction, panel) if where.picked else say(interaction, panel))


def _verb(verbs: tuple[Verb, ...], name: str) -> Verb:
    verb = next((v for v in verbs if v.name == name and v.button), None)
    if verb is None:
        raise Refused("That is not in this game any more.")
    return verb


def _key(value: str) -> str:
    """A chosen value in an address: itself where it is short and one word (a token stays what it is)."""
    return value if value.startswith("~") else token(value, 0 if " " in value else SHORT)


def _finder(picked: str) -> acts.Finder:
    def find(choices: tuple[Choice, ...]) -> Choice | None:
        return next((c for c in choices if picked in (_key(c.value), token(c.value, 0))), None)

    return find


def _panel(
    where: Lay, verb: Verb, found: dict[str, Choice], param: Param, choices: tuple[Choice, ...]
) -> Panel:
    """What has been chosen, and the selects of what comes next."""
    labels = {p.name: p.label for p in verb.params}
    told = [f"{labels[name]}: {c.words}" for name, c in found.items()]
    selects = []
    for part in range(min(MOST_SELECTS, -(-len(choices) // MOST_OPTIONS))):
        shown = choices[part * MOST_OPTIONS : (part + 1) * MOST_OPTIONS]
        options = [option(c.value, c.words, c.hint) for c in shown]
        selects.append(row(select(replace(where, part=part), options, param.label)))
    return Panel(text("\n".join([f"**{escape(verb.label)}**", *map(escape, told)])), *selects)
