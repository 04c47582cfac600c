"""Beside the fight: `/check`, and outcomes in a few words for odds."""

from __future__ import annotations

from typing import Any

from rules.engine.effects import Call
from rules.engine.ruleset import Args, Choice, Param

from . import influence
from .blows import Outcome
from .chances import Level
from .choices import there
from .model import SKILLS, UP, State


def _skills(s: State, who: str, args: Args) -> tuple[Choice, ...]:
    c = s.combatants.get(who)
    return tuple(
        Choice(key, label, f"{c.stats.skill(key)}%" if c is not None else "") for key, label in SKILLS.items()
    )


def _others(s: State, who: str, args: Args) -> tuple[Choice, ...]:
    against = SKILLS[influence.OPPOSES.get(args.get("skill", ""), args.get("skill", "close"))]
    return tuple(Choice(c.id, c.name, f"opposed by {against}") for c in s.present() if c.id != who)


CHECK_PARAMS = (
    Param("skill", "Skill", choices=_skills),
    Param("target", "Opposed by", choices=_others, required=False),
    Param(
        "modifier",
        "Modifier (Easy +50, Simple +20, Difficult −20, Hard −50)",
        "number",
        required=False,
        low=-200,
        high=200,
    ),
)


def check_call(s: State, who: str, args: Args, to: str) -> Call[Any]:
    """The test that `/check` rolls, for the eyes of `to`."""
    target = there(s, args["target"]) if args.get("target") else ""
    return influence.check(who, args["skill"], int(args.get("modifier") or 0), target, to)


def outcome(result: Any, before: State, after: State) -> str:
    """What came of a declaration, in a few words; equal ones are added up."""
    if isinstance(result, tuple) and result and all(isinstance(x, Outcome) for x in result):
        down = [c.name for c in after.present() if c.stats.state != UP and before[c.id].stats.state == UP]
        words = ", then ".join(_blow(x) for x in result)
        return words + (f"; down: {', '.join(down)}" if down else "")
    if isinstance(result, Level):
        return result.value
    if isinstance(result, bool):
        return "success" if result else "failure"
    return "done" if result is None else str(result)


def _blow(x: Outcome) -> str:
    if not x.attack.good:
        return {Level.FUMBLE: "fumble", Level.FAILURE: "miss"}.get(x.attack, "no attack")
    if not x.told:
        return {"dodge": "dodged", "none": "no effect"}.get(x.how, "parried")
    return "critical hit" if x.attack is Level.CRITICAL and x.defence is not Level.CRITICAL else "hit"
