"""Discord's permission bits, and how a member's permissions in a channel come about.

Source: Discord's developer documentation, "Permissions".
"""

from __future__ import annotations

from enum import IntFlag
from typing import TYPE_CHECKING

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


ALL = Permission((1 << 53) - 1)
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
    guild = member.guild
    if guild.owner_id == member.user.id:
        return ALL
    bits = guild.everyone.permissions
    for role in member.roles:
        bits |= role.permissions
    return ALL if bits & Permission.ADMINISTRATOR else bits


def channel_permissions(member: Member, channel: Channel) -> Permission:
    """A member's permissions in a channel; a thread has those of the channel it hangs on."""
    bits = guild_permissions(member)
    if bits == ALL:
        return ALL
    place = channel.parent or channel
    overwrites = place.overwrites
    if overwrites:
        bits = _apply(bits, [overwrites[i] for i in (member.guild.id,) if i in overwrites])
        bits = _apply(bits, [overwrites[role.id] for role in member.roles if role.id in overwrites])
        bits = _apply(bits, [overwrites[i] for i in (member.user.id,) if i in overwrites])
    return bits if bits & Permission.VIEW_CHANNEL else Permission.NONE


def _apply(bits: Permission, overwrites: list[Overwrite]) -> Permission:
    """Take away what any of these deny, then give what any of these allow."""
    allow = deny = Permission.NONE
    for overwrite in overwrites:
        allow |= overwrite.allow
        deny |= overwrite.deny
    return (bits & ~deny) | allow
