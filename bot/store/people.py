"""What is kept for one person in an encounter (private texts, their panel) and outside of any (rolls, which
pings they do not want).
"""

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from . import models as m
from .rows import FreeRoll, Json, NewPrivate, Private
from .saving import keep_private, put_panel
from .sql import put


class Privates:
    """What was private and is kept until its person's next press."""

    def __init__(self, connection: AsyncConnection, writing: bool) -> None:
        self._connection = connection
        self._writing = writing

    async def keep(self, encounter: int, texts: Sequence[NewPrivate]) -> None:
        """Keep these for their people."""
        await self._connection.run_sync(keep_private, encounter, texts)

    async def take(self, encounter: int, user: int) -> tuple[Private, ...]:
        """What is kept for this person, oldest first; it is taken out (in a writing transaction)."""
        its = (m.Private.encounter_id == encounter, m.Private.user_id == user)
        wanted = select(*m.Private.__table__.c).where(*its).order_by(m.Private.id)
        if self._writing:
            wanted = wanted.with_for_update()
        rows = (await self._connection.execute(wanted)).all()
        if rows and self._writing:
            taken = m.Private.id.in_([row.id for row in rows])
            await self._connection.execute(delete(m.Private).where(taken))
        return tuple(Private(user, row.body, row.step_no, id=row.id, encounter=encounter) for row in rows)

    async def waiting(self, encounter: int) -> frozenset[int]:
        """The users for whom something is kept."""
        users = select(m.Private.user_id).where(m.Private.encounter_id == encounter).distinct()
        return frozenset((await self._connection.execute(users)).scalars())


class Panels:
    """What a person's panel remembers of an encounter: the last action and weapon."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(self, encounter: int, user: int) -> Json | None:
        """What the panel remembers; None for nothing."""
        its = (m.Panel.encounter_id == encounter, m.Panel.user_id == user)
        return (await self._connection.execute(select(m.Panel.remembered).where(*its))).scalar_one_or_none()

    async def put(self, encounter: int, user: int, remembered: Json) -> None:
        """What the panel remembers from now on."""
        await self._connection.run_sync(put_panel, encounter, user, remembered)


class Rolls:
    """Rolls outside encounters, for statistics."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def add(self, roll: FreeRoll) -> None:
        """Keep a roll."""
        await self._connection.execute(
            insert(m.Roll),
            {
                "guild_id": roll.guild,
                "user_id": roll.user,
                "notation": roll.notation,
                "faces": list(roll.faces),
                "total": roll.total,
                "secret": roll.secret,
                "at": roll.at,
            },
        )

    async def of(self, guild: int, user: int | None = None, limit: int = 1000) -> tuple[FreeRoll, ...]:
        """The newest rolls of a server or of one person in it, newest first."""
        wanted = select(*m.Roll.__table__.c).where(m.Roll.guild_id == guild)
        if user is not None:
            wanted = wanted.where(m.Roll.user_id == user)
        rows = await self._connection.execute(wanted.order_by(m.Roll.id.desc()).limit(limit))
        return tuple(
            FreeRoll(r.guild_id, r.user_id, r.notation, tuple(r.faces), r.total, r.secret, r.at) for r in rows
        )


class Members:
    """What members of servers want."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def muted(self, guild: int) -> Mapping[int, frozenset[str]]:
        """The members who want no pings of some kinds: user -> kinds."""
        wanted = select(m.Member.user_id, m.Member.muted).where(m.Member.guild_id == guild)
        return {user: frozenset(kinds) for user, kinds in await self._connection.execute(wanted)}

    async def mute(self, guild: int, user: int, kinds: Iterable[str]) -> None:
        """A member wants no pings of these kinds, and all others."""
        columns = {"guild_id": guild, "user_id": user, "muted": sorted(kinds)}
        if columns["muted"]:
            statement = put(self._connection.dialect.name, m.Member, ("guild_id", "user_id"), ("muted",))
            await self._connection.execute(statement, columns)
        else:
            its = (m.Member.guild_id == guild, m.Member.user_id == user)
            await self._connection.execute(delete(m.Member).where(*its))
