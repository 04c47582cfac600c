"""What the Dealer may overrule of a combatant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.engine.ruleset import Settable

from .state import Stats

_EDGES = {"disadvantage": -1, "none": 0, "advantage": 1}


def _plain(field: str) -> tuple[Callable[[Stats], Any], Callable[[Stats, Any], Stats]]:
    return lambda stats: getattr(stats, field), lambda stats, value: replace(stats, **{field: value})


def _of_turn(field: str) -> tuple[Callable[[Stats], Any], Callable[[Stats, Any], Stats]]:
    return (
        lambda stats: getattr(stats.turn, field),
        lambda stats, value: replace(stats, turn=replace(stats.turn, **{field: value})),
    )


def _number(key: str, label: str, low: int, high: int, turn: bool = False) -> Settable:
    get, put = _of_turn(key) if turn else _plain(key)
    return Settable(key, label, get, put, "number", low, high)


def _put_health(stats: Stats, value: int) -> Stats:
    """Health above 0 brings back to life whoever was dead."""
    return replace(stats, health=value, dead=stats.dead and value <= 0)


def _put_dead(stats: Stats, value: bool) -> Stats:
    return replace(stats, dead=value)


SETTABLES = (
    Settable("health", "Health", lambda stats: stats.health, _put_health, "number", 0, 200),
    _number("health_max", "Health, maximum", 1, 200),
    _number("armor", "Armor", 0, 50),
    _number("avoidance", "Avoidance", 0, 30),
    _number("resist_physical", "Resist Physical", 0, 30),
    _number("resist_mental", "Resist Mental", 0, 30),
    _number("movement", "Movement distance", 1, 100),
    _number("unarmed", "Unarmed value", 0, 50),
    _number("recovery", "Recovery points", 0, 100),
    _number("pending", "Damage pending", 0, 500),
    _number("main", "Main actions left", 0, 9, turn=True),
    _number("moves", "Movement actions left", 0, 9, turn=True),
    _number("attacks", "Attack actions left", 0, 9, turn=True),
    _number("weapon_attacks", "Weapon attack actions left", 0, 9, turn=True),
    Settable("dead", "Dead", lambda stats: stats.dead, _put_dead, "flag"),
    Settable("surprised", "Surprised", *_plain("surprised"), "flag"),
    Settable(
        "edge",
        "Edge on the next turn's cards",
        lambda stats: next(word for word, n in _EDGES.items() if n == stats.edge),
        lambda stats, value: replace(stats, edge=_EDGES[value]),
        "choice",
        choices=tuple(_EDGES),
    ),
)
