"""`/pings`: everybody switches their own pings on and off."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.features.kit import (
    Interaction,
    Panel,
    Style,
    address,
    button,
    person_of,
    place_of,
    redraw,
    row,
    say,
    text,
)
from bot.store import Server
from bot.table import config, pings
from bot.table.updates import ASK, TURN

from . import words

if TYPE_CHECKING:
    from bot.features.app import App

LABELS: Final = {TURN: words.TURN, ASK: words.ASK}


@address("ping")
@dataclass(frozen=True, slots=True)
class Switch:
    """One kind of the presser's own pings is switched on or off."""

    kind: str
    on: bool


def add(app: App) -> None:
    """Register the command and its buttons."""

    @app.tree.command(name="pings", description=words.PINGS)
    async def own(interaction: Interaction) -> None:
        place = place_of(interaction)
        wants = await pings.wanted(app.tables, place, person_of(interaction))
        await say(interaction, drawn(wants, await config.get(app.tables, place)))

    async def switched(interaction: Interaction, where: Switch) -> None:
        place = place_of(interaction)
        wants = await pings.turn(app.tables, place, person_of(interaction), where.kind, where.on)
        await redraw(interaction, drawn(wants, await config.get(app.tables, place)))

    app.routes.on(Switch, switched)


def drawn(wants: Collection[str], server: Server) -> Panel:
    """Which pings somebody gets, with a button to switch each."""
    lines = [words.TITLE]
    for kind, label in LABELS.items():
        now = words.ON if kind in wants else words.OFF
        if not server.pings.get(f"ping_{kind}", True):
            now = f"{now}; {words.SERVER_OFF}"
        lines.append(words.ROW.format(label[:1].upper() + label[1:], now))
    switches = [
        button(Switch(kind, False), words.SWITCH_OFF.format(label))
        if kind in wants
        else button(Switch(kind, True), words.SWITCH_ON.format(label), Style.success)
        for kind, label in LABELS.items()
    ]
    return Panel(text("\n".join([*lines, words.MEANING])), row(*switches))
