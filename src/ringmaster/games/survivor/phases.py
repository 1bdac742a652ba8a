"""What opens after what, and when the game is over."""

from __future__ import annotations

from typing import TypeAlias

from ringmaster.games.kernel import GameEnded, Outcome, PhaseOpened, Seat, Turn
from ringmaster.games.survivor import events as ev
from ringmaster.games.survivor.calendar import CalendarEntry, remaining
from ringmaster.games.survivor.final_four import place, standings
from ringmaster.games.survivor.jury import DecidingVote, settle_jury
from ringmaster.games.survivor.results import Elimination
from ringmaster.games.survivor.settings import FINAL_FOUR
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.games.survivor.tribes import MergeReason, merge_reason

SurvivorTurn: TypeAlias = Turn[SurvivorState]

CLAUSES = {"votes": "S11.3", "deciding-vote": "S11.4", "fan-favourite": "S11.5", "final-four": "S11.5"}
"""By which clause the jury's verdict was reached."""


def go_on(turn: SurvivorTurn) -> None:
    """Open what follows a council, or a challenge that was called off (S7.1, S7.2, S7.4)."""
    state = turn.state
    if not state.merged:
        reason = merge_reason(sizes(state), None, state.settings.merge_at)
        if reason is not None:
            merge(turn, reason)
            return
    elif len(state.living) <= FINAL_FOUR:
        open_fan_vote(turn)
        return
    turn.emit(PhaseOpened(phase=f"challenge-{state.challenge + 1}"))


def sizes(state: SurvivorState) -> tuple[int, int]:
    """The living seats of each tribe."""
    one, two = state.tribes
    return len(one), len(two)


def merge(turn: SurvivorTurn, reason: MergeReason) -> None:
    """The tribes are one from now on, and have a day off (S7.3); an early merge changes the calendar (S12.2)."""
    turn.emit(ev.TribesMerged(because=reason), PhaseOpened(phase="merge"))
    if reason != "merge-at":
        turn.emit(ev.CalendarRedrawn(calendar=calendar(turn.state)))


def calendar(state: SurvivorState) -> tuple[CalendarEntry, ...]:
    """The calendar from the open phase on (S12.2); nothing when the game is over."""
    if state.kind is None:
        return ()
    return remaining(
        state.settings,
        kind=state.kind,
        merged=state.merged,
        left=len(state.living),
        closes_at=state.closes_at,
    )


def open_fan_vote(turn: SurvivorTurn) -> None:
    """Four are left: an idol that nobody has played is worth nothing any more (S8.5), the fans vote (S9.2)."""
    if turn.state.idol.holder is not None:
        turn.emit(ev.IdolLost(seat=turn.state.idol.holder))
    turn.emit(PhaseOpened(phase="fan-vote"))


def next_hand(turn: SurvivorTurn) -> None:
    """Open the next hand, or settle the final-four game when nobody has a card left (S10.1)."""
    if turn.state.players:
        turn.emit(PhaseOpened(phase=f"hand-{len(turn.state.played) + 1}"))
    else:
        _settle_final_four(turn)


def _settle_final_four(turn: SurvivorTurn) -> None:
    state = turn.state
    standing = standings(state.living, state.played)
    everyone = len(state.living) == FINAL_FOUR
    names = ("first", "second") if everyone else ("first", "second", "third")[: len(standing)]
    placed = place(standing, names, "final-four", turn.rolls)
    seats = tuple(placing.seat for placing in placed)
    totals = tuple((seat, own.total) for seat, own in standings(state.four, state.played).items())
    choice_of = tuple(seat for seat in state.living if seat not in seats)
    turn.emit(ev.FinalFourDecided(totals=totals, placed=placed, choice_of=choice_of))
    if everyone:
        turn.emit(PhaseOpened(phase="choice"))
    else:
        seat_finalists(turn, seats, "no-choice")


def seat_finalists(turn: SurvivorTurn, finalists: tuple[Seat, ...], decided_by: str) -> None:
    """Who is in the final; the fourth is out and the last juror (S10.6, S11.1). The jury asks first (S11.2)."""
    turn.emit(ev.FinalistsSeated(finalists=finalists, decided_by=decided_by))
    for seat in turn.state.living:
        if seat not in finalists:
            eliminate(turn, seat)
    state = turn.state
    jurors = tuple(sorted(out.seat for out in state.eliminated if state.serves_on_jury(out.seat)))
    turn.emit(ev.JurySeated(jurors=jurors), PhaseOpened(phase="jury-questions"))


def eliminate(turn: SurvivorTurn, seat: Seat) -> None:
    """A seat is out, and takes the place that is left; an idol that it holds is out too (S8.6)."""
    if turn.state.idol.holder == seat:
        turn.emit(ev.IdolLost(seat=seat))
    turn.emit(ev.SeatEliminated(elimination=Elimination(seat=seat, place=len(turn.state.living))))


def reach_verdict(turn: SurvivorTurn, deciding_vote: DecidingVote) -> None:
    """End the game by the jury's votes, or call the deciding vote (S11.3 to S11.7)."""
    state = turn.state
    ballots = state.jury_votes if state.kind == "deciding-vote" else state.votes
    verdict = settle_jury(state.finalists, dict(ballots), state.favourite, deciding_vote)
    if verdict.winner is None or verdict.decided_by is None:
        assert verdict.deciding_vote_from is not None
        assert verdict.between is not None
        turn.emit(
            ev.DecidingVoteCalled(seat=verdict.deciding_vote_from, between=verdict.between),
            PhaseOpened(phase="deciding-vote"),
        )
        return
    missed = verdict.deciding_vote_from is not None and verdict.decided_by != "deciding-vote"
    turn.emit(
        ev.VerdictReached(ballots=ballots, winner=verdict.winner, decided_by=verdict.decided_by),
        GameEnded(
            outcome=Outcome(
                winner=None,
                reason=f"jury-{verdict.decided_by}",
                clause="S11.7" if missed else CLAUSES[verdict.decided_by],
                winning_seats=(verdict.winner,),
            )
        ),
    )
