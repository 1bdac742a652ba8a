"""Votes by day as both Mafia games show them: the count, how a day was decided, earlier days."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from ringmaster.discord_app.presenters.wording import CARD_LIMIT, bold, both, count, deadline, name, names
from ringmaster.games.kernel import Event, Rolled, Seat, Value
from ringmaster.games.mafia import MafiaState, PastDay
from ringmaster.games.voting import Wagons, majority
from ringmaster.sessions.records import GameRecord

MOST_LEADERS = 8
"""So many are named as tied for the lead; the wagons name all."""

Writing: TypeAlias = Callable[[GameRecord, Iterable[Seat]], str]
"""How voters are listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballot:
    """How a game speaks of its votes."""

    nobody: str
    """The word that stands for nobody, as it is sent."""
    nobody_title: str
    """The same for people."""
    gone: str
    """What has happened to whoever is voted out: ``eliminated``, ``lynched``."""
    nobody_leads: bool
    """Whether the word counts among the leaders (L2.5) or a majority alone (T5.4)."""

    def target(self, record: GameRecord, target: Value) -> str:
        """Whom a vote is for."""
        return name(record, target) if isinstance(target, int) else self.nobody_title


def standing(ballot: Ballot, record: GameRecord, state: MafiaState, note: str) -> str:
    """The count of an open day: wagons, who has not voted, majority, leader, deadline (L2.7, T5.8).

    Args:
        ballot: the game's words.
        record: the game.
        state: its state.
        note: what a majority does.
    """
    by_name = _standing(ballot, record, state, note, names)
    return by_name if len(by_name) <= CARD_LIMIT else _standing(ballot, record, state, note, numbers)


def _standing(ballot: Ballot, record: GameRecord, state: MafiaState, note: str, write: Writing) -> str:
    lines = [
        *wagon_lines(ballot, record, state.wagons, state.living, write),
        f"Not voting: {write(record, state.wagons.absent(state.living)) or 'nobody'}",
        leader_line(ballot, record, state),
        f"Majority: {majority(len(state.living))} of {len(state.living)}. {note}",
        deadline(record),
    ]
    return "\n".join(lines)


def numbers(_: GameRecord, seats: Iterable[Seat]) -> str:
    """Seats by their numbers in the player list, where their names would need too much room."""
    return ", ".join(f"no. {seat}" for seat in seats)


def wagon_lines(
    ballot: Ballot, record: GameRecord, wagons: Wagons, seats: Sequence[Seat], write: Writing = names
) -> Iterator[str]:
    """The wagons, biggest first, then in player-list order; voters in the order they voted."""
    counts = wagons.counts((*seats, ballot.nobody))
    if not counts:
        yield "No votes."
    voters = {wagon.target: wagon.voters for wagon in wagons.wagons}
    for target in sorted(counts, key=lambda target: -counts[target]):
        yield f"**{ballot.target(record, target)}** ({counts[target]}): {write(record, voters[target])}"


def leader_line(ballot: Ballot, record: GameRecord, state: MafiaState) -> str:
    """Who has the most votes."""
    among: tuple[Value, ...] = (*state.living, ballot.nobody) if ballot.nobody_leads else state.living
    leaders = state.wagons.leaders(among)
    if not leaders:
        return "In the lead: nobody"
    tied = f", {state.wagons.count(leaders[0])} each" if len(leaders) > 1 else ""
    if len(leaders) > MOST_LEADERS:
        return f"In the lead: {len(leaders)} at once{tied}"
    return f"In the lead: {both([ballot.target(record, leader) for leader in leaders])}{tied}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """How a day was decided."""

    gone: Seat | None
    decided_by: str
    counts: dict[Value, int]
    tied: tuple[Value, ...]
    living: int
    """How many were alive when it was."""
    roll: Rolled | None = None


class DayDecided(Protocol):
    """What the two games' events of this name have in common."""

    @property
    def decided_by(self) -> str:
        """The code of what decided it."""
        ...

    @property
    def counts(self) -> tuple[tuple[Value, int], ...]:
        """Votes by target."""
        ...

    @property
    def tied(self) -> tuple[Value, ...]:
        """Who had the most votes."""
        ...


def decided(state: MafiaState, gone: Seat | None, event: DayDecided, events: Sequence[Event]) -> Decided:
    """How a day was decided, with the roll for the tie if there was one.

    Args:
        state: the state after it.
        gone: who was voted out.
        event: the decision.
        events: everything that happened with it.
    """
    ties = (other for other in events if isinstance(other, Rolled) and other.label.endswith("/tie"))
    return Decided(
        gone=gone,
        decided_by=event.decided_by,
        counts=dict(event.counts),
        tied=event.tied,
        living=len(state.living) + (gone is not None),
        roll=next(ties, None),
    )


def verdict(ballot: Ballot, record: GameRecord, day: Decided) -> str:
    """How a day was decided, in words (A8)."""
    who = f"{bold(record, day.gone)} is {ballot.gone}" if day.gone is not None else f"Nobody is {ballot.gone}"
    return f"{who}: {_reason(ballot, record, day)}"


def decided_line(ballot: Ballot, record: GameRecord, gone: Seat | None, decided_by: str) -> str:
    """The same for the log: in a few words, beside the votes and the roll that stand there."""
    who = "Nobody" if gone is None else name(record, gone)
    return f"{who} is {ballot.gone}{REASONS.get(decided_by, f': {ballot.nobody_title}')}."


REASONS: Mapping[str, str] = {
    "majority": " by a majority",
    "plurality": " with the most votes",
    "roll": " by a roll after a tie",
    "first": ", having had as many votes as others first",
    "tie": " after a tie",
    "no-votes": ", as nobody has a vote",
}
"""What decided a day, beside the word that stands for nobody."""


def _reason(ballot: Ballot, record: GameRecord, day: Decided) -> str:
    most = max(day.counts.values(), default=0)
    tied = f"{both([ballot.target(record, target) for target in day.tied])} are tied with {count(most, 'vote')} each"
    match day.decided_by:
        case "majority":
            return f"{day.counts[day.gone or 0]} of {day.living} votes are a majority, which ends the day at once."
        case "plurality":
            return f"{count(day.counts[day.gone or 0], 'vote')}, the most."
        case "roll":
            shown = "a roll" if day.roll is None else f"the roll 1d{day.roll.sides}: {day.roll.result}"
            return f"{tied}; decided by {shown}, in player-list order."
        case "first":
            return f"{tied}; {name(record, day.gone or 0)} had that many first."
        case "tie":
            return f"{tied}, and after a tie everyone stays."
        case "no-votes":
            return "nobody has a vote."
        case _:
            return _nobody_won(ballot, day, tied)


def _nobody_won(ballot: Ballot, day: Decided, tied: str) -> str:
    votes = count(day.counts[ballot.nobody], "vote")
    if not day.tied:
        return f"{ballot.nobody_title} has {votes} of {day.living}, a majority, which ends the day at once."
    if len(day.tied) > 1:
        return f"{tied}, and {ballot.nobody_title} wins a tie."
    return f"{ballot.nobody_title} has {votes}, the most."


def past_day(ballot: Ballot, record: GameRecord, past: PastDay) -> str:
    """The final votes of a day that is over."""
    by_name = _past_day(ballot, record, past, names)
    return by_name if len(by_name) <= CARD_LIMIT else _past_day(ballot, record, past, numbers)


def _past_day(ballot: Ballot, record: GameRecord, past: PastDay, write: Writing) -> str:
    gone = "nobody" if past.eliminated is None else name(record, past.eliminated)
    wagons = wagon_lines(ballot, record, past.wagons, tuple(record.roster), write)
    return "\n".join((f"{ballot.gone.capitalize()}: {gone}", *wagons))
