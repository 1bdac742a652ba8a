"""What a game of To Tell the Truth consists of at any moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ringmaster.games.kernel import Seat
from ringmaster.games.mafia import MafiaState
from ringmaster.games.truth.settings import TruthSettings

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
class TruthState(MafiaState):
    """Everything about one game."""

    settings: TruthSettings
    roles: tuple[Role, ...] = ()
    suspects: tuple[Seat, Seat] | None = None
    """What the Mafia have chosen for the coming morning, in player-list order."""
    statements: tuple[Statement, ...] = ()

    def role(self, seat: Seat) -> Role:
        """A seat's role."""
        return self.roles[seat - 1]

    @property
    def living_mafia(self) -> tuple[Seat, ...]:
        """The living Mafia, in player-list order."""
        return self.living_with_role(MAFIA)
