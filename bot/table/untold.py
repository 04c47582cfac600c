"""What was committed and perhaps not told: the cards to be told again at the start, of ended encounters
too, and the boards to be drawn again.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta

from bot.store import Told, Unreadable, Untold
from rules.engine.procedures import Refused
from rules.engine.ruleset import PUBLIC

from .cards import StepCard, asides_for, lines_for
from .people import Place
from .tables import Tables

LOOK_BACK = timedelta(days=1)
"""How long ago an encounter may have ended whose board is looked after at the start."""


async def untold_cards(tables: Tables) -> AsyncIterator[tuple[Place, int, StepCard]]:
    """(channel, version of the encounter, card) of each step that was saved and, for all we know, not told
    since.

    What cannot be read any more is noted as told, so that it is not tried again at every start.
    """
    async with tables.store.read() as tx:
        found = await tx.encounters.untold(tables.shards)
    for row in found:
        card = await _open_card(tables, row) or await _ended_card(tables, row)
        if card is None or card.silent:
            tables.store.note(Told(row.encounter, row.step.no, row.version, row.message, row.lines))
        else:
            yield Place(row.guild, row.channel), row.version, card


async def stale_boards(tables: Tables) -> list[tuple[Place, int]]:
    """(channel, encounter) of each board that may show what was before the process ended."""
    async with tables.store.read() as tx:
        found = await tx.encounters.stale_boards(tables.clock() - LOOK_BACK, tables.shards)
    return [(Place(row.guild, row.channel), row.id) for row in found]


async def _open_card(tables: Tables, row: Untold) -> StepCard | None:
    """The card of a step of an encounter that is still open."""
    try:
        async with tables.of(row.encounter) as table:
            if row.message is not None:
                table.held.told.setdefault(row.step.no, row.message)
            known = (step for step in table.held.journal.tail if step.no == row.step.no)
            return table.card(next(known, row.step))
    except Refused:
        return None


async def _ended_card(tables: Tables, row: Untold) -> StepCard | None:
    """The card of a step of an encounter that has ended: nothing can be pressed on it any more."""
    try:
        async with tables.store.read() as tx:
            window = await tx.encounters.window(row.encounter)
    except Unreadable:
        return None
    if window is None:
        return None
    journal = window.journal()
    lines = lines_for(row.step, journal.state_before(row.step.no), journal.state, PUBLIC)
    asides = asides_for(row.step, journal.state, PUBLIC)
    return StepCard(row.encounter, row.step.no, lines, row.step.status, message=row.message, asides=asides)
