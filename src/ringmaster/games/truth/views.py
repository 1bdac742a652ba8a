"""What each viewer may know of a game of To Tell the Truth."""

from __future__ import annotations

from dataclasses import dataclass

from ringmaster.games.kernel import Outcome, PhaseId, Seat, Viewer
from ringmaster.games.mafia import PastDay
from ringmaster.games.truth.settings import TruthSettings
from ringmaster.games.truth.state import MAFIA, Role, Statement, TruthState
from ringmaster.games.voting import Wagons


@dataclass(frozen=True, slots=True, kw_only=True)
class TruthView:
    """A censored state. ``roles`` holds the roles this viewer may know; ``suspects`` are for the living Mafia."""

    settings: TruthSettings
    phase: PhaseId | None
    living: tuple[Seat, ...]
    dead: tuple[Seat, ...]
    wagons: Wagons
    past_days: tuple[PastDay, ...]
    statements: tuple[Statement, ...]
    roles: dict[Seat, Role]
    suspects: tuple[Seat, Seat] | None
    outcome: Outcome | None


def view(state: TruthState, viewer: Viewer) -> TruthView:
    """The state without what the viewer may not know (L1.2, L2.1)."""
    sees_all = viewer.role == "moderator" or state.outcome is not None
    is_mafia = viewer.seat is not None and state.role(viewer.seat) == MAFIA
    known: dict[Seat, Role] = {
        seat: role
        for seat, role in enumerate(state.roles, start=1)
        if sees_all or seat in state.dead or seat == viewer.seat or (is_mafia and role == MAFIA)
    }
    return TruthView(
        settings=state.settings,
        phase=state.phase,
        living=state.living,
        dead=state.dead,
        wagons=state.wagons,
        past_days=state.past_days,
        statements=state.statements,
        roles=known,
        suspects=state.suspects if sees_all or (is_mafia and viewer.seat in state.living) else None,
        outcome=state.outcome,
    )
