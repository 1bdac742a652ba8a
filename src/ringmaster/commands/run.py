"""``ringmaster run``: the bot itself."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

FAILED, MISCONFIGURED = 1, 2
"""Exit statuses."""


def run(config: Annotated[Path | None, typer.Option(help="The configuration file.")] = None) -> None:
    """Run the bot until it is stopped. It needs a bot token; see config.example.toml."""
    from ringmaster.config import ConfigError, load

    try:
        loaded = load(config)
        loaded.token()
    except ConfigError as error:
        sys.stderr.write(f"{error}\n")
        raise typer.Exit(MISCONFIGURED) from None

    import discord
    from sqlalchemy.exc import OperationalError

    from ringmaster import logs
    from ringmaster.bootstrap import serve
    from ringmaster.storage.engine import DatabaseUrlError
    from ringmaster.storage.hold import DatabaseInUse
    from ringmaster.storage.migrations import WrongRevision

    logs.configure(loaded.log)
    try:
        serve(loaded)
    except (DatabaseInUse, DatabaseUrlError, WrongRevision) as error:
        sentence = str(error)
    except ConfigError as error:  # a theme
        sys.stderr.write(f"{error}\n")
        raise typer.Exit(MISCONFIGURED) from None
    except discord.LoginFailure:
        sentence = "Discord does not accept the token: make a new one (Bot, Reset Token) and configure it."
    except discord.PrivilegedIntentsRequired:
        sentence = "Switch on Server Members Intent for the bot: https://discord.com/developers/applications, Bot."
    except OperationalError as error:
        reason = str(error.orig).strip().splitlines()[0]
        sentence = f"The database cannot be reached ({reason}): check database.url."
    except OSError as error:
        sentence = f"Discord or the database cannot be reached: {error.strerror or type(error).__name__}."
    else:
        return
    sys.stderr.write(f"{sentence}\n")
    raise typer.Exit(FAILED)
