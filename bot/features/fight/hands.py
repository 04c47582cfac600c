"""`/hand`: one's cards, as a picture with a text beside it, for one's own eyes."""

from __future__ import annotations

import asyncio
import io
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.features.kit import Interaction, escape, person_of, place_of, say, suggests
from bot.pictures.cards import alt_text, hand_png
from bot.table import acts
from rules.engine.procedures import Refused

from . import suggest, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.features.app import App
    from rules.engine.ruleset import Choice


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
        if not held:
            raise Refused(words.NO_HAND.format(name))
        drawn = await asyncio.to_thread(hand_png, held)
        alt = alt_text(held)
        picture = discord.File(io.BytesIO(drawn), "hand.png", description=alt[:1000])
        await say(interaction, words.HAND_OF.format(escape(name), escape(alt)), [picture])

    @hand.autocomplete("combatant")
    @suggests
    async def own(interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await suggest.own(app, interaction, typed)

    return hand
