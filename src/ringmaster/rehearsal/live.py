"""The rehearsal with a browser: time passes, the troupe plays, the page shows it."""

from __future__ import annotations

import asyncio
import logging
import random
import signal
import time
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from ringmaster.rehearsal.opening import open_game
from ringmaster.rehearsal.pace import Pace
from ringmaster.rehearsal.production import Production, production
from ringmaster.rehearsal.server import Server, Show, listen
from ringmaster.rehearsal.troupe import Troupe

log = logging.getLogger(__name__)

BEAT = 0.25
"""Real seconds between two looks at the clock."""
STRIDE = 600.0
"""Most simulated seconds in one go, so that players act in their order also when time flies."""
BREATH = 0.02
"""Real seconds for the browser between two things that happen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What was asked for on the command line."""

    kind: str
    auto: bool
    speed: float
    seed: int | None
    port: int
    open_browser: bool


async def rehearse(options: Options, announce: Callable[[str], None]) -> None:
    """Run until somebody presses Ctrl-C.

    Raises:
        OSError: the port is in use.
        ValueError: the speed is none.
    """
    stopped = _stopped_by_signals()
    sock = listen(options.port)
    pace = Pace()
    pace.set_speed(options.speed)
    async with production(options.kind) as made:
        show = Show(world=made.world, pace=pace, you=made.world.of_part("player")[0])
        server = Server(show, sock)
        await server.start()
        announce(server.address)
        if options.open_browser:
            # in a thread: a browser in the terminal would stop everything until it is closed
            asyncio.get_running_loop().run_in_executor(None, webbrowser.open, server.address)
        playing = asyncio.create_task(play(made, show, options))
        stopping = asyncio.create_task(stopped.wait())
        try:
            await asyncio.wait({playing, stopping}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopping.cancel()
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            await server.close()
        if not playing.cancelled():
            playing.result()


def _stopped_by_signals() -> asyncio.Event:
    stopped = asyncio.Event()
    with suppress(NotImplementedError):  # Windows has no signals on its event loop; Ctrl-C cancels instead
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    return stopped


async def play(made: Production, show: Show, options: Options) -> None:
    """Set the game up, then let time pass and the troupe play, until cancelled."""
    world, sessions = made.world, made.sessions
    async with world.acting:
        game_id = await open_game(world, sessions, options.kind)
        chance = random.Random(options.seed)  # noqa: S311 - the players' whims are no secret
        show.troupe = Troupe(world, sessions, game_id, chance, hands_off=options.auto)
        if not options.auto:
            show.troupe.hand_over(show.you.account, to_computer=False)
        await show.troupe.look()
    await _pass_time(show, show.troupe)


async def _pass_time(show: Show, troupe: Troupe) -> None:
    last = time.monotonic()
    owed = 0.0
    while True:
        await asyncio.sleep(BREATH if owed else BEAT)
        now = time.monotonic()
        owed += show.pace.take(now - last)
        last = now
        stride = min(owed, STRIDE)
        owed -= stride
        await _go_on(show, troupe, stride)


async def _go_on(show: Show, troupe: Troupe, seconds: float) -> None:
    async with show.world.acting:
        try:
            await show.world.advance(seconds)
            while await troupe.step():
                continue
        except Exception as error:  # the page stays, and says what has happened
            log.exception("the rehearsal stumbled")
            show.trouble = f"Something went wrong in the simulation: {type(error).__name__}. The terminal says more."
    faults = len(show.world.env.errors)
    if faults:
        show.trouble = f"The bot has failed {faults} times. The terminal says more."
