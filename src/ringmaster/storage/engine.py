"""How the database is reached: SQLite by default, PostgreSQL by a URL."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url

BUSY_SECONDS = 10
"""How long a writer waits for another process that writes to the same SQLite file."""

THREADS = 4
"""Worker threads, and with them connections, to a PostgreSQL database."""


class DatabaseUrlError(ValueError):
    """A database URL is neither SQLite's nor PostgreSQL's."""


def read_url(url: str) -> URL:
    """A database URL with its driver: ``sqlite:///data/ringmaster.sqlite3``, ``postgresql://user@host/name``.

    Raises:
        DatabaseUrlError: it is no URL, or that of another database.
    """
    from sqlalchemy.exc import ArgumentError

    try:
        parsed = make_url(url)
    except ArgumentError:
        raise DatabaseUrlError("The database URL is no URL, such as sqlite:///ringmaster.sqlite3.") from None
    match parsed.drivername:
        case "sqlite" | "sqlite+pysqlite":
            return parsed.set(drivername="sqlite")
        case "postgres" | "postgresql" | "postgresql+psycopg":
            if find_spec("psycopg") is None:
                raise DatabaseUrlError("PostgreSQL needs its extra; in Ringmaster's folder: pip install '.[postgres]'")
            return parsed.set(drivername="postgresql+psycopg")
        case other:
            raise DatabaseUrlError(f"A database URL begins with sqlite: or postgresql:, not with {other}:.")


def file_of(url: URL) -> Path | None:
    """The file of a SQLite database; None for one in memory and for PostgreSQL."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    assert url.database is not None
    return Path(url.database)


def make_engine(url: URL) -> Engine:
    """An engine whose transactions see one moment of the database."""
    if url.get_backend_name() == "sqlite":
        return _sqlite(url)
    return create_engine(url, isolation_level="REPEATABLE READ", pool_size=THREADS, max_overflow=2, pool_pre_ping=True)


def _sqlite(url: URL) -> Engine:
    file = file_of(url)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)  # it holds everybody's secrets; SQLite gives its other files the same mode
    engine = create_engine(url)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _record: object) -> None:
    # The driver's own transactions begin too late, so they are begun by hand:
    # https://docs.sqlalchemy.org/en/21/dialects/sqlite.html#pysqlite-serializable
    connection.isolation_level = None
    for pragma in (
        f"busy_timeout = {BUSY_SECONDS * 1000}",
        "journal_mode = WAL",
        "foreign_keys = ON",
        "synchronous = FULL",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
