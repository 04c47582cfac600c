"""The exact distribution of a roll's total."""

from fractions import Fraction

from rules.notation.errors import DistributionLimitError
from rules.notation.syntax import Dice, Number, Sum

MAX_DISTRIBUTION_TOTALS = 10_000
"""Possible totals, lowest to highest; 100d100 is within, and takes some 0.1 s."""


def distribution(roll: Sum) -> dict[int, Fraction]:
    """The probability of every possible total, from the lowest to the highest; the probabilities add up to 1.

    DistributionLimitError for more than MAX_DISTRIBUTION_TOTALS possible totals.
    """
    totals = roll.maximum - roll.minimum + 1
    if totals > MAX_DISTRIBUTION_TOTALS:
        raise DistributionLimitError(
            f"This roll has {totals} possible totals; exact odds are counted for at most "
            f"{MAX_DISTRIBUTION_TOTALS}. Use fewer dice, or dice with fewer sides."
        )
    ways = [1]
    outcomes = 1
    for term in roll.terms:
        match term.operand:
            case Number():
                pass  # It only shifts the totals, as roll.minimum already says.
            case Dice(count, sides):
                for _ in range(count):
                    ways = _with_die(ways, sides)
                outcomes *= sides**count
    return {roll.minimum + step: Fraction(way, outcomes) for step, way in enumerate(ways)}


def _with_die(ways: list[int], sides: int) -> list[int]:
    """`ways[i]`: how often i above the minimum comes up; the same with one more die.

    A subtracted die widens the totals just as evenly; only the minimum differs.
    """
    window = 0
    widened: list[int] = []
    for step in range(len(ways) + sides - 1):
        if step < len(ways):
            window += ways[step]
        if step >= sides:
            window -= ways[step - sides]
        widened.append(window)
    return widened
