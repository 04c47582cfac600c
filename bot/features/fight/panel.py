"""My turn: a private panel with what one's combatant can do, the last action and weapon already chosen.

Three presses for an attack: My turn, the target, Do it. What has been chosen is kept in the store, so that
the panel
survives a restart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import discord

from bot.features.kit import (
    Form,
    Interaction,
    Panel,
    Style,
    address,
    ask,
    button,
    chosen,
    delivery_of,
    escape,
    option,
    person_of,
    redraw,
    resolve,
    row,
    say,
    select,
    text,
    texts,
)
from bot.features.render import Done, Mine, turn_key
from bot.table import odds, panel
from bot.table.board import turn_token
from bot.table.panel import PanelDraft, PanelParam, PanelView
from bot.table.session import Table
from rules.engine.procedures import Refused
from rules.engine.ruleset import Choice

from . import words

if TYPE_CHECKING:
    from bot.features.app import App

PER_SELECT = 25
MOST_SELECTS = 3
"""Selects of one parameter: 75 choices. What lies beyond is reached by typing the command."""
ODDS_RUNS = 1_500


@address("verb")
@dataclass(frozen=True, slots=True)
class PickVerb:
    """An action is chosen. part: tells the selects of a long list apart."""

    encounter: int
    part: int = 0


@address("whose")
@dataclass(frozen=True, slots=True)
class PickWho:
    """Another of one's combatants is chosen."""

    encounter: int


@address("param")
@dataclass(frozen=True, slots=True)
class PickParam:
    """A parameter is chosen. part: tells the selects of a long list apart."""

    encounter: int
    name: str
    part: int = 0


@address("type")
@dataclass(frozen=True, slots=True)
class TypeParam:
    """A form is wanted to type a parameter into."""

    encounter: int
    name: str


@address("typed")
@dataclass(frozen=True, slots=True)
class Typed:
    """The form with the typed parameter."""

    encounter: int
    name: str


@address("do")
@dataclass(frozen=True, slots=True)
class Confirm:
    """Declare what the panel shows."""

    encounter: int
    turn: str


@address("odds")
@dataclass(frozen=True, slots=True)
class Odds:
    """The exact odds of what the panel shows."""

    encounter: int


Step = Callable[[PanelDraft], PanelDraft]


class Panels:
    """Serves My turn and everything on the panel."""

    def __init__(self, app: App) -> None:
        self.app = app

    def add(self) -> None:
        """Register the addresses."""
        on = self.app.routes.on
        on(Mine, self.open)
        on(PickVerb, self.verb)
        on(PickWho, self.who)
        on(PickParam, self.param)
        on(TypeParam, self.type)
        on(Typed, self.typed)
        on(Confirm, self.confirm)
        on(Odds, self.odds)

    async def open(self, interaction: Interaction, where: Mine) -> None:
        """The panel, with what was kept for this person's eyes above it."""
        person = person_of(interaction)
        async with self.app.tables.of(where.encounter) as table:
            view, draft = panel.draw(table, person, replace(await panel.load(table, person), who=""))
            await panel.keep(table, person, draft)
            kept = await table.take_private(person)
        await say(interaction, drawn(view, kept))

    async def verb(self, interaction: Interaction, where: PickVerb) -> None:
        """Another action; what was chosen for the last one does not carry over."""
        name = chosen(interaction)[0]
        await self._change(interaction, where.encounter, lambda d: replace(d, verb=name, args={}))

    async def who(self, interaction: Interaction, where: PickWho) -> None:
        """Another combatant."""
        who = chosen(interaction)[0]
        await self._change(interaction, where.encounter, lambda d: replace(d, who=who, verb="", args={}))

    async def param(self, interaction: Interaction, where: PickParam) -> None:
        """A parameter's value; of a parameter that takes many, all of this select."""
        values = chosen(interaction)
        person = person_of(interaction)
        async with self.app.tables.of(where.encounter) as table:
            view, draft = panel.draw(table, person, await panel.load(table, person))
            found = next((p for p in view.params if p.name == where.name), None)
            if found is None:
                raise Refused(words.NOTHING)
            value = _joined(found, where.part, values)
            view, draft = panel.draw(table, person, panel.choose(draft, where.name, value))
            await panel.keep(table, person, draft)
        await redraw(interaction, drawn(view))

    async def type(self, interaction: Interaction, where: TypeParam) -> None:
        """The form for a number or a text."""
        person = person_of(interaction)
        async with self.app.tables.of(where.encounter) as table:
            view, _ = panel.draw(table, person, await panel.load(table, person))
        found = next((p for p in view.params if p.name == where.name), None)
        if found is None:
            raise Refused(words.NOTHING)
        entry: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id="value", default=found.value or None, required=False, max_length=400
        )
        form = Form(
            Typed(where.encounter, where.name),
            found.label,
            discord.ui.Label(text=found.label[:45], component=entry),
        )
        await ask(interaction, form)

    async def typed(self, interaction: Interaction, where: Typed) -> None:
        """What was typed into the form."""
        value = texts(interaction).get("value", "")
        await self._change(interaction, where.encounter, lambda d: panel.choose(d, where.name, value))

    async def confirm(self, interaction: Interaction, where: Confirm) -> None:
        """Declare it."""
        person = person_of(interaction)
        async with self.app.tables.of(where.encounter) as table:
            now = turn_token(table.state)
            turn = now if turn_key(now) == where.turn else "past"
            draft = await panel.load(table, person)
            update, draft = await panel.confirm(table, person, draft, turn, delivery_of(interaction))
            label = table.rules.verb(draft.verb).label
        await self.app.presenter.show(interaction, update, panel=words.DECLARED.format(escape(label)))

    async def odds(self, interaction: Interaction, where: Odds) -> None:
        """The exact odds of what the panel shows, below it."""
        person = person_of(interaction)
        async with self.app.tables.of(where.encounter) as table:
            view, draft = panel.draw(table, person, await panel.load(table, person))
            if view.missing or not view.verb:
                raise Refused(words.STILL.format(", ".join(view.missing)))
            verb = table.rules.verb(view.verb)
            found = await odds.of_verb(table, person, verb, view.who, draft.args, ODDS_RUNS)
        await redraw(interaction, drawn(view, odds_lines=odds_lines(found)))

    async def _change(self, interaction: Interaction, encounter: int, step: Step) -> None:
        async with self.app.tables.of(encounter) as table:
            view = await _stepped(table, interaction, step)
        await redraw(interaction, drawn(view))


async def _stepped(table: Table, interaction: Interaction, step: Step) -> PanelView:
    person = person_of(interaction)
    draft = await panel.load(table, person)
    view, draft = panel.draw(table, person, step(draft))
    await panel.keep(table, person, draft)
    return view


def _joined(param: PanelParam, part: int, values: Sequence[str]) -> str:
    """The whole value of a parameter after one of its selects was used."""
    known = [c.value for c in param.choices]
    meant = [resolve(v, known) for v in values]
    if param.kind != "many":
        return meant[0] if meant else ""
    here = {c.value for c in _part(param, part)}
    others = [v for v in (param.value or "").split(",") if v and v not in here]
    return ",".join(v for v in known if v in (*others, *meant))


def _part(param: PanelParam, part: int) -> tuple[Choice, ...]:
    return param.choices[part * PER_SELECT : (part + 1) * PER_SELECT]


# ------------------------------------------------------------------ drawing
def drawn(view: PanelView, kept: Sequence[str] = (), odds_lines: Sequence[str] = ()) -> Panel:
    """The panel as it is shown."""
    lines = [f"### {escape(view.name)}", *map(escape, view.lines)]
    if view.why_not:
        lines.append(escape(view.why_not))
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
    """Selects of a parameter that has choices; what is typed has a button among the last rows."""
    if param.kind not in ("choice", "many") or not param.choices:
        return []
    now = set((param.value or "").split(",")) if param.kind == "many" else {param.value}
    out: list[discord.ui.Item[Any]] = []
    for part in range(min(MOST_SELECTS, -(-len(param.choices) // PER_SELECT))):
        choices = _part(param, part)
        options = [option(c.value, c.words, c.hint, chosen=c.value in now) for c in choices]
        most = len(options) if param.kind == "many" else 1
        least = 0 if param.kind == "many" or not param.required else 1
        where = PickParam(view.encounter, param.name, part)
        out.append(row(select(where, options, param.label, least=least, most=most)))
    return out


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
    out: list[discord.ui.Item[Any]] = []
    if typed:
        out.append(row(*typed[:5]))
    if buttons:
        out.append(row(*buttons))
    if view.others:
        options = [option(c.value, c.words) for c in view.others[:PER_SELECT]]
        out.append(row(select(PickWho(view.encounter), options, words.CHOOSE_WHO)))
    return out


def odds_lines(found: odds.OddsView) -> list[str]:
    """Odds as lines: per assumption the outcomes with their chances."""
    out: list[str] = []
    for table in found.tables:
        if table.assumed:
            out.append(f"-# If {escape(table.assumed)}")
        out.append(" · ".join(f"{escape(name)} {float(p):.1%}" for name, p in table.rows[:6]))
    return out
