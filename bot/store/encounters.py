"""Encounters and windows of their journals."""

import logging
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Integer, Row, Select, literal, literal_column, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from rules.engine.steps import DROPPED

from . import models as m
from .errors import Unreadable
from .rows import EncounterRow, NewEncounter, Save, Saved, Told, Untold, Window
from .saving import open_encounter, save_act
from .shards import ALL, Shards
from .stored import checkpoint_from, encounter_from, seeds_from, step_from

_log = logging.getLogger(__name__)
_ENCOUNTERS = select(*m.Encounter.__table__.c)
_CHECKPOINTS = select(*m.Checkpoint.__table__.c)
_STEPS = select(*m.Step.__table__.c)
_LEFT = select(m.Server.guild_id).where(m.Server.left_at.is_not(None))

# spelled out as in the index, which SQLite uses only then; what was undone for good goes without a word
UNTOLD = (m.Step.told_version < m.Step.version, m.Step.status != literal_column(f"'{DROPPED}'"))


def of_shards(guild: ColumnElement[int] | Any, shards: Shards) -> tuple[ColumnElement[bool], ...]:
    """The condition that a server is looked after by these shards; none when all are."""
    if shards.everything:
        return ()
    # PostgreSQL shifts a BIGINT by an INTEGER only
    shard = guild.op(">>")(literal(22, Integer)).op("%")(shards.count)
    return (shard.in_(sorted(shards.own)),)


class Encounters:
    """Encounters and their journals, in one transaction."""

    def __init__(self, connection: AsyncConnection, writing: bool) -> None:
        self._connection = connection
        self._writing = writing

    async def open(self, new: NewEncounter, delivery: str = "") -> EncounterRow:
        """A new encounter. ChannelTaken when the channel has an open one; AlreadyDelivered."""
        return await self._connection.run_sync(open_encounter, new, delivery)

    async def get(self, encounter: int) -> EncounterRow | None:
        """The encounter with this id."""
        return await self._first(_ENCOUNTERS.where(m.Encounter.id == encounter))

    async def in_channel(self, guild: int, channel: int) -> EncounterRow | None:
        """The open encounter of a channel or thread."""
        return await self._first(self._of(guild, channel).where(m.Encounter.ended_at.is_(None)))

    async def latest(self, guild: int, channel: int) -> EncounterRow | None:
        """The newest encounter of a channel, open or ended (for its log)."""
        return await self._first(self._of(guild, channel).order_by(m.Encounter.id.desc()).limit(1))

    async def with_part_of(self, user: int, guild: int, limit: int = 25) -> tuple[EncounterRow, ...]:
        """The newest encounters of a server that a user has had a part in, newest first."""
        own = select(m.Participant.encounter_id).where(m.Participant.user_id == user)
        wanted = _ENCOUNTERS.where(m.Encounter.guild_id == guild, m.Encounter.id.in_(own))
        rows = await self._connection.execute(wanted.order_by(m.Encounter.id.desc()).limit(limit))
        return tuple(encounter_from(row) for row in rows)

    async def open_places(self, shards: Shards = ALL) -> tuple[tuple[int, int], ...]:
        """(server, channel) of every open encounter where the bot is still."""
        wanted = select(m.Encounter.guild_id, m.Encounter.channel_id).where(
            m.Encounter.ended_at.is_(None),
            m.Encounter.guild_id.not_in(_LEFT),
            *of_shards(m.Encounter.guild_id, shards),
        )
        return tuple((guild, channel) for guild, channel in await self._connection.execute(wanted))

    async def window(self, encounter: int, before: int | None = None) -> Window | None:
        """The newest checkpoint and the steps since; None for an unknown id.

        before: only a checkpoint with a smaller number counts (after `NeedEarlier`: the number of the
        window's base). before=1 gives the whole journal. In a writing transaction the encounter's row is
        locked. Unreadable.
        """
        wanted = _ENCOUNTERS.where(m.Encounter.id == encounter)
        if self._writing:
            wanted = wanted.with_for_update()
        found = (await self._connection.execute(wanted)).first()
        if found is None:
            return None
        checkpoints = _CHECKPOINTS.where(m.Checkpoint.encounter_id == encounter)
        if before is not None:
            checkpoints = checkpoints.where(m.Checkpoint.no < before)
        newest = checkpoints.order_by(m.Checkpoint.no.desc()).limit(1)
        base = checkpoint_from((await self._connection.execute(newest)).one())
        since = _STEPS.where(m.Step.encounter_id == encounter, m.Step.no > base.no).order_by(m.Step.no)
        rows = (await self._connection.execute(since)).all()
        return Window(
            encounter_from(found),
            seeds_from(found),
            base,
            tuple(step_from(row) for row in rows),
            {row.no: _told_from(row) for row in rows if row.told_version},
        )

    async def save(self, save: Save) -> Saved:
        """As `Store.save`, within this transaction."""
        return await self._connection.run_sync(save_act, save)

    async def untold(self, shards: Shards = ALL) -> tuple[Untold, ...]:
        """Steps that were saved and, for all that is noted, not told since; oldest first, encounter by
        encounter, those of ended ones too. One that cannot be read is left out and logged.

        What cannot be told is to be noted as told, or it comes again at every start.
        """
        wanted: Select[Any] = (
            select(*m.Step.__table__.c, m.Encounter.guild_id, m.Encounter.channel_id)
            .join(m.Encounter, m.Encounter.id == m.Step.encounter_id)
            .where(*UNTOLD, *of_shards(m.Encounter.guild_id, shards))
            .order_by(m.Step.encounter_id, m.Step.no)
        )
        found: list[Untold] = []
        for row in await self._connection.execute(wanted):
            try:
                step = step_from(row)
            except Unreadable as why:
                _log.warning("not told: %s", why)
                continue
            found.append(
                Untold(
                    row.encounter_id,
                    row.guild_id,
                    row.channel_id,
                    step,
                    row.version,
                    row.message_id,
                    row.told_lines,
                )
            )
        return tuple(found)

    async def stale_boards(self, since: datetime, shards: Shards = ALL) -> tuple[EncounterRow, ...]:
        """Encounters whose board does not show, for all that is noted, what they have come to: open ones and
        those that ended since then, where the bot is still.
        """
        wanted = _ENCOUNTERS.where(
            m.Encounter.board_version < m.Encounter.version,
            or_(m.Encounter.ended_at.is_(None), m.Encounter.ended_at > since),
            m.Encounter.guild_id.not_in(_LEFT),
            *of_shards(m.Encounter.guild_id, shards),
        )
        rows = await self._connection.execute(wanted.order_by(m.Encounter.id))
        return tuple(encounter_from(row) for row in rows)

    def _of(self, guild: int, channel: int) -> Select[Any]:
        return _ENCOUNTERS.where(m.Encounter.guild_id == guild, m.Encounter.channel_id == channel)

    async def _first(self, wanted: Select[Any]) -> EncounterRow | None:
        row = (await self._connection.execute(wanted)).first()
        return None if row is None else encounter_from(row)


def _told_from(row: Row[Any]) -> Told:
    return Told(row.encounter_id, row.no, row.told_version, row.message_id, row.told_lines)
