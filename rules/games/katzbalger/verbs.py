"""What can be declared, under which slash command, and with which parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.engine.effects import Call
from rules.engine.ruleset import Args, Param, Verb

from . import choices as ch
from . import luck, moves, rounds
from .attack import attack
from .director_verbs import DIRECTOR
from .params import pick, target
from .sheet import State
from .values import KNEES, PRONE, cannot_attack, first_act, holders, holding, in_hand, lasting, maneuver_spent

HELD_OFF = "Held: attacks only at Contact, and nobody is there. Break free first."
Ready = Callable[[Any, str], str | None]


# ------------------------------------------------------------------ what stands in the way
def _can_attack(s: State, who: str) -> str | None:
    why = cannot_attack(s, who)
    if why is None and not ch.any_target(s, who):
        held = holders(s, who)
        why = HELD_OFF if held else "Nobody is in reach: move closer, or Charge at the beginning of a round."
    return why


def _can_move(s: State, who: str) -> str | None:
    why = moves.cannot_move(s, who)
    return why or (None if ch.others(s, who, {}) else "There is nobody to move towards or away from.")


def _can_move_first(s: State, who: str) -> str | None:
    why = _can_move(s, who)
    return why or (None if first_act(s, who) else "That must be the first thing you do in a round.")


def _can_stand(s: State, who: str) -> str | None:
    if not (lasting(s, who, PRONE) or lasting(s, who, KNEES)):
        return "You are on your feet."
    return moves.cannot_move(s, who)


def _can_break(s: State, who: str) -> str | None:
    return maneuver_spent(s, who) if holders(s, who) else "Nobody holds you."


def _holds(s: State, who: str) -> str | None:
    return None if holding(s, who) else "You hold nobody."


def _can_groove(s: State, who: str) -> str | None:
    c = s[who].stats
    if c.groove:
        return "You are in the Groove already."
    return None if c.grooves else "No Groove is stored."


def _can_choose_mode(s: State, who: str) -> str | None:
    return "One who shoots is in Normal mode: ready a melee weapon first." if in_hand(s, who).gun else None


def _can_ready(s: State, who: str) -> str | None:
    return None if ch.own_weapons(s, who, {}) else "You have no other weapon."


def _can_instant(s: State, who: str) -> str | None:
    found = ch.instant_weapons(s, who, {})
    return None if found else "Neither a weapon nor the Director allows you an instant action."


# ------------------------------------------------------------------ arguments
def _attack(s: Any, who: str, args: Args) -> Call[Any]:
    ticked = tuple(x for x in args.get("called", "").split(",") if x)
    weapon = args.get("weapon") or ch.first_weapon(s, who, args) or ""
    manner = args.get("manner") or ch.first_manner(s, who, {**args, "weapon": weapon}) or "attack"
    return attack(who, args["target"], weapon, manner, ticked, int(args.get("modifier", "0")))


PLAYERS: tuple[Verb, ...] = (
    Verb(
        "attack",
        "attack",
        "Attack",
        "KB-23, 24, 40",
        _attack,
        _can_attack,
        (
            Param("target", "Target", choices=ch.targets, default=ch.first_target, barred=ch.barred_targets),
            Param("weapon", "Weapon", choices=ch.weapons, default=ch.first_weapon, barred=ch.barred_weapons),
            Param("manner", "Manner", choices=ch.manners, default=ch.first_manner, barred=ch.barred_manners),
            Param("called", "Also", "many", choices=ch.also, required=False),
            Param("modifier", "Other modifier", "number", required=False, low=-40, high=40),
        ),
        hint="an attack, plain or as a maneuver",
    ),
    Verb(
        "step",
        "move",
        "Move",
        "KB-53",
        lambda s, who, args: moves.step(who, args["target"], args["where"]),
        _can_move,
        (
            target(ch.others, "Whom"),
            Param("where", "Where", choices=ch.directions, default=ch.first_direction),
        ),
        hint="one action; one step of range to one other",
    ),
    Verb(
        "half",
        "move",
        "Half Move and Attack",
        "KB-14",
        lambda s, who, args: moves.half_move(who, args["target"], args["where"]),
        _can_move_first,
        (
            target(ch.others, "Whom"),
            Param("where", "Where", choices=ch.directions, default=ch.first_direction),
        ),
        hint="moves now; half the attacks, from half the initiative on",
    ),
    Verb(
        "full",
        "move",
        "Full move",
        "KB-53",
        lambda s, who, args: moves.full_move(who, args["target"], int(args["where"])),
        _can_move_first,
        (target(ch.others, "Whom"), pick("where", "Range", ch.ranges)),
        hint="the round's only act; any range to one other",
    ),
    Verb(
        "stand",
        "move",
        "Get up",
        "KB-45",
        lambda s, who, args: moves.stand_up(who),
        _can_stand,
        hint="one action",
    ),
    Verb(
        "break",
        "act",
        "Break free",
        "KB-44",
        lambda s, who, args: moves.break_free(who, args["target"], args["detail"]),
        _can_break,
        (pick("target", "From", ch.those_holding), pick("detail", "With", ch.ways_to_break)),
        hint="one action",
    ),
    Verb(
        "pin",
        "act",
        "Pin or choke",
        "KB-43",
        lambda s, who, args: moves.pin_or_choke(who, args["target"]),
        lambda s, who: cannot_attack(s, who) or _holds(s, who),
        (pick("target", "Whom", ch.those_held),),
        hint="one action; the Director rules what comes of it",
    ),
    Verb(
        "mode",
        "act",
        "Mode",
        "KB-30",
        lambda s, who, args: rounds.set_mode(who, args["detail"]),
        _can_choose_mode,
        (Param("detail", "Mode", choices=ch.modes),),
        who="any",
        hint="Normal, Defensive or Aggressive from the next round on",
        interrupts=True,
        early=True,
    ),
    Verb(
        "ready",
        "act",
        "Ready a weapon",
        "KB-12",
        lambda s, who, args: rounds.ready_weapon(who, args["detail"]),
        _can_ready,
        (Param("detail", "Weapon", choices=ch.own_weapons),),
        who="any",
        hint="it parries; the next round's actions go by it",
        early=True,
    ),
    Verb(
        "groove",
        "act",
        "Take the Groove",
        "KB-82",
        lambda s, who, args: luck.groove(who),
        _can_groove,
        who="any",
        hint="free; rolls twice to the end of the combat",
        interrupts=True,
    ),
    Verb(
        "release",
        "act",
        "Let go",
        "KB-43",
        lambda s, who, args: moves.release(who, args["target"]),
        _holds,
        (pick("target", "Whom", ch.those_held),),
        who="any",
        hint="free",
    ),
    Verb(
        "instant",
        "act",
        "Instant action",
        "KB-15",
        lambda s, who, args: rounds.plan_instant(who, args["target"], args["detail"]),
        _can_instant,
        (target(ch.foes_first), pick("detail", "Weapon", ch.instant_weapons)),
        who="any",
        hint="an attack at the beginning of the next round, before initiative",
        early=True,
    ),
)

VERBS = (*PLAYERS, *DIRECTOR)
