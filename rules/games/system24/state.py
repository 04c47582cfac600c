"""Questions put to the state that more than one chapter asks."""

from __future__ import annotations

from rules.engine.effects import GM, TABLE
from rules.engine.encounter import START, Edge, Lasting

from .sheet import (
    ANCHOR_WORDS,
    RANGES,
    REGION_OF,
    SEPARATED,
    Lock,
    State,
    Stats,
    Trigger,
    Weapon,
)

DISORIENTED, AIM, WEAPON_BOUND, SUPPRESS = "disoriented", "aim", "weapon-bound", "suppress"
"""Keys of the effects that last."""


def stats(s: State, who: str) -> Stats:
    """The game part of a combatant."""
    return s[who].stats


def able(s: State, who: str) -> bool:
    """Whether it is in the fight and can act: neither dead, dying, unconscious nor incapacitated (TF-67,
    116).
    """
    return s.here(who) and not s[who].stats.out


def out_problem(s: State, who: str) -> str | None:
    """Why somebody can do nothing at all; None when it can (TF-67, 116)."""
    return f"You are {s[who].stats.out} and cannot act." if s[who].stats.out else None


def flag(s: State, key: str) -> bool:
    """An option that is on or off."""
    return str(s.options.get(key, "")).lower() in ("true", "on", "yes", "1")


def numbers_kept(s: State, who: str) -> bool:
    """Whether players see this one's state in words only (option `foe_numbers`)."""
    return s.options.get("foe_numbers") == "words" and not s[who].player


def told_to(s: State, *who: str) -> str:
    """The audience for what befalls these: everybody, or the Guide alone while one of them is hidden."""
    return GM if any(w in s.combatants and s[w].hidden for w in who) else TABLE


def pair(a: str, b: str) -> str:
    """The key of a pair of combatants."""
    return f"{a}|{b}" if a < b else f"{b}|{a}"


def between(s: State, a: str, b: str) -> str:
    """TF-30: the range state of a pair; Separated unless something else is known."""
    return s.ground.pairs.get(pair(a, b), SEPARATED)


def closer(state: str) -> str:
    """One range state closer; Grappling is the closest."""
    return RANGES[min(2, RANGES.index(state) + 1)]


def further(state: str) -> str:
    """One range state further apart."""
    return RANGES[max(0, RANGES.index(state) - 1)]


def engaged_with(s: State, who: str) -> tuple[str, ...]:
    """Enemies in Melee or Grappling range of it, in the order they came (TF-25)."""
    side = s[who].side
    near = (c for c in s.present() if c.side != side and c.id != who)
    return tuple(c.id for c in near if between(s, who, c.id) != SEPARATED and able(s, c.id))


def near(s: State, who: str) -> tuple[str, ...]:
    """Everyone in Melee or Grappling range of it, friends and the fallen too."""
    return tuple(c.id for c in s.present() if c.id != who and between(s, who, c.id) != SEPARATED)


def turn_now(s: State) -> str:
    """The turn under way, to tell "in the same turn" (TF-29)."""
    return f"{s.round}/{s.acting}"


def same_way(a: str, b: str) -> bool:
    """TF-21: whether two labels name the same approach, however they are written ("The door", "door")."""
    one, other = (" ".join(x.casefold().split()).removeprefix("the ") for x in (a, b))
    return one == other


# -- locks: TF-112 and 125
def locks_on(s: State, who: str) -> tuple[Lock, ...]:
    """Locks that hold it: of one who can act, by a limb that is there."""
    found = (x for x in s.ground.locks if x.target == who and able(s, x.holder))
    return tuple(x for x in found if not s[x.holder].stats.lost(x.limb))


def locks_by(s: State, who: str) -> tuple[Lock, ...]:
    """Locks it holds."""
    return tuple(x for x in s.ground.locks if x.holder == who and s.here(x.target))


def locked(s: State, who: str) -> str:
    """Its anchors under a lock."""
    return "".join(sorted({x.anchor for x in locks_on(s, who)}))


def pinned(s: State, who: str) -> bool:
    """Three locks: all anchors unusable, only Break Free is left."""
    return len(locks_on(s, who)) >= 3


# -- anchors (TF-10..13)
FREE, COMMITTED, LOST, HELD = "free", "committed", "lost", "held"


def anchor_state(s: State, who: str, anchor: str) -> tuple[str, str]:
    """What an anchor is (free, committed, held, lost) and why, in words that go on after "is"."""
    me = s[who].stats
    gone = me.lost(anchor)
    if gone:
        return LOST, gone
    for lock in locks_on(s, who):
        if lock.anchor == anchor:
            return HELD, f"locked by {s[lock.holder].name}"
    if pinned(s, who):
        return HELD, "useless while you are pinned"
    if anchor in me.bound:
        return HELD, "restrained"
    for lock in locks_by(s, who):
        if lock.limb == anchor:
            return COMMITTED, f"committed to the hold on {s[lock.target].name}"
    action = me.committed.get(anchor)
    if action is not None:
        return COMMITTED, f"committed to {ACTION_WORDS.get(action, action)} until your next turn"
    return FREE, "free"


ACTION_WORDS = {
    "wild": "a Wild Swing",
    "focused": "a Focused Attack",
    "full": "a Full Martial Attack",
    "advance": "an Advance",
    "move": "a Move",
    "past": "moving past",
    "cover": "cover",
    "trigger": "a Triggered Action",
    "covering": "Covering Fire",
    "delay": "a delay",
    "dodge": "a Dodge",
    "parry": "a Parry",
    "block": "a Block",
    "stand": "standing up",
    "grapple": "a grapple",
    "break free": "Break Free",
    "rapid": "Rapid Fire",
    "aim": "aiming",
    "suppress": "suppressing fire",
    "cast": "a spell",
    "search": "searching",
    "command": "a command",
    "gear": "gear",
    "fire": "putting out a fire",
    "staunch": "staunching blood",
    "other": "another action",
    "throw": "a throw",
    "shove": "a Shove",
    "tumble": "a Tumble",
    "sprint": "a Sprint",
    "leap": "a Leap",
    "disarm": "a Disarm",
    "bind": "a Bind",
}


def free_anchors(s: State, who: str) -> str:
    """The anchors it can still commit."""
    return "".join(a for a in s[who].stats.anchors if anchor_state(s, who, a)[0] == FREE)


def anchors_refusal(s: State, who: str, needed: str, what: str) -> str | None:
    """TF-12: why these anchors cannot be committed, naming the anchor; None when they can."""
    for anchor in needed:
        state, why = anchor_state(s, who, anchor)
        if state != FREE:
            be = "are" if anchor == "F" else "is"
            return f"{what} needs your {ANCHOR_WORDS[anchor]} ({anchor}), which {be} {why}."
    return None


def injured(s: State, who: str, anchor: str) -> bool:
    """TF-65: whether the region of this anchor is wounded."""
    return s[who].stats.wounded(REGION_OF[anchor]) > 0


# -- weapons
def grip(stats_: Stats, choice: str) -> tuple[Weapon, bool]:
    """The weapon a choice names ("spear|2": in both hands) and whether both hands hold it."""
    name, _, hands = choice.partition("|")
    weapon = stats_.weapon(name)
    return weapon, weapon.hands == 2 or (weapon.hands == 12 and hands == "2")


def weapon_problem(s: State, who: str, weapon: Weapon, both: bool) -> str | None:
    """Why this weapon cannot be used, in a sentence; None when it can."""
    me = s[who].stats
    if weapon.name in me.dropped:
        return f"The {weapon.name} lies on the ground: pick it up first."
    if weapon.name != "unarmed" and weapon.integrity <= 0:
        return f"The {weapon.name} is broken."
    if weapon.name != "unarmed" and lasting(s, who, WEAPON_BOUND) is not None:
        return f"The {weapon.name} is bound for this action."
    if both and (me.lost("L") or me.lost("R")):
        return f"The {weapon.name} needs two hands, and one arm is {me.lost('L') or me.lost('R')}."
    if weapon.ranged and weapon.ammo == 0:
        return f"There is no ammo left for the {weapon.name}."
    return None


def guard_weapon_problem(s: State, who: str) -> str | None:
    """Why the weapon in hand cannot contest or strike out of Guard; None when it can (TF-26, 64, 112)."""
    weapon = s[who].stats.in_hand
    if not weapon.has("natural") and anchor_state(s, who, "L")[0] in (LOST, HELD):
        return "The hand that holds it is lost or held."
    return weapon_problem(s, who, weapon, weapon.hands == 2)


def both_hands(me: Stats, weapon: Weapon) -> bool:
    """Whether a weapon that waits on Guard is held in two hands: always, or when the other hand is empty
    and well.
    """
    return weapon.hands == 2 or (weapon.hands == 12 and not me.shield and not me.lost("R"))


def wounds_of(weapon: Weapon, both: bool) -> int:
    """TF-48: wounds of a hit."""
    return weapon.both if both and weapon.hands == 12 else weapon.wounds


# -- effects that last
def lasting(s: State, who: str, key: str) -> Lasting | None:
    """The effect of this key on somebody, if there is one."""
    return next((e for e in s.lasting if e.who == who and e.key == key), None)


def next_turn(s: State, who: str, at: str = START) -> Edge:
    """The start or the end of somebody's next turn: later in this round, else in the next one."""
    slots = [n for n, slot in enumerate(s.order) if slot.who == who]
    now = next((n for n, slot in enumerate(s.order) if slot.id == s.acting), -1)
    later = any(n > now for n in slots) if s.acting else f"{s.round}/round/{START}" not in s.fired
    return Edge(s.round if later else s.round + 1, who, at)


def trigger_of(s: State, who: str) -> Trigger | None:
    """The Triggered Action with which somebody waits."""
    return next((t for t in s.ground.triggers if t.owner == who), None)


def names_of(s: State, ids: tuple[str, ...]) -> str:
    """Names in a row: "A", "A and B", "A, B and C"."""
    return listed(tuple(s[i].name for i in ids))


def listed(words: tuple[str, ...]) -> str:
    """Words in a row: "A", "A and B", "A, B and C"."""
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1]
