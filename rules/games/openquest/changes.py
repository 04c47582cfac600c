"""What can change in an OpenQuest fight. Only ever added to: stored logs hold these."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rules.engine.codec import stored
from rules.engine.effects import Change

from .model import DYING, OUT, UP, Lying, State, Turn, pair


@stored
@dataclass(frozen=True, slots=True)
class NewRound(Change[State]):
    """Everybody's turn begins anew: no action used, no reaction made."""

    def apply(self, s: State) -> State:
        for c in s.present():
            s = s.with_stats(c.id, turn=Turn(), moving=0)
        return s


@stored
@dataclass(frozen=True, slots=True)
class Did(Change[State]):
    """Fields of a combatant's turn get values, as (name, value) pairs."""

    who: str
    what: tuple[tuple[str, Any], ...]

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, turn=replace(s[self.who].stats.turn, **dict(self.what)))


def did(who: str, **what: Any) -> Did:
    """A change of what `who` has done this round."""
    return Did(who, tuple(what.items()))


@stored
@dataclass(frozen=True, slots=True)
class Put(Change[State]):
    """Fields of a combatant's game part get values, as (name, value) pairs."""

    who: str
    what: tuple[tuple[str, Any], ...]

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, **dict(self.what))


def put(who: str, **what: Any) -> Put:
    """A change of fields of `who`."""
    return Put(who, tuple(what.items()))


@stored
@dataclass(frozen=True, slots=True)
class Reacted(Change[State]):
    """A defensive reaction was made; `counts` towards the penalty of the next one (OQ-36)."""

    who: str
    counts: bool = True
    parry: bool = False

    def apply(self, s: State) -> State:
        t = s[self.who].stats.turn
        more = t.reactions + (1 if self.counts else 0)
        return s.with_stats(
            self.who, turn=replace(t, reactions=more, reacted=True, parried=t.parried or self.parry)
        )


@stored
@dataclass(frozen=True, slots=True)
class Harm(Change[State]):
    """Hit points are lost. by: whose blow it was, "" for nobody's."""

    who: str
    n: int
    by: str = ""

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, hp=s[self.who].stats.hp - self.n, treated=False)


@stored
@dataclass(frozen=True, slots=True)
class Healed(Change[State]):
    """Hit points come back, up to the maximum; who is above 0 again and was down, is up (lying where it
    fell).
    """

    who: str
    n: int

    def apply(self, s: State) -> State:
        c = s[self.who].stats
        hp = min(c.hp_max, c.hp + self.n)
        if hp > 0 and c.state in (OUT, DYING) and not c.spared:
            return s.with_stats(self.who, hp=hp, state=UP, mortal=0, prone=True)
        return s.with_stats(self.who, hp=hp)


@stored
@dataclass(frozen=True, slots=True)
class Fell(Change[State]):
    """It goes down: dying, out (unconscious but safe) or dead. Whatever it held, set or aimed at is let go.

    Lying there is part of being helpless, so `prone` is for those who wake again.
    """

    who: str
    state: str
    spared: bool = False

    def apply(self, s: State) -> State:
        mortal = s.round if self.state == DYING else 0
        s = s.with_stats(
            self.who, state=self.state, mortal=mortal, spared=self.spared, prone=False, braced=False, aim=0,
            aim_at="", held_by="",
        )  # fmt: skip
        for c in s.combatants.values():
            if c.stats.held_by == self.who:
                s = s.with_stats(c.id, held_by="")
        return s


@stored
@dataclass(frozen=True, slots=True)
class Closed(Change[State]):
    """Two are at Close from now on."""

    a: str
    b: str

    def apply(self, s: State) -> State:
        both = pair(self.a, self.b)
        kept = s.ground.metres.drop(both) if both in s.ground.metres else s.ground.metres
        return s.with_ground(close=(*(p for p in s.ground.close if p != both), both), metres=kept)


@stored
@dataclass(frozen=True, slots=True)
class Parted(Change[State]):
    """One is at Close with these no more; who held it, or was held by it, lets go."""

    who: str
    others: tuple[str, ...]

    def apply(self, s: State) -> State:
        gone = {pair(self.who, other) for other in self.others}
        s = s.with_ground(close=tuple(p for p in s.ground.close if p not in gone))
        if s[self.who].stats.held_by in self.others:
            s = s.with_stats(self.who, held_by="")
        for other in self.others:
            if s[other].stats.held_by == self.who:
                s = s.with_stats(other, held_by="")
        return s


@stored
@dataclass(frozen=True, slots=True)
class Metres(Change[State]):
    """The distance of two who are not at Close."""

    a: str
    b: str
    metres: int

    def apply(self, s: State) -> State:
        return s.with_ground(metres=s.ground.metres.put(pair(self.a, self.b), self.metres))


@stored
@dataclass(frozen=True, slots=True)
class PutGround(Change[State]):
    """Fields of the place get values, as (name, value) pairs."""

    what: tuple[tuple[str, Any], ...]

    def apply(self, s: State) -> State:
        return s.with_ground(**dict(self.what))


@stored
@dataclass(frozen=True, slots=True)
class Dropped(Change[State]):
    """A weapon or shield lies on the ground from now on and is nobody's until picked up."""

    item: Lying

    def apply(self, s: State) -> State:
        who, c = self.item.owner, s[self.item.owner].stats
        if self.item.weapon is None:
            s = s.with_stats(who, shield="none")
        else:
            left = list(c.weapons)
            place = next((n for n, w in enumerate(left) if w.name == self.item.weapon.name), None)
            if place is not None:
                del left[place]
            hand, off = ("", c.off) if c.hand == self.item.weapon.name else (c.hand, "")
            if not hand and off:
                hand, off = off, ""
            s = s.with_stats(who, weapons=tuple(left), hand=hand, off=off, braced=False)
        return s.with_ground(lying=(*s.ground.lying, self.item))


@stored
@dataclass(frozen=True, slots=True)
class PickedUp(Change[State]):
    """Something that lay on the ground is in somebody's hand."""

    who: str
    id: str

    def apply(self, s: State) -> State:
        item = next((x for x in s.ground.lying if x.id == self.id), None)
        if item is None:
            return s
        s = s.with_ground(lying=tuple(x for x in s.ground.lying if x.id != self.id))
        c = s[self.who].stats
        if item.weapon is None:
            return s.with_stats(self.who, shield=item.shield)
        hand = item.weapon.name if not c.hand else c.hand
        return s.with_stats(self.who, weapons=(*c.weapons, item.weapon), hand=hand)
