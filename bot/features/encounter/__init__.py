"""`/encounter` and the board's buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import ending
from .buttons import Buttons
from .controls import Controls
from .life import Life
from .looking import Looking
from .overrule import Overrules

if TYPE_CHECKING:
    from bot.features.app import App
    from bot.features.kit import Interaction


def add(app: App) -> None:
    """Register the commands and addresses."""
    group = Life(app)
    for part in (Overrules(app), Looking(app)):
        for command in part.commands:
            group.add_command(command)
    app.tree.add_command(group)
    Buttons(app).add()
    Controls(app).add()

    async def write_back(interaction: Interaction, where: ending.WriteBack) -> None:
        await ending.write_back(app, interaction, where)

    app.routes.on(ending.WriteBack, write_back)
