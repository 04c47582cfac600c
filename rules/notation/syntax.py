"""The tree of a roll, and the bounds that every tree keeps.

Trees are values: equal when they mean the same roll with the same words. The constructors refuse with
ValueError what the parser could not have made; a person's mistakes are found by the parser, which knows the
place.
"""

from dataclasses import dataclass
from typing import Literal

from rules.notation.plaintext import one_line

MAX_DICE = 100
"""Dice in one roll, all its terms together."""
MAX_SIDES = 10_000
MAX_NUMBER = 1_000_000
MAX_TERMS = 20
MAX_LABEL = 30
"""Characters of a label."""
MAX_COMMENT = 150
"""Characters of a comment."""

LABEL_BRACKETS = "[]［］"


@dataclass(frozen=True, slots=True)
class Number:
    """A fixed amount, 0 to MAX_NUMBER."""

    value: int

    def __post_init__(self) -> None:
        _require(0 <= self.value <= MAX_NUMBER, f"number {self.value} outside 0..{MAX_NUMBER}")


@dataclass(frozen=True, slots=True)
class Dice:
    """`count` dice (1 to MAX_DICE) with faces 1 to `sides` (1 to MAX_SIDES), added up."""

    count: int
    sides: int

    def __post_init__(self) -> None:
        _require(1 <= self.count <= MAX_DICE, f"{self.count} dice outside 1..{MAX_DICE}")
        _require(1 <= self.sides <= MAX_SIDES, f"{self.sides} sides outside 1..{MAX_SIDES}")


Operand = Number | Dice


@dataclass(frozen=True, slots=True)
class Term:
    """An operand that is added (sign 1) or subtracted (sign -1), with the label in brackets after it."""

    sign: Literal[1, -1]
    operand: Operand
    label: str | None = None

    def __post_init__(self) -> None:
        _require(self.sign in (1, -1), f"sign {self.sign} is neither 1 nor -1")
        if self.label is not None:
            _require_words(self.label, MAX_LABEL, "label")
            _require(not any(char in LABEL_BRACKETS for char in self.label), "a label holds a bracket")


@dataclass(frozen=True, slots=True)
class Sum:
    """A whole roll: 1 to MAX_TERMS terms with at most MAX_DICE dice between them, and a comment.

    Without dice there is no comment: `6 # 4d6` is how many people ask for six rolls, so it must not read as
    a 6.
    """

    terms: tuple[Term, ...]
    comment: str | None = None

    def __post_init__(self) -> None:
        _require(1 <= len(self.terms) <= MAX_TERMS, f"{len(self.terms)} terms outside 1..{MAX_TERMS}")
        _require(self.dice_count <= MAX_DICE, f"{self.dice_count} dice, more than {MAX_DICE}")
        if self.comment is not None:
            _require_words(self.comment, MAX_COMMENT, "comment")
            _require(self.dice_count > 0, "a comment without dice")

    @property
    def dice_count(self) -> int:
        """How many dice this rolls; 0 for plain arithmetic."""
        return sum(term.operand.count for term in self.terms if isinstance(term.operand, Dice))

    @property
    def minimum(self) -> int:
        """The lowest possible total."""
        return sum(min(_reach(term)) for term in self.terms)

    @property
    def maximum(self) -> int:
        """The highest possible total."""
        return sum(max(_reach(term)) for term in self.terms)


def _reach(term: Term) -> tuple[int, int]:
    match term.operand:
        case Number(value):
            return term.sign * value, term.sign * value
        case Dice(count, sides):
            return term.sign * count, term.sign * count * sides


def _require_words(text: str, limit: int, what: str) -> None:
    _require(0 < len(text) <= limit, f"{what} of {len(text)} characters outside 1..{limit}")
    _require(text == one_line(text), f"{what} is not in its one-line form")


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ValueError(otherwise)
