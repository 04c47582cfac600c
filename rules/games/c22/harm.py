"""Damage and effects, and how the first round holds them back (CT-32, 34, 35, 40 to 42)."""

from __future__ import annotations

from rules.engine.changes import AddLasting, CountName, DropLasting
from rules.engine.effects import GM, TABLE
from rules.engine.encounter import START, Edge, Lasting
from rules.engine.procedures import Fight, procedure

from .attack_lines import Begins, Holds, Loses, Tested
from .cards import number
from .changes import EffectHeldBack, HeldBack, Hurt, Released
from .state import PHYSICAL, Inflicts, PendingEffect, State, protected, tier, veiled
from .state import strength as strength_of


@procedure("CT-32, 35, 40, 42")
async def harm(fight: Fight[State], who: str, damage: int, why: str, by: str = "") -> None:
    """Damage reaches a combatant: at once, or at the end of the first round where it is held back."""
    if damage <= 0 or not fight.s.here(who) or fight.s[who].stats.dead:
        return
    if protected(fight.s, who):
        await HeldBack(who, damage, by)
        await Holds(who, damage, fight.s[who].stats.pending, to=aside(fight.s, who))
        return
    await lose(who, damage, why, by)


@procedure("CT-32, 35")
async def lose(fight: Fight[State], who: str, damage: int, why: str, by: str | None = None) -> None:
    """Health goes down; at 0 unconscious, and any damage while unconscious kills. The dead take no more."""
    if fight.s[who].stats.dead:
        return
    was = fight.s[who].stats.health
    await Hurt(who, damage, by)
    stats = fight.s[who].stats
    fate = "dead" if stats.dead else "unconscious" if stats.health <= 0 else ""
    hidden = veiled(fight.s, who)
    await Loses(who, damage, was, stats.health, fate, hidden, why, to=aside(fight.s, who))


@procedure("CT-34")
async def inflict(fight: Fight[State], who: str, what: Inflicts, card: str, source: str) -> int:
    """An effect against a resist: the maneuver card's number plus modifiers must be above it. Gives the
    tier.
    """
    s = fight.s
    if not s.here(who) or s[who].stats.dead or not card:
        return 0
    against = s[who].stats.resist_physical if what.resist == PHYSICAL else s[who].stats.resist_mental
    lowered = what.effect in s[who].stats.resistances
    got = max(0, what.tier - lowered) if number(card) + what.modifier > against else 0
    pending = bool(got) and protected(s, who)
    await Tested(
        who, what.effect, card, what.modifier, what.resist, against, got, lowered, pending, veiled(s, who),
        to=aside(s, who),
    )  # fmt: skip
    if pending:
        await EffectHeldBack(who, PendingEffect(what.effect, got, source))
    elif got:
        await begin_effect(who, what.effect, got, source)
    return got


@procedure("CT-34")
async def begin_effect(fight: Fight[State], who: str, effect: str, strength: int, source: str) -> None:
    """An effect lasts to the end of the affected combatant's turn in the next round, Mad below tier 3 to that
    of its next turn; a weaker one gives way to it.
    """
    for old in fight.s.lasting:
        if old.who == who and 0 < strength_of(old, effect) <= strength:
            await DropLasting(old.id)
    await CountName()
    to_come = fight.s.round > 0 and f"{fight.s.round}/{who}/{START}" not in fight.s.fired
    soon = effect == "mad" and strength < 3 and to_come
    ends = Edge(fight.s.round + (0 if soon else 1), who)
    label = f"{effect} ({strength})"
    await AddLasting(Lasting(f"e{fight.s.named}", who, effect, label, ends, strength, source))


@procedure("CT-34, 40")
async def afflict(fight: Fight[State], who: str, effect: str, strength: int, source: str) -> None:
    """An effect without a test, by the Dealer's word; held back in the first round like any other."""
    if protected(fight.s, who):
        await EffectHeldBack(who, PendingEffect(effect, strength, source))
        await Begins(who, effect, strength, True, to=aside(fight.s, who))
        return
    await begin_effect(who, effect, strength, source)
    await Begins(who, effect, strength, to=aside(fight.s, who))


@procedure("CT-40, 41")
async def round_ends(fight: Fight[State]) -> None:
    """What the first round held back takes hold: one sum of damage for each, then its effects."""
    for who in tuple(c.id for c in fight.s.present()):
        stats = fight.s[who].stats
        if not (stats.pending or stats.pending_effects or stats.surprised):
            continue
        await Released(who)
        if stats.pending:
            await lose(who, stats.pending, "held back in the first round")
        for held in stats.pending_effects:
            if not fight.s[who].stats.dead:
                await begin_effect(who, held.effect, held.tier, held.source)
                await Begins(who, held.effect, held.tier, to=aside(fight.s, who))


@procedure("CT-34")
async def poison(fight: Fight[State], who: str) -> None:
    """Poison at the end of the poisoned one's turn, Armor ignored."""
    await harm(who, tier(fight.s, who, "poisoned"), "poison")


def aside(s: State, who: str) -> str:
    """The audience for what concerns a combatant: the table, or the Dealer alone while it is hidden."""
    return GM if s[who].hidden else TABLE
