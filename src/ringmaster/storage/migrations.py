"""Bringing a database to the revision that this version needs."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from ringmaster.storage.engine import make_engine, read_url

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


def upgrade(url: str) -> None:
    """Create what is missing in a database and bring it up to date.

    Raises:
        WrongRevision: a newer version has upgraded it already.
    """
    engine = make_engine(read_url(url))
    try:
        with engine.begin() as connection:
            apply_all(connection)
    finally:
        engine.dispose()


def apply_all(connection: Connection) -> None:
    """Bring the database of a connection up to date, within its transaction."""
    refuse_newer(connection)
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def current_revision(connection: Connection) -> str | None:
    """The revision of a database; None when it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def pending_revisions(connection: Connection) -> list[str]:
    """The revisions that are still to be applied, in order, each with what it does."""
    current = current_revision(connection)
    script = ScriptDirectory.from_config(_config())
    steps = list(script.iterate_revisions("head", current or "base"))
    return [f"{step.revision}: {step.doc}" for step in reversed(steps)]


def require_current(connection: Connection) -> None:
    """Refuse a database that is not up to date.

    Raises:
        WrongRevision: it is older or newer than this version.
    """
    refuse_newer(connection)
    if pending_revisions(connection):
        raise WrongRevision("the database has to be upgraded first: ringmaster db upgrade")


def refuse_newer(connection: Connection) -> None:
    """Refuse a database that a newer version has upgraded.

    Raises:
        WrongRevision: its revision is unknown here.
    """
    current = current_revision(connection)
    known = {step.revision for step in ScriptDirectory.from_config(_config()).walk_revisions()}
    if current is not None and current not in known:
        raise WrongRevision(f"a newer version of Ringmaster has upgraded the database (to {current})")


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(folder()).replace("%", "%%"))
    return config
