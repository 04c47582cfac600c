"""`/standing` and its panel: how the bot answers for a combatant, to be seen and changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from bot.features.kit import (
    Interaction,
    Panel,
    chosen,
    delivery_of,
    escape,
    option,
    person_of,
    place_of,
    resolve,
    row,
    say,
    select,
    suggests,
    text,
    token,
)
from bot.table import acts, answers
from bot.table.session import Table
from rules.engine.procedures import Refused
from rules.engine.ruleset import Choice

from . import suggest, words
from .addresses import Settle, Standing

if TYPE_CHECKING:
    from bot.features.app import App

Command = app_commands.Command[Any, ..., None]

ASK_ME: Final = "ask me"
"""The value that takes a standing answer back; no answer of a game is called so."""
MOST_TOPICS: Final = 12
"""Selects on the panel; further questions are reached by the command."""
TOKEN: Final = 40


class StandingAnswers:
    """The command, the panel's button and its selects."""

    def __init__(self, app: App) -> None:
        self.app = app

    def add(self) -> None:
        """Register them."""
        self.app.tree.add_command(self.command())
        self.app.routes.on(Standing, self.show)
        self.app.routes.on(Settle, self.settle)

    async def show(self, interaction: Interaction, where: Standing) -> None:
        """The panel of one of the presser's combatants."""
        person = person_of(interaction)
        async with self.app.tables.of(where.encounter, interaction.guild_id) as table:
            acts.require_own(table, person, where.who)
            panel = standing_panel(table, where.who)
        await say(interaction, panel)

    async def settle(self, interaction: Interaction, where: Settle) -> None:
        """An answer was chosen in the select of a question."""
        value = chosen(interaction)[0]
        async with self.app.tables.of(where.encounter, interaction.guild_id) as table:
            topic = next(
                (t for t in table.rules.standing_topics if token(t.topic, TOKEN) == where.topic), None
            )
            if topic is None:
                raise Refused(words.NO_STANDING)
            meant = "" if value == ASK_ME else resolve(value, [c.value for c in topic.choices])
            update = await answers.set_standing(
                table, person_of(interaction), where.who, topic.topic, meant, delivery_of(interaction)
            )
            panel = standing_panel(table, where.who)
        await self.app.presenter.show(interaction, update, panel=panel)

    def command(self) -> Command:
        """`/standing`: see and change one's standing answers."""

        @app_commands.command(name="standing", description=words.STANDING)
        @app_commands.describe(
            question=words.STANDING_TOPIC, answer=words.STANDING_ANSWER, combatant=words.FOR
        )
        async def standing(
            interaction: Interaction,
            question: str | None = None,
            answer: str | None = None,
            combatant: str | None = None,
        ) -> None:
            person = person_of(interaction)
            async with self.app.tables.at(place_of(interaction)) as table:
                who = acts.actor_for(table, person, combatant)
                update = None
                if question is not None:
                    update = await answers.set_standing(
                        table, person, who, _topic(table, question), answer or "", delivery_of(interaction)
                    )
                panel = standing_panel(table, who)
            if update is not None:
                await self.app.presenter.show(interaction, update)
            else:
                await say(interaction, panel)

        @standing.autocomplete("question")
        @suggests
        async def topics(interaction: Interaction, typed: str) -> Sequence[Choice]:
            return await suggest.topics(self.app, interaction, typed)

        @standing.autocomplete("answer")
        @suggests
        async def possible(interaction: Interaction, typed: str) -> Sequence[Choice]:
            return await suggest.standing(self.app, interaction, typed)

        @standing.autocomplete("combatant")
        @suggests
        async def own(interaction: Interaction, typed: str) -> Sequence[Choice]:
            return await suggest.own(self.app, interaction, typed)

        return standing


def _topic(table: Table, typed: str) -> str:
    known = table.rules.standing_topics
    found = next((t for t in known if typed.casefold() in (t.topic.casefold(), t.label.casefold())), None)
    if found is None:
        raise Refused(f"Possible: {', '.join(t.label for t in known)}." if known else words.NO_STANDING)
    return found.topic


def standing_panel(table: Table, who: str) -> Panel:
    """How the bot answers for a combatant, with a select for each kind of question."""
    kept = answers.standing(table, who)
    if not kept:
        return Panel(text(words.NO_STANDING))
    lines = [f"- {escape(label)}: **{escape(answer)}**" for _, label, answer in kept]
    items: list[discord.ui.Item[Any]] = []
    for topic in table.rules.standing_topics[:MOST_TOPICS]:
        options = [option(ASK_ME, topic.unset[:1].upper() + topic.unset[1:])]
        options += [option(c.value, c.words, c.hint) for c in topic.choices[:24]]
        where = Settle(table.row.id, who, token(topic.topic, TOKEN))
        items.append(row(select(where, options, topic.label)))
    head = words.STANDING_LIST.format(escape(table.state[who].name))
    return Panel(text("\n".join([head, *lines, words.STANDING_HINT])), *items)
