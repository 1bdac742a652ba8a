"""``ringmaster db``: bring the database up to date, copy it, look at it."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

FAILED = 1
"""The exit status when something could not be done."""

Url = Annotated[str | None, typer.Option("--url", help="The database; by default the one of the configuration.")]
ConfigFile = Annotated[Path | None, typer.Option("--config", help="The configuration file.")]

db = typer.Typer(help="Bring the database up to date, copy it, look at it.", no_args_is_help=True)


@db.command()
def upgrade(url: Url = None, config: ConfigFile = None) -> None:
    """Create the database or bring it up to date. The bot must not be running."""
    from ringmaster.storage.hold import hold_database
    from ringmaster.storage.migrations import upgrade as apply

    with _told_to_people():
        where = _where(url, config)
        with hold_database(where):
            done = apply(where)
    for step in done:
        typer.echo(f"applied {step}")
    typer.echo("The database is up to date.")


@db.command()
def backup(
    target: Annotated[Path, typer.Argument(help="The new file.")], url: Url = None, config: ConfigFile = None
) -> None:
    """Copy the database into a new file, also while the bot runs, and check the copy."""
    from ringmaster.storage.backup import backup as copy

    with _told_to_people():
        copy(_where(url, config), target)
    typer.echo(f"{target} is a good copy.")


@db.command()
def status(url: Url = None, config: ConfigFile = None) -> None:
    """Say at which revision the database is, and what is still to be applied."""
    from ringmaster.storage.migrations import look

    with _told_to_people():
        revision, pending = look(_where(url, config))
    typer.echo(f"revision: {revision or 'none'}")
    for step in pending:
        typer.echo(f"to be applied: {step}")


def _where(url: str | None, config: Path | None) -> str:
    if url is not None:
        return url
    from ringmaster.config import load

    return load(config).database_url


@contextmanager
def _told_to_people() -> Generator[None]:
    from sqlalchemy.exc import OperationalError

    from ringmaster.config import ConfigError
    from ringmaster.storage.backup import BackupError
    from ringmaster.storage.engine import DatabaseUrlError
    from ringmaster.storage.hold import DatabaseInUse
    from ringmaster.storage.migrations import WrongRevision

    try:
        yield
    except (BackupError, ConfigError, DatabaseInUse, DatabaseUrlError, WrongRevision) as error:
        sentence = str(error)
    except OperationalError as error:
        sentence = f"The database cannot be reached: {str(error.orig).strip().splitlines()[0]}"
    except OSError as error:
        sentence = f"The database cannot be opened: {error.filename}: {error.strerror}"
    else:
        return
    sys.stderr.write(f"{sentence}\n")
    raise typer.Exit(FAILED)
