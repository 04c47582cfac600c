"""What may be chosen for an attack: targets, weapons and uses of the cards, only what is legal now, likeliest
first, with cost and effect in words.
"""

from __future__ import annotations

from dataclasses import replace

from rules.engine.ruleset import Args, Choice

from .actions import left
from .arms import UNARMED, Arm, arm, arms, band_to, barred, cannot_reach, flees, thrown
from .attack import added_accuracy, attack_forbids, by_dealer, default_plan, not_acting, plan_forbids
from .cards import number
from .choices import Choices
from .lines import minus, plural, signed
from .position import distance, far
from .state import State, maneuver, side_played
from .strike import attack_value
from .turns import Plan, does, in_words, plans, read_plan, sides_of


def targets_of(s: State, who: str) -> tuple[str, ...]:
    """Whom one might attack: standing foes by nearness, then those who are down, then friends."""
    near = sorted(s.foes(who), key=lambda f: (s[f].stats.health <= 0, distance(s, who, f) or 0))
    return tuple(x for x in (*near, *s.friends(who)) if not s[x].stats.dead)


def usable(s: State, who: str, how: Arm) -> bool:
    """Whether the turn could pay for this attack, by some use of the cards."""
    return any(plan_forbids(s, who, p, how) is None for p in plans(s, who)) or (
        how.range == "artillery" and plan_forbids(s, who, Plan(), how) is None
    )


def targets(s: State, who: str, args: Args) -> Choices:
    """Targets that some weapon (or the one chosen) can attack now."""
    stats = s[who].stats
    chosen = arm(stats, args["weapon"]) if args.get("weapon") else None
    ways = [a for a in ([chosen] if chosen else arms(stats)) if usable(s, who, a)]
    fits = (t for t in targets_of(s, who) if any(not cannot_reach(s, who, t, a) for a in ways))
    return tuple(Choice(t, s[t].name, _whereabouts(s, who, t)) for t in fits)


def _whereabouts(s: State, who: str, target: str) -> str:
    down = ", unconscious" if s[target].stats.health <= 0 else ""
    friend = ", on your side" if s[target].side == s[who].side else ""
    return far(s, who, target) + down + friend


def weapons(s: State, who: str, args: Args) -> Choices:
    """Ways to attack that can be paid for and reach the target, the weapon last used first."""
    target = args.get("target", "")
    known = target in s.combatants
    fits = (a for a in arms(s[who].stats) if usable(s, who, a))
    return tuple(
        Choice(a.key, a.name[:1].upper() + a.name[1:], weapon_hint(s, who, target, a))
        for a in fits
        if not (known and cannot_reach(s, who, target, a))
    )


def weapon_hint(s: State, who: str, target: str, a: Arm) -> str:
    """Cost, damage and what the distance does."""
    cost = "both main actions" if a.hands == 2 else plural(a.cost, "action")
    parts = [cost, f"damage {minus(a.damage + a.skill_damage)}"]
    if a.accuracy + a.skill_accuracy:
        parts.append(f"Accuracy {signed(a.accuracy + a.skill_accuracy)}")
    if a.inflicts:
        parts.append(f"{a.inflicts.effect} ({a.inflicts.tier})")
    if target in s.combatants:
        found = band_to(s, who, target, a)
        if by_dealer(s, who, target, a):
            parts.append("the Dealer decides")
        elif found and found.obscured:
            parts.append("Obscured" + (f", Avoidance +{found.extra}" if found.extra else ""))
    return ", ".join(parts)


def default_target(s: State, who: str, args: Args) -> str | None:
    """The likeliest foe; never one's own side, nor somebody who is down."""
    own = s[who].side
    fits = (c.value for c in targets(s, who, args))
    return next((t for t in fits if s[t].side != own and s[t].stats.health > 0), None)


def default_weapon(s: State, who: str, args: Args) -> str | None:
    """The weapon last used where it can reach the target, else the first that can; bare hands only for those
    who have nothing else.
    """
    fits = [c.value for c in weapons(s, who, args)]
    armed = len(arms(s[who].stats)) > 1
    return next((w for w in fits if w != UNARMED or not armed), None)


def barred_targets(s: State, who: str, args: Args) -> Choices:
    """Everybody else, with the reason why they cannot be attacked now."""
    return tuple(Choice(c.id, c.name, _out_of_question(s, who, c.id)) for c in s.present() if c.id != who)


def _out_of_question(s: State, who: str, target: str) -> str:
    """Why this target cannot be attacked with anything: what the first way that could be paid for lacks."""
    stats, turn = s[who].stats, s[who].stats.turn
    if not (turn.main or turn.attacks or turn.weapon_attacks) and not not_acting(s, who):
        return f"No action for an attack is left; there are {left(turn)}."
    ways = arms(stats)
    return _barred(s, who, target, next((a for a in ways if usable(s, who, a)), ways[0]))


def barred_weapons(s: State, who: str, args: Args) -> Choices:
    """Every way to attack, with the reason why the target cannot be attacked with it now."""
    target = args.get("target", "")
    return tuple(Choice(a.key, a.name, _barred(s, who, target, a)) for a in arms(s[who].stats))


def _barred(s: State, who: str, target: str, how: Arm) -> str:
    return attack_forbids(s, who, target, how, read_plan(default_plan(s, who))) or ""


def main_weapon(s: State, who: str) -> str:
    """What it fights with first, whether or not it can be used now."""
    return next(iter(arms(s[who].stats))).key


def manners(s: State, who: str, args: Args) -> Choices:
    """How the turn's cards can be used for this attack."""
    a = arm(s[who].stats, args["weapon"]) if args.get("weapon") else None
    fits = (p for p in plans(s, who) if a is None or plan_forbids(s, who, p, a) is None)
    return tuple(_with_sums(s, who, args.get("target", ""), a, p) for p in fits)


def _with_sums(s: State, who: str, target: str, a: Arm | None, plan: Plan) -> Choice:
    """A use of the cards with the Accuracy and the attack value that it comes to, where they count."""
    stats, option = s[who].stats, in_words(s[who].stats, plan)
    if a is None or target not in s.combatants or by_dealer(s, who, target, a):
        return option
    move, how = maneuver(stats, plan.maneuver), thrown(s, who, target, a)
    side = sides_of(move, plan.raised) if move else side_played(stats)
    added = added_accuracy(s, who, target, how, side, "", again=how.key in stats.turn.used)
    accuracy = number(plan.weapon_card) + sum(n for n, _ in added)
    value = sum(n for n, _ in attack_value(s, who, how, (side.damage, "")))
    more = does(replace(side, accuracy=0, damage=0)) if move else ""
    hint = f"Accuracy {minus(accuracy)}, attack value {minus(value)}" + (f"; {more}" if more else "")
    return replace(option, hint=hint)


def default_manner(s: State, who: str, args: Args) -> str | None:
    """The cards as played, or the highest as the weapon card without a maneuver."""
    return next((c.value for c in manners(s, who, args)), None) or default_plan(s, who) or None


def attack_ready(s: State, who: str) -> str | None:
    """Why no attack at all is possible now, or None."""
    foes = targets_of(s, who)
    if not foes:
        return "There is nobody to attack."
    if targets(s, who, {}):
        return None
    payable = [a for a in arms(s[who].stats) if usable(s, who, a)]
    kept = flees(s, who) or any(barred(s, who, f) for f in foes)
    if len(foes) > 1 and payable and not kept:
        names = ", ".join(a.name for a in payable)
        return f"Nobody is in reach of {names}; left are {left(s[who].stats.turn)}."
    return _out_of_question(s, who, foes[0]) or "Nobody is in reach."
