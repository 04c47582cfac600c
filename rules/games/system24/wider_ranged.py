"""The wider game at a distance: Aim, Rapid Fire, Suppress (TF-129)."""

from __future__ import annotations

from rules.engine.changes import AddLasting
from rules.engine.encounter import END, START, Lasting
from rules.engine.lines import Said
from rules.engine.procedures import Fight, Refused, procedure

from .attack import attack_words, dc_parts, land, leverage_parts, ready_weapon, spend_shot, strike_problem
from .changes import Committed, GuardBroken
from .defence import defend
from .events import announce, first_match
from .lines import AttackBegins
from .pressure import STRIKE, blind_dc, total
from .rolls import skill_roll
from .sheet import State, Weapon
from .state import AIM, SUPPRESS, able, anchors_refusal, grip, next_turn, weapon_problem
from .wider_moves import set_roll

LANES = {"doorway": 12, "lane": 14, "wide": 16}


def shooter_problem(s: State, who: str, choice: str, anchors: str, what: str) -> str | None:
    """Why somebody cannot do this with a ranged weapon; None when it can."""
    weapon, both = grip(s[who].stats, choice)
    if not weapon.ranged:
        return f"{what} needs a ranged weapon."
    if both and "R" not in anchors:
        anchors = anchors.replace("L", "LR")
    return weapon_problem(s, who, weapon, both) or anchors_refusal(s, who, anchors, what)


def shooting_anchors(weapon: Weapon, both: bool) -> str:
    """L(R)H."""
    return "LRH" if both else "LH"


@procedure("TF-22, 129")
async def aim(fight: Fight[State], who: str, obscured: bool) -> str:
    """Aim: Leverage +1 on the next shot before the end of the next turn."""
    problem = anchors_refusal(fight.s, who, "LH", "Aiming")
    if problem is None and not any(w.ranged for w in fight.s[who].stats.weapons):
        problem = "Aiming needs a ranged weapon."
    if problem:
        raise Refused(problem)
    await Committed(who, "LH", "aim")
    await GuardBroken(who, "aiming")
    dc, why = (12, "target obscured") if obscured else (10, "aiming")
    result = await set_roll(who, "aims", "ranged", dc, why, "LH", blind_dc(fight.s, who, STRIKE), False, True)
    if result.hit:
        ends = next_turn(fight.s, who, END)
        await AddLasting(Lasting(f"{who}/{AIM}", who, AIM, "aiming", ends, 1))
        await Said("{0} has a clear aim: Leverage +1 on the next shot", (who,))
    return result.word


@procedure("TF-129")
async def rapid_fire(fight: Fight[State], who: str, choice: str, targets: tuple[str, ...]) -> str:
    """Rapid Fire at +2 DC: two hits at one wound fewer each, both on one target or one on each of two."""
    weapon, both = grip(fight.s[who].stats, choice)
    anchors = shooting_anchors(weapon, both)
    problem = shooter_problem(fight.s, who, choice, anchors, "Rapid Fire")
    if problem is None and weapon.ammo in (0, 1):
        problem = f"Rapid Fire needs two shots, and the {weapon.name} has {weapon.ammo}."
    if problem is None and not 1 <= len(targets) <= 2:
        problem = "Choose one target, or two near each other."
    for target in targets:
        problem = problem or strike_problem(fight.s, who, target, weapon, both)
    if problem:
        raise Refused(problem)
    await Committed(who, anchors, "rapid")
    for target in targets:
        await GuardBroken(who, "an attack", target)
    await ready_weapon(who, choice)
    for target in targets:
        if first_match(fight.s, "attacks", who, target, False):
            await Said("{0} sets out to attack {1}", (who, target))
            await announce("attacks", who, target, False)
    return await _volley(who, choice, targets)


@procedure("TF-53, 129")
async def _volley(fight: Fight[State], who: str, choice: str, targets: tuple[str, ...]) -> str:
    """Defences of each target, one roll against each DC, and the hits."""
    weapon, both = grip(fight.s[who].stats, choice)
    words = attack_words(weapon, both, "rapid", "none")
    there = tuple(t for t in targets if strike_problem(fight.s, who, t, weapon, both) is None)
    if not there or not able(fight.s, who):
        await Said("{0} cannot go through with the attack", (who,))
        return "stopped"
    chosen: list[str] = []
    dcs: list[int] = []
    leverage = leverage_parts(fight.s, who, there[0], weapon, "rapid", "none", ())
    for target in there:
        defence = await defend(target, who, weapon, words)
        chosen.append(defence)
        dc = dc_parts(fight.s, who, target, weapon, both, "rapid", "none", (), defence)
        dcs.append(total(dc))
        await AttackBegins(who, target, words, dc, leverage)
    if not able(fight.s, who):
        return "stopped"
    await spend_shot(who, weapon, 2)
    rank = fight.s[who].stats.rank("ranged")
    results = await skill_roll(who, "Rapid Fire", rank, total(leverage), tuple(dcs))
    for target, result, defence in zip(there, results, chosen, strict=True):
        for _ in range(2 if len(targets) == 1 else 1):
            if result.hit:
                await land(who, target, choice, "rapid", "none", result, defence, 1)
    for target in there:
        if first_match(fight.s, "attacks", who, target, True):
            await announce("attacks", who, target, True)
    return max(
        (r.word for r in results), key=("miss", "success", "Partial Critical", "Legendary Success").index
    )


@procedure("TF-129")
async def suppress(fight: Fight[State], who: str, choice: str, lane: str, label: str) -> str:
    """Suppress an approach: until the shooter's next turn enemies who advance by it have +2 DC."""
    weapon, both = grip(fight.s[who].stats, choice)
    anchors = shooting_anchors(weapon, both)
    problem = shooter_problem(fight.s, who, choice, anchors, "Suppress")
    if problem is None and not label:
        problem = "Name the approach you suppress."
    if problem:
        raise Refused(problem)
    await Committed(who, anchors, "suppress")
    await GuardBroken(who, "suppressing fire")
    await ready_weapon(who, choice)
    if not able(fight.s, who):
        return "stopped"
    await spend_shot(who, weapon)
    words = f"suppresses {label.replace('{', '(').replace('}', ')')}"
    blind = blind_dc(fight.s, who, STRIKE)
    result = await set_roll(who, words, "ranged", LANES[lane], lane, anchors, blind, False)
    if result.hit:
        key = f"{SUPPRESS}:{label}"
        ends = next_turn(fight.s, who, START)
        await AddLasting(Lasting(f"{who}/{SUPPRESS}", who, key, f"suppressing {label}", ends, 2))
        await Said("{0}'s fire covers it: DC +2 for enemies who advance there", (who,))
    return result.word
