"""Skills, weapons, powers and maneuvers as a sheet writes them: by name, in a line, or as a mapping from a
file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, cast

from .arms import UNARMED, parts_of
from .cards import SUIT_NAMES
from .data import MANEUVERS, WEAPONS
from .state import (
    EFFECTS,
    HEAVY,
    LIGHT,
    MENTAL,
    PHYSICAL,
    RANGES,
    Inflicts,
    Maneuver,
    Power,
    Side,
    Skill,
    Weapon,
)

T = TypeVar("T")
COMBAT = (
    "weapon",
    "power",
    "brawling",
    "avoidance",
    "athletics",
    "resist",
    "manipulation",
    "exploit opening",
)
"""Families of skills that may be used in a fight where the sheet says nothing else (CT-22)."""
_ATTACKS = ("power", "weapon", "brawling", "manipulation")
_LINE = re.compile(r"(?P<name>.+?)(?:\s+(?P<colour>red|black))?(?:\s+(?P<bonus>[+\-−]?\d+))?", re.IGNORECASE)


class _Entry:
    """One mapping of a file, read key by key; what is left at the end is a mistake."""

    def __init__(self, given: Mapping[str, Any], what: str) -> None:
        self.rest = dict(given)
        self.name = str(self.rest.pop("name", "")).strip()
        self.what = f"{what} “{self.name}”" if self.name else what

    def named(self) -> str:
        if not self.name:
            raise ValueError(f"A {self.what} needs a name.")
        if len(self.name) > 60 or any(ch in self.name for ch in "+!/,"):
            raise ValueError(
                f"The name of a {self.what} has up to 60 characters, none of them + ! / or a comma."
            )
        return self.name

    def number(self, key: str, default: int = 0, low: int = -50, high: int = 200) -> int:
        value = self.rest.pop(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError(f"{self.what}: {key} is a whole number from {low} to {high}, not “{value}”.")
        return value

    def word(self, key: str, default: str, legal: Iterable[str]) -> str:
        value = str(self.rest.pop(key, default)).strip().lower()
        if value not in tuple(legal):
            raise ValueError(
                f"{self.what}: {key} is one of {', '.join(x for x in legal if x)}, not “{value}”."
            )
        return value

    def flag(self, key: str, default: bool) -> bool:
        value = self.rest.pop(key, default)
        if not isinstance(value, bool):
            raise ValueError(f"{self.what}: {key} is true or false, not “{value}”.")
        return value

    def inner(self, key: str) -> Mapping[str, Any] | None:
        value = self.rest.pop(key, None)
        if value is not None and not isinstance(value, Mapping):
            raise ValueError(f"{self.what}: {key} is a mapping.")
        return value

    def done(self, made: T) -> T:
        if self.rest:
            raise ValueError(f"{self.what}: there is no {', '.join(map(str, self.rest))} here.")
        return made


def suits_of(value: Any, what: str) -> tuple[str, ...]:
    """Letters of suits given by name or letter, one or a list."""
    letters = {name: letter for letter, name in SUIT_NAMES.items()} | {x.lower(): x for x in SUIT_NAMES}
    names = [value] if isinstance(value, str) else list(value or ())
    out = tuple(
        letters.get(str(name).strip().lower().rstrip("s") + "s", letters.get(str(name).lower(), ""))
        for name in names
    )
    if not all(out):
        raise ValueError(f"{what}: a suit is spades, clubs, diamonds or hearts, not “{value}”.")
    return out


def skill_of(given: Any) -> Skill:
    """A skill: "Athletics – Throw red +1", or a mapping with its flags. One that adds to attacks or bears the
    name of a weapon is a weapon skill.
    """
    if not isinstance(given, Mapping):
        found = _LINE.fullmatch(str(given).strip())
        if not found or not found["name"].strip():
            raise ValueError(
                f"“{given}” is no skill: write its name, its colour and its modifier: “Athletics red +1”."
            )
        bonus = (found["bonus"] or "0").replace("−", "-")
        given = {"name": found["name"], "colour": found["colour"] or "black", "modifier": int(bonus)}
    entry = _Entry(given, "skill")
    name = entry.named()
    family, specific = parts_of(name)
    accuracy, damage = entry.number("accuracy"), entry.number("damage")
    arms = bool(accuracy or damage) or specific in {weapon.lower() for weapon in WEAPONS}
    return entry.done(
        Skill(
            name,
            entry.number("modifier"),
            entry.word("colour", "black", ("red", "black")),
            accuracy,
            damage,
            entry.flag("combat", arms or family in COMBAT),
            entry.flag("opening", specific == "exploit opening"),
            entry.flag("attack", arms or family in _ATTACKS),
        )
    )


def weapon_of(given: Any) -> Weapon:
    """A weapon: its name in the house set, or a mapping with its values."""
    if not isinstance(given, Mapping):
        found = next((w for name, w in WEAPONS.items() if name.lower() == str(given).strip().lower()), None)
        if found is None:
            raise ValueError(
                f"“{given}” is no weapon of the set ({', '.join(WEAPONS)}); a file may bring its values."
            )
        return found
    entry = _Entry(given, "weapon")
    if entry.named().lower() == UNARMED.lower():
        raise ValueError("Bare hands are no weapon: set the unarmed value instead.")
    return entry.done(
        Weapon(
            entry.name,
            entry.number("damage", low=0),
            entry.word("weight", LIGHT, (LIGHT, HEAVY)),
            entry.word("range", "melee", RANGES),
            entry.number("accuracy"),
            str(entry.rest.pop("skill", "")),
            entry.number("reach", 1, 1, 2),
        )
    )


def inflicts_of(given: Mapping[str, Any] | None) -> Inflicts | None:
    """An effect that a power or a maneuver brings: `{effect: stunned, tier: 1, resist: physical, modifier:
    0}`.
    """
    if given is None:
        return None
    entry = _Entry(given, "effect")
    return entry.done(
        Inflicts(
            entry.word("effect", "", EFFECTS),
            entry.number("tier", 1, 1, 3),
            entry.word("resist", PHYSICAL, (PHYSICAL, MENTAL)),
            entry.number("modifier"),
        )
    )


def power_of(given: Any) -> Power:
    """A power: a mapping with its values."""
    if not isinstance(given, Mapping):
        raise ValueError(
            f"“{given}”: a power is a mapping with name, suit, hands, accuracy and damage, from a file."
        )
    entry = _Entry(given, "power")
    name = entry.named()
    suits = suits_of(entry.rest.pop("suit", ()), entry.what)
    return entry.done(
        Power(
            name,
            entry.number("damage", low=0),
            entry.number("accuracy"),
            suits[0] if suits else "",
            entry.word("hands", "1", ("1", "2", "either")),
            entry.word("range", "short", RANGES),
            entry.number("both"),
            inflicts_of(entry.inner("inflicts")),
        )
    )


_SIDE_NUMBERS = (
    "accuracy", "damage", "avoidance", "moves", "main_cost", "move_cost",
    "attacks", "weapon_attacks", "second",
)  # fmt: skip


def side_of(given: Mapping[str, Any], what: str) -> Side:
    """One side of a maneuver."""
    entry = _Entry(given, what)
    lows = {"accuracy": -50, "damage": -50, "avoidance": -50, "second": -50}
    numbers = {key: entry.number(key, 0, lows.get(key, 0), 50) for key in _SIDE_NUMBERS}
    flags = {key: entry.flag(key, False) for key in ("twice", "leaves", "exploits")}
    made = Side(**cast(Any, {**numbers, **flags}), inflicts=inflicts_of(entry.inner("inflicts")))
    return entry.done(made)


def maneuver_of(given: Any) -> Maneuver:
    """A maneuver: its name in the house set, or a mapping with suit, number, basic and raised."""
    if not isinstance(given, Mapping):
        found = next((m for name, m in MANEUVERS.items() if name.lower() == str(given).strip().lower()), None)
        if found is None:
            has = ", ".join(MANEUVERS)
            raise ValueError(f"“{given}” is no maneuver of the set ({has}); a file may bring both its sides.")
        return found
    entry = _Entry(given, "maneuver")
    name = entry.named()
    raised = entry.inner("raised")
    suits = suits_of(entry.rest.pop("suit", ()), entry.what)
    return entry.done(
        Maneuver(
            name,
            side_of(entry.inner("basic") or {}, f"basic side of {name}"),
            side_of(raised, f"raised side of {name}") if raised is not None else None,
            suits,
            entry.number("number", 0, 0, 14),
        )
    )
