"""The house set to start from (CT-60, 61): weapons, maneuvers, ready characters and foes. All of it is house,
not the book's.
"""

from __future__ import annotations

from typing import Any

from rules.engine.ruleset import Ready

from .state import BARRIER, HEAVY, LIGHT, LONG, MELEE, SHORT, Maneuver, Side, Weapon

WEAPONS = {
    w.name: w
    for w in (
        Weapon("Knife", 3, LIGHT, MELEE),
        Weapon("Sword", 4, LIGHT, MELEE),
        Weapon("Greatsword", 7, HEAVY, MELEE),
        Weapon("Pistol", 4, LIGHT, SHORT),
        Weapon("Rifle", 7, HEAVY, LONG),
        Weapon("Shield", 2, LIGHT, BARRIER),
    )
}

MANEUVERS = {
    m.name: m
    for m in (
        Maneuver("Power", Side(accuracy=-3, damage=2), Side(accuracy=1, damage=2), ("D",), 7),
        Maneuver("Guarded", Side(avoidance=1), Side(avoidance=2), ("C",), 5),
        Maneuver("Dash", Side(main_cost=2, moves=3), Side(main_cost=2, moves=4), ("S",), 5),
        Maneuver("Second strike", Side(twice=True), Side(twice=True, second=1), ("H",), 6),
    )
}


def _person(health: int, armor: int, avoidance: int, *weapons: str, **more: Any) -> dict[str, Any]:
    return {
        "health_max": health,
        "armor": armor,
        "avoidance": avoidance,
        "weapons": list(weapons),
        **more,
    }


READY = (
    Ready(
        "blade",
        "Blade",
        "character",
        _person(
            12, 2, 5, "Sword", maneuvers=["Power", "Guarded"], skills=["Brawling – Exploit Opening black +0"]
        ),
        "Sword, Power and Guarded; strikes at those who turn their back. House set.",
    ),
    Ready(
        "gunner",
        "Gunner",
        "character",
        _person(10, 1, 6, "Pistol", "Knife", maneuvers=["Second strike", "Dash"]),
        "Pistol and knife, two shots or a long run. House set.",
    ),
    Ready(
        "heavy",
        "Heavy",
        "character",
        _person(14, 3, 4, "Greatsword", maneuvers=["Power"]),
        "Greatsword and armor: one blow a turn, a hard one. House set.",
    ),
    Ready(
        "marksman",
        "Marksman",
        "character",
        _person(10, 1, 5, "Rifle", maneuvers=["Dash"]),
        "Rifle, best from four zones away. House set.",
    ),
    Ready("thug", "Thug", "creature", _person(8, 1, 4, "Knife"), "Knife. House set."),
    Ready("brute", "Brute", "creature", _person(14, 2, 3, "Greatsword"), "Greatsword. House set."),
    Ready("sniper", "Sniper", "creature", _person(8, 0, 5, "Rifle"), "Rifle. House set."),
)
