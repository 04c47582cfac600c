"""The tables. A change here needs a migration; a test compares the two on both databases.

Rows are read and written with Core statements, so that nothing is tracked behind the scenes; these classes
give the columns their names and types.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, MetaData, UniqueConstraint, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from .columns import JournalJson, PlainJson, RowId, Snowflake, UtcDateTime

_TYPES = {datetime: UtcDateTime(), dict[str, Any]: PlainJson, list[Any]: PlainJson}


class Base(DeclarativeBase):
    """What all tables share: constraint names that migrations can refer to, and how Python's types are
    stored.
    """

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = _TYPES


def _of_encounter(**options: Any) -> Mapped[int]:
    return mapped_column(RowId, ForeignKey("encounters.id", ondelete="CASCADE"), **options)


class Server(Base):
    """A Discord server's settings."""

    __tablename__ = "servers"

    guild_id: Mapped[int] = mapped_column(Snowflake, primary_key=True, autoincrement=False)
    ruleset: Mapped[str | None]
    options: Mapped[dict[str, Any]]
    gm_role_id: Mapped[int | None] = mapped_column(Snowflake)
    start_role_id: Mapped[int | None] = mapped_column(Snowflake)
    deadline_seconds: Mapped[int | None]
    public: Mapped[dict[str, Any]]
    pings: Mapped[dict[str, Any]]
    retention_days: Mapped[int | None]
    left_at: Mapped[datetime | None]


class Member(Base):
    """What a member of a server wants; only of those who want something.

    muted: the kinds of pings they do not want.
    """

    __tablename__ = "members"

    guild_id: Mapped[int] = mapped_column(Snowflake, primary_key=True, autoincrement=False)
    user_id: Mapped[int] = mapped_column(Snowflake, primary_key=True, autoincrement=False, index=True)
    muted: Mapped[list[Any]]


class Sheet(Base):
    """A character's or creature's sheet; without an owner it is the server's own."""

    __tablename__ = "sheets"
    __table_args__ = (
        CheckConstraint("kind in ('character', 'creature')", name="kind"),
        # NULLs are never equal, so the server's own sheets need an index of their own
        Index(
            "uq_sheets_owned",
            "guild_id",
            "owner_id",
            "ruleset",
            "name",
            unique=True,
            sqlite_where=text("owner_id IS NOT NULL"),
            postgresql_where=text("owner_id IS NOT NULL"),
        ),
        Index(
            "uq_sheets_of_server",
            "guild_id",
            "ruleset",
            "name",
            unique=True,
            sqlite_where=text("owner_id IS NULL"),
            postgresql_where=text("owner_id IS NULL"),
        ),
        Index("ix_sheets_owner_id", "owner_id"),
    )

    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    guild_id: Mapped[int] = mapped_column(Snowflake)
    owner_id: Mapped[int | None] = mapped_column(Snowflake)
    ruleset: Mapped[str]
    name: Mapped[str]
    kind: Mapped[str]
    content: Mapped[dict[str, Any]]
    updated_at: Mapped[datetime]


class Draft(Base):
    """A sheet being written. Its id stands on buttons, so it is never given twice."""

    __tablename__ = "drafts"
    __table_args__ = (
        CheckConstraint("kind in ('character', 'creature')", name="kind"),
        Index("ix_drafts_user_id_guild_id", "user_id", "guild_id"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    guild_id: Mapped[int] = mapped_column(Snowflake)
    user_id: Mapped[int] = mapped_column(Snowflake)
    owner_id: Mapped[int | None] = mapped_column(Snowflake)
    sheet_id: Mapped[int | None] = mapped_column(
        RowId, ForeignKey("sheets.id", ondelete="CASCADE"), index=True
    )
    ruleset: Mapped[str]
    name: Mapped[str]
    kind: Mapped[str]
    content: Mapped[dict[str, Any]]
    updated_at: Mapped[datetime]


class Encounter(Base):
    """An encounter; its states and steps are in `checkpoints` and `steps`."""

    __tablename__ = "encounters"
    __table_args__ = (
        Index(
            "uq_encounters_open_in_channel",
            "guild_id",
            "channel_id",
            unique=True,
            sqlite_where=text("ended_at IS NULL"),
            postgresql_where=text("ended_at IS NULL"),
        ),
        Index("ix_encounters_guild_id_channel_id", "guild_id", "channel_id"),
        # its id is shown and typed (`export`), so it is never given twice
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    guild_id: Mapped[int] = mapped_column(Snowflake)
    channel_id: Mapped[int] = mapped_column(Snowflake)
    ruleset: Mapped[str]
    ruleset_version: Mapped[int]
    name: Mapped[str]
    gms: Mapped[list[Any]]
    settings: Mapped[dict[str, Any]]
    created_at: Mapped[datetime]
    public_seed: Mapped[bytes]
    secret_seed: Mapped[bytes]
    version: Mapped[int]
    phase: Mapped[str]
    paused_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]
    last_step: Mapped[int]
    last_checkpoint: Mapped[int]
    board_channel_id: Mapped[int | None] = mapped_column(Snowflake)
    board_message_id: Mapped[int | None] = mapped_column(Snowflake)
    board_posted_at: Mapped[datetime | None]
    board_version: Mapped[int | None]


class Participant(Base):
    """A user who has had a part in an encounter: where their traces are found again. forget: when it has
    ended.
    """

    __tablename__ = "participants"

    user_id: Mapped[int] = mapped_column(Snowflake, primary_key=True, autoincrement=False)
    encounter_id: Mapped[int] = _of_encounter(primary_key=True, index=True)
    forget: Mapped[bool]


_UNTOLD = text("told_version < version AND status <> 'dropped'")


class Step(Base):
    """A step of a journal in its stored form (`rules.engine.steps.encode_step`), and how far it has been
    told.

    version: of the encounter when the step was last saved; told_version: up to which it has been told.
    """

    __tablename__ = "steps"
    __table_args__ = (
        # what start-up looks for: a step that is told, or undone for good, is not in it
        Index(
            "ix_steps_untold",
            "encounter_id",
            "no",
            sqlite_where=_UNTOLD,
            postgresql_where=_UNTOLD,
        ),
    )

    encounter_id: Mapped[int] = _of_encounter(primary_key=True)
    no: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    by: Mapped[str]
    actor: Mapped[str]
    verb: Mapped[str]
    turn: Mapped[str]
    key: Mapped[str]
    at: Mapped[int] = mapped_column(RowId)
    status: Mapped[str]
    stop: Mapped[str]
    call: Mapped[dict[str, Any]] = mapped_column(JournalJson)
    inputs: Mapped[list[Any]] = mapped_column(JournalJson)
    changes: Mapped[list[Any]] = mapped_column(JournalJson)
    lines: Mapped[list[Any]] = mapped_column(JournalJson)
    deliveries: Mapped[list[Any]] = mapped_column(JournalJson)
    version: Mapped[int]
    told_version: Mapped[int]
    told_lines: Mapped[int]
    message_id: Mapped[int | None] = mapped_column(Snowflake)


class Checkpoint(Base):
    """The state after a step (0: as the encounter began), so that loading and undo stay cheap."""

    __tablename__ = "checkpoints"

    encounter_id: Mapped[int] = _of_encounter(primary_key=True)
    no: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    state: Mapped[dict[str, Any]] = mapped_column(JournalJson)
    counts: Mapped[list[Any]] = mapped_column(JournalJson)


class Delivery(Base):
    """What has been applied: Discord delivers an interaction again when it is unsure."""

    __tablename__ = "deliveries"
    __table_args__ = {"sqlite_with_rowid": False}  # noqa: RUF012

    key: Mapped[str] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(index=True)


class Ask(Base):
    """An ask or an offer that is open. Its id stands on buttons, so it is never given twice."""

    __tablename__ = "asks"
    __table_args__ = (
        CheckConstraint("kind in ('ask', 'offer')", name="kind"),
        UniqueConstraint("encounter_id", "step_no", "key"),
        Index(
            "ix_asks_deadline_at",
            "deadline_at",
            sqlite_where=text("deadline_at IS NOT NULL"),
            postgresql_where=text("deadline_at IS NOT NULL"),
        ),
        Index(
            "ix_asks_reminder_at",
            "reminder_at",
            sqlite_where=text("reminder_at IS NOT NULL"),
            postgresql_where=text("reminder_at IS NOT NULL"),
        ),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    encounter_id: Mapped[int] = _of_encounter()
    step_no: Mapped[int]
    key: Mapped[str]
    kind: Mapped[str]
    topic: Mapped[str]
    who: Mapped[str]
    user_id: Mapped[int | None] = mapped_column(Snowflake)
    deadline_at: Mapped[datetime | None]
    reminder_at: Mapped[datetime | None]


class Private(Base):
    """Something for one person's eyes, kept until their next press."""

    __tablename__ = "privates"
    __table_args__ = (Index("ix_privates_encounter_id_user_id", "encounter_id", "user_id"),)

    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    encounter_id: Mapped[int] = _of_encounter()
    user_id: Mapped[int] = mapped_column(Snowflake)
    step_no: Mapped[int]
    body: Mapped[Any] = mapped_column(PlainJson)


class Panel(Base):
    """What a person's panel remembers of an encounter."""

    __tablename__ = "panels"

    encounter_id: Mapped[int] = _of_encounter(primary_key=True)
    user_id: Mapped[int] = mapped_column(Snowflake, primary_key=True, autoincrement=False)
    remembered: Mapped[Any] = mapped_column(PlainJson)


class Roll(Base):
    """A roll outside any encounter."""

    __tablename__ = "rolls"
    __table_args__ = (Index("ix_rolls_guild_id_user_id", "guild_id", "user_id"),)

    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    guild_id: Mapped[int] = mapped_column(Snowflake)
    user_id: Mapped[int] = mapped_column(Snowflake)
    notation: Mapped[str]
    faces: Mapped[list[Any]]
    total: Mapped[int | None] = mapped_column(RowId)
    secret: Mapped[bool]
    at: Mapped[datetime]
