"""`/encounter`: what a GM overrules, lays down and keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import discord
from discord import app_commands

from bot.features.kit import Interaction, delivery_of, mention, person_of, place_of, say_all, suggests
from bot.table import acts, encounters, overrules
from bot.table.acts import pick_combatant
from rules.engine.procedures import Refused
from rules.engine.ruleset import Choice

from . import suggest, words
from .base import EncounterCommands


class Overrules(EncounterCommands):
    """The GM's commands beside the turn order."""

    @app_commands.command(name="set", description=words.SET)
    @app_commands.describe(combatant=words.COMBATANT, value=words.SET_VALUE, to=words.SET_TO)
    async def set(self, interaction: Interaction, combatant: str, value: str, to: str) -> None:
        await self.carry_out(
            interaction,
            lambda t, p, d: overrules.set_field(
                t, p, pick_combatant(t, p, combatant, "Combatant"), value, to, d
            ),
        )

    @set.autocomplete("combatant")
    @suggests
    async def _whom(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await suggest.combatants(self.app, interaction, typed)

    @set.autocomplete("value")
    @suggests
    async def _field(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await suggest.fields(self.app, interaction, typed)

    @set.autocomplete("to")
    @suggests
    async def _value(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await suggest.values(self.app, interaction, typed)

    @app_commands.command(name="place", description=words.PLACE)
    @app_commands.describe(
        what=words.PLACE_WHAT,
        target=words.PLACE_TARGET,
        where=words.PLACE_WHERE,
        detail=words.PLACE_DETAIL,
        modifier=words.PLACE_MODIFIER,
    )
    async def place(
        self,
        interaction: Interaction,
        what: str,
        target: str | None = None,
        where: str | None = None,
        detail: str | None = None,
        modifier: str | None = None,
    ) -> None:
        typed = {"target": target, "where": where, "detail": detail, "modifier": modifier}
        given = {name: value for name, value in typed.items() if value is not None}
        await self.carry_out(
            interaction,
            lambda t, p, d: acts.direct(t, p, acts.verb_for(t, p, "place", what, ""), given, delivery=d),
        )

    @place.autocomplete("what")
    @suggests
    async def _what(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await suggest.places(self.app, interaction, typed)

    @place.autocomplete("target")
    @suggests
    async def _place_target(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await suggest.placing(self.app, interaction, "target", typed)

    @place.autocomplete("where")
    @suggests
    async def _place_where(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await suggest.placing(self.app, interaction, "where", typed)

    @place.autocomplete("detail")
    @suggests
    async def _place_detail(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await suggest.placing(self.app, interaction, "detail", typed)

    # -- notes and effects
    @app_commands.command(name="note", description=words.NOTE)
    @app_commands.describe(
        text=words.NOTE_TEXT, about=words.NOTE_ABOUT, secret=words.NOTE_SECRET, clear=words.NOTE_CLEAR
    )
    async def note(
        self,
        interaction: Interaction,
        text: app_commands.Range[str, 1, overrules.LONGEST_NOTE] | None = None,
        about: str | None = None,
        secret: bool = False,
        clear: str | None = None,
    ) -> None:
        if clear is not None:
            await self.carry_out(interaction, lambda t, p, d: overrules.clear_note(t, p, clear, d))
        elif text is not None:
            await self.carry_out(
                interaction,
                lambda t, p, d: overrules.note(
                    t,
                    p,
                    text,
                    pick_combatant(t, p, about, "Combatant") if about else "",
                    secret=secret,
                    delivery=d,
                ),
            )
        else:
            raise Refused(words.NOTHING_TO_NOTE)

    @note.autocomplete("about")
    @suggests
    async def _about(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await suggest.combatants(self.app, interaction, typed)

    @note.autocomplete("clear")
    @suggests
    async def _note(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await suggest.notes(self.app, interaction, typed)

    @app_commands.command(name="effect", description=words.EFFECT)
    @app_commands.describe(
        label=words.EFFECT_WHAT,
        combatant=words.COMBATANT,
        rounds=words.EFFECT_ROUNDS,
        until=words.EFFECT_UNTIL,
        at=words.EFFECT_AT,
        secret=words.NOTE_SECRET,
        end=words.EFFECT_END,
    )
    async def effect(
        self,
        interaction: Interaction,
        label: app_commands.Range[str, 1, overrules.LONGEST_EFFECT] | None = None,
        combatant: str | None = None,
        rounds: app_commands.Range[int, 0, 100] | None = None,
        until: str | None = None,
        at: Literal["start", "end"] = "end",
        secret: bool = False,
        end: str | None = None,
    ) -> None:
        if end is not None:
            await self.carry_out(interaction, lambda t, p, d: overrules.end_effect(t, p, end, d))
            return
        if label is None:
            raise Refused(words.NOTHING_TO_EFFECT)
        wanted = overrules.NewEffect("", label, rounds, "", at, secret)
        await self.carry_out(
            interaction,
            lambda t, p, d: overrules.effect(
                t,
                p,
                replace(
                    wanted,
                    who=pick_combatant(t, p, combatant, "Combatant") if combatant else "",
                    until=pick_combatant(t, p, until, "Until") if until else "",
                ),
                d,
            ),
        )

    @effect.autocomplete("combatant")
    @suggests
    async def _bearer(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await suggest.combatants(self.app, interaction, typed)

    @effect.autocomplete("until")
    @suggests
    async def _until(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await suggest.combatants(self.app, interaction, typed)

    @effect.autocomplete("end")
    @suggests
    async def _effect(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await suggest.effects(self.app, interaction, typed)

    @app_commands.command(name="order", description=words.ORDER)
    @app_commands.describe(combatant=words.COMBATANT, before=words.ORDER_BEFORE)
    async def order(self, interaction: Interaction, combatant: str, before: str | None = None) -> None:
        await self.carry_out(
            interaction,
            lambda t, p, d: overrules.put_before(
                t,
                p,
                pick_combatant(t, p, combatant, "Combatant"),
                pick_combatant(t, p, before, "Before") if before else None,
                d,
            ),
        )

    @order.autocomplete("combatant")
    @order.autocomplete("before")
    @suggests
    async def _in_order(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await suggest.combatants(self.app, interaction, typed)

    # -- people
    @app_commands.command(name="gm", description=words.GM)
    @app_commands.describe(person=words.GM_PERSON, how=words.GM_HOW)
    async def gm(
        self,
        interaction: Interaction,
        person: discord.Member,
        how: Literal["besides me", "instead of me", "no longer"] = "besides me",
    ) -> None:
        if person.bot:
            raise Refused(words.NO_BOTS)
        me, delivery = person_of(interaction), delivery_of(interaction)
        async with self.app.tables.at(place_of(interaction)) as table:
            if how == "no longer":
                update = await encounters.drop_gm(table, me, person.id, delivery)
            else:
                leaving = how == "instead of me"
                update = await encounters.name_gm(table, me, person.id, leaving=leaving, delivery=delivery)
        await self.app.presenter.show(interaction, update)
        if update.repeated:
            return
        gone = how == "no longer"
        said = (words.GM_NO_MORE if gone else words.GM_NOW).format(mention(person.id))
        await say_all(interaction, said, pings=() if gone or person.id == me.id else (person.id,))

    @app_commands.command(name="hand", description=words.HAND)
    @app_commands.describe(combatant=words.COMBATANT, to=words.HAND_TO)
    async def hand(self, interaction: Interaction, combatant: str, to: discord.Member | None = None) -> None:
        if to is not None and to.bot:
            raise Refused(words.NO_BOTS)
        await self.carry_out(
            interaction,
            lambda t, p, d: encounters.hand_over(
                t, p, pick_combatant(t, p, combatant, "Combatant"), to.id if to else None, d
            ),
        )

    @hand.autocomplete("combatant")
    @suggests
    async def _handed(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await suggest.combatants(self.app, interaction, typed)
