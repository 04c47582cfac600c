"""A person's eyes: what they see, and what they can put out of sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..message import Message
from ..model import Channel, Guild, Member, User
from ..render import render_text
from .outcome import ClientRefusal

if TYPE_CHECKING:
    from ..world import World


class Onlooker:
    """An account that looks."""

    def __init__(self, world: World, user: User) -> None:
        """Made by `World.person`."""
        self.world = world
        self.user = user

    def __repr__(self) -> str:
        """For test failures."""
        return f"<Person {self.user.name}>"

    @property
    def id(self) -> int:
        """The account's id."""
        return self.user.id

    @property
    def name(self) -> str:
        """The account's handle."""
        return self.user.name

    @property
    def mention(self) -> str:
        """The text that mentions the person."""
        return self.user.mention

    def member(self, guild: Guild) -> Member:
        """The person as a member of a server; raises `KeyError` where they are none."""
        return guild.members[self.user.id]

    def sees(self, channel: Channel) -> list[Message]:
        """The messages of a channel that this person sees, own private replies too, oldest first."""
        return [message for message in channel.by_id.values() if message.visible_to(self.user)]

    def last(self, channel: Channel) -> Message:
        """The latest of them; raises `IndexError` where there is none."""
        return self.sees(channel)[-1]

    def text(self, channel: Channel) -> str:
        """What the person reads in a channel, as plain text."""
        return "\n\n".join(render_text(message, self.user) for message in self.sees(channel))

    def pings(self, channel: Channel | None = None) -> list[Message]:
        """Messages that pinged this person, in one channel or everywhere, oldest first."""
        places = [channel] if channel is not None else list(self.world.channels.values())
        found = [message for place in places for message in self.sees(place) if self.id in message.pings]
        return sorted(found, key=lambda message: message.id)

    async def waits_for(
        self,
        channel: Channel,
        condition: Callable[[Message], bool],
        timeout: float = 5.0,  # noqa: ASYNC109
        what: str = "",
    ) -> Message:
        """The latest visible message that fits, once there is one. Raises `TimeoutError`."""

        def found() -> list[Message]:
            return [message for message in self.sees(channel) if condition(message)]

        try:
            await self.world.until(lambda: bool(found()), timeout, what or "such a message")
        except TimeoutError as error:
            raise TimeoutError(f"{error}; {self.name} sees:\n{self.text(channel)}") from None
        return found()[-1]

    def dismiss(self, message: Message) -> None:
        """Dismiss a private reply."""
        if message.ephemeral_for != self.user.id:
            raise ClientRefusal("Only a private reply can be dismissed")
        message.dismissed = True
        self.world.events.wake()

    def reload(self) -> None:
        """Start the app anew: private replies are gone."""
        for message in self.world.messages.values():
            if message.ephemeral_for == self.user.id:
                message.dismissed = True
        self.world.events.wake()
