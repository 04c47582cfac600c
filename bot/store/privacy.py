"""What is stored about a person, and how it is forgotten.

A person leaves traces of two kinds: what is theirs alone (sheets, drafts, rolls, what was kept for them),
which is deleted at once, and their part in fights that are others' too. From those their id is taken out when
they have ended, as if the GM had played for them; names of characters and what was rolled stay (`anonymous`).
"""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, delete, func, or_, select, update
from sqlalchemy.orm import InstrumentedAttribute

from . import models as m
from .rows import AboutUser, Forgotten, Sheet
from .sheets import sheet_from


def about_user(connection: Connection, user: int, guild: int | None) -> AboutUser:
    """What is stored about a person, in one server or everywhere."""
    running, ended = _encounters(connection, user, guild)
    everywhere = (*running, *ended)
    return AboutUser(
        sheets=_sheets(connection, user, guild),
        drafts=_count(connection, *_drafts(user, guild)),
        free_rolls=_count(connection, *_rolls(user, guild)),
        encounters=tuple(sorted(everywhere)),
        open_encounters=running,
        steps=_count(connection, m.Step.encounter_id.in_(everywhere), m.Step.by == str(user)),
        private=_count(connection, m.Private.encounter_id.in_(everywhere), m.Private.user_id == user),
        panels=_count(connection, m.Panel.encounter_id.in_(everywhere), m.Panel.user_id == user),
        wishes=_count(connection, m.Member.user_id == user, *_in(m.Member.guild_id, guild)),
    )


def forget_user(connection: Connection, user: int, guild: int | None) -> Forgotten:
    """Delete what is a person's own, and mark their encounters to be made anonymous."""
    running, ended = _encounters(connection, user, guild)
    everywhere = (*running, *ended)
    drafts = _deleted(connection, m.Draft, *_drafts(user, guild))
    sheets = _deleted(connection, m.Sheet, m.Sheet.owner_id == user, *_in(m.Sheet.guild_id, guild))
    rolls = _deleted(connection, m.Roll, *_rolls(user, guild))
    _deleted(connection, m.Private, m.Private.encounter_id.in_(everywhere), m.Private.user_id == user)
    _deleted(connection, m.Panel, m.Panel.encounter_id.in_(everywhere), m.Panel.user_id == user)
    _deleted(connection, m.Member, m.Member.user_id == user, *_in(m.Member.guild_id, guild))
    mark = update(m.Participant).where(
        m.Participant.user_id == user, m.Participant.encounter_id.in_(everywhere)
    )
    connection.execute(mark.values(forget=True))
    return Forgotten(sheets, drafts, rolls, len(ended), running)


def to_be_made_anonymous(connection: Connection, user: int | None = None) -> list[tuple[int, int]]:
    """(encounter, user) of ended encounters whose person wants to be forgotten; of one user or of all."""
    wanted = (
        select(m.Participant.encounter_id, m.Participant.user_id)
        .join(m.Encounter, m.Encounter.id == m.Participant.encounter_id)
        .where(m.Participant.forget.is_(True), m.Encounter.ended_at.is_not(None))
    )
    if user is not None:
        wanted = wanted.where(m.Participant.user_id == user)
    return [(encounter, who) for encounter, who in connection.execute(wanted)]


def _encounters(
    connection: Connection, user: int, guild: int | None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Ids of a person's encounters: those that still run, those that have ended."""
    wanted = (
        select(m.Encounter.id, m.Encounter.ended_at.is_(None))
        .join(m.Participant, m.Participant.encounter_id == m.Encounter.id)
        .where(m.Participant.user_id == user, *_in(m.Encounter.guild_id, guild))
        .order_by(m.Encounter.id)
    )
    found = [(number, bool(running)) for number, running in connection.execute(wanted)]
    return tuple(n for n, running in found if running), tuple(n for n, running in found if not running)


def _sheets(connection: Connection, user: int, guild: int | None) -> tuple[Sheet, ...]:
    wanted = select(*m.Sheet.__table__.c).where(m.Sheet.owner_id == user, *_in(m.Sheet.guild_id, guild))
    return tuple(sheet_from(row) for row in connection.execute(wanted.order_by(m.Sheet.id)))


def _drafts(user: int, guild: int | None) -> Sequence[ColumnElement[bool]]:
    """What they write, and what a GM writes for them."""
    return (or_(m.Draft.user_id == user, m.Draft.owner_id == user), *_in(m.Draft.guild_id, guild))


def _rolls(user: int, guild: int | None) -> Sequence[ColumnElement[bool]]:
    return (m.Roll.user_id == user, *_in(m.Roll.guild_id, guild))


def _in(column: InstrumentedAttribute[int], guild: int | None) -> Sequence[ColumnElement[bool]]:
    return () if guild is None else (column == guild,)


def _count(connection: Connection, *conditions: ColumnElement[bool]) -> int:
    return connection.execute(select(func.count()).where(*conditions)).scalar_one()


def _deleted(connection: Connection, model: type[m.Base], *conditions: ColumnElement[bool]) -> int:
    return connection.execute(delete(model).where(*conditions)).rowcount
