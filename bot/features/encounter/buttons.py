"""The board's buttons: join, begin, next, done, pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.features.kit import (
    Interaction,
    Panel,
    address,
    chosen,
    delivery_of,
    option,
    person_of,
    place_of,
    redraw,
    row,
    say,
    select,
    text,
)
from bot.features.kit.panels import MOST_OPTIONS
from bot.features.render import board_view
from bot.features.render.addresses import Begin, Done, Join, Next, Page, turn_key
from bot.table import bring, encounters
from bot.table.board import turn_token
from bot.table.people import Person
from bot.table.session import Table
from rules.engine.procedures import Refused
from rules.engine.ruleset import rulesets

from . import words

if TYPE_CHECKING:
    from bot.features.app import App


@address("joinas")
@dataclass(frozen=True, slots=True)
class JoinAs:
    """A character is chosen in the select of the Join button."""

    encounter: int


@address("startas")
@dataclass(frozen=True, slots=True)
class StartAs:
    """A game is chosen for a new encounter. name: what it is to be called, "" for nothing said."""

    name: str = ""


MOST_NAME = 28
"""Characters of a name that fit into an address, whatever they are."""


def start_panel(name: str) -> Panel:
    """The games, to choose from. name: at most `MOST_NAME` characters."""
    options = [option(rules.id, rules.name, rules.about) for rules in rulesets()[:MOST_OPTIONS]]
    return Panel(text(words.CHOOSE_GAME), row(select(StartAs(name), options, words.START_WITH)))


async def joinable(app: App, table: Table, person: Person) -> tuple[bring.Source, ...]:
    """What a person can join with."""
    async with app.store.read() as tx:
        return await bring.characters(tx, table.row.guild, person, table.rules)


def join_panel(encounter: int, found: Sequence[bring.Source]) -> Panel:
    """What one can join with, to choose from. Refused where there is nothing."""
    if not found:
        raise Refused("There is no character to join with yet. /character new makes one.")
    options = [option(s.key, s.name, s.about) for s in found[:MOST_OPTIONS]]
    return Panel(text(words.CHOOSE_CHARACTER), row(select(JoinAs(encounter), options, words.JOIN_WITH)))


class Buttons:
    """Serves the board's buttons except My turn, which is the panel's."""

    def __init__(self, app: App) -> None:
        self.app = app

    def add(self) -> None:
        """Register the addresses."""
        on = self.app.routes.on
        on(StartAs, self.start_as)
        on(Join, self.join)
        on(JoinAs, self.join_as)
        on(Begin, self.begin)
        on(Next, self.next)
        on(Done, self.next)
        on(Page, self.page)

    async def start_as(self, interaction: Interaction, where: StartAs) -> None:
        """Open an encounter of the chosen game."""
        place, person, game = place_of(interaction), person_of(interaction), chosen(interaction)[0]
        delivery = delivery_of(interaction)
        update = await encounters.start(self.app.tables, place, person, game, where.name or None, delivery)
        await self.app.presenter.show(interaction, update, panel=words.STARTED)

    async def join(self, interaction: Interaction, where: Join) -> None:
        """Show what one can join with."""
        async with self.app.tables.of(where.encounter, interaction.guild_id) as table:
            found = await joinable(self.app, table, person_of(interaction))
        await say(interaction, join_panel(where.encounter, found))

    async def join_as(self, interaction: Interaction, where: JoinAs) -> None:
        """Join with the chosen character."""
        person, delivery = person_of(interaction), delivery_of(interaction)
        async with self.app.tables.of(where.encounter, interaction.guild_id) as table:
            update = await encounters.join(table, person, chosen(interaction)[0], delivery)
        await self.app.presenter.show(interaction, update, panel=words.JOINED)

    async def begin(self, interaction: Interaction, where: Begin) -> None:
        """Begin the fight."""
        async with self.app.tables.of(where.encounter, interaction.guild_id) as table:
            update = await encounters.begin(table, person_of(interaction), delivery_of(interaction))
        await self.app.presenter.show(interaction, update)

    async def next(self, interaction: Interaction, where: Next | Done) -> None:
        """Pass the turn that the button was drawn in; a late press moves nothing."""
        async with self.app.tables.of(where.encounter, interaction.guild_id) as table:
            now = turn_token(table.state)
            turn = now if turn_key(now) == where.turn else "past"
            update = await encounters.next_turn(
                table, person_of(interaction), delivery_of(interaction), turn=turn
            )
        await self.app.presenter.show(interaction, update)

    async def page(self, interaction: Interaction, where: Page) -> None:
        """A page of the board, privately, as this person may see it."""
        async with self.app.tables.of(where.encounter, interaction.guild_id) as table:
            view = table.board(table.viewer(person_of(interaction)), where.page)
        page = board_view(view, private=True)
        if interaction.message is not None and interaction.message.flags.ephemeral:
            await redraw(interaction, page)
        else:
            await say(interaction, page)
