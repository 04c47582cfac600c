"""`/privacy show` and `/privacy delete`. Everybody sees and deletes their own, and nobody else's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from discord import app_commands

from bot.features.kit import (
    Interaction,
    Panel,
    Style,
    address,
    button,
    escape,
    person_of,
    place_of,
    redraw,
    row,
    say,
    text,
)
from bot.features.render import first_lines
from bot.store import AboutUser
from bot.table import privacy

from . import words

if TYPE_CHECKING:
    from bot.features.app import App

MOST_TEXT = 3500
MOST_NAMES = 30


@address("forget")
@dataclass(frozen=True, slots=True)
class Forget:
    """Asks whether to delete what is stored about whoever presses. sure: do it."""

    everywhere: bool
    sure: bool = False


@address("dontforget")
@dataclass(frozen=True, slots=True)
class Keep:
    """Nothing is to be deleted."""


class Privacy(app_commands.Group):
    """The commands and their buttons."""

    def __init__(self, app: App) -> None:
        super().__init__(name="privacy", description=words.GROUP, guild_only=True)
        self.app = app

    def add(self) -> None:
        """Register the addresses."""
        self.app.routes.on(Forget, self.forget)
        self.app.routes.on(Keep, self.keep)

    @app_commands.command(name="show", description=words.SHOW)
    @app_commands.describe(everywhere=words.EVERYWHERE)
    async def show(self, interaction: Interaction, everywhere: bool = False) -> None:
        guild = None if everywhere else place_of(interaction).guild
        about = await privacy.about(self.app.tables, person_of(interaction), guild)
        await say(interaction, _about_panel(about, everywhere))

    @app_commands.command(name="delete", description=words.DELETE)
    @app_commands.describe(everywhere=words.EVERYWHERE)
    async def delete(self, interaction: Interaction, everywhere: bool = False) -> None:
        await say(interaction, _sure_panel(everywhere))

    async def forget(self, interaction: Interaction, where: Forget) -> None:
        """Ask first; then delete, and tell the tables of fights that still run."""
        if not where.sure:
            await redraw(interaction, _sure_panel(where.everywhere))
            return
        guild = None if where.everywhere else place_of(interaction).guild
        deleted = await privacy.delete(self.app.tables, person_of(interaction), guild)
        await redraw(interaction, _deleted_text(deleted, where.everywhere))
        for given_up in deleted.given_up:
            for update in given_up.updates:
                await self.app.presenter.tell(given_up.place, update)

    async def keep(self, interaction: Interaction, where: Keep) -> None:
        """Nothing is deleted."""
        await redraw(interaction, words.KEPT)


def _scope(everywhere: bool) -> str:
    return words.ALL if everywhere else words.HERE


def _about_panel(about: AboutUser, everywhere: bool) -> Panel:
    lines = list(_rows(about))
    if not lines:
        return Panel(text(f"{words.NOTHING.format(_scope(everywhere))}\n{words.MEANING}"))
    shown = [words.TITLE.format(_scope(everywhere)), *lines, words.MEANING]
    return Panel(
        text(first_lines(shown, MOST_TEXT)),
        row(button(Forget(everywhere), words.DELETE_BUTTON, Style.danger)),
    )


def _rows(about: AboutUser) -> list[str]:
    """Only what there is."""
    sheets = ", ".join(escape(sheet.name) for sheet in about.sheets[:MOST_NAMES])
    more = f" + {len(about.sheets) - MOST_NAMES}" if len(about.sheets) > MOST_NAMES else ""
    fights = words.ENCOUNTERS.format(
        count(len(about.encounters), "fight"), len(about.open_encounters), count(about.steps, "step")
    )
    rows = (
        (len(about.sheets), words.SHEETS.format(sheets + more)),
        (about.drafts, words.DRAFTS.format(count(about.drafts, "draft"))),
        (about.free_rolls, words.ROLLS.format(count(about.free_rolls, "roll"))),
        (len(about.encounters), fights),
        (about.private, words.PRIVATE.format(count(about.private, "note"))),
        (about.wishes, words.WISHES.format(count(about.wishes, "server"))),
        (about.panels, words.PANELS.format(count(about.panels, "fight"))),
    )
    return [line for number, line in rows if number]


def count(number: int, what: str) -> str:
    """ "1 roll", "3 rolls"."""
    return f"{number} {what if number == 1 else words.COUNTS[what]}"


def _sure_panel(everywhere: bool) -> Panel:
    return Panel(
        text(f"{words.SURE.format(_scope(everywhere))}\n{words.CONSEQUENCES}"),
        row(
            button(Forget(everywhere, sure=True), words.YES, Style.danger),
            button(Keep(), words.NO),
        ),
    )


def _deleted_text(deleted: privacy.Deleted, everywhere: bool) -> str:
    gone = deleted.forgotten
    lines = [
        words.DONE.format(
            _scope(everywhere),
            count(gone.sheets, "character"),
            count(gone.drafts, "draft"),
            count(gone.free_rolls, "roll"),
            count(gone.encounters, "ended fight"),
        )
    ]
    if gone.open_encounters:
        lines.append(words.RUNNING.format(count(len(gone.open_encounters), "fight")))
    lines += [
        words.SOLE_GM.format(words.CHANNEL.format(one.place.channel))
        for one in deleted.given_up
        if one.sole_gm
    ]
    return first_lines(lines, MOST_TEXT)
