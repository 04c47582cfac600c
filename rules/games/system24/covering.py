"""Covering Fire, in its refined form (TF-90..92)."""

from __future__ import annotations

from rules.engine.effects import Ask, Option
from rules.engine.lines import Said
from rules.engine.procedures import Fight, Refused, procedure

from .attack import dc_parts, leverage_parts, ready_weapon, spend_shot, strike_problem
from .changes import Committed, GuardBroken
from .guard import on_guard
from .harm import gear_hit, take_hit
from .lines import Part, TestBegins
from .pressure import total
from .rolls import skill_roll
from .sheet import State
from .state import able, anchors_refusal, grip, wounds_of


def covering_problem(s: State, who: str, target: str, choice: str) -> str | None:
    """Why Covering Fire cannot be laid on this enemy now; None when it can."""
    weapon, both = grip(s[who].stats, choice)
    if not weapon.ranged:
        return "Covering Fire needs a ranged weapon."
    if not s.here(target) or s[target].side == s[who].side:
        return "Choose an enemy."
    problem = strike_problem(s, who, target, weapon, both)
    if problem:
        return problem
    return None if on_guard(s, target) else f"{s[target].name} has no Guard to be disturbed."


@procedure("TF-90")
async def covering_fire(fight: Fight[State], who: str, target: str, choice: str) -> str:
    """Covering Fire as a declared action: L and H (and R for a two-handed weapon)."""
    problem = covering_problem(fight.s, who, target, choice)
    _, both = grip(fight.s[who].stats, choice)
    anchors = "LRH" if both else "LH"
    problem = problem or anchors_refusal(fight.s, who, anchors, "Covering Fire")
    if problem:
        raise Refused(problem)
    await Committed(who, anchors, "covering")
    await ready_weapon(who, choice)
    if covering_problem(fight.s, who, target, choice) or not able(fight.s, who):
        await Said("{0} cannot go through with the Covering Fire", (who,))
        return "stopped"
    return await lay_fire(who, target, choice)


@procedure("TF-90, 91, 92")
async def lay_fire(fight: Fight[State], who: str, target: str, choice: str) -> str:
    """The fire itself: ammo, the roll, and what it forces on the defender."""
    await GuardBroken(who, "Covering Fire")
    weapon, both = grip(fight.s[who].stats, choice)
    dc: tuple[Part, ...] = dc_parts(fight.s, who, target, weapon, both, "covering", "none", (), "none")
    if str(fight.s.options.get("covering_fire_dc")) == "12":
        dc = (("base", 12), *dc[1:])
    leverage = leverage_parts(fight.s, who, target, weapon, "covering", "none", ())
    await TestBegins(who, f"lays Covering Fire on {{0}} with the {weapon.name}", dc, leverage, (target,))
    await spend_shot(who, weapon)
    rank = fight.s[who].stats.rank("ranged")
    (result,) = await skill_roll(who, "Covering Fire", rank, total(leverage), (total(dc),))
    if not result.hit or not fight.s.here(target):
        return result.word
    takes_cover, hit = True, True
    if not result.crit:
        answer = await Ask(
            target,
            "cover or stand",
            f"Covering Fire from {fight.s[who].name}. Take Cover or Stand Fast?",
            (
                Option("cover", "Take Cover", "no Guard until the start of your next turn"),
                Option("stand", "Stand Fast", f"keep your Guard and be hit by the {weapon.name}"),
            ),
            "cover",
        )
        takes_cover, hit = answer == "cover", answer == "stand"
    if takes_cover:
        await GuardBroken(target, "Covering Fire")
        await Said("{0} loses their Guard", (target,))
    else:
        await Said("{0} stands fast", (target,))
    if hit and able(fight.s, target):
        await _fire_hits(who, target, choice, result.crit)
    return result.word


@procedure("TF-47, 91, 92")
async def _fire_hits(fight: Fight[State], who: str, target: str, choice: str, crit: int) -> None:
    """The covering fire attack: the weapon's wounds on the Core; on a critical its property, or the belt."""
    weapon, both = grip(fight.s[who].stats, choice)
    if crit and fight.s[target].stats.belt and fight.s.here(who):
        where = await Ask(
            who,
            "location",
            f"Partial Critical: hit the Core of {fight.s[target].name}, or the belt?",
            (Option("core", "Core"), Option("belt", "Belt gear", "no wound; a slot of the belt is hit")),
            "core",
        )
        if where == "belt":
            await gear_hit(target, weapon.primary, crit, "none")
            return
    await take_hit(target, who, wounds_of(weapon, both), "core", weapon.primary, crit)
