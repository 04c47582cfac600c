"""Defences: chosen before the roll (TF-53..59)."""

from __future__ import annotations

from rules.engine.effects import Ask, Option
from rules.engine.procedures import Fight, procedure

from .chances import contested_dc
from .changes import Committed, LateParry, StaminaLost
from .guard import gives_up_guard, reacts_to
from .lines import Part
from .sheet import State, Weapon
from .state import COMMITTED, FREE, able, anchor_state, flag, weapon_problem

BASE_DC = 13
STEPS = ("advance", "move", "past", "cover", "sprint", "leap")
"""TF-39, 52: what may hold F and leave Dodge available; Sprint and Leap take it by themselves, save from
acrobats.
"""
ATTACKS = ("wild", "focused", "full")
NONE = Option("none", "No defence", "base DC 13")


def aware_of(s: State, who: str, of: str) -> bool:
    """TF-59, 291: whether somebody is aware of another."""
    return s[who].stats.aware and (who, of) not in s.ground.unaware


def _open(s: State, who: str, anchor: str, held_by: tuple[str, ...] = ()) -> bool:
    """Whether an anchor is there for a defence: free, or held by one of these actions only."""
    state, _ = anchor_state(s, who, anchor)
    return state == FREE or (state == COMMITTED and s[who].stats.committed.get(anchor, "") in held_by)


def may_dodge(s: State, who: str) -> bool:
    """TF-56: feet to dodge with."""
    me = s[who].stats
    stopped = me.no_dodge or me.has("prone") or me.lame or me.has("cornered")
    return not stopped and _open(s, who, "F", STEPS)


def parry_weapon(s: State, who: str) -> Weapon | None:
    """TF-57: the weapon in hand, if it can parry at all."""
    weapon = s[who].stats.in_hand
    both = weapon.hands == 2
    fits = weapon.armed and not weapon.ranged and not weapon.has("natural")
    return weapon if fits and not weapon_problem(s, who, weapon, both) else None


def may_parry(s: State, who: str, against: Weapon) -> bool:
    """TF-57: a melee attack, a weapon in hand, L unspent; or spent on an attack with a Parry weapon, once."""
    weapon = parry_weapon(s, who)
    if against.ranged or weapon is None:
        return False
    if _open(s, who, "L"):
        return True
    return weapon.has("parry") and not s[who].stats.late_parry and _open(s, who, "L", ATTACKS)


def may_block(s: State, who: str) -> bool:
    """TF-58: something in R to block with, or the bare arm where the option allows it."""
    me = s[who].stats
    thing = bool(me.shield) and me.shield_integrity > 0
    return (thing or flag(s, "bare_arm_block")) and _open(s, who, "R")


def dodge_dc(s: State, who: str) -> int:
    """TF-56: contested Athletics if higher than 13; 2 less with injured legs or poor terrain, not below
    13.
    """
    me = s[who].stats
    poor = s.ground.poor or me.has("poor_footing") or me.wounded("legs") > 0
    return max(BASE_DC, contested_dc(me.rank("athletics")) - (2 if poor else 0))


def parry_dc(s: State, who: str) -> int:
    """TF-57: contested Melee if higher than 13."""
    return max(BASE_DC, contested_dc(s[who].stats.rank("melee")))


def base_part(s: State, target: str, defence: str) -> Part:
    """TF-44, 56..58: the first part of an attack's DC."""
    if defence == "dodge":
        return "Dodge", dodge_dc(s, target)
    if defence == "parry":
        return "Parry", parry_dc(s, target)
    return ("Block", BASE_DC) if defence == "block" else ("base", BASE_DC)


def defences(s: State, target: str, attacker: str, weapon: Weapon) -> tuple[Option, ...]:
    """TF-53: the options that are eligible, "no defence" always one of them."""
    if not able(s, target) or not aware_of(s, target, attacker) or not s.here(attacker):
        return (NONE,)
    found = [NONE]
    spends = flag(s, "defence_commits_anchor")

    ends = "; breaks your Guard" if gives_up_guard(s, target, attacker) else ""

    def kept(anchor: str) -> str:
        return (f"; commits {anchor} until your next turn" if spends else "") + ends

    if may_dodge(s, target):
        hint = f"base DC {dodge_dc(s, target)}; a miss avoids all; costs 1 stamina either way{kept('F')}"
        found.append(Option("dodge", "Dodge", hint))
    if may_parry(s, target, weapon):
        once = "" if _open(s, target, "L") else "; after an attack only once until your next turn"
        hint = (
            f"base DC {parry_dc(s, target)}; a hit does one wound fewer{once + ends if once else kept('L')}"
        )
        found.append(Option("parry", "Parry", hint))
    if may_block(s, target):
        found.append(Option("block", "Block", _block_hint(s, target) + kept("R")))
    return tuple(found)


def _block_hint(s: State, who: str) -> str:
    me = s[who].stats
    if me.shield and me.shield_integrity > 0:
        if me.shield_kind == "shield":
            return "base DC stays 13; the shield takes the first wound, others become stamina"
        return "base DC stays 13; wounds become stamina and wear the object"
    return "base DC stays 13; the wounds go to your right arm first"


@procedure("TF-53, 55, 56")
async def defend(fight: Fight[State], target: str, attacker: str, weapon: Weapon, words: str) -> str:
    """One defence, chosen before the roll; what it costs is paid at once. Gives dodge, parry, block or
    none.
    """

    def options(s: State) -> tuple[Option, ...]:
        return defences(s, target, attacker, weapon)

    if len(options(fight.s)) == 1:
        return "none"
    prompt = f"{fight.s[attacker].name} attacks: {words}. Defend?"
    choice = await Ask(target, "defence", prompt, options, "none")
    if choice == "none":
        return choice
    if choice == "dodge":
        await StaminaLost(target, 1)
    anchor = {"dodge": "F", "parry": "L", "block": "R"}[choice]
    if choice == "parry" and fight.s[target].stats.committed.get("L") in ATTACKS:
        await LateParry(target)
    elif flag(fight.s, "defence_commits_anchor"):
        await Committed(target, anchor, choice)
    await reacts_to(target, attacker)
    return choice
