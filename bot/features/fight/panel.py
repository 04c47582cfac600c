"""My turn: a private panel with what one's combatant can do, the last action and weapon already chosen.

Three presses for an attack: My turn, the target, Do it. What has been chosen is kept in the store, so that
the panel survives a restart.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import discord

from bot.features.kit import (
    Form,
    Interaction,
    ask,
    chosen,
    delivery_of,
    escape,
    person_of,
    place_of,
    redraw,
    resolve,
    say,
    texts,
)
from bot.features.render import Mine, turn_key
from bot.table import odds, panel
from bot.table.board import turn_token
from bot.table.panel import PanelDraft, PanelParam, PanelView
from bot.table.session import Table
from rules.engine.procedures import Refused

from . import words
from .addresses import Confirm, Odds, PickParam, PickVerb, PickWho, Typed, TypeParam
from .drawing import drawn, odds_lines, part_of

if TYPE_CHECKING:
    from bot.features.app import App

CHEAP_RUNS: Final = 400
"""Runs within which the odds of what the panel shows are counted without being asked for."""
CHEAP_SECONDS: Final = 0.25
"""How long the panel waits for them."""

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
        async with self.app.tables.of(where.encounter, interaction.guild_id) as table:
            draft = panel.reopened(table, await panel.load(table, person))
            view, draft = panel.draw(table, person, draft)
            await panel.keep(table, person, draft)
            kept = await table.take_private(person)
        await say(interaction, drawn(view, kept, await self._cheap_odds(interaction, view, draft)))

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
        async with self.app.tables.of(where.encounter, interaction.guild_id) as table:
            view, draft = panel.draw(table, person, await panel.load(table, person))
            found = next((p for p in view.params if p.name == where.name), None)
            if found is None:
                raise Refused(words.NOTHING)
            value = _joined(found, where.part, values)
            view, draft = panel.draw(table, person, panel.choose(draft, where.name, value))
            await panel.keep(table, person, draft)
        await self._redraw(interaction, view, draft)

    async def type(self, interaction: Interaction, where: TypeParam) -> None:
        """The form for a number or a text."""
        person = person_of(interaction)
        async with self.app.tables.of(where.encounter, interaction.guild_id) as table:
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
        await self._change(interaction, where.encounter, lambda d: panel.typed(d, where.name, value))

    async def confirm(self, interaction: Interaction, where: Confirm) -> None:
        """Declare it. While the turn goes on, the panel stays for what else can be done."""
        person = person_of(interaction)
        async with self.app.tables.of(where.encounter, interaction.guild_id) as table:
            now = turn_token(table.state)
            turn = now if turn_key(now) == where.turn else "past"
            draft = await panel.load(table, person)
            update, draft = await panel.confirm(table, person, draft, turn, delivery_of(interaction))
            said = words.DECLARED.format(escape(table.rules.verb(draft.verb).label))
            view = panel.going_on(table, person, draft.who)
        shown = drawn(view, said=said) if view is not None else said
        await self.app.presenter.show(interaction, update, panel=shown)

    async def odds(self, interaction: Interaction, where: Odds) -> None:
        """The exact odds of what the panel shows, below it."""
        person = person_of(interaction)
        table = await self._looking(interaction, where.encounter)
        view, draft = panel.draw(table, person, await panel.load(table, person))
        if view.missing or not view.verb:
            raise Refused(words.STILL.format(", ".join(view.missing)))
        found = await odds.of_verb(table, person, table.rules.verb(view.verb), view.who, draft.args)
        await redraw(interaction, drawn(view, odds_lines=odds_lines(found)))

    async def _cheap_odds(
        self, interaction: Interaction, view: PanelView, draft: PanelDraft
    ) -> Sequence[str]:
        """The odds of what the panel shows, where counting them takes but a moment; else nothing."""
        if view.missing or not view.verb:
            return ()
        try:
            table = await self._looking(interaction, view.encounter)
            verb = table.rules.verb(view.verb)
            counting = odds.of_verb(table, person_of(interaction), verb, view.who, draft.args, CHEAP_RUNS)
            found = await asyncio.wait_for(counting, CHEAP_SECONDS)
        except (Refused, TimeoutError):
            return ()
        certain = len(found.tables) == 1 and len(found.tables[0].rows) == 1
        return () if certain else odds_lines(found)

    async def _looking(self, interaction: Interaction, encounter: int) -> Table:
        """For reading only: counting must not hold up the fight."""
        table = await self.app.tables.peek(place_of(interaction))
        if table is None or table.row.id != encounter:
            raise Refused(words.NO_ENCOUNTER)
        return table

    async def _change(self, interaction: Interaction, encounter: int, step: Step) -> None:
        async with self.app.tables.of(encounter, interaction.guild_id) as table:
            view, draft = await _stepped(table, interaction, step)
        await self._redraw(interaction, view, draft)

    async def _redraw(self, interaction: Interaction, view: PanelView, draft: PanelDraft) -> None:
        await redraw(interaction, drawn(view, (), await self._cheap_odds(interaction, view, draft)))


async def _stepped(table: Table, interaction: Interaction, step: Step) -> tuple[PanelView, PanelDraft]:
    person = person_of(interaction)
    draft = await panel.load(table, person)
    view, draft = panel.draw(table, person, step(draft))
    await panel.keep(table, person, draft)
    return view, draft


def _joined(param: PanelParam, part: int, values: Sequence[str]) -> str:
    """The whole value of a parameter after one of its selects was used. A suggestion for a text counts as its
    words typed.
    """
    known = [c.value for c in param.choices]
    meant = [resolve(v, known) for v in values]
    if param.kind == "text":
        return next((c.words for c in param.choices if c.value in meant), "")
    if param.kind != "many":
        return meant[0] if meant else ""
    here = {c.value for c in part_of(param, part)}
    others = [v for v in (param.value or "").split(",") if v and v not in here]
    return ",".join(v for v in known if v in (*others, *meant))
