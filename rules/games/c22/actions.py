"""The actions of a turn: main, movement, attack and weapon attack actions, kept apart (CT-21, 27)."""

from __future__ import annotations

from .lines import plural
from .state import Turn


def spent(turn: Turn) -> bool:
    """Whether a turn under way has no action of any kind left."""
    return turn.open and not (turn.main or turn.moves or turn.attacks or turn.weapon_attacks)


def left(turn: Turn) -> str:
    """What is left of a turn, the kinds of actions kept apart."""
    parts = [plural(turn.main, "main action"), plural(turn.moves, "movement action")]
    if turn.attacks:
        parts.append(plural(turn.attacks, "attack action"))
    if turn.weapon_attacks:
        parts.append(plural(turn.weapon_attacks, "weapon attack action"))
    return ", ".join(parts)
