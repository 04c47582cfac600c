"""Probabilities in few signs."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

BARS: Final = 10


def percent(chance: Fraction) -> str:
    """A probability with one decimal: "45.3 %". What is possible is never 0.0, what is uncertain never 100.0.

    Half a tenth is rounded to the even one.
    """
    tenths = round(chance * 1000)
    if tenths == 0 and chance:
        return "<0.1 %"
    if tenths == 1000 and chance != 1:
        return ">99.9%"
    return f"{tenths // 10}.{tenths % 10} %"


def bar(chance: Fraction) -> str:
    """A probability as ten signs; what is possible has at least one."""
    full = max(1 if chance else 0, round(chance * BARS))
    return "█" * full + "░" * (BARS - full)
