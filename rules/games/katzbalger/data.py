"""Tables of the game and the gear, characters and foes to start from: all data (KB-60, 65, 75, 90 to 93)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

CONTACT, SHORT, MEDIUM, LONG, EXTRA_LONG, APART = range(6)
RANGES = ("Contact", "Short", "Medium", "Long", "Extra Long", "Apart")
"""KB-53: the ranges of a pair, by index; Apart lies beyond them all."""

HEAD, CHEST, SHOULDER, ABDOMEN, ARM, LEG = "head", "chest", "shoulder", "abdomen", "arm", "leg"
LOCATION_TABLE: tuple[tuple[int, str], ...] = (
    (2, HEAD),
    (6, CHEST),
    (9, SHOULDER),
    (13, ABDOMEN),
    (16, ARM),
    (20, LEG),
)
"""KB-60: the highest face of the d20 for each location."""
LOCATIONS = tuple(where for _, where in LOCATION_TABLE)
MULTIPLIER: dict[str, Fraction] = {
    HEAD: Fraction(3),
    CHEST: Fraction(2),
    SHOULDER: Fraction(1),
    ABDOMEN: Fraction(1),
    ARM: Fraction(1, 2),
    LEG: Fraction(1, 2),
}

CLASSES = "ABCDEFGH"
"""KB-91: blunt, blades, thrusting and pistols, carbine, rifle, gauss, vibro, laser."""

BODY = (CHEST, SHOULDER, ABDOMEN)
SUIT = (CHEST, SHOULDER, ABDOMEN, ARM, LEG)

ARMOR: dict[str, tuple[int, str, tuple[str, ...]]] = {
    "Heavy leather": (0, "5/2 4/1 2/1 0/1 0/1 0/1 0/1 0/1", BODY),
    "Soft leather": (0, "5/2 4/1 2/1 0/1 0/1 0/1 0/1 0/1", BODY),
    "Hard leather": (-1, "8/2 7/1 2/1 0/1 0/1 0/1 0/1 0/1", BODY),
    "Studded leather": (-1, "12/1 10/1 4/1 1/1 0/1 0/1 0/1 0/1", BODY),
    "Padded": (0, "9/2 2/1 1/1 0/1 0/1 0/1 0/1 0/1", BODY),
    "Ring": (-1, "10/1 11/1 4/1 1/1 0/1 0/1 0/1 0/1", BODY),
    "Splint": (-2, "8/1 10/2 5/2 2/1 0/1 0/1 0/1 0/1", BODY),
    "Light chain": (-2, "6/1 12/2 3/1 0/1 0/1 0/1 0/1 0/1", BODY),
    "Chain mail": (-4, "7/2 15/2 6/1 2/1 1/1 0/1 0/1 0/1", BODY),
    "Banded mail": (-3, "13/2 15/2 9/2 4/1 2/1 0/1 0/1 0/1", BODY),
    "Plate mail": (-3, "14/2 16/3 12/2 4/2 3/1 1/1 0/1 1/2", BODY),
    "Full plate": (-4, "15/2 18/3 14/2 7/2 4/2 2/1 1/1 1/3", SUIT),
    "Helmet": (0, "14/2 16/4 13/4 12/3 10/3 8/2 4/1 1/1", (HEAD,)),
    "Light flak vest": (0, "13/2 15/4 9/3 7/3 5/2 2/2 1/1 0/1", BODY),
    "Heavy flak vest": (-1, "14/2 16/4 13/4 12/3 10/3 8/2 4/1 1/1", BODY),
    "Light combat": (-3, "14/4 13/4 12/3 10/3 8/2 6/2 4/2 1/2", SUIT),
    "Heavy combat": (-5, "15/4 14/4 13/4 12/3 10/3 8/3 6/2 1/2", SUIT),
    "Ballistic cloth II": (0, "3/1 8/2 7/3 3/2 1/2 0/2 0/1 0/1", BODY),
    "Ballistic cloth III": (0, "4/1 10/2 9/3 5/2 3/2 1/2 0/2 0/1", BODY),
    "Ballistic cloth IV": (0, "6/1 12/3 11/3 7/2 5/2 3/2 1/2 0/1", BODY),
}
"""KB-91: Dodge modifier, target/divider for the classes A to H, and the locations covered."""

MELEE_MOVES = ("lunge", "charge", "great_blow", "feint")
"""KB-92: what every melee weapon may do beside a plain attack."""
EXTRA_MOVES = ("thrust", "grapple", "throw", "entangle")

WEAPONS: dict[str, dict[str, Any]] = {
    "Fist": {
        "class": "A",
        "damage": "1d3",
        "subdual": True,
        "range": "Contact",
        "actions": 2,
        "moves": [*MELEE_MOVES, "grapple", "throw"],
    },
    "Knife": {
        "class": "B",
        "damage": "1d4",
        "thrust": "C",
        "range": "Short",
        "moves": [*MELEE_MOVES, "thrust"],
    },
    "Sword": {
        "class": "B",
        "damage": "1d8",
        "thrust": "C",
        "range": "Medium",
        "parry": 1,
        "moves": [*MELEE_MOVES, "thrust"],
    },
    "Mace": {"class": "A", "damage": "1d8", "range": "Medium", "moves": [*MELEE_MOVES]},
    "Spear": {
        "class": "C",
        "damage": "1d8",
        "thrust": "C",
        "range": "Long",
        "moves": [*MELEE_MOVES, "thrust"],
    },
    "Staff": {"class": "A", "damage": "1d6", "range": "Long", "parry": 2, "moves": [*MELEE_MOVES]},
    "Chain": {"class": "A", "damage": "1d6", "range": "Medium", "moves": [*MELEE_MOVES, "entangle"]},
    "Pistol": {"kind": "gun", "class": "C", "damage": "2d6"},
    "Rifle": {"kind": "gun", "class": "E", "damage": "4d6"},
}
"""KB-92: weapons to start from; one action a round unless given."""

FALLS: tuple[tuple[int, int], ...] = (
    (10, 1),
    (20, 2),
    (30, 4),
    (40, 6),
    (50, 8),
    (60, 10),
    (70, 12),
    (80, 14),
    (90, 16),
    (150, 24),
    (210, 32),
    (330, 40),
    (480, 48),
    (660, 56),
    (870, 64),
    (1010, 72),
)
"""KB-90: feet fallen and d6 of damage."""


def fall_dice(feet: int) -> int:
    """KB-75: d6 of damage for a fall: the highest row not above the distance, none under 10 feet."""
    return next((dice for row, dice in reversed(FALLS) if row <= feet), 0)


def fallen(rounds: int) -> int:
    """KB-75: feet fallen after so many rounds, 30 in the first, 60 more in the second, and so on."""
    return 15 * rounds * (rounds + 1)


HEALING: dict[str, tuple[str, int]] = {
    "bandages": ("Cleaned bandages", 1),
    "herbs": ("Herbs or drugs", 1),
    "exercise": ("Exercise or travel", -1),
    "dirty": ("Dirty surroundings", -2),
    "weather": ("Bad weather, unprotected", -2),
    "sleepless": ("No sleep or rest", -2),
    "hungry": ("Malnourished", -2),
}
"""KB-77: what changes the healing of a day."""

READY: tuple[tuple[str, str, str, dict[str, Any], str], ...] = (
    (
        "soldier",
        "Soldier",
        "character",
        {
            "str": 12, "dex": 11, "ref": 12, "fit": 12, "wil": 12, "luck": 9,
            "dex_bonus": 1, "ref_bonus": 1, "fit_bonus": 1, "hth": 4, "gun": 6, "health": 24,
            "weapons": ["Rifle", "Knife"], "armor": ["Light flak vest"],
        },
        "Rifle and knife, light flak vest",
    ),
    (
        "fencer",
        "Fencer",
        "character",
        {
            "str": 10, "dex": 14, "ref": 14, "fit": 11, "wil": 12, "luck": 12,
            "dex_bonus": 2, "ref_bonus": 2, "hth": 7, "gun": 2, "health": 20,
            "weapons": ["Sword"], "armor": ["Hard leather"],
        },
        "Sword and hard leather",
    ),
    (
        "bruiser",
        "Bruiser",
        "character",
        {
            "str": 15, "dex": 9, "ref": 10, "fit": 14, "wil": 13, "luck": 9,
            "fit_bonus": 2, "hth": 6, "health": 30,
            "weapons": ["Fist", "Mace"], "armor": ["Ring"],
        },
        "Fists, a mace and ring armor",
    ),
    (
        "spearman",
        "Spearman",
        "creature",
        {"hth": 5, "ref_bonus": 1, "health": 22, "weapons": ["Spear"], "armor": ["Light chain"]},
        "Spear and light chain",
    ),
    ("thug", "Thug", "creature", {"hth": 3, "health": 16, "weapons": ["Knife"]}, "A knife"),
    (
        "gunman",
        "Gunman",
        "creature",
        {"gun": 4, "hth": 2, "health": 16, "weapons": ["Pistol"]},
        "A pistol",
    ),
)  # fmt: skip
"""KB-93: key, name, kind, sheet values, one line."""
