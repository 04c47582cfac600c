"""For whom somebody else chose in a step: the GM in a player's place, or the deadline in anybody's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from .encounter import Encounter
from .live import ASK, INTERRUPT
from .overrule import set_combatant
from .ruleset import rules_of
from .steps import Step

DEADLINE = "0"
"""Stands in place of a user id where nobody answered in time."""


class StandIns(NamedTuple):
    """Ids of combatants, each once, in order. gm: their players' choices that a GM made. late: those whose
    time ran out.
    """

    gm: tuple[str, ...]
    late: tuple[str, ...]


def stand_ins(step: Step, before: Encounter[Any, Any]) -> StandIns:
    """Who was stood in for in a step. before: the state before it.

    Only a combatant's player and a GM can choose for it, so anybody but the player it had at that moment is a
    GM. What answered itself (a standing answer, a default) is nobody's.
    """
    gm: dict[str, None] = {}
    late: dict[str, None] = {}
    for who, by, player in _choices(step, before):
        if by == DEADLINE:
            late[who] = None
        elif by.isdecimal() and player and by != player:
            gm[who] = None
    return StandIns(tuple(gm), tuple(late))


def _choices(step: Step, before: Encounter[Any, Any]) -> Iterator[tuple[str, str, str]]:
    """(combatant, who chose, its player at that moment) of the declaration and every answer."""
    players = {c.id: c.controller for c in before.combatants.values()}
    if step.actor in players:
        yield step.actor, step.by, players[step.actor]
    for given in step.inputs:
        if given.kind == INTERRUPT and given.what.name == set_combatant.name:
            who, field, value = given.what.args
            if field == "controller":
                players[who] = value
        elif given.kind == ASK and given.what[1] in players:
            who = given.what[1]
            yield who, given.by, players[who]


def stood_in(step: Step, before: Encounter[Any, Any], names: dict[str, str]) -> tuple[str, ...]:
    """The same in words: "Referee for Rurik". names: of those whom the reader may know of; others are left
    out.
    """
    found = stand_ins(step, before)
    gm = [names[who] for who in found.gm if who in names]
    late = [names[who] for who in found.late if who in names]
    lines = []
    if gm:
        lines.append(f"({rules_of(before).gm_word} for {' and '.join(gm)})")
    if late:
        lines.append(f"(Time ran out for {' and '.join(late)})")
    return tuple(lines)
