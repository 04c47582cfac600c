"""The wider game hand to hand: Grapple, Break Free, Throw, Disarm, Bind (TF-112, 125..128)."""

from __future__ import annotations

from rules.engine.changes import AddLasting
from rules.engine.encounter import END, Lasting
from rules.engine.lines import Said
from rules.engine.procedures import Fight, Refused, procedure

from .changes import Committed, Dropped, Locked, SetRange, SetStatus, Unlocked
from .lines import Part, RangeNow
from .pressure import REFUSED, STRIKE, UNSEEN, blind_dc
from .sheet import ANCHOR_WORDS, GRAPPLING, SEPARATED, Lock, State
from .state import (
    FREE,
    HELD,
    WEAPON_BOUND,
    anchor_state,
    anchors_refusal,
    between,
    both_hands,
    locks_by,
    locks_on,
    next_turn,
)
from .wider_moves import best, contested_roll, reach_problem

SKILLS = ("melee", "athletics")


@procedure("TF-125")
async def grapple(fight: Fight[State], who: str, target: str, limb: str, anchor: str, with_head: bool) -> str:
    """Put one lock with a limb (L or R) on a named anchor of somebody in reach."""
    s = fight.s
    anchors = limb + ("H" if with_head else "")
    problem = reach_problem(s, who, target) or anchors_refusal(s, who, anchors, "A Grapple")
    if problem is None and s[who].stats.statuses.get("blind", 0) >= REFUSED:
        problem = "You are blind, and the Guide allows no such grapple."
    if problem is None and anchor not in s[target].stats.anchors:
        problem = f"{s[target].name} has no {ANCHOR_WORDS[anchor]} to lock."
    if problem is None and any(x.anchor == anchor for x in locks_on(s, target)):
        problem = f"{s[target].name}'s {ANCHOR_WORDS[anchor]} ({anchor}) is locked already."
    if problem:
        raise Refused(problem)
    has_lock = any(x.target == target for x in locks_by(s, who))
    await Committed(who, anchors, "grapple")
    sight, groping = blind_dc(s, who, STRIKE), 0 if with_head or has_lock else STRIKE
    blind = (UNSEEN, sight) if sight >= groping else ("without the head", groping)
    words = f"grabs for {{0}}'s {ANCHOR_WORDS[anchor]} ({anchor}) with {limb}"
    result = await contested_roll(
        who, words, best(s, who, SKILLS), target, SKILLS, anchors, (), blind, strenuous=True
    )
    if not result.hit or not fight.s.here(target):
        return result.word
    if between(fight.s, who, target) != GRAPPLING:
        await SetRange(who, target, GRAPPLING)
        await RangeNow(who, target, GRAPPLING)
    await Locked(Lock(who, limb, target, anchor))
    await Said(f"{{0}} locks {{1}}'s {ANCHOR_WORDS[anchor]} ({anchor})", (who, target))
    if len(locks_on(fight.s, target)) >= 3:
        await Said("{0} is Pinned", (target,))
    return result.word


def break_free_anchors(s: State, who: str) -> str:
    """TF-126: L (and R with a weapon held in two hands) and F as far as free; locked ones serve for this
    alone.
    """
    me = s[who].stats
    wanted = "LRF" if me.in_hand.hands == 2 else "LF"

    def usable(a: str) -> bool:
        state, _ = anchor_state(s, who, a)
        return state == FREE or (state == HELD and a not in me.bound and a not in me.committed)

    found = "".join(a for a in wanted if usable(a))
    return found or ("R" if usable("R") else "")


@procedure("TF-126")
async def break_free(fight: Fight[State], who: str, holder: str, anchor: str) -> str:
    """End one lock: Athletics against the holder's Athletics or Melee."""
    lock = next((x for x in locks_on(fight.s, who) if x.holder == holder and x.anchor == anchor), None)
    if lock is None:
        raise Refused("No such lock holds you.")
    anchors = break_free_anchors(fight.s, who)
    if not anchors:
        raise Refused("Breaking free needs a hand or your feet, and none is left until your next turn.")
    await Committed(who, anchors, "break free")
    words = f"tries to break {{0}}'s lock on the {ANCHOR_WORDS[anchor]} ({anchor})"
    result = await contested_roll(
        who, words, "athletics", holder, ("athletics", "melee"), anchors, strenuous=True
    )
    if result.hit and lock in fight.s.ground.locks:
        await Unlocked(lock)
        await Said(f"{{0}} frees the {ANCHOR_WORDS[anchor]} ({anchor})", (who,))
    return result.word


@procedure("TF-127")
async def throw(fight: Fight[State], who: str, target: str) -> str:
    """Throw somebody one holds: Prone and Separated, the locks end."""
    mine = tuple(x for x in locks_by(fight.s, who) if x.target == target)
    if not mine:
        raise Refused("You can throw only somebody you hold with a lock.")
    usable = next((x for x in mine if fight.s[who].stats.committed.get(x.limb) != "throw"), None)
    if usable is None:
        raise Refused("That limb has thrown already this turn.")
    await Committed(who, usable.limb, "throw")
    skill = best(fight.s, who, SKILLS)
    words = "tries to throw {0}"
    result = await contested_roll(who, words, skill, target, SKILLS, usable.limb, strenuous=True)
    if not result.hit or not fight.s.here(target):
        return result.word
    await SetRange(who, target, SEPARATED)
    await SetStatus(target, "prone")
    await Said("{0} is thrown: Prone, and Separated from {1}", (target, who))
    return result.word


@procedure("TF-126")
async def let_loose(fight: Fight[State], who: str, target: str) -> str:
    """The holder lets go of its own accord; no action."""
    mine = tuple(x for x in locks_by(fight.s, who) if x.target == target)
    if not mine:
        raise Refused("You hold no lock on them.")
    for lock in mine:
        await Unlocked(lock)
    await Said("{0} lets go of {1}", (who, target))
    return "released"


@procedure("TF-128")
async def disarm(fight: Fight[State], who: str, target: str) -> str:
    """The target drops its weapon; 2 harder when it is held in two hands."""
    weapon = fight.s[target].stats.in_hand
    problem = reach_problem(fight.s, who, target) or anchors_refusal(fight.s, who, "LHF", "A Disarm")
    if problem is None and (weapon.name == "unarmed" or weapon.has("natural")):
        problem = f"{fight.s[target].name} holds no weapon."
    if problem:
        raise Refused(problem)
    await Committed(who, "LHF", "disarm")
    extra: tuple[Part, ...] = ()
    if both_hands(fight.s[target].stats, weapon):
        extra = (("held in two hands", 2),)
    blind = (UNSEEN, blind_dc(fight.s, who, STRIKE))
    result = await contested_roll(
        who, "tries to disarm {0}", "melee", target, ("melee",), "LHF", extra, blind, precise=True
    )
    if result.hit and fight.s.here(target):
        await Dropped(target, weapon.name)
        await Said(f"{{0}} drops the {weapon.name}", (target,))
    return result.word


@procedure("TF-128")
async def bind(fight: Fight[State], who: str, target: str) -> str:
    """The target's weapon is unusable for its next action."""
    weapon = fight.s[target].stats.in_hand
    problem = reach_problem(fight.s, who, target) or anchors_refusal(fight.s, who, "LRHF", "A Bind")
    if problem is None and weapon.name == "unarmed":
        problem = f"{fight.s[target].name} holds no weapon."
    if problem:
        raise Refused(problem)
    await Committed(who, "LRHF", "bind")
    blind = (UNSEEN, blind_dc(fight.s, who, STRIKE))
    result = await contested_roll(
        who, "tries to bind {0}'s weapon", "melee", target, ("melee",), "LRHF", (), blind, precise=True
    )
    if result.hit and fight.s.here(target):
        ends = next_turn(fight.s, target, END)
        await AddLasting(Lasting(f"{target}/{WEAPON_BOUND}", target, WEAPON_BOUND, "weapon bound", ends))
        await Said(f"{{0}}'s {weapon.name} is bound for their next action", (target,))
    return result.word
