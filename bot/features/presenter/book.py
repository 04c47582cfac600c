"""What the presenter needs of the table: the board as it is, and somewhere to note what has been told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from bot.store import Board, BoardPlaced, Unreadable
from bot.table.board import BoardView, board
from bot.table.people import Place
from bot.table.tables import CannotBeRead, Tables
from rules.engine.ruleset import PUBLIC


@dataclass(frozen=True, slots=True)
class BoardNow:
    """A board as everybody may see it, the version of the encounter it shows, and where it stands so far."""

    place: Place
    view: BoardView
    version: int
    board: Board | None


class Book(Protocol):
    """The table's side of telling."""

    def told(self, encounter: int, version: int, messages: Mapping[int, int]) -> None:
        """These steps (number -> message) are told as they were at this version of the encounter."""

    def placed(self, encounter: int, where: Board | None) -> None:
        """The board stands there now, or nowhere."""

    async def board(self, encounter: int) -> BoardNow | None:
        """The board, of an ended encounter too; None when there is no such encounter any more, or this
        version of the bot cannot read it.
        """


class TablesBook:
    """The book of the encounters in `Tables`."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def told(self, encounter: int, version: int, messages: Mapping[int, int]) -> None:
        self._tables.told(encounter, version, dict(messages))

    def placed(self, encounter: int, where: Board | None) -> None:
        self._tables.store.note(BoardPlaced(encounter, where))

    async def board(self, encounter: int) -> BoardNow | None:
        try:
            return await self._board(encounter)
        except (CannotBeRead, Unreadable):
            return None

    async def _board(self, encounter: int) -> BoardNow | None:
        row = await self._tables.row_of(encounter)
        if row is None:
            return None
        place = Place(row.guild, row.channel)
        if row.ended_at is None:
            table = await self._tables.peek(place)
            if table is not None and table.row.id == encounter:
                return BoardNow(place, table.board(PUBLIC), table.row.version, row.board)
        async with self._tables.store.read() as tx:
            window = await tx.encounters.window(encounter)
        if window is None:
            return None
        row, state = window.row, window.journal().state
        view = board(row.id, row.name, state, PUBLIC, paused=row.paused)
        return BoardNow(place, view, row.version, row.board)
