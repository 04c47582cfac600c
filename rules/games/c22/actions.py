"""The actions of a turn: main, movement, attack and weapon attack actions, kept apart (CT-21, 27)."""

from __future__ import annotations

from .lines import plural
from .state import Turn


def spent(turn: Turn) -> bool:
    """Whether a turn under way has no action of any kind left."""
    return turn.open and not (turn.main or turn.moves or turn.attacks or turn.weapon_attacks)


def briefly(turn: Turn) -> str:
    """The same for the board: "2 main, 1 movement left"."""
    kinds = (("attack", turn.attacks), ("weapon attack", turn.weapon_attacks))
    more = "".join(f", {n} {kind}" for kind, n in kinds if n)
    return f"{turn.main} main, {turn.moves} movement{more} left"


def left(turn: Turn) -> str:
    """What is left of a turn, the kinds of actions kept apart."""
    parts = [plural(turn.main, "main action"), plural(turn.moves, "movement action")]
    if turn.attacks:
        parts.append(plural(turn.attacks, "attack action"))
    if turn.weapon_attacks:
        parts.append(plural(turn.weapon_attacks, "weapon attack action"))
    return ", ".join(parts)
