"""Attack and answer against the echo: how many a second, and how soon each is acknowledged."""

from __future__ import annotations

from collections.abc import AsyncIterator
from statistics import median

from .fights import Fight
from .figures import Figure, Goal, percentile, spread
from .load import Load, as_fast_as_possible, at_a_rate
from .processes import until_idle
from .sides import EchoSide
from .sizes import Sizes

STEADY = 0.1
"""The spread of a ratio from which on more rounds would change little."""

Round = tuple[Load, Load]
"""The echo's and Skirmish's load, one right after the other."""


async def throughput(echo: EchoSide, pid: int, fights: list[Fight], sizes: Sizes) -> AsyncIterator[Figure]:
    """Commands a second, each with its durable commit, in all channels at once.

    The two take turns, round by round, until the ratio is steady.
    """
    least, most = sizes.rounds
    rounds: list[Round] = []
    while len(rounds) < most and (len(rounds) < least or spread(_ratios(rounds)) > STEADY):
        await until_idle(pid)
        base = await as_fast_as_possible(echo.players[: len(fights)], echo.pid, sizes.block)
        rounds.append((base, await as_fast_as_possible(fights, pid, sizes.block)))
    bases, ours = [base for base, _ in rounds], [load for _, load in rounds]
    commands = sum(load.commands for load in ours)
    yield Figure(
        f"attack and answer in {len(fights)} channels, commands a second against the echo",
        median(_ratios(rounds)),
        "ratio",
        commands,
        Goal(0.1, at_least=True),
        {
            "echo_per_s": median(load.rate for load in bases),
            "skirmish_per_s": median(load.rate for load in ours),
            "rounds": len(rounds),
            "spread": spread(_ratios(rounds)),
            "driver_share_with_echo": median(load.driver / load.seconds for load in bases),
            "echo_share": median(load.busy / load.seconds for load in bases),
        },
    )
    yield Figure(
        "the same by processor time: commands per second that the bot's process was busy",
        median(base.cost / load.cost for base, load in rounds),
        "ratio",
        commands,
        details={
            "echo_ms": median(load.cost for load in bases),
            "skirmish_ms": median(load.cost for load in ours),
        },
    )


def _ratios(rounds: list[Round]) -> list[float]:
    return [load.rate / base.rate for base, load in rounds]


async def acknowledging(echo: EchoSide, pid: int, fights: list[Fight], sizes: Sizes) -> AsyncIterator[Figure]:
    """Time to acknowledge at a few commands a second. The two take turns."""
    bases: list[float] = []
    ours: list[float] = []
    for _ in range(sizes.slow_rounds):
        bases += (await at_a_rate(echo.players, echo.pid, sizes.rate, sizes.slow_block)).times
        ours += (await at_a_rate(fights, pid, sizes.rate, sizes.slow_block)).times
        await until_idle(pid)
    yield Figure(
        f"p99 time to acknowledge at {sizes.rate:g} commands a second against the echo",
        percentile(ours, 99) / percentile(bases, 99),
        "ratio",
        len(ours),
        Goal(5.0),
        {
            f"{name}_p{percent}_ms": percentile(times, percent) * 1e3
            for name, times in (("echo", bases), ("skirmish", ours))
            for percent in (50, 99)
        },
    )
