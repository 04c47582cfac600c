"""Who can be brought into a fight: one's own sheets, the server's, the game's ready ones, or a name and a
health value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.store import Tx
from rules.engine import frame
from rules.engine.encounter import Combatant
from rules.engine.procedures import Refused
from rules.engine.ruleset import Choice, Ruleset, SheetError

from .choosing import pick
from .naming import clean_name, numbered
from .people import Person, State

READY, SHEET = "ready", "sheet"


@dataclass(frozen=True, slots=True)
class Source:
    """Something a combatant can be made from. key: `ready:<key>` or `sheet:<id>`."""

    key: str
    name: str
    values: Mapping[str, Any]
    kind: str
    about: str = ""

    @property
    def choice(self) -> Choice:
        """As an entry of a list."""
        return Choice(self.key, self.name, self.about)


async def characters(tx: Tx, guild: int, person: Person, rules: Ruleset[Any, Any]) -> tuple[Source, ...]:
    """What a player can join with: their own sheets first, then the game's ready characters."""
    own = await tx.sheets.of(guild, person.id, rules.id)
    sheets = tuple(Source(f"{SHEET}:{s.id}", s.name, s.values, s.kind, "your sheet") for s in own)
    return (*sheets, *_ready(rules, "character"))


async def creatures(tx: Tx, guild: int, rules: Ruleset[Any, Any]) -> tuple[Source, ...]:
    """What a GM can add: the server's own sheets, the game's creatures, then its ready characters."""
    kept = await tx.sheets.of(guild, None, rules.id)
    sheets = tuple(Source(f"{SHEET}:{s.id}", s.name, s.values, s.kind, "of this server") for s in kept)
    return (*sheets, *_ready(rules, "creature"), *_ready(rules, "character"))


def _ready(rules: Ruleset[Any, Any], kind: str) -> tuple[Source, ...]:
    return tuple(
        Source(f"{READY}:{r.key}", r.name, r.values, r.kind, r.about)
        for r in rules.ready_made
        if r.kind == kind
    )


def chosen(sources: tuple[Source, ...], typed: str, what: str) -> Source:
    """The source that was meant. Refused names what there is."""
    key = pick([s.choice for s in sources], typed, what).value
    return next(s for s in sources if s.key == key)


def adhoc(rules: Ruleset[Any, Any], name: str, health: int) -> Source:
    """A foe by name and health alone."""
    if not 1 <= health <= 999:
        raise Refused(f"Health must be from 1 to 999; {health} is not.")
    return Source("adhoc", name, rules.adhoc(name, health), "creature")


def combatants(
    rules: Ruleset[Any, Any],
    s: State,
    source: Source,
    *,
    name: str | None = None,
    count: int = 1,
    **fields: Any,
) -> tuple[Combatant[Any], ...]:
    """Combatants made from a source, with free names; several of one kind are a group. Refused names wrong
    fields.
    """
    taken = [c.name for c in s.combatants.values()]
    made: list[Combatant[Any]] = []
    ids = s
    for shown in numbered(clean_name(name or source.name), count, taken):
        key = frame.new_id(ids, shown)
        try:
            c = rules.combatant(key, shown, source.values, sheet=source.key, **fields)
        except SheetError as wrong:
            listed = "; ".join(f"{field}: {why}" for field, why in wrong.problems)
            raise Refused(f"The sheet of {source.name} does not fit these rules. {listed}") from None
        made.append(c)
        ids = ids.having(c)
    return tuple(made)
