"""What a server's own people set up on the page: roles, channels, threads, servers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..people import ClientRefusal
from ..permissions import Permission
from ..wire import Json, snowflake
from . import views
from .asking import Asking, Wrong

if TYPE_CHECKING:
    from ..model import Guild, Role

LONGEST_NAME: Final = 32


async def people(asking: Asking) -> Json:
    """Somebody comes to a server."""
    server = guild(asking)
    name = named(asking)
    wanted = [snowflake(each) for each in asking.values.get("roles") or ()]
    roles = [server.roles[each] for each in wanted if each in server.roles]
    person = asking.world.person(name.lower().replace(" ", "-"), server, roles=roles, display=name)
    return views.person(asking.world, person.user)


async def roles(asking: Asking) -> Json:
    """Somebody gets a role or loses it."""
    server = guild(asking)
    member = server.members.get(asking.person().id)
    found = _role(server, asking)
    if member is None:
        raise Wrong(404, "not a member of this server")
    if found.managed or found is server.everyone:
        raise ClientRefusal(f"The role {found.name} cannot be given")
    if asking.flag("has"):
        member.add_role(found)
    else:
        member.remove_role(found)
    return views.person(asking.world, member.user)


async def new_role(asking: Asking) -> Json:
    """A server gets another role, with or without the permission to manage it."""
    server = guild(asking)
    bits = Permission.MANAGE_GUILD if asking.flag("manage") else Permission.NONE
    role = server.add_role(named(asking), bits, mentionable=True)
    return {"id": str(role.id), "name": role.name}


async def channels(asking: Asking) -> Json:
    """A server gets another channel."""
    name = named(asking).lower().replace(" ", "-")
    return views.channel(guild(asking).add_channel(name), None)


async def threads(asking: Asking) -> Json:
    """A channel gets another thread."""
    channel = asking.channel()
    if channel.guild is None or channel.parent is not None:
        raise ClientRefusal("Threads hang on the text channels of a server")
    return views.channel(channel.add_thread(named(asking), owner=asking.person().user), None)


def guild(asking: Asking) -> Guild:
    """The server, by id. Raises `Wrong`."""
    found = asking.world.guilds.get(snowflake(asking.text("guild")) or 0)
    if found is None:
        raise Wrong(404, "no such guild")
    return found


def named(asking: Asking) -> str:
    """A name for something new. Raises `ClientRefusal`."""
    name = " ".join(asking.text("name").split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise ClientRefusal(f"A name has 1 to {LONGEST_NAME} characters")
    return name


def _role(server: Guild, asking: Asking) -> Role:
    found = server.roles.get(snowflake(asking.text("role")) or 0)
    if found is None:
        raise Wrong(404, "no such role")
    return found
