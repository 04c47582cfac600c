"""The board's rows: effects stand once, with when they end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.table.board import board
from rules import games
from rules.engine.encounter import END, FIGHTING, START, Edge, Lasting, Slot
from rules.engine.ruleset import PUBLIC, ruleset

games.load()


@pytest.mark.parametrize(
    ("ends", "shown"),
    [
        (None, "guarded"),
        (Edge(3, "ana", START), "guarded (until the start of its turn next round)"),
        (Edge(2, "ana", END), "guarded (until the end of its turn)"),
        (Edge(5, "ben", END), "guarded (until the end of Ben's turn in round 5)"),
        (Edge(2, "", END), "guarded (until the end of this round)"),
        (Edge(4, "", END), "guarded (until the end of round 4)"),
    ],
)
@pytest.mark.parametrize("game", ["openquest", "c22", "katzbalger"])
def test_an_effect_stands_once_with_its_end(game: str, ends: Edge | None, shown: str) -> None:
    rules = ruleset(game)
    s = rules.new_encounter()
    for who in ("ana", "ben"):
        s = s.having(rules.combatant(who, who.capitalize(), {}))
    order = tuple(Slot(who, who) for who in ("ana", "ben"))
    effect = Lasting("e1", "ana", "guard", "guarded", ends, 1)
    s = replace(s, phase=FIGHTING, round=2, order=order, acting="ben", lasting=(effect,))
    rows = board(1, "The ford", s, PUBLIC).rows
    states = [state for row in rows for state in row.states]
    assert [x for x in states if x.startswith("guarded")] == [shown]
