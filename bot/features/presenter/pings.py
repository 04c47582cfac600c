"""Short messages that call somebody to a card that was only edited: Discord notifies nobody of an edit.

Each is deleted once it has served. Those of before a restart are looked for at the first act in their
channel.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

from bot.table.people import Place
from bot.table.updates import ASK, TURN, Ping, Update

from ..kit.escape import mention
from . import words
from .channels import Channels
from .trouble import FAILURES

MOST_REMEMBERED: Final = 4096
LOOK_BACK: Final = 50
"""Latest messages of a channel among which pings of before the start are looked for."""
_PING: Final = re.compile(rf"((?:<@\d+> ?)+): \[?({words.YOUR_CHOICE}|{words.YOUR_TURN})\b")

Key = tuple[int, Ping]


class Pings:
    """The pings that stand in channels."""

    def __init__(self, channels: Channels) -> None:
        self._channels = channels
        self._standing: OrderedDict[Key, tuple[Place, int]] = OrderedDict()
        self._unsure: set[int] = set()

    def may_be(self, channels: Iterable[int]) -> None:
        """At the start: pings of before may stand in these channels."""
        self._unsure = set(channels)

    def standing(self, encounter: int, place: Place) -> bool:
        """Whether any ping of this encounter stands, or may for all that is known."""
        return place.channel in self._unsure or any(key[0] == encounter for key in self._standing)

    async def post(self, place: Place, encounter: int, pings: Iterable[Ping], card: int | None) -> None:
        """Call these people, in one message that takes the place of one before. card: the message it is
        about.
        """
        wanted = list(pings)
        before = {self._standing[encounter, ping] for ping in wanted if (encounter, ping) in self._standing}
        what = words.YOUR_CHOICE if any(ping.why == ASK for ping in wanted) else words.YOUR_TURN
        if card is not None:
            what = f"[{what}](https://discord.com/channels/{place.guild}/{place.channel}/{card})"
        users = list(dict.fromkeys(ping.user for ping in wanted))
        message = await self._channels.post(place, f"{' '.join(map(mention, users))}: {what}", users)
        for ping in wanted:
            self._standing[encounter, ping] = place, message
        while len(self._standing) > MOST_REMEMBERED:
            self._standing.popitem(last=False)
        for where, old in before - set(self._standing.values()):
            await self._channels.delete(where, old)

    async def tidy(self, where: Place, update: Update) -> None:
        """Delete the messages that an update makes superfluous."""
        if where.channel in self._unsure:
            await self._look(where, update.encounter)
        for place, message in self._served(update):
            await self._channels.delete(place, message)

    async def _look(self, where: Place, encounter: int) -> None:
        """Find what a process before has posted; once, and where it cannot be read not at all."""
        self._unsure.discard(where.channel)
        try:
            latest = await self._channels.latest(where, LOOK_BACK)
        except FAILURES:
            return
        found = {sent.id: match for sent in latest if (match := _PING.match(sent.text))}
        for message, match in found.items():
            why = ASK if match[2] == words.YOUR_CHOICE else TURN
            for user in re.findall(r"\d+", match[1]):
                self._standing.setdefault((encounter, Ping(int(user), why)), (where, message))
        standing = {message for _, message in self._standing.values()}
        for message in found.keys() - standing:  # a newer one has taken its place
            await self._channels.delete(where, message)

    def _served(self, update: Update) -> tuple[tuple[Place, int], ...]:
        if not update.cards and not update.ended:
            return ()
        asked = {user for card in update.cards for ask in card.asks for user in ask.users}
        turned = any(ping.why != ASK for ping in update.pings)
        gone: dict[int, Place] = {}
        for key, (place, message) in list(self._standing.items()):
            encounter, ping = key
            if encounter != update.encounter:
                continue
            still = ping.user in asked if ping.why == ASK else not turned
            if update.ended or not still:
                del self._standing[key]
                gone[message] = place
        kept = {message for _, message in self._standing.values()}
        return tuple((place, message) for message, place in gone.items() if message not in kept)
