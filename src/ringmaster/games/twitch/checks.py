"""What the rulebook lets a seat send: every refusal of Twitch Plays Mafia.

Live games, menus, the adjudicator and simulations all ask here.
"""

from __future__ import annotations

from collections.abc import Sequence

from ringmaster.games.kernel import RuleViolation, Seat, Value
from ringmaster.games.mafia import candidates, require_candidate
from ringmaster.games.twitch.settings import TwitchSettings
from ringmaster.games.twitch.state import DOME, START9, Kind, TwitchState
from ringmaster.games.voting import Wagons


def vote_choices(living: Sequence[Seat], settings: TwitchSettings, seat: Seat) -> tuple[Value, ...]:
    """What a living seat can vote for (T5.1)."""
    return (*candidates(living, seat, settings.self_vote), START9)


def require_may_vote(
    living: Sequence[Seat], wagons: Wagons, settings: TwitchSettings, seat: Seat, target: Value
) -> None:
    """Refuse a vote that the rulebook does not allow.

    Raises:
        RuleViolation: ``vote-final`` when the seat has voted or ``self-vote-forbidden`` (T5.1), or
            ``target-not-living`` (A2).
    """
    if (given := wagons.target_of(seat)) is not None:
        raise RuleViolation("vote-final", "T5.1", target=given)
    if target != START9:
        require_candidate(target, living, seat, settings.self_vote, "T5.1")


def require_day(state: TwitchState) -> None:
    """Refuse votes by night.

    Raises:
        RuleViolation: ``not-by-night`` (T5.1).
    """
    if not state.by_day:
        raise RuleViolation("not-by-night", "T5.1")


def targets_needed(kind: Kind) -> int:
    """How many different seats an action is aimed at (T2.1)."""
    return 2 if kind == "bus" else 1


def require_targets(kind: Kind, targets: Sequence[Seat], living: Sequence[Seat]) -> None:
    """Refuse an action that is aimed wrongly.

    Raises:
        RuleViolation: ``wrong-number`` or ``same-target-twice`` (T2.1), or ``target-not-living`` (A2).
    """
    if len(targets) != targets_needed(kind):
        raise RuleViolation("wrong-number", "T2.1", kind="not-understood", name=kind)
    for place, target in enumerate(targets):
        if target not in living:
            raise RuleViolation("target-not-living", "A2", target=target)
        if target in targets[:place]:
            raise RuleViolation("same-target-twice", "T2.1", target=target)


def require_may_act(state: TwitchState, seat: Seat, kind: Kind, targets: Sequence[Seat]) -> None:
    """Refuse an action that the rulebook does not allow.

    Raises:
        RuleViolation: ``not-by-day`` (T2.1), ``action-final`` when the seat has sent one (T2.2), or as
            `require_targets`.
    """
    if not state.by_night:
        raise RuleViolation("not-by-day", "T2.1")
    if (sent := state.action_of(seat)) is not None:
        raise RuleViolation("action-final", "T2.2", action=sent.kind, targets=sent.targets)
    require_targets(kind, targets, state.living)


def require_dome(state: TwitchState, seat: Seat) -> None:
    """Refuse whatever a Helix Follower says about the kill, at any time and in the same words.

    Raises:
        RuleViolation: ``no-kill-to-send`` (T3.1).
    """
    if state.faction(seat) != DOME:
        raise RuleViolation("no-kill-to-send", "T3.1")


def require_may_kill(state: TwitchState, seat: Seat, target: Seat, sender: Seat | None) -> None:
    """Refuse a kill that the rulebook does not allow.

    Raises:
        RuleViolation: ``no-kill-to-send`` or ``sender-not-dome`` (T3.1), ``not-by-day`` (T2.1),
            ``no-kill-tonight`` (T1.3), or ``target-not-living`` (A2).
    """
    require_dome(state, seat)
    if not state.by_night:
        raise RuleViolation("not-by-day", "T2.1")
    if not state.has_kill:
        raise RuleViolation("no-kill-tonight", "T1.3")
    if target not in state.living:
        raise RuleViolation("target-not-living", "A2", target=target)
    if sender is not None and sender not in state.living_dome:
        raise RuleViolation("sender-not-dome", "T3.1", sender=sender)
