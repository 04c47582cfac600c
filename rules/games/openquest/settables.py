"""Values of a combatant that the Referee may overrule, and kinds of asks that may have standing answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.engine.ruleset import Choice, Settable, StandingTopic

from .gear import Dice
from .model import CHARACTERISTICS, DEAD, DYING, OUT, SHIELDS, SKILLS, UP, Stats
from .sheet import with_hp


def _field(key: str, label: str, **more: Any) -> Settable:
    def put(stats: Stats, value: Any) -> Stats:
        return replace(stats, **{key: value})

    def get(stats: Stats) -> Any:
        return getattr(stats, key)

    return Settable(key, label, get, put, **more)


def _turn(key: str, label: str, **more: Any) -> Settable:
    def put(stats: Stats, value: Any) -> Stats:
        return replace(stats, turn=replace(stats.turn, **{key: value}))

    def get(stats: Stats) -> Any:
        return getattr(stats.turn, key)

    return Settable(key, label, get, put, **more)


def _skill(key: str) -> Settable:
    def put(stats: Stats, value: int) -> Stats:
        return replace(stats, skills=stats.skills.put(key, value))

    def get(stats: Stats) -> int:
        return stats.skill(key)

    return Settable(key, SKILLS[key], get, put, low=0, high=300)


def _characteristic(key: str) -> Settable:
    def put(stats: Stats, value: int) -> Stats:
        return replace(stats, characteristics=stats.characteristics.put(key, value))

    def get(stats: Stats) -> int:
        return stats.characteristics.get(key, 0)

    return Settable(key, CHARACTERISTICS[key], get, put, low=1, high=100)


def _state(stats: Stats, value: str) -> Stats:
    """Standing, out, dying or dead as the Referee says; hit points stay as they are."""
    return replace(stats, state=value, mortal=0, spared=False, held_by="", braced=False)


def _dm(stats: Stats, value: str) -> Stats:
    try:
        return replace(stats, dm=Dice.parse(value))
    except ValueError:
        return stats


def _hand(stats: Stats, value: str) -> Stats:
    """A weapon it carries, by name, comes into its hand; anything else leaves the hand empty."""
    found = next((w.name for w in stats.weapons if w.name.casefold() == value.strip().casefold()), "")
    return replace(stats, hand=found, off="" if stats.off == found else stats.off, braced=False)


_get_hp: Callable[[Stats], int] = lambda stats: stats.hp  # noqa: E731

SETTABLES = (
    Settable("hp", "Hit points", _get_hp, with_hp),
    _field("hp_max", "Maximum hit points", low=1),
    _field("mp", "Magic points", low=0),
    _field("ap", "Armor points", low=0, high=50),
    _field("fortune", "Fortune points", low=0, high=20),
    Settable(
        "state", "State", lambda c: c.state, _state, "choice", choices=(UP, OUT, DYING, DEAD)
    ),
    _field("prone", "Prone", kind="flag"),
    _turn("acted", "Action used", kind="flag"),
    _turn("moved", "Free move used", kind="flag"),
    _turn("reactions", "Reactions made", low=0, high=20),
    _turn("gave_up", "Reactions given up", kind="flag"),
    _field("higher", "On higher ground", kind="flag"),
    _field("mounted", "Mounted", kind="flag"),
    _field("unstable", "On unstable ground", kind="flag"),
    _field("underwater", "Underwater", kind="flag"),
    _field("blinded", "Blinded", kind="flag"),
    Settable(
        "cover", "Cover", lambda c: str(c.cover), lambda c, v: replace(c, cover=int(v)), "choice",
        choices=("0", "20", "50", "75"),
    ),
    _field("moving", "Metres it runs this round", low=0, high=200),
    _field("move", "Movement Rate", low=0, high=200),
    Settable("dm", "Damage modifier", lambda c: str(c.dm), _dm, "text"),
    Settable("hand", "Weapon in hand", lambda c: c.hand or "nothing", _hand, "text"),
    _field("shield", "Shield", kind="choice", choices=SHIELDS),
    _field("braced", "Weapon set", kind="flag"),
    _field("aim", "Rounds of aiming", low=0, high=20),
    *(_skill(key) for key in SKILLS),
    *(_characteristic(key) for key in CHARACTERISTICS),
)  # fmt: skip

STANDING = (
    StandingTopic(
        "defence",
        "Defence",
        (Choice("parry", "Always parry"), Choice("dodge", "Always dodge"), Choice("none", "Always take it")),
    ),
    StandingTopic(
        "lethal",
        "Blows that drop somebody",
        (Choice("lethal", "Always lethal"), Choice("nonlethal", "Always non-lethal")),
    ),
    StandingTopic("fortune", "Fortune for failed rolls", (Choice("no", "Never spend one"),)),
    StandingTopic(
        "death", "Fortune against death", (Choice("live", "Always live"), Choice("no", "Never spend one"))
    ),
    StandingTopic(
        "leaving",
        "Enemies who leave Close",
        (Choice("object", "Always object"), Choice("let", "Let them go")),
    ),
    StandingTopic(
        "disarm",
        "What to strike from a hand",
        (Choice("weapon", "The weapon"), Choice("shield", "The shield")),
    ),
    StandingTopic(
        "counter",
        "Turned unarmed attacks",
        (Choice("avoid", "Only avoid them"), Choice("strike", "Strike back")),
    ),
    StandingTopic("intent", "Statement of intent", (Choice("open", "Nothing special"),)),
)
