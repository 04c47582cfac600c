"""Routes that register commands, for all servers or for one."""

from __future__ import annotations

from .. import errors
from ..model import Guild
from ..wire import Json
from .base import NOTHING, Call, Reply, Route


def _scope(call: Call) -> Guild | None:
    if call.id("application_id", "Application") != call.world.application.id:
        raise errors.unknown("Application")
    return call.guild() if "guild_id" in call.match else None


def every(call: Call) -> Reply:
    """What is registered."""
    return Reply(json=call.world.command_store.of(_scope(call)))


def replace(call: Call) -> Reply:
    """Register exactly these."""
    return Reply(json=call.world.command_store.replace(_scope(call), call.raw))


def create(call: Call) -> Reply:
    """Register one more, or one anew."""
    stored, is_new = call.world.command_store.put(_scope(call), call.body.json)
    return Reply(201 if is_new else 200, stored)


def _one(call: Call) -> Json:
    found = call.world.command_store.by_id(_scope(call), call.id("command_id", "application command"))
    if found is None:
        raise errors.unknown("application command")
    return found


def one(call: Call) -> Reply:
    """One registered command."""
    return Reply(json=_one(call))


def change(call: Call) -> Reply:
    """Change a registered command; what is not named stays."""
    known = {key: value for key, value in _one(call).items() if value is not None}
    stored, _ = call.world.command_store.put(_scope(call), {**known, **call.body.json})
    return Reply(json=stored)


def remove(call: Call) -> Reply:
    """Unregister a command."""
    if not call.world.command_store.remove(_scope(call), call.id("command_id", "application command")):
        raise errors.unknown("application command")
    return NOTHING


_ALL = "/applications/{application_id}/commands"
_OF_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"

ROUTES = tuple(
    route
    for base in (_ALL, _OF_GUILD)
    for route in (
        Route("GET", base, every),
        Route("PUT", base, replace),
        Route("POST", base, create),
        Route("GET", base + "/{command_id}", one),
        Route("PATCH", base + "/{command_id}", change),
        Route("DELETE", base + "/{command_id}", remove),
    )
)
