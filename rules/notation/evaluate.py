"""Rolls a tree with faces from a given source."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.notation.syntax import Dice, Number, Sum, Term

DieSource = Callable[[int], int]
"""Given a die's sides, the face it shows, 1 to sides; each call is one die."""


@dataclass(frozen=True, slots=True)
class RolledTerm:
    """A term with the faces its dice showed, in the order rolled; no faces for a number."""

    term: Term
    faces: tuple[int, ...]

    def __post_init__(self) -> None:
        expected = self.term.operand.count if isinstance(self.term.operand, Dice) else 0
        if len(self.faces) != expected:
            raise ValueError(f"{len(self.faces)} faces for {expected} dice")
        if isinstance(self.term.operand, Dice):
            for face in self.faces:
                _check_face(face, self.term.operand.sides)

    @property
    def value(self) -> int:
        """What the term adds to the total, its sign included."""
        match self.term.operand:
            case Number(value):
                return self.term.sign * value
            case Dice():
                return self.term.sign * sum(self.faces)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A roll that was made: every term with its faces, in the order written, and the comment."""

    terms: tuple[RolledTerm, ...]
    comment: str | None = None

    @property
    def total(self) -> int:
        return sum(rolled.value for rolled in self.terms)

    @property
    def faces(self) -> tuple[int, ...]:
        """All faces in the order rolled; given back in that order they reproduce this outcome."""
        return tuple(face for rolled in self.terms for face in rolled.faces)


def evaluate(roll: Sum, source: DieSource) -> Outcome:
    """Rolls every die once, left to right. ValueError if `source` gives a face that the die does not have."""
    return Outcome(tuple(_rolled(term, source) for term in roll.terms), roll.comment)


def _rolled(term: Term, source: DieSource) -> RolledTerm:
    match term.operand:
        case Number():
            return RolledTerm(term, ())
        case Dice(count, sides):
            return RolledTerm(term, tuple(source(sides) for _ in range(count)))


def _check_face(face: int, sides: int) -> None:
    if not 1 <= face <= sides:
        raise ValueError(f"face {face} on a die with {sides} sides")
