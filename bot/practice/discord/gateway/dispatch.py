"""What of a world's events goes to a session, and in which words.

Source: Discord's developer documentation, "Gateway Events" and "Gateway Intents".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntFlag
from typing import TYPE_CHECKING, Final

from .. import events, payloads
from ..message import Message
from ..model import Channel, Guild, Thread, can_view, permissions_of
from ..permissions import Permission
from ..wire import Json

if TYPE_CHECKING:
    from ..model import User
    from ..world import World


class Intent(IntFlag):
    """Groups of events that a bot asks for."""

    ALWAYS = 0
    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


KNOWN_INTENTS: Final = 0x331FFFF
"""Every bit that has a meaning to Discord."""


@dataclass(slots=True)
class Dispatch:
    """One event for those sessions that asked for it and have the server among their shards."""

    name: str
    guild: Guild | None
    intent: Intent
    build: Callable[[Intent], Json]
    """The payload, for a session with these intents."""


def dispatches(world: World, event: events.Event) -> Dispatch | None:
    """What a session could be told of an event; None where the bot is not concerned."""
    match event:
        case events.InteractionStarted(interaction):
            return Dispatch(
                "INTERACTION_CREATE",
                interaction.guild,
                Intent.ALWAYS,
                lambda intents: payloads.interaction(interaction),
            )
        case events.MessageChanged(change, message):
            return _message(world, change, message)
        case events.ChannelChanged(change, channel):
            return _channel(world, change, channel)
        case events.RoleChanged(change, role):
            key = {"guild_id": str(role.guild.id)}
            told: Json = {"role_id": str(role.id)} if change == "delete" else {"role": payloads.role(role)}
            return _to_guild(f"GUILD_ROLE_{change.upper()}", role.guild, Intent.GUILDS, {**key, **told})
        case events.MemberChanged():
            return _member(world, event)
        case events.BotMembership(guild, joined):
            return _membership(world, guild, joined)
        case _:
            return None


def _to_guild(name: str, guild: Guild, intent: Intent, payload: Json) -> Dispatch | None:
    return Dispatch(name, guild, intent, lambda intents: payload) if guild.bot_member else None


def _message(world: World, change: events.Change, message: Message) -> Dispatch | None:
    bot = world.application.user
    channel = message.channel
    if message.ephemeral or not can_view(bot, channel):
        return None
    guild = channel.guild
    intent = Intent.GUILD_MESSAGES if guild is not None else Intent.DIRECT_MESSAGES
    if change == "delete":
        gone = {"id": str(message.id), "channel_id": str(channel.id)}
        if guild is not None:
            gone["guild_id"] = str(guild.id)
        return Dispatch("MESSAGE_DELETE", guild, intent, lambda intents: gone)
    return Dispatch(f"MESSAGE_{change.upper()}", guild, intent, lambda intents: _told(message, bot, intents))


def _told(message: Message, bot: User, intents: Intent) -> Json:
    """A message as an event; what others wrote is blank without the intent for it, unless said to the bot."""
    told = payloads.message(message)
    guild = message.channel.guild
    if guild is not None:
        told["guild_id"] = str(guild.id)
        author = guild.members.get(message.author.id)
        if author is not None:
            told["member"] = payloads.bare_member(author)
    own = message.author is bot or guild is None or bot.id in message.mentions
    if not own and not intents & Intent.MESSAGE_CONTENT:
        told.update(content="", embeds=[], components=[], attachments=[])
    return told


def _channel(world: World, change: events.Change, channel: Channel) -> Dispatch | None:
    guild = channel.guild
    if guild is None:
        return None
    if not isinstance(channel, Thread):
        return _to_guild(f"CHANNEL_{change.upper()}", guild, Intent.GUILDS, payloads.channel(channel))
    if not permissions_of(world.application.user, channel) & Permission.VIEW_CHANNEL:
        return None
    told = payloads.channel(channel)
    if change == "delete":
        told = {key: told[key] for key in ("id", "guild_id", "parent_id", "type")}
    elif change == "create":
        told["newly_created"] = True
    return _to_guild(f"THREAD_{change.upper()}", guild, Intent.GUILDS, told)


def _member(world: World, event: events.MemberChanged) -> Dispatch | None:
    member = event.member
    own = member.user is world.application.user
    intent = Intent.ALWAYS if own and event.change == "update" else Intent.GUILD_MEMBERS
    told: Json = {"guild_id": str(member.guild.id)}
    if event.change == "delete":
        told["user"] = payloads.user(member.user)
    else:
        told.update(payloads.member(member))
    name = {"create": "ADD", "update": "UPDATE", "delete": "REMOVE"}[event.change]
    return _to_guild(f"GUILD_MEMBER_{name}", member.guild, intent, told)


def _membership(world: World, guild: Guild, joined: bool) -> Dispatch:
    if not joined:
        return Dispatch("GUILD_DELETE", guild, Intent.GUILDS, lambda intents: {"id": str(guild.id)})

    def joining(intents: Intent) -> Json:
        told = guild_create(world, guild, intents)
        del told["unavailable"]
        return told

    return Dispatch("GUILD_CREATE", guild, Intent.GUILDS, joining)


def guild_create(world: World, guild: Guild, intents: Intent) -> Json:
    """A server in full, with the open threads that the bot sees, and the members that it may know."""
    bot = world.application.user
    everyone = bool(intents & Intent.GUILD_MEMBERS)
    members = [each for each in guild.members.values() if everyone or each.user is bot]
    threads = [each for each in guild.threads.values() if not each.archived and can_view(bot, each)]
    return payloads.guild(guild, members=members, threads=threads)
