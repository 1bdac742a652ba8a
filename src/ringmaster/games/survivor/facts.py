"""What a finished game says about the rules: the facts that a simulation counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ringmaster.games.kernel import Event, GameEnded, Seat
from ringmaster.games.survivor import events as ev


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The facts of one game."""

    challenges: dict[str, int]
    """Challenges by what decided them: ``average``, ``total``, the steps for ties, ``roll``."""
    councils: dict[str, int]
    """Councils by what decided them: ``votes``, ``points``, ``rocks``, ``roll``."""
    idols_played: int
    votes_voided: int
    merged_because: str | None
    merged_with: int
    """How many seats were left at the merge; 0 when there was none."""
    has_favourite: bool
    hands: dict[str, int]
    """Hands of the final-four game by what decided them: ``card``, ``roll``, ``split``, ``carry``."""
    points: tuple[Fraction, ...]
    """The totals of the final-four game, from high to low."""
    deciding_vote: bool
    removed: int
    reason: str | None
    """How the game ended, such as ``jury-votes``; None while it goes on."""
    winner: Seat | None

    @property
    def ties(self) -> int:
        """Councils that votes alone did not decide."""
        return sum(count for decided_by, count in self.councils.items() if decided_by != "votes")

    @property
    def early_merge(self) -> bool:
        """Whether the tribes merged before their time (S7.2, S7.5)."""
        return self.merged_because in {"domination", "single-seat"}


def facts(events: Iterable[Event]) -> Facts:
    """The facts of a game from all its events, first to last."""
    happened = tuple(events)
    because, left = _merge(happened)
    outcome = next((event.outcome for event in happened if isinstance(event, GameEnded)), None)
    return Facts(
        challenges=Counter(e.record.decided_by for e in happened if isinstance(e, ev.ChallengeScored)),
        councils=Counter(e.result.decided_by for e in happened if isinstance(e, ev.CouncilDecided)),
        idols_played=_count(happened, ev.IdolPlayed),
        votes_voided=_voided(happened),
        merged_because=because,
        merged_with=left,
        has_favourite=_count(happened, ev.FavouriteTold) > 0,
        hands=Counter(e.hand.decided_by for e in happened if isinstance(e, ev.HandDecided)),
        points=_points(happened),
        deciding_vote=_count(happened, ev.DecidingVoteCalled) > 0,
        removed=_count(happened, ev.SeatRemoved),
        reason=None if outcome is None else outcome.reason,
        winner=outcome.winning_seats[0] if outcome is not None and outcome.winning_seats else None,
    )


def _count(events: Sequence[Event], kind: type[Event]) -> int:
    return sum(1 for event in events if isinstance(event, kind))


def _merge(events: Sequence[Event]) -> tuple[str | None, int]:
    left = 0
    for event in events:
        match event:
            case ev.GameBegan(seats=seats):
                left = seats
            case ev.SeatEliminated() | ev.SeatRemoved():
                left -= 1
            case ev.TribesMerged(because=because):
                return because, left
            case _:
                pass
    return None, 0


def _voided(events: Sequence[Event]) -> int:
    results = (event.result for event in events if isinstance(event, ev.CouncilDecided))
    records = (event.record for event in events if isinstance(event, ev.CouncilCounted))
    return sum(
        1
        for result, record in zip(results, records, strict=True)
        for _, target in record.ballots
        if target == result.idol
    )


def _points(events: Sequence[Event]) -> tuple[Fraction, ...]:
    totals = next((event.totals for event in events if isinstance(event, ev.FinalFourDecided)), ())
    return tuple(sorted((total for _, total in totals), reverse=True))
