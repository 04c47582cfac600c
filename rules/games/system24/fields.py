"""The sheet as people see it: its fields, what is derived, reading it, writing it back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine.fmap import FMap
from rules.engine.ruleset import Choice, SheetError, SheetField, Values

from .data import ARMOR, PACKS, SHIELD_INTEGRITY, WEAPONS
from .sheet import ANCHORS, LAST_STEP, QUALITIES, REGION_WORDS, REGIONS, SKILLS, Stats, Weapon


def _skill(name: str, section: str) -> SheetField:
    return SheetField(name, name.capitalize(), section, default=0, high=6, help="Rank 0 to 6.")


def _wound(region: str) -> SheetField:
    label = REGION_WORDS[region][0].upper() + REGION_WORDS[region][1:]
    return SheetField(region, label, "Wounds", default=0, high=LAST_STEP[region], lasts=True)


_SHIELDS = (
    Choice("none", "None"),
    Choice("shield", "Shield", "absorbs the first wound of a blocked hit"),
    Choice("object", "Other object", "blocked wounds become stamina, it suffers"),
)
_ANCHOR_CHOICES = (Choice("LRHF", "L, R, H and F"), Choice("HF", "H and F", "no hands"))

SHEET_FIELDS = (
    *(_skill(name, "Skills of action") for name in ("athletics", "melee", "ranged", "thievery", "magic")),
    *(_skill(name, "Skills of the mind") for name in ("lore", "science", "social")),
    SheetField("fear", "Fear", "Skills of the mind", default=0, high=6, lasts=True, help="0 to 6."),
    SheetField("stamina_max", "Stamina, maximum", "Body", default=6, low=1, high=40),
    SheetField("stamina", "Stamina now", "Body", low=-40, high=40, lasts=True, help="Else the maximum."),
    SheetField(
        "armor", "Armor", "Body", "choice", "none",
        choices=tuple(
            Choice(k, k.capitalize(), f"turns {n} a hit into stamina" if n else "")
            for k, (n, _) in ARMOR.items()
        ),
        help="Light, Medium or Heavy; in a file also a mapping of name, tier (1 to 3) and integrity.",
    ),
    SheetField("integrity", "Armor integrity", "Body", high=20, lasts=True, help="Else as new: 2, 3 or 5."),
    SheetField("anchors", "Anchors", "Body", "choice", ANCHORS, choices=_ANCHOR_CHOICES),
    *(_wound(region) for region in REGIONS),
    SheetField(
        "weapons", "Weapons", "Gear", "many", (),
        choices=tuple(Choice(w) for w in WEAPONS if w != "unarmed"),
        help="By name; in a file also mappings: name, hands, wounds, primary, qualities, integrity, ammo.",
    ),
    SheetField("held", "Weapon in hand", "Gear", "text", help="One of the weapons; the first if left out."),
    SheetField("shield", "Shield or object in R", "Gear", "choice", "none", choices=_SHIELDS),
    SheetField("shield_integrity", "Its integrity", "Gear", high=20, lasts=True, help="3 if left out."),
    SheetField("traits", "Traits", "Gear", "many", (), help="Free text; the rules know Acrobatic Finesse."),
    SheetField(
        "pack", "Pack", "Carried", "choice", "none",
        choices=(Choice("none", "None"), *(Choice(k, k.capitalize(), f"d{v[0]}") for k, v in PACKS.items())),
    ),
    SheetField("pack_items", "In the pack", "Carried", "data", {}, help="Slot number -> item."),
    SheetField(
        "belt", "Belt or bandolier", "Carried", "choice", "none",
        choices=(
            Choice("none", "None"),
            Choice("small", "Small slots", "d4"),
            Choice("tiny", "Tiny slots", "d100"),
        ),
    ),
    SheetField("belt_items", "On the belt", "Carried", "data", {}, help="Slot number -> item."),
    SheetField(
        "weapon_state", "State of the weapons", "Carried", "data", {}, lasts=True,
        help="Weapon -> [integrity, ammo], where they differ from new ones.",
    ),
)  # fmt: skip
_BY_KEY = {f.key: f for f in SHEET_FIELDS}


class _Problems:
    """Gathers what is wrong with a sheet."""

    def __init__(self) -> None:
        self.found: list[tuple[str, str]] = []

    def add(self, key: str, why: str) -> None:
        self.found.append((key, why))

    def number(self, key: str, value: Any, low: int, high: int) -> int:
        if isinstance(value, str) and value.strip().lstrip("+-−").isdigit():
            value = int(value.strip().replace("−", "-"))
        if isinstance(value, bool) or not isinstance(value, int):
            self.add(key, f"must be a whole number from {low} to {high}.")
            return low
        if not low <= value <= high:
            self.add(key, f"must be from {low} to {high}, not {value}.")
            return low
        return value

    def choice(self, key: str, value: Any, legal: tuple[str, ...]) -> str:
        word = str(value).strip()
        found = next((x for x in legal if x.lower() == word.lower()), None)
        if found is None:
            self.add(key, f"must be one of {', '.join(legal)}.")
            return legal[0]
        return found


def _listed(value: Any) -> list[Any]:
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    return list(value) if isinstance(value, (list, tuple)) else [value]


def complete(values: Values) -> dict[str, Any]:
    """The sheet with everything derived filled in where it was not given. SheetError when it cannot be."""
    whole: dict[str, Any] = dict(values)
    for f in SHEET_FIELDS:
        if whole.get(f.key) in (None, "") and f.default is not None:
            whole[f.key] = list(f.default) if isinstance(f.default, tuple) else f.default
    if whole.get("stamina") in (None, ""):
        whole["stamina"] = whole["stamina_max"]
    armor = whole["armor"]
    if whole.get("integrity") in (None, ""):
        if isinstance(armor, Mapping):
            whole["integrity"] = armor.get("integrity", 2)
        else:
            whole["integrity"] = ARMOR.get(str(armor).strip().lower(), (0, 0))[1]
    if whole.get("shield_integrity") in (None, ""):
        bare = str(whole["shield"]).strip().lower() == "none"
        whole["shield_integrity"] = 0 if bare else SHIELD_INTEGRITY
    if whole.get("held") in (None, ""):
        first = next(iter(_listed(whole["weapons"])), "")
        whole["held"] = str(first.get("name", "")) if isinstance(first, Mapping) else str(first)
    return whole


def read(values: Values) -> Stats:
    """The game part of a combatant made from a sheet. SheetError names every wrong field."""
    v, p = complete(values), _Problems()
    weapons = _weapons(v["weapons"], v["weapon_state"], p)
    held = str(v["held"]).strip().lower()
    if held and held != "unarmed" and held not in [w.name for w in weapons]:
        p.add("held", f"must be one of the weapons carried, not {v['held']}.")
    armor, tier = _armor(v["armor"], p)
    pack = p.choice("pack", v["pack"], ("none", *PACKS))
    belt = p.choice("belt", v["belt"], ("none", "small", "tiny"))
    shield = p.choice("shield", v["shield"], tuple(c.value for c in _SHIELDS))

    def number(key: str) -> int:
        return p.number(key, v[key], _BY_KEY[key].low, _BY_KEY[key].high)

    skills = FMap((k, n) for k in SKILLS if (n := number(k)))
    stats = Stats(
        skills=skills,
        stamina=number("stamina"),
        stamina_max=number("stamina_max"),
        wounds=FMap((k, n) for k in REGIONS if (n := number(k))),
        armor=armor,
        tier=tier,
        integrity=number("integrity"),
        weapons=weapons,
        held="" if held == "unarmed" else held,
        shield="" if shield == "none" else shield,
        shield_kind="" if shield == "none" else shield,
        shield_integrity=number("shield_integrity"),
        pack="" if pack == "none" else pack,
        pack_items=_slots("pack_items", v["pack_items"], PACKS[pack][0] if pack in PACKS else 12, p),
        belt="" if belt == "none" else belt,
        belt_items=_slots("belt_items", v["belt_items"], 100 if belt == "tiny" else 4, p),
        traits=tuple(str(t) for t in _listed(v["traits"])),
        fear=number("fear"),
        anchors=p.choice("anchors", v["anchors"], (ANCHORS, "HF")),
    )
    if p.found:
        raise SheetError(tuple(p.found))
    return stats


def _armor(value: Any, p: _Problems) -> tuple[str, int]:
    if isinstance(value, Mapping):
        return str(value.get("name", "armor")), p.number("armor", value.get("tier", 1), 0, 3)
    name = p.choice("armor", value, tuple(ARMOR))
    return name, ARMOR[name][0]


def _weapons(value: Any, state: Any, p: _Problems) -> tuple[Weapon, ...]:
    known = state if isinstance(state, Mapping) else {}
    if not isinstance(state, Mapping):
        p.add("weapon_state", "must be a mapping of a weapon's name to its integrity and ammo.")
    found: list[Weapon] = []
    for entry in _listed(value):
        weapon = _custom(entry, p) if isinstance(entry, Mapping) else WEAPONS.get(str(entry).strip().lower())
        if weapon is None:
            if not isinstance(entry, Mapping):
                p.add(
                    "weapons",
                    f"knows no {entry}. Known are {', '.join(w for w in WEAPONS if w != 'unarmed')}.",
                )
            continue
        if weapon.name == "unarmed" or any(w.name == weapon.name for w in found):
            continue
        now = known.get(weapon.name)
        if isinstance(now, (list, tuple)) and len(now) == 2:
            weapon = _replaced(weapon, now, p)
        found.append(weapon)
    return tuple(found)


def _replaced(weapon: Weapon, now: Any, p: _Problems) -> Weapon:
    integrity = p.number("weapon_state", now[0], 0, 20)
    return replace(weapon, integrity=integrity, ammo=p.number("weapon_state", now[1], -1, 999))


def _custom(entry: Mapping[str, Any], p: _Problems) -> Weapon | None:
    name = str(entry.get("name", "")).replace("|", " ").replace(":", " ").replace(",", " ").strip().lower()
    if not name:
        p.add("weapons", "a weapon given as a mapping needs a name.")
        return None
    hands = {"1": 1, "2": 2, "1-2": 12, "12": 12}.get(str(entry.get("hands", 1)))
    if hands is None:
        p.add("weapons", f"{name}: hands must be 1, 2 or 1-2.")
        hands = 1
    primary = str(entry.get("primary", "") or "").lower()
    if primary not in ("", "precision", "chopping", "crushing"):
        p.add("weapons", f"{name}: primary must be precision, chopping, crushing or left out.")
    qualities = tuple(str(q).strip().lower() for q in _listed(entry.get("qualities", ())))
    unknown = [q for q in qualities if q not in QUALITIES]
    if unknown:
        p.add("weapons", f"{name}: no quality is called {unknown[0]}. Known are {', '.join(QUALITIES)}.")
    wounds = p.number("weapons", entry.get("wounds", 2 if hands == 2 else 1), 0, 9)
    return Weapon(
        name,
        hands,
        wounds,
        p.number("weapons", entry.get("both", wounds + 1 if hands == 12 else 0), 0, 9),
        primary,
        qualities,
        p.number("weapons", entry.get("integrity", 3), 0, 20),
        p.number("weapons", entry.get("ammo", 12 if "ranged" in qualities else -1), -1, 999),
        p.number("weapons", entry.get("stamina", 0), 0, 9),
    )


def _slots(key: str, value: Any, most: int, p: _Problems) -> FMap[int, str]:
    if isinstance(value, (list, tuple)):
        value = {str(n): item for n, item in enumerate(value, 1)}
    if not isinstance(value, Mapping):
        p.add(key, "must be a mapping of slot numbers to items.")
        return FMap()
    found: list[tuple[int, str]] = []
    for slot, item in value.items():
        if not str(slot).isdigit() or not 1 <= int(slot) <= most:
            p.add(key, f"slot {slot} must be a number from 1 to {most}.")
        elif item:
            found.append((int(slot), str(item)))
    return FMap(sorted(found))


def adhoc(name: str, health: int) -> dict[str, Any]:
    """A foe given by its name and its stamina: as a Bandit without armor."""
    stamina = max(1, min(40, health))
    return {"name": name, "melee": 1, "athletics": 1, "weapons": ["axe"], "stamina_max": stamina}


def write_back(values: Values, stats: Stats) -> dict[str, Any]:
    """The sheet with stamina, wounds, Fear, and the state of armor, shield and weapons as the fight left
    them.
    """
    lasting = {
        "stamina": max(_BY_KEY["stamina"].low, stats.stamina),
        "fear": stats.fear,
        "integrity": stats.integrity,
        "shield_integrity": stats.shield_integrity,
        "weapon_state": {w.name: [w.integrity, w.ammo] for w in stats.weapons},
        **{region: stats.wounded(region) for region in REGIONS},
    }
    return {**values, **lasting}
