"""What a game of To Tell the Truth consists of at any moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from ringmaster.games.kernel import Outcome, PhaseId, Seat
from ringmaster.games.truth.settings import TruthSettings
from ringmaster.games.voting import Wagons

Role: TypeAlias = Literal["mafia", "town"]

MAFIA: Role = "mafia"
TOWN: Role = "town"
NO_ELIMINATION = "no elimination"


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One morning's "or" statement, the names in player-list order (L4.4)."""

    day: int
    first: Seat
    first_guilty: bool
    second: Seat
    second_guilty: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PastDay:
    """The final votes of a day that is over."""

    day: int
    wagons: Wagons
    eliminated: Seat | None
    decided_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TruthState:
    """Everything about one game. ``roles[seat - 1]`` is a seat's role."""

    settings: TruthSettings
    roles: tuple[Role, ...] = ()
    living: tuple[Seat, ...] = ()
    phase: PhaseId | None = None
    number: int = 0
    """The number of the current day or night."""
    wagons: Wagons = field(default_factory=Wagons)
    suspects: tuple[Seat, Seat] | None = None
    """What the Mafia have chosen for the coming morning, in player-list order."""
    statements: tuple[Statement, ...] = ()
    past_days: tuple[PastDay, ...] = ()
    dead: tuple[Seat, ...] = ()
    """In the order they went."""
    outcome: Outcome | None = None

    @property
    def by_day(self) -> bool:
        """Whether it is day."""
        return self.phase is not None and self.phase.startswith("day-")

    @property
    def by_night(self) -> bool:
        """Whether it is night."""
        return self.phase is not None and self.phase.startswith("night-")

    def role(self, seat: Seat) -> Role:
        """A seat's role."""
        return self.roles[seat - 1]

    def with_role(self, role: Role) -> tuple[Seat, ...]:
        """All seats of a role, living or not, in player-list order."""
        return tuple(seat for seat, has in enumerate(self.roles, start=1) if has == role)

    @property
    def living_mafia(self) -> tuple[Seat, ...]:
        """The living Mafia, in player-list order."""
        return tuple(seat for seat in self.living if self.role(seat) == MAFIA)
