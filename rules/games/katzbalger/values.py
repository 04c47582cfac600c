"""What is read off the state: Scores, Dodge, actions of a round, ranges, who can do what."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.encounter import Lasting

from .changes import pair
from .data import APART, CONTACT, RANGES
from .sheet import AGGRESSIVE, BARE, DEFENSIVE, State, Weapon

STUNNED, DAZED, INCAPACITATED, UNCONSCIOUS = "stunned", "dazed", "incapacitated", "unconscious"
PRONE, KNEES = "prone", "on hands and knees"
HELPLESS = (STUNNED, INCAPACITATED, UNCONSCIOUS)

ATTACK, THRUST, FEINT, GREAT_BLOW = "attack", "thrust", "feint", "great_blow"
CHARGE, LUNGE, GRAPPLE, THROW, ENTANGLE = "charge", "lunge", "grapple", "throw", "entangle"
BREAK = "break"
MANNERS = {
    ATTACK: "Attack",
    LUNGE: "Lunge",
    THRUST: "Thrust",
    FEINT: "Feint",
    GREAT_BLOW: "Great Blow",
    CHARGE: "Charge",
    GRAPPLE: "Grapple",
    THROW: "Throw",
    ENTANGLE: "Entangle",
}
"""KB-40: what can be made of a melee attack, in words."""
BLOODLESS = (GRAPPLE, THROW, ENTANGLE, FEINT)
"""KB-24: these end with the hit."""


# ------------------------------------------------------------------ states
def lasting(s: State, who: str, key: str) -> Lasting | None:
    """The effect of this kind on a combatant, None when there is none."""
    return next((e for e in s.lasting if e.who == who and e.key == key), None)


def helpless(s: State, who: str) -> bool:
    """Stunned, incapacitated or unconscious (KB-72, 73, 77)."""
    return any(e.who == who and e.key in HELPLESS for e in s.lasting)


def able(s: State, who: str) -> bool:
    """Whether it can act at all: alive and not helpless."""
    return not s[who].stats.dead and not helpless(s, who)


def wakes(s: State, who: str) -> bool:
    """Whether it is helpless for some rounds only, so that it will act again by itself."""
    ends = [e.ends for e in s.lasting if e.who == who and e.key in HELPLESS]
    return not s[who].stats.dead and bool(ends) and all(end is not None for end in ends)


def dazed(s: State, who: str) -> bool:
    """Dazed: no attack, all defences (KB-70)."""
    return lasting(s, who, DAZED) is not None


def down(s: State, who: str) -> bool:
    """Whether a holder is down, so that it holds nobody any more (KB-43)."""
    return not s.here(who) or not able(s, who) or lasting(s, who, PRONE) is not None


def holders(s: State, who: str) -> tuple[str, ...]:
    """Who holds this one; a holder that is down holds nobody (KB-43)."""
    return tuple(h for h in s[who].stats.held if h in s.combatants and not down(s, h))


def holding(s: State, who: str) -> tuple[str, ...]:
    """Whom this one holds."""
    return tuple(c.id for c in s.present() if who in holders(s, c.id))


# ------------------------------------------------------------------ weapons and Scores
def in_hand(s: State, who: str) -> Weapon:
    """The weapon in hand: the one last used or readied, else the first of the sheet."""
    return weapon_of(s, who, s[who].stats.hand)


def weapon_of(s: State, who: str, name: str) -> Weapon:
    """A weapon of a combatant by name; its first where it has none of that name."""
    weapons = s[who].stats.sheet.weapons
    return weapons.get(name) or next(iter(weapons.values()), BARE)


def duel_skill(s: State, a: str, b: str, gun: bool) -> str:
    """The skill that both use directly in place of this Score, "" where there is none (KB-21)."""
    skill = s.ground.duels.get(pair(a, b), "") if b else ""
    if not skill or a not in s.combatants or b not in s.combatants:
        return ""
    sheets = (s[a].stats.sheet, s[b].stats.sheet)
    return skill if all(skill in (x.gun_skills if gun else x.hth_skills) for x in sheets) else ""


def score(s: State, who: str, other: str, gun: bool = False) -> int:
    """The HTH or Gun Score of `who` against `other`: in a duel the skill itself (KB-20, 21, 211)."""
    sheet = s[who].stats.sheet
    skill = duel_skill(s, who, other, gun)
    if skill:
        return (sheet.gun_skills if gun else sheet.hth_skills)[skill]
    return sheet.gun if gun else sheet.hth


def mcl(s: State, who: str, weapon: Weapon) -> int:
    """The level of the melee skill in use with a weapon, the HTH Score where none is given (KB-41)."""
    sheet = s[who].stats.sheet
    return sheet.hth_skills.get(weapon.skill or weapon.name, sheet.hth)


def dodge(s: State, who: str, by: str, *, aware: bool = True, less: int = 0) -> int:
    """The Dodge against an attack of `by` (KB-22): the lower of 0 and itself where Dodge is lost."""
    c = s[who].stats
    hth = score(s, who, by)
    whole = hth + c.sheet.ref_bonus + c.sheet.armor_dodge - c.guard - less
    if c.mode == DEFENSIVE:
        whole += hth
    lost = not aware or c.unaware or c.bare or c.mode == AGGRESSIVE or helpless(s, who)
    return min(0, whole) if lost else whole


def stun_dice(total: int, health: int) -> int:
    """KB-71: d6 of a stun roll by total wounds ÷ Health."""
    if 4 * total < health:
        return 2
    if 2 * total < health:
        return 3
    if total < health:
        return 4
    return 5 if 2 * total < 3 * health else 6


# ------------------------------------------------------------------ ranges
def range_of(s: State, a: str, b: str) -> int:
    """The range of a pair; Apart where none has been set (KB-53)."""
    return s.ground.ranges.get(pair(a, b), APART)


def lunge_feet(s: State, who: str, weapon: Weapon) -> int:
    """How far a Lunge goes in feet (KB-51)."""
    return max(1, mcl(s, who, weapon) + s[who].stats.sheet.dex_bonus)


def tied_together(s: State, a: str, b: str) -> bool:
    """Whether one of a pair holds the other, so that their range stays."""
    return a in holders(s, b) or b in holders(s, a)


def pinned(s: State, who: str) -> bool:
    """Pinned by a ruling, for as long as it is held."""
    return s[who].stats.pinned and bool(holders(s, who))


# ------------------------------------------------------------------ actions of the round
def actions(s: State, who: str, weapon: Weapon) -> int:
    """Actions this round with a weapon, as the mode has it (KB-30 to 32)."""
    c, n = s[who].stats, weapon.actions
    if weapon.gun:
        return n
    begins = (s.round - c.since) % 2 == 0
    if c.mode == DEFENSIVE:
        return (n + 1) // 2 if n > 1 else int(not begins)
    if c.mode == AGGRESSIVE:
        return (3 * n + 1) // 2 if n > 1 else 1 + int(begins)
    return n


def to_come(s: State, who: str) -> tuple[str, ...]:
    """Ids of a combatant's slots past the acting one; not the one its Great Blow has spent (KB-41)."""
    at = next((n for n, x in enumerate(s.order) if x.id == s.acting), -1)
    slots = tuple(x.id for x in s.order[at + 1 :] if x.who == who)
    return slots[1:] if s[who].stats.blow else slots


def unspent(s: State, who: str) -> int:
    """How many actions it could still spend in defence this round."""
    if s.ground.rolled == s.round:
        return len(to_come(s, who))
    c = s[who].stats
    return max(0, actions(s, who, in_hand(s, who)) - c.debt - bool(c.blow))


def first_act(s: State, who: str) -> bool:
    """Whether its acting slot is the first thing it does this round (for what is to be its only act)."""
    own = next((x.id for x in s.order if x.who == who), "")
    return not s[who].stats.acted and own == s.acting


def may_defend(s: State, who: str, aware: bool) -> bool:
    """Whether it can spend an action in defence against an attack (KB-41, 42, 52, 72)."""
    return s.here(who) and aware and not s[who].stats.unaware and able(s, who) and unspent(s, who) > 0


def may_parry(s: State, who: str, aware: bool) -> bool:
    """Whether it can Parry: not held, not in Aggressive mode, not during its own Great Blow."""
    c = s[who].stats
    return may_defend(s, who, aware) and not (c.blow or c.mode == AGGRESSIVE or holders(s, who))


def may_block(s: State, who: str, aware: bool) -> bool:
    """Whether it can Block: not held."""
    return may_defend(s, who, aware) and not holders(s, who)


def may_sidestep(s: State, who: str, aware: bool) -> bool:
    """Whether it can Sidestep: not held, since it has to move."""
    return may_defend(s, who, aware) and not holders(s, who)


# ------------------------------------------------------------------ what an attack needs
def why_not(
    s: State, who: str, target: str, weapon: Weapon, manner: str, *, begun: bool = False
) -> str | None:
    """Why this attack cannot be made now, in a sentence; None when it can (KB-40).

    begun: it is a Great Blow under way, whose weapon has been settled.
    """
    return next((why for why in _reasons(s, who, target, weapon, manner, begun) if why), None)


def _reasons(
    s: State, who: str, target: str, weapon: Weapon, manner: str, begun: bool
) -> Iterator[str | None]:
    yield cannot_attack(s, who)
    if not s.here(target) or target == who:
        yield "That one is not in this fight."
        return
    if s[target].stats.dead:
        yield f"{s[target].name} is dead."
    if not begun:
        yield _weapon_limits(s, who, weapon, manner)
    if manner != ATTACK:
        yield _maneuver_limits(s, who, manner)
    if weapon.gun:
        yield _held_off(s, who, range_of(s, who, target))
    else:
        yield _reach(s, who, target, weapon, manner)


def cannot_attack(s: State, who: str) -> str | None:
    """Why it cannot attack at all."""
    if dazed(s, who):
        return "Dazed: no attack, only defences and moves."
    if pinned(s, who):
        return "Pinned: only breaking free is possible."
    if s[who].stats.blow:
        return "A Great Blow is under way and lands on the next action."
    return None


def _weapon_limits(s: State, who: str, weapon: Weapon, manner: str) -> str | None:
    c = s[who].stats
    if weapon.gun and manner != ATTACK:
        return f"{MANNERS.get(manner, manner)} needs a melee weapon; the {weapon.spoken} is a gun."
    if weapon.gun and c.mode != "normal":
        return f"One who shoots is in Normal mode, and this round's mode is {c.mode.capitalize()}."
    if manner != ATTACK and manner not in weapon.moves:
        able_to = [w.spoken for w in c.sheet.weapons.values() if manner in w.moves]
        others = f"; it is with the {' or the '.join(able_to)}" if able_to else ""
        return f"{MANNERS.get(manner, manner)} is not possible with the {weapon.spoken}{others}."
    allowed = max(1, actions(s, who, weapon))
    if c.acted >= allowed and weapon.name != weapon_of(s, who, c.armed).name:
        n = "1 action" if allowed == 1 else f"{allowed} actions"
        spent = "1 has" if c.acted == 1 else f"{c.acted} have"
        return f"The {weapon.spoken} allows {n} a round, and {spent} been spent."
    return None


def _maneuver_limits(s: State, who: str, manner: str) -> str | None:
    c = s[who].stats
    if manner == GREAT_BLOW and c.mode == AGGRESSIVE:
        return "There are no Great Blows in Aggressive mode."
    if manner == CHARGE and not first_act(s, who):
        return "A Charge is the only act of its round, and something has been done already."
    if manner in (CHARGE, LUNGE) and holders(s, who):
        return "Held: no movement."
    return maneuver_spent(s, who)


def maneuver_spent(s: State, who: str) -> str | None:
    """Why no further maneuver can be made this round (KB-40, option `maneuvers`)."""
    made = s[who].stats.maneuver
    if made and s.option("maneuvers") == "round":
        return f"One maneuver a round, and this round's was {MANNERS.get(made, 'Grapple Break')}."
    return None


def _reach(s: State, who: str, target: str, weapon: Weapon, manner: str) -> str | None:
    now = range_of(s, who, target)
    if manner in (CHARGE, LUNGE) and tied_together(s, who, target):
        return "One holds the other, so their range stays as it is."
    if manner == CHARGE:
        far = now > weapon.optimum
        return None if far else f"A Charge needs room: further than {RANGES[weapon.optimum]}."
    if now == APART:
        return "They are Apart: move closer or Charge first."
    if manner == LUNGE:
        return _lunge_reach(s, who, weapon, now)
    if manner in (GRAPPLE, THROW) and now != CONTACT:
        return f"A {MANNERS[manner]} is made at Contact, and the range is {RANGES[now]}."
    if manner == ENTANGLE and now > weapon.optimum:
        return f"Entangle reaches to {RANGES[weapon.optimum]}, and the range is {RANGES[now]}."
    return _held_off(s, who, now)


def _held_off(s: State, who: str, now: int) -> str | None:
    """One who is held attacks only at Contact, with a gun as well (KB-43)."""
    if not holders(s, who) or now == CONTACT:
        return None
    return f"Held: attacks only at Contact, and the range is {RANGES[now]}."


def _lunge_reach(s: State, who: str, weapon: Weapon, now: int) -> str | None:
    feet = lunge_feet(s, who, weapon)
    steps = 2 if feet >= 8 else 1
    if 1 <= now - weapon.optimum <= steps:
        return None
    how = "one step" if steps == 1 else "one or two steps"
    best = RANGES[weapon.optimum]
    return f"A Lunge of {feet} feet begins {how} beyond {best}, and the range is {RANGES[now]}."
