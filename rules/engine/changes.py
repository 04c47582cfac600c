"""The changes all games share: who takes part, the order and its marker, lasting effects, notes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from .codec import stored
from .effects import Change
from .encounter import Combatant, Encounter, Lasting, Note, OptionValue, Slot
from .fmap import FMap
from .ruleset import rules_of

State = Encounter[Any, Any]


@stored
@dataclass(frozen=True, slots=True)
class Joined(Change[State]):
    """A combatant takes part from now on; one that had left comes back as given."""

    combatant: Combatant[Any]

    def apply(self, s: State) -> State:
        return s.having(self.combatant)


@stored
@dataclass(frozen=True, slots=True)
class Left(Change[State]):
    """A combatant takes part no more. It stays in the map, marked as gone."""

    who: str

    def apply(self, s: State) -> State:
        return s.with_combatant(self.who, gone=True)


@stored
@dataclass(frozen=True, slots=True)
class SetCombatant(Change[State]):
    """One field that every combatant has (name, side, controller, hidden, player, group) gets a value."""

    who: str
    field: str
    value: str | bool

    def apply(self, s: State) -> State:
        return s.with_combatant(self.who, **{self.field: self.value})


@stored
@dataclass(frozen=True, slots=True)
class SetValue(Change[State]):
    """The GM overrules a value of the game part, by the key of its `Settable`."""

    who: str
    key: str
    value: OptionValue

    def apply(self, s: State) -> State:
        settable = rules_of(s).settable(self.key)
        return s.with_combatant(self.who, stats=settable.put(s[self.who].stats, self.value))


@stored
@dataclass(frozen=True, slots=True)
class SetStanding(Change[State]):
    """A combatant's standing answer to a kind of ask; "" takes it back."""

    who: str
    topic: str
    value: str

    def apply(self, s: State) -> State:
        standing: FMap[str, str] = s[self.who].standing
        kept = standing.put(self.topic, self.value) if self.value else standing.drop(self.topic)
        return s.with_combatant(self.who, standing=kept)


@stored
@dataclass(frozen=True, slots=True)
class SetOrder(Change[State]):
    """The slots of the round. The acting one must stay among them until the turn has passed."""

    order: tuple[Slot, ...]

    def apply(self, s: State) -> State:
        return replace(s, order=self.order)


@stored
@dataclass(frozen=True, slots=True)
class SetMarker(Change[State]):
    """Whose slot it is, in which round. slot "" where nobody acts."""

    round: int
    slot: str

    def apply(self, s: State) -> State:
        return replace(s, round=self.round, acting=self.slot)


@stored
@dataclass(frozen=True, slots=True)
class SetPhase(Change[State]):
    """Gathering, fighting or ended."""

    phase: str

    def apply(self, s: State) -> State:
        return replace(s, phase=self.phase)


@stored
@dataclass(frozen=True, slots=True)
class Fired(Change[State]):
    """The hooks of an edge have run. Those before the last round are forgotten: back goes no further."""

    round: int
    edge: str

    def apply(self, s: State) -> State:
        kept = tuple(e for e in s.fired if int(e.split("/", 1)[0]) >= self.round - 1)
        return replace(s, fired=(*kept, f"{self.round}/{self.edge}"))


@stored
@dataclass(frozen=True, slots=True)
class AddLasting(Change[State]):
    """An effect begins (or one with the same id is replaced)."""

    effect: Lasting

    def apply(self, s: State) -> State:
        others = tuple(e for e in s.lasting if e.id != self.effect.id)
        return replace(s, lasting=(*others, self.effect))


@stored
@dataclass(frozen=True, slots=True)
class DropLasting(Change[State]):
    """An effect is over."""

    id: str

    def apply(self, s: State) -> State:
        return replace(s, lasting=tuple(e for e in s.lasting if e.id != self.id))


@stored
@dataclass(frozen=True, slots=True)
class AddNote(Change[State]):
    """A note is kept (or one with the same id is replaced)."""

    note: Note

    def apply(self, s: State) -> State:
        others = tuple(n for n in s.notes if n.id != self.note.id)
        return replace(s, notes=(*others, self.note))


@stored
@dataclass(frozen=True, slots=True)
class DropNote(Change[State]):
    """A note is cleared."""

    id: str

    def apply(self, s: State) -> State:
        return replace(s, notes=tuple(n for n in s.notes if n.id != self.id))


@stored
@dataclass(frozen=True, slots=True)
class CountName(Change[State]):
    """One more id has been given out (ids of effects and notes are numbered through)."""

    def apply(self, s: State) -> State:
        return replace(s, named=s.named + 1)
