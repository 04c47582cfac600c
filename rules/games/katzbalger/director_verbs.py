"""What the Director can declare, under `/encounter place`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.engine.effects import Call, Option
from rules.engine.ruleset import Args, Choices, Param, Verb

from . import choices as ch
from . import director, luck, perils, wounds
from .params import count, pick, target
from .sheet import State


def _anybody(s: State, who: str) -> str | None:
    return None if any(s.present()) else "Nobody is here."


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
    return perils.heal(args["target"], 5 * aid, tuple(x for x in ticked if not x.startswith("aid")))


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

_ANYONE = target(ch.anyone, "Who")


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
        target(ch.one_or_all, "Who"), Param("where", "Range", choices=ch.all_ranges),
        Param("detail", "To whom", choices=ch.the_other, required=False,
              default=lambda s, who, args: ch.EVERYONE),
        hint="sets the range of a pair, of one to every foe, or of all",
    ),
    _gm(
        "aware", "Awareness", "KB-22",
        lambda s, who, args: director.set_aware(args["target"], args["detail"] == "aware"),
        _ANYONE, pick("detail", "Is", AWARE), hint="who is unaware has no Dodge and no defence",
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
        _ANYONE, pick("detail", "What", FUNKS),
    ),
    _gm(
        "wound", "Wounds", "KB-64, 70", _wounds,
        _ANYONE, count("detail", "How many", 1, 999), pick("where", "Kind", KINDS),
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
        _ANYONE, count("detail", "Minutes", 1, 600, 1), hint="one lethal wound a minute",
    ),
    _gm(
        "fall", "Fall", "KB-75",
        lambda s, who, args: director.start_fall(args["target"], int(args["detail"])),
        _ANYONE, count("detail", "Feet", 1, 100_000), hint="over 30 ft it takes more rounds than one",
    ),
    _gm(
        "water", "Under water", "KB-76",
        lambda s, who, args: director.set_drowning(args["target"], args["detail"] == "under"),
        _ANYONE, pick("detail", "What", WATER), hint="drowning, round by round",
    ),
    _gm(
        "submerge", "Rounds under water", "KB-76",
        lambda s, who, args: perils.submerge(args["target"], int(args["detail"])),
        _ANYONE, count("detail", "Rounds", 1, 300), hint="all at once",
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
