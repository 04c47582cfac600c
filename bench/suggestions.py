"""Autocomplete in a fight of a hundred whose names are as awkward as people make them."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator
from itertools import cycle, islice

from bot.practice.discord import Channel
from bot.problems import Problem

from .fights import PLAYER
from .figures import Figure, Goal, percentile
from .processes import until_idle
from .sides import Town
from .sizes import Sizes

FORMS = (
    "D'Arcy's Ghoul {n}",
    "🐉 Drake {n} 🔥",
    "`rm -rf` {n}",
    "שלום גובלין {n}",
    "غول الجبل {n}",
    "goblin {n}",
    "GOBLIN {n}",
    "Goblin {n}",
    "*Sir* _Under_score_ {n}",
    "O’Brien–Łukasz Ærø {n}",
)
TYPED = ("", "g", "GOB", "d'a", "🐉", "`rm", "של", "غول", "7", "ærø", "zzz")
MOST = 25
KEYSTROKES = 10
"""Suggestions after which something happens in the fight, so that all has to be worked out anew."""


def names(count: int) -> Iterator[str]:
    """So many names: apostrophes, emoji, backticks, right-to-left text, some that differ only by case."""
    return (form.format(n=n // len(FORMS)) for n, form in enumerate(islice(cycle(FORMS), count)))


async def with_many(town: Town, pid: int, channel: Channel, sizes: Sizes) -> AsyncIterator[Figure]:
    """From an autocomplete at the practice Discord to the bot's answer there, one at a time."""
    await _open(town, channel, sizes.combatants)
    await until_idle(pid)
    player = town.people[0]
    asks = [
        (player, "attack", "target"),
        (town.gm, "attack", "target"),
        (town.gm, "encounter remove", "combatant"),
        (town.gm, "encounter set", "combatant"),
    ]
    times: list[float] = []
    offered = 0
    for n in range(sizes.typed):
        person, command, option = asks[n % len(asks)]
        typed = TYPED[n % len(TYPED)]
        if n % KEYSTROKES == 0:
            await town.gm.slash(
                channel, "encounter set", {"combatant": PLAYER, "value": "hp", "to": f"{n % 7}"}
            )
        began = time.perf_counter()
        outcome = await person.autocomplete(channel, command, option, typed)
        times.append(time.perf_counter() - began)
        offered += len(outcome.choices)
        if outcome.kind != "choices" or len(outcome.choices) > MOST or (not typed and not outcome.choices):
            raise Problem(f"/{command} {option}:{typed} was answered with {outcome.kind} {outcome.choices}")
    yield Figure(
        f"p99 of autocomplete with {sizes.combatants} combatants",
        percentile(times, 99) * 1e3,
        "ms",
        len(times),
        Goal(50.0),
        {
            "p50_ms": percentile(times, 50) * 1e3,
            "worst_ms": max(times) * 1e3,
            "offered": offered / len(times),
        },
    )


async def _open(town: Town, channel: Channel, combatants: int) -> None:
    said = [
        await town.gm.slash(channel, "encounter start", {"ruleset": "openquest", "name": "The crowd"}),
        await town.people[0].slash(channel, "encounter join", {"character": "Sellsword", "name": PLAYER}),
    ]
    said += [
        await town.gm.slash(channel, "encounter add", {"name": name, "health": 9})
        for name in names(combatants - 1)
    ]
    said.append(await town.gm.slash(channel, "encounter begin"))
    # now one of them is at Close, and each of the others is looked at in every way to attack it
    said.append(await town.people[0].slash(channel, "attack", {"target": next(names(1))}))
    wrong = [outcome.text for outcome in said if outcome.kind != "message" or outcome.ephemeral]
    if wrong:
        raise Problem(f"The crowd of the benchmark did not gather: {wrong[0]}")
