"""What the table is told, in plain sentences without markup."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.codec import stored
from rules.engine.effects import Line, Names

from .cards import listed, words

Part = tuple[int, str]
"""A number of a sum and where it comes from."""


def signed(n: int) -> str:
    """A number with its sign."""
    return f"−{-n}" if n < 0 else f"+{n}"


def minus(n: int) -> str:
    """A number with a true minus sign where it is below 0."""
    return str(n).replace("-", "−")


def plural(n: int, one: str, many: str = "") -> str:
    """A count with its noun."""
    return f"{n} {one if n == 1 else many or one + 's'}"


def summed(parts: tuple[Part, ...]) -> str:
    """Further numbers of a sum, those of 0 left out: " +1 Power −2 taunted"."""
    return "".join(f" {signed(n)} {why}" for n, why in parts if n)


# ------------------------------------------------------------------ cards
@stored
@dataclass(frozen=True, slots=True)
class DrewCards(Line):
    """The cards of a turn, or of a draw the Dealer allowed."""

    gm_too: ClassVar[bool] = False
    who: str
    cards: tuple[str, ...]
    dropped: tuple[str, ...] = ()
    turn: bool = True

    def text(self, names: Names) -> str:
        less = f" and drops {listed(self.dropped)}" if self.dropped else ""
        when = " for this turn" if self.turn else ""
        return f"{names(self.who)} draws {listed(self.cards)}{when}{less}"


@stored
@dataclass(frozen=True, slots=True)
class DrawsWith(Line):
    """A turn's cards are drawn with an edge."""

    who: str
    edge: int
    crowded: bool = False

    def text(self, names: Names) -> str:
        if not self.edge:
            return f"{names(self.who)} draws as usual: advantage and disadvantage cancel"
        how = "advantage" if self.edge > 0 else "disadvantage"
        why = ": an enemy is too close for a Long weapon" if self.crowded else ""
        return f"{names(self.who)} draws with {how}{why}"


@stored
@dataclass(frozen=True, slots=True)
class DrewInitiative(Line):
    """The card that places a combatant, or a group of equals, in the order."""

    who: str
    card: str
    group: bool = False

    def text(self, names: Names) -> str:
        more = " (for the whole group)" if self.group else ""
        return f"{names(self.who)} draws {words(self.card)} for initiative{more}"


@stored
@dataclass(frozen=True, slots=True)
class SetAside(Line):
    """A face card came where a number was asked for."""

    gm_too: ClassVar[bool] = False
    who: str
    card: str

    def text(self, names: Names) -> str:
        return f"{names(self.who)} draws {words(self.card)}, stores it and draws on"


@stored
@dataclass(frozen=True, slots=True)
class Reshuffles(Line):
    """The discards go back into the pile."""

    who: str
    dealers: bool
    empty: bool = False

    def text(self, names: Names) -> str:
        whose = "the Dealer's deck" if self.dealers else f"{names(self.who)}'s deck"
        why = "The pile is empty" if self.empty else "A joker came up"
        return f"{why}: the discards of {whose} are shuffled back"


@stored
@dataclass(frozen=True, slots=True)
class NoCard(Line):
    """There is no card left anywhere."""

    who: str

    def text(self, names: Names) -> str:
        return f"{names(self.who)} has no card left to draw"


@stored
@dataclass(frozen=True, slots=True)
class Spends(Line):
    """Stored face cards go into a check."""

    who: str
    cards: tuple[str, ...]

    def text(self, names: Names) -> str:
        return f"{names(self.who)} spends {listed(self.cards)} on the check: +{len(self.cards)}"


@stored
@dataclass(frozen=True, slots=True)
class Checked(Line):
    """A skill check with its arithmetic (CT-09). target None where no number was set."""

    who: str
    skill: str
    card: str
    parts: tuple[Part, ...]
    total: int
    target: int | None = None

    def text(self, names: Names) -> str:
        card = words(self.card) if self.card else "no card"
        text = f"{names(self.who)} checks {self.skill}: {minus(self.total)} ({card}{summed(self.parts)})"
        if self.target is None:
            return text
        return f"{text} against {self.target}: {'success' if self.total >= self.target else 'failure'}"


# ------------------------------------------------------------------ the turn
@stored
@dataclass(frozen=True, slots=True)
class Plays(Line):
    """The cards of a turn are laid open: the weapon card, and a maneuver."""

    who: str
    weapon_card: str
    maneuver: str = ""
    maneuver_card: str = ""
    raised: bool = False

    def text(self, names: Names) -> str:
        weapon = f"{words(self.weapon_card)} as the weapon card" if self.weapon_card else "no weapon card"
        if not self.maneuver:
            return f"{names(self.who)} plays {weapon}"
        side = "raised" if self.raised else "basic"
        return f"{names(self.who)} plays {self.maneuver} ({side}) with {words(self.maneuver_card)}, {weapon}"


@stored
@dataclass(frozen=True, slots=True)
class NoTurn(Line):
    """An effect takes the whole turn."""

    who: str
    effect: str

    def text(self, names: Names) -> str:
        return f"{names(self.who)} is {self.effect} and has no turn"


@stored
@dataclass(frozen=True, slots=True)
class Walks(Line):
    """A move: into a zone, or so many meters towards or away from somebody ("" where the table must not know
    of whom).
    """

    who: str
    zone: str = ""
    meters: int = 0
    target: str = ""
    away: bool = False
    now: int = 0

    def text(self, names: Names) -> str:
        if self.zone:
            return f"{names(self.who)} moves to {self.zone}"
        if not self.target:
            return f"{names(self.who)} moves {self.meters} m"
        way = "away from" if self.away else "towards"
        text = f"{names(self.who)} moves {self.meters} m {way} {names(self.target)}"
        return f"{text}: they are now {self.now} m apart"


@stored
@dataclass(frozen=True, slots=True)
class Stops(Line):
    """What was begun is not done: the mover was brought down, or no action is left for it."""

    who: str
    why: str

    def text(self, names: Names) -> str:
        return f"{names(self.who)} gets no further: {self.why}"


@stored
@dataclass(frozen=True, slots=True)
class Disengages(Line):
    """Enemies left without an opening."""

    who: str
    foes: tuple[str, ...]
    meters: bool
    paid: str = ""

    def text(self, names: Names) -> str:
        *most, last = [names(f) for f in self.foes]
        foes = f"{', '.join(most)} and {last}" if most else last
        tail = " and moves 2 m away" if self.meters else ": leaving the zone gives no opening there"
        return f"{names(self.who)} disengages from {foes} ({self.paid}){tail}"


@stored
@dataclass(frozen=True, slots=True)
class StandsUp(Line):
    """A downed combatant is on its feet again."""

    who: str

    def text(self, names: Names) -> str:
        return f"{names(self.who)} stands up"


@stored
@dataclass(frozen=True, slots=True)
class LeavesOpening(Line):
    """An opening is exploited, or a maneuver leaves one."""

    who: str
    foe: str = ""

    def text(self, names: Names) -> str:
        if self.foe:
            return f"{names(self.foe)} exploits the opening that {names(self.who)} leaves"
        return f"{names(self.who)}'s maneuver leaves an opening"
