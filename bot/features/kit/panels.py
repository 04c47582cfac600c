"""What is put on the screen: Components V2 that nothing in memory belongs to."""

from __future__ import annotations

from typing import Any, Final

import discord

from . import custom_id
from .escape import label

Interaction = discord.Interaction[discord.Client]
Style = discord.ButtonStyle

MOST_COMPONENTS: Final = 40
MOST_TEXT: Final = 4000
MOST_OPTIONS: Final = 25
MOST_CONTENT: Final = 2000
LONGEST_BUTTON: Final = 80
LONGEST_OPTION: Final = 100
LONGEST_TITLE: Final = 45


class Panel(discord.ui.LayoutView):
    """A V2 message. It is drawn and forgotten: its buttons' custom ids are addresses, which `Routes` finds
    again.

    discord.py keeps every view with buttons that it sends until the view says that it is finished; a panel
    always is. Never give an item of a panel a callback: nobody would call it.
    """

    def __init__(self, *items: discord.ui.Item[Any]) -> None:
        super().__init__(timeout=None)
        for item in items:
            self.add_item(item)

    def is_finished(self) -> bool:
        return True

    @property
    def fits(self) -> bool:
        """Whether Discord takes it: at most 40 components and 4000 characters of text."""
        return self.total_children_count <= MOST_COMPONENTS and self.content_length() <= MOST_TEXT


class Form(discord.ui.Modal):
    """A modal, found again by its address like a button. At most five items; use `discord.ui.Label` around
    each.

    title: plain text, cut to 45 characters.
    """

    def __init__(self, where: Any, title: str, *items: discord.ui.Item[Any]) -> None:
        super().__init__(title=label(title, LONGEST_TITLE), timeout=None, custom_id=custom_id.write(where))
        for item in items:
            self.add_item(item)

    def is_finished(self) -> bool:
        return True


def text(markdown: str) -> discord.ui.TextDisplay[Any]:
    """A text. Whatever in it came from people is escaped already."""
    return discord.ui.TextDisplay(markdown)


def note(markdown: str, *rows: discord.ui.Item[Any]) -> Panel:
    """A panel of one text, with rows of buttons below."""
    return Panel(text(markdown), *rows)


def button(
    where: Any,
    words: str,
    style: Style = Style.secondary,
    *,
    emoji: str | None = None,
    disabled: bool = False,
) -> discord.ui.Button[Any]:
    """A button. where: its address. words: plain text, cut to 80 characters."""
    return discord.ui.Button(
        style=style,
        label=label(words, LONGEST_BUTTON),
        custom_id=custom_id.write(where),
        emoji=emoji,
        disabled=disabled,
    )


def option(
    value: str, words: str, hint: str = "", *, chosen: bool = False, emoji: str | None = None
) -> discord.SelectOption:
    """An option of a select. A value of more than 100 characters becomes a token (see
    `custom_id.resolve`).
    """
    return discord.SelectOption(
        label=label(words, LONGEST_OPTION),
        value=custom_id.token(value),
        description=label(hint, LONGEST_OPTION) if hint else None,
        default=chosen,
        emoji=emoji,
    )


def select(
    where: Any,
    options: list[discord.SelectOption],
    placeholder: str = "",
    *,
    least: int = 1,
    most: int = 1,
    disabled: bool = False,
) -> discord.ui.Select[Any]:
    """A select of 1 to 25 options; of several with the same value, which Discord refuses, the first.

    ValueError for none or more.
    """
    first: dict[str, discord.SelectOption] = {}
    for one in options:
        first.setdefault(one.value, one)
    options = list(first.values())
    if not 1 <= len(options) <= MOST_OPTIONS:
        raise ValueError(f"a select needs 1 to {MOST_OPTIONS} options; these are {len(options)}")
    return discord.ui.Select(
        custom_id=custom_id.write(where),
        options=options,
        placeholder=label(placeholder, 150) if placeholder else None,
        min_values=min(least, len(options)),
        max_values=min(most, len(options)),
        disabled=disabled,
    )


def row(*items: discord.ui.Item[Any]) -> discord.ui.ActionRow[Any]:
    """A row of up to five buttons, or of one select."""
    return discord.ui.ActionRow(*items)


def rows(buttons: list[discord.ui.Button[Any]]) -> list[discord.ui.ActionRow[Any]]:
    """Buttons in rows of five."""
    return [row(*buttons[n : n + 5]) for n in range(0, len(buttons), 5)]
