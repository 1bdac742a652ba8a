"""What a removal by a moderator leads to, whatever the phase (A6)."""

from __future__ import annotations

from ringmaster.games.kernel import GameEnded, Outcome, PhaseClosed, RuleViolation, Seat
from ringmaster.games.survivor import events as ev
from ringmaster.games.survivor.final_four import place, standings
from ringmaster.games.survivor.phases import (
    SurvivorTurn,
    calendar,
    go_on,
    merge,
    next_hand,
    reach_verdict,
    seat_finalists,
    sizes,
)
from ringmaster.games.survivor.settings import FINAL_FOUR
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.games.survivor.submissions import third_choices
from ringmaster.games.survivor.tribes import merge_reason

CALLED_OFF = frozenset({"merge", "challenge", "council"})
"""The phases that make no sense any more once four are left."""


def remove(turn: SurvivorTurn, seat: Seat) -> None:
    """Take a seat out of the game; what it has sent and what others have sent for it is gone.

    - The open phase goes on among the others: a challenge counts without the seat, and a council still
      votes somebody out. A removed seat's immunity passes to nobody; its idol leaves the game with it.
    - Before the merge: when `merge_at` seats are left, or a tribe has nobody left, the phase is called off
      and the tribes merge (S7.1). So they do when a council has fewer than two members left (S7.5).
      Domination is looked at after the next council, as S7.2 says.
    - After the merge: when four are left, the phase is called off and the fans vote.
    - In the final-four game the seat counts as out of cards. Three or two who are left are all in the final.
    - A finalist's votes are void. With two finalists left a tie is settled as S11.7. If they hang on a
      deciding vote, it is looked at anew whether they still do.
    - The fan favourite takes its bonus along, and nobody learns of it.
    - A juror loses its vote, an eliminated seat its place on the jury; nobody moves up.
    - The last one left wins.

    Raises:
        RuleViolation: ``game-over``, or ``not-living`` when the seat is no longer in the game and on no jury.
    """
    state = turn.state
    if state.phase is None:
        raise RuleViolation("game-over", "A1")
    if seat not in state.living and not state.serves_on_jury(seat):
        raise RuleViolation("not-living", "A2", seat=seat)
    if state.idol.holder == seat:
        turn.emit(ev.IdolLost(seat=seat))
    was_living = seat in state.living
    turn.emit(ev.SeatRemoved(seat=seat))
    if not was_living:
        return
    if len(turn.state.living) <= 1:
        _end(turn)
        return
    _follow_up(turn)
    if turn.state.phase is not None:
        turn.emit(ev.CalendarRedrawn(calendar=calendar(turn.state)))


def _end(turn: SurvivorTurn) -> None:
    _call_off(turn)
    left = turn.state.living
    outcome = Outcome(winner=None, reason="last-one-left" if left else "nobody-left", clause="A6", winning_seats=left)
    turn.emit(GameEnded(outcome=outcome))


def _call_off(turn: SurvivorTurn) -> None:
    assert turn.state.phase is not None
    turn.emit(PhaseClosed(phase=turn.state.phase, cause="removal"))


def _follow_up(turn: SurvivorTurn) -> None:
    state = turn.state
    if not state.merged:
        _merge_if_due(turn)
    elif state.kind in CALLED_OFF and len(state.living) <= FINAL_FOUR:
        _call_off(turn)
        go_on(turn)
    elif state.kind == "hand" and not state.players:
        _call_off(turn)
        next_hand(turn)
    elif state.kind == "choice":
        _call_off(turn)
        _seat_who_is_left(turn)
    elif state.kind == "deciding-vote":
        _look_at_the_verdict_anew(turn)


def _merge_if_due(turn: SurvivorTurn) -> None:
    state = turn.state
    few = len(state.living) <= state.settings.merge_at or 0 in sizes(state)
    if few or (state.kind == "council" and len(state.members) < 2):
        loser = None if state.losing_tribe is None else state.losing_tribe - 1
        reason = merge_reason(sizes(state), loser, state.settings.merge_at)
        assert reason is not None
        _call_off(turn)
        merge(turn, reason)


def _seat_who_is_left(turn: SurvivorTurn) -> None:
    state = turn.state
    others = third_choices(state)
    placed = [seat for seat in (state.first, state.second) if seat is not None and seat in state.living]
    names = ("third", "fourth")[: len(others)]
    places = place(standings(others, state.played), names, "final-four", turn.rolls)
    finalists = (*placed, *(placing.seat for placing in places))
    seat_finalists(turn, finalists, "removal")


def _look_at_the_verdict_anew(turn: SurvivorTurn) -> None:
    """A third finalist who is gone decides nothing, and one of the tied who is gone is tied no longer."""
    state: SurvivorState = turn.state
    if state.decider not in state.living or any(seat not in state.living for seat in state.between):
        _call_off(turn)
        reach_verdict(turn, None)
