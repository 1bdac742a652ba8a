"""What can happen in Card Survivor, and who may know it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ringmaster.games.kernel import Audience, Event, PublicEvent, Seat, only
from ringmaster.games.survivor.calendar import CalendarEntry
from ringmaster.games.survivor.cards import Card
from ringmaster.games.survivor.final_four import HandVerdict, Placing
from ringmaster.games.survivor.results import (
    Ballots,
    ChallengeRecord,
    CouncilRecord,
    CouncilResult,
    Elimination,
    IndividualResult,
    TribalResult,
)
from ringmaster.games.survivor.settings import SurvivorSettings
from ringmaster.games.survivor.tribes import Tribes


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateEvent(Event):
    """An event that one seat may know."""

    seat: Seat

    @property
    def audience(self) -> Audience:
        """The seat itself."""
        return only(self.seat)


# ------------------------------------------------------------------------------- tribes and calendar


@dataclass(frozen=True, slots=True, kw_only=True)
class GameBegan(PublicEvent):
    """The player list is final, and everyone has the same forty cards (S1.1)."""

    settings: SurvivorSettings
    seats: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TribesDealt(PublicEvent):
    """The members of each tribe, in player-list order: the order dealt would give the dates away (S2.3)."""

    tribes: Tribes


@dataclass(frozen=True, slots=True, kw_only=True)
class TribesMerged(PublicEvent):
    """From now on everyone plays alone (S7). ``because`` is the adjudicator's word for the clause."""

    because: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarRedrawn(PublicEvent):
    """An early merge or a removal has changed what is still to come (S12.2)."""

    calendar: tuple[CalendarEntry, ...]


# ---------------------------------------------------------------------------------------- challenges


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsSubmitted(PrivateEvent):
    """A seat has sent or changed its cards for the open challenge (S3.1, S4.1)."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeMissed(PrivateEvent):
    """A seat had sent nothing, so these cards were played for it (S3.5, S4.5)."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeScored(Event):
    """All cards of a challenge, which are spent now (S1.2): for the moderators."""

    record: ChallengeRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class TribalChallengeDecided(PublicEvent):
    """A tribe has won immunity (S3)."""

    result: TribalResult


@dataclass(frozen=True, slots=True, kw_only=True)
class IndividualChallengeDecided(PublicEvent):
    """A seat has won immunity (S4)."""

    result: IndividualResult


# ------------------------------------------------------------------------------------------ councils


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteSubmitted(PrivateEvent):
    """A seat has voted or changed its vote: at a council, in the jury, or the deciding vote."""

    target: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteMissed(PrivateEvent):
    """A member had not voted; ``target`` is the vote that counts for it, None if none does (S5.3)."""

    target: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class IdolPlayed(PublicEvent):
    """A member plays the idol: announced before the result (S6.1)."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class CouncilCounted(Event):
    """The ballots and the weighted count of a council: for the moderators (S6.6)."""

    record: CouncilRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class CouncilDecided(PublicEvent):
    """A council is settled (S5.4)."""

    result: CouncilResult


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatEliminated(PublicEvent):
    """A seat is out."""

    elimination: Elimination


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRemoved(PublicEvent):
    """A moderator has removed a seat (A6)."""

    seat: Seat


# ---------------------------------------------------------------------------------------------- idol


@dataclass(frozen=True, slots=True, kw_only=True)
class IdolHidden(Event):
    """A moderator has hidden the idol (S8.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IdolFound(PrivateEvent):
    """A seat has found the idol and holds it (S8.2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IdolSeenTaken(PrivateEvent):
    """A seat was too late: "you saw X take the idol" (S8.3)."""

    by: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class IdolNotThere(PrivateEvent):
    """A seat looked in the wrong place, or long after: "there is no idol there" (S8.3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IdolMessageGone(Event):
    """The message that held the idol is gone (S8.2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IdolGiven(Event):
    """The holder has given the idol to another seat (S8.4)."""

    seat: Seat
    to: Seat

    @property
    def audience(self) -> Audience:
        """Both of them."""
        return only(self.seat, self.to)


@dataclass(frozen=True, slots=True, kw_only=True)
class IdolReadied(PrivateEvent):
    """The holder will play the idol at the open council, or keeps it after all (S8.5)."""

    play: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class IdolLost(PrivateEvent):
    """The idol has left the game with its holder, or unused after the last council (S8.5, S8.6)."""


# -------------------------------------------------------------------------------- favourite and hands


@dataclass(frozen=True, slots=True, kw_only=True)
class FanVoteCast(Event):
    """A spectator has voted or changed its vote: seen by nobody else (S9.2)."""

    spectator: str
    target: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class FanVoteCounted(Event):
    """How the spectators' vote came out: for the moderators (S9.4)."""

    votes: int
    favourite: Seat | None
    because: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FavouriteTold(PrivateEvent):
    """The favourite alone is told that it is (S9.4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusTaken(PrivateEvent):
    """The favourite has its card, by choice or by ``fan_default`` (S9.4)."""

    card: Card
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsLinedUp(PrivateEvent):
    """What a seat plays in the open hand and the next ones (S10.8)."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandMissed(PrivateEvent):
    """A seat had played nothing, so this card was played for it (S10.8)."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class HandDecided(PublicEvent):
    """A hand is settled (S10.9). ``totals`` are the running totals."""

    number: int
    hand: HandVerdict
    totals: tuple[tuple[Seat, Fraction], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalFourDecided(PublicEvent):
    """The final-four game is over (S10.6). With four seats left, the first chooses one of ``choice_of``."""

    totals: tuple[tuple[Seat, Fraction], ...]
    placed: tuple[Placing, ...]
    choice_of: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ThirdChosen(PrivateEvent):
    """First place has chosen who joins the final (S10.6)."""

    target: Seat


# ---------------------------------------------------------------------------------------------- jury


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalistsSeated(PublicEvent):
    """Who is in the final, by placing. ``decided_by`` says how the third was found (S10.6, S10.10)."""

    finalists: tuple[Seat, ...]
    decided_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JurySeated(PublicEvent):
    """Who is on the jury (S11.1)."""

    jurors: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidingVoteCalled(PublicEvent):
    """Two are tied for the jury's votes, so the third finalist decides (S11.4, S11.6)."""

    seat: Seat
    between: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictReached(PublicEvent):
    """The jury's votes and what decided: known when the game is over (S11.8)."""

    ballots: Ballots
    winner: Seat
    decided_by: str
