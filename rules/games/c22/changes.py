"""What can change in a fight, besides what all games share. Only ever added to."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.codec import stored
from rules.engine.effects import Change

from .cards import arranged, without
from .state import PendingEffect, State, Turn, discards, shares


# ------------------------------------------------------------------ cards: each is in exactly one place
@stored
@dataclass(frozen=True, slots=True)
class Drew(Change[State]):
    """A card leaves the pile for a combatant's hand, or is set aside as stored (CT-02, 05)."""

    who: str
    card: str
    to: str = "hand"

    def apply(self, s: State) -> State:
        stats = s[self.who].stats
        if shares(s[self.who]):
            s = s.with_ground(pile=without(s.ground.pile, self.card))
        else:
            s = s.with_stats(self.who, pile=without(stats.pile, self.card))
        if self.to == "stored":
            return s.with_stats(self.who, stored=(*stats.stored, self.card))
        return s.with_stats(self.who, hand=(*stats.hand, self.card))


@stored
@dataclass(frozen=True, slots=True)
class Discarded(Change[State]):
    """Cards go from a hand, or from the stored ones, to the discards (CT-05, 28)."""

    who: str
    cards: tuple[str, ...]
    stored: bool = False

    def apply(self, s: State) -> State:
        stats = s[self.who].stats
        rest = stats.stored if self.stored else stats.hand
        for card in self.cards:
            rest = without(rest, card)
        s = s.with_stats(self.who, stored=rest) if self.stored else s.with_stats(self.who, hand=rest)
        if shares(s[self.who]):
            return s.with_ground(discards=arranged((*s.ground.discards, *self.cards)))
        return s.with_stats(self.who, discards=arranged((*stats.discards, *self.cards)))


@stored
@dataclass(frozen=True, slots=True)
class Shuffled(Change[State]):
    """The discards go back into the pile `who` draws from; with them what those took along who left
    (CT-04).
    """

    who: str

    def apply(self, s: State) -> State:
        back = discards(s, self.who)
        if not shares(s[self.who]):
            stats = s[self.who].stats
            return s.with_stats(self.who, pile=arranged((*stats.pile, *back)), discards=())
        s = s.with_ground(pile=arranged((*s.ground.pile, *back)), discards=())
        for c in tuple(s.combatants.values()):
            if c.gone and shares(c):
                s = s.with_stats(c.id, hand=(), stored=())
        return s


@stored
@dataclass(frozen=True, slots=True)
class Prepared(Change[State]):
    """A combatant's cards are made ready for the fight: whose deck it draws from, whole or as it was
    (CT-02).
    """

    who: str
    whole: bool

    def apply(self, s: State) -> State:
        stats = s[self.who].stats
        if shares(s[self.who]):
            back = (*s.ground.discards, *stats.hand, *stats.stored)
            s = s.with_ground(discards=arranged(back))
            return s.with_stats(self.who, shares=True, pile=(), hand=(), discards=(), stored=())
        if not self.whole:
            return s.with_stats(self.who, shares=False)
        every = arranged((*stats.pile, *stats.hand, *stats.discards, *stats.stored))
        return s.with_stats(self.who, shares=False, pile=every, hand=(), discards=(), stored=())


@stored
@dataclass(frozen=True, slots=True)
class DealersDeck(Change[State]):
    """The Dealer's deck consists of these cards from now on."""

    cards: tuple[str, ...]

    def apply(self, s: State) -> State:
        return s.with_ground(pile=arranged(self.cards), discards=())


@stored
@dataclass(frozen=True, slots=True)
class Upgraded(Change[State]):
    """A card of a combatant's own deck becomes another, or one is added where `old` is "" (CT-08)."""

    who: str
    old: str
    new: str
    deck: tuple[str, ...]
    written: str

    def apply(self, s: State) -> State:
        stats = s[self.who].stats
        heaps = {"pile": stats.pile, "discards": stats.discards, "stored": stats.stored, "hand": stats.hand}
        place = next((k for k, heap in heaps.items() if self.old in heap), "pile")
        rest = without(heaps[place], self.old) if self.old else heaps[place]
        return s.with_stats(
            self.who,
            deck=self.deck,
            upgrades=(*stats.upgrades, self.written),
            **{place: arranged((*rest, self.new))},
        )


@stored
@dataclass(frozen=True, slots=True)
class InitiativeCard(Change[State]):
    """The card that places a combatant in the order (CT-10)."""

    who: str
    card: str

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, initiative=self.card)


@stored
@dataclass(frozen=True, slots=True)
class Granted(Change[State]):
    """The Dealer lets a combatant draw so many cards more, with an edge (CT-06)."""

    who: str
    cards: int
    edge: int = 0

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, granted=self.cards, granted_edge=self.edge)


@stored
@dataclass(frozen=True, slots=True)
class EdgeUsed(Change[State]):
    """The advantage or disadvantage the Dealer gave on the next turn's draw is used up."""

    who: str

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, edge=0)


# ------------------------------------------------------------------ the turn
@stored
@dataclass(frozen=True, slots=True)
class SetTurn(Change[State]):
    """Where a combatant's turn stands."""

    who: str
    turn: Turn

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, turn=self.turn)


@stored
@dataclass(frozen=True, slots=True)
class Wields(Change[State]):
    """The weapon a combatant used last."""

    who: str
    weapon: str

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, weapon=self.weapon)


# ------------------------------------------------------------------ harm
@stored
@dataclass(frozen=True, slots=True)
class Hurt(Change[State]):
    """Damage comes off Health: at 0 unconscious (or dead, by option), any more while unconscious dead (CT-32,
    35). by: whose doing it is, "" for nobody's; None where it was counted when it was held back.
    """

    who: str
    damage: int
    by: str | None = ""

    def apply(self, s: State) -> State:
        c = s[self.who]
        if self.damage <= 0 or c.stats.dead:
            return s
        health = max(0, c.stats.health - self.damage)
        fatal = not c.player and s.options.get("npc_at_zero") == "dead" and not health
        return s.with_stats(self.who, health=health, dead=fatal or c.stats.health <= 0)


@stored
@dataclass(frozen=True, slots=True)
class HeldBack(Change[State]):
    """Damage is recorded and applied at the end of the first round (CT-40). by: whose doing, "" for
    nobody's.
    """

    who: str
    damage: int
    by: str = ""

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, pending=s[self.who].stats.pending + self.damage)


@stored
@dataclass(frozen=True, slots=True)
class EffectHeldBack(Change[State]):
    """An effect is recorded and begins at the end of the first round (CT-40, 41)."""

    who: str
    effect: PendingEffect

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, pending_effects=(*s[self.who].stats.pending_effects, self.effect))


@stored
@dataclass(frozen=True, slots=True)
class Released(Change[State]):
    """What was held back for a combatant is taken up now; an ambush has no further bearing on it."""

    who: str

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, pending=0, pending_effects=(), surprised=False)


# ------------------------------------------------------------------ position
@stored
@dataclass(frozen=True, slots=True)
class MovedTo(Change[State]):
    """A combatant is in this zone."""

    who: str
    zone: str

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, zone=self.zone)


@stored
@dataclass(frozen=True, slots=True)
class Apart(Change[State]):
    """Distances in meters: (id, id, meters) each."""

    pairs: tuple[tuple[str, str, int], ...]

    def apply(self, s: State) -> State:
        meters = s.ground.meters
        for a, b, m in self.pairs:
            meters = meters.put((min(a, b), max(a, b)), m)
        return s.with_ground(meters=meters)


@stored
@dataclass(frozen=True, slots=True)
class Zones(Change[State]):
    """The zones of the place and which lie next to each other (none given: a row)."""

    zones: tuple[str, ...]
    links: tuple[tuple[str, str], ...] = ()

    def apply(self, s: State) -> State:
        return s.with_ground(zones=self.zones, links=self.links)


@stored
@dataclass(frozen=True, slots=True)
class Ambush(Change[State]):
    """One side lies in ambush; of the others these reacted in time (CT-42). "" calls it off."""

    side: str
    reacted: tuple[str, ...] = ()

    def apply(self, s: State) -> State:
        return s.with_ground(ambush=self.side, reacted=self.reacted)


@stored
@dataclass(frozen=True, slots=True)
class Surprised(Change[State]):
    """A combatant is caught by an ambush: no first-round protection (CT-42)."""

    who: str

    def apply(self, s: State) -> State:
        return s.with_stats(self.who, surprised=True)
