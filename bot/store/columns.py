"""The column types that both databases share, and the text form of JSON."""

import json
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, DateTime, Dialect, Integer
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.types import TypeDecorator

Snowflake = BigInteger
"""An id of Discord's: 64 bits."""

# SQLite counts rows by itself only in a column of exactly the type INTEGER (which has 64 bits there).
RowId = BigInteger().with_variant(Integer, "sqlite")

# A Python None in a JSON column is SQL's NULL, never JSON's null.
PlainJson = JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")

# The journal's own: never looked into by the database, and a fifth smaller as the text it is than as JSONB.
JournalJson = JSON(none_as_null=True)


class UtcDateTime(TypeDecorator[datetime]):
    """A moment: aware datetimes go in, in any zone, and come out in UTC. ValueError for a naive one."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs its time zone")
        moment = value.astimezone(UTC)
        # SQLite keeps a text without a zone; fixed width, so that texts sort as moments do
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def to_json(value: Any) -> str:
    """Compact JSON text, letters of every script as they are."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
