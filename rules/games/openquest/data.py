"""Gear, ready characters and ready foes (OQ-70 to OQ-72)."""

from __future__ import annotations

from typing import Any

from rules.engine.ruleset import Ready

from .gear import UNARMED, Dice, Weapon


def _close(name: str, damage: str, *, hands: int = 1, great: bool = False, brace: bool = False) -> Weapon:
    return Weapon(name, Dice.parse(damage), hands=hands, great=great, brace=brace)


def _shot(name: str, damage: str, reach: int, *, rate: int = 1, modifier: bool = True) -> Weapon:
    return Weapon(
        name, Dice.parse(damage), "ranged", hands=2, reach=reach, missile=True, rate=rate, modifier=modifier
    )


def _hurled(name: str, damage: str, throw: int) -> Weapon:
    return Weapon(name, Dice.parse(damage), "ranged", throw=throw)


_ALL = (
    _close("Cosh", "1D4"),
    _close("Club", "1D6"),
    Weapon("Hatchet", Dice(1, 6), great=True, throws=Dice(1, 8), throw=1),
    _close("Shortspear", "1D6", brace=True),
    _close("Rapier", "1D6", great=True),
    _close("Shortsword", "1D6", great=True),
    Weapon("Dagger", Dice(1, 4, 1), throws=Dice(1, 6), throw=1),
    _close("Quarterstaff", "1D8", hands=2),
    _close("Longspear", "1D8", hands=2, brace=True),
    _close("Halberd", "1D8", hands=2, brace=True),
    _close("Battleaxe", "1D8", great=True),
    _close("Warhammer", "1D8"),
    _close("War pick", "1D8"),
    _close("Ball and chain", "1D8"),
    _close("Mace", "1D8", great=True),
    _close("Longsword", "1D8", great=True),
    _close("Scimitar", "1D8", great=True),
    _close("Bastard sword", "1D10", hands=0, great=True),
    _close("Lance", "1D10", hands=2),
    _close("Greatsword", "2D8", hands=2, great=True),
    _close("Greathammer", "2D8", hands=2),
    _close("Great axe", "2D8", hands=2, great=True),
    _close("Military flail", "2D8", hands=2),
    _close("War maul", "2D8", hands=2),
    _shot("Heavy crossbow", "2D6", 150, rate=3, modifier=False),
    _shot("Light crossbow", "1D8", 125, rate=2, modifier=False),
    _shot("Long bow", "1D10", 150),
    _shot("Nomad bow", "1D8", 125),
    _shot("Short bow", "1D8", 75),
    _shot("Staff sling", "1D8", 75),
    _shot("Sling", "1D6", 50),
    _hurled("Dart", "1D4", 1),
    _hurled("Rock", "1D4", 1),
    _hurled("Javelin", "1D6", 2),
    UNARMED,
)
WEAPONS: dict[str, Weapon] = {w.name.lower(): w for w in _ALL}
"""Every weapon of the game by its name in lower case."""

SHIELD_DAMAGE = {"small": Dice(1, 4), "medium": Dice(1, 6), "large": Dice(1, 8)}

ARMOR = {"none": 0, "leather": 2, "ringmail": 3, "scalemail": 4, "chainmail": 5, "plate": 6}
"""Armor points by the armor's name in lower case."""


def _foe(key: str, about: str, hp: int, ap: int, **values: Any) -> Ready:
    return Ready(key, key.capitalize(), "creature", {"hp_max": hp, "ap": ap, "fortune": 0, **values}, about)


def _grown(name: str, damage: str) -> dict[str, Any]:
    return {"name": name, "damage": damage, "natural": True}


CREATURES = (
    _foe("goblin", "small and many", 9, 2, dodge=50, close=40, weapons=["Shortspear"]),
    _foe("orc", "a soldier with a scimitar", 11, 2, dodge=35, close=40, weapons=["Scimitar"]),
    _foe(
        "skeleton", "bones with a sword", 8, 2, dodge=10, close=35,
        own_weapons=[{"name": "Sword", "damage": "1D8", "great": True}],
    ),
    _foe(
        "zombie", "slow, strong, never dodges", 7, 0, dodge=0, unarmed=50, move=7, dm="+1D6", str=16, siz=16,
        weapons=["Unarmed"],
    ),
    _foe("wolf", "fast, bites", 12, 0, dodges=False, close=50, move=20, own_weapons=[_grown("Bite", "1D8")]),
    _foe(
        "troll", "huge, with claws", 23, 3, dodge=25, close=40, move=23, dm="+2D6", str=25, siz=25,
        own_weapons=[_grown("Claw", "1D6")],
    ),
    _foe(
        "minotaur", "huge, with a great axe", 20, 3, dodge=60, close=60, move=20, dm="+2D6", str=25, siz=25,
        weapons=["Great axe"],
    ),
)  # fmt: skip

CHARACTERS = (
    Ready(
        "sellsword", "Sellsword", "character",
        {
            "str": 14, "dex": 12, "con": 13, "siz": 14, "close": 60, "dodge": 40, "athletics": 50,
            "weapons": ["Longsword"], "shield": "medium", "armor": "chainmail",
        },
        "longsword, shield and mail",
    ),
    Ready(
        "hunter", "Hunter", "character",
        {
            "str": 11, "dex": 15, "con": 12, "siz": 11, "ranged": 60, "close": 40, "dodge": 50,
            "weapons": ["Long bow", "Shortsword"], "armor": "leather",
        },
        "a long bow, and a shortsword for when it gets close",
    ),
    Ready(
        "berserk", "Berserk", "character",
        {
            "str": 16, "dex": 11, "con": 14, "siz": 15, "close": 65, "dodge": 30,
            "weapons": ["Great axe"], "armor": "ringmail",
        },
        "a great axe and little care",
    ),
    Ready(
        "spear", "Spear", "character",
        {
            "str": 12, "dex": 13, "con": 12, "siz": 12, "close": 55, "dodge": 45,
            "weapons": ["Longspear"], "armor": "leather",
        },
        "a longspear to hold the line",
    ),
)  # fmt: skip

READY = (*CHARACTERS, *CREATURES)
