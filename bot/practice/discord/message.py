"""Messages and the files at them."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntFlag

from .model import Channel, User, can_view
from .text import all_text, walk
from .wire import Json


class MessageFlag(IntFlag):
    """Message flags that matter here."""

    NONE = 0
    SUPPRESS_EMBEDS = 1 << 2
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


@dataclass(slots=True, eq=False, repr=False)
class Attachment:
    """A file at a message, or one that a person uploaded for an option."""

    id: int
    filename: str
    data: bytes
    content_type: str
    url: str
    description: str | None = None
    width: int | None = None
    height: int | None = None
    ephemeral: bool = False

    def __repr__(self) -> str:
        """For test failures."""
        return f"<Attachment {self.filename}>"


@dataclass(slots=True, eq=False, repr=False)
class Message:
    """A message. `components`, `embeds` are as Discord stores them, with ids and resolved media."""

    channel: Channel
    id: int
    author: User
    created: float
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: MessageFlag = MessageFlag.NONE
    type: int = 0
    edited: float | None = None
    tts: bool = False
    nonce: str | int | None = None
    reference: Message | None = None
    reference_id: int | None = None
    via_interaction: Json | None = None
    legacy_interaction: Json | None = None
    ephemeral_for: int | None = None
    dismissed: bool = False
    deleted: bool = False
    mentions: tuple[int, ...] = ()
    mention_roles: tuple[int, ...] = ()
    mentions_everyone: bool = False
    pings: frozenset[int] = frozenset()
    allowed_mentions: Mapping[str, object] | None = None
    earlier: deque[list[Json]] = field(default_factory=lambda: deque(maxlen=8))
    """The components of the last versions before this one, the newest first."""

    @property
    def ephemeral(self) -> bool:
        """Whether only one person sees it."""
        return self.ephemeral_for is not None

    @property
    def loading(self) -> bool:
        """Whether it still says that the bot is thinking."""
        return bool(self.flags & MessageFlag.LOADING)

    @property
    def is_v2(self) -> bool:
        """Whether it is made of Components V2."""
        return bool(self.flags & MessageFlag.COMPONENTS_V2)

    @property
    def text(self) -> str:
        """All text in it, one piece a line: content, embeds, text components, buttons and selects."""
        return all_text(self)

    @property
    def buttons(self) -> list[Json]:
        """Its buttons, in reading order."""
        return [part for part in walk(self.components) if part["type"] == 2]

    @property
    def selects(self) -> list[Json]:
        """Its select menus, in reading order."""
        return [part for part in walk(self.components) if part["type"] in (3, 5, 6, 7, 8)]

    def visible_to(self, user: User) -> bool:
        """Whether this person sees it, now."""
        if self.deleted or self.dismissed or self.channel.deleted:
            return False
        if self.ephemeral_for is not None and self.ephemeral_for != user.id:
            return False
        return can_view(user, self.channel)

    def delete(self) -> None:
        """Delete it."""
        self.channel.world.remove_message(self)

    def __repr__(self) -> str:
        """For test failures."""
        return f"<Message {self.id} {self.text[:60]!r}>"
