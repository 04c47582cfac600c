"""What a combatant can declare: attacks and moves; other acts are in `acts`, each under its slash command."""

from __future__ import annotations

from rules.engine.effects import Call
from rules.engine.ruleset import Args, Choice, Param, Verb

from . import choices
from .acts import ACTS, FREE
from .blows import RETREAT, SPRINT, STANDARD, Blow
from .choices import there
from .distance import close_in, close_refused, leave_close, leave_refused, no_move, slip_away, withdraw
from .manners import attack, bonus_turn, manner_refused, no_action, too_far, unable
from .model import State, near


# ------------------------------------------------------------------ attacking
def _attack(s: State, who: str, args: Args) -> Call[object]:
    target = there(s, args["target"])
    weapon = args.get("weapon") or choices.weapon_default(s, who, args) or s[who].stats.hand or "Unarmed"
    manner = args.get("manner") or choices.manner_default(s, who, {**args, "weapon": weapon}) or STANDARD
    return attack(Blow(who, target, weapon, manner, choices.ticked(args), choices.modifier(args)))


def _attack_ready(s: State, who: str) -> str | None:
    kept = bonus_turn(s, who) and s[who].stats.turn.bonus == "kept"
    if why := unable(s, who) if kept else no_action(s, who):
        return why
    return None if choices.any_target(s, who) else choices.why_no_target(s, who)


ATTACK = Verb(
    "attack",
    "attack",
    "Attack",
    "OQ-31",
    _attack,
    _attack_ready,
    (
        Param("target", "Target", choices=choices.targets, barred=choices.barred_targets),
        Param(
            "weapon",
            "Weapon",
            choices=choices.weapons,
            default=choices.weapon_default,
            barred=choices.barred_weapons,
        ),
        Param(
            "manner",
            "Manner",
            choices=choices.manners,
            default=choices.manner_default,
            barred=choices.barred_manners,
        ),
        Param("called", "Circumstances", "many", choices.circumstances, required=False),
        Param("modifier", "Other modifier", "number", required=False, low=-200, high=200),
    ),
    hint="takes the action; steps up to Close first where the free move allows",
)


# ------------------------------------------------------------------ moving
def _close_targets(s: State, who: str, args: Args) -> tuple[Choice, ...]:
    others = [c.id for c in s.present() if c.id != who and close_refused(s, who, c.id) is None]
    others.sort(key=lambda x: (s[x].side == s[who].side, s[x].stats.helpless, bool(too_far(s, who, x))))
    return tuple(Choice(x, s[x].name, _close_hint(s, who, x)) for x in others)


def _close_hint(s: State, who: str, target: str) -> str:
    nearer = f"; {s[who].stats.move} m nearer" if too_far(s, who, target) else ""
    return choices.where(s, who, target) + nearer


def _close_ready(s: State, who: str) -> str | None:
    return no_move(s, who) or (None if _close_targets(s, who, {}) else "Everybody is at Close already.")


def _withdraw_ready(s: State, who: str, manner: str) -> str | None:
    alone = None if near(s, who) else f"No enemy is at Close with {s[who].name}."
    return no_action(s, who) or no_move(s, who) or manner_refused(s, who, manner) or alone


MOVES = (
    Verb(
        "close",
        "move",
        "Close in",
        "OQ-30",
        lambda s, who, args: close_in(who, there(s, args["target"])),
        _close_ready,
        (Param("target", "To whom", choices=_close_targets),),
        hint="the free move, into Close or nearer",
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
    Verb(
        "retreat",
        "move",
        "Fighting Retreat",
        "OQ-51",
        lambda s, who, args: withdraw(who, RETREAT),
        lambda s, who: _withdraw_ready(s, who, RETREAT),
        hint="action and move; defences +20, disengaged at the round's end if all hold",
    ),
    Verb(
        "sprint",
        "move",
        "Escaping Sprint",
        "OQ-51",
        lambda s, who, args: withdraw(who, SPRINT),
        lambda s, who: _withdraw_ready(s, who, SPRINT),
        hint="action and move; only Dodge, away at the round's end if every attack is dodged",
    ),
    Verb(
        "slip",
        "move",
        "Slip away",
        "OQ-30",
        lambda s, who, args: slip_away(who),
        lambda s, who: (
            no_action(s, who) or no_move(s, who) or (None if near(s, who) else leave_refused(s, who))
        ),
        hint="action and move; Deception against the best Perception at Close",
    ),
)

VERBS: tuple[Verb, ...] = (ATTACK, *MOVES, *ACTS, *FREE)
