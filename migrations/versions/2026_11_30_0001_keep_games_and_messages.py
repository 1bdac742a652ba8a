"""Keep games, their logs, timers and messages"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)
ONE_REFRESH = sa.text("type = 'Refresh' AND state = 'waiting' AND sending_since IS NULL")


def upgrade() -> None:
    """Apply this step."""
    create_games()
    create_lookups()
    create_events()
    create_outbox()
    create_memory()


def downgrade() -> None:
    """Take this step back."""
    for table in ("life", "closed_dms", "panels", "outbox", "events", "timers", "claims", "places", "parts", "games"):
        op.drop_table(table)


def of_game(table: str) -> list[sa.schema.SchemaItem]:
    """The column that says which game a row belongs to."""
    return [
        sa.Column("game_id", ROW_ID, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=f"fk_{table}_game_id_games"),
    ]


def create_games() -> None:
    """One row a game, with the whole game in it."""
    op.create_table(
        "games",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("log_length", sa.Integer(), nullable=False),
        sa.Column("deadline", MOMENT),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("state_version", sa.Integer()),
        sa.Column("state", sa.Text()),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_games_guild_id", "games", ["guild_id"])


def create_lookups() -> None:
    """What is looked up about games: people, channels, what was counted, what is due."""
    op.create_table(
        "parts",
        *of_game("parts"),
        sa.Column("part", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("account", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "part", "seat", "account", name="pk_parts"),
    )
    op.create_index("ix_parts_account", "parts", ["account"])
    op.create_table(
        "places",
        *of_game("places"),
        sa.Column("place", sa.String(64), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "place", name="pk_places"),
    )
    op.create_index("ix_places_channel_id", "places", ["channel_id"])
    op.create_table(
        "claims",
        sa.Column("snowflake", sa.BigInteger(), autoincrement=False, nullable=False),
        *of_game("claims"),
        sa.PrimaryKeyConstraint("snowflake", name="pk_claims"),
    )
    op.create_table(
        "timers",
        *of_game("timers"),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("due", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "kind", name="pk_timers"),
    )
    op.create_index("ix_timers_due", "timers", ["due"])


def create_events() -> None:
    """The logs."""
    op.create_table(
        "events",
        *of_game("events"),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("batch", sa.Integer(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("actor", sa.BigInteger()),
        sa.Column("type", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("deadline", MOMENT),
        sa.Column("undone", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_events"),
    )


def create_outbox() -> None:
    """Messages on their way and sent, and the messages that are kept up to date."""
    op.create_table(
        "outbox",
        sa.Column("id", ROW_ID, nullable=False),
        *of_game("outbox"),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("channel", sa.String(128), nullable=False),
        sa.Column("type", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("panel", sa.String(64)),
        sa.Column("priority", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("not_before", MOMENT),
        sa.Column("sending_since", MOMENT),
        sa.Column("error", sa.Text()),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("message_id", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_outbox_state_channel_id", "outbox", ["state", "channel", "id"])
    op.create_index("ix_outbox_game_id_entry", "outbox", ["game_id", "entry"])
    op.create_index(
        "uq_outbox_waiting_refresh",
        "outbox",
        ["game_id", "panel"],
        unique=True,
        sqlite_where=ONE_REFRESH,
        postgresql_where=ONE_REFRESH,
    )
    op.create_index(
        "ix_outbox_panel",
        "outbox",
        ["game_id", "panel"],
        sqlite_where=sa.text("panel IS NOT NULL"),
        postgresql_where=sa.text("panel IS NOT NULL"),
    )
    op.create_table(
        "panels",
        *of_game("panels"),
        sa.Column("panel", sa.String(64), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "panel", name="pk_panels"),
    )


def create_memory() -> None:
    """What the bot remembers about people and itself."""
    op.create_table(
        "closed_dms",
        sa.Column("account", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("account", name="pk_closed_dms"),
    )
    op.create_table(
        "life",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seen_alive", MOMENT),
        sa.Column("salt", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_life"),
    )
