"""Server-sent events: what changes, as far as one person may see it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from aiohttp import web

from .. import events
from ..model import can_view
from ..wire import Json, dumps
from . import views

if TYPE_CHECKING:
    from ..message import Message
    from ..model import User
    from ..people import Person
    from ..world import World

_QUIET: Final = 15.0
"""Seconds after which a comment keeps the connection alive."""

_NAMES: Final = {"create": "message", "update": "edit", "delete": "delete"}


class Streams:
    """All open streams."""

    def __init__(self, world: World) -> None:
        """None open."""
        self._world = world
        self._open: set[asyncio.Queue[str | None]] = set()

    async def serve(self, request: web.Request, person: Person) -> web.StreamResponse:
        """Stream to one person's app until it, or the server, goes away."""
        response = web.StreamResponse(
            headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"}
        )
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._open.add(queue)
        stop = self._world.events.listen(lambda event: _put(queue, event, person.user))
        try:
            await response.prepare(request)
            await response.write(b": connected\n\n")
            while True:
                try:
                    text = await asyncio.wait_for(queue.get(), _QUIET)
                except TimeoutError:
                    text = ": still here\n\n"
                if text is None:
                    return response
                await response.write(text.encode())
        except ConnectionError:
            return response
        finally:
            stop()
            self._open.discard(queue)

    def close(self) -> None:
        """End all streams."""
        for queue in self._open:
            queue.put_nowait(None)


def _put(queue: asyncio.Queue[str | None], event: events.Event, viewer: User) -> None:
    told = told_to(event, viewer)
    if told is not None:
        name, data = told
        queue.put_nowait(f"event: {name}\ndata: {dumps(data)}\n\n")


def told_to(event: events.Event, viewer: User) -> tuple[str, Json] | None:
    """The name and data of an event for a viewer; None where it does not concern them."""
    match event:
        case events.MessageChanged(change, message):
            return _message(change, message, viewer)
        case events.InteractionAnswered(interaction):
            if interaction.user is viewer:
                return "outcome", views.late(interaction, viewer)
        case events.ChannelChanged(change, channel):
            guild = channel.guild
            if guild is not None and viewer.id in guild.members:
                return "channel", {"change": change, **views.channel(channel, viewer)}
        case events.BotConnection(online):
            return "bot", {"online": online}
        case events.CommandsSynced():
            return "commands", {}
        case events.MemberChanged() | events.RoleChanged() | events.BotMembership():
            return "state", {}
        case _:
            pass
    return None


def _message(change: events.Change, message: Message, viewer: User) -> tuple[str, Json] | None:
    if change == "delete":
        if message.ephemeral_for in (None, viewer.id) and can_view(viewer, message.channel):
            return "delete", {"id": str(message.id), "channel_id": str(message.channel.id)}
    elif message.visible_to(viewer):
        return _NAMES[change], views.message(message, viewer)
    return None
