"""`/hand`: one's cards, as a picture with a text beside it, and what else lies there, for one's own eyes."""

from __future__ import annotations

import asyncio
import io
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from bot.features.kit import Interaction, escape, person_of, place_of, say, suggests
from bot.features.render import first_lines
from bot.pictures.cards import alt_text, hand_png
from bot.table import acts
from rules.engine.procedures import Refused

from . import suggest, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.features.app import App
    from rules.engine.ruleset import Choice

LONGEST: Final = 1900
"""Characters of the text: a message takes 2000."""


def command(app: App) -> app_commands.Command[Any, ..., None]:
    """The command."""

    @app_commands.command(name="hand", description=words.HAND)
    @app_commands.describe(combatant=words.FOR)
    async def hand(interaction: Interaction, combatant: str | None = None) -> None:
        person = person_of(interaction)
        async with app.tables.at(place_of(interaction)) as table:
            who = acts.actor_for(table, person, combatant)
            if not table.may_play(person, who):
                raise Refused(f"{table.state[who].name} is not yours.")
            name, held = table.state[who].name, table.rules.hand(table.state, who)
            others = table.rules.cards(table.state, who)
        if not held and not others:
            raise Refused(words.NO_HAND.format(name))
        alt = alt_text(held)
        lines = [words.HAND_OF.format(escape(name), escape(alt))]
        lines += [words.OTHER_CARDS.format(escape(line)) for line in others]
        await say(interaction, first_lines(lines, LONGEST), await _pictures(held, alt))

    @hand.autocomplete("combatant")
    @suggests
    async def own(interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await suggest.own(app, interaction, typed)

    return hand


async def _pictures(held: Sequence[str], alt: str) -> list[discord.File]:
    """The hand as a picture; none of an empty one."""
    if not held:
        return []
    drawn = await asyncio.to_thread(hand_png, held)
    return [discord.File(io.BytesIO(drawn), "hand.png", description=alt[:1000])]
