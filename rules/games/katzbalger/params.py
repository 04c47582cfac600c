"""Parameters that many verbs share."""

from __future__ import annotations

from typing import Any

from rules.engine.ruleset import Args, Choices, Param


def target(choices: Choices, label: str = "Target") -> Param:
    return Param("target", label, choices=choices)


def pick(name: str, label: str, choices: Choices, *, default: bool = True) -> Param:
    """A choice whose first, the likeliest, is the default."""

    def first(s: Any, who: str, args: Args) -> str | None:
        found = choices(s, who, args)
        return found[0].value if found else None

    return Param(name, label, choices=choices, default=first if default else None)


def count(name: str, label: str, low: int, high: int, default: int | None = None) -> Param:
    value = None if default is None else str(default)
    return Param(
        name, label, "number", default=(lambda s, who, args: value) if value else None, low=low, high=high
    )
