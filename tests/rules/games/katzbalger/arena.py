"""Fighters and fights for the tests of this game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from rules.engine.effects import Chance
from rules.engine.encounter import FIGHTING, Slot
from rules.engine.fmap import FMap
from rules.engine.ruleset import register
from rules.games.katzbalger import RULESET
from rules.games.katzbalger.changes import pair
from rules.games.katzbalger.sheet import Ground, State

register(RULESET)

CONTACT, SHORT, MEDIUM, LONG, EXTRA_LONG, APART = range(6)
PLAIN: dict[str, Any] = {"hth": 5, "health": 20, "wil": 10, "weapons": ["Sword"]}


def arena(
    fighters: Mapping[str, Mapping[str, Any]],
    order: str = "",
    *,
    at: int = MEDIUM,
    options: Mapping[str, Any] = FMap(),
    **stats: Mapping[str, Any],
) -> State:
    """A fight in round 1 with these fighters (id -> sheet values beside PLAIN), each on a side of its own.

    order: their slots, such as "ana ben ana"; the first acts. at: the range of every pair. stats: id ->
    fields of the game part.
    """
    s: State = RULESET.new_encounter(options)
    combatants = {
        who: RULESET.combatant(who, who.capitalize(), {**PLAIN, **values}, side=who)
        for who, values in fighters.items()
    }
    for who, fields in stats.items():
        combatants[who] = replace(combatants[who], stats=replace(combatants[who].stats, **fields))
    slots: list[Slot] = []
    for n, who in enumerate(order.split()):
        k = sum(1 for x in slots if x.who == who)
        slots.append(Slot(f"{who}#{k + 1}", who, str(20 - n)))
    ids = list(fighters)
    ranges = FMap((pair(a, b), at) for n, a in enumerate(ids) for b in ids[n + 1 :])
    return replace(
        s,
        combatants=FMap(combatants),
        order=tuple(slots),
        acting=slots[0].id if slots else "",
        round=1,
        phase=FIGHTING,
        ground=Ground(ranges=ranges, rolled=1),
    )


def duel(
    ana: Mapping[str, Any] | None = None,
    ben: Mapping[str, Any] | None = None,
    order: str = "ana ben",
    **more: Any,
) -> State:
    """Ana and Ben at Medium range, swords in hand, Ana acts."""
    return arena({"ana": ana or {}, "ben": ben or {}}, order, **more)


def every(chance: Chance[Any]) -> dict[Any, Fraction]:
    """The distribution of a roll by enumerating all its faces."""
    sides = chance.sides(None)
    out: dict[Any, Fraction] = {}
    n = 1
    for side in sides:
        n *= side
    for faces in product(*(range(1, side + 1) for side in sides)):
        value = chance.read(faces, None)
        out[value] = out.get(value, Fraction(0)) + Fraction(1, n)
    return out


def d6s(n: int) -> dict[int, int]:
    """How many ways each total of n d6 has, counted one die at a time."""
    ways = {0: 1}
    for _ in range(n):
        nxt: dict[int, int] = {}
        for total, w in ways.items():
            for face in range(1, 7):
                nxt[total + face] = nxt.get(total + face, 0) + w
        ways = nxt
    return ways
