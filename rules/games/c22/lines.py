"""What the table is told, in plain sentences without markup."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.codec import stored
from rules.engine.effects import Line, Names

from .cards import listed, number, words

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
        how = "advantage" if self.edge > 0 else "disadvantage" if self.edge < 0 else "neither edge"
        why = ": an enemy is too close for a Long weapon" if self.crowded else ""
        if not self.edge:
            why = ": advantage and disadvantage cancel"
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
    """A move: into a zone, or so many meters towards or away from somebody."""

    who: str
    zone: str = ""
    meters: int = 0
    target: str = ""
    away: bool = False
    now: int = 0

    def text(self, names: Names) -> str:
        if self.zone:
            return f"{names(self.who)} moves to {self.zone}"
        way = "away from" if self.away else "towards"
        text = f"{names(self.who)} moves {self.meters} m {way} {names(self.target)}"
        return f"{text}: they are now {self.now} m apart"


@stored
@dataclass(frozen=True, slots=True)
class Stops(Line):
    """A mover is stopped before the move is done."""

    who: str
    why: str

    def text(self, names: Names) -> str:
        return f"{names(self.who)} does not get away: {self.why}"


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
        tail = " and moves 2 m away" if self.meters else " and may leave the zone without an opening to them"
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


# ------------------------------------------------------------------ the attack
@stored
@dataclass(frozen=True, slots=True)
class Struck(Line):
    """An attack with its arithmetic (CT-30 to 33).

    card: the weapon card, "" where a check's total is the Accuracy. accuracy, value: parts of the two sums.
    half: the attack value counts half. nothing: an Obscured target is not touched. veiled: the target's
    numbers stay hidden.
    """

    attacker: str
    target: str
    arm: str
    card: str
    base: int
    accuracy: tuple[Part, ...]
    avoidance: int
    value: tuple[Part, ...]
    armor: int
    damage: int
    half: bool = False
    obscured: bool = False
    veiled: bool = False

    def text(self, names: Names) -> str:
        total = self.base + sum(n for n, _ in self.accuracy)
        came_of = f"{words(self.card) if self.card else 'check'}{summed(self.accuracy)}"
        against = "" if self.veiled else f" against Avoidance {self.avoidance}"
        target = f"{names(self.target)} (Obscured)" if self.obscured else names(self.target)
        start = f"{names(self.attacker)} attacks {target} with {self.arm}: "
        start += f"Accuracy {minus(total)} ({came_of}){against}"
        if self.half and self.obscured:
            return f"{start}, not above it: no damage"
        return f"{start}, {'half' if self.half else 'the full'} attack value. {self._damage()}"

    def _damage(self) -> str:
        (first, _), *more = self.value
        raw, parts = sum(n for n, _ in self.value), summed(tuple(more))
        text = f"Attack value {minus(raw)}" + (f" ({first}{parts})" if parts else "")
        if self.half:
            text += f", half {(max(0, raw) + 1) // 2}"
        if not self.veiled:
            text += f", less Armor {self.armor}"
        return f"{text}: {self.damage} damage"


@stored
@dataclass(frozen=True, slots=True)
class DealerSays(Line):
    """The Dealer has decided about an attack."""

    attacker: str
    target: str
    arm: str
    verdict: str

    def text(self, names: Names) -> str:
        if self.verdict == "leave":
            return f"The Dealer does not allow {names(self.attacker)} so far a shot at {names(self.target)}"
        said = {"no": "it fails", "half": "it hits for half", "yes": "it hits"}[self.verdict]
        start = f"{names(self.attacker)} attacks {names(self.target)} with {self.arm}: "
        return f"{start}the Dealer decides that {said}"


@stored
@dataclass(frozen=True, slots=True)
class Driven(Line):
    """The Dealer picks the target of one who is Mad."""

    who: str
    target: str

    def text(self, names: Names) -> str:
        return f"{names(self.who)} is mad and goes for {names(self.target)} instead"


@stored
@dataclass(frozen=True, slots=True)
class Loses(Line):
    """Health lost, and what has become of it."""

    who: str
    damage: int
    was: int
    now: int
    fate: str = ""
    veiled: bool = False
    why: str = ""

    def text(self, names: Names) -> str:
        why = f" ({self.why})" if self.why else ""
        numbers = "" if self.veiled else f": Health {self.was} → {self.now}"
        fate = f", {self.fate}" if self.fate else ""
        return f"{names(self.who)} takes {self.damage} damage{why}{numbers}{fate}"


@stored
@dataclass(frozen=True, slots=True)
class Holds(Line):
    """Damage held back in the first round."""

    who: str
    damage: int
    pending: int

    def text(self, names: Names) -> str:
        so_far = f" ({self.pending} so far)" if self.pending != self.damage else ""
        return f"{names(self.who)}: {self.damage} damage pending until the end of the round{so_far}"


@stored
@dataclass(frozen=True, slots=True)
class Tested(Line):
    """An effect against a resist (CT-34)."""

    who: str
    effect: str
    card: str
    modifier: int
    resist: str
    against: int
    tier: int
    lowered: bool = False
    pending: bool = False
    veiled: bool = False

    def text(self, names: Names) -> str:
        total = number(self.card) + self.modifier
        start = f"{self.effect.capitalize()}: {words(self.card)} ({number(self.card)})"
        start += f" {signed(self.modifier)} = {total}" if self.modifier else ""
        start += f" against {names(self.who)}'s Resist {self.resist.capitalize()}"
        start += "" if self.veiled else f" {self.against}"
        if total <= self.against:
            return f"{start}: resisted"
        less = ", one tier less by resistance" if self.lowered else ""
        if not self.tier:
            return f"{start}{less}: no effect"
        when = " from the end of the round" if self.pending else ""
        return f"{start}{less}: {names(self.who)} is {self.effect} ({self.tier}){when}"


@stored
@dataclass(frozen=True, slots=True)
class Begins(Line):
    """An effect begins."""

    who: str
    effect: str
    tier: int
    pending: bool = False

    def text(self, names: Names) -> str:
        when = " from the end of the round" if self.pending else ""
        return f"{names(self.who)} is {self.effect} ({self.tier}){when}"
