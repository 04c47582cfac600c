"""A world written down and read again."""

from __future__ import annotations

import base64
import json
import struct
import zlib

import pytest

from bot.practice.discord import Channel, Guild, Permission, Person, Upload, World
from bot.practice.discord.keeping import NotKept, kept, restore
from bot.practice.discord.message import Message, MessageFlag


def again(world: World) -> World:
    """The same world after it was written to a file and read from it."""
    fresh = World()
    fresh.base_url = "http://127.0.0.1:9"
    restore(fresh, json.loads(json.dumps(kept(world))))
    return fresh


def picture() -> bytes:
    """A PNG of one pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    pixels = zlib.compress(b"\0\0")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


async def test_servers_people_and_channels_come_back(world: World, table: Guild, fight: Channel) -> None:
    role = table.add_role("GM", Permission.MANAGE_GUILD, mentionable=True)
    gm = world.person("gm", table, roles=[role], display="The GM")
    gm.member(table).rename("Boss")
    fight.set_overwrite(role, deny=Permission.SEND_MESSAGES)
    thread = fight.add_thread("duel", private=True)
    thread.archive(locked=True)
    table.permit("config", role, True)
    fresh = again(world)
    assert kept(fresh) == kept(world)
    guild = fresh.guilds[table.id]
    assert guild.bot_member is not None
    member = guild.members[gm.id]
    assert (member.display, [one.name for one in member.roles]) == ("Boss", ["GM"])
    assert bool(member.permissions & Permission.MANAGE_GUILD)
    same = guild.threads[thread.id]
    assert (same.parent, same.private, same.archived, same.locked) == (
        guild.channels[fight.id],
        True,
        True,
        True,
    )
    assert fresh.application.user.id == world.application.user.id


async def test_messages_come_back_and_private_ones_do_not(
    world: World, table: Guild, fight: Channel, ana: Person, ben: Person
) -> None:
    first = await ana.say(fight, f"look, {ben.mention}")
    await ben.say(fight, "where?", reply_to=first)
    bot = world.application.user
    secret = Message(fight, world.new_id(), bot, world.clock.now(), "secret", ephemeral_for=ana.id)
    world.add_message(secret)
    fresh = again(world)
    channel = fresh.channels[fight.id]
    assert [one.content for one in channel.messages] == [first.content, "where?"]
    assert channel.messages[1].reference is channel.messages[0]
    assert channel.messages[0].pings == {ben.id}


async def test_new_ids_are_above_those_that_were_kept(world: World, table: Guild, fight: Channel) -> None:
    """Even where the clock has been set back since."""
    late = Message(fight, world.new_id() + (1 << 50), world.application.user, world.clock.now(), "late")
    world.add_message(late)
    assert again(world).new_id() > late.id


async def test_files_are_served_from_where_the_new_server_is(
    world: World, table: Guild, fight: Channel
) -> None:
    world.base_url = "http://127.0.0.1:4321"
    stored = world.files.keep(Upload("hand.png", picture()), fight)
    message = Message(fight, world.new_id(), world.application.user, world.clock.now())
    message.attachments.append(stored)
    message.flags = MessageFlag.COMPONENTS_V2
    message.components = [{"type": 12, "id": 1, "items": [{"media": {"url": stored.url}}]}]
    world.add_message(message)
    fresh = again(world)
    (same,) = fresh.channels[fight.id].messages
    url = f"http://127.0.0.1:9/attachments/{fight.id}/{stored.id}/hand.png"
    assert same.components[0]["items"][0]["media"]["url"] == same.attachments[0].url == url
    found = fresh.files.get(stored.id)
    assert found is not None
    assert (found.data, found.width) == (picture(), 1)


@pytest.mark.parametrize("value", [None, [], {}, {"form": 99}, {"form": 1}, {"form": 1, "users": [{}]}])
def test_what_is_no_kept_world_is_refused_and_changes_nothing(value: object) -> None:
    world = World()
    before = kept(world)
    with pytest.raises(NotKept):
        restore(world, value)
    assert kept(world) == before


def test_a_damaged_file_of_a_message_is_refused_whole(world: World, table: Guild, fight: Channel) -> None:
    stored = world.files.keep(Upload("a.txt", b"abc"), fight)
    message = Message(fight, world.new_id(), world.application.user, world.clock.now())
    message.attachments.append(stored)
    world.add_message(message)
    value = kept(world)
    value["messages"][0]["attachments"][0]["data"] = base64.b64encode(b"abc").decode()[:-1]
    fresh = World()
    with pytest.raises(NotKept):
        restore(fresh, value)
    assert fresh.guilds == {}
