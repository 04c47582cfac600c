"""What the table is told of attacks, damage and effects."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.codec import stored
from rules.engine.effects import Line, Names

from .cards import number, words
from .lines import Part, minus, signed, summed


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
        target = f"{names(self.target)} (Obscured)" if self.obscured else names(self.target)
        above = f"{'not ' if self.half else ''}above Avoidance"
        above += "" if self.veiled else f" {minus(self.avoidance)}"
        start = f"{names(self.attacker)} attacks {target} with {self.arm}: "
        start += f"Accuracy {minus(total)} ({came_of}) is {above}"
        if (self.half and self.obscured) or not any(n for n, _ in self.value):
            return f"{start}: no damage"
        return f"{start}. {self._damage()}"

    def _damage(self) -> str:
        (first, _), *more = self.value
        raw, parts = sum(n for n, _ in self.value), summed(tuple(more))
        text = f"Attack value {minus(raw)}" + (f" ({minus(first)}{parts})" if parts else "")
        if self.half:
            text += f", half of it {(max(0, raw) + 1) // 2}"
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
            target = names(self.target)
            return f"The Dealer does not let {names(self.attacker)} shoot at {target} from so far away"
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
        if not self.was and not self.now:
            return f"{names(self.who)} takes {self.damage} damage{why} while unconscious: {self.fate}"
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
        start += f" {signed(self.modifier)} = {minus(total)}" if self.modifier else ""
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
