"""Routes about the bot itself, and about servers and people."""

from __future__ import annotations

from .. import errors, payloads
from ..wire import snowflake
from .base import NOTHING, Call, Reply, Route


def own_user(call: Call) -> Reply:
    """The bot's own account."""
    return Reply(json=payloads.own_user(call.world.application.user))


def own_application(call: Call) -> Reply:
    """The bot's application."""
    return Reply(json=payloads.application(call.world.application))


def gateway(call: Call) -> Reply:
    """Where the gateway is."""
    return Reply(json={"url": _gateway_url(call)})


def gateway_bot(call: Call) -> Reply:
    """Where the gateway is, and how many shards to run."""
    limit = {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 16}
    return Reply(json={"url": _gateway_url(call), "shards": 1, "session_start_limit": limit})


def _gateway_url(call: Call) -> str:
    return call.world.base_url.replace("http", "ws", 1) + "/gateway"


def own_guilds(call: Call) -> Reply:
    """The servers that the bot is in."""
    inside = [guild for guild in call.world.guilds.values() if guild.bot_member is not None]
    return Reply(json=[{"id": str(one.id), "name": one.name, "icon": None, "owner": False} for one in inside])


def leave_guild(call: Call) -> Reply:
    """The bot leaves a server."""
    call.guild().remove_bot()
    return NOTHING


def guild(call: Call) -> Reply:
    """One server."""
    shown = payloads.guild(call.guild(), members=[], threads=[])
    for key in ("channels", "threads", "members", "voice_states", "presences"):
        shown.pop(key)
    return Reply(json=shown)


def guild_channels(call: Call) -> Reply:
    """The channels of a server."""
    return Reply(json=[payloads.channel(one) for one in call.guild().channels.values()])


def guild_roles(call: Call) -> Reply:
    """The roles of a server."""
    return Reply(json=[payloads.role(one) for one in call.guild().roles.values()])


def member(call: Call) -> Reply:
    """One member of a server."""
    found = call.guild().members.get(call.id("user_id", "User"))
    if found is None:
        raise errors.unknown("Member")
    return Reply(json=payloads.member(found))


def search_members(call: Call) -> Reply:
    """Members whose name begins with a text."""
    start = call.query.get("query", "").lower()
    limit = int(call.query.get("limit", "1"))
    found = [
        one
        for one in call.guild().members.values()
        if one.user.name.lower().startswith(start) or one.display.lower().startswith(start)
    ]
    return Reply(json=[payloads.member(one) for one in found[:limit]])


def user(call: Call) -> Reply:
    """One account."""
    found = call.world.users.get(call.id("user_id", "User"))
    if found is None:
        raise errors.unknown("User")
    return Reply(json=payloads.user(found))


def direct_channel(call: Call) -> Reply:
    """The direct-message channel with a person."""
    world = call.world
    key = snowflake(call.body.json.get("recipient_id"))
    found = world.users.get(key) if key is not None else None
    if found is None:
        raise errors.unknown("User")
    if found.bot:
        raise errors.cannot_message_user()
    return Reply(json=payloads.channel(world.direct_channel(world.application.user, found)))


ROUTES = (
    Route("GET", "/users/@me", own_user),
    Route("GET", "/users/@me/guilds", own_guilds),
    Route("DELETE", "/users/@me/guilds/{guild_id}", leave_guild),
    Route("POST", "/users/@me/channels", direct_channel),
    Route("GET", "/users/{user_id}", user),
    Route("GET", "/oauth2/applications/@me", own_application),
    Route("GET", "/applications/@me", own_application),
    Route("GET", "/gateway", gateway, open=True),
    Route("GET", "/gateway/bot", gateway_bot),
    Route("GET", "/guilds/{guild_id}", guild),
    Route("GET", "/guilds/{guild_id}/channels", guild_channels),
    Route("GET", "/guilds/{guild_id}/roles", guild_roles),
    Route("GET", "/guilds/{guild_id}/members/search", search_members),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", member),
)
