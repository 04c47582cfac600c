"""Discord's permission bits, and how a member's permissions in a channel come about.

Source: Discord's developer documentation, "Permissions".
"""

from __future__ import annotations

from enum import IntFlag
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from .model import Channel, Member, Overwrite


class Permission(IntFlag):
    """Permission bits, those that the practice Discord looks at."""

    NONE = 0
    KICK_MEMBERS = 1 << 1
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38


ALL: Final = (1 << 53) - 1
"""Every bit, as an administrator has them."""

EVERYONE = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
"""What the role of everyone gets in a new server."""

BOT = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.SEND_MESSAGES_IN_THREADS
)
"""What the bot's own role gets when it is invited."""


def guild_permissions(member: Member) -> Permission:
    """A member's permissions before any channel changes them."""
    return Permission(_guild_bits(member))


def channel_permissions(member: Member, channel: Channel) -> Permission:
    """A member's permissions in a channel; a thread has those of the channel it hangs on."""
    bits = _guild_bits(member)
    overwrites = (channel.parent or channel).overwrites
    if overwrites and bits != ALL:
        bits = _apply(bits, [overwrites[i] for i in (member.guild.id,) if i in overwrites])
        bits = _apply(bits, [overwrites[role.id] for role in member.roles if role.id in overwrites])
        bits = _apply(bits, [overwrites[i] for i in (member.user.id,) if i in overwrites])
    return Permission(bits) if bits & _VIEW else Permission.NONE


_ADMINISTRATOR: Final = int(Permission.ADMINISTRATOR)
_VIEW: Final = int(Permission.VIEW_CHANNEL)


def _guild_bits(member: Member) -> int:
    """Plain integers: flags cost several times as much, and every interaction needs these."""
    guild = member.guild
    if guild.owner_id == member.user.id:
        return ALL
    bits = int(guild.everyone.permissions)
    for role in member.roles:
        bits |= int(role.permissions)
    return ALL if bits & _ADMINISTRATOR else bits


def _apply(bits: int, overwrites: list[Overwrite]) -> int:
    """Take away what any of these deny, then give what any of these allow."""
    allow = deny = 0
    for overwrite in overwrites:
        allow |= int(overwrite.allow)
        deny |= int(overwrite.deny)
    return (bits & ~deny) | allow
