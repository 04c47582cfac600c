"""The gateway's socket: greeting, identification, heartbeats, resumption; and its faults."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from aiohttp import WSCloseCode, WSMsgType, web

from .. import events, payloads
from ..faults import Faults
from ..wire import Json, dumps, loads, snowflake
from ..world import PRIVILEGED, World
from .dispatch import KNOWN_INTENTS, Intent, dispatches, guild_create
from .session import Session

if TYPE_CHECKING:
    from ..model import Guild

HEARTBEAT_MS: Final = 41_250
_MESSAGES: Final = int(Intent.GUILD_MESSAGES | Intent.DIRECT_MESSAGES)

_NOT_AUTHENTICATED, _BAD_TOKEN, _TWICE = 4003, 4004, 4005
_UNKNOWN_OP, _DECODE_ERROR, _BAD_SHARD, _BAD_INTENTS, _DISALLOWED_INTENTS = 4001, 4002, 4010, 4013, 4014


@dataclass(slots=True, eq=False)
class Connection:
    """One open socket."""

    socket: web.WebSocketResponse
    transport: asyncio.Transport | None
    outbox: asyncio.Queue[str] = field(default_factory=asyncio.Queue)
    session: Session | None = None

    def send(self, op: int, data: object) -> None:
        """Send something that is no event."""
        self.outbox.put_nowait(dumps({"op": op, "s": None, "t": None, "d": data}))

    async def write(self) -> None:
        """Write what is to be sent, as long as the socket is open."""
        with contextlib.suppress(ConnectionError, RuntimeError):
            while True:
                await self.socket.send_str(await self.outbox.get())


class Gateway:
    """All sessions of the bot."""

    def __init__(self, world: World, faults: Faults) -> None:
        """Listen to the world from now on."""
        self._world = world
        self._faults = faults
        self._connections: set[Connection] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.sessions: dict[str, Session] = {}
        self._stop_listening = world.events.listen(self._on_event)
        world.interactions.reachable = self._reachable

    @property
    def online(self) -> bool:
        """Whether a session is ready and has a socket."""
        return any(session.ready and session.outbox is not None for session in self.sessions.values())

    # Faults on request

    async def drop(self) -> None:
        """Cut every socket without a word. The sessions can be resumed."""
        for connection in tuple(self._connections):
            if connection.transport is not None:
                connection.transport.abort()
        await self._world.until(lambda: not self.online, what="the sockets to be gone")

    async def ask_reconnect(self) -> None:
        """Tell every client to connect again (op 7)."""
        for connection in self._connections:
            connection.send(7, None)

    async def invalidate(self, *, resumable: bool = False) -> None:
        """Tell every client that its session is invalid (op 9)."""
        for connection in self._connections:
            if not resumable and connection.session is not None:
                self._forget(connection.session)
            connection.send(9, resumable)

    # The socket

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """One client's connection, from greeting to end."""
        socket = web.WebSocketResponse(compress=False, max_msg_size=64 * 1024)
        await socket.prepare(request)
        connection = Connection(socket, request.transport)
        self._connections.add(connection)
        writer = asyncio.create_task(connection.write())
        try:
            connection.send(10, {"heartbeat_interval": HEARTBEAT_MS})
            async for message in socket:
                if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    break
                code = await self._receive(connection, message.data)
                if code is not None:
                    await socket.close(code=code)
                    break
        finally:
            writer.cancel()
            self._connections.discard(connection)
            self._socket_gone(connection)
        return socket

    async def close(self) -> None:
        """Close all sockets and listen no more."""
        self._stop_listening()
        for task in self._tasks:
            task.cancel()
        for connection in tuple(self._connections):
            await connection.socket.close(code=WSCloseCode.GOING_AWAY)

    def _socket_gone(self, connection: Connection) -> None:
        session = connection.session
        if session is None or session.outbox is not connection.outbox:
            return
        session.outbox = None
        if connection.socket.close_code in (1000, 1001) or not session.ready:
            self._forget(session)
        self._world.emit(events.BotConnection(self.online))

    async def _receive(self, connection: Connection, text: str | bytes) -> int | None:
        """Take one message; a code where the socket is to be closed for it."""
        try:
            message: Any = loads(text)
            op, data = message["op"], message.get("d")
        except (ValueError, KeyError, TypeError):
            return _DECODE_ERROR
        if op == 1:
            connection.send(11, None)
        elif op == 2:
            return await self._identify(connection, data)
        elif op == 6:
            return self._resume(connection, data)
        elif connection.session is None:
            return _NOT_AUTHENTICATED
        elif op == 8:
            self._members(connection.session, data)
        elif op not in (3, 4):
            return _UNKNOWN_OP
        return None

    async def _identify(self, connection: Connection, data: Json) -> int | None:
        world = self._world
        if connection.session is not None:
            return _TWICE
        if data.get("token") != world.application.token:
            return _BAD_TOKEN
        number, count = data.get("shard") or (0, 1)
        if not 0 <= number < count:
            return _BAD_SHARD
        intents = data.get("intents")
        if not isinstance(intents, int) or intents & ~KNOWN_INTENTS:
            return _BAD_INTENTS
        if intents & PRIVILEGED & ~world.application.privileged_intents:
            return _DISALLOWED_INTENTS
        for old in tuple(self.sessions.values()):
            if old.shard == (number, count) and old.outbox is None:
                self._forget(old)
        session = Session((number, count), Intent(intents), outbox=connection.outbox)
        self.sessions[session.id] = session
        connection.session = session
        if self._faults.ready_delay:
            task = asyncio.create_task(self._ready_later(session))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        else:
            self._send_ready(session)
        return None

    async def _ready_later(self, session: Session) -> None:
        await asyncio.sleep(self._faults.ready_delay)
        if session.id in self.sessions:
            self._send_ready(session)

    def _send_ready(self, session: Session) -> None:
        world = self._world
        guilds = [one for one in world.guilds.values() if one.bot_member and session.covers(one)]
        session.ready = True
        session.send(
            "READY",
            {
                "v": 10,
                "user": payloads.own_user(world.application.user),
                "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
                "session_id": session.id,
                "resume_gateway_url": world.base_url.replace("http", "ws", 1) + "/gateway",
                "shard": list(session.shard),
                "application": {"id": str(world.application.id), "flags": 0},
                "private_channels": [],
            },
        )
        if session.intents & Intent.GUILDS:
            for guild in guilds:
                session.send("GUILD_CREATE", guild_create(world, guild, session.intents))
        world.emit(events.BotConnection(True))

    def _resume(self, connection: Connection, data: Json) -> int | None:
        if data.get("token") != self._world.application.token:
            return _BAD_TOKEN
        session = self.sessions.get(str(data.get("session_id")))
        sequence = data.get("seq")
        if session is None or not isinstance(sequence, int) or not session.can_resume(sequence):
            connection.send(9, False)
            return None
        session.outbox = connection.outbox
        connection.session = session
        session.replay(sequence)
        session.send("RESUMED", {})
        self._world.emit(events.BotConnection(True))
        return None

    def _members(self, session: Session, data: Json) -> None:
        """Answer a request for members; a whole list only with the intent for it."""
        guild = self._world.guilds.get(snowflake(data.get("guild_id")) or 0)
        if guild is None or guild.bot_member is None:
            return
        wanted = data.get("user_ids")
        query, limit = data.get("query"), data.get("limit") or 0
        if wanted is not None:
            keys = [snowflake(key) for key in (wanted if isinstance(wanted, list) else [wanted])]
            found = [guild.members[key] for key in keys if key in guild.members]
        elif query or session.intents & Intent.GUILD_MEMBERS:
            start = str(query or "").lower()
            found = [one for one in guild.members.values() if one.display.lower().startswith(start)]
            found = found[: limit or None]
        else:
            found = []
        session.send(
            "GUILD_MEMBERS_CHUNK",
            {
                "guild_id": str(guild.id),
                "members": [payloads.member(one) for one in found],
                "chunk_index": 0,
                "chunk_count": 1,
                "not_found": [],
                "nonce": data.get("nonce"),
            },
        )

    # Events of the world

    def _on_event(self, event: events.Event) -> None:
        if isinstance(event, events.MessageChanged) and not self._hears_messages():
            return
        dispatch = dispatches(self._world, event)
        if dispatch is None:
            return
        twice = isinstance(event, events.InteractionStarted) and self._faults.take_twice()
        for session in tuple(self.sessions.values()):
            session.offer(dispatch)
            if twice:
                session.offer(dispatch)

    def _hears_messages(self) -> bool:
        """Whether any session asked for messages; most bots of slash commands do not."""
        return any(int(session.intents) & _MESSAGES for session in self.sessions.values())

    def _reachable(self, guild: Guild | None) -> bool:
        if guild is not None and guild.bot_member is None:
            return False
        return any(session.ready and session.covers(guild) for session in self.sessions.values())

    def _forget(self, session: Session) -> None:
        self.sessions.pop(session.id, None)
        session.ready = False
