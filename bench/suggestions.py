"""Autocomplete in fights of a hundred whose names are as awkward as people make them."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import cycle, islice
from typing import Any

from bot.practice.discord import Channel, Person
from bot.problems import Problem
from rules.engine.ruleset import Ruleset, rulesets

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


async def with_many(town: Town, pid: int, channels: Sequence[Channel], sizes: Sizes) -> AsyncIterator[Figure]:
    """From an autocomplete at the practice Discord to the bot's answer there, one at a time, in every game.

    channels: one for each game.
    """
    times: dict[str, list[float]] = {}
    for rules, channel in zip(rulesets(), channels, strict=True):
        await _gather(town, rules, channel, sizes.combatants)
        await until_idle(pid)
        times[rules.id] = await _typed(town, channel, sizes.typed // len(channels))
    together = [each for game in times.values() for each in game]
    details = {f"{game}_p99_ms": percentile(taken, 99) * 1e3 for game, taken in times.items()}
    yield Figure(
        f"p99 of autocomplete with {sizes.combatants} combatants",
        percentile(together, 99) * 1e3,
        "ms",
        len(together),
        Goal(50.0),
        {"p50_ms": percentile(together, 50) * 1e3, "worst_ms": max(together) * 1e3, **details},
    )


async def _typed(town: Town, channel: Channel, count: int) -> list[float]:
    """Seconds of each suggestion. Problem where Discord would not take it, or nothing is offered."""
    player, gm = town.people[0], town.gm
    asks = (
        (player, "attack", "target"),
        (gm, "attack", "target"),
        (player, "act", "action"),
        (gm, "encounter remove", "combatant"),
        (gm, "encounter set", "combatant"),
    )
    times: list[float] = []
    for n in range(count):
        person, command, option = asks[n % len(asks)]
        typed = TYPED[n % len(TYPED)]
        if n % KEYSTROKES == 0:
            await gm.slash(channel, "encounter note", {"text": f"Stroke {n}"})
        began = time.perf_counter()
        outcome = await person.autocomplete(channel, command, option, typed)
        times.append(time.perf_counter() - began)
        found = len(outcome.choices)
        missing = not found and not typed and command.startswith("encounter")
        if outcome.kind != "choices" or found > MOST or missing:
            raise Problem(f"/{command} {option}:{typed} was answered with {outcome.kind}, {found} of them")
    return times


async def _gather(town: Town, rules: Ruleset[Any, Any], channel: Channel, combatants: int) -> None:
    """A fight of this game with so many, begun."""
    gm, player = town.gm, town.people[0]
    character = next(one.name for one in rules.ready_made if one.kind == "character")
    await _said(gm, channel, "encounter start", ruleset=rules.id, name="The crowd")
    await _said(player, channel, "encounter join", character=character, name=PLAYER)
    for name in names(combatants - 1):
        await _said(gm, channel, "encounter add", name=name, health=9)
    await _said(gm, channel, "encounter begin")


async def _said(person: Person, channel: Channel, command: str, **values: str | int) -> None:
    outcome = await person.slash(channel, command, values)
    if outcome.kind not in ("message", "thinking"):
        raise Problem(f"/{command} of the crowd was answered with {outcome.kind}: {outcome.text}")
