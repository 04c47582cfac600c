"""The games. Each package here is one game and holds its `RULESET`; adding a folder adds a game."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

from rules.engine.ruleset import Ruleset, register


def load() -> tuple[Ruleset[Any, Any], ...]:
    """Import every game in this folder and make it known; these games, by name. May be called again."""
    names = (found.name for found in pkgutil.iter_modules(__path__) if found.ispkg)
    games: list[Ruleset[Any, Any]] = [importlib.import_module(f"{__name__}.{name}").RULESET for name in names]
    for game in games:
        register(game)
    return tuple(sorted(games, key=lambda game: game.name))
