"""A blow: how one attack is made, and the skill it is made with (OQ-32, 39, 42 to 49, 55)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.codec import stored

from .chances import Level
from .gear import UNARMED, Weapon
from .model import SKILLS, State
from .modifiers import close_attack, shooting, summed
from .skills import Mod, Skill

STANDARD, ALL_OUT, GREAT, ATHLETIC, DISARM = "standard", "all-out", "great", "athletic", "disarm"
CHARGE, DERVISH, HOLD, THROW, BONUS, SET, COUNTER = (
    "charge",
    "dervish",
    "hold",
    "throw",
    "bonus",
    "set",
    "counter",
)
SHIELD, RETREAT, SPRINT = "shield", "retreat", "sprint"

MANNERS = {
    STANDARD: "Standard attack",
    ALL_OUT: "All-out Attack",
    GREAT: "Great Attack",
    ATHLETIC: "Athletic Attack",
    DISARM: "Disarming Attack",
    CHARGE: "Charge",
    DERVISH: "Whirling Dervish",
    HOLD: "Hold",
    THROW: "Throw",
    BONUS: "Bonus attack",
    SET: "Set Weapon",
    SHIELD: "Shield Defence",
    RETREAT: "Fighting Retreat",
    SPRINT: "Escaping Sprint",
}
NON_STANDARD = (ALL_OUT, GREAT, ATHLETIC, DISARM, SET, CHARGE, DERVISH, SHIELD, RETREAT, SPRINT)
"""OQ-40: one of these a round."""
BEFORE_REACTIONS = (GREAT, ALL_OUT, CHARGE, SHIELD, DERVISH, RETREAT, SPRINT)
"""OQ-21: they change the defences of the whole round."""

VERBS = {
    STANDARD: "attacks",
    ALL_OUT: "goes all out against",
    GREAT: "makes a Great Attack on",
    ATHLETIC: "makes an Athletic Attack on",
    DISARM: "tries to disarm",
    CHARGE: "charges",
    DERVISH: "whirls at",
    HOLD: "tries to hold",
    THROW: "tries to throw",
    BONUS: "makes a bonus attack on",
    SET: "meets the charge of",
}
_OWN = {
    ALL_OUT: Mod("All-out Attack", -20),
    GREAT: Mod("Great Attack", 20),
    SET: Mod("set weapon", 20),
    BONUS: Mod("bonus attack", -20),
}


@stored
@dataclass(frozen=True, slots=True)
class Blow:
    """One attack: who, whom, with what, in which manner, what is ticked, and another modifier."""

    attacker: str
    target: str
    weapon: str
    manner: str = STANDARD
    ticks: tuple[str, ...] = ()
    modifier: int = 0


@stored
@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a blow: how well it was struck, how it was met, and whether it told."""

    attack: Level
    how: str = "none"
    defence: Level = Level.NONE
    told: bool = False


def weapon_of(s: State, b: Blow) -> Weapon:
    """The weapon of a blow; bare hands where it is gone meanwhile."""
    return s[b.attacker].stats.carried(b.weapon) or UNARMED


def named(s: State, who: str, w: Weapon) -> str:
    """The skill with a weapon by name, and that Riding caps it where it does."""
    capped = s[who].stats.percent(w) < (w.percent or s[who].stats.skill(w.skill))
    return SKILLS[w.skill] + (" (Riding)" if capped else "")


def at_range(s: State, b: Blow) -> bool:
    """Whether it is shot or thrown."""
    return weapon_of(s, b).skill == "ranged"


def attack_skill(s: State, b: Blow) -> Skill:
    """OQ-32: the weapon's skill, with situational modifiers and the manner's."""
    w = weapon_of(s, b)
    extra = Mod("other", b.modifier)
    if w.skill == "ranged":
        rows = (*shooting(s, b.attacker, b.target, w, b.ticks), *((extra,) if b.modifier else ()))
    else:
        rows = summed(s, (*close_attack(s, b.attacker, b.target, b.ticks), *((extra,) if b.modifier else ())))
    own = _OWN.get(b.manner)
    skill = Skill(named(s, b.attacker, w), s[b.attacker].stats.percent(w))
    return skill.plus(*((own,) if own else ()), *rows)
