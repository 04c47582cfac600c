"""The close attack in the order of the rulebook: roll, reaction, damage, armor, hit points (OQ-30 to 38)."""

from __future__ import annotations

from rules.engine.procedures import Fight, procedure

from .blows import (
    ATHLETIC,
    DISARM,
    HOLD,
    SET,
    SHIELD,
    THROW,
    VERBS,
    Blow,
    Outcome,
    at_range,
    attack_skill,
    weapon_of,
)
from .chances import Level
from .changes import did
from .defence import defend
from .harm import MAXIMUM, ROLLED, damage, fumble, shield_strike
from .lines import Attacks, Plainly
from .model import DEAD, State
from .modifiers import wind_stops
from .skills import skill_test
from .special import athletic_test, counter, disarm, hold, thrown_down

C, S, F, X, N = Level.CRITICAL, Level.SUCCESS, Level.FAILURE, Level.FUMBLE, Level.NONE

TABLE: dict[tuple[Level, Level], str] = {
    (S, S): "",
    (S, F): ROLLED,
    (S, N): ROLLED,
    (S, X): ROLLED,
    (S, C): "",
    (C, N): MAXIMUM,
    (C, F): MAXIMUM,
    (C, S): MAXIMUM,
    (C, X): MAXIMUM,
    (C, C): ROLLED,
}
"""OQ-37: (attack, defence) -> damage. Besides, a fumbled defence is a fumble of the defender's."""


@procedure("OQ-31, 37, 39")
async def strike(fight: Fight[State], b: Blow, again: bool = False) -> Outcome:
    """One attack from the roll to the wound. again: the second one of an All-out Attack.

    A miss ends it, a fumble goes to the Referee, a hit asks the defender. A helpless target at Close is hit
    critically without a roll. Nobody can react to a set weapon (OQ-47).
    """
    if fight.s[b.target].stats.state == DEAD or not fight.s.here(b.target):
        return Outcome(N)
    verb = "strikes again at" if again else VERBS[b.manner]
    await Attacks(b.attacker, b.target, verb, weapon_of(fight.s, b).name)
    attack = await attack_roll(b)
    if attack is X:
        await fumble(b.attacker, b.weapon)
    if not attack.good:
        return Outcome(attack)
    return await hit(b, attack)


@procedure("OQ-32, 39, 44, 55")
async def attack_roll(fight: Fight[State], b: Blow) -> Level:
    """How well the attack is struck."""
    if fight.s[b.target].stats.helpless and not at_range(fight.s, b):
        await Plainly("{1} is helpless: no roll, a critical", b.attacker, b.target)
        return C
    if at_range(fight.s, b) and wind_stops(fight.s):
        await Plainly("The storm carries the shot away: it fails", b.attacker)
        return F
    if b.manner == ATHLETIC:
        return await athletic_test(b)
    return await skill_test(b.attacker, "attack", attack_skill(fight.s, b))


@procedure("OQ-31, 33, 37, 50, 51")
async def hit(fight: Fight[State], b: Blow, attack: Level) -> Outcome:
    """A hit: the defence, then what the table says, then the fumbles it brings."""
    helpless = fight.s[b.target].stats.helpless
    how, defence = ("none", N) if helpless or b.manner == SET else await defend(b, attack)
    kind = TABLE[attack, defence]
    if kind:
        await did(b.target, beaten=True)
        await lands(b, kind, attack is C and defence is C)
    else:
        await Plainly("{1} dodges the blow" if how == "dodge" else "{1} parries", b.attacker, b.target)
        if how == "unarmed" and weapon_of(fight.s, b).skill == "unarmed":
            await counter(b)
    if defence is X:
        await fumble(b.target, fight.s[b.target].stats.hand)
    if defence is C and how in ("parry", "shield", "unarmed"):
        await critical_parry(b, attack, how)
    return Outcome(attack, how, defence, bool(kind))


@procedure("OQ-37, 51")
async def critical_parry(fight: Fight[State], b: Blow, attack: Level, how: str) -> None:
    """What prose adds to the table: the attacker fumbles against a critical parry; a shield strikes back at
    whoever is within its reach.
    """
    near_enough = not at_range(fight.s, b)
    if how == "shield" and near_enough and fight.s[b.target].stats.turn.manner == SHIELD:
        await shield_strike(b.target, b.attacker)
    if attack is S and fight.s.option("critical_parry_fumbles_attacker"):
        await Plainly("The critical parry makes {0} fumble", b.attacker)
        await fumble(b.attacker, b.weapon)


@procedure("OQ-31, 45, 50")
async def lands(fight: Fight[State], b: Blow, kind: str, met: bool) -> None:
    """The blow tells: damage, or what its manner does instead. met: a critical met by a critical."""
    if b.manner == DISARM and met:
        await Plainly("{1} keeps hold of everything", b.attacker, b.target)
    elif b.manner == DISARM:
        await disarm(b)
    elif b.manner == HOLD:
        await hold(b.attacker, b.target)
    else:
        await damage(b, kind)
        if b.manner == THROW:
            await thrown_down(b.attacker, b.target)
