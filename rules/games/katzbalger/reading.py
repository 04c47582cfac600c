"""The sheet: its fields, what is derived, and the combatant made of it. Every wrong field is named."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from rules.engine.effects import Option
from rules.engine.fmap import FMap
from rules.engine.ruleset import SheetError, SheetField, Values

from .data import ARMOR, WEAPONS
from .gear import Problems, armor_of, listed, weapons_of
from .sheet import Sheet, Stats

_LEVEL = re.compile(r"(.+?)[\s:=]+(-?\d{1,2})")

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


# ------------------------------------------------------------------ single values
def _int(value: Any, field: SheetField, wrong: Problems) -> int | None:
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


def _flag(value: Any, field: SheetField, wrong: Problems) -> bool:
    if isinstance(value, bool) or value is None:
        return bool(value)
    words = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False, "": False}
    if str(value).strip().lower() not in words:
        wrong.add(field.key, f"{field.label} must be yes or no.")
    return words.get(str(value).strip().lower(), False)


def _skills(value: Any, field: SheetField, wrong: Problems) -> dict[str, int]:
    """Skills as a mapping, or a list of "Sword 7"."""
    out: dict[str, int] = {}
    pairs: list[tuple[str, Any]] = []
    if isinstance(value, Mapping):
        pairs = [(str(k), v) for k, v in value.items()]
    else:
        for text in listed(value):
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


# ------------------------------------------------------------------ the whole
def complete(values: Values) -> dict[str, Any]:
    """The sheet with every field, Scores derived where left empty. SheetError for what cannot be read."""
    wrong = Problems()
    out: dict[str, Any] = dict(values)
    for f in FIELDS:
        given = values.get(f.key, f.default)
        if f.kind == "number":
            out[f.key] = _int(given, f, wrong)
        elif f.kind == "flag":
            out[f.key] = _flag(given, f, wrong)
        elif f.kind == "many":
            out[f.key] = dict(given) if isinstance(given, Mapping) else listed(given)
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
    wrong = Problems()
    try:
        full = complete(values)
    except SheetError as error:
        wrong.found.extend(error.problems)
        full = {**{f.key: f.default for f in FIELDS}, **values, "hth": 0, "gun": 0}
    weapons = weapons_of(full, wrong)
    armor, armor_dodge = armor_of(full, wrong)
    skills = {key: _skills(full[key], BY_KEY[key], Problems()) for key in ("hth_skills", "gun_skills")}
    breaks = tuple(str(x) for x in listed(full["break_skills"]))
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
