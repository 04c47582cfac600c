"""Initiative, delay, and what happens at the edges of a turn (TF-10, 85, 100..102, 111..119)."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from rules.engine import frame
from rules.engine.changes import DropLasting, SetOrder
from rules.engine.effects import GM, TABLE, All, Ask, Call, Option
from rules.engine.encounter import ANY, Slot
from rules.engine.lines import Said
from rules.engine.procedures import Fight, Refused, procedure

from .chances import Initiative
from .changes import ArmorWorn, Committed, SetStatus, ShieldWorn, TriggerGone, TurnReset, WeaponWorn
from .harm import wound
from .scatter import random_hit
from .sheet import ANCHORS, REGION_WORDS, State
from .state import WEAPON_BOUND, able, anchors_refusal, free_anchors, lasting, listed, told_to

DELAYED = "+"
"""Ends the id of a slot that somebody has put off: the start of the turn was at the original one."""
MOST_PERMUTED = 4


# ------------------------------------------------------------------ the order
def initiative_modifier(s: State, who: str) -> int:
    """TF-100: modifiers add up."""
    me = s[who].stats
    light = {"low": -1, "dark": -2}.get(s.ground.light, 0)
    return (0 if me.aware else -2) + light - me.distracted + (1 if me.fear == 1 else 0)


@procedure("TF-100, 101")
async def initiative(fight: Fight[State]) -> None:
    """Once per encounter: 2d12 and modifiers, highest first; a group of equals rolls once."""
    rolled: dict[str, int] = {}
    for c in fight.s.present():
        if c.id not in rolled:
            whole = party(fight.s, c.id)
            n = await _roll(whole)
            rolled.update((who, n) for who in whole)
    ranks = sorted({(-n, not fight.s[who].player) for who, n in rolled.items()})
    tied = [tuple(w for w, n in rolled.items() if (-n, not fight.s[w].player) == rank) for rank in ranks]
    order = await _ties(tuple(tied))
    await SetOrder(tuple(Slot(who, who, str(rolled[who])) for who in order if fight.s.here(who)))


def party(s: State, who: str) -> tuple[str, ...]:
    """Those who share one initiative: a group of equals in the order they came, or somebody alone."""
    group = s[who].group
    return tuple(c.id for c in s.present() if c.group == group) if group else (who,)


@procedure("TF-100")
async def _roll(fight: Fight[State], whole: tuple[str, ...]) -> int:
    """One roll of initiative for all of these; a hidden combatant's is the Guide's to see, and hidden mates
    are not named.
    """
    first, s = whole[0], fight.s
    to = GM if s[first].hidden else TABLE
    mates = tuple(w for w in whole[1:] if to == GM or not s[w].hidden)
    roll = Initiative("initiative", 2, 12, initiative_modifier(s, first), who=first, to=to, mates=mates)
    return await roll


@procedure("TF-101")
async def _ties(fight: Fight[State], ranks: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    """Players go before foes; tied players settle it among themselves, tied foes the Guide: all asked at
    once.
    """
    order: dict[int, tuple[str, ...]] = dict(enumerate(ranks))
    asked = [n for n, tied in enumerate(ranks) if len(_parties(fight.s, tied)) > 1]
    if asked:
        asks = tuple(_tie_ask(fight.s, _parties(fight.s, ranks[n])) for n in asked)
        answers = await All("ties", asks)
        for n, answer in zip(asked, answers, strict=True):
            parties = {p[0]: p for p in _parties(fight.s, ranks[n])}
            chosen = [parties.pop(first, ()) for first in answer.split(",")]
            order[n] = tuple(w for whole in (*chosen, *parties.values()) for w in whole)
    return tuple(who for n in range(len(ranks)) for who in order[n])


def _parties(s: State, tied: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The tied, those of one group together."""
    found: dict[str, list[str]] = {}
    for who in tied:
        group = s[who].group
        found.setdefault(f"group {group}" if group else who, []).append(who)
    return tuple(tuple(whole) for whole in found.values())


def _tie_ask(s: State, parties: tuple[tuple[str, ...], ...]) -> Ask:
    """Who goes first among the tied: every order of up to four, else who begins (the rest as they came)."""
    names = {p[0]: s[p[0]].name + (f" (and {len(p) - 1} more)" if len(p) > 1 else "") for p in parties}
    if len(parties) <= MOST_PERMUTED:
        options = tuple(Option(",".join(p), ", then ".join(names[w] for w in p)) for p in permutations(names))
    else:
        options = tuple(Option(w, f"{words} first") for w, words in list(names.items())[:25])
    everyone = tuple(w for p in parties for w in p)
    who = ANY + ",".join(everyone) if s[everyone[0]].player else GM
    told = listed(tuple(names.values()))
    return Ask(who, "tie", f"{told} are tied. In which order do they act?", options, options[0].value)


@procedure("TF-100")
async def enter(fight: Fight[State], who: str) -> None:
    """A latecomer takes the place its number gives it, the one of its group where that acts already;
    nobody's turn moves.
    """
    order = fight.s.order
    if any(slot.who == who for slot in order):
        return
    mates = party(fight.s, who)
    last = next((i for i in reversed(range(len(order))) if order[i].who in mates), None)
    if last is not None:
        label, at = order[last].label, last + 1
        to = GM if fight.s[who].hidden else TABLE
        await Said(f"{{0}} acts with their group, at {label}", (who,), to=to)
    else:
        n = await _roll((who,))
        label, at = str(n), _place(fight.s, who, n)
    order = fight.s.order
    await SetOrder((*order[:at], Slot(who, who, label), *order[at:]))


def _place(s: State, who: str, n: int) -> int:
    """Where in the order a number stands: players before foes with the same one."""
    for i, slot in enumerate(s.order):
        theirs = int(slot.label) if slot.label.lstrip("-").isdigit() else None
        if theirs is not None and (theirs < n or (theirs == n and s[who].player and not s[slot.who].player)):
            return i
    return len(s.order)


# ------------------------------------------------------------------ delay
def delay_places(s: State, who: str) -> tuple[Slot, ...]:
    """Slots after which somebody whose turn it is can put itself in this round: of one who has delayed, only
    the last.
    """
    now = next((n for n, slot in enumerate(s.order) if slot.id == s.acting), len(s.order))
    later = (slot for slot in s.order[now + 1 :] if slot.who != who and s.here(slot.who))
    return tuple({slot.who: slot for slot in later}.values())


@procedure("TF-102")
async def delay(fight: Fight[State], who: str, after: str, anchor: str) -> str:
    """Move oneself to a later place: costs one free anchor; the start of the turn has been at the
    original place.
    """
    if fight.s.actor != who:
        raise Refused("You can delay only on your own turn.")
    place = next((slot for slot in delay_places(fight.s, who) if slot.who == after), None)
    if place is None:
        raise Refused("Choose somebody who acts later in this round.")
    problem = anchors_refusal(fight.s, who, anchor, "Delaying")
    if problem:
        raise Refused(problem)
    await Committed(who, anchor, "delay")
    slot = fight.s.slot()
    label = slot.label if slot else ""
    at = next(n for n, x in enumerate(fight.s.order) if x.id == place.id) + 1
    order = fight.s.order
    await SetOrder((*order[:at], Slot(f"{fight.s.acting}{DELAYED}", who, label), *order[at:]))
    await Said("{0} delays until after {1}", (who, place.who))
    await frame.pass_turn()
    return "delayed"


@procedure("TF-102")
async def settle_order(fight: Fight[State]) -> None:
    """At the top of a round those who delayed keep their later place, and that alone."""
    moved = {slot.id.rstrip(DELAYED) for slot in fight.s.order if slot.id.endswith(DELAYED)}
    if not moved:
        return
    last: dict[str, int] = {}
    for n, slot in enumerate(fight.s.order):
        last[slot.id.rstrip(DELAYED)] = n
    kept = tuple(
        Slot(slot.id.rstrip(DELAYED), slot.who, slot.label)
        for n, slot in enumerate(fight.s.order)
        if last[slot.id.rstrip(DELAYED)] == n
    )
    await SetOrder(kept)


# ------------------------------------------------------------------ the edges of a turn
@procedure("TF-10, 85, 118")
async def turn_start(fight: Fight[State], who: str) -> None:
    """All anchors are free, Guard can stand, a trigger that did not occur expires, fire burns."""
    if fight.s.acting.endswith(DELAYED):
        return
    await TurnReset(who)
    for t in fight.s.ground.triggers:
        if t.owner == who:
            await TriggerGone(t.id)
            words = "What {0} waited for did not happen: the Triggered Action expires"
            await Said(words, (who,), to=told_to(fight.s, who))
    for fire in fight.s[who].stats.fires:
        if fire in fight.s[who].stats.fires:
            await _burn(who, fire)


@procedure("TF-118")
async def _burn(fight: Fight[State], who: str, fire: str) -> None:
    """One fire at the start of its bearer's turn; armor converts nothing of it."""
    if fire.startswith("item:"):
        await _scorch(who, fire.removeprefix("item:"))
        return
    if fire == "body":
        await random_hit(who, 1, False, "the fire")
        return
    words = f"The fire burns {{0}}: 1 wound to the {REGION_WORDS[fire]}"
    await Said(words, (who,), to=told_to(fight.s, who))
    await wound(who, fire, 1)


@procedure("TF-118")
async def _scorch(fight: Fight[State], who: str, item: str) -> None:
    """A burning item loses 1 integrity."""
    if item == "armor":
        await ArmorWorn(who, 1)
    elif item == "shield":
        await ShieldWorn(who, 1)
    else:
        await WeaponWorn(who, item, 1)
    await Said(f"{{0}}'s {item} burns and loses 1 integrity", (who,), to=told_to(fight.s, who))


@procedure("TF-117")
async def turn_end(fight: Fight[State], who: str) -> None:
    """Bleeding: the Guide chooses what it does."""
    slot = fight.s.slot()
    put_off = slot is not None and any(x.id == f"{slot.id}{DELAYED}" for x in fight.s.order)
    if put_off or not fight.s[who].stats.has("bleeding") or fight.s[who].stats.dead:
        return
    progress = fight.s[who].stats.statuses.get("blood_progress", 0)
    answer = await Ask(
        GM,
        "bleeding",
        f"{fight.s[who].name} bleeds. What does it do?",
        (
            Option("progress", "One progress", f"{progress + 1} of 3; three are one Core wound"),
            Option("pressure", "+1 Pressure", "on every action until it is staunched"),
        ),
        "progress",
    )
    if not fight.s.here(who):
        return
    me, to = fight.s[who].stats, told_to(fight.s, who)
    if answer == "pressure":
        await SetStatus(who, "blood_pressure", me.statuses.get("blood_pressure", 0) + 1)
        await Said("Bleeding: {0} is under 1 more Pressure until it is staunched", (who,), to=to)
        return
    progress = me.statuses.get("blood_progress", 0) + 1
    await SetStatus(who, "blood_progress", progress % 3)
    if progress < 3:
        await Said(f"Bleeding: {{0}} loses blood ({progress} of 3)", (who,), to=to)
        return
    await Said("Bleeding: {0} takes 1 wound to the Core", (who,), to=to)
    await wound(who, "core", 1)


# ------------------------------------------------------------------ declared actions
@procedure("TF-114, 128")
async def declared(fight: Fight[State], who: str, what: str, action: Call[Any]) -> Any:
    """An action somebody declares: who is Stunned loses it; a bound weapon is free again after it."""
    if fight.s[who].stats.has("stunned"):
        await SetStatus(who, "stunned", 0)
        await Said(f"{{0}} is Stunned and loses this action ({what}); nothing is committed", (who,))
        return "stunned"
    bound = lasting(fight.s, who, WEAPON_BOUND)
    result = await action
    if bound is not None and lasting(fight.s, who, WEAPON_BOUND) is not None:
        await DropLasting(bound.id)
        await Said("{0}'s weapon is free again", (who,))
    return result


def spent(s: State, who: str) -> bool:
    """Whether nothing is left to do in this turn: out of the fight, or no anchor free."""
    me = s[who].stats
    usable = [a for a in ANCHORS if a in me.anchors and not me.lost(a) and a not in me.committed]
    return not able(s, who) or not usable


def any_free(s: State, who: str) -> str | None:
    """The sentence when no anchor is free, None otherwise."""
    return None if free_anchors(s, who) else "All your anchors are committed or lost until your next turn."
