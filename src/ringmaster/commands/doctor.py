"""``ringmaster doctor``: looks whether everything is set up, and says what to do where it is not."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ringmaster.config import Config
    from ringmaster.discord_app.checkup import Check

FAILED, MISCONFIGURED = 1, 2
"""Exit statuses."""

LATEST_HEARTBEAT = 90
"""Seconds after which a heartbeat is too old: three have been missed."""


def doctor(
    config: Annotated[Path | None, typer.Option(help="The configuration file.")] = None,
    health: Annotated[bool, typer.Option("--health", help="Only say whether the bot is up and connected.")] = False,
    offline: Annotated[bool, typer.Option("--offline", help="Do not ask Discord.")] = False,
) -> None:
    """Check configuration, database and Discord; exit status 1 if something has to be done."""
    from ringmaster.config import ConfigError, load

    try:
        loaded = load(config)
    except ConfigError as error:
        sys.stderr.write(f"{error}\n")
        raise typer.Exit(MISCONFIGURED) from None
    sound = _is_up(loaded) if health else _examine(loaded, offline=offline)
    if not sound:
        raise typer.Exit(FAILED)


def _is_up(config: Config) -> bool:
    from ringmaster.discord_app.lifeline import read_heartbeat

    beat = read_heartbeat(config.heartbeat_file)
    if beat is None:
        typer.echo("The bot is not running here.")
        return False
    age = time.time() - beat
    typer.echo(f"The last heartbeat was {age:.0f} seconds ago.")
    return age < LATEST_HEARTBEAT


def _examine(config: Config, *, offline: bool) -> bool:
    """Tell of every check as it is made; whether all was well."""
    sound = True
    for check in _checks(config, offline=offline):
        sound = sound and check.ok
        typer.echo(f"ok    {check.name}" if check.ok else f"TODO  {check.name}: {check.advice}")
    return sound


def _checks(config: Config, *, offline: bool) -> Iterator[Check]:
    from ringmaster.config import ConfigError
    from ringmaster.discord_app.checkup import Check, token_check

    yield _data_dir_check(config.data_dir)
    yield _database_check(config.database_url)
    yield _themes_check(config.themes.folder)
    try:
        token = config.token()
    except ConfigError as error:
        yield Check(name="There is a token", ok=False, advice=str(error))
        return
    form = token_check(token)
    yield form
    if form.ok and not offline:
        yield from asyncio.run(_ask_discord(token))


async def _ask_discord(token: str) -> list[Check]:
    from ringmaster.discord_app.checkup import connected_checks

    return [check async for check in connected_checks(token)]


def _data_dir_check(folder: Path) -> Check:
    from ringmaster.discord_app.checkup import Check

    nearest = next(parent for parent in (folder, *folder.absolute().parents) if parent.exists())
    return Check(
        name=f"{folder} can be written to",
        ok=nearest.is_dir() and os.access(nearest, os.W_OK),
        advice="Give the bot's user the right to write there, or set data_dir.",
    )


def _themes_check(folder: Path | None) -> Check:
    from ringmaster.discord_app.checkup import Check
    from ringmaster.sessions.themes import ThemeError, load_themes

    name = "The themes can be used"
    try:
        load_themes(folder)
    except ThemeError as error:
        return Check(name=name, ok=False, advice=str(error))
    return Check(name=name, ok=True)


def _database_check(url: str) -> Check:
    from sqlalchemy.exc import OperationalError

    from ringmaster.discord_app.checkup import Check
    from ringmaster.storage.engine import DatabaseUrlError
    from ringmaster.storage.migrations import WrongRevision, look

    name = "The database can be used"
    try:
        revision, pending = look(url)
    except (DatabaseUrlError, WrongRevision) as error:
        return Check(name=name, ok=False, advice=str(error))
    except OperationalError as error:
        reason = str(error.orig).strip().splitlines()[0]
        return Check(name=name, ok=False, advice=f"It cannot be reached ({reason}): check database.url.")
    if revision is None or not pending:
        return Check(name=name, ok=True)
    return Check(name=name, ok=False, advice="It is of an earlier version: stop the bot, then `ringmaster db upgrade`.")
