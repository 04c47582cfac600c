"""Autocomplete: in time, never more than 25, within Discord's lengths, and never an error on the screen."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, Final

import structlog
from discord import app_commands

from rules.engine.procedures import Refused
from rules.engine.ruleset import Choice

from . import custom_id
from .escape import label, trim_middle
from .ladder import new_reference
from .panels import LONGEST_OPTION, MOST_OPTIONS

log: structlog.stdlib.BoundLogger = structlog.get_logger("skirmish.suggesting")

PATIENCE: Final = 0.3
"""Seconds after which an empty list is better than a late one."""

Suggested = Iterable[Choice]


def suggests(
    find: Callable[..., Awaitable[Suggested]],
) -> Callable[..., Coroutine[Any, Any, list[app_commands.Choice[str]]]]:
    """Make an autocomplete of a coroutine that finds choices, likeliest first, filtered by what is typed.

        @attack.autocomplete("target")
        @suggests
        async def targets(self, interaction: Interaction, typed: str) -> Sequence[Choice]: ...

    After 300 ms, after a refusal and after an error (which is logged) the list is empty. A value of more
    than 100 characters becomes a token; on submit `custom_id.resolve(given, values)` finds it again.
    """

    @functools.wraps(find)
    async def answer(*arguments: Any) -> list[app_commands.Choice[str]]:
        try:
            async with asyncio.timeout(PATIENCE):
                return as_choices(await find(*arguments))
        except Refused:
            return []
        except TimeoutError:
            log.warning("suggestions were too slow", of=find.__qualname__)
        except Exception as error:  # the person sees an empty list, the log the rest
            log.error("suggestions failed", of=find.__qualname__, reference=new_reference(), exc_info=error)
        return []

    return answer


def as_choices(found: Suggested) -> list[app_commands.Choice[str]]:
    """The first 25 as Discord takes them: "words — hint", at most 100 characters, no two alike."""
    names: set[str] = set()
    out: list[app_commands.Choice[str]] = []
    for choice in found:
        if len(out) == MOST_OPTIONS:
            break
        name = _distinct(_name(choice), names)
        names.add(name)
        out.append(app_commands.Choice(name=name, value=custom_id.token(choice.value)))
    return out


def _name(choice: Choice) -> str:
    words = label(choice.words, 10 * LONGEST_OPTION)
    if len(words) > LONGEST_OPTION:
        return trim_middle(words, LONGEST_OPTION)
    room = LONGEST_OPTION - len(words) - 3
    return f"{words} — {label(choice.hint, room)}" if choice.hint and room >= 10 else words


def _distinct(name: str, taken: set[str]) -> str:
    """Two entries that look alike get a number, so that one can be told from the other."""
    candidate, number = name, 2
    while candidate in taken:
        ending = f" ({number})"
        candidate, number = trim_middle(name, LONGEST_OPTION - len(ending)) + ending, number + 1
    return candidate


__all__ = ["PATIENCE", "as_choices", "suggests"]
