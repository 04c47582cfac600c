"""What is deleted when its time has come, in small transactions, so that nobody waits long for their turn."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, delete, select, update

from . import models as m
from .encounters import UNTOLD
from .rows import Purged

FORGET_AFTER = timedelta(days=30)
"""A server that removed the bot is forgotten after this."""

DELIVERIES_KEPT = timedelta(days=7)
"""Discord repeats a delivery within minutes."""

DRAFTS_KEPT = timedelta(days=30)

TRIED_TO_TELL = timedelta(days=7)
"""How long after the end of its encounter a step that could not be told is still tried."""

ENCOUNTERS_AT_ONCE = 10
ROWS_AT_ONCE = 500

T = TypeVar("T")
Run = Callable[[Callable[[Connection], Any]], Awaitable[Any]]
"""Runs a piece of work in a transaction of its own."""


async def purge(run: Run, now: datetime) -> Purged:
    """Delete ended encounters by their server's setting, servers that were left long ago, old deliveries and
    drafts.
    """
    gone: list[int] = await run(lambda connection: _left(connection, now))
    doomed: list[int] = await run(lambda connection: _doomed(connection, gone, now))
    for some in _portions(doomed, ENCOUNTERS_AT_ONCE):
        await run(partial(_delete, m.Encounter, m.Encounter.id.in_(some)))
    for guild in gone:
        await run(partial(_forget_server, guild))
    await run(lambda connection: _give_up(connection, now))
    deliveries = m.Delivery.at < now - DELIVERIES_KEPT
    drafts = m.Draft.updated_at < now - DRAFTS_KEPT
    return Purged(
        encounters=len(doomed),
        servers=len(gone),
        deliveries=await _sweep(run, m.Delivery, m.Delivery.key, deliveries),
        drafts=await _sweep(run, m.Draft, m.Draft.id, drafts),
    )


def _left(connection: Connection, now: datetime) -> list[int]:
    """Servers that were left so long ago that they are to be forgotten."""
    left = select(m.Server.guild_id).where(m.Server.left_at < now - FORGET_AFTER)
    return list(connection.execute(left).scalars())


def _doomed(connection: Connection, gone: Sequence[int], now: datetime) -> list[int]:
    """Encounters of servers to be forgotten, and ended ones that are older than their server keeps them."""
    of_gone = select(m.Encounter.id).where(m.Encounter.guild_id.in_(gone))
    doomed = list(connection.execute(of_gone).scalars())
    limits = select(m.Server.guild_id, m.Server.retention_days).where(
        m.Server.retention_days.is_not(None), m.Server.guild_id.not_in(gone)
    )
    for guild, days in connection.execute(limits).all():
        old = select(m.Encounter.id).where(
            m.Encounter.guild_id == guild, m.Encounter.ended_at < now - timedelta(days=days or 0)
        )
        doomed.extend(connection.execute(old).scalars())
    return doomed


def _give_up(connection: Connection, now: datetime) -> None:
    """Nobody waits any more for what could not be told of encounters long ended."""
    ended = select(m.Encounter.id).where(m.Encounter.ended_at < now - TRIED_TO_TELL).scalar_subquery()
    untold = update(m.Step).where(*UNTOLD, m.Step.encounter_id.in_(ended))
    connection.execute(untold.values(told_version=m.Step.version))


def _forget_server(guild: int, connection: Connection) -> None:
    for model, column in (
        (m.Encounter, m.Encounter.guild_id),
        (m.Draft, m.Draft.guild_id),
        (m.Sheet, m.Sheet.guild_id),
        (m.Roll, m.Roll.guild_id),
        (m.Member, m.Member.guild_id),
        (m.Server, m.Server.guild_id),
    ):
        _delete(model, column == guild, connection)


async def _sweep(run: Run, model: type[m.Base], key: Any, condition: ColumnElement[bool]) -> int:
    """Delete the rows under this condition, some at a time; how many they were."""
    some = select(key).where(condition).limit(ROWS_AT_ONCE).scalar_subquery()
    total = 0
    while True:
        found: int = await run(partial(_delete, model, key.in_(some)))
        total += found
        if found < ROWS_AT_ONCE:
            return total


def _delete(model: type[m.Base], condition: ColumnElement[bool], connection: Connection) -> int:
    return connection.execute(delete(model).where(condition)).rowcount


def _portions(ids: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    return (ids[start : start + size] for start in range(0, len(ids), size))
