"""What people see and use: a package per feature, on the shared kit. `bot/features/README.md` says how.

The features are named here and imported when the bot is set up, so that one that is broken breaks nothing
that does not need it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Final, cast

if TYPE_CHECKING:
    from .app import App, Feature

FEATURES: Final[tuple[str, ...]] = (
    "encounter",
    "fight",
    "clockwork",
    "sheets",
    "config",
    "pings",
    "rolls",
    "log",
    "privacy",
    "help",
)
"""The packages below `bot.features` that have commands or panels, in the order in which they are added."""


def add_all(app: App, names: tuple[str, ...] = FEATURES) -> None:
    """Add every feature to the bot."""
    for name in names:
        feature = cast("Feature", importlib.import_module(f"{__name__}.{name}"))
        feature.add(app)
