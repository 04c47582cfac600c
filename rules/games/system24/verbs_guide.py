"""What the Guide places, as verbs under /encounter place; all may come in while a choice is open."""

from __future__ import annotations

from typing import Any

from rules.engine.effects import Call
from rules.engine.procedures import Refused
from rules.engine.ruleset import Args, Choice, Param, Verb

from . import choices as ch
from .deeds import fire_words
from .guide import (
    STATUSES,
    clear_status,
    douse,
    harm_directly,
    set_aware,
    set_bonds,
    set_cover,
    set_covers,
    set_lock,
    set_on_fire,
    set_range,
    set_scene,
    set_status,
)
from .movement import move_by
from .scatter import random_hit, spreading_hit
from .sheet import ANCHOR_WORDS, ANCHORS, RANGE_WORDS, REGION_WORDS, REGIONS, State
from .state import DISORIENTED, between, lasting
from .triggers import spoken_fires
from .verbs_fight import parts, text

Found = tuple[Choice, ...]


def _ranges(s: State, who: str, args: Args) -> Found:
    return tuple(Choice(k, words) for k, words in RANGE_WORDS.items())


def _rest(s: State, who: str, args: Args) -> Found:
    first = args.get("target", "")
    there = tuple(c for c in ch.all_of_them(s, who, args) if c.value != first)
    if first not in s.combatants:
        return there
    enemies_first = sorted(there, key=lambda c: s[c.value].side == s[first].side)
    return tuple(Choice(c.value, c.label, RANGE_WORDS[between(s, first, c.value)]) for c in enemies_first)


def _waiting(s: State, who: str, args: Args) -> Found:
    spoken_first = sorted(s.ground.triggers, key=lambda t: bool(t.event))
    return tuple(Choice(t.id, f"{s[t.owner].name}: {t.wording}"[:100]) for t in spoken_first)


def _causes(s: State, who: str, args: Args) -> Found:
    t = next((t for t in s.ground.triggers if t.id == args.get("target")), None)
    owner = t.owner if t else ""
    return ch.somebody(s, ch.others(s, owner) if owner else [c.id for c in s.present()], owner)


def _waits(s: State, who: str) -> str | None:
    return None if s.ground.triggers else "Nobody waits with a Triggered Action."


def _statuses(s: State, who: str, args: Args) -> Found:
    plain = [Choice(k, _capital(words)) for k, words in STATUSES.items()]
    blind = (
        Choice("blind:2", "Blind, lesser", "DC +2"),
        Choice("blind:6", "Blind, worst", "DC +6"),
        Choice("blind:9", "Blind, refused", "no strikes at all"),
    )
    return (*plain, *blind)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _present(s: State, who: str, args: Args) -> Found:
    target = args.get("target", "")
    if target not in s.combatants:
        return tuple(Choice(k, _capital(words)) for k, words in STATUSES.items())
    me = s[target].stats
    dazed = lasting(s, target, DISORIENTED) is not None
    return tuple(
        Choice(k, _capital(words))
        for k, words in STATUSES.items()
        if me.has(k) or (k == DISORIENTED and dazed)
    )


def _set_status(s: State, who: str, args: Args) -> Call[Any]:
    status, _, value = args["detail"].partition(":")
    return set_status(args["target"], status, int(value) if value else 4 if status == "blind" else 1)


def _fires(s: State, who: str, args: Args) -> Found:
    target = args.get("target", "")
    held = s[target].stats.held if target in s.combatants else ""
    items = ["item:armor", "item:shield", *([f"item:{held}"] if held else [])]
    return tuple(Choice(f, _capital(fire_words(f))) for f in ("body", *REGIONS, *items))


def _covers(s: State, who: str, args: Args) -> Found:
    return tuple(
        Choice(k, _capital(k), hint)
        for k, hint in (
            ("passive", "DC +1 for ranged"),
            ("active", "DC +2 for ranged"),
            ("structural", "DC +1 in melee"),
            ("total", "cannot be attacked"),
            ("none", ""),
        )
    )


def _awareness(s: State, who: str, args: Args) -> Found:
    return (Choice("unaware", "Unaware", "no Guard, no defence"), Choice("aware", "Aware"))


def _lights(s: State, who: str, args: Args) -> Found:
    return (
        Choice("normal", "Good light"),
        Choice("low", "Low light", "initiative −1"),
        Choice("dark", "Darkness", "−2"),
    )


def _terrains(s: State, who: str, args: Args) -> Found:
    return (Choice("clear", "Clear terrain"), Choice("poor", "Poor terrain", "Dodge 2 lower"))


def _grips(s: State, who: str, args: Args) -> Found:
    return tuple(
        Choice(f"{limb}>{a}", f"{limb} on {ANCHOR_WORDS[a]} ({a})") for limb in "RL" for a in ANCHORS
    )


def _bonds(s: State, who: str, args: Args) -> Found:
    return (*(Choice(a, f"{a}, {ANCHOR_WORDS[a]}") for a in ANCHORS), Choice("none", "None: free them"))


def _places(s: State, who: str, args: Args) -> Found:
    return (*(Choice(r, _capital(REGION_WORDS[r])) for r in REGIONS), Choice("pack", "Pack/Gear"))


def _harms(s: State, who: str, args: Args) -> Found:
    through = tuple(Choice(f"{n}", f"{n}, armor counts") for n in range(1, 7))
    past = tuple(Choice(f"{n}!", f"{n}, past armor") for n in range(1, 7))
    return (*through, *past)


def _amount(args: Args) -> tuple[int, bool]:
    return int(args["detail"].rstrip("!")), not args["detail"].endswith("!")


def _harm(s: State, who: str, args: Args) -> Call[Any]:
    n, armored = _amount(args)
    return harm_directly(args["target"], n, args["where"], armored)


def _random(s: State, who: str, args: Args) -> Call[Any]:
    n, armored = _amount(args)
    return random_hit(args["target"], n, armored, "the blast")


def _spread(s: State, who: str, args: Args) -> Call[Any]:
    n, armored = _amount(args)
    return spreading_hit(args["target"], n, armored, "the blast")


def _lock(s: State, who: str, args: Args) -> Call[Any]:
    limb, _, anchor = args["detail"].partition(">")
    return set_lock(args["target"], limb, args["where"], anchor)


def _bind(s: State, who: str, args: Args) -> Call[Any]:
    return set_bonds(args["target"], "".join(a for a in parts(args, "detail") if a in ANCHORS))


def _label_set(s: State, who: str, args: Args) -> Call[Any]:
    return set_covers(args["target"], tuple(x.strip() for x in text(args, "where").split(",") if x.strip()))


def _pass(s: State, who: str, args: Args) -> Call[Any]:
    if not parts(args, "where"):
        raise Refused("Name whom they move past.")
    return move_by(args["target"], parts(args, "where"), s[args["target"]].stats.approach)


_WHOM = Param("target", "Whom", choices=ch.all_of_them)
_N = Param("detail", "Wounds", choices=_harms, default=lambda s, w, a: "1")


def _verb(name: str, label: str, clause: str, call: Any, params: tuple[Param, ...], **more: Any) -> Verb:
    return Verb(name, "place", label, clause, call, params=params, who="gm", interrupts=True, **more)


GUIDE_VERBS = (
    _verb(
        "range",
        "Range of a pair",
        "TF-30",
        lambda s, w, a: set_range(a["target"], parts(a, "where"), a["detail"]),
        (
            Param("target", "Whose range", choices=ch.all_of_them),
            Param("where", "To whom", "many", _rest),
            Param("detail", "Range state", choices=_ranges),
        ),
    ),
    _verb(
        "fire",
        "A trigger's moment has come",
        "TF-83",
        lambda s, w, a: spoken_fires(a["target"], a["where"]),
        (
            Param("target", "Which trigger", choices=_waiting),
            Param("where", "Who sets it off", choices=_causes),
        ),
        ready=_waits,
        hint="a spoken Triggered Action goes off",
        button=True,
    ),
    _verb(
        "status",
        "Put a status on somebody",
        "TF-110..119",
        _set_status,
        (_WHOM, Param("detail", "Status", choices=_statuses)),
    ),
    _verb(
        "clear",
        "Take a status away",
        "TF-110..119",
        lambda s, w, a: clear_status(a["target"], a["detail"]),
        (_WHOM, Param("detail", "Status", choices=_present)),
    ),
    _verb(
        "cover",
        "Cover",
        "TF-52",
        lambda s, w, a: set_cover(a["target"], a["detail"]),
        (_WHOM, Param("detail", "Cover", choices=_covers)),
    ),
    _verb(
        "aware",
        "Surprise and awareness",
        "TF-59, 291",
        lambda s, w, a: set_aware(a["target"], a.get("where") or "", a["detail"] == "aware"),
        (
            _WHOM,
            Param("detail", "Awareness", choices=_awareness, default=lambda s, w, a: "unaware"),
            Param("where", "Of whom alone", choices=_rest, required=False),
        ),
    ),
    _verb(
        "approach",
        "Approaches a Guard covers",
        "TF-21",
        _label_set,
        (_WHOM, Param("where", "Approaches, with commas", "text", ch.labels, required=False)),
    ),
    _verb(
        "scene",
        "Light and terrain",
        "TF-56, 100",
        lambda s, w, a: set_scene(a["where"], a["detail"] == "poor"),
        (
            Param("where", "Light", choices=_lights, default=lambda s, w, a: s.ground.light),
            Param(
                "detail",
                "Terrain",
                choices=_terrains,
                default=lambda s, w, a: "poor" if s.ground.poor else "clear",
            ),
        ),
    ),
    _verb("harm", "Wounds at a place", "TF-62", _harm, (_WHOM, Param("where", "Where", choices=_places), _N)),
    _verb("random", "Wounds at a random location", "TF-70", _random, (_WHOM, _N)),
    _verb("spread", "A spreading effect", "TF-71", _spread, (_WHOM, _N)),
    _verb(
        "alight",
        "Set on fire",
        "TF-118",
        lambda s, w, a: set_on_fire(a["target"], a["detail"]),
        (_WHOM, Param("detail", "What burns", choices=_fires)),
    ),
    _verb("douse", "Put out fires", "TF-118", lambda s, w, a: douse(a["target"]), (_WHOM,)),
    _verb("bonds", "Bonds", "TF-112", _bind, (_WHOM, Param("detail", "Anchors", "many", _bonds))),
    _verb(
        "lock",
        "A lock, or its end",
        "TF-125",
        _lock,
        (
            Param("target", "Who holds", choices=ch.all_of_them),
            Param("where", "Whom", choices=_rest),
            Param("detail", "Limb and anchor", choices=_grips),
        ),
    ),
    Verb(
        "passing",
        "place",
        "Somebody moves past others",
        "TF-38",
        _pass,
        params=(
            Param("target", "Who moves", choices=ch.all_of_them),
            Param("where", "Past whom", "many", _rest),
        ),
        who="gm",
    ),
)
