"""The tables. A game is a document; beside it stands only what must be looked up."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Moment(TypeDecorator[datetime]):
    """A moment in time: aware when written, in UTC when read."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """See `TypeDecorator`. SQLite has no time zones, so UTC is meant there."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value} has no time zone")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """See `TypeDecorator`."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


RowId = BigInteger().with_variant(Integer, "sqlite")
"""SQLite counts up by itself only when the type is INTEGER, which has 64 bits there."""


def _of_game(*, key: bool = False) -> Column[int]:
    return Column("game_id", ForeignKey("games.id"), primary_key=key, nullable=False)


games = Table(
    "games",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("kind", String(32), nullable=False),
    Column("name", Text, nullable=False),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("status", String(16), nullable=False),
    Column("version", Integer, nullable=False),
    Column("log_length", Integer, nullable=False),
    Column("deadline", Moment),
    Column("created_at", Moment, nullable=False),
    Column("document", Text, nullable=False),
    Column("state_version", Integer),
    Column("state", Text),
    sqlite_autoincrement=True,
)

parts = Table(
    "parts",
    metadata,
    _of_game(key=True),
    Column("part", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("account", BigInteger, primary_key=True, autoincrement=False, index=True),
)

places = Table(
    "places",
    metadata,
    _of_game(key=True),
    Column("place", String(64), primary_key=True),
    Column("channel_id", BigInteger, nullable=False, index=True),
)

events = Table(
    "events",
    metadata,
    _of_game(key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("batch", Integer, nullable=False),
    Column("at", Moment, nullable=False),
    Column("actor", BigInteger),
    Column("type", String(64), nullable=False),
    Column("version", Integer, nullable=False),
    Column("data", Text, nullable=False),
    Column("deadline", Moment),
    Column("undone", Boolean, nullable=False),
)

claims = Table(
    "claims",
    metadata,
    Column("snowflake", BigInteger, primary_key=True, autoincrement=False),
    _of_game(),
)

timers = Table(
    "timers",
    metadata,
    _of_game(key=True),
    Column("kind", String(32), primary_key=True),
    Column("due", Moment, nullable=False, index=True),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", RowId, primary_key=True),
    _of_game(),
    Column("entry", Integer, nullable=False),
    Column("channel", String(128), nullable=False),
    Column("type", String(64), nullable=False),
    Column("version", Integer, nullable=False),
    Column("data", Text, nullable=False),
    Column("panel", String(64)),
    Column("priority", Integer, nullable=False),
    Column("state", String(16), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("not_before", Moment),
    Column("sending_since", Moment),
    Column("error", Text),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
    Column("origin", BigInteger),
    Column("copy", BigInteger),
    Index(None, "state", "channel", "id"),
    Index(None, "game_id", "entry"),
    sqlite_autoincrement=True,
)

ONE_REFRESH = "type = 'Refresh' AND state = 'waiting' AND sending_since IS NULL"

Index(
    "uq_outbox_waiting_refresh",
    outbox.c.game_id,
    outbox.c.panel,
    unique=True,
    sqlite_where=text(ONE_REFRESH),
    postgresql_where=text(ONE_REFRESH),
)

Index(
    "ix_outbox_panel",
    outbox.c.game_id,
    outbox.c.panel,
    sqlite_where=outbox.c.panel.is_not(None),
    postgresql_where=outbox.c.panel.is_not(None),
)

for _name in ("origin", "copy", "message_id"):
    Index(
        f"ix_outbox_{_name}",
        outbox.c[_name],
        sqlite_where=outbox.c[_name].is_not(None),
        postgresql_where=outbox.c[_name].is_not(None),
    )

# What seats have said through the bot. A snowflake of an account's message is its key.
speeches = Table(
    "speeches",
    metadata,
    Column("origin", BigInteger, primary_key=True, autoincrement=False),
    _of_game(),
    Column("seat", Integer, nullable=False),
    Column("account", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("to_seat", Integer),
    Column("text", Text, nullable=False),
    Column("attachments", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("withdrawn", Boolean, nullable=False),
    Index(None, "game_id", "seat", "at"),
)

# The bytes of pictures, as long as some copy of the message that they belong to is on its way.
blobs = Table(
    "blobs",
    metadata,
    Column("id", RowId, primary_key=True),
    _of_game(),
    Column("origin", BigInteger, nullable=False, index=True),
    Column("at", Moment, nullable=False),
    Column("data", LargeBinary, nullable=False),
    sqlite_autoincrement=True,
)

panels = Table(
    "panels",
    metadata,
    _of_game(key=True),
    Column("panel", String(64), primary_key=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger, nullable=False),
)

closed_dms = Table(
    "closed_dms",
    metadata,
    Column("account", BigInteger, primary_key=True, autoincrement=False),
)

# One row: what the bot remembers about itself. The salt goes into nonces.
life = Table(
    "life",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("seen_alive", Moment),
    Column("salt", String(64), nullable=False),
)
