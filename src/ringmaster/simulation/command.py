"""``ringmaster simulate``: many random games, and what they say about the odds."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from ringmaster.simulation.findings import Tally
    from ringmaster.simulation.setups import Setup

WRONG = 2
"""The exit status for what cannot be played or drawn."""


def simulate(
    game: Annotated[str, typer.Argument(help="Which game: survivor, twitch or truth.")],
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games to play.")] = 10_000,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="How many players; the rulebook's number by default.")
    ] = None,
    mafia: Annotated[
        int | None,
        typer.Option("--mafia", "-m", min=1, help="How many of them are Mafia (in twitch: Dome Supporters)."),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option("--seed", "-s", help="The same seed gives the same games; random by default."),
    ] = None,
    chart: Annotated[
        Path | None, typer.Option("--chart", help="Where to write a picture of the result, such as odds.png.")
    ] = None,
    processes: Annotated[
        int | None, typer.Option("--processes", min=1, help="How many processes to use; one for each core by default.")
    ] = None,
) -> None:
    """Play many games at random, by the code that runs live games, and show how they went."""
    from rich.console import Console

    from ringmaster.games.kernel import SettingError
    from ringmaster.simulation.report import tables
    from ringmaster.simulation.setups import find_setup

    try:
        setup = find_setup(game, players, mafia)
    except SettingError as error:
        _refuse(f"{error.name}: {error}")
    if chart is not None:
        _check_chart(chart)
    chosen = secrets.token_hex(4) if seed is None else seed
    tally = _play(setup, games, chosen, processes)
    console = Console()
    console.print(f"{setup.title}. {tally.games:,} games, seed {chosen}", highlight=False)
    for table in tables(tally):
        console.print()
        console.print(table)
    if chart is not None:
        _draw(tally, setup, chart)


def _play(setup: Setup, games: int, seed: str, processes: int | None) -> Tally:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from ringmaster.simulation.findings import Tally
    from ringmaster.simulation.running import play_all

    total = Tally()
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = Console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task("playing", total=games)
        for tally in play_all(setup, games, seed, processes=processes):
            total.include(tally)
            progress.advance(task, tally.games)
    return total


def _check_chart(file: Path) -> None:
    from ringmaster.simulation.chart import FORMATS, can_draw

    if not can_draw():
        _refuse("chart: pictures need matplotlib; in Ringmaster's folder: pip install '.[charts]'")
    if file.suffix.lower() not in FORMATS:
        _refuse(f"chart: the name of the picture must end in one of: {', '.join(FORMATS)}")
    if not file.parent.is_dir():
        _refuse(f"chart: there is no folder {file.parent}")


def _draw(tally: Tally, setup: Setup, file: Path) -> None:
    from ringmaster.simulation.chart import draw

    try:
        draw(tally, setup.title, file)
    except OSError as error:
        _refuse(f"chart: {file} cannot be written: {error.strerror}")


def _refuse(sentence: str) -> NoReturn:
    sys.stderr.write(f"{sentence}\n")
    raise typer.Exit(WRONG)
