"""The sheet: its fields, what is derived, and the combatant made of it. Every wrong field is named."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from rules.engine.effects import Option
from rules.engine.fmap import FMap
from rules.engine.ruleset import SheetError, SheetField, Values

from .data import ARMOR, CLASSES, EXTRA_MOVES, LOCATIONS, MELEE_MOVES, RANGES, WEAPONS
from .sheet import Armor, Sheet, Stats, Weapon

FIST = "Fist"
_DAMAGE = re.compile(r"(\d{1,2})d(\d{1,3})([+-]\d{1,2})?", re.IGNORECASE)
_LEVEL = re.compile(r"(.+?)[\s:=]+(-?\d{1,2})")
_CELL = re.compile(r"(\d{1,2})/([1-9])")

STATS = (("str", "STR"), ("dex", "DEX"), ("ref", "REF"), ("fit", "FIT"), ("wil", "WIL"))


def _number(key: str, label: str, section: str, default: Any, low: int, high: int, **more: Any) -> SheetField:
    return SheetField(key, label, section, "number", default, low, high, **more)


def _names(names: Iterable[str]) -> tuple[Option, ...]:
    return tuple(Option(name) for name in names)


FIELDS: tuple[SheetField, ...] = (
    *(_number(key, label, "Stats", 10, 1, 40, help="Human about 8 to 16.") for key, label in STATS),
    _number("luck", "Luck", "Bonuses", 9, 0, 40, help="A third of it: Grooves that can be stored."),
    _number("dex_bonus", "DEX bonus", "Bonuses", 0, -20, 20),
    _number("ref_bonus", "REF bonus", "Bonuses", 0, -20, 20),
    _number("fit_bonus", "FIT bonus", "Bonuses", 0, -20, 20),
    _number("movement", "Movement in feet", "Bonuses", 30, 0, 1000),
    SheetField(
        "hth_skills", "HTH skills", "Skills", "many", [], help="Name and level: Sword 7, Brawling 5."
    ),
    SheetField("gun_skills", "Gun skills", "Skills", "many", [], help="Name and level: Pistol 6."),
    SheetField(
        "break_skills", "Skills that break a grapple", "Skills", "many", [], help="Names of HTH skills."
    ),
    _number(
        "hth", "HTH Score", "Skills", None, -20, 40,
        help="Left empty: average of the three best HTH skills; of two −1; a single skill −2.",
    ),
    _number("gun", "Gun Score", "Skills", None, -20, 40, help="Left empty: of the Gun skills, likewise."),
    _number("health", "Health", "Health", 20, 1, 1000),
    _number("lethal", "Lethal wounds", "Health", 0, 0, 2000, lasts=True),
    _number("subdual", "Subdual wounds", "Health", 0, 0, 2000, lasts=True),
    SheetField(
        "weapons", "Weapons", "Gear", "many", [], choices=_names(WEAPONS),
        help="The first is in hand; fists are always there.",
    ),
    SheetField(
        "armor", "Armor", "Gear", "many", [], choices=_names(ARMOR),
        help="What is worn; a later piece covers an earlier one.",
    ),
    _number("shield", "Shield: Parry modifier", "Gear", 0, -10, 10, help="0 for no shield."),
    SheetField(
        "own_weapons", "Own weapons", "Gear", "data", [],
        help="A list of mappings: name, damage (2d6+1), class (A to H), and as needed kind (melee or gun), "
        "thrust, actions, range, parry, moves, subdual, skill, instant.",
    ),
    SheetField(
        "own_armor", "Own armor", "Gear", "data", [],
        help="A list of mappings: name, cells (eight target/divider for A to H), and as needed dodge and "
        "covers (locations).",
    ),
    SheetField(
        "armor_at", "Armor by location", "Gear", "data", {},
        help="A mapping of location to the name of an armor, or none.",
    ),
    _number("grooves", "Grooves stored", "Funk and Groove", 0, 0, 13, lasts=True),
    _number("xp", "XP", "Funk and Groove", 0, 0, 100_000, lasts=True),
    SheetField("funk", "In the Funk", "Funk and Groove", "flag", False, lasts=True),
)  # fmt: skip
BY_KEY = {f.key: f for f in FIELDS}
SHEET_NAMES = {"str": "str_"}
"""Sheet keys that have another name in `Sheet`."""


class _Problems:
    """Gathers what is wrong, field by field."""

    def __init__(self) -> None:
        self.found: list[tuple[str, str]] = []

    def add(self, key: str, why: str) -> None:
        self.found.append((key, why))

    def check(self) -> None:
        """SheetError when anything was wrong."""
        if self.found:
            raise SheetError(tuple(self.found))


# ------------------------------------------------------------------ single values
def _int(value: Any, field: SheetField, wrong: _Problems) -> int | None:
    if value is None or value == "":
        return None if field.default is None else int(field.default)
    number: int | None = None
    if isinstance(value, int) and not isinstance(value, bool):
        number = value
    elif isinstance(value, float) and value.is_integer():
        number = int(value)
    elif isinstance(value, str) and re.fullmatch(r"[+-]?\d{1,6}", value.strip().replace("−", "-")):
        number = int(value.strip().replace("−", "-"))
    if number is None or not field.low <= number <= field.high:
        wrong.add(field.key, f"{field.label} must be a whole number from {field.low} to {field.high}.")
        return None
    return number


def _flag(value: Any, field: SheetField, wrong: _Problems) -> bool:
    if isinstance(value, bool) or value is None:
        return bool(value)
    words = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False, "": False}
    if str(value).strip().lower() not in words:
        wrong.add(field.key, f"{field.label} must be yes or no.")
    return words.get(str(value).strip().lower(), False)


def _listed(value: Any) -> list[Any]:
    """A list as a file brings it, or the comma-separated text of a modal."""
    if value is None:
        return []
    if isinstance(value, str):
        return [x.strip() for x in value.split(",") if x.strip()]
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _skills(value: Any, field: SheetField, wrong: _Problems) -> dict[str, int]:
    """Skills as a mapping, or a list of "Sword 7"."""
    out: dict[str, int] = {}
    pairs: list[tuple[str, Any]] = []
    if isinstance(value, Mapping):
        pairs = [(str(k), v) for k, v in value.items()]
    else:
        for text in _listed(value):
            match = _LEVEL.fullmatch(str(text).strip())
            pairs.append((match[1].strip(), int(match[2])) if match else (str(text), None))
    for name, level in pairs:
        if (
            isinstance(level, bool)
            or not isinstance(level, int)
            or not -20 <= level <= 40
            or not name.strip()
        ):
            wrong.add(field.key, f"“{name}” needs a level from −20 to 40, such as {name} 7.")
        else:
            out[name.strip()[:40]] = level
    return out


def score_of(levels: Iterable[int]) -> int:
    """KB-20: the average of the three best, rounded down; of two −1; a single one −2; 0 for none."""
    best = sorted(levels, reverse=True)[:3]
    if not best:
        return 0
    return sum(best) // len(best) - (3 - len(best))


# ------------------------------------------------------------------ weapons
def weapon(given: Mapping[str, Any], name: str) -> Weapon:
    """A weapon of a mapping; ValueError says what is wrong with it."""
    gun = str(given.get("kind", "melee")).lower() == "gun"
    damage = _DAMAGE.fullmatch(str(given.get("damage", "")).replace("−", "-").replace(" ", ""))
    if damage is None or not (1 <= int(damage[1]) <= 20 and 2 <= int(damage[2]) <= 100):
        raise ValueError("damage must be dice such as 1d8 or 2d6+1")
    moves = tuple(_move(x) for x in _listed(given.get("moves", [] if gun else list(MELEE_MOVES))))
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


def _own(given: Any, key: str, wrong: _Problems) -> dict[str, Mapping[str, Any]]:
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


def _weapons(values: Values, wrong: _Problems) -> FMap[str, Weapon]:
    """The weapons by name in the order of the sheet, fists at the end."""
    named: list[tuple[str, str, Mapping[str, Any]]] = []
    own = _own(values.get("own_weapons") or [], "own_weapons", wrong)
    known = {n.lower(): (n, given) for n, given in (*WEAPONS.items(), *own.items())}
    for x in _listed(values.get("weapons")):
        if isinstance(x, Mapping):
            named += [("weapons", n, given) for n, given in _own([x], "weapons", wrong).items()]
        elif str(x).strip().lower() in known:
            name, given = known[str(x).strip().lower()]
            named.append(("own_weapons" if name in own else "weapons", name, given))
        else:
            wrong.add(
                "weapons", f"There is no weapon called “{x}”. There are: {', '.join((*WEAPONS, *own))}."
            )
    listed = {n for _, n, _ in named}
    named += [("own_weapons", n, given) for n, given in own.items() if n not in listed]
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


def _armor_known(values: Values, wrong: _Problems) -> dict[str, tuple[Armor, tuple[str, ...]]]:
    out = {n.lower(): (armor_row(n, dodge, cells), covers) for n, (dodge, cells, covers) in ARMOR.items()}
    for name, given in _own(values.get("own_armor") or [], "own_armor", wrong).items():
        cells = given.get("cells", "")
        covers = tuple(str(x).lower() for x in _listed(given.get("covers", list(LOCATIONS[1:4]))))
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


def _armor(values: Values, wrong: _Problems) -> tuple[FMap[str, Armor], int]:
    """What covers each location, and the Dodge modifier of all that is worn."""
    known = _armor_known(values, wrong)
    at: dict[str, Armor] = {}
    worn: dict[str, Armor] = {}
    for x in _listed(values.get("armor")):
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


# ------------------------------------------------------------------ the whole
def complete(values: Values) -> dict[str, Any]:
    """The sheet with every field, Scores derived where left empty. SheetError for what cannot be read."""
    wrong = _Problems()
    out: dict[str, Any] = dict(values)
    for f in FIELDS:
        given = values.get(f.key, f.default)
        if f.kind == "number":
            out[f.key] = _int(given, f, wrong)
        elif f.kind == "flag":
            out[f.key] = _flag(given, f, wrong)
        elif f.kind == "many":
            out[f.key] = dict(given) if isinstance(given, Mapping) else _listed(given)
        else:
            out[f.key] = given
    for key, score in (("hth_skills", "hth"), ("gun_skills", "gun")):
        levels = _skills(out[key], BY_KEY[key], wrong)
        out[key] = [f"{name} {level}" for name, level in levels.items()]
        if values.get(score) in (None, ""):
            out[score] = score_of(levels.values())
    wrong.check()
    return out


def read(values: Values) -> Stats:
    """The game part of a combatant. SheetError names every wrong field."""
    wrong = _Problems()
    try:
        full = complete(values)
    except SheetError as error:
        wrong.found.extend(error.problems)
        full = {**{f.key: f.default for f in FIELDS}, **values, "hth": 0, "gun": 0}
    weapons = _weapons(full, wrong)
    armor, armor_dodge = _armor(full, wrong)
    skills = {key: _skills(full[key], BY_KEY[key], _Problems()) for key in ("hth_skills", "gun_skills")}
    breaks = tuple(str(x) for x in _listed(full["break_skills"]))
    unknown = [x for x in breaks if x not in skills["hth_skills"]]
    if unknown:
        wrong.add("break_skills", f"“{unknown[0]}” is not among the HTH skills.")
    wrong.check()
    numbers: dict[str, Any] = {SHEET_NAMES.get(k, k): int(full[k]) for k in _PLAIN}
    sheet = Sheet(
        **numbers,
        hth_skills=FMap(skills["hth_skills"]),
        gun_skills=FMap(skills["gun_skills"]),
        break_skills=breaks,
        weapons=weapons,
        armor=armor,
        armor_dodge=armor_dodge,
    )
    return Stats(
        sheet,
        lethal=full["lethal"],
        subdual=full["subdual"],
        hand=next(iter(weapons)),
        armed=next(iter(weapons)),
        funk=full["funk"],
        grooves=min(full["grooves"], sheet.luck // 3),
        xp=full["xp"],
    )


_PLAIN = (
    "str", "dex", "ref", "fit", "wil", "luck", "dex_bonus", "ref_bonus", "fit_bonus", "hth", "gun", "health",
    "movement", "shield",
)  # fmt: skip


def adhoc(health: int) -> dict[str, Any]:
    """A foe of whom only the health is known: Score 3 and a knife, like a Thug."""
    return {"health": max(1, health), "hth": 3, "weapons": ["Knife"]}


def write_back(values: Values, stats: Stats) -> dict[str, Any]:
    """The sheet with what lasts: wounds, Funk, Grooves stored, XP."""
    return {
        **values,
        "lethal": stats.lethal,
        "subdual": stats.subdual,
        "funk": stats.funk,
        "grooves": stats.grooves,
        "xp": stats.xp,
    }
