"""Choices as buttons and selects, in as much room as there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.table.cards import AskView, OfferView
from rules.engine.ruleset import Choice

from ..kit.escape import escape, mention
from ..kit.panels import MOST_OPTIONS, Panel, Style, button, option, row, rows, select, text
from . import words
from .addresses import Answer, Choose, Take, Which, option_token
from .fitting import first_lines

Item = discord.ui.Item[Any]

MOST_BUTTONS: Final = 5
LONGEST_PROMPT: Final = 300
LONGEST_HINT: Final = 150
_FULL, _SELECTS, _ONE_SELECT, _BARE = range(4)


def ask_items(asks: Sequence[AskView], level: int = _FULL) -> list[Item]:
    """What is shown of open asks.

    level: 0 buttons for up to five options and their hints in words; 1 a select for each ask; 2 one select
    of the asks, whose options are then shown privately; 3 the same without the prompts.
    """
    if not asks:
        return []
    if level >= _ONE_SELECT:
        return _which(asks, prompts=level == _ONE_SELECT)
    items: list[Item] = []
    for ask in asks:
        items += _ask(ask, level)
    return items


def _ask(ask: AskView, level: int) -> list[Item]:
    if ask.secret:
        return [text(_prompt(ask)), row(button(Choose(ask.id), words.CHOOSE, Style.primary))]
    if level == _FULL and len(ask.choices) <= MOST_BUTTONS:
        return [text("\n".join([_prompt(ask), *_hints(ask.choices)])), *_answer_buttons(ask)]
    return [text(_prompt(ask)), *_answer_selects(ask)]


def ask_panel(ask: AskView) -> Panel:
    """The private panel of one ask, for secret ones and those picked among many."""
    if len(ask.choices) <= MOST_BUTTONS:
        shown = "\n".join([_prompt(ask), *_hints(ask.choices)])
        return Panel(text(shown), *_answer_buttons(ask))
    return Panel(text(_prompt(ask)), *_answer_selects(ask))


def offer_items(offers: Sequence[OfferView], level: int = _FULL) -> list[Item]:
    """What is shown of offers: a line and small buttons each. Past level 0 only the newest five are."""
    items: list[Item] = []
    for offer in offers if level == _FULL else offers[-5:] if level == _SELECTS else ():
        if not offer.choices:
            continue
        who = escape(_first_up(offer.whose), 80)
        now = words.HOLDS_NOW.format(taken=escape(offer.taken, 60))
        line = f"-# {who}: {escape(offer.prompt, LONGEST_PROMPT)} ({now})"
        hints = [f"-# {_hint(c)}" for c in offer.choices if c.hint] if level == _FULL else []
        items.append(text("\n".join([line, *hints])))
        if level == _FULL and len(offer.choices) <= MOST_BUTTONS:
            items.append(row(*(_take(offer.id, choice) for choice in offer.choices)))
        else:
            few = [option(c.value, c.words, c.hint) for c in offer.choices[:MOST_OPTIONS]]
            items.append(row(select(Take(offer.id), few, words.CHOOSE_FOR.format(whose=offer.whose))))
    return items


def _take(offer: int, choice: Choice) -> discord.ui.Button[Any]:
    return button(Take(offer, option_token(choice.value)), choice.words)


def _prompt(ask: AskView) -> str:
    """ "**Rurik** (@Ana): How do you defend? · in 5 minutes"."""
    users = " ".join(mention(user) for user in ask.users[:5])
    whose = f"**{escape(_first_up(ask.whose), 80)}**" + (f" ({users})" if users else "")
    due = f" · <t:{ask.deadline}:R>" if ask.deadline is not None else ""
    return f"{whose}: {escape(ask.prompt, LONGEST_PROMPT)}{due}"


def _first_up(whose: str) -> str:
    """As it stands at the beginning of a line: The Referee."""
    return whose[:1].upper() + whose[1:] if whose.startswith("the ") else whose


def _hints(choices: Sequence[Choice]) -> list[str]:
    """What each option costs and does, where it says so."""
    return [f"- {_hint(c)}" for c in choices if c.hint]


def _hint(choice: Choice) -> str:
    return f"**{escape(choice.words, 80)}**: {escape(choice.hint, LONGEST_HINT)}"


def _answer_buttons(ask: AskView) -> list[discord.ui.ActionRow[Any]]:
    return rows([button(Answer(ask.id, option_token(c.value)), c.words, Style.primary) for c in ask.choices])


def _answer_selects(ask: AskView) -> list[Item]:
    """One select, or several of 25 options each; at most five."""
    parts = [ask.choices[n : n + MOST_OPTIONS] for n in range(0, len(ask.choices), MOST_OPTIONS)][:5]
    items: list[Item] = []
    for number, part in enumerate(parts):
        hint = words.CHOOSE_FOR.format(whose=ask.whose)
        if len(parts) > 1:
            hint += f": {part[0].words} … {part[-1].words}"
        items.append(
            row(select(Answer(ask.id, "", number), [option(c.value, c.words, c.hint) for c in part], hint))
        )
    return items


def _which(asks: Sequence[AskView], *, prompts: bool) -> list[Item]:
    picks = [option(str(ask.id), ask.whose, ask.prompt) for ask in asks[: 5 * MOST_OPTIONS]]
    lines = [_prompt(ask) for ask in asks] if prompts else [words.CHOICES_WAIT.format(n=len(asks))]
    items: list[Item] = [text(first_lines(lines, 1500))]
    for n in range(0, len(picks), MOST_OPTIONS):
        chunk = picks[n : n + MOST_OPTIONS]
        items.append(row(select(Which(n // MOST_OPTIONS), chunk, words.CHOOSE_FOR_WHOM)))
    return items
