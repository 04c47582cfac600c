"""`/character`: sheets made, shown, changed, brought and taken as files, deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .commands import Characters
from .panel import Panels

if TYPE_CHECKING:
    from bot.features.app import App


def add(app: App) -> None:
    """Register the commands and addresses."""
    panels = Panels(app)
    panels.add()
    app.tree.add_command(Characters(app, panels))
