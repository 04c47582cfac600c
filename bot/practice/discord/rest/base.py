"""What every route needs: the request as a call on the world, and the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from .. import errors
from ..compose import Body
from ..message import Message
from ..model import Channel, can_view, permissions_of
from ..permissions import Permission
from ..wire import snowflake

if TYPE_CHECKING:
    from ..model import Guild
    from ..world import World

API: Final = "/api/v10"


@dataclass(slots=True)
class Call:
    """One request: what its path and query name, and its body."""

    world: World
    match: Mapping[str, str]
    query: Mapping[str, str]
    body: Body
    raw: Any = None
    """The parsed JSON as it came, also where it is no object (lists of commands)."""

    def id(self, name: str, what: str) -> int:
        """An id from the path; raises `ApiError` unknown `what` where it is none."""
        key = snowflake(self.match[name])
        if key is None:
            raise errors.unknown(what)
        return key

    def flag(self, name: str) -> bool:
        """A yes or no of the query."""
        return self.query.get(name, "").lower() in ("1", "true")

    def channel(self) -> Channel:
        """The channel of the path, which the bot sees. Raises `ApiError` 10003 or 50001."""
        channel = self.world.channels.get(self.id("channel_id", "Channel"))
        if channel is None:
            raise errors.unknown("Channel")
        if not can_view(self.world.application.user, channel):
            raise errors.missing_access()
        return channel

    def message(self, channel: Channel) -> Message:
        """The message of the path, in a channel; private replies are not there for these routes."""
        message = channel.by_id.get(self.id("message_id", "Message"))
        if message is None or message.ephemeral:
            raise errors.unknown("Message")
        return message

    def guild(self) -> Guild:
        """The server of the path, of which the bot is a member. Raises `ApiError` 10004 or 50001."""
        guild = self.world.guilds.get(self.id("guild_id", "Guild"))
        if guild is None:
            raise errors.unknown("Guild")
        if guild.bot_member is None:
            raise errors.missing_access()
        return guild

    def need(self, channel: Channel, bits: Permission) -> None:
        """The bot must have all of these permissions in the channel. Raises `ApiError` 50013."""
        if permissions_of(self.world.application.user, channel) & bits != bits:
            raise errors.missing_permissions()


@dataclass(slots=True)
class Reply:
    """What is answered: a status, and a JSON value or nothing."""

    status: int = 200
    json: Any = None


NOTHING: Final = Reply(204)

Handler = Callable[[Call], Reply]


@dataclass(frozen=True, slots=True)
class Route:
    """One route: path relative to the API's root, in the document's notation, and what does it."""

    method: str
    path: str
    handler: Handler
    open: bool = False
    """Whether it needs no bot token, since the path holds one."""
