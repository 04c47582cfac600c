"""The one chance of this game: a card off a pile, each card left in it equally likely."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from rules.engine.codec import stored
from rules.engine.effects import TABLE, Chance, Faces, Names

from .cards import BALANCED, UNKNOWN
from .state import State, pile


@stored
@dataclass(frozen=True, slots=True)
class Draw(Chance[str]):
    """The top card of the pile `who` draws from. `to`: who sees it; a card for a hand is seen by its owner
    (CT-07).

    The face is the card's place in the arranged pile, which goes from low to high. Where the pile is hidden
    from the viewer, odds are those of the balanced start.
    """

    label: str
    who: str
    to: str = TABLE

    @property
    def better(self) -> int:
        return 0 if self.label == "initiative" else 1

    def cards(self, s: State) -> tuple[str, ...]:
        """The pile; where it is hidden from the viewer, the balanced start."""
        cards = pile(s, self.who)
        return BALANCED if UNKNOWN in cards else cards

    def sides(self, s: State) -> tuple[int, ...]:
        return (len(self.cards(s)),)

    def read(self, faces: Faces, s: State) -> str:
        return self.cards(s)[faces[0] - 1]

    def outcomes(self, s: State) -> tuple[tuple[str, Fraction], ...]:
        cards = self.cards(s)
        return tuple((card, Fraction(n, len(cards))) for card, n in Counter(cards).items())

    def text(self, faces: Faces, names: Names) -> str:
        """Nothing: the procedure tells the card, since a face alone does not name it."""
        return ""
