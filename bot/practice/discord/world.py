"""A world: the application, its servers, people, channels and messages, and their changes over time.

The world knows nothing of HTTP. REST and gateway read it, change it and listen to its events.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from . import events, permissions
from .clock import Clock, SystemClock
from .commands import CommandStore
from .files import FileStore
from .interactions import InteractionDesk
from .message import Message
from .model import Channel, ChannelType, Guild, Member, Role, Thread, User
from .people import Person
from .permissions import Permission
from .wire import SnowflakeMaker

MEMBERS: Final = 1 << 1
PRESENCES: Final = 1 << 8
MESSAGE_CONTENT: Final = 1 << 15
PRIVILEGED: Final = MEMBERS | PRESENCES | MESSAGE_CONTENT
"""Intents that Discord gives only to those who asked for them in the developer portal."""


@dataclass(slots=True, eq=False)
class Application:
    """The bot's application."""

    id: int
    name: str
    user: User
    token: str
    owner: User
    privileged_intents: int = 0
    asks_for: Permission = permissions.BOT


class World:
    """Everything that the practice Discord holds."""

    def __init__(
        self, *, clock: Clock | None = None, bot_name: str = "Skirmish", history: int | None = None
    ) -> None:
        """An empty world with one application.

        `history` bounds how many messages each channel keeps (None: all); benchmarks use it.
        """
        self.clock: Clock = clock or SystemClock()
        self.events = events.Events()
        self.emit = self.events.emit
        self.new_id = SnowflakeMaker(self.clock.now)
        self.history = history
        self.base_url = "http://127.0.0.1"
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.files = FileStore(self)
        self.command_store = CommandStore(self)
        self.interactions = InteractionDesk(self)
        self._people: dict[int, Person] = {}
        owner = self.add_user("application-owner")
        user = self.add_user(bot_name.lower(), bot_name, bot=True)
        self.application = Application(user.id, bot_name, user, f"practice.{secrets.token_hex(12)}", owner)

    # People and servers

    def add_user(self, name: str, display: str | None = None, *, bot: bool = False) -> User:
        """Make an account."""
        user = User(self, self.new_id(), name, display or name, bot)
        self.users[user.id] = user
        return user

    def user_named(self, name: str) -> User | None:
        """The account with this handle."""
        return next((user for user in self.users.values() if user.name == name), None)

    def add_guild(self, name: str, *, owner: User | None = None, bot: bool = True) -> Guild:
        """Make a server, with the bot in it unless told otherwise."""
        owner = owner or self.add_user(f"owner-of-{name.lower().replace(' ', '-')}")
        guild = Guild(self, self.new_id(), name, owner.id, self.clock.now())
        everyone = Role(guild, guild.id, "@everyone", permissions.EVERYONE, 0)
        guild.roles[everyone.id] = everyone
        guild.members[owner.id] = Member(guild, owner, guild.joined)
        self.guilds[guild.id] = guild
        if bot:
            self.invite_bot(guild, None)
        return guild

    def add_role(
        self, guild: Guild, name: str, bits: Permission = Permission.NONE, *, mentionable: bool = False
    ) -> Role:
        """Make a role."""
        role = Role(guild, self.new_id(), name, bits, len(guild.roles), mentionable)
        guild.roles[role.id] = role
        self.emit(events.RoleChanged("create", role))
        return role

    def add_member(
        self, guild: Guild, user: User, roles: Iterable[Role] = (), nick: str | None = None
    ) -> Member:
        """Let an account join a server; one that is there already gets the further roles."""
        member = guild.members.get(user.id)
        if member is None:
            member = Member(guild, user, self.clock.now(), list(roles), nick)
            guild.members[user.id] = member
            self.emit(events.MemberChanged("create", member))
        for role in roles:
            member.add_role(role)
        return member

    def invite_bot(self, guild: Guild, bits: Permission | None) -> Member:
        """Let the bot join a server."""
        user = self.application.user
        if user.id in guild.members:
            return guild.members[user.id]
        wanted = self.application.asks_for if bits is None else bits
        role = Role(guild, self.new_id(), self.application.name, wanted, len(guild.roles), managed=True)
        guild.roles[role.id] = role
        member = guild.members[user.id] = Member(guild, user, self.clock.now(), [role])
        self.emit(events.BotMembership(guild, True))
        return member

    def remove_bot(self, guild: Guild) -> None:
        """Throw the bot out of a server, with its role."""
        member = guild.members.pop(self.application.user.id, None)
        if member is not None:
            for role in member.roles:
                if role.managed:
                    guild.roles.pop(role.id, None)
            self.emit(events.BotMembership(guild, False))

    def person(
        self,
        name: str,
        guild: Guild | None = None,
        *,
        roles: Iterable[Role] = (),
        display: str | None = None,
    ) -> Person:
        """The person with this handle, made and let into the server at the first call.

        Without a server the person can only be met in direct messages.
        """
        user = self.user_named(name) or self.add_user(name, display)
        if guild is not None:
            self.add_member(guild, user, roles)
        return self.person_of(user)

    def person_of(self, user: User) -> Person:
        """The person behind an account."""
        if user.id not in self._people:
            self._people[user.id] = Person(self, user)
        return self._people[user.id]

    # Channels

    def add_channel(self, guild: Guild, name: str) -> Channel:
        """Make a text channel."""
        channel = Channel(self, self.new_id(), guild, name, position=len(guild.channels))
        self.channels[channel.id] = guild.channels[channel.id] = channel
        self.emit(events.ChannelChanged("create", channel))
        return channel

    def add_thread(self, channel: Channel, name: str, owner: User | None, private: bool) -> Thread:
        """Start a thread on a channel of a server."""
        guild = channel.guild
        if guild is None or channel.parent is not None:
            raise ValueError("threads hang on the text channels of a server")
        starter = owner.id if owner else guild.owner_id
        thread = Thread(
            self,
            self.new_id(),
            guild,
            name,
            ChannelType.PRIVATE_THREAD if private else ChannelType.PUBLIC_THREAD,
            on=channel,
            owner_id=starter,
            private=private,
            changed=self.clock.now(),
            member_ids={starter},
        )
        self.channels[thread.id] = guild.threads[thread.id] = thread
        self.emit(events.ChannelChanged("create", thread))
        return thread

    def direct_channel(self, one: User, other: User) -> Channel:
        """The direct-message channel of two accounts, made where there is none."""
        for channel in self.channels.values():
            if channel.type is ChannelType.DM and {one, other} == set(channel.recipients):
                return channel
        channel = Channel(self, self.new_id(), None, "", ChannelType.DM, recipients=[one, other])
        self.channels[channel.id] = channel
        return channel

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel or thread with all in it."""
        guild = channel.guild
        if guild is not None and channel.parent is None:
            for thread in [thread for thread in guild.threads.values() if thread.on is channel]:
                self.remove_channel(thread)
        self.channels.pop(channel.id, None)
        if guild is not None:
            guild.channels.pop(channel.id, None)
            guild.threads.pop(channel.id, None)
        for key in channel.by_id:
            self.messages.pop(key, None)
        channel.deleted = True
        self.emit(events.ChannelChanged("delete", channel))

    # Messages

    def message(self, key: int) -> Message | None:
        """The message with this id, where it still exists."""
        return self.messages.get(key)

    def add_message(self, message: Message) -> Message:
        """Put a finished message into its channel; an archived thread is woken by it."""
        channel = message.channel
        if isinstance(channel, Thread) and channel.archived and not message.ephemeral:
            channel.wake()
        channel.by_id[message.id] = self.messages[message.id] = message
        if self.history is not None and len(channel.by_id) > self.history:
            oldest = next(iter(channel.by_id))
            del channel.by_id[oldest]
            self.messages.pop(oldest, None)
        self.emit(events.MessageChanged("create", message))
        return message

    def touch_message(self, message: Message) -> None:
        """Say that a message was edited."""
        self.emit(events.MessageChanged("update", message))

    def remove_message(self, message: Message) -> None:
        """Delete a message."""
        if not message.deleted:
            message.deleted = True
            message.channel.by_id.pop(message.id, None)
            self.messages.pop(message.id, None)
            self.emit(events.MessageChanged("delete", message))

    # Waiting

    async def until(
        self,
        condition: Callable[[], bool],
        timeout: float = 5.0,  # noqa: ASYNC109
        what: str = "",
    ) -> None:
        """Return once the condition holds; raises `TimeoutError` after `timeout` seconds of real time."""
        await self.events.until(condition, timeout, what)
