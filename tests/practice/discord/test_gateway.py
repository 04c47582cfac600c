"""The gateway: sessions that are resumed, invalidated, sharded, and told only what they asked for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest

from bot.practice.discord import Channel, Guild, Person, PracticeDiscord, World
from bot.practice.discord.gateway import session as sessions
from bot.practice.discord.gateway.dispatch import Intent
from bot.practice.discord.world import MEMBERS, MESSAGE_CONTENT
from tests.practice.discord import sample_bot
from tests.practice.discord.conftest import running
from tests.practice.discord.sample_bot import SampleBot
from tests.practice.discord.waiting import eventually

GUILDS, GUILD_MESSAGES = 1 << 0, 1 << 9


class Socket:
    """A gateway client in the raw."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.sequence = 0

    async def next(self) -> dict[str, Any]:
        """The next message; numbers are remembered."""
        message: dict[str, Any] = await self.socket.receive_json(timeout=30)
        self.sequence = message["s"] or self.sequence
        return message

    async def event(self, name: str) -> Any:
        """The next event, which must have this name."""
        message = await self.next()
        assert (message["op"], message["t"]) == (0, name)
        return message["d"]

    async def code(self) -> int | None:
        """The code with which the socket is closed."""
        message = await self.socket.receive(timeout=30)
        assert message.type is aiohttp.WSMsgType.CLOSE
        return self.socket.close_code

    async def identify(self, world: World, intents: int = GUILDS, **more: Any) -> Any:
        """Identify; the contents of READY."""
        await self.send_identify(world, intents, **more)
        return await self.event("READY")

    async def send_identify(self, world: World, intents: int = GUILDS, **more: Any) -> None:
        """Identify, whatever comes of it."""
        data = {"token": world.application.token, "intents": intents, "properties": {}, **more}
        await self.socket.send_json({"op": 2, "d": data})

    async def resume(self, world: World, session_id: str) -> None:
        """Resume a session from where this client is."""
        data = {"token": world.application.token, "session_id": session_id, "seq": self.sequence}
        await self.socket.send_json({"op": 6, "d": data})


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as opened:
        yield opened


@pytest.fixture
async def socket(practice: PracticeDiscord, session: aiohttp.ClientSession) -> AsyncIterator[Socket]:
    """A connection that was greeted."""
    async with session.ws_connect(practice.gateway_url) as connected:
        opened = Socket(connected)
        assert (await opened.next())["d"]["heartbeat_interval"] > 1000
        yield opened


async def test_ready_and_servers(socket: Socket, world: World, table: Guild) -> None:
    ready = await socket.identify(world)
    assert ready["guilds"] == [{"id": str(table.id), "unavailable": True}]
    told = await socket.event("GUILD_CREATE")
    assert [channel["name"] for channel in told["channels"]] == ["fight"]
    assert [member["user"]["username"] for member in told["members"]] == ["skirmish"]


async def test_heartbeats(socket: Socket) -> None:
    await socket.socket.send_json({"op": 1, "d": None})
    assert (await socket.next())["op"] == 11


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"token": "wrong"}, 4004),
        ({"shard": [2, 2]}, 4010),
        ({"intents": 1 << 60}, 4013),
        ({"intents": MESSAGE_CONTENT}, 4014),
    ],
)
async def test_refused_identifications(socket: Socket, world: World, more: Any, code: int) -> None:
    await socket.send_identify(world, **more)
    assert await socket.code() == code


async def test_nothing_before_identification(socket: Socket) -> None:
    await socket.socket.send_json({"op": 8, "d": {}})
    assert await socket.code() == 4003


async def test_identifying_twice(socket: Socket, world: World, table: Guild) -> None:
    await socket.identify(world)
    await socket.event("GUILD_CREATE")
    await socket.send_identify(world)
    assert await socket.code() == 4005


async def test_nonsense(socket: Socket) -> None:
    await socket.socket.send_str("{")
    assert await socket.code() == 4002


async def test_no_event_without_its_intent(socket: Socket, world: World, fight: Channel, ana: Person) -> None:
    await socket.identify(world, GUILDS)
    await socket.event("GUILD_CREATE")
    await ana.say(fight, "hello")
    fight.add_thread("duel")
    assert (await socket.event("THREAD_CREATE"))["name"] == "duel"


async def test_the_content_of_others_needs_its_intent(
    socket: Socket, world: World, fight: Channel, ana: Person
) -> None:
    await socket.identify(world, GUILD_MESSAGES)
    await ana.say(fight, "hello")
    assert (await socket.event("MESSAGE_CREATE"))["content"] == ""
    bot = world.application.user
    await ana.say(fight, f"hello {bot.mention}")
    told = await socket.event("MESSAGE_CREATE")
    assert told["content"] == f"hello {bot.mention}"
    assert told["member"]["roles"] == []


async def test_the_content_intent(socket: Socket, world: World, fight: Channel, ana: Person) -> None:
    world.application.privileged_intents = MESSAGE_CONTENT
    await socket.identify(world, GUILD_MESSAGES | MESSAGE_CONTENT)
    message = await ana.say(fight, "hello")
    assert (await socket.event("MESSAGE_CREATE"))["content"] == "hello"
    message.delete()
    assert (await socket.event("MESSAGE_DELETE"))["id"] == str(message.id)


async def test_members_only_with_their_intent(socket: Socket, world: World, table: Guild) -> None:
    world.application.privileged_intents = MEMBERS
    await socket.identify(world, MEMBERS)
    cora = world.person("cora", table)
    assert (await socket.event("GUILD_MEMBER_ADD"))["user"]["username"] == "cora"
    cora.member(table).leave()
    assert (await socket.event("GUILD_MEMBER_REMOVE"))["user"]["username"] == "cora"


async def test_asking_for_members(socket: Socket, world: World, table: Guild, ana: Person) -> None:
    await socket.identify(world, GUILDS)
    await socket.event("GUILD_CREATE")

    async def ask(**what: Any) -> list[str]:
        data = {"guild_id": str(table.id), "limit": 5, "nonce": "n", **what}
        await socket.socket.send_json({"op": 8, "d": data})
        told = await socket.event("GUILD_MEMBERS_CHUNK")
        assert told["nonce"] == "n"
        return [member["user"]["username"] for member in told["members"]]

    assert await ask(query="an") == ["ana"]
    assert await ask(user_ids=[str(ana.id)]) == ["ana"]
    assert await ask(query="") == []


async def test_shards_share_the_servers(practice: PracticeDiscord, session: aiohttp.ClientSession) -> None:
    world = practice.world
    for number in range(4):
        world.add_guild(f"Server {number}")
    told: set[str] = set()
    for number in range(2):
        async with session.ws_connect(practice.gateway_url) as connected:
            socket = Socket(connected)
            await socket.next()
            ready = await socket.identify(world, shard=[number, 2])
            ids = {guild["id"] for guild in ready["guilds"]}
            assert all((int(key) >> 22) % 2 == number for key in ids)
            assert not ids & told
            told |= ids
    assert told == {str(key) for key in world.guilds}


async def test_a_hidden_channel_tells_nothing(
    socket: Socket, world: World, table: Guild, fight: Channel, ana: Person
) -> None:
    from bot.practice.discord import Permission

    await socket.identify(world, GUILD_MESSAGES)
    member = table.bot_member
    assert member is not None
    fight.set_overwrite(member, deny=Permission.VIEW_CHANNEL)
    await ana.say(fight, "unheard")
    fight.set_overwrite(member)
    message = await ana.say(fight, "heard")
    assert (await socket.event("MESSAGE_CREATE"))["id"] == str(message.id)


async def test_a_dropped_socket_is_resumed_and_misses_nothing(
    practice: PracticeDiscord, fight: Channel, ana: Person
) -> None:
    async with running(practice, sample_bot.build(messages=True)) as bot:
        await practice.gateway.drop()
        act = asyncio.create_task(ana.slash(fight, "secret"))
        assert (await act).reply.content == "only for you"
        assert "resumed" in bot.seen
        assert bot.seen.count("ready") == 1


async def test_events_are_replayed_in_order(
    practice: PracticeDiscord, session: aiohttp.ClientSession, fight: Channel, ana: Person
) -> None:
    world = practice.world
    async with session.ws_connect(practice.gateway_url, autoclose=False) as connected:
        first = Socket(connected)
        await first.next()
        ready = await first.identify(world, GUILD_MESSAGES)
        await first.socket.close(code=4000)
    await world.until(lambda: not practice.gateway.online)
    for number in range(3):
        await ana.say(fight, str(number))
    async with session.ws_connect(practice.gateway_url) as connected:
        second = Socket(connected)
        await second.next()
        second.sequence = first.sequence
        await second.resume(world, ready["session_id"])
        numbers = [(await second.next())["s"] for _ in range(3)]
        assert numbers == [first.sequence + 1, first.sequence + 2, first.sequence + 3]
        await second.event("RESUMED")


@pytest.mark.parametrize("closed_with", [1000, 1001])
async def test_a_session_ends_with_a_proper_close(
    practice: PracticeDiscord, session: aiohttp.ClientSession, closed_with: int
) -> None:
    async with session.ws_connect(practice.gateway_url) as connected:
        first = Socket(connected)
        await first.next()
        ready = await first.identify(practice.world, 0)
        await first.socket.close(code=closed_with)
    await practice.world.until(lambda: not practice.gateway.online)
    async with session.ws_connect(practice.gateway_url) as connected:
        second = Socket(connected)
        await second.next()
        await second.resume(practice.world, ready["session_id"])
        assert await second.next() == {"op": 9, "s": None, "t": None, "d": False}


async def test_who_missed_too_much_cannot_resume(monkeypatch: pytest.MonkeyPatch) -> None:
    session = sessions.Session((0, 1), Intent.ALWAYS)
    session.ready = True
    for number in range(sessions.KEPT_EVENTS + 1):
        session.send("EVENT", number)
    assert not session.can_resume(0)
    assert session.can_resume(1)
    assert session.can_resume(session.sequence)
    assert not session.can_resume(session.sequence + 1)


async def test_asked_to_reconnect(
    bot: SampleBot, practice: PracticeDiscord, fight: Channel, ana: Person
) -> None:
    await practice.gateway.ask_reconnect()
    await eventually(lambda: "resumed" in bot.seen)
    assert (await ana.slash(fight, "secret")).kind == "message"
    assert bot.seen.count("ready") == 1


async def test_an_invalid_session_that_can_be_resumed(bot: SampleBot, practice: PracticeDiscord) -> None:
    await practice.gateway.invalidate(resumable=True)
    await eventually(lambda: "resumed" in bot.seen)


async def test_an_invalid_session_is_identified_anew(
    bot: SampleBot, practice: PracticeDiscord, fight: Channel, ana: Person
) -> None:
    await practice.gateway.invalidate()
    await eventually(lambda: bot.seen.count("ready") == 2)
    assert (await ana.slash(fight, "secret")).kind == "message"
    assert len(practice.gateway.sessions) == 1


async def test_the_sharded_client(practice: PracticeDiscord, fight: Channel, ana: Person) -> None:
    client = discord.AutoShardedClient(intents=discord.Intents(guilds=True), shard_count=1)
    client._connection.guild_ready_timeout = 0.02
    task = asyncio.create_task(client.start(practice.world.application.token))
    await practice.bot_ready()
    await client.wait_until_ready()
    assert [guild.name for guild in client.guilds] == ["Table One"]
    await client.close()
    await task


async def test_a_late_ready(practice: PracticeDiscord, fight: Channel, ana: Person) -> None:
    practice.faults.ready_delay = 0.1
    began = asyncio.get_running_loop().time()
    async with running(practice, sample_bot.build()):
        assert asyncio.get_running_loop().time() - began >= 0.1


async def test_wrong_token(practice: PracticeDiscord) -> None:
    client = sample_bot.build()
    with pytest.raises(discord.LoginFailure):
        await client.start("wrong")
    await client.close()
