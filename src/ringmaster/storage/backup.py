"""Copies of a database that is in use."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL

from ringmaster.storage.engine import file_of, read_url


class BackupError(Exception):
    """There is no good copy; the text is a sentence for people."""


def backup(url: str, target: Path) -> None:
    """Copy a database into a new file, also while the bot runs, and check the copy.

    The copy of a SQLite database is a database; that of a PostgreSQL one is for ``pg_restore``.

    Args:
        url: the database.
        target: the file; it appears when it is complete and only its owner may read it.

    Raises:
        BackupError: the file exists, there is nothing to copy, a tool is missing, or the copy is damaged.
        DatabaseUrlError: the URL is of no database that can be used.
    """
    parsed = read_url(url)
    if target.exists():
        raise BackupError(f"{target} exists already.")
    partial = target.with_name(f"{target.name}.partial")
    try:
        # A copy holds everybody's secrets.
        os.close(os.open(partial, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))
        if parsed.get_backend_name() == "sqlite":
            _copy_file(file_of(parsed), partial)
        else:
            _dump_server(parsed, partial)
        partial.replace(target)
    except OSError as error:
        raise BackupError(f"{target} cannot be written: {error.strerror}.") from error
    finally:
        partial.unlink(missing_ok=True)


def _copy_file(source: Path | None, target: Path) -> None:
    if source is None or not source.is_file():
        raise BackupError(f"There is no database {source or 'to copy'}.")
    try:
        damage = _copy_pages(source, target)
    except sqlite3.Error as error:
        raise BackupError(f"{source} cannot be copied: {error}.") from error
    if damage != ["ok"]:
        raise BackupError(f"The copy is damaged: {damage[0]}.")


def _copy_pages(source: Path, target: Path) -> list[str]:
    where = f"{source.resolve().as_uri()}?mode=rw"
    with closing(sqlite3.connect(where, uri=True)) as original, closing(sqlite3.connect(target)) as copy:
        original.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # so that the copy is one file
        return [row[0] for row in copy.execute("PRAGMA integrity_check")]


def _dump_server(url: URL, target: Path) -> None:
    program = shutil.which("pg_dump")
    restore = shutil.which("pg_restore")
    if program is None or restore is None:
        raise BackupError("pg_dump and pg_restore are needed; install the client programs of PostgreSQL.")
    where = url.set(drivername="postgresql", password=None).render_as_string(hide_password=False)
    _run([program, "--format=custom", "--no-password", f"--file={target}", f"--dbname={where}"], url.password)
    _run([restore, "--list", str(target)], None)


def _run(command: list[str], password: str | None) -> None:
    # The password goes by the environment: everybody on the machine can read arguments.
    environment = os.environ | ({"PGPASSWORD": password} if password else {})
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode != 0:
        said = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        raise BackupError(f"{Path(command[0]).name} has failed: {said[0]}")
