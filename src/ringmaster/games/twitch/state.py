"""What a game of Twitch Plays Mafia consists of at any moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ringmaster.games.kernel import Seat
from ringmaster.games.mafia import MafiaState
from ringmaster.games.twitch.settings import TwitchSettings

Faction: TypeAlias = Literal["helix", "dome"]
Kind: TypeAlias = Literal["protect", "stun", "bus"]

HELIX: Faction = "helix"
DOME: Faction = "dome"
START9 = "start9"
KINDS: tuple[Kind, ...] = ("protect", "stun", "bus")


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """What a seat does at night (T2.1): a bus has two targets, the others one."""

    by: Seat
    kind: Kind
    targets: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kill:
    """The night kill (T3.1)."""

    by: Seat
    target: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TwitchState(MafiaState):
    """Everything about one game. The role of a seat is its faction."""

    settings: TwitchSettings
    roles: tuple[Faction, ...] = ()
    actions: tuple[Action, ...] = ()
    """The night's submissions, in the order they arrived."""
    kill_target: Seat | None = None
    kill_sender: Seat | None = None
    """Never None while there is a target, but the target may leave before its sender does."""
    quiet: int = 0
    """How many days and nights in a row have passed without any death (T6.4)."""

    def faction(self, seat: Seat) -> Faction:
        """A seat's faction."""
        return self.roles[seat - 1]

    @property
    def living_dome(self) -> tuple[Seat, ...]:
        """The living Dome, in player-list order."""
        return self.living_with_role(DOME)

    @property
    def kill(self) -> Kill | None:
        """The kill as it is named now, or None (T3.1, T3.3)."""
        if self.kill_target is None or self.kill_sender is None:
            return None
        return Kill(by=self.kill_sender, target=self.kill_target)

    @property
    def has_kill(self) -> bool:
        """Whether this is a night with a kill (T1.3)."""
        return self.by_night and not (self.number == 0 and self.settings.night_zero == "no-kill")

    def action_of(self, seat: Seat) -> Action | None:
        """What a seat has sent this night, or None."""
        return next((action for action in self.actions if action.by == seat), None)
