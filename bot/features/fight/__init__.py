"""Declaring, choosing and answering: `/attack` and its like, the private panel, the buttons of asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import hands
from .answering import Answering
from .declare import Declarations
from .panel import Panels
from .standing import StandingAnswers

if TYPE_CHECKING:
    from bot.features.app import App


def add(app: App) -> None:
    """Register the commands and addresses."""
    for command in Declarations(app).commands():
        app.tree.add_command(command)
    app.tree.add_command(hands.command(app))
    Answering(app).add()
    StandingAnswers(app).add()
    Panels(app).add()
