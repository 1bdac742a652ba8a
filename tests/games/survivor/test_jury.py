"""The final three and the jury (S11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringmaster.games.kernel import PUBLIC, GameEnded
from ringmaster.games.survivor import SurvivorGame
from ringmaster.games.survivor import commands as cm
from ringmaster.games.survivor import events as ev
from ringmaster.games.survivor.jury import JuryVerdict, settle_jury
from ringmaster.games.survivor.talk import jury_speakers, may_watch

GAME = SurvivorGame()


@pytest.fixture(name="jury")
def _jury(table: Any) -> Any:
    """A game of sixteen at the jury's vote; seats 5 to 9 and one of the four are the jurors."""
    return table.until("jury-vote")


def split(table: Any, *counts: int) -> None:
    """The jurors vote so that the finalists, by placing, have so many votes."""
    jurors = iter(table.state.jurors)
    for finalist, count in zip(table.state.finalists, counts, strict=True):
        table.vote({next(jurors): finalist for _ in range(count)})


@pytest.mark.clause("S11.1")
def test_the_jury_is_the_last_six_who_were_eliminated(table: Any) -> None:
    """Ninth to fourth place; whoever was out before may watch, the jurors may not."""
    table.until("jury-questions")
    places = {out.seat: out.place for out in table.state.eliminated}
    assert sorted(places[juror] for juror in table.state.jurors) == [4, 5, 6, 7, 8, 9]
    assert may_watch(table.state, 16)
    assert not any(may_watch(table.state, juror) for juror in table.state.jurors)
    assert not may_watch(table.state, table.state.finalists[0])


@pytest.mark.clause("S11.2")
def test_jurors_ask_and_then_vote_in_private(table: Any) -> None:
    """A phase for questions, then one in which each juror votes for one finalist and may change its mind."""
    table.until("jury-questions")
    assert jury_speakers(table.state) == tuple(sorted((*table.state.jurors, *table.state.finalists)))
    assert GAME.missing(table.state) == ()
    table.close()
    juror, (first, second, _) = table.state.jurors[0], table.state.finalists
    table.vote({juror: first})
    (cast,) = table.do(cm.CastVote(seat=juror, target=second))
    assert cast.audience.seats == {juror}
    assert table.refusal(cm.CastVote(seat=first, target=second)) == "not-on-jury"
    assert table.refusal(cm.CastVote(seat=juror, target=16)) == "target-not-living"
    assert juror not in GAME.missing(table.state)
    assert len(GAME.missing(table.state)) == 5
    split(table, 3, 3, 0)
    assert GAME.complete(table.state)


@pytest.mark.clause("S11.3", "S11.8")
def test_most_votes_win_and_then_all_is_revealed(jury: Any, only: Callable[..., Any]) -> None:
    """The ballots, the cards, the favourite."""
    first, second, third = jury.state.finalists
    split(jury, 1, 3, 2)
    assert GAME.view(jury.state, PUBLIC).secrets is None
    events = jury.close()
    assert only(events, GameEnded).outcome.winning_seats == (second,)
    assert only(events, GameEnded).outcome.clause == "S11.3"
    assert {target for _, target in only(events, ev.VerdictReached).ballots} == {first, second, third}
    revealed = GAME.view(jury.state, PUBLIC)
    assert revealed.secrets is not None
    assert len(revealed.secrets.council_records) == 12
    assert len(revealed.secrets.jury_votes) == 6
    assert set(revealed.hands) == set(range(1, 17))
    assert all(GAME.may_know(jury.state, event, PUBLIC) for event in jury.events)


@pytest.mark.clause("S11.4")
def test_three_to_three_is_decided_by_the_finalist_without_votes(jury: Any, only: Callable[..., Any]) -> None:
    """For one of the tied; only it has a vote."""
    first, second, third = jury.state.finalists
    split(jury, 3, 0, 3)
    called = only(jury.close(), ev.DecidingVoteCalled)
    assert (called.seat, called.between) == (second, (first, third))
    assert jury.refusal(cm.CastVote(seat=first, target=third)) == "not-the-decider"
    assert jury.refusal(cm.CastVote(seat=second, target=second)) == "not-among-the-tied"
    assert jury.refusal(cm.CastVote(seat=jury.state.jurors[0], target=first)) == "not-the-decider"
    jury.send(second, "vote", [third])
    assert GAME.complete(jury.state)
    outcome = only(jury.close(), GameEnded).outcome
    assert (outcome.winning_seats, outcome.reason, outcome.clause) == ((third,), "jury-deciding-vote", "S11.4")


@pytest.mark.clause("S11.5")
def test_two_each_is_decided_by_the_fans_or_the_final_four_game(jury: Any, only: Callable[..., Any]) -> None:
    """The favourite, if it is among the three; otherwise the first of the final-four game."""
    first, _, third = jury.state.finalists
    split(jury, 2, 2, 2)
    before = jury.state
    assert only(jury.close(), GameEnded).outcome.winning_seats == (first,)
    jury.state = replace(before, favourite=third)
    outcome = only(jury.close(), GameEnded).outcome
    assert (outcome.winning_seats, outcome.reason, outcome.clause) == ((third,), "jury-fan-favourite", "S11.5")


@pytest.mark.clause("S11.6")
def test_two_two_one_is_decided_by_the_third_and_no_votes_by_the_game(jury: Any, only: Callable[..., Any]) -> None:
    """A juror has missed the vote, or all have."""
    first, second, third = jury.state.finalists
    before = jury.state
    split(jury, 2, 1, 2)
    called = only(jury.close(), ev.DecidingVoteCalled)
    assert (called.seat, called.between) == (second, (first, third))
    jury.state = before
    assert only(jury.close(), GameEnded).outcome.winning_seats == (first,)


@pytest.mark.clause("S11.7")
def test_a_deciding_vote_that_does_not_come(jury: Any, only: Callable[..., Any]) -> None:
    """The favourite if tied, else whoever placed higher."""
    _, second, third = jury.state.finalists
    split(jury, 0, 3, 3)
    jury.close()
    before = jury.state
    outcome = only(jury.close(), GameEnded).outcome
    assert (outcome.winning_seats, outcome.reason, outcome.clause) == ((second,), "jury-final-four", "S11.7")
    jury.state = replace(before, favourite=third)
    assert only(jury.close(), GameEnded).outcome.winning_seats == (third,)


@given(
    st.lists(st.sampled_from([1, 2, 3]), max_size=9),
    st.sampled_from([None, 1, 2, 3, 4]),
    st.sampled_from([None, False, "lower", "higher"]),
)
@pytest.mark.clause("S11.3", "S11.4", "S11.5", "S11.6", "S11.7")
def test_a_jury_is_counted_as_the_clauses_read(ballots: list[int], favourite: int | None, deciding: Any) -> None:
    """Held against the clauses read out one by one."""
    votes = dict(enumerate(ballots, start=10))
    count = Counter(ballots)
    top = [seat for seat in (1, 2, 3) if count[seat] == max(count.values(), default=0)]
    vote = top[0 if deciding == "higher" else -1] if isinstance(deciding, str) else deciding
    fallback = (favourite, "fan-favourite") if favourite in top else (top[0], "final-four")
    verdict = settle_jury((1, 2, 3), votes, favourite, vote)
    if len(top) == 1:
        assert verdict == JuryVerdict(winner=top[0], decided_by="votes")
    elif len(top) == 3:
        assert (verdict.winner, verdict.decided_by, verdict.between) == (*fallback, None)
    else:
        assert (verdict.between, verdict.deciding_vote_from) == (tuple(top), ({1, 2, 3} - set(top)).pop())
        expected = (None, None) if vote is None else fallback if vote is False else (vote, "deciding-vote")
        assert (verdict.winner, verdict.decided_by) == expected
