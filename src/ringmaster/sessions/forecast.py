"""What would happen if the phase closed now, without rolling anything (the moderators' dry run)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ringmaster.games.kernel import ClosePhase, Event, Rolled, Seat
from ringmaster.sessions.records import GameRecord

MOST_BRANCHES = 25


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingRoll:
    """A die that would be rolled. ``choices`` is what its sides stand for, if they stand for something."""

    label: str
    sides: int
    choices: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """What one result of the only die still to be rolled would lead to."""

    result: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """A dry run of the close: certain ``events``, or the rolls it hangs on (and the branches, if it is only one)."""

    record: GameRecord
    missing: tuple[Seat, ...]
    events: tuple[Event, ...] = ()
    pending: tuple[PendingRoll, ...] = ()
    branches: tuple[Branch, ...] = ()


class _RollNeededError(Exception):
    def __init__(self, roll: PendingRoll) -> None:
        self.roll = roll


class _DryDice:
    """Gives the results it is told, then says which die comes next instead of rolling it."""

    def __init__(self, results: Sequence[int]) -> None:
        self._results = list(results)

    def roll(self, label: str, sides: int, choices: Sequence[object] = ()) -> int:
        if not self._results:
            raise _RollNeededError(PendingRoll(label=label, sides=sides, choices=tuple(choices)))
        return self._results.pop(0)


def forecast(record: GameRecord) -> Forecast:
    """The dry run of closing the open phase now. The real dice are never asked."""
    record.require_live()
    missing = record.game.missing(record.state)
    pending: list[PendingRoll] = []
    while True:
        outcome = _close(record, [1] * len(pending))
        if not isinstance(outcome, PendingRoll):
            break
        pending.append(outcome)
    if not pending:
        return Forecast(record=record, missing=missing, events=outcome)
    branches = _branches(record, pending[0]) if len(pending) == 1 else ()
    return Forecast(record=record, missing=missing, pending=tuple(pending), branches=branches)


def _branches(record: GameRecord, roll: PendingRoll) -> tuple[Branch, ...]:
    if roll.sides > MOST_BRANCHES:
        return ()
    outcomes = [(result, _close(record, [result])) for result in range(1, roll.sides + 1)]
    if any(isinstance(outcome, PendingRoll) for _, outcome in outcomes):
        return ()
    return tuple(
        Branch(result=result, events=outcome) for result, outcome in outcomes if not isinstance(outcome, PendingRoll)
    )


def _close(record: GameRecord, results: Sequence[int]) -> tuple[Event, ...] | PendingRoll:
    command = ClosePhase(phase=record.phase or "", cause="moderator")
    try:
        events = record.game.decide(record.state, command, _DryDice(results))
    except _RollNeededError as needed:
        return needed.roll
    return tuple(event for event in events if not isinstance(event, Rolled))
