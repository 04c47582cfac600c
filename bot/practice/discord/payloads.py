"""The objects of a world as Discord's JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .files import SIZE_LIMIT
from .model import Channel, ChannelType, Thread, permissions_of
from .permissions import EVERYONE
from .wire import Json, timestamp

if TYPE_CHECKING:
    from .interactions import Interaction
    from .message import Attachment, Message
    from .model import Guild, Member, Role, User
    from .world import Application


def user(one: User) -> Json:
    """An account."""
    return {
        "id": str(one.id),
        "username": one.name,
        "global_name": None if one.bot else one.display,
        "discriminator": "0",
        "avatar": None,
        "bot": one.bot,
        "public_flags": 0,
    }


def own_user(one: User) -> Json:
    """The bot's own account, as it sees itself."""
    return {**user(one), "verified": True, "mfa_enabled": True, "flags": 0, "email": None, "locale": "en-US"}


def application(one: Application) -> Json:
    """The bot's application, as it sees itself."""
    return {
        "id": str(one.id),
        "name": one.name,
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": user(one.owner),
        "verify_key": "0" * 64,
        "flags": 0,
        "team": None,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
    }


def role(one: Role) -> Json:
    """A role."""
    return {
        "id": str(one.id),
        "name": one.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": one.position,
        "permissions": str(int(one.permissions)),
        "managed": one.managed,
        "mentionable": one.mentionable,
        "flags": 0,
    }


def bare_member(one: Member) -> Json:
    """A member, without the account."""
    return {
        "roles": [str(each.id) for each in one.roles],
        "nick": one.nick,
        "joined_at": timestamp(one.joined),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "avatar": None,
        "communication_disabled_until": None,
    }


def member(one: Member) -> Json:
    """A member with the account."""
    return {**bare_member(one), "user": user(one.user)}


def channel(one: Channel) -> Json:
    """A channel, thread, or direct-message channel."""
    last = next(reversed(one.by_id), None)
    base: Json = {"id": str(one.id), "type": int(one.type), "flags": 0}
    base["last_message_id"] = str(last) if last else None
    if one.type is ChannelType.DM:
        bots = [each for each in one.recipients if not each.bot]
        return {**base, "recipients": [user(each) for each in bots]}
    base["name"] = one.name
    base["rate_limit_per_user"] = 0
    if one.guild is not None:
        base["guild_id"] = str(one.guild.id)
    if isinstance(one, Thread):
        return {**base, **_thread(one)}
    return {
        **base,
        "position": one.position,
        "topic": None,
        "nsfw": False,
        "parent_id": None,
        "permission_overwrites": [
            {
                "id": str(each.target_id),
                "type": int(each.is_member),
                "allow": str(int(each.allow)),
                "deny": str(int(each.deny)),
            }
            for each in one.overwrites.values()
        ],
    }


def _thread(one: Thread) -> Json:
    shown: Json = {
        "parent_id": str(one.on.id) if one.on else None,
        "owner_id": str(one.owner_id),
        "message_count": len(one.by_id),
        "total_message_sent": len(one.by_id),
        "member_count": len(one.member_ids),
        "thread_metadata": {
            "archived": one.archived,
            "locked": one.locked,
            "auto_archive_duration": 4320,
            "archive_timestamp": timestamp(one.changed),
            "create_timestamp": timestamp(one.changed),
        },
    }
    bot = one.world.application.user
    if bot.id in one.member_ids:
        shown["member"] = {
            "id": str(one.id),
            "user_id": str(bot.id),
            "join_timestamp": timestamp(one.changed),
            "flags": 0,
        }
    return shown


def guild(one: Guild, *, members: list[Member], threads: list[Thread]) -> Json:
    """A server as GUILD_CREATE tells it, with the members and threads that the session may know."""
    return {
        "id": str(one.id),
        "name": one.name,
        "owner_id": str(one.owner_id),
        "icon": None,
        "splash": None,
        "banner": None,
        "description": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "system_channel_flags": 0,
        "preferred_locale": "en-US",
        "features": [],
        "emojis": [],
        "stickers": [],
        "large": False,
        "unavailable": False,
        "member_count": len(one.members),
        "joined_at": timestamp(one.joined),
        "roles": [role(each) for each in one.roles.values()],
        "channels": [channel(each) for each in one.channels.values()],
        "threads": [channel(each) for each in threads],
        "members": [member(each) for each in members],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def attachment(one: Attachment) -> Json:
    """A file."""
    shown: Json = {
        "id": str(one.id),
        "filename": one.filename,
        "size": len(one.data),
        "url": one.url,
        "proxy_url": one.url,
        "content_type": one.content_type,
    }
    if one.description:
        shown["description"] = one.description
    if one.width is not None:
        shown["width"], shown["height"] = one.width, one.height
    if one.ephemeral:
        shown["ephemeral"] = True
    return shown


def message(one: Message) -> Json:
    """A message as REST answers it."""
    users = one.channel.world.users
    shown: Json = {
        "id": str(one.id),
        "channel_id": str(one.channel.id),
        "type": one.type,
        "author": user(one.author),
        "content": one.content,
        "timestamp": timestamp(one.created),
        "edited_timestamp": timestamp(one.edited) if one.edited is not None else None,
        "tts": one.tts,
        "mention_everyone": one.mentions_everyone,
        "mentions": [user(users[each]) for each in one.mentions if each in users],
        "mention_roles": [str(each) for each in one.mention_roles],
        "attachments": [attachment(each) for each in one.attachments],
        "embeds": one.embeds,
        "components": one.components,
        "pinned": False,
        "flags": int(one.flags),
    }
    if one.nonce is not None:
        shown["nonce"] = one.nonce
    if one.via_interaction is not None:
        application_id = str(one.channel.world.application.id)
        shown["application_id"] = shown["webhook_id"] = application_id
        shown["interaction_metadata"] = one.via_interaction
        if one.legacy_interaction is not None:
            shown["interaction"] = one.legacy_interaction
    elif one.author.bot:
        shown["application_id"] = str(one.channel.world.application.id)
    if one.reference_id is not None:
        shown["message_reference"] = {
            "type": 0,
            "message_id": str(one.reference_id),
            "channel_id": str(one.channel.id),
        }
        if one.channel.guild is not None:
            shown["message_reference"]["guild_id"] = str(one.channel.guild.id)
    return shown


def interaction(one: Interaction) -> Json:
    """An interaction as INTERACTION_CREATE tells it."""
    world = one.channel.world
    place, guild_of = one.channel, one.channel.guild
    bot_bits = permissions_of(world.application.user, place) if guild_of else EVERYONE
    shown: Json = {
        "id": str(one.id),
        "application_id": str(world.application.id),
        "type": int(one.kind),
        "token": one.token,
        "version": 1,
        "data": one.data,
        "channel_id": str(place.id),
        "locale": "en-US",
        "app_permissions": str(int(bot_bits)),
        "entitlements": [],
        "entitlement_sku_ids": [],
        "attachment_size_limit": SIZE_LIMIT,
    }
    if guild_of is not None:
        actor = guild_of.members[one.user.id]
        bits = str(int(actor.permissions_in(place)))
        shown["guild_id"] = str(guild_of.id)
        shown["guild"] = {"id": str(guild_of.id), "locale": "en-US", "features": []}
        shown["guild_locale"] = "en-US"
        shown["member"] = {**member(actor), "permissions": bits}
        shown["channel"] = {**channel(place), "permissions": bits}
        shown["authorizing_integration_owners"] = {"0": str(guild_of.id)}
        shown["context"] = 0
    else:
        shown["user"] = user(one.user)
        shown["channel"] = channel(place)
        shown["authorizing_integration_owners"] = {"0": "0"}
        shown["context"] = 1
    if one.source is not None:
        shown["message"] = message(one.source)
        if one.source_components is not None:
            shown["message"]["components"] = one.source_components
    return shown
