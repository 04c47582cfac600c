"""How much is measured: everything, or just enough to see that it works."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sizes:
    """channels: with a fight each. rounds: at least and at most so many comparisons of the same kind.

    block: seconds of load as fast as possible. slow_block: seconds at `rate` commands a second. late: the
    step of a long fight. exchanges: commands in it that are timed. open_encounters: few and many. starts: of
    each. combatants, typed: of autocomplete, and how often it is asked. repeats: of what is measured alone.
    """

    channels: int = 50
    rounds: tuple[int, int] = (4, 8)
    block: float = 3.0
    slow_block: float = 10.0
    slow_rounds: int = 4
    rate: float = 20.0
    late: int = 5_000
    exchanges: int = 240
    open_encounters: tuple[int, int] = (10, 10_000)
    starts: int = 4
    combatants: int = 100
    typed: int = 1_500
    repeats: int = 300


FULL = Sizes()
QUICK = Sizes(
    channels=5,
    rounds=(1, 1),
    block=0.5,
    slow_block=1.0,
    slow_rounds=1,
    late=130,
    exchanges=12,
    open_encounters=(2, 40),
    starts=1,
    combatants=12,
    typed=40,
    repeats=10,
)
"""No figure of these means anything; the smoke test looks at their form."""
