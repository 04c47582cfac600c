"""The values of a combatant the Guide may overrule, and the topics with standing answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.engine.fmap import FMap
from rules.engine.ruleset import Choice, Settable, StandingTopic

from .data import ARMOR
from .guide import STATUSES
from .sheet import ANCHORS, LAST_STEP, REGION_WORDS, REGIONS, SKILLS, Stats


def _with(x: Any, key: str, value: Any) -> Any:
    """The same value with one field replaced."""
    return replace(x, **{key: value})


def _field(key: str, label: str, low: int = -1_000, high: int = 1_000) -> Settable:
    def put(me: Stats, value: Any) -> Any:
        return _with(me, key, max(low, min(high, int(value))))

    return Settable(key, label, lambda me: int(getattr(me, key)), put, low=low, high=high)


def _yes(value: Any) -> bool:
    return value is True or str(value).strip().lower() in ("true", "yes", "on", "1")


def _flag(key: str, label: str) -> Settable:
    def put(me: Stats, value: Any) -> Any:
        return _with(me, key, _yes(value))

    return Settable(key, label, lambda me: bool(getattr(me, key)), put, "flag")


def _wound(region: str) -> Settable:
    def put(me: Stats, value: Any) -> Stats:
        n = max(0, min(LAST_STEP[region], int(value)))
        return replace(me, wounds=me.wounds.put(region, n) if n else me.wounds.drop(region))

    label = f"wounds to the {REGION_WORDS[region]}"
    return Settable(region, label, lambda me: me.wounded(region), put, low=0, high=LAST_STEP[region])


def _skill(name: str) -> Settable:
    def put(me: Stats, value: Any) -> Stats:
        n = max(0, min(6, int(value)))
        return replace(me, skills=me.skills.put(name, n) if n else me.skills.drop(name))

    return Settable(name, name.capitalize(), lambda me: me.rank(name), put, low=0, high=6)


def _status(name: str, words: str) -> Settable:
    value = 4 if name == "blind" else 1

    def put(me: Stats, given: Any) -> Stats:
        return replace(me, statuses=me.statuses.put(name, value) if _yes(given) else me.statuses.drop(name))

    return Settable(name, words, lambda me: me.has(name), put, "flag")


def _count(name: str, label: str, high: int) -> Settable:
    def put(me: Stats, value: Any) -> Stats:
        n = max(0, min(high, int(value)))
        return replace(me, statuses=me.statuses.put(name, n) if n else me.statuses.drop(name))

    return Settable(name, label, lambda me: me.statuses.get(name, 0), put, low=0, high=high)


def _text(key: str, label: str, get: Callable[[Stats], str], put: Callable[[Stats, str], Stats]) -> Settable:
    return Settable(key, label, get, lambda me, value: put(me, str(value).strip()), "text")


def _committed(me: Stats, value: str) -> Stats:
    wanted = [a for a in ANCHORS if a in value.upper()] if value.lower() != "none" else []
    return replace(me, committed=FMap((a, me.committed.get(a, "other")) for a in wanted))


def _covered(me: Stats, value: str) -> Stats:
    labels = tuple(x.strip() for x in value.split(",") if x.strip() and x.strip().lower() != "none")
    return replace(me, covers=labels, named=bool(labels))


def _held(me: Stats, value: str) -> Stats:
    name = value.lower()
    return replace(me, held=name if any(w.name == name for w in me.weapons) else "")


def _traits(me: Stats, value: str) -> Stats:
    return replace(me, traits=tuple(x.strip() for x in value.split(",") if x.strip()))


def _bound(me: Stats, value: str) -> Stats:
    plain = "" if value.lower() == "none" else value.upper()
    return replace(me, bound="".join(a for a in ANCHORS if a in plain))


def _of_weapon(key: str, label: str, low: int, high: int) -> Settable:
    def put(me: Stats, value: Any) -> Stats:
        n = max(low, min(high, int(value)))
        return replace(me, weapons=tuple(_with(w, key, n) if w.name == me.held else w for w in me.weapons))

    return Settable(f"weapon_{key}", label, lambda me: int(getattr(me.in_hand, key)), put, low=low, high=high)


def _armor(me: Stats, value: Any) -> Stats:
    name = str(value).lower()
    tier, integrity = ARMOR.get(name, (me.tier, me.integrity))
    return replace(me, armor=name if name in ARMOR else me.armor, tier=tier, integrity=integrity)


def _shield(me: Stats, value: Any) -> Stats:
    kind = "" if str(value) == "none" else str(value)
    return replace(me, shield=kind, shield_kind=kind, shield_integrity=3 if kind else 0)


def _choice(key: str, label: str, legal: tuple[str, ...]) -> Settable:
    def put(me: Stats, value: Any) -> Any:
        return _with(me, key, str(value) if str(value) in legal else getattr(me, key))

    return Settable(key, label, lambda me: str(getattr(me, key)) or "none", put, "choice", choices=legal)


def _carrier(key: str, label: str, legal: tuple[str, ...]) -> Settable:
    def put(me: Stats, value: Any) -> Any:
        return _with(me, key, str(value) if str(value) in legal[1:] else "")

    return Settable(key, label, lambda me: str(getattr(me, key)) or "none", put, "choice", choices=legal)


SETTABLES: tuple[Settable, ...] = (
    _field("stamina", "stamina", -40, 40),
    *(_wound(region) for region in REGIONS),
    _field("integrity", "armor integrity", 0, 20),
    _of_weapon("ammo", "ammo of the weapon in hand (−1: not counted)", -1, 999),
    _of_weapon("integrity", "integrity of the weapon in hand", 0, 20),
    _field("shield_integrity", "shield integrity", 0, 20),
    _field("fear", "Fear", 0, 6),
    _text(
        "committed",
        "committed anchors",
        lambda me: "".join(a for a in ANCHORS if a in me.committed) or "none",
        _committed,
    ),
    _text(
        "broken",
        "what broke Guard",
        lambda me: me.broken or "none",
        lambda me, v: replace(me, broken="" if v.lower() == "none" else v),
    ),
    _text("covers", "approaches covered", lambda me: ", ".join(me.covers) or "none", _covered),
    _text(
        "approach",
        "approach it comes by",
        lambda me: me.approach or "none",
        lambda me, v: replace(me, approach="" if v.lower() == "none" else v),
    ),
    _field("guard_dc", "Guard DC (0: by skill)", 0, 30),
    _text("held", "weapon in hand", lambda me: me.held or "none", _held),
    _choice("cover", "cover", ("none", "passive", "active", "structural", "total")),
    _flag("aware", "aware"),
    _flag("no_dodge", "Dodge lost to footwork"),
    _flag("late_parry", "parry after an attack used"),
    *(_status(name, words) for name, words in STATUSES.items() if name != "disoriented"),
    _count("blood_progress", "progress of bleeding", 2),
    _count("blood_pressure", "Pressure from bleeding", 20),
    _text("bound", "anchors in bonds", lambda me: me.bound or "none", _bound),
    _field("distracted", "distracted (1, severely 2)", 0, 2),
    _field("stamina_max", "maximum stamina", 1, 40),
    *(_skill(name) for name in SKILLS),
    _field("rate", "movement rate", 1, 60),
    Settable("armor", "armor", lambda me: me.armor, _armor, "choice", choices=tuple(ARMOR)),
    Settable(
        "shield",
        "shield or object in R",
        lambda me: me.shield_kind or "none",
        _shield,
        "choice",
        choices=("none", "shield", "object"),
    ),
    _carrier("belt", "belt", ("none", "small", "tiny")),
    _carrier("pack", "pack", ("none", "light", "medium", "heavy")),
    _text("traits", "traits", lambda me: ", ".join(me.traits) or "none", _traits),
)

STANDING_TOPICS = (
    StandingTopic(
        "defence",
        "Defence",
        (
            Choice("none", "Never defend"),
            Choice("dodge", "Always Dodge"),
            Choice("parry", "Always Parry"),
            Choice("block", "Always Block"),
        ),
    ),
    StandingTopic("push", "Push Your Luck", (Choice("no", "Never push"),)),
    StandingTopic(
        "stop or push through",
        "A failed advance",
        (Choice("stop", "Always Stop"), Choice("push", "Always Push Through")),
    ),
    StandingTopic(
        "location",
        "Location on a Partial Critical",
        (Choice("left_arm", "Left arm"), Choice("right_arm", "Right arm"), Choice("legs", "Legs")),
    ),
    StandingTopic(
        "cover or stand",
        "Under Covering Fire",
        (Choice("cover", "Always Take Cover"), Choice("stand", "Always Stand Fast")),
    ),
    StandingTopic("fire or abort", "A trigger goes off", (Choice("fire", "Always fire"),)),
)
