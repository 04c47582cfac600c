"""A command late in a long fight against one near the beginning of a fight."""

from __future__ import annotations

from collections.abc import AsyncIterator
from statistics import median

from .fights import Fight
from .figures import Figure, Goal
from .sizes import Sizes

EARLY = 10
KINDS = ("attack", "answer", "next")


async def late_against_early(late: Fight, early: list[Fight], sizes: Sizes) -> AsyncIterator[Figure]:
    """The same commands by turns in a fight at step `late` and in fights at step 10, one at a time.

    The fights near their beginning are many, so that none of them grows old while it is measured.
    """
    for fight in (late, *early):  # the first command of each loads the fight
        await fight.step()
        fight.take_times()
    lates: dict[str, list[float]] = {}
    earlies: dict[str, list[float]] = {}
    for n in range(sizes.exchanges):
        for fight, times in ((late, lates), (early[n % len(early)], earlies)):
            await fight.step()
            for kind, taken in fight.seconds.items():
                times.setdefault(kind, []).extend(taken)
            fight.take_times()
    kinds = [kind for kind in KINDS if kind in lates and kind in earlies]
    sums = [sum(median(times[kind]) for kind in kinds) * 1e3 for times in (lates, earlies)]
    yield Figure(
        f"a command at step {sizes.late:,} against step {EARLY}",
        sums[0] / sums[1],
        "ratio",
        sum(map(len, lates.values())),
        Goal(1.2),
        {
            f"{kind}_{when}_ms": median(times[kind]) * 1e3
            for when, times in (("late", lates), ("early", earlies))
            for kind in kinds
        },
    )
