"""What is told beside the rolls."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.codec import stored
from rules.engine.effects import GM, TABLE, Line, Names
from rules.engine.lines import Said

from .chances import rounds
from .data import RANGES
from .sheet import State


def seen(s: State, *who: str) -> str:
    """Who is told of these: everybody, or the GM alone while one of them is hidden."""
    return GM if any(w in s.combatants and s[w].hidden for w in who) else TABLE


def said(s: State, words: str, *about: str) -> Said:
    """A sentence about these, for those who may know of them."""
    return Said(words, about, to=seen(s, *about))


@stored
@dataclass(frozen=True, slots=True)
class Hurt(Line):
    """Wounds taken: "Ben takes 6 lethal wounds"."""

    who: str
    n: int
    subdual: bool = False

    def text(self, names: Names) -> str:
        kind = "subdual" if self.subdual else "lethal"
        return f"{names(self.who)} takes {self.n} {kind} wound{'s' if self.n != 1 else ''}"


@stored
@dataclass(frozen=True, slots=True)
class Became(Line):
    """A state begins, for so many full rounds (0: this round only, −1: open end)."""

    who: str
    what: str
    rounds: int = -1
    rest: bool = True

    def text(self, names: Names) -> str:
        head = f"{names(self.who)} is {self.what}"
        if self.rounds < 0:
            return head
        if not self.rounds:
            return f"{head} this round"
        if not self.rest:
            return f"{head} for {rounds(self.rounds)}"
        return f"{head} for the rest of this round and {self.rounds} full round{'s' * (self.rounds != 1)}"


@stored
@dataclass(frozen=True, slots=True)
class RangeNow(Line):
    """A pair is at another range."""

    a: str
    b: str
    range: int

    def text(self, names: Names) -> str:
        return f"{names(self.a)} and {names(self.b)} are at {RANGES[self.range]}".replace("at Apart", "Apart")


@stored
@dataclass(frozen=True, slots=True)
class Simultaneous(Line):
    """Slots that tied twice act at once."""

    who: tuple[str, ...]

    def text(self, names: Names) -> str:
        return f"{' and '.join(map(names, self.who))} act simultaneously; effects come after both"
