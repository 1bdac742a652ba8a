"""What the rulebook lets a seat send: every refusal of To Tell the Truth.

Live games, menus, the adjudicator and simulations all ask here.
"""

from __future__ import annotations

from collections.abc import Sequence

from ringmaster.games.kernel import RuleViolation, Seat, Value
from ringmaster.games.mafia import candidates, require_candidate
from ringmaster.games.truth.settings import TruthSettings
from ringmaster.games.truth.state import MAFIA, NO_ELIMINATION, TruthState


def vote_choices(living: Sequence[Seat], settings: TruthSettings, seat: Seat) -> tuple[Value, ...]:
    """What a living seat can vote for (L2.2, L2.4)."""
    seats = candidates(living, seat, settings.self_vote)
    return seats if settings.no_elimination == "forbidden" else (*seats, NO_ELIMINATION)


def require_may_vote(living: Sequence[Seat], settings: TruthSettings, seat: Seat, target: Value) -> None:
    """Refuse a vote that the rulebook does not allow.

    Raises:
        RuleViolation: ``no-elimination-forbidden`` (L2.4), ``target-not-living`` (A2) or
            ``self-vote-forbidden`` (L2.2).
    """
    if target == NO_ELIMINATION:
        if settings.no_elimination == "forbidden":
            raise RuleViolation("no-elimination-forbidden", "L2.4")
    else:
        require_candidate(target, living, seat, settings.self_vote, "L2.2")


def require_day(state: TruthState) -> None:
    """Refuse votes by night.

    Raises:
        RuleViolation: ``not-by-night`` (L2.2).
    """
    if not state.by_day:
        raise RuleViolation("not-by-night", "L2.2")


def require_may_name(state: TruthState, seat: Seat, suspects: tuple[Seat, Seat]) -> None:
    """Refuse suspects that the rulebook does not allow.

    A Townie gets the same words at any time of day, so that a refusal says nothing about roles.

    Raises:
        RuleViolation: ``nothing-to-do-by-night``, ``not-by-day`` or ``same-suspect-twice`` (L3.2), or
            ``target-not-living`` (A2).
    """
    if state.role(seat) != MAFIA:
        raise RuleViolation("nothing-to-do-by-night", "L3.2")
    if not state.by_night:
        raise RuleViolation("not-by-day", "L3.2")
    if suspects[0] == suspects[1]:
        raise RuleViolation("same-suspect-twice", "L3.2", target=suspects[0])
    for suspect in suspects:
        if suspect not in state.living:
            raise RuleViolation("target-not-living", "A2", target=suspect)
