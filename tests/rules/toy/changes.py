"""What can change."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.codec import stored
from rules.engine.effects import Change

from .sheet import State


@stored
@dataclass(frozen=True, slots=True)
class Hurt(Change[State]):
    """Hits are lost, and a wind-up with them (T5)."""

    who: str
    hits: int

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, hits=max(s[self.who].stats.hits - self.hits, 0), windup="")


@stored
@dataclass(frozen=True, slots=True)
class Healed(Change[State]):
    """Hits come back."""

    who: str
    hits: int

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, hits=s[self.who].stats.hits + self.hits)


@stored
@dataclass(frozen=True, slots=True)
class Held(Change[State]):
    """Harm that counts at the round's end (T3)."""

    who: str
    hits: int

    def apply(self, s: State) -> State:
        return s.with_ground(held=(*s.ground.held, (self.who, self.hits)))


@stored
@dataclass(frozen=True, slots=True)
class Released(Change[State]):
    """What was held back has been counted."""

    def apply(self, s: State) -> State:
        return s.with_ground(held=())


@stored
@dataclass(frozen=True, slots=True)
class Acts(Change[State]):
    """Acts left in this turn."""

    who: str
    left: int

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, acts=self.left)


@stored
@dataclass(frozen=True, slots=True)
class Grit(Change[State]):
    """A point of grit is spent."""

    who: str

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, grit=s[self.who].stats.grit - 1)


@stored
@dataclass(frozen=True, slots=True)
class Went(Change[State]):
    """Somebody is in another zone."""

    who: str
    zone: str

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, zone=self.zone)


@stored
@dataclass(frozen=True, slots=True)
class Watches(Change[State]):
    """A trigger is set ("" ends it)."""

    who: str
    zone: str

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, watching=self.zone)


@stored
@dataclass(frozen=True, slots=True)
class WoundUp(Change[State]):
    """A mighty blow is prepared ("" drops it)."""

    who: str
    target: str

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, windup=self.target)


@stored
@dataclass(frozen=True, slots=True)
class Drew(Change[State]):
    """A card goes from the pile into a hand."""

    who: str
    card: int

    def apply(self, s: State) -> State:
        s = s.with_ground(pile=tuple(card for card in s.ground.pile if card != self.card))
        return s.with_stats(self.who, hand=tuple(sorted((*s[self.who].stats.hand, self.card))))


@stored
@dataclass(frozen=True, slots=True)
class Played(Change[State]):
    """A card leaves a hand for good."""

    who: str
    card: int

    def apply(self, s: State) -> State:
        s = s.with_ground(played=(*s.ground.played, self.card))
        return s.with_stats(self.who, hand=tuple(c for c in s[self.who].stats.hand if c != self.card))
