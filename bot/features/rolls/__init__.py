"""`/roll`, `/check`, `/odds`: dice beside the fight, the game's own test, and exact chances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import check, odds, roll

if TYPE_CHECKING:
    from bot.features.app import App


def add(app: App) -> None:
    """Register the commands and addresses."""
    roll.Rolls(app).add()
    check.Checks(app).add()
    odds.Odds(app).add()
