"""What the page is told: messages, outcomes, forms and the world, as one person may know them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import payloads
from ..interactions import Kind
from ..model import Thread, can_view
from ..render import render_text
from ..wire import Json

if TYPE_CHECKING:
    from ..interactions import Interaction, Modal
    from ..message import Message
    from ..model import Channel, Guild, User
    from ..people import Outcome
    from ..world import World


def message(one: Message, viewer: User) -> Json:
    """A message: Discord's own fields, and what the viewer sees of it beyond them."""
    guild = one.channel.guild
    member = guild.members.get(one.author.id) if guild is not None else None
    shown = payloads.message(one)
    shown["author"]["display"] = member.display if member is not None else one.author.display
    if guild is not None:
        shown["guild_id"] = str(guild.id)
    shown.update(
        ephemeral=one.ephemeral,
        loading=one.loading,
        pinged=viewer.id in one.pings,
        text=render_text(one, viewer),
    )
    return shown


def modal(one: Modal) -> Json:
    """A form to fill in."""
    return {
        "id": str(one.id),
        "custom_id": one.custom_id,
        "title": one.title,
        "components": one.components,
        "open": one.open,
    }


def outcome(one: Outcome, viewer: User) -> Json:
    """What came of an act, so far."""
    interaction = one.interaction
    shown: Json = {"kind": one.kind, "interaction": str(interaction.id)}
    if one.error is not None:
        shown["error"] = one.error
    if one.message is not None and one.message.visible_to(viewer):
        shown["message"] = message(one.message, viewer)
    followups = [each for each in one.followups if each.visible_to(viewer)]
    if followups:
        shown["followups"] = [message(each, viewer) for each in followups]
    if interaction.kind is Kind.AUTOCOMPLETE:
        shown["choices"] = interaction.choices
    if one.modal is not None:
        shown["modal"] = modal(one.modal)
    return shown


def late(interaction: Interaction, viewer: User) -> Json:
    """The same, for an act that was answered further."""
    from ..people import Outcome

    return outcome(Outcome(interaction), viewer)


def person(world: World, user: User) -> Json:
    """An account and where it belongs."""
    inside = [guild for guild in world.guilds.values() if user.id in guild.members]
    return {
        "id": str(user.id),
        "name": user.name,
        "display": user.display,
        "bot": user.bot,
        "guilds": [
            {
                "id": str(guild.id),
                "display": guild.members[user.id].display,
                "roles": [str(role.id) for role in guild.members[user.id].roles],
                "permissions": str(int(guild.members[user.id].permissions)),
            }
            for guild in inside
        ],
    }


def channel(one: Channel, viewer: User | None) -> Json:
    """A channel or thread."""
    shown = payloads.channel(one)
    shown["visible"] = viewer is None or can_view(viewer, one)
    if isinstance(one, Thread):
        shown.update(archived=one.archived, locked=one.locked)
    return shown


def guild(one: Guild, viewer: User | None) -> Json:
    """A server, with the channels that the viewer sees."""
    places = [*one.channels.values(), *one.threads.values()]
    shown = [channel(each, viewer) for each in places]
    return {
        "id": str(one.id),
        "name": one.name,
        "owner_id": str(one.owner_id),
        "bot": one.bot_member is not None,
        "roles": [payloads.role(each) for each in one.roles.values()],
        "members": [str(each) for each in one.members],
        "channels": [each for each in shown if each["visible"]],
    }


def state(world: World, viewer: User | None, *, online: bool) -> Json:
    """The whole world, as far as the viewer may know it; all of it without one."""
    guilds = [one for one in world.guilds.values() if viewer is None or viewer.id in one.members]
    return {
        "bot": {**payloads.user(world.application.user), "online": online},
        "people": [person(world, one) for one in world.users.values() if not one.bot],
        "guilds": [guild(one, viewer) for one in guilds],
    }
