"""What cannot be chosen now and why, in a sentence: read when somebody types it all the same."""

from __future__ import annotations

from rules.engine.ruleset import Args, Choice

from .attack import MANNER_WORDS, MANNERS, attack_anchors
from .choices import (
    Choices,
    arm_problem,
    arms_in_order,
    holds_weapon,
    ready_shooters,
    weapon_choice,
)
from .covering import covering_problem
from .movement import advance_problem
from .sheet import State
from .state import anchors_refusal, grip
from .wider_moves import reach_problem


def targets(s: State, who: str, args: Args) -> Choices:
    """Everybody, with why they cannot be attacked now with the likeliest weapon."""
    first = arms_in_order(s, who)[:1]
    return tuple(Choice(c.id, c.name, arm_problem(s, who, c.id, x)) for c in s.present() for x in first)


def arms(s: State, who: str, args: Args) -> Choices:
    """Every weapon carried, with why the target cannot be attacked with it now."""
    me, target = s[who].stats, args.get("target", "")
    if target not in s.combatants:
        return ()
    carried = dict.fromkeys((*arms_in_order(s, who), *me.dropped))
    return tuple(Choice(c, weapon_choice(me, c).words, arm_problem(s, who, target, c)) for c in carried)


def manners(s: State, who: str, args: Args) -> Choices:
    """Every manner, with the anchor that stands in its way."""
    weapon, both = grip(s[who].stats, args.get("weapon") or "unarmed")
    return tuple(
        Choice(
            m, words, anchors_refusal(s, who, attack_anchors(weapon, both, m), f"A {MANNER_WORDS[m]}") or ""
        )
        for m, words in MANNERS.items()
    )


def near(s: State, who: str, args: Args) -> Choices:
    """Everybody, with why they are out of arm's reach."""
    return tuple(Choice(c.id, c.name, reach_problem(s, who, c.id) or "") for c in s.present())


def armed(s: State, who: str, args: Args) -> Choices:
    """Everybody, with why there is no weapon of theirs within reach."""
    return tuple(Choice(c.value, c.label, c.hint or _unarmed(s, c.value)) for c in near(s, who, args))


def _unarmed(s: State, who: str) -> str:
    return "" if holds_weapon(s[who].stats) else f"{s[who].name} holds no weapon."


def covering(s: State, who: str, args: Args) -> Choices:
    """Everybody, with why Covering Fire cannot be laid on them now."""
    found = ready_shooters(s, who, {})[:1]
    problems = ((c, covering_problem(s, who, c.id, x.value)) for c in s.present() for x in found)
    return tuple(Choice(c.id, c.name, why or "") for c, why in problems)


def advance(s: State, who: str, args: Args) -> Choices:
    """Everybody, with why one cannot come closer to them."""
    return tuple(Choice(c.id, c.name, advance_problem(s, who, c.id) or "") for c in s.present())
