"""`/privacy`: what is stored about oneself, and its deletion; and what is deleted when its time has come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .commands import Privacy
from .keeping import Keeping

if TYPE_CHECKING:
    from bot.features.app import App


def add(app: App) -> None:
    """Register the commands and addresses, the job of the start and the daily sweep."""
    privacy = Privacy(app)
    privacy.add()
    app.tree.add_command(privacy)
    keeping = Keeping(app)
    app.at_start.append(keeping.reconcile)
    app.services.append(keeping.sweep)
