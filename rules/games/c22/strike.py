"""An attack against Avoidance, Armor and Health, once its Accuracy is known (CT-30 to 34)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.procedures import Fight, procedure

from .arms import Arm
from .attack_lines import Struck
from .harm import aside, harm
from .lines import Part
from .state import MELEE, State, Stats, avoidance, sources, tier, veiled


@dataclass(frozen=True, slots=True)
class Blow:
    """What came of an attack. kind: full, half, nothing, dealer (the Dealer's word), stopped (it was not
    made).
    """

    kind: str
    damage: int = 0
    effect: str = ""
    tier: int = 0


def hampered(s: State, attacker: str, target: str, how: Arm) -> tuple[Part, ...]:
    """What effects do to the Accuracy of this attack: taunted by another, a downed target in melee."""
    taunt = 0 if target in sources(s, attacker, "taunted") else tier(s, attacker, "taunted")
    down = tier(s, target, "downed") if how.range == MELEE else 0
    return tuple(p for p in ((-taunt, "taunted"), (down, "target downed")) if p[0])


def attack_value(s: State, attacker: str, how: Arm, bonus: Part) -> tuple[Part, ...]:
    """The parts of the attack value: weapon, skill, maneuver, less what the attacker is weakened by
    (CT-32).
    """
    weak = -tier(s, attacker, "weakened")
    more = ((how.skill_damage, "skill"), bonus, (weak, "weakened"))
    return ((how.damage, how.name), *(p for p in more if p[0]))


def dealt(value: int, stats: Stats, *, half: bool) -> int:
    """Damage of an attack value: halved and rounded up where it counts half, then less Armor, at least 0
    (CT-31, 32).
    """
    value = max(0, value)
    return max(0, (value + 1) // 2 - stats.armor) if half else max(0, value - stats.armor)


@procedure("CT-30, 31, 32, 33")
async def strike(
    fight: Fight[State],
    attacker: str,
    target: str,
    how: Arm,
    card: str,
    base: int,
    accuracy: tuple[Part, ...],
    bonus: Part,
    obscured: bool,
    extra: int,
) -> Blow:
    """Accuracy against Avoidance, then the attack value against Armor. extra: Avoidance that distance
    adds.
    """
    s = fight.s
    obscured = obscured or tier(s, target, "obscured") > 0
    against = avoidance(s, target) + extra
    value = attack_value(s, attacker, how, bonus)
    half = base + sum(n for n, _ in accuracy) <= against
    missed = half and obscured
    damage = 0 if missed else dealt(sum(n for n, _ in value), s[target].stats, half=half)
    await Struck(
        attacker, target, how.name, card, base, accuracy, against, value, s[target].stats.armor, damage,
        half, obscured, veiled(s, target), to=aside(s, target),
    )  # fmt: skip
    await harm(target, damage, "", attacker)
    return Blow("nothing" if missed else "half" if half else "full", damage)
