"""A step as a message: its lines, the choices that wait in it, the offers still open, and its marker."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.table.cards import StepCard
from bot.table.updates import Ping
from rules.engine.steps import WITHDRAWN

from ..kit.escape import escape, mention
from ..kit.panels import MOST_COMPONENTS, MOST_CONTENT, MOST_TEXT, Panel, Style, button, row, text
from . import words
from .addresses import Done, ForEyes, Mine, turn_key
from .asks import ask_items, offer_items
from .fitting import fit_lines

Item = discord.ui.Item[Any]

WAITING: Final = discord.Colour(0xE0A030)
"""Somebody has to choose."""
STRUCK: Final = discord.Colour(0x777777)
"""It was taken back."""
LONGEST_LINE: Final = 400
_MARKER: Final = re.compile(r"^-# #(\d+) of fight (\d+)", re.MULTILINE)


def step_card(card: StepCard, pings: Sequence[Ping] = ()) -> Panel:
    """The message that tells a step. pings: users whose mention stands in it (who is notified is the
    sender's).

    Always within Discord's limits: with many choices open at once they become selects, then one select of
    choices; with many lines the middle ones fall away.
    """
    last = text(_last_line(card, pings))
    if card.struck:
        lines = [*(f"~~{line}~~" for line in _lines(card)), *_taken_back(card)]
        return Panel(_container([text(fit_lines(lines, MOST_TEXT - 300, words.MORE_LINES)), last], STRUCK))
    box = _container([last], None)
    for level in range(4):
        choices: list[Item] = [*ask_items(card.asks, level), *offer_items(card.offers, level)]
        used = sum(len(item.content) for item in choices if isinstance(item, discord.ui.TextDisplay))
        body = fit_lines([*_lines(card), *_asides(card)], max(MOST_TEXT - 200 - used, 200), words.MORE_LINES)
        items: list[Item] = [text(body)] if body else []
        if (card.turn or card.goes_on) and not card.asks:
            choices.append(_turn_row(card))
        if card.eyes:
            choices.append(row(button(ForEyes(card.encounter), words.FOR_EYES.format(card.eyes))))
        box = _container([*items, *choices, last], WAITING if card.asks else None)
        if _fits(box):
            break
    return Panel(box)


def _turn_row(card: StepCard) -> discord.ui.ActionRow[Any]:
    """My turn; after an act of a turn that goes on, its end too."""
    mine = button(Mine(card.encounter), words.MY_TURN, Style.primary)
    if not card.goes_on:
        return row(mine)
    return row(mine, button(Done(card.encounter, turn_key(card.goes_on)), words.END_TURN))


def card_text(card: StepCard) -> str:
    """The lines of a step as plain Markdown, at most 2000 characters, without its choices."""
    lines = [f"~~{line}~~" if card.struck else line for line in _lines(card)]
    last = marker(card.encounter, card.no)
    return fit_lines([*lines, *_asides(card), last], MOST_CONTENT, words.MORE_LINES)


def marker(encounter: int, no: int) -> str:
    """The line by which a step can be found again in its channel. No text of a person's can look like it."""
    return f"-# #{no} of fight {encounter}"


def marked(markdown: str) -> tuple[int, int] | None:
    """(encounter, number of the step) that a message tells; None when it tells none."""
    found = _MARKER.search(markdown)
    return (int(found[2]), int(found[1])) if found else None


def _last_line(card: StepCard, pings: Sequence[Ping]) -> str:
    named = {user for ask in card.asks for user in ask.users}
    rest = dict.fromkeys(p.user for p in pings if p.user not in named or card.struck)
    return " · ".join([marker(card.encounter, card.no), *map(mention, list(rest)[:10])])


def _lines(card: StepCard) -> list[str]:
    return [escape(line, LONGEST_LINE) for line in card.lines if line.strip()]


def _asides(card: StepCard) -> list[str]:
    return [f"-# {escape(line, LONGEST_LINE)}" for line in card.asides]


def _taken_back(card: StepCard) -> list[str]:
    """That it was taken back, and why where that is known."""
    why = f"-# {words.TAKEN_BACK.get(card.status, words.TAKEN_BACK_SOMEHOW)}"
    return _asides(card) if card.asides and card.status == WITHDRAWN else [*_asides(card), why]


def _fits(box: discord.ui.Container[Any]) -> bool:
    inside = list(box.walk_children())
    length = sum(len(item.content) for item in inside if isinstance(item, discord.ui.TextDisplay))
    return len(inside) + 1 <= MOST_COMPONENTS and length <= MOST_TEXT


def _container(items: Sequence[Item], colour: discord.Colour | None) -> discord.ui.Container[Any]:
    return discord.ui.Container(*items, accent_colour=colour)
