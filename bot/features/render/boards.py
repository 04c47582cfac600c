"""The board as one message: who is next, how everybody fares, what is awaited, and the buttons for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

import discord

from bot.table.board import BoardRow, BoardView
from rules.engine.encounter import FIGHTING, GATHERING

from ..kit.escape import escape, mention
from ..kit.panels import MOST_CONTENT, MOST_TEXT, Panel, Style, button, row, text
from . import words
from .addresses import Begin, Done, Join, Lay, Mine, Next, Page, turn_key
from .fitting import first_lines

Item = discord.ui.Item[Any]

FIGHT: Final = discord.Colour(0xB03030)
CALM: Final = discord.Colour(0x4060A0)
OVER: Final = discord.Colour(0x777777)
_MARKER: Final = re.compile(r"^-# board of fight (\d+)$", re.MULTILINE)
_HEAD, _FOOT, _NOTES = 500, 900, 500
"""Characters of the header, the footer and the notes; the rows have what is left of 4000."""


def board_view(view: BoardView, *, private: bool = False) -> Panel:
    """The board's message, always within Discord's limits.

    private: a page of it for one person: only the buttons to turn pages.
    """
    items: list[Item] = [text(_head(view))]
    below = [part for part in (_footer(view), _notes(view)) if part]
    last = board_marker(view.encounter)
    room = MOST_TEXT - sum(map(len, below)) - _HEAD - len(last)
    if view.rows:
        items += [discord.ui.Separator(), text(_rows(view.rows, room))]
    if below:
        items.append(discord.ui.Separator())
        items += [text(part) for part in below]
    items += _buttons(view, private)
    items.append(text(last))
    return Panel(discord.ui.Container(*items, accent_colour=_colour(view)))


def board_marker(encounter: int) -> str:
    """The line by which a board can be found again in its channel."""
    return f"-# board of fight {encounter}"


def marked_board(markdown: str) -> int | None:
    """The encounter whose board a message is; None when it is none."""
    found = _MARKER.search(markdown)
    return int(found[1]) if found else None


def board_text(view: BoardView) -> str:
    """The board as plain Markdown, at most 2000 characters, for places without components."""
    parts = [_head(view), _rows(view.rows, 1100) if view.rows else "", _footer(view)[:400]]
    return "\n".join(part for part in parts if part)[:MOST_CONTENT]


def _head(view: BoardView) -> str:
    title = f"### {escape(view.title, 80) or view.encounter}"
    facts = [escape(view.game, 40)]
    if view.phase == GATHERING:
        facts.append(words.gathering(view.players))
    elif view.phase == FIGHTING:
        facts.append(words.ROUND.format(n=view.round) if view.round else words.INITIATIVE)
        if view.acting:
            facts.append(words.TURN.format(name=escape(view.acting, 64)))
    else:
        facts.append(words.ENDED)
    if view.paused:
        facts.append(words.PAUSED)
    lines = [title, " · ".join(facts)]
    if view.awaited:
        lines.append(words.WAITING.format(whose=escape(view.awaited, 120)))
    if view.phase == GATHERING and not view.rows:
        lines.append(words.NOBODY)
    return "\n".join(lines)


Shape = Callable[[BoardRow], str]


def _rows(rows: Sequence[BoardRow], room: int) -> str:
    """The rows in the fullest shape that fits."""
    shapes: tuple[Shape, ...] = (
        lambda r: _row(r, 64, 100, 400, player=True),
        lambda r: _row(r, 64, 100, 120, player=True),
        lambda r: _row(r, 48, 40, 60, player=False),
        lambda r: _row(r, 32, 24, 0, player=False),
    )
    lines: list[str] = []
    for shape in shapes:
        lines = [shape(r) for r in rows]
        if sum(map(len, lines)) + len(lines) <= room:
            break
    return first_lines(lines, room)


def _row(r: BoardRow, name: int, health: int, states: int, *, player: bool) -> str:
    """ "➤ **Rurik** (12) @Ana · 14/18 · prone, bleeding"."""
    shown = escape(r.name, name) or "—"
    shown = f"**{shown}**" if r.acting else f"~~{shown}~~" if r.out else shown
    who = f"➤ {shown}" if r.acting else shown
    if r.slot:
        who = f"{who} ({escape(r.slot, 24)})"
    if player and r.user is not None:
        who = f"{who} {mention(r.user)}"
    parts = [who]
    if r.health:
        parts.append(escape(r.health, health))
    if r.states and states:
        parts.append(escape(", ".join(r.states), states))
    return " · ".join(parts)


def _footer(view: BoardView) -> str:
    return first_lines([f"-# {escape(line, 200)}" for line in view.footer if line.strip()], _FOOT)


def _notes(view: BoardView) -> str:
    return first_lines([f"✎ {escape(line, 200)}" for line in view.notes if line.strip()], _NOTES)


def _buttons(view: BoardView, private: bool) -> list[Item]:
    items: list[Item] = []
    turn = turn_key(view.turn)
    if not private and view.phase == GATHERING:
        items.append(
            row(
                button(Join(view.encounter), words.JOIN, Style.success),
                button(Begin(view.encounter), words.BEGIN, Style.primary),
            )
        )
    elif not private and view.phase == FIGHTING:
        items.append(
            row(
                button(Mine(view.encounter), words.MY_TURN, Style.primary),
                button(Done(view.encounter, turn), words.END_TURN),
                button(Next(view.encounter, turn), words.NEXT),
                *(button(Lay(view.encounter, c.value), c.words) for c in view.controls[:2]),
            )
        )
    if view.pages > 1:
        items.append(_pages(view))
    return items


def _pages(view: BoardView) -> discord.ui.ActionRow[Any]:
    here = words.PAGE.format(page=view.page + 1, pages=view.pages)
    return row(
        button(Page(view.encounter, view.page - 1, 1), "◀", disabled=view.page == 0),
        button(Page(view.encounter, view.page, 2), here, disabled=True),
        button(Page(view.encounter, view.page + 1, 3), "▶", disabled=view.page + 1 == view.pages),
    )


def _colour(view: BoardView) -> discord.Colour:
    if view.phase == FIGHTING:
        return CALM if view.paused else FIGHT
    return CALM if view.phase == GATHERING else OVER
