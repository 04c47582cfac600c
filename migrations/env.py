"""What Alembic runs for every command: with the connection it is given, or with one to DATABASE_URL.

All migrations of one command are one transaction, and only one process migrates at a time.
"""

import asyncio
import os
from typing import Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import Connection, text

from bot.store.columns import PlainJson, UtcDateTime
from bot.store.engine import create_migration_engine
from bot.store.models import Base

# any number will do, as long as nobody else locks it
MIGRATING = 7_461_001


def render(kind: str, item: object, _: AutogenContext) -> str | Literal[False]:
    """A type in a new migration as plain SQLAlchemy, so that old migrations stand without the code of
    today.
    """
    if kind == "type" and isinstance(item, UtcDateTime):
        return "sa.DateTime(timezone=True)"
    if kind == "type" and item is PlainJson:
        return 'sa.JSON().with_variant(sa.dialects.postgresql.JSONB(), "postgresql")'
    return False


def migrate(connection: Connection) -> None:
    """Run the migrations that the command names."""
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        compare_type=True,
        render_item=render,
        # SQLite's are too, in the transaction that our connections begin
        transactional_ddl=True,
        # SQLite cannot alter a table: a new one is filled and takes its place
        render_as_batch=connection.dialect.name == "sqlite",
    )
    with context.begin_transaction():
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
        context.run_migrations()
        if connection.dialect.name == "sqlite":
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
            if broken:
                raise RuntimeError(f"the migration left rows that point nowhere: {broken[:10]}")


async def connect_and_migrate(address: str) -> None:
    """Run them on a connection of their own."""
    engine = create_migration_engine(address)
    try:
        async with engine.connect() as connection:
            await connection.run_sync(migrate)
            await connection.commit()
    finally:
        await engine.dispose()


given: Connection | None = context.config.attributes.get("connection")
if given is not None:
    migrate(given)
else:
    asyncio.run(connect_and_migrate(os.environ["DATABASE_URL"]))
