"""Dice notation: sums of dice and numbers, such as `2d6 + 3 - 1d4 [fire] # damage`.

The stages are apart: `lexer` cuts the text, `parser` makes the tree of `syntax`, `evaluate` rolls a tree
with faces from a source that the caller gives, `render` writes a tree or an outcome as one plain line,
`odds` computes the exact distribution of a tree's total. What the notation does not know is refused with
the place; it is never rolled as something else.
"""

from rules.notation.errors import DistributionLimitError, NotationError, ParseError
from rules.notation.evaluate import DieSource, Outcome, RolledTerm, evaluate
from rules.notation.odds import MAX_DISTRIBUTION_TOTALS, distribution
from rules.notation.parser import MAX_LENGTH, parse
from rules.notation.render import render, render_outcome
from rules.notation.syntax import (
    MAX_COMMENT,
    MAX_DICE,
    MAX_LABEL,
    MAX_NUMBER,
    MAX_SIDES,
    MAX_TERMS,
    Dice,
    Number,
    Operand,
    Sum,
    Term,
)

__all__ = [
    "MAX_COMMENT",
    "MAX_DICE",
    "MAX_DISTRIBUTION_TOTALS",
    "MAX_LABEL",
    "MAX_LENGTH",
    "MAX_NUMBER",
    "MAX_SIDES",
    "MAX_TERMS",
    "Dice",
    "DieSource",
    "DistributionLimitError",
    "NotationError",
    "Number",
    "Operand",
    "Outcome",
    "ParseError",
    "RolledTerm",
    "Sum",
    "Term",
    "distribution",
    "evaluate",
    "parse",
    "render",
    "render_outcome",
]
