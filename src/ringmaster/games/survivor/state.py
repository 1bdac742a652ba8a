"""What a game of Card Survivor consists of at any moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ringmaster.games.kernel import Outcome, PhaseId, Seat
from ringmaster.games.survivor.cards import STARTING_HAND, Card, Hand
from ringmaster.games.survivor.final_four import HandVerdict
from ringmaster.games.survivor.results import (
    Ballots,
    ChallengeRecord,
    CouncilRecord,
    CouncilResult,
    Elimination,
    IndividualResult,
    TribalResult,
)
from ringmaster.games.survivor.settings import FINALISTS, SurvivorSettings
from ringmaster.games.survivor.tribes import Tribe, Tribes

PhaseKind: TypeAlias = Literal[
    "challenge",
    "council",
    "merge",
    "fan-vote",
    "hand",
    "choice",
    "jury-questions",
    "jury-vote",
    "deciding-vote",
]
"""What a phase is, without its number."""

KINDS: dict[str, PhaseKind] = {
    "challenge": "challenge",
    "council": "council",
    "merge": "merge",
    "fan-vote": "fan-vote",
    "hand": "hand",
    "choice": "choice",
    "jury-questions": "jury-questions",
    "jury-vote": "jury-vote",
    "deciding-vote": "deciding-vote",
}


def kind_of(phase: PhaseId) -> PhaseKind:
    """What a phase is.

    >>> kind_of("council-5"), kind_of("fan-vote")
    ('council', 'fan-vote')
    """
    return KINDS[phase.rstrip("0123456789").rstrip("-")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Idol:
    """Where the idol is (S8).

    ``out`` once it is spent, lost with its holder, or past the last council at which it can be played.
    """

    stage: Literal["unhidden", "hidden", "held", "out"] = "unhidden"
    finder: Seat | None = None
    """Who took it: the name that latecomers are told, whoever holds it now (S8.3)."""
    holder: Seat | None = None
    message_gone: bool = False
    ready: bool = False
    """Whether the holder plays it at the open council (S8.5)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SurvivorState:
    """Everything about one game. What is kept by seat stands at ``seat - 1``."""

    settings: SurvivorSettings
    seats: int
    living: tuple[Seat, ...] = ()
    hands: tuple[Hand, ...] = ()
    tribes: Tribes = ((), ())
    """The living members of each tribe; empty after the merge."""
    merged: bool = False
    phase: PhaseId | None = None
    kind: PhaseKind | None = None
    closes_at: int = 0
    """The hour, counted from the start, at which the calendar ends the open phase (S12.2)."""
    challenge: int = 0
    """The number of the last challenge that was opened."""
    council: int = 0
    """The number of the last council that was opened."""
    plays: tuple[tuple[Card, ...], ...] = ()
    """What each seat has sent for the open challenge: public and secret, or one to three cards."""
    votes: Ballots = ()
    """The ballots of the open council, jury vote or deciding vote."""
    immune: Seat | None = None
    """Who cannot be voted for at the open council."""
    idol: Idol = Idol()
    four: tuple[Seat, ...] = ()
    """The seats of the final-four game, also those that a moderator has removed since."""
    fan_votes: tuple[tuple[str, Seat], ...] = ()
    """Each spectator's choice."""
    favourite: Seat | None = None
    bonus: Card | None = None
    """The card that the favourite has got, once it has it."""
    line_ups: tuple[tuple[Card, ...], ...] = ()
    """The cards that each seat plays in this hand and the next ones."""
    played: tuple[HandVerdict, ...] = ()
    """The hands of the final-four game so far."""
    first: Seat | None = None
    """First place of the final-four game, which chooses the third finalist."""
    second: Seat | None = None
    third: Seat | None = None
    """Whom the first place has chosen, before it is announced."""
    finalists: tuple[Seat, ...] = ()
    """By their placing in the final-four game."""
    jurors: tuple[Seat, ...] = ()
    jury_votes: Ballots = ()
    """The jury's ballots, once its vote is closed."""
    decider: Seat | None = None
    """Who has the deciding vote."""
    between: tuple[Seat, ...] = ()
    """The two who are tied for the jury's votes."""
    eliminated: tuple[Elimination, ...] = ()
    """In the order they went."""
    removed: tuple[Seat, ...] = ()
    challenges: tuple[TribalResult | IndividualResult, ...] = ()
    councils: tuple[CouncilResult, ...] = ()
    challenge_records: tuple[ChallengeRecord, ...] = ()
    council_records: tuple[CouncilRecord, ...] = ()
    outcome: Outcome | None = None

    def hand(self, seat: Seat) -> Hand:
        """A seat's cards."""
        return self.hands[seat - 1]

    def play(self, seat: Seat) -> tuple[Card, ...]:
        """What a seat has sent for the open challenge."""
        return self.plays[seat - 1]

    def line_up(self, seat: Seat) -> tuple[Card, ...]:
        """What a seat has lined up for this hand and the next ones."""
        return self.line_ups[seat - 1]

    def vote(self, seat: Seat) -> Seat | None:
        """For whom a seat votes in the open phase."""
        return next((target for voter, target in self.votes if voter == seat), None)

    def tribe(self, seat: Seat) -> Tribe | None:
        """The tribe of a living seat; None after the merge."""
        return next((at for at, members in enumerate(self.tribes, start=1) if seat in members), None)

    @property
    def members(self) -> tuple[Seat, ...]:
        """The members of the open council: the losing tribe, or everyone after the merge (S5.1)."""
        return self.living if self.losing_tribe is None else self.tribes[self.losing_tribe - 1]

    @property
    def losing_tribe(self) -> Tribe | None:
        """The tribe that has lost the last challenge; None when tribes compete no more, or have not yet."""
        last = self.challenges[-1] if self.challenges and not self.merged else None
        return last.loser if isinstance(last, TribalResult) else None

    @property
    def awaits_bonus(self) -> bool:
        """Whether the favourite has still to choose its card (S9.4)."""
        return self.favourite in self.living and self.bonus is None

    @property
    def players(self) -> tuple[Seat, ...]:
        """Who plays a card in the open hand: every living seat that has one, or will have one by then (S10.1)."""
        return tuple(seat for seat in self.living if self.hand(seat) or (self.awaits_bonus and seat == self.favourite))

    def serves_on_jury(self, seat: Seat) -> bool:
        """Whether an eliminated seat is of the jury: its place is the ninth or better with a jury of six (S11.1).

        A removed seat takes a place, but serves on no jury.
        """
        lowest = self.settings.jury + FINALISTS
        return seat not in self.removed and any(out.seat == seat and out.place <= lowest for out in self.eliminated)


def fresh(settings: SurvivorSettings, seats: int) -> SurvivorState:
    """The state before the tribes are dealt: everyone with the same hand (S1.1)."""
    return SurvivorState(
        settings=settings,
        seats=seats,
        living=tuple(range(1, seats + 1)),
        hands=(STARTING_HAND,) * seats,
        plays=((),) * seats,
        line_ups=((),) * seats,
    )
