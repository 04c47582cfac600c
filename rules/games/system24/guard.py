"""Guard: derived, never typed (TF-20..29, 291)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.lines import Said
from rules.engine.procedures import Fight, procedure

from .chances import contested_dc
from .changes import Covers, GuardBroken
from .lines import Part
from .sheet import GRAPPLING, MELEE, State, Weapon
from .state import FREE, able, anchor_state, engaged_with, guard_weapon_problem, same_way, turn_now

PAST = "past"
"""In place of a range state: the step is a Move-By (TF-38)."""


def guard_refusal(s: State, who: str) -> str:
    """TF-20: why somebody is not in Default Guard, in a few words; "" when it is."""
    me = s[who].stats
    if not able(s, who):
        return me.out or "gone"
    if not me.aware:
        return "unaware"
    if engaged_with(s, who):
        return "engaged"
    if me.broken:
        return f"broken by {me.broken}"
    state, why = anchor_state(s, who, "H")
    return "" if state == FREE else f"head {why}"


def on_guard(s: State, who: str) -> bool:
    """TF-20: whether somebody is in Default Guard."""
    return not guard_refusal(s, who)


def approach_of(s: State, mover: str) -> str:
    """TF-21: the label of the approach somebody comes by; its own id where it named none."""
    return s[mover].stats.approach or mover


def covers(s: State, who: str, label: str) -> bool:
    """TF-21: whether a Guard covers this approach: it is named, or the Guard is still open to the first
    one.
    """
    mine = s[who].stats.covers
    return not mine or "*" in mine or any(same_way(label, x) for x in mine)


def may_contest_with(weapon: Weapon, step: str) -> bool:
    """TF-26: which weapon contests which step."""
    if not weapon.armed:
        return False
    if weapon.ranged:
        return step == MELEE and weapon.has("wards")
    return weapon.has("reach") if step == MELEE else step in (GRAPPLING, PAST)


def may_contest(s: State, guard: str, mover: str, step: str, target: str, label: str) -> bool:
    """TF-20..29: whether `guard` contests this step (Melee, Grappling or PAST) of `mover`."""
    me = s[guard].stats
    if (
        s[guard].side == s[mover].side
        or not able(s, guard)
        or not me.aware
        or (guard, mover) in s.ground.unaware
    ):
        return False
    if me.contested == turn_now(s) and s.acting:
        return False
    weapon = me.in_hand
    if not may_contest_with(weapon, step) or guard_weapon_problem(s, guard):
        return False
    if not covers(s, guard, label):
        return False
    if not engaged_with(s, guard):
        return on_guard(s, guard)
    # TF-25: engaged, it contests only those it is engaged with; TF-22: after an attack on somebody only
    # their grapple
    if mover not in engaged_with(s, guard) or step == MELEE:
        return False
    if not me.broken and anchor_state(s, guard, "H")[0] == FREE:
        return True
    return step == GRAPPLING and guard == target and mover in me.attacked


def looks_elsewhere(s: State, guard: str, mover: str, step: str) -> bool:
    """TF-21: whether a Guard would contest this step if it covered the approach by which the mover comes."""
    if covers(s, guard, approach_of(s, mover)):
        return False
    return any(may_contest(s, guard, mover, step, guard, x) for x in s[guard].stats.covers)


@dataclass(frozen=True, slots=True)
class Contest:
    """The guards that contest a step, the first of them first, and the parts of the DC they make.

    `{0}`, `{1}` … in the parts stand for the guards in their order.
    """

    guards: tuple[str, ...]
    parts: tuple[Part, ...]


def guard_strength(s: State, who: str) -> int:
    """TF-28: base DC of a Guard: contested Melee, or Ranged for a weapon that Wards; or the Guide's own
    number.
    """
    me = s[who].stats
    return me.guard_dc or contested_dc(me.rank(me.in_hand.skill))


def contest(s: State, mover: str, targets: tuple[str, ...], step: str, label: str) -> Contest:
    """TF-27: who contests a step towards (or past) `targets`, and the DC: the first sets it, each other
    adds 2. Towards friends alone it is contested only on an approach that was named.
    """
    if label == mover and all(s[t].side == s[mover].side for t in targets):
        return Contest((), ())
    found = tuple(
        c.id
        for c in s.present()
        if c.id != mover and may_contest(s, c.id, mover, step, c.id if c.id in targets else "", label)
    )
    return ranked(s, found, targets)


def ranked(s: State, guards: tuple[str, ...], targets: tuple[str, ...]) -> Contest:
    """The guards with the target's own first, else the strongest, and the parts of their DC."""
    order = sorted(guards, key=lambda g: (g not in targets, -guard_strength(s, g)))
    if not order:
        return Contest((), ())
    first = order[0]
    me = s[first].stats
    weapon = me.in_hand
    what = "by the Guide" if me.guard_dc else f"{weapon.skill.capitalize()} {me.rank(weapon.skill)}"
    base: Part = (f"Guard of {{0}} with {weapon.name}, {what}", guard_strength(s, first))
    return Contest(tuple(order), (base, *((f"Guard of {{{n}}}", 2) for n in range(1, len(order)))))


@procedure("TF-21, 22")
async def reacts_to(fight: Fight[State], who: str, threat: str) -> None:
    """Defending against `threat`: an open Guard now covers its approach; a Guard on another one is broken."""
    me = fight.s[who].stats
    label = approach_of(fight.s, threat)
    if not me.covers:
        await Covers(who, (label,), False)
    elif not covers(fight.s, who, label) and not me.broken:
        had_one = on_guard(fight.s, who)
        await GuardBroken(who, "a threat from another side")
        if had_one:
            await Said("{0}'s Guard is broken: the threat is from another side", (who,))


def gives_up_guard(s: State, who: str, threat: str) -> bool:
    """TF-22: whether defending against `threat` breaks its Guard, which covers another approach."""
    return on_guard(s, who) and not covers(s, who, approach_of(s, threat))
