"""The key of a step's dice: turn, actor, verb, and the how-manieth of these standing in this turn.

Not its arguments, nor anything a GM's step could shift. The turn is the round and the number of the combatant
whose turn it is among all who ever joined: it stays when the order changes, and names nobody who is hidden.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .encounter import Encounter
from .steps import STANDING, Step

State = Encounter[Any, Any]
Counts = tuple[tuple[str, int], ...]
"""How often each name of `name` stands."""


def seat(s: State) -> str:
    """The turn under way, as keys name it: `<round>/<number of the acting combatant>`, 0 for nobody."""
    return f"{s.round}/{1 + list(s.combatants).index(s.actor) if s.actor else 0}"


def name(turn: str, actor: str, verb: str) -> str:
    """A key without its count. actor: the combatant's id, "" for the GM."""
    return f"{turn}|{actor or 'gm'}|{verb}"


def counted(counts: Counts, steps: Iterable[Step]) -> dict[str, int]:
    """How often each name stands: `counts`, and the steps since."""
    found = dict(counts)
    for step in steps:
        if step.status in STANDING:
            known = step.key.rsplit("|", 1)[0]
            found[known] = found.get(known, 0) + 1
    return found


def kept(counts: dict[str, int], s: State) -> Counts:
    """The counts that may be needed again: of the last round that has begun and the one before it."""
    return tuple((known, n) for known, n in counts.items() if int(known.split("/", 1)[0]) >= s.furthest - 1)
