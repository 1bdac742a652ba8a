"""What has come of a challenge or a council: the part that is posted, and the part that is not."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from ringmaster.games.kernel import Seat
from ringmaster.games.survivor.cards import Card
from ringmaster.games.survivor.tribes import Tribe, Tribes

Counts: TypeAlias = tuple[tuple[Seat, int], ...]
"""A number for each seat, in player-list order."""

Ballots: TypeAlias = tuple[tuple[Seat, Seat], ...]
"""Who voted for whom, in player-list order of the voters."""

Plays: TypeAlias = tuple[tuple[Seat, tuple[Card, ...]], ...]
"""The cards that each seat played, in player-list order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TribalResult:
    """What is posted of a tribal challenge. ``secret`` is listed high to low, tribe by tribe (S3.2)."""

    number: int
    tribes: Tribes
    public: Counts
    secret: tuple[tuple[Card, ...], ...]
    averages: tuple[Fraction, ...]
    winner: Tribe
    decided_by: str

    @property
    def loser(self) -> Tribe:
        """The tribe that goes to council (S3.6)."""
        return 3 - self.winner


@dataclass(frozen=True, slots=True, kw_only=True)
class IndividualResult:
    """What is posted of an individual challenge: totals, and nothing of which or how many cards (S4.2).

    ``tied`` are the seats level on the highest total, if there are several. Which step of S4.4 told them
    apart would say something of their cards, so it is not here.
    """

    number: int
    totals: Counts
    winner: Seat
    tied: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeRecord:
    """What nobody but the moderators sees of a challenge: every card, who sent none, what broke the tie."""

    number: int
    plays: Plays
    missed: tuple[Seat, ...]
    decided_by: str

    @property
    def points(self) -> Counts:
        """The points that each seat submitted (S6.2)."""
        return tuple((seat, sum(cards)) for seat, cards in self.plays)


@dataclass(frozen=True, slots=True, kw_only=True)
class CouncilResult:
    """What is posted of a council; votes only with ``council_reveal`` on ``tally`` (S5.4).

    ``idol`` is who has played it (S6.1); ``void`` how many votes it voided.
    """

    number: int
    eliminated: Seat
    decided_by: str
    idol: Seat | None
    tally: Counts | None
    void: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CouncilRecord:
    """What nobody but the moderators sees of a council (S5.4, S6.6)."""

    number: int
    ballots: Ballots
    missed: tuple[Seat, ...]
    weighted: Counts | None
    pool: tuple[Seat, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Elimination:
    """A seat that is out, and the place it has taken: how many were left with it (S11.1)."""

    seat: Seat
    place: int
