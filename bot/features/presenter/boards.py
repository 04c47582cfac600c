"""The board's one message: edited where it stands, posted anew when it is old, scrolled away or deleted."""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import discord

from bot.store import Board
from bot.table.people import Place
from rules.engine.encounter import ENDED

from ..kit.panels import Panel
from ..render.boards import board_view
from .book import BoardNow, Book
from .channels import Channels
from .clock import Clock
from .trouble import FAILURES, Trouble, kind_of

SPACING: Final = 2.0
"""Seconds between two edits in a channel."""
OLDEST: Final = 3600.0
"""Seconds after which Discord lets a message be edited only rarely: then it is posted anew."""
SCROLLED: Final = 6
"""Messages after the board that push it off a telephone's screen."""
MOST_REMEMBERED: Final = 4096


@dataclass(slots=True)
class Standing:
    """Where a board stands and how it is doing. below: messages since. shows: a digest of what is drawn."""

    channel: int
    message: int
    posted_at: float
    below: int = 0
    shows: str = ""


class Boards:
    """The boards of all channels. Draws them; when, is the lane's."""

    def __init__(self, channels: Channels, book: Book, clock: Clock) -> None:
        self._channels = channels
        self._book = book
        self._clock = clock
        self._standing: OrderedDict[int, Standing] = OrderedDict()
        self._in_channel: dict[int, int] = {}
        self._moved: set[int] = set()

    def move(self, encounter: int) -> None:
        """The next drawing posts the board anew, at the end of the channel."""
        self._moved.add(encounter)

    def found(self, encounter: int, channel: int, message: int) -> bool:
        """At the start: a message in the channel is this encounter's board, whatever was noted of it. Whether
        it is the one that counts: the newest.
        """
        if encounter not in self._standing:
            posted = discord.utils.snowflake_time(message).timestamp()
            self._keep(encounter, Standing(channel, message, posted))
        return self._standing[encounter].message == message

    async def clear(self, encounter: int, place: Place, message: int) -> None:
        """Take away a board that a crash left beside the one that counts."""
        standing = self._standing.get(encounter)
        if standing is not None and standing.message != message:
            await self._channels.delete(place, message)

    def said(self, channel: int, message: int) -> None:
        """A message was sent in a channel."""
        standing = self._standing.get(self._in_channel.get(channel, 0))
        if standing is not None and message > standing.message:
            standing.below += 1

    def deleted(self, channel: int, messages: set[int]) -> int | None:
        """Messages were deleted; gives the encounter whose board was among them."""
        encounter = self._in_channel.get(channel, 0)
        standing = self._standing.get(encounter)
        if standing is None or standing.message not in messages:
            return None
        standing.shows = ""  # so that the next drawing finds it gone
        return encounter

    def forget(self, encounter: int) -> None:
        """It is over, or gone."""
        self._moved.discard(encounter)
        standing = self._standing.pop(encounter, None)
        if standing is not None and self._in_channel.get(standing.channel) == encounter:
            del self._in_channel[standing.channel]

    async def draw(self, encounter: int) -> None:
        """Bring the board's message up to date. discord.HTTPException and network errors go on."""
        now = await self._book.board(encounter)
        if now is None:
            self.forget(encounter)
            return
        panel = board_view(now.view)
        digest = _digest(panel)
        standing = self._standing_of(encounter, now)
        if standing is None:
            await self._post(encounter, now, panel, digest)
        elif self._outgrown(encounter, standing) and now.view.phase != ENDED:
            await self._post(encounter, now, panel, digest)
            await self._remove(now.place, standing.message)
        elif standing.shows != digest:
            await self._edit(encounter, now, standing, panel, digest)
        if now.view.phase == ENDED:
            self.forget(encounter)

    def _standing_of(self, encounter: int, now: BoardNow) -> Standing | None:
        standing = self._standing.get(encounter)
        if standing is None and now.board is not None and now.board.channel == now.place.channel:
            standing = Standing(now.board.channel, now.board.message, now.board.posted_at.timestamp())
            self._keep(encounter, standing)
        return standing

    def _outgrown(self, encounter: int, standing: Standing) -> bool:
        old = self._clock.now() - standing.posted_at > OLDEST
        return old or standing.below >= SCROLLED or encounter in self._moved

    async def _edit(
        self, encounter: int, now: BoardNow, standing: Standing, panel: Panel, digest: str
    ) -> None:
        try:
            await self._channels.edit(now.place, standing.message, panel)
        except discord.HTTPException as error:
            if kind_of(error) not in (Trouble.MISSING, Trouble.OLD) or now.view.phase == ENDED:
                raise
            await self._post(encounter, now, panel, digest)
        else:
            standing.shows = digest
            self._note(encounter, now, standing)

    async def _post(self, encounter: int, now: BoardNow, panel: Panel, digest: str) -> None:
        message = await self._channels.post(now.place, panel)
        standing = Standing(now.place.channel, message, self._clock.now(), 0, digest)
        self._keep(encounter, standing)
        self._moved.discard(encounter)
        self._note(encounter, now, standing)

    async def _remove(self, place: Place, message: int) -> None:
        """The old board goes; that it stays would be a blemish and no more."""
        try:
            await self._channels.delete(place, message)
        except FAILURES:
            return

    def _note(self, encounter: int, now: BoardNow, standing: Standing) -> None:
        posted = datetime.fromtimestamp(standing.posted_at, UTC)
        self._book.placed(encounter, Board(now.place.channel, standing.message, posted, now.version))

    def _keep(self, encounter: int, standing: Standing) -> None:
        self._standing[encounter] = standing
        self._standing.move_to_end(encounter)
        self._in_channel[standing.channel] = encounter
        while len(self._standing) > MOST_REMEMBERED:
            self.forget(next(iter(self._standing)))


def _digest(panel: Panel) -> str:
    drawn = json.dumps(panel.to_components(), sort_keys=True)  # type: ignore[no-untyped-call]
    return hashlib.blake2s(drawn.encode(), digest_size=16).hexdigest()
