"""Holds, throws and feints, and moving between ranges (KB-14, 43 to 46, 48, 53)."""

from __future__ import annotations

from rules.engine.changes import AddLasting, DropLasting, SetOrder
from rules.engine.dice import Sum
from rules.engine.effects import GM, Ask, Option
from rules.engine.encounter import Lasting, Slot
from rules.engine.procedures import Fight, Refused, procedure

from .chances import Contest, Easy, Parts, number
from .changes import Acted, Blow, Hold, Put, Ranged
from .data import APART, CONTACT, RANGES
from .defence import funk, lose_action
from .lines import Became, RangeNow, said, seen
from .order import insert, label_number
from .sheet import State
from .values import (
    BREAK,
    KNEES,
    PRONE,
    first_act,
    holders,
    holding,
    lasting,
    maneuver_spent,
    pinned,
    range_of,
    tied_together,
    to_come,
    weapon_of,
)
from .veil import kept, kept_parts
from .wounds import daze, effect, let_go, stunned, wound


# ------------------------------------------------------------------ Grapple, Entangle, Break
@procedure("KB-43, 46")
async def held(fight: Fight[State], who: str, target: str, weapon: str, won: int) -> None:
    """The target is held where it is, until broken, released, or the holder is down."""
    if not (fight.s.here(who) and fight.s.here(target)):
        return
    await Hold(target, who, won)
    w = weapon_of(fight.s, who, weapon)
    how = "entangles" if w.optimum != CONTACT else "holds"
    needs = "" if kept(fight.s, target) else f": breaking free needs {10 + won}"
    await said(fight.s, f"{{0}} {how} {{1}}{needs}", who, target)


@procedure("KB-44")
async def break_free(fight: Fight[State], who: str, holder: str, how: str) -> str:
    """One action: a skill that allows it or d20 + (STR + DEX) / 5, against 10 + the grapple's success."""
    if holder not in holders(fight.s, who):
        raise Refused("That one does not hold you.")
    why = maneuver_spent(fight.s, who)
    if why is not None:
        raise Refused(why)
    await Acted(who, BREAK)
    c = fight.s[who].stats
    parts: Parts = (*break_parts(fight.s, who, how), *funk(fight.s, who))
    need = 10 + c.held[holder]
    deed, back = "tries to break free of {0}", kept_parts(fight.s, parts, who)
    won = await Easy("break", who, deed, parts, holder, need, c.funk, c.groove, kept=back)
    if won is None or not fight.s.here(who):
        return "held"
    await effect(fight.s, released(who, holder))
    return "free"


def break_parts(s: State, who: str, how: str) -> Parts:
    """What is added to the d20: the skill named, or a fifth of STR + DEX."""
    sheet = s[who].stats.sheet
    if how in sheet.break_skills:
        return ((how, sheet.hth_skills.get(how, sheet.hth)),)
    return (("(STR + DEX) / 5", (sheet.str_ + sheet.dex) // 5),)


def break_ways(s: State, who: str) -> tuple[str, ...]:
    """The ways to break free, the best first; "raw" is STR and DEX."""
    ways = (*s[who].stats.sheet.break_skills, "raw")
    return tuple(sorted(ways, key=lambda how: -break_parts(s, who, how)[0][1]))


@procedure("KB-43: a hold ends")
async def released(fight: Fight[State], target: str, holder: str) -> None:
    """The target is free of this holder."""
    if holder in fight.s[target].stats.held:
        await Hold(target, holder)
        await said(fight.s, "{0} is free of {1}", target, holder)


@procedure("KB-43: let go")
async def release(fight: Fight[State], who: str, target: str) -> None:
    """The holder lets go, without an action."""
    if target not in holding(fight.s, who):
        raise Refused("You do not hold that one.")
    await released(target, who)


CHOKES = ("1d3", "1d6", "2d6")


@procedure("KB-43: pin or choke")
async def pin_or_choke(fight: Fight[State], who: str, target: str) -> str:
    """One action against one it holds; what comes of it the Director rules."""
    if target not in holding(fight.s, who):
        raise Refused("You do not hold that one.")
    await Acted(who)
    names = (fight.s[who].name, fight.s[target].name)
    ruling = await Ask(
        GM,
        "ruling",
        f"{names[0]} tries to pin or choke {names[1]}. What comes of it?",
        (
            Option("none", "No effect"),
            Option("pin", "Pinned", "while held, it can only try to break free"),
            *(Option(dice, f"Choked, {dice} subdual", "then a stun roll") for dice in CHOKES),
        ),
        "none",
    )
    if ruling == "none" or not fight.s.here(target):
        await said(fight.s, "{0} has no better hold of {1}", who, target)
        return "none"
    if ruling == "pin":
        await effect(fight.s, pinned_down(target))
        return "pin"
    n = await Sum("choke", int(ruling[0]), int(ruling[2:]), who=who)
    await effect(fight.s, wound(target, n, True, who))
    return "choke"


@procedure("KB-43: pinned")
async def pinned_down(fight: Fight[State], target: str) -> None:
    """By the Director's ruling it can only try to break free."""
    await Put(target, "pinned", True)
    await Became(target, "pinned", to=seen(fight.s, target))


# ------------------------------------------------------------------ Throw
THROWN = {3: "prone and stunned", 2: "prone and dazed", 1: "on hands and knees"}


@procedure("KB-45")
async def thrown(fight: Fight[State], who: str, target: str, won: int) -> None:
    """Two STR saves on 4d6: prone and stunned, prone and dazed, on hands and knees, or nothing."""
    if not (fight.s.here(who) and fight.s.here(target)):
        return
    a, b = fight.s[who].stats, fight.s[target].stats
    grade = await Contest(
        "throw", (who, a.sheet.str_, a.funk, a.groove), (target, b.sheet.str_, b.funk, b.groove), won,
        kept(fight.s, who) or kept(fight.s, target),
    )  # fmt: skip
    if not grade:
        await said(fight.s, "{0} resists the Throw", target)
        return
    feet = a.sheet.str_ // {3: 1, 2: 2, 1: 4}[grade]
    await said(fight.s, f"{{0}} is thrown up to {feet} ft and is {THROWN[grade]}", target)
    await AddLasting(_fallen(target, KNEES if grade == 1 else PRONE))
    if grade == 3:
        await stunned(target, 1)
    elif grade == 2:
        await daze(target)
    await let_go(target)
    await landed(who, target, feet)


def _fallen(who: str, key: str) -> Lasting:
    return Lasting(f"down/{who}", who, key, key)


@procedure("KB-45: the Director sets the new range")
async def landed(fight: Fight[State], who: str, target: str, feet: int) -> None:
    """Where the thrown one ends; it stays where it is unless the Director says otherwise."""
    now = range_of(fight.s, who, target)
    places = tuple(
        Option(str(n), RANGES[n], "as it is" if n == now else "") for n in dict.fromkeys((now, *range(APART)))
    )
    names = (fight.s[target].name, fight.s[who].name)
    prompt = f"{names[0]} is thrown up to {feet} ft by {names[1]}. At what range are they now?"
    at = int(await Ask(GM, "range", prompt, places, str(now)))
    if at == now or not (fight.s.here(who) and fight.s.here(target)):
        return
    await Ranged(who, target, at)
    await RangeNow(who, target, at, to=seen(fight.s, who, target))
    await released(target, who)
    await released(who, target)


# ------------------------------------------------------------------ Feint
@procedure("KB-48")
async def feinted(fight: Fight[State], who: str, target: str) -> None:
    """The defender loses its next action, the feinter has +2 on its next attack on the same defender."""
    if not fight.s.here(target):
        return
    await Put(who, "feint", target)
    if fight.s[target].stats.blow is not None:
        await Blow(target)
        await said(fight.s, "{0}'s Great Blow comes to nothing", target)
    await lose_action(target)
    await said(
        fight.s,
        "{0} falls for it and loses the next action; {1} has +2 on the next attack on {0}",
        target,
        who,
    )


# ------------------------------------------------------------------ moving
CLOSER, AWAY = "closer", "away"


def cannot_move(s: State, who: str) -> str | None:
    """Why it cannot move at all."""
    if pinned(s, who):
        return "Pinned: only breaking free is possible."
    if holders(s, who):
        return "Held: no movement."
    return "A Great Blow is under way." if s[who].stats.blow else None


def _may_shift(s: State, who: str, target: str) -> None:
    why = cannot_move(s, who)
    if why is None and (not s.here(target) or target == who):
        why = "That one is not in this fight."
    if why is None and tied_together(s, who, target):
        why = "One holds the other, so their range stays as it is."
    if why is not None:
        raise Refused(why)


def shifted(now: int, where: str) -> int:
    """A range one step closer or further away."""
    return max(CONTACT, now - 1) if where == CLOSER else min(APART, now + 1)


@procedure("KB-53")
async def step(fight: Fight[State], who: str, target: str, where: str) -> None:
    """One action: the range to one other shifts by one step."""
    _may_shift(fight.s, who, target)
    await Acted(who)
    await shift(who, target, shifted(range_of(fight.s, who, target), where))


@procedure("KB-53: a range changes")
async def shift(fight: Fight[State], who: str, target: str, to: int) -> None:
    """The pair is at another range, and so it is told."""
    if to != range_of(fight.s, who, target):
        await Ranged(who, target, to)
    await RangeNow(who, target, to, to=seen(fight.s, who, target))


@procedure("KB-53: a full move")
async def full_move(fight: Fight[State], who: str, target: str, to: int) -> None:
    """The round's only act: the range to one other becomes any other."""
    _may_shift(fight.s, who, target)
    if not first_act(fight.s, who):
        raise Refused("A full move is the only act of its round, and something has been done already.")
    await Acted(who)
    gone = to_come(fight.s, who)
    if gone:
        await SetOrder(tuple(x for x in fight.s.order if x.id not in gone))
    await shift(who, target, to)


@procedure("KB-04, 14")
async def half_move(fight: Fight[State], who: str, target: str, where: str) -> None:
    """Half Move and Attack: a move on the base initiative; half the attacks from half the initiative on."""
    _may_shift(fight.s, who, target)
    if not first_act(fight.s, who):
        raise Refused(
            "Half Move and Attack begins on the base initiative, and something has been done already."
        )
    base = label_number(fight.s.slot())
    later = to_come(fight.s, who)
    await Acted(who, moved=True)
    await shift(who, target, shifted(range_of(fight.s, who, target), where))
    if later:
        await SetOrder(tuple(x for x in fight.s.order if x.id not in later))
    start, attacks = half_up(base), (len(later) + 2) // 2
    slots = tuple(Slot(f"{who}#h{n + 1}", who, number(start - 2 * n)) for n in range(attacks))
    await insert(slots)


def half_up(n: int) -> int:
    """Half of a number, rounded up (KB-04)."""
    return (n + 1) // 2


@procedure("KB-45: getting up")
async def stand_up(fight: Fight[State], who: str) -> None:
    """One action: no longer prone or on hands and knees."""
    fallen = lasting(fight.s, who, PRONE) or lasting(fight.s, who, KNEES)
    if fallen is None:
        raise Refused("You are on your feet.")
    why = cannot_move(fight.s, who)
    if why is not None:
        raise Refused(why)
    await Acted(who)
    await DropLasting(fallen.id)
    await said(fight.s, "{0} gets up", who)
