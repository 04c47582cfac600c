"""Sheets per server, ruleset and owner, and drafts of them."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from . import models as m
from .errors import NameTaken
from .rows import Draft, NewDraft, NewSheet, Sheet

_ADD = insert(m.Sheet).returning(m.Sheet.id)
_START = insert(m.Draft).returning(m.Draft.id)


def sheet_from(row: Row[Any]) -> Sheet:
    """A sheet from all the columns of its table."""
    return Sheet(
        row.guild_id,
        row.owner_id,
        row.ruleset,
        row.name,
        row.kind,
        row.content,
        id=row.id,
        updated_at=row.updated_at,
    )


class Sheets:
    """Sheets, in one transaction."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def add(self, new: NewSheet, now: datetime) -> Sheet:
        """Keep a new sheet. NameTaken when the owner has one of this name (exactly) for this game here."""
        columns = {
            "guild_id": new.guild,
            "owner_id": new.owner,
            "ruleset": new.ruleset,
            "name": new.name,
            "kind": new.kind,
            "content": dict(new.values),
            "updated_at": now,
        }
        try:
            number = (await self._connection.execute(_ADD, columns)).scalar_one()
        except IntegrityError:
            raise NameTaken(new.name) from None
        return Sheet(
            new.guild, new.owner, new.ruleset, new.name, new.kind, new.values, id=number, updated_at=now
        )

    async def put(self, sheet: Sheet, now: datetime) -> Sheet:
        """Replace a sheet's name, kind and values; LookupError when it is gone, NameTaken."""
        change = (
            update(m.Sheet)
            .where(m.Sheet.id == sheet.id)
            .values(name=sheet.name, kind=sheet.kind, content=dict(sheet.values), updated_at=now)
        )
        try:
            found = (await self._connection.execute(change)).rowcount
        except IntegrityError:
            raise NameTaken(sheet.name) from None
        if not found:
            raise LookupError(f"there is no sheet {sheet.id} any more")
        return replace(sheet, updated_at=now)

    async def get(self, sheet: int) -> Sheet | None:
        """The sheet with this id."""
        return next(iter(await self._all(m.Sheet.id == sheet)), None)

    async def find(self, guild: int, owner: int | None, ruleset: str, name: str) -> Sheet | None:
        """The sheet of exactly this name."""
        its = (*_of(guild, owner), m.Sheet.ruleset == ruleset, m.Sheet.name == name)
        return next(iter(await self._all(*its)), None)

    async def of(self, guild: int, owner: int | None, ruleset: str | None = None) -> tuple[Sheet, ...]:
        """An owner's sheets (None: the server's own), by name."""
        of_game = () if ruleset is None else (m.Sheet.ruleset == ruleset,)
        return await self._all(*_of(guild, owner), *of_game)

    async def delete(self, sheet: int) -> bool:
        """Delete a sheet and drafts of it; whether it was there."""
        return bool((await self._connection.execute(delete(m.Sheet).where(m.Sheet.id == sheet))).rowcount)

    async def _all(self, *conditions: ColumnElement[bool]) -> tuple[Sheet, ...]:
        wanted = select(*m.Sheet.__table__.c).where(*conditions)
        found = [sheet_from(row) for row in await self._connection.execute(wanted)]
        # sorted here, because the two databases order letters differently
        return tuple(sorted(found, key=lambda sheet: (sheet.name.casefold(), sheet.name, sheet.id)))


def _of(guild: int, owner: int | None) -> tuple[ColumnElement[bool], ...]:
    owned = m.Sheet.owner_id.is_(None) if owner is None else m.Sheet.owner_id == owner
    return m.Sheet.guild_id == guild, owned


class Drafts:
    """Sheets being written, by id, in one transaction."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def start(self, new: NewDraft, now: datetime) -> Draft:
        """Keep a new draft."""
        columns = {
            "guild_id": new.guild,
            "user_id": new.user,
            "owner_id": new.owner,
            "sheet_id": new.sheet,
            "ruleset": new.ruleset,
            "name": new.name,
            "kind": new.kind,
            "content": dict(new.values),
            "updated_at": now,
        }
        number = (await self._connection.execute(_START, columns)).scalar_one()
        return Draft(
            new.guild,
            new.user,
            new.owner,
            new.ruleset,
            new.name,
            new.kind,
            new.values,
            new.sheet,
            id=number,
            updated_at=now,
        )

    async def get(self, draft: int) -> Draft | None:
        """The draft with this id; None when it was saved, dropped or never was."""
        return next(iter(await self._all(m.Draft.id == draft)), None)

    async def put(self, draft: Draft, now: datetime) -> Draft:
        """Replace its name, kind and values; LookupError when it is gone."""
        change = (
            update(m.Draft)
            .where(m.Draft.id == draft.id)
            .values(name=draft.name, kind=draft.kind, content=dict(draft.values), updated_at=now)
        )
        if not (await self._connection.execute(change)).rowcount:
            raise LookupError(f"there is no draft {draft.id} any more")
        return replace(draft, updated_at=now)

    async def of(self, guild: int, user: int) -> tuple[Draft, ...]:
        """A person's drafts in a server, newest first."""
        return await self._all(m.Draft.user_id == user, m.Draft.guild_id == guild)

    async def drop(self, draft: int) -> bool:
        """Delete a draft; whether it was there."""
        return bool((await self._connection.execute(delete(m.Draft).where(m.Draft.id == draft))).rowcount)

    async def _all(self, *conditions: ColumnElement[bool]) -> tuple[Draft, ...]:
        wanted = select(*m.Draft.__table__.c).where(*conditions).order_by(m.Draft.id.desc())
        return tuple(
            Draft(
                row.guild_id,
                row.user_id,
                row.owner_id,
                row.ruleset,
                row.name,
                row.kind,
                row.content,
                row.sheet_id,
                id=row.id,
                updated_at=row.updated_at,
            )
            for row in await self._connection.execute(wanted)
        )
