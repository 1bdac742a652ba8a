"""What each viewer may know of a game of Twitch Plays Mafia."""

from __future__ import annotations

from dataclasses import dataclass

from ringmaster.games.kernel import Outcome, PhaseId, Seat, Viewer
from ringmaster.games.mafia import PastDay
from ringmaster.games.twitch.settings import TwitchSettings
from ringmaster.games.twitch.state import DOME, Action, Faction, Kill, TwitchState
from ringmaster.games.voting import Wagons


@dataclass(frozen=True, slots=True, kw_only=True)
class TwitchView:
    """A censored state. ``factions`` holds the factions this viewer may know."""

    settings: TwitchSettings
    phase: PhaseId | None
    living: tuple[Seat, ...]
    dead: tuple[Seat, ...]
    wagons: Wagons
    past_days: tuple[PastDay, ...]
    factions: dict[Seat, Faction]
    actions: tuple[Action, ...]
    """The night's submissions that this viewer may know: its own, or all for a moderator."""
    kill: Kill | None
    """For the living Dome and the moderators."""
    outcome: Outcome | None


def view(state: TwitchState, viewer: Viewer) -> TwitchView:
    """The state without what the viewer may not know (T1.1, T1.4, T2.5)."""
    sees_all = viewer.role == "moderator" or state.outcome is not None
    is_dome = viewer.seat is not None and state.faction(viewer.seat) == DOME
    known: dict[Seat, Faction] = {
        seat: faction
        for seat, faction in enumerate(state.roles, start=1)
        if sees_all or seat in state.dead or seat == viewer.seat or (is_dome and faction == DOME)
    }
    return TwitchView(
        settings=state.settings,
        phase=state.phase,
        living=state.living,
        dead=state.dead,
        wagons=state.wagons,
        past_days=state.past_days,
        factions=known,
        actions=tuple(action for action in state.actions if sees_all or action.by == viewer.seat),
        kill=state.kill if sees_all or (is_dome and viewer.seat in state.living) else None,
        outcome=state.outcome,
    )
