"""What happens in a world, told to whoever listens: the gateway, the page, and those who wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from .interactions import Interaction
    from .message import Message
    from .model import Channel, Guild, Member, Role

Change = Literal["create", "update", "delete"]


@dataclass(slots=True, frozen=True)
class MessageChanged:
    """A message was posted, edited or deleted."""

    change: Change
    message: Message


@dataclass(slots=True, frozen=True)
class ChannelChanged:
    """A channel or thread was made, changed or deleted."""

    change: Change
    channel: Channel


@dataclass(slots=True, frozen=True)
class RoleChanged:
    """A role was made, changed or deleted."""

    change: Change
    role: Role


@dataclass(slots=True, frozen=True)
class MemberChanged:
    """A member joined, changed or left."""

    change: Change
    member: Member


@dataclass(slots=True, frozen=True)
class BotMembership:
    """The bot was invited to a server, or removed from it."""

    guild: Guild
    joined: bool


@dataclass(slots=True, frozen=True)
class InteractionStarted:
    """A person did something that the bot has to answer."""

    interaction: Interaction


@dataclass(slots=True, frozen=True)
class InteractionAnswered:
    """The bot acknowledged it, followed it up, or let it fail."""

    interaction: Interaction


@dataclass(slots=True, frozen=True)
class BotConnection:
    """The bot's gateway session came up or went away."""

    online: bool


@dataclass(slots=True, frozen=True)
class CommandsSynced:
    """The bot registered its commands, for all servers or for one."""

    guild: Guild | None


Event = (
    MessageChanged
    | ChannelChanged
    | RoleChanged
    | MemberChanged
    | BotMembership
    | InteractionStarted
    | InteractionAnswered
    | BotConnection
    | CommandsSynced
)


class Events:
    """Tells every listener in the order they came, and wakes those who wait for a condition."""

    def __init__(self) -> None:
        """Nobody listens yet."""
        self._listeners: list[Callable[[Event], None]] = []
        self._waiting: list[asyncio.Future[None]] = []

    def listen(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Call `listener` with every event from now on; the result ends it."""
        self._listeners.append(listener)

        def end() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return end

    def emit(self, event: Event) -> None:
        """Tell an event."""
        for listener in tuple(self._listeners):
            listener(event)
        self.wake()

    def wake(self) -> None:
        """Let those who wait look again."""
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            for future in waiting:
                if not future.done():
                    future.set_result(None)

    async def until(self, condition: Callable[[], bool], timeout: float, what: str = "") -> None:  # noqa: ASYNC109
        """Return once the condition holds; it is looked at again after every event.

        Raises `TimeoutError`, saying `what` was awaited, after `timeout` seconds of real time.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout
        while not condition():
            left = deadline - loop.time()
            if left <= 0:
                raise TimeoutError(f"waited {timeout:g} s in vain for {what or 'the condition'}")
            future: asyncio.Future[None] = loop.create_future()
            self._waiting.append(future)
            timer = loop.call_later(left, _finish, future)
            try:
                await future
            finally:
                timer.cancel()


def _finish(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
