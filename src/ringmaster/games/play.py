"""Random legal play: what computer players, simulations, benches and fuzzers send."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from ringmaster.games.dice import Dice
from ringmaster.games.kernel import Answer, ClosePhase, Command, Decision, Entrant, Event, Game, Value

T = TypeVar("T")


class Chooser(Protocol):
    """The part of `random.Random` that random play needs."""

    def choice(self, seq: Sequence[T], /) -> T:
        """One of the items."""
        ...

    def randint(self, a: int, b: int, /) -> int:
        """A whole number from ``a`` to ``b``."""
        ...


Policy: TypeAlias = Callable[[Any, Sequence[Decision], Chooser], Sequence[Decision]]
"""Which of the decisions that a seat may send in a state it does send, one after the other, filled in at random."""


def any_one(state: Any, decisions: Sequence[Decision], chooser: Chooser) -> Sequence[Decision]:
    """The policy of sending one thing, each equally likely."""
    del state
    return (chooser.choice(decisions),)


def random_answer(decision: Decision, chooser: Chooser) -> Answer:
    """A decision filled in at random, within what its fields allow."""
    picks: list[tuple[Value, ...]] = []
    pool = list(decision.fields[0].choices) if decision.fields else []
    for index, asked in enumerate(decision.fields):
        left = pool if decision.one_pool else list(asked.choices)
        needed_later = sum(f.minimum for f in decision.fields[index + 1 :]) if decision.one_pool else 0
        most = min(asked.maximum, len(left) - needed_later)
        number = chooser.randint(asked.minimum, max(asked.minimum, most))
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
    policy: Policy = any_one,
    spectators: Sequence[str] = (),
    most_phases: int = 500,
) -> tuple[Any, list[Event]]:
    """Play one game at random to its end.

    In each phase one thing happens of those that may happen at any moment, then every seat sends what its
    policy says, and every spectator sends one thing it may send.

    Returns:
        The last state and all events.

    Raises:
        RuntimeError: the game has not ended after ``most_phases`` phases.
    """
    table = _Table(game, settings, entrants, dice)
    for _ in range(most_phases):
        phase = game.phase(table.state)
        if phase is None:
            return table.state, table.events
        _play_phase(table, chooser, policy, spectators)
        if game.phase(table.state) == phase:
            table.send(ClosePhase(phase=phase, cause="deadline"))
    raise RuntimeError(f"{game.kind} has not ended after {most_phases} phases")


class _Table:
    """A game in progress: its state and all that has happened."""

    def __init__(self, game: Game[Any], settings: Any, entrants: Sequence[Entrant], dice: Dice) -> None:
        self.game = game
        self._dice = dice
        self.events = list(game.begin(settings, entrants, dice))
        self.state = game.replay(self.events)

    def send(self, command: Command) -> None:
        self.state, new = self.game.step(self.state, command, self._dice)
        self.events.extend(new)


def _play_phase(table: _Table, chooser: Chooser, policy: Policy, spectators: Sequence[str]) -> None:
    game, phase = table.game, table.game.phase(table.state)
    occasions = game.occasions(table.state)
    if occasions:
        table.send(chooser.choice(occasions))
    for seat in game.participants(table.state):
        decisions = game.options(table.state, seat)
        for decision in policy(table.state, decisions, chooser) if decisions else ():
            if game.phase(table.state) == phase:
                table.send(game.command(table.state, seat, random_answer(decision, chooser)))
    for spectator in spectators:
        for decision in game.spectator_options(table.state, spectator):
            answer = random_answer(decision, chooser)
            table.send(game.spectator_command(table.state, spectator, answer))
