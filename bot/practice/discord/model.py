"""What a world consists of: servers, roles, members, channels, threads. Messages have a module of their own.

The objects are live and shared. What a moderator or a person may do to them is a method here; each change is
told to the world's listeners.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

from . import events
from .permissions import EVERYONE, Permission, channel_permissions, guild_permissions

if TYPE_CHECKING:
    from .message import Message
    from .world import World


class ChannelType(IntEnum):
    """Discord's numbers for the kinds of channels that exist here."""

    TEXT = 0
    DM = 1
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


@dataclass(slots=True, eq=False, repr=False)
class User:
    """An account; `name` is its unique handle, `display` what people read."""

    world: World
    id: int
    name: str
    display: str
    bot: bool = False

    def __repr__(self) -> str:
        """For test failures."""
        return f"<User {self.name}>"

    @property
    def mention(self) -> str:
        """The text that mentions the account."""
        return f"<@{self.id}>"


@dataclass(slots=True, eq=False, repr=False)
class Role:
    """A role of a server. The one with the server's own id is everyone's."""

    guild: Guild
    id: int
    name: str
    permissions: Permission
    position: int
    mentionable: bool = False
    managed: bool = False

    def __repr__(self) -> str:
        """For test failures."""
        return f"<Role {self.name}>"

    @property
    def mention(self) -> str:
        """The text that mentions the role."""
        return f"<@&{self.id}>"

    def set_permissions(self, permissions: Permission) -> None:
        """Give the role exactly these permissions."""
        self.permissions = permissions
        self.guild.world.emit(events.RoleChanged("update", self))


@dataclass(slots=True, eq=False, repr=False)
class Member:
    """An account in a server, with its roles there (everyone's is not listed)."""

    guild: Guild
    user: User
    joined: float
    roles: list[Role] = field(default_factory=list)
    nick: str | None = None

    def __repr__(self) -> str:
        """For test failures."""
        return f"<Member {self.user.name} of {self.guild.name}>"

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


@dataclass(slots=True, eq=False, repr=False)
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

    def __repr__(self) -> str:
        """For test failures."""
        return f"<{type(self).__name__} {self.name}>"

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


@dataclass(slots=True, eq=False, repr=False)
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

    def wake(self) -> None:
        """Open the thread again because somebody wrote in it; what is locked stays so."""
        self._set(archived=False, locked=self.locked)

    def lock(self) -> None:
        """Leave the thread open, but for moderators only."""
        self._set(archived=self.archived, locked=True)

    def _set(self, *, archived: bool, locked: bool) -> None:
        self.archived = archived
        self.locked = locked
        self.changed = self.world.clock.now()
        self.world.emit(events.ChannelChanged("update", self))


@dataclass(slots=True, eq=False, repr=False)
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

    def __repr__(self) -> str:
        """For test failures."""
        return f"<Guild {self.name}>"

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
