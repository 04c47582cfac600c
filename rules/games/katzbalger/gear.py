"""Weapons and armor as a sheet brings them: by name from the data, or as its own (KB-65, 91, 92)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rules.engine.fmap import FMap
from rules.engine.ruleset import SheetError, Values

from .data import ARMOR, CLASSES, EXTRA_MOVES, LOCATIONS, MELEE_MOVES, RANGES, WEAPONS
from .sheet import Armor, Weapon

FIST = "Fist"
_DAMAGE = re.compile(r"(\d{1,2})d(\d{1,3})([+-]\d{1,2})?", re.IGNORECASE)
_CELL = re.compile(r"(\d{1,2})/([1-9])")


class Problems:
    """Gathers what is wrong, field by field."""

    def __init__(self) -> None:
        self.found: list[tuple[str, str]] = []

    def add(self, key: str, why: str) -> None:
        self.found.append((key, why))

    def check(self) -> None:
        """SheetError when anything was wrong."""
        if self.found:
            raise SheetError(tuple(self.found))


def listed(value: Any) -> list[Any]:
    """A list as a file brings it, or the comma-separated text of a modal."""
    if value is None:
        return []
    if isinstance(value, str):
        return [x.strip() for x in value.split(",") if x.strip()]
    return list(value) if isinstance(value, (list, tuple)) else [value]


# ------------------------------------------------------------------ weapons
def weapon(given: Mapping[str, Any], name: str) -> Weapon:
    """A weapon of a mapping; ValueError says what is wrong with it."""
    gun = str(given.get("kind", "melee")).lower() == "gun"
    damage = _DAMAGE.fullmatch(str(given.get("damage", "")).replace("−", "-").replace(" ", ""))
    if damage is None or not (1 <= int(damage[1]) <= 20 and 2 <= int(damage[2]) <= 100):
        raise ValueError("damage must be dice such as 1d8 or 2d6+1")
    moves = tuple(_move(x) for x in listed(given.get("moves", [] if gun else list(MELEE_MOVES))))
    return Weapon(
        name,
        _klass(given.get("class", "A"), "class"),
        int(damage[1]),
        int(damage[2]),
        int(damage[3] or 0),
        gun,
        _klass(given["thrust"], "thrust") if given.get("thrust") else "",
        _whole(given.get("actions", 1), "actions", 1, 9),
        _range(given.get("range", "Contact")),
        _whole(given.get("parry", 0), "parry", -20, 20),
        moves,
        given.get("subdual") is True,
        str(given.get("skill", ""))[:40],
        given.get("instant") is True,
    )


def _klass(value: Any, what: str) -> str:
    letter = str(value).strip().upper()
    if len(letter) != 1 or letter not in CLASSES:
        raise ValueError(f"{what} must be a letter from A to H")
    return letter


def _whole(value: Any, what: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{what} must be a whole number from {low} to {high}")
    return value


def _range(value: Any) -> int:
    names = [x.lower() for x in RANGES[:5]]
    if str(value).strip().lower() not in names:
        raise ValueError(f"range must be one of {', '.join(RANGES[:5])}")
    return names.index(str(value).strip().lower())


def _move(value: Any) -> str:
    move = str(value).strip().lower().replace(" ", "_")
    known = (*MELEE_MOVES, *EXTRA_MOVES)
    if move not in known:
        raise ValueError(f"moves must be among {', '.join(known)}")
    return move


def _own(given: Any, key: str, wrong: Problems) -> dict[str, Mapping[str, Any]]:
    """Own weapons or armor by name; a mapping of mappings will do as well."""
    if isinstance(given, Mapping):
        given = [{"name": name, **x} if isinstance(x, Mapping) else x for name, x in given.items()]
    out: dict[str, Mapping[str, Any]] = {}
    for x in given if isinstance(given, (list, tuple)) else [given]:
        name = str(x.get("name", "")).strip()[:40] if isinstance(x, Mapping) else ""
        if not isinstance(x, Mapping) or not name:
            wrong.add(key, "Each must be a mapping with a name.")
        else:
            out[name] = x
    return out


def weapons_of(values: Values, wrong: Problems) -> FMap[str, Weapon]:
    """The weapons by name in the order of the sheet, fists at the end."""
    named: list[tuple[str, str, Mapping[str, Any]]] = []
    own = _own(values.get("own_weapons") or [], "own_weapons", wrong)
    known = {n.lower(): (n, given) for n, given in (*WEAPONS.items(), *own.items())}
    for x in listed(values.get("weapons")):
        if isinstance(x, Mapping):
            named += [("weapons", n, given) for n, given in _own([x], "weapons", wrong).items()]
        elif str(x).strip().lower() in known:
            name, given = known[str(x).strip().lower()]
            named.append(("own_weapons" if name in own else "weapons", name, given))
        else:
            wrong.add(
                "weapons", f"There is no weapon called “{x}”. There are: {', '.join((*WEAPONS, *own))}."
            )
    there = {n for _, n, _ in named}
    named += [("own_weapons", n, given) for n, given in own.items() if n not in there]
    if FIST not in {n for _, n, _ in named}:
        named.append(("weapons", FIST, WEAPONS[FIST]))
    out: dict[str, Weapon] = {}
    for key, name, given in named:
        try:
            out[name] = weapon(given, name)
        except ValueError as why:
            wrong.add(key, f"{name}: {why}.")
    return FMap(out)


# ------------------------------------------------------------------ armor
def armor_row(name: str, dodge: int, cells: str) -> Armor:
    """A row of the armor table from text; ValueError says what is wrong."""
    found = [_CELL.fullmatch(x.replace("special", "1/2")) for x in cells.lower().split()]
    if len(found) != len(CLASSES) or not all(found):
        raise ValueError(
            "cells must be eight of target/divider for the classes A to H, such as 5/2 4/1 2/1 …"
        )
    return Armor(name, dodge, tuple((int(m[1]), int(m[2])) for m in found if m))


def _armor_known(values: Values, wrong: Problems) -> dict[str, tuple[Armor, tuple[str, ...]]]:
    out = {n.lower(): (armor_row(n, dodge, cells), covers) for n, (dodge, cells, covers) in ARMOR.items()}
    for name, given in _own(values.get("own_armor") or [], "own_armor", wrong).items():
        cells = given.get("cells", "")
        covers = tuple(str(x).lower() for x in listed(given.get("covers", list(LOCATIONS[1:4]))))
        try:
            text = cells if isinstance(cells, str) else " ".join(map(str, cells))
            row = armor_row(name, _whole(given.get("dodge", 0), "dodge", -20, 20), text)
            if not set(covers) <= set(LOCATIONS):
                raise ValueError(f"covers must be among {', '.join(LOCATIONS)}")
        except (ValueError, TypeError) as why:
            wrong.add("own_armor", f"{name}: {why}.")
        else:
            out[name.lower()] = (row, covers)
    return out


def armor_of(values: Values, wrong: Problems) -> tuple[FMap[str, Armor], int]:
    """What covers each location, and the Dodge modifier of all that is worn."""
    known = _armor_known(values, wrong)
    at: dict[str, Armor] = {}
    worn: dict[str, Armor] = {}
    for x in listed(values.get("armor")):
        if str(x).strip().lower() not in known:
            wrong.add(
                "armor",
                f"There is no armor called “{x}”. There are: {', '.join(r.name for r, _ in known.values())}.",
            )
            continue
        row, covers = known[str(x).strip().lower()]
        worn[row.name] = row
        at.update(dict.fromkeys(covers, row))
    by_place = values.get("armor_at") or {}
    if not isinstance(by_place, Mapping):
        wrong.add("armor_at", "It must be a mapping of location to the name of an armor.")
        by_place = {}
    for where, name in by_place.items():
        plain = str(name or "none").strip().lower()
        if where not in LOCATIONS or (plain != "none" and plain not in known):
            wrong.add(
                "armor_at",
                f"“{where}: {name}” must be one of {', '.join(LOCATIONS)} with an armor's name or none.",
            )
        elif plain == "none":
            at.pop(where, None)
        else:
            at[where] = known[plain][0]
            worn[at[where].name] = at[where]
    in_order = FMap((where, at[where]) for where in LOCATIONS if where in at)
    return in_order, sum(row.dodge for row in worn.values())
