"""Who acts, where, and what they may do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.store import EncounterRow
from rules.engine.effects import GM, Ask
from rules.engine.encounter import Encounter

State = Encounter[Any, Any]


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
    if ask.who.startswith("side:"):
        side = ask.who.removeprefix("side:")
        users = [c.controller for c in s.present() if c.side == side]
        players = tuple(dict.fromkeys(int(u) for u in users if u))
        return (*players, *(g for g in gms if g not in players)) if "" in users else players or gms
    c = s.combatants.get(ask.who)
    return (int(c.controller),) if c is not None and c.controller else gms


def asked_name(ask: Ask, s: State, gm_word: str) -> str:
    """Whose choice it is, in words that anybody may read: somebody hidden is not named."""
    if ask.who.startswith("side:"):
        return f"the {ask.who.removeprefix('side:')}"
    if ask.who == GM or s[ask.who].hidden:
        return f"the {gm_word}"
    return s[ask.who].name
