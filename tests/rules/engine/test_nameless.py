"""Texts of a game's without the names of those whom a reader must not know of."""

from __future__ import annotations

import pytest

from rules.engine.encounter import Combatant, Encounter
from rules.engine.fmap import FMap
from rules.engine.ruleset import PUBLIC, Viewer
from rules.engine.view import nameless

STATE: Encounter[None, None] = Encounter("toy", 1, FMap(), None)
for _c in (
    Combatant("g", "Goblin", None, hidden=True),
    Combatant("g2", "Goblin 2", None),
    Combatant("x", "A.X (old)", None, hidden=True, controller="7"),
    Combatant("ben", "Ben", None, controller="8"),
):
    STATE = STATE.having(_c)


@pytest.mark.parametrize(
    ("text", "public"),
    [
        ("Goblin and Ben are tied", "someone and Ben are tied"),
        ("Goblin 2 hits Goblin", "Goblin 2 hits someone"),
        ("Goblin's turn, Goblins flee", "someone's turn, Goblins flee"),
        ("A.X (old) dies", "someone dies"),
        ("AAX (old) lives", "AAX (old) lives"),
        ("", ""),
    ],
)
def test_somebody_hidden_is_someone(text: str, public: str) -> None:
    assert nameless(text, STATE, PUBLIC) == public
    assert nameless(text, STATE, Viewer("1", True)) == text


def test_ones_own_is_named() -> None:
    assert nameless("A.X (old) meets Goblin", STATE, Viewer("7")) == "A.X (old) meets someone"
