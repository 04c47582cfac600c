"""What the table is told of a roll where the numbers of foes are kept back (option `foe_numbers`)."""

from __future__ import annotations

from .chances import Parts
from .sheet import State

_OPEN = frozenset({"Funk", "range", "feint", "earlier feints", "Aggressive foe", "other"})
"""What everybody can see or was told, whosever roll it is."""
_DEFENCE = frozenset({"Dodge", "Parry"})


def kept(s: State, who: str) -> bool:
    """Whether this one's numbers are kept from the players."""
    return s.options.get("foe_numbers") == "words" and not s[who].player


def kept_parts(s: State, parts: Parts, who: str, against: str = "") -> tuple[str, ...]:
    """The words of the modifiers that are told without their numbers: what `who`, who rolls, has of its own,
    and the Dodge and Parry of the one it rolls against.
    """
    mine, theirs = kept(s, who), bool(against) and kept(s, against)
    return tuple(word for word, _ in parts if (theirs if word in _DEFENCE else mine and word not in _OPEN))
