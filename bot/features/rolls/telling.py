"""A roll told to those who may know of it, and to nobody else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.features.kit import (
    Interaction,
    Panel,
    button,
    escape,
    escape_lines,
    person_of,
    row,
    say,
    say_all,
    text,
)
from bot.features.render import ForEyes
from bot.features.render import words as render_words
from bot.table import rolls
from bot.table.rolls import Rolled

from . import words

if TYPE_CHECKING:
    from bot.features.app import App

LONGEST: Final = 1500


async def tell(interaction: Interaction, rolled: Rolled, gm_word: str) -> None:
    """Tell a roll: the table what is for the table, the roller what is theirs. The GMs have a button."""
    if rolled.public:
        public = shown(rolled.public, rolled.total)
        if rolled.gm_users:
            eyes = button(ForEyes(rolled.encounter), render_words.FOR_EYES.format(gm_word))
            await say_all(interaction, Panel(text(public), row(eyes)))
        else:
            await say_all(interaction, public)
    if rolled.mine:
        await say(interaction, shown(rolled.mine, rolled.total))


def shown(plain: str, total: str = "") -> str:
    """A roll's line as Markdown, the total standing out; of a very long one the middle is left out."""
    before, sign, after = plain.partition(f" = {total}") if total else (plain, "", "")
    if not sign:
        return escape_lines(plain, LONGEST)
    line = f"{escape(before, LONGEST)} = **{escape(total)}**"
    return f"{line} {escape(after, 200)}" if after.strip() else line


async def for_eyes(app: App, interaction: Interaction, where: ForEyes) -> None:
    """The button."""
    lines = await rolls.for_ones_eyes(app.tables, where.encounter, person_of(interaction))
    await say(interaction, "\n".join(map(shown, lines)) if lines else words.NOTHING_KEPT)
