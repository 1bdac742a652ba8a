"""Playing many games on all cores, with the same result however many there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import UTC, datetime, timedelta
from multiprocessing import get_context
from os import cpu_count
from random import Random

from ringmaster.games.catalog import GAMES
from ringmaster.games.kernel import Entrant
from ringmaster.games.play import play_out
from ringmaster.simulation.findings import Findings, Tally, look_at
from ringmaster.simulation.policies import POLICIES
from ringmaster.simulation.setups import Setup

BATCH = 100
"""How many games a process plays before it reports: often enough for a progress bar, seldom enough to be free."""

FIRST_MEMBER = datetime(2020, 1, 1, tzinfo=UTC)
SPECTATORS = tuple(f"spectator {number}" for number in range(1, 10))


class QuickDice:
    """Dice from a seeded generator: nobody has to check the rolls of a simulation, so they may be quick."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def roll(self, label: str, sides: int, choices: Sequence[object] = ()) -> int:
        """See `ringmaster.games.dice.Dice.roll`."""
        del label, choices
        return self._random.randrange(sides) + 1


def play(setup: Setup, seed: str, number: int) -> Findings:
    """Play one game to its end and look at it. The seed and the number of the game decide all of it."""
    random = Random(f"{seed}/{number}")  # noqa: S311 - a simulation is to be repeatable, not secret
    entrants = [Entrant(since=FIRST_MEMBER + timedelta(days=seat)) for seat in range(setup.seats)]
    spectators = SPECTATORS if setup.kind == "survivor" else ()
    state, events = play_out(
        GAMES[setup.kind],
        setup.settings,
        entrants,
        QuickDice(random),
        random,
        policy=POLICIES[setup.kind],
        spectators=spectators,
    )
    return look_at(state, events)


def play_batch(setup: Setup, seed: str, numbers: range) -> Tally:
    """Play the games of these numbers."""
    tally = Tally()
    for number in numbers:
        tally.add(play(setup, seed, number))
    return tally


def play_all(setup: Setup, games: int, seed: str, *, processes: int | None = None) -> Iterator[Tally]:
    """Play many games, side by side; a tally comes whenever some have been played.

    Args:
        setup: which games.
        games: how many.
        seed: the same seed gives the same tallies in sum, whatever the number of processes.
        processes: how many to use; one for each core when None.
    """
    batches = [range(first, min(first + BATCH, games)) for first in range(0, games, BATCH)]
    workers = min(processes or cpu_count() or 1, len(batches))
    if workers <= 1:
        yield from (play_batch(setup, seed, batch) for batch in batches)
        return
    # Spawned, not forked: a progress bar draws from a thread, and threads do not survive a fork.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        pending = [pool.submit(play_batch, setup, seed, batch) for batch in batches]
        for done in as_completed(pending):
            yield done.result()
