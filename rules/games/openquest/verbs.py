"""Everything that can be declared, under the slash commands (attack, move, act, trigger, and the Referee's
place).
"""

from __future__ import annotations

from rules.engine.effects import Call
from rules.engine.procedures import Refused
from rules.engine.ruleset import Args, Choice, Param, Verb

from . import choices
from .blows import STANDARD, Blow
from .distance import close_in, close_refused, leave_close, leave_refused, no_move
from .manners import attack, bonus_turn, no_action, unable
from .model import State


def there(s: State, who: str) -> str:
    """This combatant's id if it is in the fight. Refused otherwise."""
    if not s.here(who):
        raise Refused("Choose somebody who is in this fight.")
    return who


# ------------------------------------------------------------------ attacking
def _attack(s: State, who: str, args: Args) -> Call[object]:
    target = there(s, args["target"])
    weapon = args.get("weapon") or choices.weapon_default(s, who, args) or s[who].stats.hand or "Unarmed"
    manner = args.get("manner") or choices.manner_default(s, who, {**args, "weapon": weapon}) or STANDARD
    ticks = tuple(t for t in args.get("called", "").split(",") if t)
    return attack(Blow(who, target, weapon, manner, ticks, int(args.get("modifier") or 0)))


def _attack_ready(s: State, who: str) -> str | None:
    if bonus_turn(s, who) and s[who].stats.turn.bonus == "kept":
        return unable(s, who)
    if why := no_action(s, who):
        return why
    return None if choices.targets(s, who, {}) else "Nobody can be attacked now."


ATTACK = Verb(
    "attack",
    "attack",
    "Attack",
    "OQ-31",
    _attack,
    _attack_ready,
    (
        Param("target", "Target", choices=choices.targets),
        Param("weapon", "Weapon", choices=choices.weapons, default=choices.weapon_default),
        Param("manner", "Manner", choices=choices.manners, default=choices.manner_default),
        Param("called", "Circumstances", "many", choices.circumstances, required=False),
        Param("modifier", "Other modifier", "number", required=False, low=-200, high=200),
    ),
    hint="takes the action; steps up to Close first where the free move allows",
)


# ------------------------------------------------------------------ moving
def _close_targets(s: State, who: str, args: Args) -> tuple[Choice, ...]:
    others = [c.id for c in s.present() if c.id != who and close_refused(s, who, c.id) is None]
    others.sort(key=lambda x: (s[x].side == s[who].side, s[x].stats.helpless))
    return tuple(Choice(x, s[x].name, choices.where(s, who, x)) for x in others)


def _close_ready(s: State, who: str) -> str | None:
    return no_move(s, who) or (
        None if _close_targets(s, who, {}) else "Everybody is at Close already, or too far."
    )


MOVES = (
    Verb(
        "close",
        "move",
        "Close in",
        "OQ-30",
        lambda s, who, args: close_in(who, there(s, args["target"])),
        _close_ready,
        (Param("target", "To whom", choices=_close_targets),),
        hint="the free move, into Close",
    ),
    Verb(
        "leave",
        "move",
        "Leave Close",
        "OQ-30",
        lambda s, who, args: leave_close(who),
        lambda s, who: no_move(s, who) or leave_refused(s, who),
        hint="the free move, if no enemy at Close objects",
    ),
)

VERBS: tuple[Verb, ...] = (ATTACK, *MOVES)
