"""The first tables."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


MOMENT = sa.DateTime(timezone=True)
PLAIN_JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")
ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Servers, sheets, encounters with journals and asks, rolls."""
    op.create_table(
        "deliveries",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_deliveries")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_deliveries_at", "deliveries", ["at"], unique=False)

    op.create_table(
        "encounters",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("ruleset", sa.String(), nullable=False),
        sa.Column("ruleset_version", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("gms", PLAIN_JSON, nullable=False),
        sa.Column("settings", PLAIN_JSON, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("public_seed", sa.LargeBinary(), nullable=False),
        sa.Column("secret_seed", sa.LargeBinary(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(), nullable=False),
        sa.Column("paused_at", MOMENT, nullable=True),
        sa.Column("ended_at", MOMENT, nullable=True),
        sa.Column("last_step", sa.Integer(), nullable=False),
        sa.Column("last_checkpoint", sa.Integer(), nullable=False),
        sa.Column("board_channel_id", sa.BigInteger(), nullable=True),
        sa.Column("board_message_id", sa.BigInteger(), nullable=True),
        sa.Column("board_posted_at", MOMENT, nullable=True),
        sa.Column("board_version", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_encounters")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_encounters_guild_id_channel_id", "encounters", ["guild_id", "channel_id"], unique=False
    )
    op.create_index(
        "uq_encounters_open_in_channel",
        "encounters",
        ["guild_id", "channel_id"],
        unique=True,
        sqlite_where=sa.text("ended_at IS NULL"),
        postgresql_where=sa.text("ended_at IS NULL"),
    )

    op.create_table(
        "rolls",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("notation", sa.String(), nullable=False),
        sa.Column("faces", PLAIN_JSON, nullable=False),
        sa.Column("total", ROW_ID, nullable=True),
        sa.Column("secret", sa.Boolean(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rolls")),
    )
    op.create_index("ix_rolls_guild_id_user_id", "rolls", ["guild_id", "user_id"], unique=False)

    op.create_table(
        "servers",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("ruleset", sa.String(), nullable=True),
        sa.Column("options", PLAIN_JSON, nullable=False),
        sa.Column("gm_role_id", sa.BigInteger(), nullable=True),
        sa.Column("start_role_id", sa.BigInteger(), nullable=True),
        sa.Column("deadline_seconds", sa.Integer(), nullable=True),
        sa.Column("public", PLAIN_JSON, nullable=False),
        sa.Column("pings", PLAIN_JSON, nullable=False),
        sa.Column("retention_days", sa.Integer(), nullable=True),
        sa.Column("left_at", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_servers")),
    )
    op.create_table(
        "sheets",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("owner_id", sa.BigInteger(), nullable=True),
        sa.Column("ruleset", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("content", PLAIN_JSON, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.CheckConstraint("kind in ('character', 'creature')", name=op.f("ck_sheets_kind")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sheets")),
    )
    op.create_index("ix_sheets_owner_id", "sheets", ["owner_id"], unique=False)
    op.create_index(
        "uq_sheets_of_server",
        "sheets",
        ["guild_id", "ruleset", "name"],
        unique=True,
        sqlite_where=sa.text("owner_id IS NULL"),
        postgresql_where=sa.text("owner_id IS NULL"),
    )
    op.create_index(
        "uq_sheets_owned",
        "sheets",
        ["guild_id", "owner_id", "ruleset", "name"],
        unique=True,
        sqlite_where=sa.text("owner_id IS NOT NULL"),
        postgresql_where=sa.text("owner_id IS NOT NULL"),
    )

    op.create_table(
        "asks",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("encounter_id", ROW_ID, nullable=False),
        sa.Column("step_no", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("topic", sa.String(), nullable=False),
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("deadline_at", MOMENT, nullable=True),
        sa.Column("reminder_at", MOMENT, nullable=True),
        sa.CheckConstraint("kind in ('ask', 'offer')", name=op.f("ck_asks_kind")),
        sa.ForeignKeyConstraint(
            ["encounter_id"],
            ["encounters.id"],
            name=op.f("fk_asks_encounter_id_encounters"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_asks")),
        sa.UniqueConstraint("encounter_id", "step_no", "key", name=op.f("uq_asks_encounter_id_step_no_key")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_asks_deadline_at",
        "asks",
        ["deadline_at"],
        unique=False,
        sqlite_where=sa.text("deadline_at IS NOT NULL"),
        postgresql_where=sa.text("deadline_at IS NOT NULL"),
    )
    op.create_index(
        "ix_asks_reminder_at",
        "asks",
        ["reminder_at"],
        unique=False,
        sqlite_where=sa.text("reminder_at IS NOT NULL"),
        postgresql_where=sa.text("reminder_at IS NOT NULL"),
    )

    op.create_table(
        "checkpoints",
        sa.Column("encounter_id", ROW_ID, nullable=False),
        sa.Column("no", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.Column("counts", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["encounter_id"],
            ["encounters.id"],
            name=op.f("fk_checkpoints_encounter_id_encounters"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("encounter_id", "no", name=op.f("pk_checkpoints")),
    )
    op.create_table(
        "drafts",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("owner_id", sa.BigInteger(), nullable=True),
        sa.Column("sheet_id", ROW_ID, nullable=True),
        sa.Column("ruleset", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("content", PLAIN_JSON, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.CheckConstraint("kind in ('character', 'creature')", name=op.f("ck_drafts_kind")),
        sa.ForeignKeyConstraint(
            ["sheet_id"], ["sheets.id"], name=op.f("fk_drafts_sheet_id_sheets"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_drafts")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_drafts_sheet_id", "drafts", ["sheet_id"], unique=False)
    op.create_index("ix_drafts_user_id_guild_id", "drafts", ["user_id", "guild_id"], unique=False)

    op.create_table(
        "panels",
        sa.Column("encounter_id", ROW_ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("remembered", PLAIN_JSON, nullable=False),
        sa.ForeignKeyConstraint(
            ["encounter_id"],
            ["encounters.id"],
            name=op.f("fk_panels_encounter_id_encounters"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("encounter_id", "user_id", name=op.f("pk_panels")),
    )
    op.create_table(
        "participants",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("encounter_id", ROW_ID, nullable=False),
        sa.Column("forget", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["encounter_id"],
            ["encounters.id"],
            name=op.f("fk_participants_encounter_id_encounters"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", "encounter_id", name=op.f("pk_participants")),
    )
    op.create_index("ix_participants_encounter_id", "participants", ["encounter_id"], unique=False)

    op.create_table(
        "privates",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("encounter_id", ROW_ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("step_no", sa.Integer(), nullable=False),
        sa.Column("body", PLAIN_JSON, nullable=False),
        sa.ForeignKeyConstraint(
            ["encounter_id"],
            ["encounters.id"],
            name=op.f("fk_privates_encounter_id_encounters"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_privates")),
    )
    op.create_index("ix_privates_encounter_id_user_id", "privates", ["encounter_id", "user_id"], unique=False)

    op.create_table(
        "steps",
        sa.Column("encounter_id", ROW_ID, nullable=False),
        sa.Column("no", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("actor", sa.String(), nullable=False),
        sa.Column("verb", sa.String(), nullable=False),
        sa.Column("turn", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("at", ROW_ID, nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("stop", sa.String(), nullable=False),
        sa.Column("call", sa.JSON(), nullable=False),
        sa.Column("inputs", sa.JSON(), nullable=False),
        sa.Column("changes", sa.JSON(), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.Column("deliveries", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("told_version", sa.Integer(), nullable=False),
        sa.Column("told_lines", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["encounter_id"],
            ["encounters.id"],
            name=op.f("fk_steps_encounter_id_encounters"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("encounter_id", "no", name=op.f("pk_steps")),
    )
    op.create_index(
        "ix_steps_untold",
        "steps",
        ["encounter_id", "no"],
        unique=False,
        sqlite_where=sa.text("told_version < version AND status <> 'dropped'"),
        postgresql_where=sa.text("told_version < version AND status <> 'dropped'"),
    )
