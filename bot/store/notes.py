"""Notes: what Discord came to show, recorded a moment later and several at a time.

They are no part of the fight. A crash may lose the last of them, and start-up looks at the channel before it
tells anything again; so they need no commit of their own.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Update, bindparam, update
from sqlalchemy.exc import SQLAlchemyError

from . import models as m
from .errors import Unavailable
from .rows import BoardPlaced, Note, Told

_log = logging.getLogger(__name__)

_TOLD = (
    update(m.Step)
    .where(
        m.Step.encounter_id == bindparam("its_encounter"),
        m.Step.no == bindparam("its_no"),
        m.Step.told_version <= bindparam("told_version"),
    )
    .values(
        told_version=bindparam("told_version"),
        message_id=bindparam("message_id"),
        told_lines=bindparam("told_lines"),
    )
)
_BOARD = (
    update(m.Encounter)
    .where(m.Encounter.id == bindparam("its_id"))
    .values(
        {
            name: bindparam(name)
            for name in ("board_channel_id", "board_message_id", "board_posted_at", "board_version")
        }
    )
)


def write_notes(connection: Connection, notes: list[Note]) -> None:
    """Write these, those of one board or step in their order. What they speak of may be gone; then they say
    nothing.

    Rows are taken in the order in which an act takes them (the encounter, then its steps by number), or
    PostgreSQL would now and then have to break up a deadlock between the two.
    """
    for _, alike in groupby(sorted(notes, key=_row), type):
        written = [_statement(note) for note in alike]
        connection.execute(written[0][0], [columns for _, columns in written])


def _row(note: Note) -> tuple[int, int, int]:
    """Where the note's row comes: boards before steps, each by number."""
    match note:
        case BoardPlaced():
            return 0, note.encounter, 0
        case Told():
            return 1, note.encounter, note.step


def _statement(note: Note) -> tuple[Update, dict[str, Any]]:
    match note:
        case Told():
            return _TOLD, {
                "its_encounter": note.encounter,
                "its_no": note.step,
                "told_version": note.version,
                "message_id": note.message,
                "told_lines": note.lines,
            }
        case BoardPlaced():
            board = note.board
            return _BOARD, {
                "its_id": note.encounter,
                "board_channel_id": board.channel if board else None,
                "board_message_id": board.message if board else None,
                "board_posted_at": board.posted_at if board else None,
                "board_version": board.version if board else None,
            }


class Notes:
    """Gathers notes and writes them after `delay` seconds. write: writes a list in a transaction."""

    def __init__(self, write: Callable[[list[Note]], Awaitable[None]], delay: float) -> None:
        self._write = write
        self._delay = delay
        self._waiting: list[Note] = []
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._turn = asyncio.Lock()

    def add(self, *notes: Note) -> None:
        """Write these a moment later."""
        self._waiting.extend(notes)
        if self._waiting and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._delay, self._start)

    async def flush(self) -> None:
        """Write all that waits, now. What fails is kept for the next time; the error goes to the caller."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        async with self._turn:
            notes, self._waiting = self._waiting, []
            if not notes:
                return
            try:
                await self._write(notes)
            except BaseException:
                self._waiting = [*notes, *self._waiting]
                raise

    def _start(self) -> None:
        self._timer = None
        self._task = asyncio.get_running_loop().create_task(self._flush_or_log())

    async def _flush_or_log(self) -> None:
        try:
            await self.flush()
        except (SQLAlchemyError, Unavailable, OSError) as error:
            _log.warning("notes could not be written, to be tried again: %s", error)
            self.add()
