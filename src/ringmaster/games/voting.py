"""Votes by day: wagons, majorities and ties, as both Mafia games use them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from ringmaster.games.dice import Rolls
from ringmaster.games.kernel import Seat, Value

TIE_RULES = ("roll", "first", "none")

V = TypeVar("V", bound=Value)


def majority(living: int) -> int:
    """The fewest votes that are more than half.

    >>> [majority(n) for n in (4, 5, 6)]
    [3, 3, 4]
    """
    return living // 2 + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Wagon:
    """The votes for one target.

    ``voters`` stand in the order they voted; ``since[k]`` is the step at which the wagon reached k+1
    votes and has not fallen below them since.
    """

    target: Value
    voters: tuple[Seat, ...]
    since: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.voters)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wagons:
    """The votes of one day. A seat has one vote at most, on one wagon."""

    wagons: tuple[Wagon, ...] = ()
    steps: int = 0

    def target_of(self, seat: Seat) -> Value | None:
        """Whom a seat votes for, or None."""
        return next((wagon.target for wagon in self.wagons if seat in wagon.voters), None)

    def count(self, target: Value) -> int:
        """How many votes a target has."""
        return next((len(wagon) for wagon in self.wagons if wagon.target == target), 0)

    def voters(self) -> frozenset[Seat]:
        """The seats that vote for anything."""
        return frozenset(seat for wagon in self.wagons for seat in wagon.voters)

    def absent(self, living: Iterable[Seat]) -> tuple[Seat, ...]:
        """Those of the living who do not vote for anything, in the order given (T5.8)."""
        voters = self.voters()
        return tuple(seat for seat in living if seat not in voters)

    def cast(self, seat: Seat, target: Value) -> Wagons:
        """The votes after a seat votes; an earlier vote of its own moves. The same again changes nothing."""
        if self.target_of(seat) == target:
            return self
        others = self.withdraw(seat)
        old = next((w for w in others.wagons if w.target == target), Wagon(target=target, voters=(), since=()))
        new = Wagon(target=target, voters=(*old.voters, seat), since=(*old.since, others.steps))
        kept = tuple(new if w.target == target else w for w in others.wagons)
        return Wagons(wagons=kept if old.voters else (*kept, new), steps=others.steps + 1)

    def withdraw(self, seat: Seat) -> Wagons:
        """The votes after a seat takes its vote back."""
        shrunk = (
            replace(w, voters=tuple(s for s in w.voters if s != seat), since=w.since[:-1]) if seat in w.voters else w
            for w in self.wagons
        )
        return Wagons(wagons=tuple(w for w in shrunk if w.voters), steps=self.steps + 1)

    def without(self, seat: Seat) -> Wagons:
        """The votes after a seat has left the game: none by it, none for it."""
        rest = self.withdraw(seat)
        return replace(rest, wagons=tuple(w for w in rest.wagons if w.target != seat))

    def counts(self, order: Iterable[V]) -> dict[V, int]:
        """Votes by target, in the order given, those without any left out."""
        return {target: self.count(target) for target in order if self.count(target)}

    def leaders(self, among: Iterable[V]) -> tuple[V, ...]:
        """Those with the most votes, in the order given; none if nobody has a vote."""
        counts = self.counts(among)
        most = max(counts.values(), default=0)
        return tuple(target for target, votes in counts.items() if votes == most)

    def earliest(self, tied: Sequence[Value]) -> Value:
        """Of the tied, the one that reached its number of votes, and kept it since, the earliest (T5.5)."""
        reached = {wagon.target: wagon.since[-1] for wagon in self.wagons}
        return min(tied, key=lambda target: reached[target])


@dataclass(frozen=True, slots=True, kw_only=True)
class DayVerdict:
    """How a day has ended.

    ``decided_by`` is the adjudicator's word for the clause; ``tied`` had the most votes, in player-list
    order, where that mattered.
    """

    eliminated: Seat | None
    decided_by: str
    tied: tuple[Value, ...] = ()


def hammer(living: Sequence[Seat], wagons: Wagons, nobody: str) -> DayVerdict | None:
    """The verdict of a majority, which ends the day at once; None while there is none (L2.3, T5.2, T5.3).

    Args:
        living: the living seats.
        wagons: the votes.
        nobody: ``decided_by`` when the majority is for what is no seat.
    """
    needed = majority(len(living))
    for wagon in wagons.wagons:
        if len(wagon) >= needed:
            seat = wagon.target if isinstance(wagon.target, int) else None
            return DayVerdict(eliminated=seat, decided_by=nobody if seat is None else "majority")
    return None


def by_plurality(wagons: Wagons, tied: Sequence[Seat], rule: str, label: str, rolls: Rolls) -> DayVerdict:
    """The verdict when a day closes on the seats with the most votes (L2.1, T5.4 to T5.6).

    Args: as `break_tie`; ``tied`` is empty when no seat has a vote.
    """
    if not tied:
        return DayVerdict(eliminated=None, decided_by="no-votes")
    seat, decided_by = break_tie(wagons, tied, rule, label, rolls)
    return DayVerdict(eliminated=seat, decided_by=decided_by, tied=tuple(tied))


def break_tie(
    wagons: Wagons, tied: Sequence[Seat], rule: str, label: str, rolls: Rolls
) -> tuple[Seat | None, Literal["plurality", "roll", "first", "tie"]]:
    """Who of the leaders goes, and what decided it (T5.5, L2.5).

    Args:
        wagons: the votes.
        tied: the seats with the most votes, in player-list order, at least one.
        rule: ``roll`` in player-list order, ``first`` to hold its votes, or ``none`` goes.
        label: the label of the roll.
        rolls: where a roll comes from.
    """
    if len(tied) == 1:
        return tied[0], "plurality"
    if rule == "roll":
        return rolls.pick(label, tied), "roll"
    if rule == "first":
        first = wagons.earliest(tied)
        return next(seat for seat in tied if seat == first), "first"
    return None, "tie"
