"""What a world consists of: servers, roles, members, channels, threads, messages.

The objects are live and shared. What a moderator or a person may do to them is a method here; each change is
told to the world's listeners.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING

from . import events
from .permissions import EVERYONE, Permission, channel_permissions, guild_permissions
from .text import all_text, walk
from .wire import Json

if TYPE_CHECKING:
    from .world import World


class ChannelType(IntEnum):
    """Discord's numbers for the kinds of channels that exist here."""

    TEXT = 0
    DM = 1
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


class MessageFlag(IntFlag):
    """Message flags that matter here."""

    NONE = 0
    SUPPRESS_EMBEDS = 1 << 2
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


@dataclass(slots=True, eq=False)
class User:
    """An account; `name` is its unique handle, `display` what people read."""

    world: World
    id: int
    name: str
    display: str
    bot: bool = False

    @property
    def mention(self) -> str:
        """The text that mentions the account."""
        return f"<@{self.id}>"


@dataclass(slots=True, eq=False)
class Role:
    """A role of a server. The one with the server's own id is everyone's."""

    guild: Guild
    id: int
    name: str
    permissions: Permission
    position: int
    mentionable: bool = False
    managed: bool = False

    @property
    def mention(self) -> str:
        """The text that mentions the role."""
        return f"<@&{self.id}>"

    def set_permissions(self, permissions: Permission) -> None:
        """Give the role exactly these permissions."""
        self.permissions = permissions
        self.guild.world.emit(events.RoleChanged("update", self))


@dataclass(slots=True, eq=False)
class Member:
    """An account in a server, with its roles there (everyone's is not listed)."""

    guild: Guild
    user: User
    joined: float
    roles: list[Role] = field(default_factory=list)
    nick: str | None = None

    @property
    def display(self) -> str:
        """The name that people of the server read."""
        return self.nick or self.user.display

    @property
    def permissions(self) -> Permission:
        """Permissions in the server, before any channel changes them."""
        return guild_permissions(self)

    def permissions_in(self, channel: Channel) -> Permission:
        """Permissions in a channel or thread; none at all where it cannot be seen."""
        if isinstance(channel, Thread) and channel.private and self.user.id not in channel.member_ids:
            bits = channel_permissions(self, channel)
            return bits if bits & Permission.MANAGE_THREADS else Permission.NONE
        return channel_permissions(self, channel)

    def add_role(self, role: Role) -> None:
        """Give a role."""
        if role not in self.roles:
            self.roles.append(role)
            self.guild.world.emit(events.MemberChanged("update", self))

    def remove_role(self, role: Role) -> None:
        """Take a role away."""
        if role in self.roles:
            self.roles.remove(role)
            self.guild.world.emit(events.MemberChanged("update", self))

    def rename(self, nick: str | None) -> None:
        """Set or clear the name used in this server."""
        self.nick = nick
        self.guild.world.emit(events.MemberChanged("update", self))

    def leave(self) -> None:
        """Leave the server."""
        if self.guild.members.pop(self.user.id, None) is not None:
            self.guild.world.emit(events.MemberChanged("delete", self))


@dataclass(slots=True, frozen=True)
class Overwrite:
    """What a channel allows and denies to one role or member."""

    target_id: int
    is_member: bool
    allow: Permission
    deny: Permission


@dataclass(slots=True, eq=False)
class Channel:
    """A text channel of a server, or a direct-message channel (then `guild` is None)."""

    world: World
    id: int
    guild: Guild | None
    name: str
    type: ChannelType = ChannelType.TEXT
    position: int = 0
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    by_id: dict[int, Message] = field(default_factory=dict)
    recipients: list[User] = field(default_factory=list)
    deleted: bool = False

    @property
    def parent(self) -> Channel | None:
        """The channel that a thread hangs on; None for all else."""
        return None

    @property
    def messages(self) -> list[Message]:
        """All messages, private replies too, oldest first."""
        return list(self.by_id.values())

    @property
    def mention(self) -> str:
        """The text that links to the channel."""
        return f"<#{self.id}>"

    def set_overwrite(
        self, target: Role | Member, allow: Permission = Permission.NONE, deny: Permission = Permission.NONE
    ) -> None:
        """Allow and deny in this channel; with neither, the role or member has no say of its own here."""
        is_member = isinstance(target, Member)
        key = target.user.id if isinstance(target, Member) else target.id
        if allow or deny:
            self.overwrites[key] = Overwrite(key, is_member, allow, deny)
        else:
            self.overwrites.pop(key, None)
        self.world.emit(events.ChannelChanged("update", self))

    def add_thread(self, name: str, *, owner: User | None = None, private: bool = False) -> Thread:
        """Start a thread on this channel."""
        return self.world.add_thread(self, name, owner, private)

    def delete(self) -> None:
        """Delete the channel with its threads and messages."""
        self.world.remove_channel(self)


@dataclass(slots=True, eq=False)
class Thread(Channel):
    """A thread on a channel."""

    on: Channel | None = None
    owner_id: int = 0
    private: bool = False
    archived: bool = False
    locked: bool = False
    changed: float = 0.0
    member_ids: set[int] = field(default_factory=set)

    @property
    def parent(self) -> Channel | None:
        """The channel that the thread hangs on."""
        return self.on

    def archive(self, *, locked: bool = False) -> None:
        """Put the thread away; a locked one is opened again by moderators only."""
        self._set(archived=True, locked=locked)

    def unarchive(self) -> None:
        """Open the thread again, and unlock it."""
        self._set(archived=False, locked=False)

    def lock(self) -> None:
        """Leave the thread open, but for moderators only."""
        self._set(archived=self.archived, locked=True)

    def _set(self, *, archived: bool, locked: bool) -> None:
        self.archived = archived
        self.locked = locked
        self.changed = self.world.clock.now()
        self.world.emit(events.ChannelChanged("update", self))


@dataclass(slots=True, eq=False)
class Guild:
    """A server."""

    world: World
    id: int
    name: str
    owner_id: int
    joined: float
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    threads: dict[int, Thread] = field(default_factory=dict)
    command_permissions: dict[str, dict[int, bool]] = field(default_factory=dict)

    @property
    def everyone(self) -> Role:
        """The role that all members have."""
        return self.roles[self.id]

    @property
    def bot_member(self) -> Member | None:
        """The bot as a member, where it is one."""
        return self.members.get(self.world.application.user.id)

    def add_channel(self, name: str) -> Channel:
        """Make a text channel."""
        return self.world.add_channel(self, name)

    def add_role(
        self, name: str, permissions: Permission = Permission.NONE, *, mentionable: bool = False
    ) -> Role:
        """Make a role."""
        return self.world.add_role(self, name, permissions, mentionable=mentionable)

    def add_member(self, user: User, roles: Iterable[Role] = (), nick: str | None = None) -> Member:
        """Let an account join."""
        return self.world.add_member(self, user, roles, nick)

    def invite_bot(self, permissions: Permission | None = None) -> Member:
        """Let the bot join, with its own role of the given permissions (by default what it asks for)."""
        return self.world.invite_bot(self, permissions)

    def remove_bot(self) -> None:
        """Throw the bot out."""
        self.world.remove_bot(self)

    def permit(self, command: str, target: Role | Member, allowed: bool) -> None:
        """Say in the server's settings who may use a command; this goes before the command's own default."""
        key = target.user.id if isinstance(target, Member) else target.id
        self.command_permissions.setdefault(command, {})[key] = allowed


@dataclass(slots=True, eq=False)
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

    @property
    def spoiler(self) -> bool:
        """Whether it is shown only after a click."""
        return self.filename.startswith("SPOILER_")


@dataclass(slots=True, eq=False)
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


def can_view(user: User, channel: Channel) -> bool:
    """Whether an account sees a channel."""
    if channel.deleted:
        return False
    if channel.guild is None:
        return user in channel.recipients
    member = channel.guild.members.get(user.id)
    return member is not None and bool(member.permissions_in(channel) & Permission.VIEW_CHANNEL)


def permissions_of(user: User, channel: Channel) -> Permission:
    """An account's permissions in a channel; in direct messages all that make sense there."""
    if channel.guild is None:
        return EVERYONE if user in channel.recipients else Permission.NONE
    member = channel.guild.members.get(user.id)
    return Permission.NONE if member is None else member.permissions_in(channel)
