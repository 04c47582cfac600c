"""Writes a tree, or what it rolled, as one plain line.

No markup is added and none is escaped: labels and comments stand as typed, for whoever shows them to escape.
"""

from rules.notation.evaluate import Outcome, RolledTerm
from rules.notation.syntax import Dice, Number, Operand, Sum, Term

_MINUS = "−"


def render(roll: Sum) -> str:
    """The roll in its one normal form, `2d6 + 3 − 1d4 [fire] # damage`; `parse` of it gives an equal tree."""
    parts = [(term, _labelled(_operand(term.operand), term)) for term in roll.terms]
    return _joined(parts) + _remark(roll.comment)


def render_outcome(outcome: Outcome) -> str:
    """The roll with every face and the total, `2d6 (3, 5) + 3 − 1d4 (2) = 9`."""
    parts = [(rolled.term, _labelled(_shown(rolled), rolled.term)) for rolled in outcome.terms]
    return f"{_joined(parts)} = {_signed(outcome.total)}{_remark(outcome.comment)}"


def _joined(parts: list[tuple[Term, str]]) -> str:
    (first, text), *rest = parts
    line = text if first.sign == 1 else f"{_MINUS}{text}"
    for term, part in rest:
        line += f" {'+' if term.sign == 1 else _MINUS} {part}"
    return line


def _operand(operand: Operand) -> str:
    match operand:
        case Number(value):
            return str(value)
        case Dice(count, sides):
            return f"{count}d{sides}"


def _shown(rolled: RolledTerm) -> str:
    text = _operand(rolled.term.operand)
    return f"{text} ({', '.join(map(str, rolled.faces))})" if rolled.faces else text


def _labelled(text: str, term: Term) -> str:
    return text if term.label is None else f"{text} [{term.label}]"


def _remark(comment: str | None) -> str:
    return "" if comment is None else f" # {comment}"


def _signed(value: int) -> str:
    return str(value) if value >= 0 else f"{_MINUS}{-value}"
