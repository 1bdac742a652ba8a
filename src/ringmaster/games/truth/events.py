"""What can happen in To Tell the Truth, and who may know it."""

from __future__ import annotations

from dataclasses import dataclass

from ringmaster.games.kernel import Audience, Event, PublicEvent, Seat, Value, faction, only
from ringmaster.games.truth.settings import TruthSettings
from ringmaster.games.truth.state import MAFIA, Role, Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class GameBegan(PublicEvent):
    """The player list is final."""

    settings: TruthSettings
    seats: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleDealt(Event):
    """A seat has its role (L1.1). The Mafia know each other (L1.2)."""

    seat: Seat
    role: Role

    @property
    def audience(self) -> Audience:
        """The Mafia for a Goon, the seat itself for a Townie."""
        return faction(MAFIA) if self.role == MAFIA else only(self.seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteCast(PublicEvent):
    """A seat votes (L2.2)."""

    seat: Seat
    target: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteRetracted(PublicEvent):
    """A seat has taken its vote back (L2.2)."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class DayDecided(PublicEvent):
    """The votes of a day are settled (L2.1 to L2.6). ``tied`` had the most votes, in player-list order."""

    day: int
    eliminated: Seat | None
    decided_by: str
    counts: tuple[tuple[Value, int], ...]
    tied: tuple[Value, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatEliminated(PublicEvent):
    """A seat is voted out and its role revealed (L2.1)."""

    seat: Seat
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRemoved(PublicEvent):
    """A moderator has removed a seat (A6); its role is revealed like that of an eliminated one."""

    seat: Seat
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class SuspectsNamed(Event):
    """A Goon has set the suspects (L3.2)."""

    seat: Seat
    suspects: tuple[Seat, Seat]

    @property
    def audience(self) -> Audience:
        """The Mafia."""
        return faction(MAFIA)


@dataclass(frozen=True, slots=True, kw_only=True)
class SuspectsDrawn(Event):
    """Nobody named suspects, so two living seats were rolled (L3.3)."""

    suspects: tuple[Seat, Seat]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementMade(PublicEvent):
    """The morning's statement (L4.4)."""

    statement: Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementExplained(Event):
    """Which half got the true result: for the moderators (L4.5)."""

    day: int
    true_half: Seat
