"""A world as one JSON object, so that a practice table goes on where it was.

Kept are servers, roles, people, channels, threads, messages and files. Not kept, as at Discord when its app
starts anew: private replies, open forms, and the tokens of interactions. Commands are not kept either: the
bot tells them again.
"""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING, Any, Final

from .message import Attachment, Message, MessageFlag
from .model import Channel, ChannelType, Guild, Member, Overwrite, Role, Thread, User
from .permissions import Permission
from .wire import Json, dumps, loads

if TYPE_CHECKING:
    from .world import World

FORM: Final = 1
"""The number of this form; a file with another one is not read."""

_ADDRESS: Final = re.compile(r"http://127\.0\.0\.1:\d+(?=/(?:ephemeral-)?attachments/)")


class NotKept(ValueError):
    """What was to be read is no world of this form."""


def kept(world: World) -> Json:
    """The world as plain JSON."""
    messages = [one for one in world.messages.values() if one.ephemeral_for is None and not one.deleted]
    return {
        "form": FORM,
        "application": {
            "id": str(world.application.id),
            "user": str(world.application.user.id),
            "owner": str(world.application.owner.id),
        },
        "users": [
            {"id": str(one.id), "name": one.name, "display": one.display, "bot": one.bot}
            for one in world.users.values()
        ],
        "guilds": [_guild(one) for one in world.guilds.values()],
        "messages": [_message(one) for one in messages],
    }


def restore(world: World, value: Any) -> None:
    """Fill an empty world with what was kept; addresses of files become those of this server.

    Listeners are not told: do it before the bot connects. NotKept for anything that is no kept world; the
    world is then as it was.
    """
    if not isinstance(value, dict) or value.get("form") != FORM:
        raise NotKept("no world of this form")
    try:
        _Restoring(world, loads(_ADDRESS.sub(world.base_url, dumps(value)))).all()
    except (KeyError, TypeError, ValueError, AttributeError) as why:
        raise NotKept(f"the kept world is damaged: {why!r}") from why


# ------------------------------------------------------------------ out
def _guild(one: Guild) -> Json:
    return {
        "id": str(one.id),
        "name": one.name,
        "owner": str(one.owner_id),
        "joined": one.joined,
        "roles": [
            {
                "id": str(role.id),
                "name": role.name,
                "permissions": int(role.permissions),
                "position": role.position,
                "mentionable": role.mentionable,
                "managed": role.managed,
            }
            for role in one.roles.values()
        ],
        "members": [
            {
                "user": str(member.user.id),
                "joined": member.joined,
                "roles": [str(role.id) for role in member.roles],
                "nick": member.nick,
            }
            for member in one.members.values()
        ],
        "channels": [_channel(channel) for channel in one.channels.values()],
        "threads": [_thread(thread) for thread in one.threads.values()],
        "command_permissions": {
            name: {str(key): allowed for key, allowed in said.items()}
            for name, said in one.command_permissions.items()
        },
    }


def _channel(one: Channel) -> Json:
    return {
        "id": str(one.id),
        "name": one.name,
        "type": int(one.type),
        "position": one.position,
        "overwrites": [
            {
                "id": str(each.target_id),
                "is_member": each.is_member,
                "allow": int(each.allow),
                "deny": int(each.deny),
            }
            for each in one.overwrites.values()
        ],
    }


def _thread(one: Thread) -> Json:
    return {
        **_channel(one),
        "on": str(one.on.id) if one.on else None,
        "owner": str(one.owner_id),
        "archived": one.archived,
        "locked": one.locked,
        "changed": one.changed,
        "members": [str(each) for each in one.member_ids],
    }


def _message(one: Message) -> Json:
    return {
        "id": str(one.id),
        "channel": str(one.channel.id),
        "author": str(one.author.id),
        "created": one.created,
        "content": one.content,
        "embeds": one.embeds,
        "components": one.components,
        "attachments": [_attachment(each) for each in one.attachments],
        "flags": int(one.flags & ~MessageFlag.LOADING),
        "type": one.type,
        "edited": one.edited,
        "reference": str(one.reference_id) if one.reference_id else None,
        "via": one.via_interaction,
        "legacy": one.legacy_interaction,
        "mentions": [str(each) for each in one.mentions],
        "roles": [str(each) for each in one.mention_roles],
        "everyone": one.mentions_everyone,
        "pings": [str(each) for each in sorted(one.pings)],
    }


def _attachment(one: Attachment) -> Json:
    return {
        "id": str(one.id),
        "filename": one.filename,
        "data": base64.b64encode(one.data).decode(),
        "content_type": one.content_type,
        "url": one.url,
        "description": one.description,
        "width": one.width,
        "height": one.height,
    }


# ------------------------------------------------------------------ in
class _Restoring:
    """Builds everything beside the world, and puts it in at the end, all at once."""

    def __init__(self, world: World, value: Json) -> None:
        self.world = world
        self.value = value
        self.users = {
            int(one["id"]): User(world, int(one["id"]), one["name"], one["display"], one["bot"])
            for one in value["users"]
        }
        self.channels: dict[int, Channel] = {}
        self.files: list[Attachment] = []

    def all(self) -> None:
        guilds = {int(one["id"]): self.guild(one) for one in self.value["guilds"]}
        messages = [self.message(one) for one in self.value["messages"]]
        replies = {one.id: one for one in messages}
        bot = self.value["application"]
        user, owner = self.users[int(bot["user"])], self.users[int(bot["owner"])]
        world = self.world
        world.application.id, world.application.user, world.application.owner = int(bot["id"]), user, owner
        world.users, world.guilds, world.channels = self.users, guilds, self.channels
        world.messages = {}
        for one in messages:
            one.reference = replies.get(one.reference_id or 0)
            one.channel.by_id[one.id] = world.messages[one.id] = one
        for file in self.files:
            world.files.put(file)
        roles = [role.id for guild in guilds.values() for role in guild.roles.values()]
        files = [file.id for file in self.files]
        world.new_id.pass_by(max((*self.users, *guilds, *self.channels, *world.messages, *roles, *files)))

    def guild(self, value: Json) -> Guild:
        guild = Guild(self.world, int(value["id"]), value["name"], int(value["owner"]), value["joined"])
        for one in value["roles"]:
            role = Role(
                guild,
                int(one["id"]),
                one["name"],
                Permission(one["permissions"]),
                one["position"],
                one["mentionable"],
                one["managed"],
            )
            guild.roles[role.id] = role
        for one in value["members"]:
            user = self.users[int(one["user"])]
            roles = [guild.roles[int(each)] for each in one["roles"]]
            guild.members[user.id] = Member(guild, user, one["joined"], roles, one["nick"])
        for one in value["channels"]:
            channel = Channel(self.world, int(one["id"]), guild, one["name"], ChannelType(one["type"]))
            self.channels[channel.id] = guild.channels[channel.id] = _placed(channel, one)
        for one in value["threads"]:
            thread = self.thread(guild, one)
            self.channels[thread.id] = guild.threads[thread.id] = thread
        guild.command_permissions = {
            name: {int(key): bool(allowed) for key, allowed in said.items()}
            for name, said in value["command_permissions"].items()
        }
        return guild

    def thread(self, guild: Guild, one: Json) -> Thread:
        kind = ChannelType(one["type"])
        thread = Thread(
            self.world,
            int(one["id"]),
            guild,
            one["name"],
            kind,
            on=self.channels[int(one["on"])] if one["on"] else None,
            owner_id=int(one["owner"]),
            private=kind is ChannelType.PRIVATE_THREAD,
            archived=one["archived"],
            locked=one["locked"],
            changed=one["changed"],
            member_ids={int(each) for each in one["members"]},
        )
        _placed(thread, one)
        return thread

    def message(self, one: Json) -> Message:
        files = [_file(each) for each in one["attachments"]]
        self.files += files
        return Message(
            self.channels[int(one["channel"])],
            int(one["id"]),
            self.users[int(one["author"])],
            one["created"],
            one["content"],
            one["embeds"],
            one["components"],
            files,
            MessageFlag(one["flags"]),
            one["type"],
            one["edited"],
            reference_id=int(one["reference"]) if one["reference"] else None,
            via_interaction=one["via"],
            legacy_interaction=one["legacy"],
            mentions=tuple(map(int, one["mentions"])),
            mention_roles=tuple(map(int, one["roles"])),
            mentions_everyone=one["everyone"],
            pings=frozenset(map(int, one["pings"])),
        )


def _placed(channel: Channel, value: Json) -> Channel:
    channel.position = value["position"]
    for each in value["overwrites"]:
        key = int(each["id"])
        allow, deny = Permission(each["allow"]), Permission(each["deny"])
        channel.overwrites[key] = Overwrite(key, each["is_member"], allow, deny)
    return channel


def _file(value: Json) -> Attachment:
    return Attachment(
        int(value["id"]),
        value["filename"],
        base64.b64decode(value["data"]),
        value["content_type"],
        value["url"],
        value["description"],
        value["width"],
        value["height"],
    )
