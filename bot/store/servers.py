"""Servers' settings, and which servers the bot has been removed from."""

from datetime import datetime
from typing import Any

from sqlalchemy import Row, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection

from . import models as m
from .encounters import of_shards
from .rows import Server
from .shards import ALL, Shards
from .sql import insert_new, put

_DEFAULTS: dict[str, Any] = {"options": {}, "public": {}, "pings": {}}
_SETTINGS = (
    "ruleset",
    "options",
    "gm_role_id",
    "start_role_id",
    "deadline_seconds",
    "public",
    "pings",
    "retention_days",
    "left_at",
)


class Servers:
    """Server settings, in one transaction."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(self, guild: int) -> Server:
        """The server's settings; defaults where it has none."""
        wanted = select(*m.Server.__table__.c).where(m.Server.guild_id == guild)
        row = (await self._connection.execute(wanted)).first()
        return Server(guild) if row is None else _server_from(row)

    async def put(self, server: Server) -> None:
        """Keep these settings. (`left_at` is kept too: None says that the bot is there.)"""
        columns = {
            "guild_id": server.guild,
            "ruleset": server.ruleset,
            "options": {ruleset: dict(chosen) for ruleset, chosen in server.options.items()},
            "gm_role_id": server.gm_role,
            "start_role_id": server.start_role,
            "deadline_seconds": server.deadline,
            "public": dict(server.public),
            "pings": dict(server.pings),
            "retention_days": server.retention_days,
            "left_at": server.left_at,
        }
        await self._connection.execute(put(self._dialect, m.Server, ("guild_id",), _SETTINGS), columns)

    async def left(self, guild: int, at: datetime) -> None:
        """The bot was removed at that time (the first one counts)."""
        columns = {"guild_id": guild, **_DEFAULTS}
        await self._connection.execute(insert_new(self._dialect, m.Server), columns)
        gone = update(m.Server).where(m.Server.guild_id == guild, m.Server.left_at.is_(None))
        await self._connection.execute(gone.values(left_at=at))

    async def returned(self, guild: int) -> None:
        """The bot is there (again): nothing is forgotten."""
        back = update(m.Server).where(m.Server.guild_id == guild).values(left_at=None)
        await self._connection.execute(back)

    async def known(self, shards: Shards = ALL) -> frozenset[int]:
        """Every server of which something is stored and that is not marked as left.

        Those that Discord does not name at start-up have removed the bot while it was down.
        """
        models = (m.Encounter, m.Sheet, m.Draft, m.Roll, m.Member, m.Server)
        kept = [model.guild_id for model in models]
        anything = union(*(select(guild.label("guild")) for guild in kept)).subquery()
        gone = select(m.Server.guild_id).where(m.Server.left_at.is_not(None))
        wanted = select(anything.c.guild).where(
            anything.c.guild.not_in(gone.scalar_subquery()), *of_shards(anything.c.guild, shards)
        )
        return frozenset((await self._connection.execute(wanted)).scalars())

    async def gone(self, shards: Shards = ALL) -> frozenset[int]:
        """Every server that is marked as left."""
        marked = select(m.Server.guild_id).where(
            m.Server.left_at.is_not(None), *of_shards(m.Server.guild_id, shards)
        )
        return frozenset((await self._connection.execute(marked)).scalars())

    @property
    def _dialect(self) -> str:
        return self._connection.dialect.name


def _server_from(row: Row[Any]) -> Server:
    return Server(
        guild=row.guild_id,
        ruleset=row.ruleset,
        options=row.options,
        gm_role=row.gm_role_id,
        start_role=row.start_role_id,
        deadline=row.deadline_seconds,
        public=row.public,
        pings=row.pings,
        retention_days=row.retention_days,
        left_at=row.left_at,
    )
