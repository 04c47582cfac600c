"""The sheet: its fields, what is derived (OQ-01, OQ-02), reading it, and what lasts after a fight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine.fmap import FMap
from rules.engine.ruleset import Choice, SheetError, SheetField, Values

from .data import ARMOR, WEAPONS
from .gear import Dice, Weapon
from .model import CHARACTERISTICS, DYING, OUT, SHIELDS, SKILLS, UP, Stats

_ORDINARY = 10
"""A characteristic that nobody has given."""


def _skill(key: str, section: str) -> SheetField:
    return SheetField(key, SKILLS[key], section, help="percent; derived when left out", high=300)


def _body(key: str, section: str) -> SheetField:
    return SheetField(key, CHARACTERISTICS[key], section, default=_ORDINARY, low=1, high=100)


FIELDS: tuple[SheetField, ...] = (
    *(_body(key, "Body") for key in ("str", "dex", "con", "siz")),
    *(_body(key, "Mind") for key in ("int", "pow", "cha")),
    SheetField("hp_max", "Hit points", "Points", low=1, help="half of SIZ + CON, rounded up, when left out"),
    SheetField("hp", "Hit points now", "Points", low=-1_000, help="the maximum when left out", lasts=True),
    SheetField("mp", "Magic points", "Points", help="POW when left out", lasts=True),
    SheetField("fortune", "Fortune points", "Points", default=2, high=20, lasts=True),
    SheetField("move", "Movement Rate", "Points", default=15, high=200, help="metres a round"),
    *(_skill(key, "Fighting") for key in ("close", "ranged", "unarmed", "dodge")),
    SheetField("dm", "Damage modifier", "Fighting", "text", help="like +1D4; from STR + SIZ when left out"),
    *(_skill(key, "Skills") for key in ("athletics", "perception", "deception", "influence", "persistence")),
    *(_skill(key, "More skills") for key in ("resilience", "riding", "healing", "casting")),
    SheetField(
        "weapons", "Weapons", "Gear", "many", default=[],
        choices=tuple(Choice(w.name, w.name, str(w.damage)) for w in WEAPONS.values()),
        help="the first one is in hand at the start",
    ),
    SheetField(
        "shield", "Shield", "Gear", "choice", default="none",
        choices=tuple(Choice(size, size.capitalize()) for size in SHIELDS),
    ),
    SheetField("armor", "Armor", "Gear", "text", default="none", help=f"{', '.join(ARMOR)}, or your own"),
    SheetField("ap", "Armor points", "Gear", high=50, help="those of the armor when left out"),
    SheetField("dodges", "Can dodge", "Gear", "flag", default=True),
    SheetField(
        "own_weapons", "Weapons of its own", "Own weapons", "data", default=[],
        help="a list of mappings with name and damage, and if wanted skill, hands, natural, percent, reach, "
        "missile, rate, modifier, great, brace, throws, throw",
    ),
)  # fmt: skip
_FIELD = {f.key: f for f in FIELDS}


# ------------------------------------------------------------------ what is derived
def damage_modifier(total: int) -> Dice:
    """OQ-02: the damage modifier for a sum of STR and SIZ."""
    for most, dice in (
        (10, Dice(-1, 6)),
        (15, Dice(-1, 4)),
        (25, Dice()),
        (30, Dice(1, 4)),
        (45, Dice(1, 6)),
    ):
        if total <= most:
            return dice
    return Dice(2 + (total - 46) // 15, 6)


def derived(v: Mapping[str, int]) -> dict[str, int]:
    """OQ-01: everything that follows from the characteristics (the last five: house, where the clause is
    silent).
    """
    return {
        "hp_max": -(-(v["siz"] + v["con"]) // 2),
        "mp": v["pow"],
        "close": v["dex"] + v["str"],
        "unarmed": v["dex"] + v["str"],
        "ranged": v["dex"] + v["int"],
        "dodge": v["dex"] + 10,
        "athletics": v["dex"] + v["str"],
        "persistence": v["pow"] + 10,
        "resilience": v["con"] + v["pow"],
        "riding": v["dex"] + v["pow"],
        "perception": v["int"] + v["pow"],
        "deception": v["dex"] + v["int"],
        "influence": v["cha"] + 10,
        "healing": v["int"] + v["pow"],
        "casting": 0,
    }


def complete(values: Values) -> dict[str, Any]:
    """A sheet with every field: given, derived, or ordinary. SheetError names every wrong one."""
    problems: list[tuple[str, str]] = []
    out: dict[str, Any] = {}
    for field in FIELDS:
        given = values.get(field.key)
        if given is None or given == "":
            given = field.default
        if given is not None:
            why, out[field.key] = _checked(field, given)
            if why:
                problems.append((field.key, why))
    problems += [
        (key, "There is no such field on an OpenQuest sheet.")
        for key in values
        if key not in _FIELD and not key.startswith("_")
    ]
    if problems:
        raise SheetError(tuple(problems))
    for key, value in derived(out).items():
        out.setdefault(key, value)
    out.setdefault("hp", out["hp_max"])
    out.setdefault("dm", str(damage_modifier(out["str"] + out["siz"])))
    if "ap" not in out:
        if out["armor"].lower() not in ARMOR:
            raise SheetError((("ap", f"{out['armor']} is armor of your own: give its armor points too."),))
        out["ap"] = ARMOR[out["armor"].lower()]
    if out["hp"] > out["hp_max"]:
        raise SheetError((("hp", f"Hit points now can be at most the maximum of {out['hp_max']}."),))
    return out


def _checked(field: SheetField, given: Any) -> tuple[str, Any]:
    """What is wrong with a value ("" for nothing) and the value as the sheet keeps it."""
    match field.kind:
        case "number":
            return _number(field, given)
        case "flag":
            return ("", given) if isinstance(given, bool) else (f"{field.label} is yes or no.", True)
        case "choice":
            legal = [c.value for c in field.choices]
            value = str(given).lower()
            return (
                ("", value) if value in legal else (f"{field.label} is one of {', '.join(legal)}.", legal[0])
            )
        case "many":
            return _weapon_names(given)
        case "data":
            return _own_weapons(given)
        case _:
            return _text(field, given)


def _number(field: SheetField, given: Any) -> tuple[str, int]:
    wrong = f"{field.label} is a whole number from {field.low} to {field.high}."
    if isinstance(given, bool):
        return wrong, 0
    try:
        value = int(str(given).strip().removesuffix("%"))
    except ValueError:
        return wrong, 0
    return ("", value) if field.low <= value <= field.high else (wrong, 0)


def _text(field: SheetField, given: Any) -> tuple[str, str]:
    if not isinstance(given, str) or len(given) > 60:
        return f"{field.label} is a text of at most 60 characters.", ""
    if field.key == "dm":
        try:
            return "", str(Dice.parse(given))
        except ValueError as why:
            return f"{field.label}: {why}.", ""
    return "", given.strip()


def _weapon_names(given: Any) -> tuple[str, list[str]]:
    names = given.split(",") if isinstance(given, str) else given
    if not isinstance(names, (list, tuple)) or not all(isinstance(n, str) for n in names):
        return "Weapons is a list of names.", []
    names = [n.strip() for n in names if n.strip()]
    unknown = [n for n in names if n.lower() not in WEAPONS]
    if unknown:
        return f"Weapons: {', '.join(unknown)} is not among the weapons of the game; see own_weapons.", []
    return "", [WEAPONS[n.lower()].name for n in names]


# ------------------------------------------------------------------ weapons of one's own
_WEAPON_NUMBERS = {
    "hands": (0, 2),
    "percent": (0, 300),
    "reach": (0, 1000),
    "rate": (1, 10),
    "throw": (0, 10),
}
_WEAPON_FLAGS = ("natural", "missile", "modifier", "great", "brace")


def _own_weapons(given: Any) -> tuple[str, list[dict[str, Any]]]:
    if not isinstance(given, (list, tuple)):
        return "Weapons of its own is a list of mappings, each with a name and damage.", []
    for item in given:
        try:
            own_weapon(item)
        except ValueError as why:
            return f"Weapons of its own: {why}.", []
    return "", [dict(item) for item in given]


def own_weapon(item: Any) -> Weapon:
    """A weapon from a mapping of a sheet file. ValueError says what is wrong with it."""
    if not isinstance(item, Mapping) or not isinstance(item.get("name"), str) or not item["name"].strip():
        raise ValueError("each is a mapping with at least a name and damage")
    name = item["name"].strip()[:60]
    fields: dict[str, Any] = {}
    for key, value in item.items():
        if key == "name":
            continue
        if key in ("damage", "throws"):
            fields[key] = Dice.parse(str(value))
        elif (key == "skill" and value in ("close", "unarmed", "ranged")) or (
            key in _WEAPON_FLAGS and isinstance(value, bool)
        ):
            fields[key] = value
        elif key in _WEAPON_NUMBERS and isinstance(value, int) and not isinstance(value, bool):
            low, high = _WEAPON_NUMBERS[key]
            if not low <= value <= high:
                raise ValueError(f"{key} of {name} is a number from {low} to {high}")
            fields[key] = value
        else:
            raise ValueError(f"{key} of {name} is not something a weapon has, or has a wrong value")
    if fields.get("damage", Dice()).n < 1:
        raise ValueError(f"{name} needs damage like 1D8")
    return Weapon(name, **fields)


# ------------------------------------------------------------------ to and from the fight
def read(values: Values) -> Stats:
    """The game part of a combatant. SheetError names every wrong field."""
    v = complete(values)
    weapons = (*(WEAPONS[n.lower()] for n in v["weapons"]), *map(own_weapon, v["own_weapons"]))
    skills = {key: v[key] for key in SKILLS}
    if not v["dodges"]:
        del skills["dodge"]
    hand = next((w for w in weapons if not w.natural), None)
    return Stats(
        characteristics=FMap((key, v[key]) for key in CHARACTERISTICS),
        skills=FMap(skills),
        hp=v["hp"],
        hp_max=v["hp_max"],
        mp=v["mp"],
        ap=v["ap"],
        armor=v["armor"],
        move=v["move"],
        dm=Dice.parse(v["dm"]),
        fortune=v["fortune"],
        shield=v["shield"],
        weapons=tuple(w for w in weapons if w.skill != "unarmed" or w.name != "Unarmed"),
        hand=hand.name if hand else "",
        off=_second(weapons, hand),
        state=UP if v["hp"] > 0 else OUT,
    )


def _second(weapons: tuple[Weapon, ...], hand: Weapon | None) -> str:
    """A second weapon is held too when it is the same one-handed close weapon twice ("Dagger, Dagger")."""
    if hand is None or hand.skill != "close" or hand.hands != 1:
        return ""
    return hand.name if sum(w.name == hand.name for w in weapons) > 1 else ""


def adhoc(name: str, health: int) -> dict[str, Any]:
    """A foe of whom only a name and hit points are known: an ordinary body, Close Combat 40, Dodge 30, a
    club.
    """
    return {"hp_max": max(1, health), "close": 40, "dodge": 30, "fortune": 0, "weapons": ["Club"]}


def write_back(values: Values, stats: Stats) -> dict[str, Any]:
    """The sheet after the fight: wounds, magic points and Fortune. Who was spared by Fortune wakes with 1
    (OQ-62).
    """
    hp = 1 if stats.spared else stats.hp
    return {**values, "hp": min(hp, stats.hp_max), "mp": stats.mp, "fortune": stats.fortune}


def with_hp(stats: Stats, hp: int) -> Stats:
    """The Referee sets hit points: above 0 one is up again, at 0 or less mortally wounded."""
    if hp > 0:
        return replace(stats, hp=hp, state=UP, mortal=0, spared=False)
    return replace(stats, hp=hp, state=DYING if stats.state == UP else stats.state)
