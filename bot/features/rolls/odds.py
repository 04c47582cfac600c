"""`/odds`: the exact chances of a declaration, as a small table for each answer of others that matters."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Final

from discord import app_commands

from bot.features.fight.suggest import values_of
from bot.features.kit import Interaction, Panel, escape, person_of, place_of, say, text
from bot.features.render import bar, percent
from bot.table import acts, odds
from bot.table.choosing import pick, suggest
from bot.table.encounters import require_fighting
from bot.table.people import Person
from bot.table.session import Table
from rules.engine.procedures import Refused
from rules.engine.ruleset import Choice, Verb

from . import words
from .offering import offer

if TYPE_CHECKING:
    from bot.features.app import App

OPTIONS: Final = ("target", "weapon", "manner", "called", "modifier", "where", "detail")
"""The options that the commands of declarations have between them."""
COMMANDS: Final = ("attack", "move", "act")
MOST_TEXT: Final = 3900
FEWEST_ROWS: Final = 3


class Odds:
    """The command and what its options offer."""

    def __init__(self, app: App) -> None:
        self.app = app

    def add(self) -> None:
        """Register the command."""

        @self.app.tree.command(name="odds", description=words.ODDS)
        @app_commands.describe(
            action=words.ACTION,
            target=words.ODDS_TARGET,
            weapon=words.WEAPON,
            manner=words.MANNER,
            called=words.CALLED,
            modifier=words.MODIFIER,
            where=words.WHERE,
            detail=words.DETAIL,
            combatant=words.COMBATANT,
        )
        async def odds_(
            interaction: Interaction,
            action: str | None = None,
            target: str | None = None,
            weapon: str | None = None,
            manner: str | None = None,
            called: str | None = None,
            modifier: str | None = None,
            where: str | None = None,
            detail: str | None = None,
            combatant: str | None = None,
        ) -> None:
            values = (target, weapon, manner, called, modifier, where, detail)
            typed = dict(zip(OPTIONS, values, strict=True))
            given = {name: value for name, value in typed.items() if value is not None}
            await self._odds(interaction, action, given, combatant)

        offer(odds_, "action", self._actions)
        offer(odds_, "combatant", self._combatants)
        for option in OPTIONS:
            offer(odds_, option, partial(self._values, option))

    async def _odds(
        self, interaction: Interaction, action: str | None, given: dict[str, str], combatant: str | None
    ) -> None:
        person = person_of(interaction)
        table = await self._table(interaction)
        require_fighting(table)
        who = acts.actor_for(table, person, combatant)
        verb = _verb(table, action)
        given = odds.filled(verb, table.sees(person), who, given)
        found = await odds.of_verb(table, person, verb, who, given)
        await say(interaction, Panel(text(odds_text(found))))

    async def _table(self, interaction: Interaction) -> Table:
        """For reading only: counting must not hold up the fight."""
        table = await self.app.tables.peek(place_of(interaction))
        if table is None:
            raise Refused(words.NO_ENCOUNTER)
        return table

    # -- what is offered
    async def _actions(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        table, person, who = await self._asker(interaction)
        ready = [d.verb for d in acts.doable(table, person, who) if d.why_not is None]
        return suggest(acts.choices_of([v for v in ready if v.command in COMMANDS]), typed)

    async def _combatants(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        table = await self._table(interaction)
        return suggest(
            (Choice(who, table.state[who].name) for who in table.own(person_of(interaction))), typed
        )

    async def _values(self, option: str, interaction: Interaction, typed: str) -> Sequence[Choice]:
        table, person, who = await self._asker(interaction)
        odds.require_allowed(table, person)
        filled = {name: str(value) for name, value in vars(interaction.namespace).items() if value}
        verb = _verb(table, filled.get("action"))
        param = next((p for p in verb.params if p.name == option), None)
        if param is None or param.choices is None:
            return []
        return values_of(table, person, verb, param, who, filled, typed)

    async def _asker(self, interaction: Interaction) -> tuple[Table, Person, str]:
        table, person = await self._table(interaction), person_of(interaction)
        return table, person, acts.actor_for(table, person, interaction.namespace.combatant or None)


def _verb(table: Table, typed: str | None) -> Verb:
    """The verb that was meant; the game's first attack where none is named."""
    verbs = [v for v in table.rules.verbs if v.command in COMMANDS and v.who != acts.GM_VERBS]
    if typed is None:
        return next((v for v in verbs if v.command == "attack"), verbs[0])
    name = pick(acts.choices_of(verbs), typed, "Action").value
    return next(v for v in verbs if v.name == name)


# ------------------------------------------------------------------ drawn
def odds_text(view: odds.OddsView) -> str:
    """The odds as Markdown, at most 3900 characters: of many rows the least likely are put together."""
    drawn = ""
    for most in range(odds.MOST_ROWS, FEWEST_ROWS - 1, -1):
        drawn = "\n".join(_lines(view, most))
        if len(drawn) <= MOST_TEXT:
            break
    return drawn[:MOST_TEXT]


def _lines(view: odds.OddsView, most: int) -> list[str]:
    lines = [f"### {escape(view.title)}"]
    if view.chosen:
        lines.append(" · ".join(f"{escape(label)} **{escape(value, 80)}**" for label, value in view.chosen))
    for table in view.tables:
        if table.assumed:
            lines.append(words.IF.format(escape(table.assumed, 120)))
        certain = len(table.rows) == 1
        if certain:
            lines.append(words.CERTAIN.format(escape(table.rows[0][0], 120)))
        else:
            lines += [_row(outcome, chance) for outcome, chance in _fewer(table.rows, most)]
    if view.granted:
        lines.append(words.GRANTED.format(escape("; ".join(view.granted), 300)))
    return [*lines, words.EXACT]


def _fewer(rows: odds.Rows, most: int) -> odds.Rows:
    if len(rows) <= most:
        return rows
    rest = sum((chance for _, chance in rows[most - 1 :]), Fraction(0))
    return (*rows[: most - 1], (odds.ANYTHING_ELSE, rest))


def _row(outcome: str, chance: Fraction) -> str:
    return f"`{percent(chance):>6} {bar(chance)}` {escape(outcome, 120)}"
