"""Sheets, drafts and their forms as they are shown. Nothing is sent here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.features.kit import Form, Panel, Style, button, escape, label, option, row, rows, select, text
from bot.features.render import first_lines
from bot.store import Draft, Sheet
from bot.table.sheet_fields import LONGEST_INPUT, LONGEST_TEXT, Input, SheetRow, SheetView
from rules.engine.ruleset import Choice

from . import words
from .addresses import (
    Delete,
    Discard,
    Edit,
    Export,
    Filled,
    GoOn,
    Keep,
    Look,
    Name,
    Named,
    Save,
    Section,
    StartFrom,
)

LONGEST_VALUE: Final = 160
MOST_TEXT: Final = 3500
PER_SELECT: Final = 25
MOST_LISTED: Final = 100
_LABEL, _DESCRIPTION, _PLACEHOLDER = 45, 100, 100
_ONE_LINE = 60
_LONGEST: Final = {"number": 12, "text": LONGEST_TEXT}
Item = discord.ui.Item[Any]


def draft_panel(
    view: SheetView, draft: Draft, titles: Sequence[str], ready: Sequence[Choice], wrong: Sequence[str] = ()
) -> Panel:
    """A draft with a button for each section. ready: what an empty one can start from. wrong: what was just
    typed and does not fit.
    """
    lines = [_head(view), words.DRAFT, *_sections(view), *_problems((*wrong, *view.problems))]
    if wrong:
        lines.append(f"-# {words.CHANGED}")
    items: list[Item] = [text(first_lines(lines, MOST_TEXT))]
    if ready and not draft.values:
        options = [option(c.value, c.words, c.hint) for c in ready[:PER_SELECT]]
        items.append(row(select(StartFrom(draft.id), options, words.START_FROM)))
    items += rows([button(Section(draft.id, n), title) for n, title in enumerate(titles)])
    items.append(
        row(
            button(Name(draft.id), words.NAME_BUTTON),
            button(Save(draft.id), words.SAVE, Style.success),
            button(Discard(draft.id), words.DISCARD, Style.danger),
        )
    )
    return Panel(*items)


def sheet_panel(view: SheetView, said: str = "") -> Panel:
    """A kept sheet. said: what has just been done, in Markdown."""
    lines = [*([said] if said else ()), _head(view), words.KEPT, *_sections(view), *_problems(view.problems)]
    return Panel(
        text(first_lines(lines, MOST_TEXT)),
        row(
            button(Edit(view.id), words.EDIT_BUTTON, Style.primary),
            button(Export(view.id), words.EXPORT_BUTTON),
            button(Delete(view.id), words.DELETE_BUTTON, Style.danger),
        ),
    )


def sure_panel(sheet: Sheet, game: str) -> Panel:
    """Whether a sheet is really to be deleted."""
    return Panel(
        text(words.SURE.format(escape(sheet.name), escape(game))),
        row(
            button(Delete(sheet.id, sure=True), words.DELETE_BUTTON, Style.danger),
            button(Keep(sheet.id), words.KEEP_BUTTON),
        ),
    )


def list_panel(
    kept: Sequence[Choice], drafts: Sequence[Choice], *, server: bool, keeper: bool = False
) -> Panel:
    """All sheets of an owner, and their drafts, each to be chosen. Choices: id, name, game. keeper: whether
    it is for somebody who may keep foes for the server.
    """
    items: list[Item] = []
    title, nothing = (words.SERVERS, words.NONE_SERVER) if server else (words.OWN, words.NONE)
    items.append(text(first_lines([title, *map(_entry, kept)], 2000) if kept else nothing))
    for n in range(0, min(len(kept), MOST_LISTED), PER_SELECT):
        options = [option(c.value, c.words, c.hint) for c in kept[n : n + PER_SELECT]]
        items.append(row(select(Look(n), options, words.LOOK)))
    if drafts:
        items.append(text(first_lines([words.DRAFTS, *map(_entry, drafts)], 1000)))
        options = [option(c.value, c.words, c.hint) for c in drafts[:PER_SELECT]]
        items.append(row(select(GoOn(), options, words.GO_ON)))
    if keeper and not server:
        items.append(text(words.ALSO_SERVER))
    return Panel(*items)


def section_form(draft: Draft, section: int, title: str, inputs: Sequence[Input]) -> Form:
    """The form of one section."""
    return Form(Filled(draft.id, section), f"{draft.name}: {title}", *map(_field, inputs))


def name_form(draft: Draft, longest: int) -> Form:
    """The form for another name."""
    typed: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="name", default=draft.name, max_length=longest
    )
    return Form(Named(draft.id), words.NAME_TITLE, discord.ui.Label(text=words.NAME_LABEL, component=typed))


# ------------------------------------------------------------------ parts
def _head(view: SheetView) -> str:
    kind = f", {words.FOE}" if view.kind == "creature" else ""
    return f"### {escape(view.name)}\n{escape(view.game)}{kind}"


def _sections(view: SheetView) -> list[str]:
    return [f"**{escape(title)}** — {' · '.join(map(_value, rows))}" for title, rows in view.sections]


def _value(row: SheetRow) -> str:
    value = escape(row.value, LONGEST_VALUE) if row.value else "—"
    return f"{escape(row.label)} {f'**{value}**' if row.given and row.value else value}"


def _problems(problems: Sequence[str]) -> list[str]:
    return [words.WRONG.format(escape(one, 300)) for one in dict.fromkeys(problems)]


def _entry(choice: Choice) -> str:
    return f"- **{escape(choice.words)}** ({escape(choice.hint)})"


def _field(entry: Input) -> discord.ui.Label[Any]:
    field = entry.field
    component: discord.ui.TextInput[Any] | discord.ui.Select[Any]
    if field.kind == "flag":
        component = _select(entry, (Choice("yes"), Choice("no")))
    elif field.kind == "choice" and 0 < len(field.choices) <= PER_SELECT:
        component = _select(entry, field.choices)
    else:
        component = _text(entry)
    return discord.ui.Label(
        text=label(field.label, _LABEL),
        description=label(_help(entry), _DESCRIPTION, "") or None,
        component=component,
    )


def _help(entry: Input) -> str:
    """The field's own words, and what may be typed where that is not plain."""
    field = entry.field
    parts = [field.help]
    if field.kind == "number" and (field.low, field.high) != (0, 1_000):
        parts.append(f"{field.low} to {field.high}")
    if field.kind == "many":
        parts.append(words.LIST_HINT)
    return "; ".join(part.rstrip(".") for part in parts if part)


def _select(entry: Input, choices: Sequence[Choice]) -> discord.ui.Select[Any]:
    field = entry.field
    now = {entry.text, entry.text.casefold()}
    options = [option(c.value, c.words, c.hint, chosen=bool(now & {c.value, c.words})) for c in choices]
    placeholder = words.DERIVED.format(entry.derived) if entry.derived else None
    return discord.ui.Select(
        custom_id=field.key,
        options=options,
        placeholder=label(placeholder, _PLACEHOLDER) if placeholder else None,
        min_values=0,
        max_values=1,
        required=False,
    )


def _text(entry: Input) -> discord.ui.TextInput[Any]:
    field = entry.field
    long = field.kind == "many" or len(entry.text) > _ONE_LINE
    hint = words.DERIVED.format(entry.derived) if entry.derived else _possible(entry)
    return discord.ui.TextInput(
        custom_id=field.key,
        style=discord.TextStyle.paragraph if long else discord.TextStyle.short,
        default=entry.text or None,
        placeholder=label(hint, _PLACEHOLDER) if hint else None,
        required=False,
        max_length=max(len(entry.text), _LONGEST.get(field.kind, LONGEST_INPUT)),
    )


def _possible(entry: Input) -> str:
    """The first of what can be chosen, as an example."""
    return ", ".join(c.words for c in entry.field.choices[:12])
