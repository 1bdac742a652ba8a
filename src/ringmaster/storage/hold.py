"""One process a database: two bots on one would answer everything twice."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, NullPool, create_engine, func, select

from ringmaster.storage.engine import file_of, read_url

LOCK = int.from_bytes(b"ringmast")
"""The number of PostgreSQL's advisory lock. Such locks belong to one database, so it is the same everywhere."""


class DatabaseInUse(Exception):  # noqa: N818 - it is an outcome, not a fault
    """Another process holds the database; the text is a sentence for people."""


@contextmanager
def hold_database(url: str) -> Generator[None]:
    """Keep other processes off a database. However this one ends, the next may have it.

    Raises:
        DatabaseInUse: another process holds it.
        DatabaseUrlError: the URL is of no database that can be used.
    """
    parsed = read_url(url)
    file = file_of(parsed)
    if file is not None:
        with _hold_file(file.with_name(f"{file.name}.lock")):
            yield
    elif parsed.get_backend_name() == "sqlite":
        yield
    else:
        with _hold_server(parsed):
            yield


@contextmanager
def _hold_file(path: Path) -> Generator[None]:
    path.parent.mkdir(parents=True, exist_ok=True)
    # The file stays: removing it would let two processes hold two files of the same name.
    with path.open("a+b") as file:
        try:
            _lock(file.fileno())
        except OSError:
            raise DatabaseInUse(f"Another process uses the database {path.with_suffix('')}; stop it first.") from None
        yield


def _lock(descriptor: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def _hold_server(url: URL) -> Generator[None]:
    engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        if not connection.scalar(select(func.pg_try_advisory_lock(LOCK))):
            raise DatabaseInUse(f"Another process uses the database {url.database}; stop it first.")
        yield
