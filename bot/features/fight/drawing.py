"""The private panel as it is drawn. Nothing is sent here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.features.kit import Panel, Style, button, escape, option, row, select, text
from bot.features.render import Done, percent, turn_key
from bot.table import odds
from bot.table.panel import PanelParam, PanelView
from rules.engine.ruleset import Choice

from . import words
from .addresses import Confirm, Odds, PickParam, PickVerb, PickWho, Standing, TypeParam

PER_SELECT = 25
MOST_ODDS = 6
MOST_SELECTS = 3
"""Selects of one parameter: 75 choices. What lies beyond is reached by typing the command."""


def drawn(view: PanelView, kept: Sequence[str] = (), odds_lines: Sequence[str] = (), said: str = "") -> Panel:
    """The panel as it is shown. said: Markdown above it, of what was just done."""
    lines = [*([said] if said else []), f"### {escape(view.name)}", *map(escape, view.lines)]
    told = [] if view.own_turn else [words.WHOSE_TURN.format(view.acting) if view.acting else words.NOBODYS]
    if view.why_not and view.why_not not in told:
        told.append(view.why_not)
    lines += map(escape, told)
    if kept:
        lines += [words.FOR_NOW, *map(escape, kept)]
    items: list[discord.ui.Item[Any]] = []
    if view.verbs:
        items += _verb_selects(view)
    if view.verb:
        items += [item for p in view.params for item in _param_items(view, p)]
        hints = [h for p in view.params if (h := _hint(p))]
        lines += hints
    lines += odds_lines
    items += _last_rows(view)
    return Panel(text("\n".join(lines)[:3800]), *items)


def _verb_selects(view: PanelView) -> list[discord.ui.Item[Any]]:
    """The actions possible now; a game with many of them needs a second select."""
    out: list[discord.ui.Item[Any]] = []
    for part in range(-(-len(view.verbs) // PER_SELECT)):
        some = view.verbs[part * PER_SELECT : (part + 1) * PER_SELECT]
        options = [option(c.value, c.words, c.hint, chosen=c.value == view.verb) for c in some]
        words_of = words.CHOOSE_ACTION if part == 0 else words.MORE_ACTIONS
        out.append(row(select(PickVerb(view.encounter, part), options, words_of)))
    return out


def _param_items(view: PanelView, param: PanelParam) -> list[discord.ui.Item[Any]]:
    """Selects of a parameter that has choices, suggestions for a text among them; what is typed has a button
    among the last rows.
    """
    if param.kind == "number" or not param.choices:
        return []
    now = set((param.value or "").split(",")) if param.kind == "many" else {param.value}
    out: list[discord.ui.Item[Any]] = []
    for part in range(min(MOST_SELECTS, -(-len(param.choices) // PER_SELECT))):
        choices = part_of(param, part)
        options = [option(c.value, c.words, c.hint, chosen=bool(now & taken_as(param, c))) for c in choices]
        most = len(options) if param.kind == "many" else 1
        least = 0 if param.kind == "many" or not param.required else 1
        where = PickParam(view.encounter, param.name, part)
        out.append(row(select(where, options, param.label, least=least, most=most)))
    return out


def taken_as(param: PanelParam, choice: Choice) -> set[str | None]:
    """The values that mean this choice; of a text its words do as well, as if they had been typed."""
    return {choice.value, choice.words} if param.kind == "text" else {choice.value}


def _hint(param: PanelParam) -> str:
    """What the chosen value costs and does, and what was typed."""
    if param.value is None:
        return ""
    if param.kind in ("number", "text"):
        return f"-# {escape(words.TYPED.format(param.label, param.value))}"
    hint = next((c.hint for c in param.choices if c.value == param.value), "")
    return f"-# {escape(f'{param.label}: {param.words} — {hint}')}" if hint else ""


def _last_rows(view: PanelView) -> list[discord.ui.Item[Any]]:
    typed = [
        button(TypeParam(view.encounter, p.name), words.TYPE.format(p.label))
        for p in view.params
        if p.kind in ("number", "text")
    ]
    buttons: list[discord.ui.Button[Any]] = []
    if view.verb:
        do = Confirm(view.encounter, turn_key(view.turn))
        buttons.append(button(do, words.CONFIRM, Style.success, disabled=bool(view.missing)))
        buttons.append(button(Odds(view.encounter), words.ODDS, disabled=bool(view.missing)))
    if view.own_turn:
        buttons.append(button(Done(view.encounter, turn_key(view.turn)), words.DONE_BUTTON))
    buttons.append(button(Standing(view.encounter, view.who), words.STANDING_BUTTON))
    out: list[discord.ui.Item[Any]] = []
    if typed:
        out.append(row(*typed[:5]))
    out.append(row(*buttons))
    if view.others:
        options = [option(c.value, c.words) for c in view.others[:PER_SELECT]]
        out.append(row(select(PickWho(view.encounter), options, words.CHOOSE_WHO)))
    return out


def odds_lines(found: odds.OddsView) -> list[str]:
    """Odds as small lines: one for each answer of others that matters, and what else is assumed of them."""
    out: list[str] = []
    for table in found.tables:
        chances = " · ".join(
            f"{escape(name, 60)} {percent(chance)}" for name, chance in table.rows[:MOST_ODDS]
        )
        if table.assumed:
            out.append(words.ODDS_IF.format(escape(table.assumed, 120), chances))
        else:
            out.append(words.ODDS_LINE.format(chances))
    if found.granted:
        out.append(words.ODDS_GRANTED.format(escape("; ".join(found.granted), 300)))
    return out


def part_of(param: PanelParam, part: int) -> tuple[Choice, ...]:
    """The choices of one of a parameter's selects."""
    return param.choices[part * PER_SELECT : (part + 1) * PER_SELECT]
