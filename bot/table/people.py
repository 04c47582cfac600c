"""Who acts, where, and what they may do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.store import EncounterRow
from rules.engine.effects import GM, Ask
from rules.engine.encounter import ANY, SIDE, Encounter

State = Encounter[Any, Any]
MOST_NAMED = 4
"""Combatants of one question that are named."""


@dataclass(frozen=True, slots=True)
class Place:
    """A channel or thread of a server; one encounter at most is open in it."""

    guild: int
    channel: int


@dataclass(frozen=True, slots=True)
class Person:
    """Who acts: user id, shown name, whether they may Manage Server, and their role ids."""

    id: int
    name: str
    manager: bool = False
    roles: frozenset[int] = frozenset()

    @property
    def user(self) -> str:
        """The id as the rules keep it."""
        return str(self.id)


def is_gm(row: EncounterRow, person: Person) -> bool:
    """Whether this person is a GM of this encounter: named, or by the server's GM role."""
    return person.id in row.gms or row.settings.get("gm_role") in person.roles


def asked(ask: Ask, s: State, gms: tuple[int, ...]) -> tuple[int, ...]:
    """User ids of those an ask is put to, in order; the GMs when the one asked is nobody's."""
    if ask.who == GM:
        return gms
    if ask.who.startswith((SIDE, ANY)):
        users = [c.controller for c in s.present() if c.id in _ids(ask) or SIDE + c.side == ask.who]
        players = tuple(dict.fromkeys(int(u) for u in users if u))
        return (*players, *(g for g in gms if g not in players)) if "" in users else players or gms
    c = s.combatants.get(ask.who)
    return (int(c.controller),) if c is not None and c.controller else gms


def asked_name(ask: Ask, s: State, gm_word: str) -> str:
    """Whose choice it is, in words that anybody may read: somebody hidden is not named."""
    if ask.who.startswith(SIDE):
        return f"the {ask.who.removeprefix(SIDE)}"
    seen = [s[who].name for who in _ids(ask) if who in s.combatants and not s[who].hidden]
    if len(seen) > MOST_NAMED:
        return f"{seen[0]} or {len(seen) - 1} more"
    if not seen:
        return f"the {gm_word}"
    return seen[0] if len(seen) == 1 else f"{', '.join(seen[:-1])} or {seen[-1]}"


def _ids(ask: Ask) -> tuple[str, ...]:
    """The combatants an ask is put to, where it is not to a side or the GM."""
    return () if ask.who == GM or ask.who.startswith(SIDE) else tuple(ask.who.removeprefix(ANY).split(","))
