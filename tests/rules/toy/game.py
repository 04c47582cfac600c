"""The game's own account of itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine.changes import SetOrder
from rules.engine.dice import Sum
from rules.engine.effects import GM, TABLE, Call, Change, Option
from rules.engine.encounter import Combatant, Encounter, OptionValue, Slot
from rules.engine.fmap import FMap
from rules.engine.procedures import Fight, procedure
from rules.engine.ruleset import (
    Args,
    Harmed,
    Param,
    Ready,
    Row,
    Ruleset,
    Settable,
    SheetError,
    SheetField,
    StandingTopic,
    Values,
    Verb,
    Viewer,
    register,
)

from . import blows, moves, sheet, tricks
from .changes import Hurt
from .sheet import CARDS, GATE, YARD, Brawler, Ground, State


@procedure("T11")
async def initiative(fight: Fight[State]) -> None:
    """Best first; second slots of the fast behind all first ones. A group rolls once."""
    rolled: dict[str, int] = {}
    for c in tuple(fight.s.present()):
        if c.group not in rolled:
            luck = await Sum("initiative", 1, 10, who=c.id, to=GM if c.hidden else TABLE)
            rolled[c.group or c.id] = luck
        rolled[c.id] = rolled[c.group or c.id] + fight.s[c.id].stats.skill
    here = sorted(fight.s.present(), key=lambda c: -rolled.get(c.id, 0))
    firsts = [Slot(c.id, c.id, str(rolled[c.id])) for c in here if c.id in rolled]
    seconds = [Slot(f"{c.id}+", c.id, "again") for c in here if c.id in rolled and c.stats.slots > 1]
    await SetOrder((*firsts, *seconds))


@procedure("T11: latecomers")
async def enter(fight: Fight[State], who: str) -> None:
    """Last in the order, unless they have their place still."""
    if not any(slot.who == who for slot in fight.s.order):
        await SetOrder((*fight.s.order, Slot(who, who, "late")))


def _others(s: State, who: str, args: Args) -> tuple[Option, ...]:
    return tuple(
        Option(foe, s[foe].name) for foe in (s.foes(who) if who in s.combatants else ()) if sheet.able(s, foe)
    )


def _zones(s: State, who: str, args: Args) -> tuple[Option, ...]:
    return tuple(Option(zone) for zone in (YARD, GATE) if zone != s[who].stats.zone)


def _hand(s: State, who: str, args: Args) -> tuple[Option, ...]:
    return tuple(Option(str(card)) for card in s[who].stats.hand)


TARGET = Param("target", "whom", choices=_others)
ZONE = Param("where", "where to", choices=_zones)


class Cudgels(Ruleset[Brawler, Ground]):
    """The toy."""

    id = "toy"
    name = "Cudgels"
    verbs = (
        Verb(
            "strike", "attack", "Strike", "T1", lambda s, w, a: blows.strike(w, a["target"]), params=(TARGET,)
        ),
        Verb(
            "windup", "act", "Wind up", "T5", lambda s, w, a: blows.wind_up(w, a["target"]), params=(TARGET,)
        ),
        Verb("move", "move", "Move", "T4", lambda s, w, a: moves.move(w, a["where"]), params=(ZONE,)),
        Verb("watch", "trigger", "Watch", "T4", lambda s, w, a: moves.watch(w, a["where"]), params=(ZONE,)),
        Verb("duel", "act", "Duel", "T6", lambda s, w, a: tricks.duel(w, a["target"]), params=(TARGET,)),
        Verb("sweep", "act", "Sweep", "T7", lambda s, w, a: tricks.sweep(w)),
        Verb("draw", "draw", "Draw", "T8", lambda s, w, a: tricks.draw(w)),
        Verb(
            "play",
            "play",
            "Play",
            "T8",
            lambda s, w, a: tricks.play(w, int(a["card"])),
            params=(Param("card", "which", choices=_hand),),
            who="any",
        ),
        Verb("curse", "act", "Curse", "T9", lambda s, w, a: tricks.curse(w, a["target"]), params=(TARGET,)),
        Verb(
            "heckle",
            "act",
            "Heckle",
            "T10",
            lambda s, w, a: tricks.heckle(w, a["target"]),
            params=(TARGET,),
            who="any",
            interrupts=True,
        ),
    )
    sheet_fields = (
        SheetField("skill", "Skill", "numbers", default=5, low=1, high=9),
        SheetField("hits", "Hits", "numbers", default=6, low=1, high=30, lasts=True),
        SheetField("grit", "Grit", "numbers", default=1, low=0, high=9, lasts=True),
        SheetField("slots", "Slots", "numbers", default=1, low=1, high=2),
    )
    ready_made = (Ready("lout", "Lout", "creature", {"skill": 4, "hits": 4, "grit": 0}),)
    settables = (
        Settable("hits", "hits", lambda b: b.hits, lambda b, v: replace(b, hits=v), low=0, high=30),
        Settable("grit", "grit", lambda b: b.grit, lambda b, v: replace(b, grit=v), low=0, high=9),
    )
    standing_topics = (
        StandingTopic("defend", "When struck", (Option("none"), Option("duck"), Option("parry"))),
        StandingTopic("again", "After a miss", (Option("keep"), Option("again"))),
    )

    def ground(self, options: Mapping[str, OptionValue]) -> Ground:
        return Ground()

    def complete(self, values: Values) -> dict[str, Any]:
        return {field.key: values.get(field.key, field.default) for field in self.sheet_fields}

    def read(self, values: Values) -> Brawler:
        full = self.complete(values)
        wrong = tuple(
            (f.key, f"{f.label} goes from {f.low} to {f.high}.")
            for f in self.sheet_fields
            if type(full[f.key]) is not int or not f.low <= full[f.key] <= f.high
        )
        if wrong:
            raise SheetError(wrong)
        return Brawler(**full)

    def adhoc(self, name: str, health: int) -> dict[str, Any]:
        return {"hits": health}

    def initiative(self) -> Call[None]:
        return initiative()

    def enter(self, who: str) -> Call[None]:
        return enter(who)

    def able(self, s: Encounter[Brawler, Ground], who: str) -> bool:
        return sheet.able(s, who)

    def round_end(self) -> Call[None] | None:
        return blows.release()

    def turn_start(self, who: str) -> Call[None] | None:
        return blows.turn(who)

    def spent(self, s: Encounter[Brawler, Ground], who: str) -> bool:
        return s[who].stats.acts < 1

    def row(self, s: Encounter[Brawler, Ground], who: str, viewer: Viewer) -> Row:
        return Row(f"{s[who].stats.hits} hits")

    def condition(self, s: Encounter[Brawler, Ground], who: str) -> str:
        return "up" if sheet.able(s, who) else "down"

    def conceal(self, stats: Brawler) -> Brawler:
        return replace(stats, skill=0, hits=min(stats.hits, 1), grit=0)

    def mask(self, s: Encounter[Brawler, Ground], viewer: Viewer) -> Encounter[Brawler, Ground]:
        if viewer.gm:
            return s
        combatants: FMap[str, Combatant[Brawler]] = FMap(
            (c.id, replace(c, stats=_seen(s, c, viewer))) for c in s.combatants.values()
        )
        own = {card for c in combatants.values() for card in c.stats.hand}
        known = tuple(card for card in CARDS if card not in own and card not in s.ground.played)
        held = tuple((who, hits) for who, hits in s.ground.held if who in combatants)
        return replace(s, combatants=combatants, ground=replace(s.ground, pile=known, held=held))

    def hand(self, s: Encounter[Brawler, Ground], who: str) -> tuple[str, ...]:
        return tuple(map(str, s[who].stats.hand))

    def harm(self, change: Change[Any]) -> Harmed | None:
        return Harmed(change.who, change.hits) if isinstance(change, Hurt) else None


def _seen(s: State, c: Combatant[Brawler], viewer: Viewer) -> Brawler:
    """Hands are their holders'; nobody is told of somebody hidden."""
    stats = c.stats if viewer.controls(c) else replace(c.stats, hand=())
    return replace(stats, windup="") if stats.windup not in s.combatants else stats


CUDGELS = Cudgels()
register(CUDGELS)
