"""What can change in a fight of this game. Only ever added to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rules.engine.codec import stored
from rules.engine.effects import Call, Change

from .sheet import Intent, State


def pair(a: str, b: str) -> str:
    """The key of a pair of combatants, the same either way round."""
    return "|".join(sorted((a, b)))


@stored
@dataclass(frozen=True, slots=True)
class Put(Change[State]):
    """One plain field of a combatant's game part gets a value."""

    who: str
    key: str
    value: int | str | bool

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, **{self.key: self.value})


@stored
@dataclass(frozen=True, slots=True)
class Wounded(Change[State]):
    """Wounds are added to the lethal or the subdual ones (KB-64). by: whose doing, "" for nobody's."""

    who: str
    n: int
    subdual: bool = False
    by: str = ""

    def apply(self, s: State) -> State:
        c = s[self.who].stats
        if self.subdual:
            return s.with_stats(self.who, subdual=c.subdual + self.n)
        return s.with_stats(self.who, lethal=c.lethal + self.n)


@stored
@dataclass(frozen=True, slots=True)
class NewRound(Change[State]):
    """A round begins: nobody has acted in it, modes that were chosen hold from now on (KB-10, 30)."""

    round: int

    def apply(self, s: State) -> State:
        for c in s.present():
            x = c.stats
            mode = x.wants or x.mode
            since = self.round if mode != x.mode or not x.since else x.since
            new = replace(x, acted=0, maneuver="", mode=mode, wants="", since=since, armed=x.hand)
            if new != x:
                s = s.with_combatant(c.id, stats=new)
        return s.with_ground(used="", together=())


@stored
@dataclass(frozen=True, slots=True)
class Acted(Change[State]):
    """The acting slot's action is spent. maneuver: the one made (KB-40). moved: it was the half move."""

    who: str
    maneuver: str = ""
    moved: bool = False

    def apply(self, s: State) -> State:
        c = s[self.who].stats
        s = s.with_stats(self.who, acted=c.acted + (not self.moved), maneuver=self.maneuver or c.maneuver)
        return s.with_ground(used=f"{s.round}/{s.acting}")


@stored
@dataclass(frozen=True, slots=True)
class SlotGone(Change[State]):
    """A slot not yet reached goes: spent in defence, or (`lost`) taken by a Feint or a ruling (KB-41, 48)."""

    who: str
    slot: str
    lost: bool = False

    def apply(self, s: State) -> State:
        s = replace(s, order=tuple(x for x in s.order if x.id != self.slot))
        return s if self.lost else s.with_stats(self.who, acted=s[self.who].stats.acted + 1)


@stored
@dataclass(frozen=True, slots=True)
class Owes(Change[State]):
    """So many of a combatant's next actions are lost (KB-48)."""

    who: str
    n: int

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, debt=max(0, s[self.who].stats.debt + self.n))


@stored
@dataclass(frozen=True, slots=True)
class Blow(Change[State]):
    """A Great Blow is begun (its Dodge is lost), or is over with None (KB-49)."""

    who: str
    intent: Intent | None = None

    def apply(self, s: State) -> State:
        if self.intent is None:
            return s.with_stats(self.who, blow=None)
        return s.with_stats(self.who, blow=self.intent, bare=True)


@stored
@dataclass(frozen=True, slots=True)
class Guard(Change[State]):
    """Dodge points lost until its next action (KB-47, 50); 0 gives all of its Dodge back."""

    who: str
    n: int = 0

    def apply(self, s: State) -> State:
        if not self.n:
            return s.with_stats(self.who, guard=0, bare=False)
        return s.with_stats(self.who, guard=s[self.who].stats.guard + self.n)


@stored
@dataclass(frozen=True, slots=True)
class Ranged(Change[State]):
    """A pair is at another range (KB-53)."""

    a: str
    b: str
    range: int

    def apply(self, s: State) -> State:
        return s.with_ground(ranges=s.ground.ranges.put(pair(self.a, self.b), self.range))


@stored
@dataclass(frozen=True, slots=True)
class Duel(Change[State]):
    """A pair uses a skill in place of the Score, "" for the Score again (KB-21)."""

    a: str
    b: str
    skill: str = ""

    def apply(self, s: State) -> State:
        key, duels = pair(self.a, self.b), s.ground.duels
        return s.with_ground(duels=duels.put(key, self.skill) if self.skill else duels.drop(key))


@stored
@dataclass(frozen=True, slots=True)
class Feinted(Change[State]):
    """One more feint of this one against that one in this combat (KB-48)."""

    who: str
    target: str

    def apply(self, s: State) -> State:
        key, feints = f"{self.who}>{self.target}", s.ground.feints
        return s.with_ground(feints=feints.put(key, feints.get(key, 0) + 1))


@stored
@dataclass(frozen=True, slots=True)
class Hold(Change[State]):
    """The target is held by one, with the grapple's success number; −1 lets go (KB-43, 44)."""

    target: str
    holder: str
    number: int = -1

    def apply(self, s: State) -> State:
        held = s[self.target].stats.held
        held = held.drop(self.holder) if self.number < 0 else held.put(self.holder, self.number)
        pinned = s[self.target].stats.pinned and bool(held)
        return s.with_stats(self.target, held=held, pinned=pinned)


@stored
@dataclass(frozen=True, slots=True)
class Instant(Change[State]):
    """An instant action of the next round is settled, or over with None (KB-15)."""

    who: str
    intent: Intent | None = None

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, instant=self.intent)


@stored
@dataclass(frozen=True, slots=True)
class Rolled(Change[State]):
    """Initiative stands for a round; these slots act simultaneously (KB-10, 13)."""

    round: int
    together: tuple[tuple[str, ...], ...] = ()

    def apply(self, s: State) -> State:
        return s.with_ground(rolled=self.round, together=self.together)


@stored
@dataclass(frozen=True, slots=True)
class Pend(Change[State]):
    """An effect waits until all who act simultaneously have acted (KB-13, 15)."""

    call: Call[Any]

    def apply(self, s: State) -> State:
        return s.with_ground(pending=(*s.ground.pending, self.call))


@stored
@dataclass(frozen=True, slots=True)
class Settled(Change[State]):
    """The effects that waited take place now."""

    def apply(self, s: State) -> State:
        return s.with_ground(pending=(), instants=False)


@stored
@dataclass(frozen=True, slots=True)
class Instants(Change[State]):
    """Instant actions are being resolved: their effects wait (KB-15)."""

    def apply(self, s: State) -> State:
        return s.with_ground(instants=True)
