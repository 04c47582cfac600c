"""`/roll`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from discord import app_commands

from bot.features.kit import Interaction, delivery_of, person_of, place_of
from bot.features.render import ForEyes
from bot.table import rolls
from bot.table.rolls import See
from rules.notation import MAX_LENGTH

from . import words
from .telling import for_eyes, tell

if TYPE_CHECKING:
    from bot.features.app import App

SEES: Final = [
    app_commands.Choice(name=words.SEE_ALL, value=See.ALL.value),
    app_commands.Choice(name=words.SEE_ME, value=See.ME.value),
    app_commands.Choice(name=words.SEE_GM, value=See.GM.value),
    app_commands.Choice(name=words.SEE_ME_AND_GM, value=See.ME_AND_GM.value),
]


async def gm_word_here(app: App, interaction: Interaction) -> str:
    """What the GM is called in the encounter of this channel."""
    table = await app.tables.peek(place_of(interaction))
    return table.rules.gm_word if table is not None else "GM"


class Rolls:
    """The command, and the button under rolls for the GM's eyes."""

    def __init__(self, app: App) -> None:
        self.app = app

    def add(self) -> None:
        """Register them."""
        app = self.app

        @app.tree.command(name="roll", description=words.ROLL)
        @app_commands.describe(dice=words.DICE, see=words.SEE)
        @app_commands.choices(see=SEES)
        async def roll(
            interaction: Interaction, dice: app_commands.Range[str, 1, MAX_LENGTH], see: str = See.ALL.value
        ) -> None:
            rolled = await rolls.roll(
                app.tables,
                place_of(interaction),
                person_of(interaction),
                dice,
                See(see),
                delivery_of(interaction),
            )
            await tell(interaction, rolled, await gm_word_here(app, interaction))

        async def eyes(interaction: Interaction, where: ForEyes) -> None:
            await for_eyes(app, interaction, where)

        app.routes.on(ForEyes, eyes)
