"""Random legal play: what computer players, simulations, benches and fuzzers send."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from ringmaster.games.dice import Dice
from ringmaster.games.kernel import Answer, ClosePhase, Decision, Entrant, Event, Game, Value

T = TypeVar("T")


class Chooser(Protocol):
    """The part of `random.Random` that random play needs."""

    def choice(self, seq: Sequence[T], /) -> T:
        """One of the items."""
        ...

    def randint(self, a: int, b: int, /) -> int:
        """A whole number from ``a`` to ``b``."""
        ...


def random_answer(decision: Decision, chooser: Chooser) -> Answer:
    """A decision filled in at random, within what its fields allow."""
    picks: list[tuple[Value, ...]] = []
    pool = list(decision.fields[0].choices) if decision.fields else []
    for index, asked in enumerate(decision.fields):
        left = pool if decision.one_pool else list(asked.choices)
        needed_later = sum(f.minimum for f in decision.fields[index + 1 :]) if decision.one_pool else 0
        number = chooser.randint(
            asked.minimum, max(asked.minimum, min(asked.maximum, len(left) - needed_later))
        )
        chosen: list[Value] = []
        for _ in range(number):
            value = chooser.choice(left)
            left.remove(value)
            chosen.append(value)
        picks.append(tuple(chosen))
    return Answer(name=decision.name, picks=tuple(picks))


def play_out(
    game: Game[Any],
    settings: Any,
    entrants: Sequence[Entrant],
    dice: Dice,
    chooser: Chooser,
    *,
    most_phases: int = 500,
) -> tuple[Any, list[Event]]:
    """Play one game at random to its end: in each phase every seat sends one thing it may send.

    Returns:
        The last state and all events.

    Raises:
        RuntimeError: the game has not ended after ``most_phases`` phases.
    """
    events = list(game.begin(settings, entrants, dice))
    state = game.replay(events)
    for _ in range(most_phases):
        if game.outcome(state) is not None:
            return state, events
        phase = game.phase(state)
        for seat in game.living(state):
            decisions = game.options(state, seat)
            if decisions and game.phase(state) == phase:
                answer = random_answer(chooser.choice(decisions), chooser)
                state = _step(
                    game, state, events, game.decide(state, game.command(state, seat, answer), dice)
                )
        if phase is not None and game.phase(state) == phase:
            state = _step(
                game, state, events, game.decide(state, ClosePhase(phase=phase, cause="deadline"), dice)
            )
    raise RuntimeError(f"{game.kind} has not ended after {most_phases} phases")


def _step(game: Game[Any], state: Any, events: list[Event], new: Sequence[Event]) -> Any:
    events.extend(new)
    for event in new:
        state = game.evolve(state, event)
    return state
