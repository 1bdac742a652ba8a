"""What can happen in Twitch Plays Mafia, and who may know it."""

from __future__ import annotations

from dataclasses import dataclass

from ringmaster.games.kernel import Audience, Event, PublicEvent, Seat, Value, faction, only
from ringmaster.games.twitch.rulings import NightVerdict
from ringmaster.games.twitch.settings import TwitchSettings
from ringmaster.games.twitch.state import DOME, Action, Faction, Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class GameBegan(PublicEvent):
    """The player list is final."""

    settings: TwitchSettings
    seats: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FactionDealt(Event):
    """A seat has its faction (T1.2). The Dome know each other (T1.1)."""

    seat: Seat
    faction: Faction

    @property
    def audience(self) -> Audience:
        """The Dome for a Dome Supporter, the seat itself for a Helix Follower."""
        return faction(DOME) if self.faction == DOME else only(self.seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionSent(Event):
    """A seat has sent its action of the night (T2.2, T2.5)."""

    action: Action

    @property
    def audience(self) -> Audience:
        """The seat itself."""
        return only(self.action.by)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionVoided(Event):
    """A target of a seat's action has been removed, so the action is gone and the seat may send another."""

    seat: Seat

    @property
    def audience(self) -> Audience:
        """The seat itself."""
        return only(self.seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class DomeEvent(Event):
    """An event that the Dome may know."""

    @property
    def audience(self) -> Audience:
        """The Dome."""
        return faction(DOME)


@dataclass(frozen=True, slots=True, kw_only=True)
class KillNamed(DomeEvent):
    """A Dome seat has named the kill (T3.1)."""

    seat: Seat
    target: Seat
    sender: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class KillVoided(DomeEvent):
    """The target of the kill has been removed; no kill is named now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KillPassedOn(DomeEvent):
    """The sender of the kill has been removed; the first living Dome seat sends it now, as in T3.3."""

    sender: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class NightResolved(Event):
    """Everything that happened in a night: for the moderators until the game is over (T2.5, T4.7)."""

    night: int
    verdict: NightVerdict


@dataclass(frozen=True, slots=True, kw_only=True)
class NightEnded(PublicEvent):
    """The morning (T4.7). ``counts`` are the submissions of each kind where `night_feed` says so (T2.5)."""

    night: int
    killed: Seat | None
    counts: tuple[tuple[Kind, int], ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StunTold(Event):
    """A seat that lives on is told that it was stunned (T4.8)."""

    seat: Seat

    @property
    def audience(self) -> Audience:
        """The seat itself."""
        return only(self.seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteCast(PublicEvent):
    """A seat votes, for good (T5.1)."""

    seat: Seat
    target: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class DayDecided(PublicEvent):
    """The votes of a day are settled (T5.2 to T5.7). ``tied`` had the most votes, in player-list order."""

    day: int
    lynched: Seat | None
    decided_by: str
    counts: tuple[tuple[Value, int], ...]
    tied: tuple[Value, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatDied(PublicEvent):
    """A seat is out of the game and its faction revealed (T1.4)."""

    seat: Seat
    faction: Faction


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatKilled(SeatDied):
    """A seat has died in the night (T4.6)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLynched(SeatDied):
    """A seat has been voted out (T5.3, T5.4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRemoved(SeatDied):
    """A moderator has removed a seat (A6)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StalemateNoticed(Event):
    """So many days and nights in a row have passed without a death; the moderators may call a draw (T6.4)."""

    quiet: int
