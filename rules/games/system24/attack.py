"""Attacks: manner, called target, DC with every part named, the roll, where it lands (TF-40..52)."""

from __future__ import annotations

from rules.engine.changes import DropLasting
from rules.engine.effects import Ask, Option
from rules.engine.lines import Said
from rules.engine.procedures import Fight, Refused, procedure

from .chances import BARE, Result, SkillRoll
from .changes import AmmoSpent, Committed, GuardBroken, Held, Remembered
from .defence import base_part, defend
from .events import announce, first_match
from .harm import comes_through, default_location, gear_hit, take_hit
from .lines import AttackBegins, Part
from .pressure import REFUSED, STRIKE, UNSEEN, blind_dc, dazed, pressure, total
from .rolls import complicate, skill_roll
from .sheet import REGION_WORDS, SEPARATED, State, Weapon
from .state import (
    AIM,
    able,
    anchors_refusal,
    between,
    engaged_with,
    grip,
    guard_weapon_problem,
    lasting,
    weapon_problem,
    wounds_of,
)

MANNERS = {
    "focused": "Focused Attack",
    "wild": "Wild Swing",
    "full-leverage": "Full Martial Attack for Leverage",
    "full-wound": "Full Martial Attack for a wound more",
}
MANNER_WORDS = {
    **MANNERS,
    "full-leverage": "Full Martial Attack",
    "full-wound": "Full Martial Attack",
    "guard": "attack out of Guard",
    "rapid": "Rapid Fire",
    "covering": "Covering Fire",
}
ANCHORS_OF = {"wild": "L", "focused": "LH", "full-leverage": "LHF", "full-wound": "LHF", "guard": ""}
CALLED = ("none", "head", "left_arm", "right_arm", "legs")
COVER_WORDS = {"passive": "passive cover", "active": "active cover", "structural": "structural cover"}
TICKS = {
    "leverage1": ("Leverage +1", "one advantage more"),
    "leverage2": ("Leverage +2", "two advantages more"),
    "leverage3": ("Leverage +3", "three advantages more"),
    "pressure1": ("Pressure +1", "DC +1"),
    "pressure2": ("Pressure +2", "DC +2"),
    "pressure4": ("Pressure +4", "DC +4"),
    "unseen": ("Cannot see the target", "DC +4"),
    "blind2": ("Half-blind", "DC +2, the Guide's lesser category"),
    "blind6": ("Blind and risky", "DC +6, the Guide's worst category"),
    "concealed": ("Target concealed", "DC +1 for ranged"),
    "passive": ("Target in passive cover", "DC +1 for ranged"),
    "active": ("Target in active cover", "DC +2 for ranged"),
    "structural": ("Target in structural cover", "DC +1 in melee"),
}
"""What the one who attacks can tick besides: value -> words and effect."""
TRIGGERED = "triggered"
"""Among the ticks of an attack out of a Triggered Action, which who is Disoriented makes at +2 (TF-113)."""


def attack_anchors(weapon: Weapon, both: bool, manner: str) -> str:
    """TF-11, 40..42: the anchors of an attack. Jaws take the head in place of a hand."""
    needed = ANCHORS_OF[manner]
    if weapon.has("natural"):
        needed = needed.replace("L", "H" if "H" not in needed else "")
    return needed.replace("L", "LR") if both else needed


def attack_words(weapon: Weapon, both: bool, manner: str, called: str, on: str = "") -> str:
    """ "Wild Swing with the spear in both hands, called at the head"; on: " on them"."""
    hands = " in both hands" if both and weapon.hands == 12 else ""
    what = "bare hands" if weapon.name == "unarmed" else f"the {weapon.name}{hands}"
    at = f", called at the {REGION_WORDS[called]}" if called != "none" else ""
    more = " for 1 wound more" if manner == "full-wound" else ""
    return f"{MANNER_WORDS[manner]}{on} with {what}{more}{at}"


def strike_problem(s: State, attacker: str, target: str, weapon: Weapon, both: bool) -> str | None:
    """Why this attack cannot be made now, anchors left aside; None when it can."""
    if target == attacker:
        return "You cannot attack yourself."
    if not s.here(target) or not s.here(attacker):
        return "They are not in this fight any more."
    problem = weapon_problem(s, attacker, weapon, both)
    if problem:
        return problem
    state = between(s, attacker, target)
    if not weapon.ranged and state == SEPARATED:
        return f"{s[target].name} is Separated from you: Advance first, or use a ranged weapon."
    if weapon.has("separated") and state != SEPARATED:
        return f"A {weapon.name} shoots only from Separated, and {s[target].name} is in reach of you."
    if s[target].stats.cover == "total":
        return f"{s[target].name} is in total cover: the attack cannot be made."
    if s[attacker].stats.statuses.get("blind", 0) >= REFUSED:
        return "You are blind, and the Guide allows no such strike."
    return None


def leverage_parts(
    s: State, attacker: str, target: str, weapon: Weapon, manner: str, called: str, ticks: tuple[str, ...]
) -> tuple[Part, ...]:
    """TF-05, 06, 41, 42, 51: every advantage of an attack."""
    parts: list[Part] = []
    if manner == "full-leverage":
        parts.append(("Full Martial Attack", 1))
    if manner == "focused" and called != "none" and s.options.get("focused_bonus") == "leverage":
        parts.append(("careful strike", 1))
    if not weapon.ranged and s[target].stats.has("prone"):
        parts.append(("target is prone", 1))
    aim = lasting(s, attacker, AIM)
    if weapon.ranged and aim is not None:
        parts.append(("aim", aim.value))
    more = sum(int(t[-1]) for t in ticks if t.startswith("leverage"))
    if more:
        parts.append(("circumstances", more))
    return tuple(parts)


def _cover_parts(s: State, target: str, weapon: Weapon, ticks: tuple[str, ...]) -> list[Part]:
    """TF-52: concealment and cover."""
    them, parts = s[target].stats, list[Part]()
    if not weapon.ranged:
        return [(COVER_WORDS["structural"], 1)] if "structural" in (them.cover, *ticks) else []
    if them.has("concealed") or "concealed" in ticks:
        parts.append(("concealed", 1))
    if "active" in (them.cover, *ticks):
        parts.append((COVER_WORDS["active"], 2))
    elif "passive" in (them.cover, *ticks):
        parts.append((COVER_WORDS["passive"], 1))
    return parts


def _sight(s: State, attacker: str, target: str, ticks: tuple[str, ...]) -> int:
    """TF-50: what it adds that the attacker cannot see the target. What is ticked may add to what the Guide
    has set, and never lowers it.
    """
    known = max(STRIKE if s[target].stats.has("unseen") else 0, blind_dc(s, attacker, STRIKE))
    chosen = max((int(t[-1]) for t in ticks if t.startswith("blind")), default=0)
    return max(known, chosen or (STRIKE if "unseen" in ticks else 0))


def dc_parts(
    s: State,
    attacker: str,
    target: str,
    weapon: Weapon,
    both: bool,
    manner: str,
    called: str,
    ticks: tuple[str, ...],
    defence: str,
) -> tuple[Part, ...]:
    """TF-44: the whole DC of an attack, each part named."""
    parts: list[Part] = [base_part(s, target, defence)]
    if manner in ("wild", "rapid"):
        parts.append((MANNER_WORDS[manner], 2))
    if called == "head":
        parts.append(("called at the head", 2))
    if weapon.ranged and engaged_with(s, attacker):
        parts.append(("shooter engaged", 2))
    parts += _cover_parts(s, target, weapon, ticks)
    more = sum(int(t[-1]) for t in ticks if t.startswith("pressure"))
    if more:
        parts.append(("circumstances", more))
    me = s[attacker].stats
    statuses: list[Part] = [(UNSEEN, _sight(s, attacker, target, ticks))]
    if weapon.ranged and s[target].stats.has("prone"):
        statuses.append(("target prone", 1))
    if me.has("prone") and not weapon.ranged:
        statuses.append(("attacker prone", 2))
    if called != "none" or TRIGGERED in ticks:
        statuses.append(("Disoriented", dazed(s, attacker)))
    anchors = attack_anchors(weapon, both, manner if manner in ANCHORS_OF else "focused")
    return (
        *parts,
        *pressure(s, attacker, anchors, tuple(statuses), strenuous=manner.startswith("full")),
    )


@procedure("TF-40, 41, 42, 43")
async def attack(
    fight: Fight[State],
    attacker: str,
    target: str,
    choice: str,
    manner: str,
    called: str,
    ticks: tuple[str, ...],
) -> str:
    """A declared attack. choice: the weapon, with "|2" in both hands. Gives the outcome in a word."""
    weapon, both = grip(fight.s[attacker].stats, choice)
    problem = strike_problem(fight.s, attacker, target, weapon, both)
    anchors = attack_anchors(weapon, both, manner)
    problem = problem or anchors_refusal(fight.s, attacker, anchors, f"A {MANNER_WORDS[manner]}")
    if problem:
        raise Refused(problem)
    await Committed(attacker, anchors, manner.split("-")[0])
    await GuardBroken(attacker, "an attack", target)
    await Remembered(attacker, choice, manner)
    await ready_weapon(attacker, choice)
    return await strike(attacker, target, choice, manner, called, ticks, False)


@procedure("TF-23")
async def ready_weapon(fight: Fight[State], who: str, choice: str) -> None:
    """What is used is in hand: a weapon that is not is drawn by using it."""
    weapon, _ = grip(fight.s[who].stats, choice)
    if weapon.name not in ("unarmed", fight.s[who].stats.held) and not weapon.has("natural"):
        await take_up(who, weapon.name)


@procedure("TF-23, 83")
async def take_up(fight: Fight[State], who: str, weapon: str) -> None:
    """A weapon is drawn: anyone may be waiting for just that."""
    await Held(who, weapon)
    await Said(f"{{0}} draws the {weapon}", (who,))
    if first_match(fight.s, "draws", who, "", False):
        await announce("draws", who, "", False)
    if first_match(fight.s, "draws", who, "", True):
        await announce("draws", who, "", True)


@procedure("TF-43..53")
async def strike(
    fight: Fight[State],
    attacker: str,
    target: str,
    choice: str,
    manner: str,
    called: str,
    ticks: tuple[str, ...],
    bare: bool,
) -> str:
    """The attack itself, its anchors committed before: defence, DC, roll, hit. bare: an aborted one
    (TF-84).
    """
    if first_match(fight.s, "attacks", attacker, target, False):
        await Said("{0} sets out to attack {1}", (attacker, target))
        await announce("attacks", attacker, target, False)
    weapon, both = grip(fight.s[attacker].stats, choice)
    if _prevented(fight.s, attacker, target, choice, manner):
        await Said("{0} cannot go through with the attack", (attacker,))
        return "stopped"
    words = attack_words(weapon, both, manner, called)
    defence = await defend(target, attacker, weapon, words)
    if _prevented(fight.s, attacker, target, choice, manner):
        await Said("{0} cannot go through with the attack", (attacker,))
        return "stopped"
    dc = dc_parts(fight.s, attacker, target, weapon, both, manner, called, ticks, defence)
    leverage = () if bare else leverage_parts(fight.s, attacker, target, weapon, manner, called, ticks)
    await AttackBegins(attacker, target, words, dc, leverage)
    await spend_shot(attacker, weapon)
    if bare:
        (result,) = await SkillRoll("roll", attacker, "the aborted attack", BARE, 0, (total(dc),))
    else:
        rank = fight.s[attacker].stats.rank(weapon.skill)
        (result,) = await skill_roll(attacker, "the attack", rank, total(leverage), (total(dc),))
    if result.hit and not (bare and await spared(attacker, target)):
        await land(attacker, target, choice, manner, "none" if bare else called, result, defence)
    if first_match(fight.s, "attacks", attacker, target, True):
        await announce("attacks", attacker, target, True)
    return result.word


def _prevented(s: State, attacker: str, target: str, choice: str, manner: str) -> bool:
    """Whether what came in between, a response or the Guide, has made a declared attack impossible."""
    if not able(s, attacker) or not s.here(target):
        return True
    if manner == "guard":  # TF-30, 35: a Guard reaches where an attack of one's own would not
        return guard_weapon_problem(s, attacker) is not None
    return strike_problem(s, attacker, target, *grip(s[attacker].stats, choice)) is not None


@procedure("TF-43, 129")
async def spend_shot(fight: Fight[State], who: str, weapon: Weapon, shots: int = 1) -> None:
    """Ammo is spent by every shot, hit or miss, and an aim with it."""
    if not weapon.ranged:
        return
    if weapon.ammo > 0:
        await AmmoSpent(who, weapon.name, shots)
    aim = lasting(fight.s, who, AIM)
    if aim is not None:
        await DropLasting(aim.id)


@procedure("TF-84")
async def spared(fight: Fight[State], attacker: str, target: str) -> bool:
    """After an aborted attack has hit all the same: damage as usual, or none and a Minor Complication."""
    answer = await Ask(
        attacker,
        "aborted hit",
        f"The aborted attack hits {fight.s[target].name} all the same. Which will it be?",
        (
            Option("complication", "No damage", "and a Minor Complication"),
            Option("damage", "Deal the damage", "as a usual hit"),
        ),
        "complication",
    )
    if answer == "damage":
        return False
    await complicate(attacker, "objective", False)
    return True


@procedure("TF-45, 46, 48")
async def land(
    fight: Fight[State],
    attacker: str,
    target: str,
    choice: str,
    manner: str,
    called: str,
    result: Result,
    defence: str,
    fewer: int = 0,
) -> None:
    """A hit lands: where, and how many wounds."""
    if not fight.s.here(target):
        return
    weapon, both = grip(fight.s[attacker].stats, choice)
    n = max(0, wounds_of(weapon, both) + int(manner == "full-wound") - fewer)
    where = called
    if called == "none":
        there = comes_through(fight.s, target, n, weapon.primary, result.crit, defence)
        where = await default_location(attacker, target, result.crit, there)
    if where == "belt":
        await gear_hit(target, weapon.primary, result.crit, defence)
        return
    await take_hit(target, attacker, n, where, weapon.primary, result.crit, defence, weapon.stamina)
