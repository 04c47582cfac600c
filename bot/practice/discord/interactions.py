"""Interactions: what a person did, and how far the bot has answered it.

An interaction must be acknowledged within three seconds, once; its token is good for fifteen minutes.
Source: Discord's developer documentation, "Receiving and Responding to Interactions".
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from . import errors, events
from .wire import Json

if TYPE_CHECKING:
    from .clock import Timer
    from .message import Message
    from .model import Channel, Guild, User
    from .world import World

ACKNOWLEDGE_WITHIN: Final = 3.0
"""Seconds."""

TOKEN_LASTS: Final = 15 * 60.0
"""Seconds."""


class Kind(IntEnum):
    """What a person did."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Answer(IntEnum):
    """How the bot acknowledged it."""

    MESSAGE = 4
    THINKING = 5
    UPDATE_LATER = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


@dataclass(slots=True, eq=False, repr=False)
class Modal:
    """A form that the bot opened for one person."""

    opened_by: Interaction
    custom_id: str
    title: str
    components: list[Json]
    open: bool = True

    def __repr__(self) -> str:
        """For test failures."""
        return f"<Modal {self.title}>"

    @property
    def id(self) -> int:
        """The id of the interaction that opened it."""
        return self.opened_by.id


@dataclass(slots=True, eq=False, repr=False)
class Interaction:
    """One act of a person."""

    id: int
    token: str
    kind: Kind
    user: User
    channel: Channel
    data: Json
    created: float
    source: Message | None = None
    source_components: list[Json] | None = None
    """The components as the person still saw them, where they are no longer those of the message."""
    command_name: str = ""
    choice_type: int | None = None
    answer: Answer | None = None
    failed: bool = False
    ephemeral: bool = False
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    choices: list[Json] = field(default_factory=list)
    modal: Modal | None = None
    done: asyncio.Future[None] | None = None
    _timer: Timer | None = None

    def __repr__(self) -> str:
        """For test failures."""
        return f"<Interaction {self.kind.name} {self.command_name} of {self.user.name}>"

    @property
    def guild(self) -> Guild | None:
        """The server it happened in."""
        return self.channel.guild

    def settle(self) -> None:
        """It is acknowledged, or has failed: nobody waits any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.done is not None and not self.done.done():
            self.done.set_result(None)


class InteractionDesk:
    """All interactions whose tokens are still good."""

    def __init__(self, world: World) -> None:
        """None yet, and no gateway to deliver them."""
        self._world = world
        self._by_id: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self.reachable: Callable[[Guild | None], bool] = lambda guild: False
        """Set by the gateway: whether there is a session to which events of this server go."""

    def start(
        self,
        kind: Kind,
        user: User,
        channel: Channel,
        data: Json,
        *,
        source: Message | None = None,
        source_components: list[Json] | None = None,
        command_name: str = "",
        choice_type: int | None = None,
    ) -> Interaction:
        """A person does something. Needs a running event loop.

        `choice_type` is the type of the option that is being completed.
        """
        world = self._world
        now = world.clock.now()
        self._forget_old(now)
        interaction = Interaction(
            id=world.new_id(),
            token=secrets.token_urlsafe(32),
            kind=kind,
            user=user,
            channel=channel,
            data=data,
            created=now,
            source=source,
            source_components=source_components,
            command_name=command_name,
            choice_type=choice_type,
            done=asyncio.get_running_loop().create_future(),
        )
        self._by_id[interaction.id] = self._by_token[interaction.token] = interaction
        if not self.reachable(channel.guild):
            self._give_up(interaction)
            return interaction
        interaction._timer = world.clock.call_later(ACKNOWLEDGE_WITHIN, lambda: self._give_up(interaction))
        world.emit(events.InteractionStarted(interaction))
        return interaction

    def to_acknowledge(self, interaction_id: int, token: str) -> Interaction:
        """The interaction that a callback wants to answer.

        Raises `ApiError`: 10062 where it is unknown or too late for it, 40060 where it was answered.
        """
        interaction = self._by_id.get(interaction_id)
        if interaction is None or interaction.token != token:
            raise errors.unknown("interaction")
        if interaction.answer is not None:
            raise errors.already_acknowledged()
        if interaction.failed:
            raise errors.unknown("interaction")
        return interaction

    def acknowledge(self, interaction: Interaction, answer: Answer) -> None:
        """It is answered."""
        interaction.answer = answer
        interaction.settle()
        self._world.emit(events.InteractionAnswered(interaction))

    def followed_up(self, interaction: Interaction) -> None:
        """The bot said more, or filled in what it had deferred."""
        self._world.emit(events.InteractionAnswered(interaction))

    def by_token(self, token: str) -> Interaction:
        """The interaction whose token a webhook request carries.

        Raises `ApiError`: 50027 after fifteen minutes or for a wrong token, 10015 before any answer.
        """
        interaction = self._by_token.get(token)
        if interaction is None or self._world.clock.now() - interaction.created > TOKEN_LASTS:
            raise errors.invalid_webhook_token()
        if interaction.answer is None:
            raise errors.unknown("Webhook")
        return interaction

    def get(self, interaction_id: int) -> Interaction | None:
        """The interaction with this id, while its token is good."""
        return self._by_id.get(interaction_id)

    def _give_up(self, interaction: Interaction) -> None:
        if interaction.answer is None:
            interaction.failed = True
            interaction.settle()
            self._world.emit(events.InteractionAnswered(interaction))

    def _forget_old(self, now: float) -> None:
        while self._by_id:
            oldest = next(iter(self._by_id.values()))
            if now - oldest.created <= TOKEN_LASTS:
                return
            del self._by_id[oldest.id], self._by_token[oldest.token]
