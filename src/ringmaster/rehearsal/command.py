"""``ringmaster rehearse``: the bot in a simulated Discord, without a token."""

from __future__ import annotations

import asyncio
import logging
from importlib.util import find_spec
from typing import Annotated

import typer

NEEDED = ("aiohttp", "linkify_it", "markdown_it", "PIL", "regex", "simcord")
"""What the extra brings."""


def rehearse(
    game: Annotated[str, typer.Option(help="Which game: truth, twitch or survivor.")] = "truth",
    auto: Annotated[bool, typer.Option("--auto", help="Let the computer play all seats and moderate; watch.")] = False,
    speed: Annotated[float, typer.Option(help="Simulated seconds for each real one.")] = 60.0,
    headless: Annotated[
        bool, typer.Option("--headless", help="Play one game in the terminal; succeeds when somebody wins.")
    ] = False,
    seed: Annotated[int | None, typer.Option(help="Make the computer's choices repeatable.")] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Where the page is; any free port by default.")] = 0,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
) -> None:
    """Try everything in a simulated Discord: be the moderator, any player, a spectator. Needs no token."""
    if any(find_spec(name) is None for name in NEEDED):
        raise _stop("The rehearsal needs its extra; in Ringmaster's folder: pip install '.[rehearsal]'")
    from ringmaster.config import LogSection
    from ringmaster.games.catalog import GAMES
    from ringmaster.logs import configure
    from ringmaster.rehearsal.headless import play_through
    from ringmaster.rehearsal.live import Options
    from ringmaster.rehearsal.live import rehearse as live
    from ringmaster.rehearsal.opening import NoGame
    from ringmaster.rehearsal.pace import FASTEST

    configure(LogSection(level="warning", format="console"))
    logging.getLogger("discord").setLevel(logging.ERROR)  # it misses voice, which nobody needs here
    if game not in GAMES:
        raise _stop(f"There is no game {game!r}; there are: {', '.join(GAMES)}.")
    if not 0 < speed <= FASTEST:
        raise _stop(f"--speed is a number above 0 and up to {FASTEST:g}.")
    options = Options(kind=game, auto=auto, speed=speed, seed=seed, port=port, open_browser=not no_open)
    try:
        if headless:
            raise typer.Exit(0 if asyncio.run(play_through(game, seed, typer.echo)) else 1)
        asyncio.run(live(options, _announce))
    except KeyboardInterrupt:
        raise typer.Exit(0) from None
    except NoGame as refusal:
        raise _stop(f"The bot did not set the game up: {refusal}") from None
    except OSError as error:
        raise _stop(f"The page cannot be served on port {port}: {error.strerror}.") from None


def _announce(address: str) -> None:
    typer.echo(f"The rehearsal is at {address}\nPress Ctrl-C to end it; nothing is kept.")


def _stop(sentence: str) -> typer.Exit:
    typer.echo(sentence, err=True)
    return typer.Exit(1)
