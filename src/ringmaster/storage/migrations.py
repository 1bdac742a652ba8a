"""Bringing a database to the revision that this version needs."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import Script, ScriptDirectory
from sqlalchemy import Connection

from ringmaster.storage.engine import file_of, make_engine, read_url

HERE = Path(__file__).parent


class WrongRevision(Exception):  # noqa: N818 - it is a state of the database
    """The database is older or newer than this version of Ringmaster."""


def folder() -> Path:
    """Where the migrations are: inside the installed package, or at the top of the repository.

    Raises:
        FileNotFoundError: in neither place.
    """
    for candidate in (HERE / "migrations", HERE.parents[2] / "migrations"):
        if (candidate / "env.py").is_file():
            return candidate
    raise FileNotFoundError("the migrations of the database are not installed")


def upgrade(url: str) -> list[str]:
    """Create a database or bring it up to date.

    Returns:
        What was applied: each revision with what it does.

    Raises:
        WrongRevision: a newer version has upgraded it already.
    """
    with _connected(url) as connection:
        pending = pending_revisions(connection)
        apply_all(connection)
        return pending


def look(url: str) -> tuple[str | None, list[str]]:
    """The revision of a database and the revisions that are still to be applied; nothing is changed.

    Raises:
        WrongRevision: a newer version has upgraded it.
    """
    file = file_of(read_url(url))
    if file is not None and not file.exists():
        return None, [_title(step) for step in reversed(list(_scripts().walk_revisions()))]
    with _connected(url) as connection:
        return current_revision(connection), pending_revisions(connection)


def apply_all(connection: Connection) -> None:
    """Bring the database of a connection up to date, within its transaction.

    Raises:
        WrongRevision: a newer version has upgraded it already.
    """
    if not pending_revisions(connection):
        return
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def current_revision(connection: Connection) -> str | None:
    """The revision of a database; None when it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def pending_revisions(connection: Connection) -> list[str]:
    """The revisions that are still to be applied, in order, each with what it does.

    Raises:
        WrongRevision: a newer version has upgraded the database.
    """
    current = current_revision(connection)
    steps = list(_scripts().walk_revisions())
    known = [step.revision for step in steps]
    if current is not None and current not in known:
        raise WrongRevision(f"A newer version of Ringmaster has upgraded the database (to {current}).")
    newer = steps if current is None else steps[: known.index(current)]
    return [_title(step) for step in reversed(newer)]


def require_current(connection: Connection) -> None:
    """Refuse a database that is not up to date.

    Raises:
        WrongRevision: it is older or newer than this version.
    """
    if pending_revisions(connection):
        raise WrongRevision("The database has to be upgraded first: ringmaster db upgrade")


@contextmanager
def _connected(url: str) -> Generator[Connection]:
    engine = make_engine(read_url(url))
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _title(step: Script) -> str:
    return f"{step.revision}: {step.doc}"


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(folder()).replace("%", "%%"))
    return config
