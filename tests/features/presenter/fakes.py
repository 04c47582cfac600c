"""Channels, a table's book and a clock in memory, moved by hand."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import discord

from bot.features.kit import Panel
from bot.features.kit.answers import What
from bot.features.presenter import Presenter
from bot.features.presenter.book import BoardNow
from bot.features.presenter.channels import Sent
from bot.store import Board
from bot.table.board import BoardView
from bot.table.cards import StepCard
from bot.table.people import Place
from bot.table.updates import Update
from tests.features.render.drawing import ASK, board, row, words

PLACE = Place(1, 100)
FIGHT = 5


class Clock:
    """Time that stands still until it is moved."""

    def __init__(self) -> None:
        self._now = 1_800_000_000.0
        self._order = itertools.count()
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []

    def now(self) -> float:
        """Unix seconds."""
        return self._now

    async def sleep(self, seconds: float) -> None:
        """Until `advance` has moved so far."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + seconds, next(self._order), future))
        await future

    def set_back(self, seconds: float) -> None:
        """Somebody sets the clock back; who sleeps is woken when they would have been."""
        self._now -= seconds
        self._sleepers = [(at - seconds, n, woken) for at, n, woken in self._sleepers]

    async def advance(self, seconds: float) -> None:
        """Move on; whoever wakes up does what it does."""
        until = self._now + seconds
        while self._sleepers and self._sleepers[0][0] <= until:
            self._now, _, future = heapq.heappop(self._sleepers)
            if not future.done():
                future.set_result(None)
            await settle()
        self._now = until
        await settle()


async def settle() -> None:
    """Let everything that can run, run."""
    for _ in range(50):
        await asyncio.sleep(0)


class FakeChannels:
    """Channels in memory. `fail` raises once for each entry; `gate`, when set, holds every call."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.messages: dict[int, str] = {}
        self.pinged: dict[int, list[int]] = {}
        self.log: list[tuple[str, int, str]] = []
        self.edited_at: list[float] = []
        self.fail: list[Exception] = []
        self.gate: asyncio.Event | None = None

    async def _enter(self) -> None:
        if self.gate is not None:
            await self.gate.wait()
        if self.fail:
            raise self.fail.pop(0)

    async def post(self, place: Place, what: What, pings: Sequence[int] = ()) -> int:
        await self._enter()
        message = max([999, *self.messages, *self.pinged]) + 1
        self.messages[message] = words(what) if isinstance(what, Panel) else what
        self.pinged[message] = list(pings)
        self.log.append(("post", message, self.messages[message]))
        return message

    async def edit(self, place: Place, message: int, panel: Panel) -> None:
        await self._enter()
        if message not in self.messages:
            raise error(404, 10008)
        self.messages[message] = words(panel)
        self.edited_at.append(self._clock.now())
        self.log.append(("edit", message, self.messages[message]))

    async def delete(self, place: Place, message: int) -> None:
        await self._enter()
        self.messages.pop(message, None)
        self.log.append(("delete", message, ""))

    async def latest(self, place: Place, limit: int) -> tuple[Sent, ...]:
        await self._enter()
        return tuple(Sent(n, text) for n, text in sorted(self.messages.items(), reverse=True)[:limit])

    def posts(self) -> list[int]:
        """The ids posted, in order."""
        return [message for kind, message, _ in self.log if kind == "post"]


class FakeBook:
    """The table's side: a board that the test changes, and what was noted as told."""

    def __init__(self) -> None:
        self.view: BoardView | None = board((row(1),))
        self.place = PLACE
        self.version = 1
        self.where: Board | None = None
        self.notes: list[tuple[int, int, dict[int, int]]] = []
        self.placed_notes: list[Board | None] = []

    def told(self, encounter: int, version: int, messages: Mapping[int, int]) -> None:
        self.notes.append((encounter, version, dict(messages)))

    def placed(self, encounter: int, where: Board | None) -> None:
        self.placed_notes.append(where)
        self.where = where

    async def board(self, encounter: int) -> BoardNow | None:
        if self.view is None:
            return None
        return BoardNow(self.place, self.view, self.version, self.where)

    def turn(self, n: int) -> None:
        """Something on the board changes."""
        assert self.view is not None
        self.view = replace(self.view, round=n)
        self.version += 1


class Bench:
    """A presenter on fakes."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.channels = FakeChannels(self.clock)
        self.book = FakeBook()
        self.presenter = Presenter(self.channels, self.book, self.clock)

    async def tell(self, *cards: StepCard, version: int = 1, **more: Any) -> None:
        """Tell an update without an interaction, and let it happen."""
        fields: dict[str, Any] = {"board": False, **more}
        await self.presenter.tell(PLACE, Update(FIGHT, tuple(cards), version=version, **fields))
        await settle()


def card(no: int, *lines: str, message: int | None = None, asks: bool = False) -> StepCard:
    """A step."""
    waiting = (replace(ASK, id=no),) if asks else ()
    return StepCard(FIGHT, no, lines or (f"step {no}",), "open" if asks else "done", waiting, message=message)


def error(status: int, code: int) -> discord.HTTPException:
    """A refusal of Discord's."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = kinds.get(status, discord.DiscordServerError if status >= 500 else discord.HTTPException)
    response = Mock(status=status, reason="no")
    return kind(response, {"code": code, "message": "no"})
