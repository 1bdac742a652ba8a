"""How Alembic reaches the database: on a connection that it is handed, or by ``-x url=…``."""

from __future__ import annotations

from typing import Literal

from alembic import context
from sqlalchemy import Connection

from ringmaster.storage.engine import make_engine, read_url
from ringmaster.storage.tables import Moment, metadata


def render(kind: str, item: object, _context: object) -> str | Literal[False]:
    """Write the column types of this project as what they are in the database."""
    return "sa.DateTime(timezone=True)" if kind == "type" and isinstance(item, Moment) else False


def migrate(connection: Connection) -> None:
    """Run the migrations on a connection, inside its transaction."""
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, render_item=render)
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    migrate(given)
else:
    engine = make_engine(read_url(context.get_x_argument(as_dictionary=True)["url"]))
    with engine.begin() as opened:
        migrate(opened)
