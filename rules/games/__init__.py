"""The games. Each package here is one game and holds its `RULESET`; adding a folder adds a game."""

from __future__ import annotations

import importlib
import pkgutil

from rules.engine.ruleset import Ruleset, register, rulesets


def load() -> tuple[Ruleset, ...]:  # type: ignore[type-arg]
    """Import every game in this folder and make it known. May be called any number of times."""
    for found in pkgutil.iter_modules(__path__):
        if found.ispkg:
            register(importlib.import_module(f"{__name__}.{found.name}").RULESET)
    return rulesets()
