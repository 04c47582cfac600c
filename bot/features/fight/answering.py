"""Answers: the buttons and selects of asks and offers, `/parry`, `/dodge`, `/block`, `/react`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from discord import app_commands

from bot.features.kit import (
    Interaction,
    chosen,
    delivery_of,
    person_of,
    place_of,
    resolve,
    say,
    suggests,
)
from bot.features.render import Answer, Choose, Take, Which, ask_panel
from bot.table import answers
from rules.engine.procedures import Refused
from rules.engine.ruleset import Choice

from . import suggest, words

if TYPE_CHECKING:
    from bot.features.app import App

Command = app_commands.Command[Any, ..., None]
REACTIONS = {"parry": words.PARRY, "dodge": words.DODGE, "block": words.BLOCK}


class Answering:
    """Serves everything by which a choice that waits is made."""

    def __init__(self, app: App) -> None:
        self.app = app

    def add(self) -> None:
        """Register the addresses and commands."""
        on = self.app.routes.on
        on(Answer, self.answer)
        on(Choose, self.choose)
        on(Which, self.which)
        on(Take, self.take)
        for name, description in REACTIONS.items():
            self.app.tree.add_command(self.reaction(name, description))
        self.app.tree.add_command(self.react())

    # -- buttons
    async def answer(self, interaction: Interaction, where: Answer) -> None:
        """A button or select of an ask."""
        encounter = await self._encounter(where.ask)
        value = where.option or chosen(interaction)[0]
        async with self.app.tables.of(encounter, interaction.guild_id) as table:
            view = answers.open_ask(table, person_of(interaction), where.ask)
            meant = resolve(value, [c.value for c in view.choices])
            update = await answers.answer(
                table, person_of(interaction), where.ask, meant, delivery_of(interaction)
            )
        on_card = interaction.message is not None and not interaction.message.flags.ephemeral
        await self.app.presenter.show(interaction, update, panel=None if on_card else "Chosen.")

    async def choose(self, interaction: Interaction, where: Choose) -> None:
        """Show the options of an ask to the one who chooses."""
        await self._show(interaction, where.ask)

    async def which(self, interaction: Interaction, where: Which) -> None:
        """One of many open asks was picked."""
        await self._show(interaction, int(chosen(interaction)[0]))

    async def _show(self, interaction: Interaction, ask: int) -> None:
        person = person_of(interaction)
        async with self.app.tables.of(await self._encounter(ask), interaction.guild_id) as table:
            view = answers.open_ask(table, person, ask)
            if person.id not in view.users and not table.is_gm(person):
                raise Refused(f"This is {view.whose}'s choice.")
        await say(interaction, ask_panel(view))

    async def take(self, interaction: Interaction, where: Take) -> None:
        """An offer is taken up."""
        encounter = await self._encounter(where.offer)
        value = where.option or chosen(interaction)[0]
        async with self.app.tables.of(encounter, interaction.guild_id) as table:
            view = next((o for o in table.offers() if o.id == where.offer), None)
            meant = resolve(value, [c.value for c in view.choices]) if view is not None else value
            update = await answers.take_offer(
                table, person_of(interaction), where.offer, meant, delivery_of(interaction)
            )
        await self.app.presenter.show(interaction, update)

    async def _encounter(self, ask: int) -> int:
        found = await self.app.tables.encounter_of(ask)
        if found is None:
            raise Refused(answers.NOT_OPEN)
        return found

    # -- commands
    def reaction(self, name: str, description: str) -> Command:
        """`/parry` and its like."""

        @app_commands.command(name=name, description=description)
        @app_commands.rename(named="for")
        @app_commands.describe(named=words.REACT_FOR)
        async def reaction(interaction: Interaction, named: str | None = None) -> None:
            await self._react(interaction, name, named)

        self._offer_asked(reaction)
        return reaction

    def react(self) -> Command:
        """`/react`."""

        @app_commands.command(name="react", description=words.REACT)
        @app_commands.rename(named="for", value="with")
        @app_commands.describe(value=words.REACT_WITH, named=words.REACT_FOR)
        async def react(interaction: Interaction, value: str, named: str | None = None) -> None:
            await self._react(interaction, value, named)

        @react.autocomplete("value")
        @suggests
        async def values(interaction: Interaction, typed: str) -> Sequence[Choice]:
            return await suggest.answers(self.app, interaction, typed)

        self._offer_asked(react)
        return react

    def _offer_asked(self, command: Command) -> None:
        @suggests
        async def names(interaction: Interaction, typed: str) -> Sequence[Choice]:
            return await suggest.asked(self.app, interaction, typed)

        command.autocomplete("named")(names)

    async def _react(self, interaction: Interaction, value: str, named: str | None) -> None:
        async with self.app.tables.at(place_of(interaction)) as table:
            known = [c.value for a in table.asks() for c in a.choices]
            known += [c.value for o in table.offers() for c in o.choices]
            update = await answers.react(
                table,
                person_of(interaction),
                resolve(value, known),
                named,
                delivery_of(interaction),
            )
        await self.app.presenter.show(interaction, update)
