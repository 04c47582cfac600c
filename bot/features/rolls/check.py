"""`/check`: the game's own test, in a fight with a combatant, anywhere else with a sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from discord import app_commands

from bot.features.fight.suggest import several
from bot.features.kit import Interaction, delivery_of, person_of, place_of
from bot.table import rolls
from bot.table.choosing import suggest
from bot.table.people import Person
from bot.table.rolls import Rolled, See
from bot.table.session import Table
from rules.engine.encounter import ENDED
from rules.engine.ruleset import Choice

from . import words
from .offering import offer
from .roll import SEES, gm_word_here
from .telling import tell

if TYPE_CHECKING:
    from bot.features.app import App


class Checks:
    """The command and what its options offer."""

    def __init__(self, app: App) -> None:
        self.app = app

    def add(self) -> None:
        """Register the command."""

        @self.app.tree.command(name="check", description=words.CHECK)
        @app_commands.describe(
            skill=words.SKILL,
            target=words.TARGET,
            modifier=words.MODIFIER,
            character=words.CHARACTER,
            combatant=words.COMBATANT,
            see=words.SEE,
        )
        @app_commands.choices(see=SEES)
        async def check(
            interaction: Interaction,
            skill: str,
            target: str | None = None,
            modifier: str | None = None,
            character: str | None = None,
            combatant: str | None = None,
            see: str = See.ALL.value,
        ) -> None:
            typed = {"skill": skill, "target": target, "modifier": modifier}
            given = {name: value for name, value in typed.items() if value is not None}
            await self._check(interaction, given, character, combatant, See(see))

        offer(check, "skill", self._skills)
        offer(check, "target", self._targets)
        offer(check, "modifier", self._modifiers)
        offer(check, "character", self._characters)
        offer(check, "combatant", self._combatants)

    async def _check(
        self,
        interaction: Interaction,
        given: dict[str, str],
        character: str | None,
        combatant: str | None,
        see: See,
    ) -> None:
        app, place, person = self.app, place_of(interaction), person_of(interaction)
        delivery = delivery_of(interaction)
        table = await app.tables.peek(place)
        if character is not None or not _in_fight(table, person, combatant):
            rolled = await rolls.check_outside(app.tables, place, person, character, given, see, delivery)
            await tell(interaction, rolled, await gm_word_here(app, interaction))
            return
        async with app.tables.at(place) as table:
            who = rolls.checker(table, person, combatant)
            done = await rolls.check_in_fight(table, person, who, given, see, delivery)
            gm_word = table.rules.gm_word
        if isinstance(done, Rolled):
            await tell(interaction, done, gm_word)
        else:
            await app.presenter.show(interaction, done)

    # -- what is offered
    async def _skills(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await self._option(interaction, "skill", typed)

    async def _targets(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await self._option(interaction, "target", typed)

    async def _modifiers(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await self._option(interaction, "modifier", typed)

    async def _option(self, interaction: Interaction, name: str, typed: str) -> Sequence[Choice]:
        place, person, filled = place_of(interaction), person_of(interaction), interaction.namespace
        given = {key: str(value) for key, value in vars(filled).items() if value}
        table = await self.app.tables.peek(place)
        character = filled.character or None
        if table is not None and not character and _in_fight(table, person, filled.combatant):
            who = rolls.checker(table, person, filled.combatant or None)
            rules, state = table.rules, table.sees(person)
        else:
            beside = await rolls.beside(self.app.tables, place, person, character)
            rules, state, who = beside.rules, beside.state, rolls.OWN
        found = rolls.check_choices(rules, state, who, name, given)
        many = any(p.name == name and p.kind == "many" for p in rules.check_params)
        return several(found, typed) if many else suggest(found, typed)

    async def _characters(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return suggest(
            await rolls.characters(self.app.tables, place_of(interaction), person_of(interaction)), typed
        )

    async def _combatants(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        table = await self.app.tables.peek(place_of(interaction))
        if table is None:
            return []
        person = person_of(interaction)
        whose = table.sees(person).present() if table.is_gm(person) else ()
        ids = dict.fromkeys((*table.own(person), *(c.id for c in whose)))
        return suggest((Choice(who, table.state[who].name) for who in ids), typed)


def _in_fight(table: Table | None, person: Person, combatant: str | None) -> bool:
    """Whether a check is made in the encounter: a combatant is named, or the person has one or is a GM."""
    if table is None or table.state.phase == ENDED:
        return False
    return bool(combatant or table.own(person) or table.is_gm(person))
