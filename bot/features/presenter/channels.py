"""Messages in channels, by id, without fetching anything first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import discord

from bot.table.people import Place

from ..kit.answers import What, only
from ..kit.escape import trim
from ..kit.panels import MOST_CONTENT, Panel


@dataclass(frozen=True, slots=True)
class Sent:
    """A message of the bot's own that stands in a channel, with all the text in it."""

    id: int
    text: str


class Channels(Protocol):
    """What the presenter does in channels. Everything raises discord.HTTPException as Discord refuses it."""

    async def post(self, place: Place, what: What, pings: Sequence[int] = ()) -> int:
        """Send a message; gives its id. pings: users who are notified where it mentions them."""

    async def edit(self, place: Place, message: int, panel: Panel) -> None:
        """Change a message of the bot's own."""

    async def delete(self, place: Place, message: int) -> None:
        """Delete a message of the bot's own; one that is gone already is fine."""

    async def latest(self, place: Place, limit: int) -> tuple[Sent, ...]:
        """The bot's own among the latest messages, newest first."""


class DiscordChannels:
    """Channels through the client."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def post(self, place: Place, what: What, pings: Sequence[int] = ()) -> int:
        channel = self._channel(place)
        if isinstance(what, Panel):
            sent = await channel.send(view=what, allowed_mentions=only(pings))
        else:
            sent = await channel.send(trim(what, MOST_CONTENT), allowed_mentions=only(pings))
        return sent.id

    async def edit(self, place: Place, message: int, panel: Panel) -> None:
        await self._channel(place).get_partial_message(message).edit(view=panel, allowed_mentions=only(()))

    async def delete(self, place: Place, message: int) -> None:
        try:
            await self._channel(place).get_partial_message(message).delete()
        except discord.NotFound:
            return

    async def latest(self, place: Place, limit: int) -> tuple[Sent, ...]:
        me = self._client.user
        messages = [message async for message in self._channel(place).history(limit=limit)]
        return tuple(Sent(m.id, text_of(m)) for m in messages if me is not None and m.author.id == me.id)

    def _channel(self, place: Place) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(place.channel, guild_id=place.guild)


def text_of(message: discord.Message) -> str:
    """All the text in a message, that of its components included."""
    return "\n".join([message.content, *_texts(message.components)])


def _texts(components: Sequence[Any]) -> Iterator[str]:
    for component in components:
        content = getattr(component, "content", None)
        if isinstance(content, str):
            yield content
        yield from _texts(getattr(component, "children", ()))
        yield from _texts(getattr(component, "components", ()))
