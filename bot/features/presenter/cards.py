"""Cards in the making: which message tells which step, and which state of it is the newest."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

import discord

from bot.table.cards import StepCard
from bot.table.people import Place
from bot.table.updates import Ping

from ..kit.panels import Panel
from ..render.cards import step_card
from .book import Book
from .channels import Channels
from .trouble import Trouble, kind_of

MOST_REMEMBERED: Final = 4096

Key = tuple[int, int]
"""An encounter and the number of a step in it."""


class Shown:
    """A step on its way to the table or told already.

    card: its newest state, of the encounter's `version`. message: what tells it, None until it is posted.
    drawn: the version that the message shows. Whoever sends it holds `lock` and draws the newest state, so
    that what is late never overwrites what is newer.
    """

    def __init__(self, place: Place, card: StepCard, version: int) -> None:
        self.place = place
        self.card = card
        self.version = version
        self.message = card.message
        self.drawn = -1
        self.lock = asyncio.Lock()

    @property
    def key(self) -> Key:
        """The step."""
        return self.card.encounter, self.card.no

    @property
    def current(self) -> bool:
        """Whether the message shows the newest state."""
        return self.message is not None and self.drawn >= self.version

    @property
    def wanted(self) -> bool:
        """Whether the message is needed: somebody can still press something on it."""
        return bool(self.card.asks or self.card.offers)

    def panel(self, pings: Sequence[Ping] = ()) -> Panel:
        """The message as it is to be now."""
        return step_card(self.card, pings)


class Cards:
    """The cards of all channels; the least recent ones are forgotten, for the table knows their messages."""

    def __init__(self, channels: Channels, book: Book) -> None:
        self._channels = channels
        self._book = book
        self._shown: OrderedDict[Key, Shown] = OrderedDict()

    def take(self, place: Place, card: StepCard, version: int) -> Shown:
        """A card as an update has it. One that is older than what is known changes nothing."""
        key = card.encounter, card.no
        shown = self._shown.get(key)
        if shown is None:
            shown = self._shown[key] = Shown(place, card, version)
        elif version >= shown.version:
            shown.card, shown.version = card, version
            shown.message = shown.message or card.message
        self._shown.move_to_end(key)
        while len(self._shown) > MOST_REMEMBERED:
            self._shown.popitem(last=False)
        return shown

    def drawn(self, shown: Shown, message: int, version: int) -> None:
        """This message shows the card as it was at this version."""
        shown.message, shown.drawn = message, max(shown.drawn, version)
        self._book.told(shown.card.encounter, version, {shown.card.no: message})

    async def deliver(self, shown: Shown, pings: Sequence[Ping]) -> None:
        """Post or edit a card through its channel. discord.HTTPException and network errors go on.

        A message that is gone, or too old to be changed, is posted anew where something can be pressed on it.
        """
        async with shown.lock:
            if shown.current:
                return
            version = shown.version
            if shown.message is not None:
                try:
                    await self._channels.edit(shown.place, shown.message, shown.panel(pings))
                except discord.HTTPException as error:
                    if kind_of(error) not in (Trouble.MISSING, Trouble.OLD):
                        raise
                    if not shown.wanted:
                        self.drawn(shown, shown.message, version)
                        return
                else:
                    self.drawn(shown, shown.message, version)
                    return
            message = await self._channels.post(shown.place, shown.panel(pings), [p.user for p in pings])
            self.drawn(shown, message, version)
