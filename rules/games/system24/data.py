"""Weapons, armor, ready characters and foes (TF-61, 130, 131)."""

from __future__ import annotations

from typing import Any

from rules.engine.ruleset import Ready

from .sheet import CHOPPING, CRUSHING, PRECISION, UNARMED, Weapon

WEAPONS: dict[str, Weapon] = {
    w.name: w
    for w in (
        Weapon("dagger", primary=PRECISION),
        Weapon("rapier", primary=PRECISION, qualities=("parry",)),
        Weapon("sword", qualities=("parry",)),
        Weapon("greatsword", 2, 2, qualities=("parry",)),
        Weapon("axe", primary=CHOPPING),
        Weapon("greataxe", 2, 2, primary=CHOPPING),
        Weapon("mace", primary=CRUSHING),
        Weapon("maul", 2, 2, primary=CRUSHING),
        Weapon("spear", 12, 1, 2, qualities=("reach", "brace")),
        Weapon("pike", 2, 2, qualities=("reach", "brace")),
        Weapon("bow", 2, 1, primary=PRECISION, qualities=("ranged", "separated"), ammo=12),
        Weapon("longbow", 2, 1, primary=PRECISION, qualities=("ranged", "separated", "wards"), ammo=12),
        Weapon("pistol", 1, 1, primary=PRECISION, qualities=("ranged", "wards", "loud"), ammo=6),
        Weapon("rifle", 2, 2, primary=PRECISION, qualities=("ranged", "wards", "loud"), ammo=5),
        Weapon("bite", qualities=("natural",)),
        UNARMED,
    )
}
"""TF-130; the bite is the Hound's of TF-131."""

ARMOR = {"none": (0, 0), "light": (1, 2), "medium": (2, 3), "heavy": (3, 5)}
"""Name -> (wounds converted per hit, integrity), TF-60, 61."""

SHIELD_INTEGRITY = 3
"""House: as a weapon's."""

TRACKS = {
    "position": ("Position", "ending somewhere worse", "a worse place"),
    "resource": ("Resource", "spending, dropping or damaging something", "something spent or broken"),
    "exposure": ("Exposure", "being noticed or giving something away", "being noticed"),
    "strain": ("Strain", "a strain on body or mind", "body or mind"),
    "objective": ("Objective", "the aim slipping further away", "the aim"),
}
"""TF-95: the tracks, the risk taken on each, and the same in the fewest words."""

PACKS = {"light": (6, 1, 1, 3), "medium": (8, 1, 2, 4), "heavy": (12, 2, 3, 6)}
"""TF-72: die, large attachments, medium pockets, small pockets; slot 1 is the pack itself."""

LEAPS_ACROSS = {8: "5", 10: "8", 12: "10", 14: "12", 16: "15", 18: "20", 20: "25"}
LEAPS_UP = {8: "1.5", 10: "2", 12: "3", 14: "4", 16: "6", 18: "8", 20: "10"}
"""TF-121: DC -> feet."""

DIFFICULTIES = {
    6: "trivial",
    8: "easy",
    10: "average",
    12: "moderate",
    14: "hard",
    16: "very hard",
    18: "nearly impossible",
}
"""TF-122."""


def pack_slot(pack: str, number: int) -> str:
    """What a slot of a pack is, in words (TF-72)."""
    _, large, medium, _ = PACKS[pack]
    if number == 1:
        return "the pack itself"
    if number <= 1 + large:
        return "an attachment"
    return "a medium pocket" if number <= 1 + large + medium else "a small pocket"


def _ready(kind: str, name: str, about: str, **values: Any) -> Ready:
    whole = {"name": name, "weapons": [], **values}
    return Ready(name.lower(), name, "character" if kind == "c" else "creature", whole, about)


READY_MADE = (
    _ready(
        "c", "Guard", "Spear and shield in Medium armor: holds a way against many.",
        melee=2, athletics=1, weapons=["spear"], shield="shield", armor="medium", stamina_max=6,
    ),
    _ready(
        "c", "Scout", "A bow from afar, a dagger when it gets close.",
        ranged=2, athletics=2, weapons=["bow", "dagger"], armor="light", stamina_max=6,
    ),
    _ready(
        "c", "Duelist", "A rapier that parries even after an attack; no armor.",
        melee=3, athletics=2, weapons=["rapier"], stamina_max=6,
    ),
    _ready(
        "f", "Bandit", "An axe and Light armor.",
        melee=1, athletics=1, weapons=["axe"], armor="light", stamina_max=4,
    ),
    _ready("f", "Gunman", "A pistol that wards the way to it.", ranged=2, weapons=["pistol"], stamina_max=4),
    _ready("f", "Brute", "A maul and Heavy armor.", melee=2, weapons=["maul"], armor="heavy", stamina_max=8),
    _ready(
        "f", "Hound", "Jaws and feet, no hands.",
        melee=1, athletics=2, weapons=["bite"], anchors="HF", stamina_max=2,
    ),
)  # fmt: skip
"""TF-131."""
