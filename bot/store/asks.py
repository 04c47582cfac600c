"""Asks and offers that are shown to people: found by button, by encounter, by deadline."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from . import models as m
from .encounters import of_shards
from .rows import AskRow
from .shards import ALL, Shards
from .stored import ask_from

_ASKS = (
    select(*m.Ask.__table__.c, m.Encounter.guild_id, m.Encounter.channel_id, m.Step.message_id)
    .join(m.Encounter, m.Encounter.id == m.Ask.encounter_id)
    .outerjoin(m.Step, and_(m.Step.encounter_id == m.Ask.encounter_id, m.Step.no == m.Ask.step_no))
)
_RUNNING = m.Encounter.paused_at.is_(None)


class Asks:
    """Asks and offers, in one transaction. A save opens and closes them; what is stored is open."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(self, ask: int) -> AskRow | None:
        """The ask with this id; None when it has been closed, or never was."""
        found = await self._all(_ASKS.where(m.Ask.id == ask))
        return found[0] if found else None

    async def of(self, encounter: int) -> tuple[AskRow, ...]:
        """The asks of an encounter, oldest first."""
        return await self._all(_ASKS.where(m.Ask.encounter_id == encounter).order_by(m.Ask.id))

    async def due(self, now: datetime, shards: Shards = ALL, limit: int = 100) -> tuple[AskRow, ...]:
        """Asks whose deadline has passed, of encounters that are not paused, oldest deadline first."""
        return await self._passed(m.Ask.deadline_at, now, shards, limit)

    async def reminders(self, now: datetime, shards: Shards = ALL, limit: int = 100) -> tuple[AskRow, ...]:
        """Asks whose reminder is due, of encounters that are not paused, oldest first."""
        return await self._passed(m.Ask.reminder_at, now, shards, limit)

    async def reminded(self, ids: Iterable[int]) -> None:
        """These have been reminded; it is done once."""
        await self._connection.execute(update(m.Ask).where(m.Ask.id.in_(list(ids))).values(reminder_at=None))

    async def next_at(self, shards: Shards = ALL) -> datetime | None:
        """When the next deadline or reminder is due; None when none is."""
        moments: list[datetime] = []
        for column in (m.Ask.deadline_at, m.Ask.reminder_at):
            soonest = (
                select(func.min(column))
                .join(m.Encounter, m.Encounter.id == m.Ask.encounter_id)
                .where(column.is_not(None), _RUNNING, *of_shards(m.Encounter.guild_id, shards))
            )
            moment = (await self._connection.execute(soonest)).scalar()
            if moment is not None:
                moments.append(moment)
        return min(moments, default=None)

    async def postpone(self, now: datetime, until: datetime, shards: Shards = ALL) -> tuple[int, ...]:
        """At start-up: deadlines that passed while nobody could answer are put off. Returns the encounter of
        each.

        Those of paused encounters stand still; they have not passed.
        """
        passed = select(m.Ask.id).join(m.Encounter, m.Encounter.id == m.Ask.encounter_id)
        passed = passed.where(m.Ask.deadline_at <= now, _RUNNING, *of_shards(m.Encounter.guild_id, shards))
        put_off = update(m.Ask).where(m.Ask.id.in_(passed.scalar_subquery())).values(deadline_at=until)
        return tuple((await self._connection.execute(put_off.returning(m.Ask.encounter_id))).scalars())

    async def shift(self, encounter: int, by: timedelta) -> None:
        """After a pause: deadlines and reminders of an encounter's asks are this much later."""
        for ask in await self._all(_ASKS.where(m.Ask.encounter_id == encounter)):
            if ask.deadline_at is not None or ask.reminder_at is not None:
                await self.set_deadline(ask.id, _later(ask.deadline_at, by), _later(ask.reminder_at, by))

    async def set_deadline(
        self, ask: int, deadline_at: datetime | None, reminder_at: datetime | None
    ) -> None:
        """Another deadline and reminder for one ask."""
        await self._connection.execute(
            update(m.Ask).where(m.Ask.id == ask).values(deadline_at=deadline_at, reminder_at=reminder_at)
        )

    async def assign(self, encounter: int, who: str, user: int | None) -> None:
        """The asks of this combatant go to another person (handed over)."""
        await self._connection.execute(
            update(m.Ask).where(m.Ask.encounter_id == encounter, m.Ask.who == who).values(user_id=user)
        )

    async def _passed(
        self, column: ColumnElement[datetime | None] | Any, now: datetime, shards: Shards, limit: int
    ) -> tuple[AskRow, ...]:
        passed = _ASKS.where(column <= now, _RUNNING, *of_shards(m.Encounter.guild_id, shards))
        return await self._all(passed.order_by(column, m.Ask.id).limit(limit))

    async def _all(self, wanted: Select[Any]) -> tuple[AskRow, ...]:
        return tuple(ask_from(row) for row in await self._connection.execute(wanted))


def _later(moment: datetime | None, by: timedelta) -> datetime | None:
    return None if moment is None else moment + by
