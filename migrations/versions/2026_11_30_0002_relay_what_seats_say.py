"""Relay what seats say: copies, speeches and pictures"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)
SOUGHT = ("origin", "copy", "message_id")
"""By what rows of the outbox are found."""


def upgrade() -> None:
    """Apply this step."""
    for column in ("origin", "copy"):
        op.add_column("outbox", sa.Column(column, sa.BigInteger()))
    for column in SOUGHT:
        there = sa.text(f"{column} IS NOT NULL")
        op.create_index(f"ix_outbox_{column}", "outbox", [column], sqlite_where=there, postgresql_where=there)
    op.create_table(
        "speeches",
        sa.Column("origin", sa.BigInteger(), autoincrement=False, nullable=False),
        *of_game("speeches"),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("account", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("to_seat", sa.Integer()),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("attachments", sa.Text(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("origin", name="pk_speeches"),
    )
    op.create_index("ix_speeches_game_id_seat_at", "speeches", ["game_id", "seat", "at"])
    op.create_table(
        "blobs",
        sa.Column("id", ROW_ID, nullable=False),
        *of_game("blobs"),
        sa.Column("origin", sa.BigInteger(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_blobs"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_blobs_origin", "blobs", ["origin"])


def downgrade() -> None:
    """Take this step back."""
    op.drop_table("blobs")
    op.drop_table("speeches")
    for column in SOUGHT:
        op.drop_index(f"ix_outbox_{column}", "outbox")
    for column in ("copy", "origin"):
        op.drop_column("outbox", column)


def of_game(table: str) -> list[sa.schema.SchemaItem]:
    """The column that says which game a row belongs to."""
    return [
        sa.Column("game_id", ROW_ID, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=f"fk_{table}_game_id_games"),
    ]
