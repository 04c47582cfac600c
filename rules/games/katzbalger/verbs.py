"""What can be declared, under which slash command, and with which parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.engine.effects import Call, Option
from rules.engine.ruleset import Args, Choices, Param, Verb

from . import choices as ch
from . import director, luck, moves, rounds, wounds
from .attack import attack
from .sheet import State
from .values import KNEES, PRONE, cannot_attack, first_act, holders, holding, in_hand, lasting, maneuver_spent

Ready = Callable[[Any, str], str | None]


def _target(choices: Choices, label: str = "Target") -> Param:
    return Param("target", label, choices=choices)


def _pick(name: str, label: str, choices: Choices, *, default: bool = True) -> Param:
    """A choice whose first, the likeliest, is the default."""

    def first(s: Any, who: str, args: Args) -> str | None:
        found = choices(s, who, args)
        return found[0].value if found else None

    return Param(name, label, choices=choices, default=first if default else None)


def _count(name: str, label: str, low: int, high: int, default: int | None = None) -> Param:
    value = None if default is None else str(default)
    return Param(
        name, label, "number", default=(lambda s, who, args: value) if value else None, low=low, high=high
    )


# ------------------------------------------------------------------ what stands in the way
def _can_attack(s: State, who: str) -> str | None:
    why = cannot_attack(s, who)
    if why is None and not ch.targets(s, who, {}):
        why = "Nobody is in reach: move closer, or Charge at the beginning of a round."
    return why


def _can_move(s: State, who: str) -> str | None:
    why = moves.cannot_move(s, who)
    return why or (None if ch.others(s, who, {}) else "There is nobody to move towards or away from.")


def _can_move_first(s: State, who: str) -> str | None:
    why = _can_move(s, who)
    return why or (None if first_act(s, who) else "It must be the first thing done in the round.")


def _can_stand(s: State, who: str) -> str | None:
    if not (lasting(s, who, PRONE) or lasting(s, who, KNEES)):
        return "It is on its feet."
    return moves.cannot_move(s, who)


def _can_break(s: State, who: str) -> str | None:
    return maneuver_spent(s, who) if holders(s, who) else "Nobody holds it."


def _holds(s: State, who: str) -> str | None:
    return None if holding(s, who) else "It holds nobody."


def _can_groove(s: State, who: str) -> str | None:
    c = s[who].stats
    if c.groove:
        return "It is in the Groove already."
    return None if c.grooves else "No Groove is stored."


def _can_choose_mode(s: State, who: str) -> str | None:
    return "One who shoots is in Normal mode: ready a melee weapon first." if in_hand(s, who).gun else None


def _can_ready(s: State, who: str) -> str | None:
    return None if ch.own_weapons(s, who, {}) else "It has no other weapon."


def _can_instant(s: State, who: str) -> str | None:
    found = ch.instant_weapons(s, who, {})
    return None if found else "Neither a weapon nor the Director allows it an instant action."


def _anybody(s: State, who: str) -> str | None:
    return None if any(s.present()) else "Nobody is here."


# ------------------------------------------------------------------ arguments
def _attack(s: Any, who: str, args: Args) -> Call[Any]:
    ticked = tuple(x for x in args.get("called", "").split(",") if x)
    weapon = args.get("weapon") or ch.first_weapon(s, who, args) or ""
    manner = args.get("manner") or ch.first_manner(s, who, {**args, "weapon": weapon}) or "attack"
    return attack(who, args["target"], weapon, manner, ticked, int(args.get("modifier", "0")))


def _range(s: Any, who: str, args: Args) -> Call[Any]:
    a, b, to = args["target"], args.get("detail", ch.EVERYONE), int(args["where"])
    if a == ch.EVERYONE:
        return director.set_ranges("", to)
    return director.set_ranges(a, to) if b == ch.EVERYONE else director.set_range(a, b, to)


def _duel(s: Any, who: str, args: Args) -> Call[Any]:
    skill = args["where"]
    return director.set_duel(args["target"], args["detail"], "" if skill == "score" else skill)


def _heal(s: Any, who: str, args: Args) -> Call[Any]:
    ticked = [x for x in args.get("detail", "").split(",") if x]
    aid = max((int(x[3:]) for x in ticked if x.startswith("aid")), default=0)
    return wounds.heal(args["target"], 5 * aid, tuple(x for x in ticked if not x.startswith("aid")))


def _wounds(s: Any, who: str, args: Args) -> Call[Any]:
    return director.give_wounds(args["target"], int(args["detail"]), args.get("where") == "subdual")


def _fixed(*options: tuple[str, str, str]) -> Choices:
    made = tuple(Option(*x) for x in options)
    return lambda s, who, args: made


KINDS = _fixed(("lethal", "Lethal", ""), ("subdual", "Subdual", ""))
FUNKS = _fixed(
    (luck.GIVE, "Give the Funk", "with 1 XP; −1 on all rolls"),
    (luck.OUT, "Come out of it", "stores a Groove"),
    (luck.STRAIGHT, "Straight into the Groove", "in use at once, not stored"),
)
WATER = _fixed(("under", "Goes under", ""), ("up", "Gets air", ""))
AWARE = _fixed(("unaware", "Unaware", "no Dodge, no defence"), ("aware", "Aware", ""))

PLAYERS: tuple[Verb, ...] = (
    Verb(
        "attack",
        "attack",
        "Attack",
        "KB-23, 24, 40",
        _attack,
        _can_attack,
        (
            _target(ch.targets),
            Param("weapon", "Weapon", choices=ch.weapons, default=ch.first_weapon),
            Param("manner", "Manner", choices=ch.manners, default=ch.first_manner),
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
            _target(ch.others, "Whom"),
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
            _target(ch.others, "Whom"),
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
        (_target(ch.others, "Whom"), _pick("where", "Range", ch.ranges)),
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
        (_pick("target", "From", ch.those_holding), _pick("detail", "With", ch.ways_to_break)),
        hint="one action",
    ),
    Verb(
        "pin",
        "act",
        "Pin or choke",
        "KB-43",
        lambda s, who, args: moves.pin_or_choke(who, args["target"]),
        lambda s, who: cannot_attack(s, who) or _holds(s, who),
        (_pick("target", "Whom", ch.those_held),),
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
    ),
    Verb(
        "release",
        "act",
        "Let go",
        "KB-43",
        lambda s, who, args: moves.release(who, args["target"]),
        _holds,
        (_pick("target", "Whom", ch.those_held),),
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
        (_target(ch.foes_first), _pick("detail", "Weapon", ch.instant_weapons)),
        who="any",
        hint="an attack at the beginning of the next round, before initiative",
    ),
)

_ANYONE = _target(ch.anyone, "Who")


def _gm(
    name: str,
    label: str,
    clause: str,
    call: Callable[[Any, str, Args], Call[Any]],
    *params: Param,
    hint: str = "",
) -> Verb:
    return Verb(name, "place", label, clause, call, _anybody, params, who="gm", hint=hint)


DIRECTOR: tuple[Verb, ...] = (
    _gm(
        "range", "Range", "KB-53", _range,
        _target(ch.one_or_all, "Who"), Param("where", "Range", choices=ch.all_ranges),
        Param("detail", "To whom", choices=ch.the_other, required=False,
              default=lambda s, who, args: ch.EVERYONE),
        hint="sets the range of a pair, of one to every foe, or of all",
    ),
    _gm(
        "aware", "Awareness", "KB-22",
        lambda s, who, args: director.set_aware(args["target"], args["detail"] == "aware"),
        _ANYONE, _pick("detail", "Is", AWARE), hint="who is unaware has no Dodge and no defence",
    ),
    _gm(
        "duel", "Duel by a skill", "KB-21", _duel,
        _ANYONE, Param("detail", "With", choices=ch.second_of_duel),
        Param("where", "Skill", choices=ch.duel_skills),
        hint="both use one skill in place of the Score",
    ),
    _gm(
        "allow", "Allow an instant action", "KB-15",
        lambda s, who, args: director.allow_instant(args["target"]), _ANYONE,
    ),
    _gm(
        "funk", "Funk", "KB-80, 81",
        lambda s, who, args: luck.funk_to(args["target"], args["detail"]),
        _ANYONE, _pick("detail", "What", FUNKS),
    ),
    _gm(
        "wound", "Wounds", "KB-64, 70", _wounds,
        _ANYONE, _count("detail", "How many", 1, 999), _pick("where", "Kind", KINDS),
        hint="from whatever else there is, with a stun roll",
    ),
    _gm(
        "stun", "Stun roll", "KB-70, 71",
        lambda s, who, args: director.call_stun(args["target"], int(args.get("detail", "0"))),
        _ANYONE, Param("detail", "Number of d6", "number", required=False, low=1, high=12),
        hint="against WIL; left empty, the dice go by the wounds",
    ),
    _gm(
        "stabilise", "Stabilise", "KB-73",
        lambda s, who, args: wounds.stabilise(args["target"]), _ANYONE, hint="stops the bleeding",
    ),
    _gm(
        "bleed", "Minutes pass", "KB-73",
        lambda s, who, args: director.minutes_pass(args["target"], int(args["detail"])),
        _ANYONE, _count("detail", "Minutes", 1, 600, 1), hint="one lethal wound a minute",
    ),
    _gm(
        "fall", "Fall", "KB-75",
        lambda s, who, args: director.start_fall(args["target"], int(args["detail"])),
        _ANYONE, _count("detail", "Feet", 1, 100_000), hint="over 30 ft it takes more rounds than one",
    ),
    _gm(
        "water", "Under water", "KB-76",
        lambda s, who, args: director.set_drowning(args["target"], args["detail"] == "under"),
        _ANYONE, _pick("detail", "What", WATER), hint="drowning, round by round",
    ),
    _gm(
        "submerge", "Rounds under water", "KB-76",
        lambda s, who, args: wounds.submerge(args["target"], int(args["detail"])),
        _ANYONE, _count("detail", "Rounds", 1, 300), hint="all at once",
    ),
    _gm(
        "heal", "A day of healing", "KB-77", _heal,
        _ANYONE, Param("detail", "Conditions", "many", choices=ch.conditions, required=False),
        hint="d4 + FIT bonus + conditions",
    ),
    _gm(
        "free", "Free from a hold", "KB-43", lambda s, who, args: director.free(args["target"]), _ANYONE,
    ),
)  # fmt: skip

VERBS = (*PLAYERS, *DIRECTOR)
