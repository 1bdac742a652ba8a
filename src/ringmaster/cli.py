"""The command line. What a command needs is imported when it runs, so that each starts fast."""

from __future__ import annotations

from typing import Annotated

import typer

from ringmaster.adjudicator.command import adjudicate
from ringmaster.commands.doctor import doctor
from ringmaster.commands.run import run
from ringmaster.rehearsal.command import rehearse
from ringmaster.simulation.command import simulate
from ringmaster.storage.command import db

app = typer.Typer(
    name="ringmaster",
    help="Moderates Card Survivor, Twitch Plays Mafia and To Tell the Truth on Discord.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_show_locals=False,  # local variables may hold secrets of a game
)
app.command()(adjudicate)
app.command()(simulate)
app.command()(run)
app.command()(doctor)
app.command()(rehearse)
app.add_typer(db, name="db")


def _show_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"ringmaster {version('ringmaster')}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Options of the program itself."""
