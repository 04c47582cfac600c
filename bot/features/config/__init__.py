"""`/config`: a server's settings, for those who may Manage Server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .commands import Config

if TYPE_CHECKING:
    from bot.features.app import App


def add(app: App) -> None:
    """Register the commands."""
    app.tree.add_command(Config(app))
