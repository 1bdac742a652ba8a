"""Who may hear whom, who may watch, and who may be asked (S9.1, S10.5, S13). Hosts relay by these."""

from __future__ import annotations

from ringmaster.games.kernel import RuleViolation, Seat, require_living
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.games.survivor.tribes import Tribe


def tribe_hearers(state: SurvivorState, seat: Seat) -> tuple[Seat, ...]:
    """The other seats that read what a seat says to its tribe; after the merge, to everyone (S13.3).

    Raises:
        RuleViolation: the seat is out of the game, or the final-four game is on (S10.5).
    """
    _require_may_talk(state, seat)
    tribe = state.tribe(seat)
    members = state.living if tribe is None else state.tribes[tribe - 1]
    return tuple(other for other in members if other != seat)


def require_may_whisper(state: SurvivorState, seat: Seat, to: Seat) -> None:
    """Refuse a private word that the rules do not allow (S13.3).

    Raises:
        RuleViolation: one of them is out of the game, they are in different tribes, it is the same seat, or
            the final-four game is on (S10.5).
    """
    _require_may_talk(state, seat)
    if to not in state.living:
        raise RuleViolation("target-not-living", "A2", target=to)
    if to == seat:
        raise RuleViolation("whisper-to-yourself", "S13.3")
    if state.tribe(seat) != state.tribe(to):
        raise RuleViolation("other-tribe", "S13.3", target=to)


def may_whisper(state: SurvivorState, seat: Seat, to: Seat) -> bool:
    """Whether the rules allow a private word between two seats (S13.3)."""
    try:
        require_may_whisper(state, seat, to)
    except RuleViolation:
        return False
    return True


def require_may_confess(state: SurvivorState, seat: Seat) -> None:
    """Refuse the confessional of a seat that is out of the game; its readers are never players (S13.1).

    Raises:
        RuleViolation: the seat is out of the game, or the game is over.
    """
    if state.phase is None:
        raise RuleViolation("game-over", "A1")
    require_living(seat, state.living)


def _require_may_talk(state: SurvivorState, seat: Seat) -> None:
    require_may_confess(state, seat)
    if state.kind == "hand":
        raise RuleViolation("no-talk-in-final-four", "S10.5")


def jury_speakers(state: SurvivorState) -> tuple[Seat, ...]:
    """Who speaks in front of the jury while it asks: jurors and finalists; else nobody (S11.2)."""
    return tuple(sorted((*state.jurors, *state.finalists))) if state.kind == "jury-questions" else ()


def question_recipients(state: SurvivorState, tribe: Tribe) -> tuple[Seat, ...]:
    """Who gets a spectator's question that a moderator passes on: a tribe, or everyone after the merge (S13.2)."""
    return state.living if state.merged else state.tribes[tribe - 1]


def spectators_may_join(state: SurvivorState) -> bool:
    """Whether spectators who vote can still come in: until the merge (S9.1)."""
    return not state.merged and state.outcome is None


def may_watch(state: SurvivorState, seat: Seat) -> bool:
    """Whether a seat that is out may read what spectators read: not while it is, or can be, of the jury (S11.1)."""
    return state.outcome is not None or (seat not in state.living and not state.serves_on_jury(seat))
