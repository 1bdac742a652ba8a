"""Tribal councils, ties, idols and rocks (S5, S6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringmaster.games.dice import Rolls, ScriptedDice, VerifiableDice
from ringmaster.games.kernel import PUBLIC, seat_viewer
from ringmaster.games.survivor import SurvivorGame
from ringmaster.games.survivor import commands as cm
from ringmaster.games.survivor import events as ev
from ringmaster.games.survivor.council import (
    Council,
    CouncilVerdict,
    NobodyToEliminate,
    PointsMissing,
    missed_votes,
    settle_council,
)

GAME = SurvivorGame()


@pytest.fixture(name="council")
def _council(small: Any) -> Any:
    """The first council of a small game: tribe 2 has lost, its seats submitted 7, 3, 2 and 2 points."""
    small.play(dict.fromkeys((1, 3, 5, 7), (10, 9)) | {2: (4, 3), 4: (2, 1), 6: (1, 1), 8: (1, 1)})
    small.close()
    return small


def settle(results: list[int], *, pool: str = "unvoted", **council: Any) -> CouncilVerdict:
    """A council of five settled with exactly these rolls."""
    dice = ScriptedDice(results)
    given = {"members": (1, 2, 3, 4, 5), "immune": (), "points": {}, "idol": None, "rocks_pool": pool} | council
    verdict = settle_council(Council(**given), "council-1", Rolls(dice))
    dice.check_used_up()
    return verdict


@pytest.mark.clause("S5.1")
def test_members_vote_for_another_member_and_may_change_their_mind(council: Any) -> None:
    """Not for themselves, nor for the other tribe; the other tribe has no vote."""
    council.vote({2: 4})
    council.vote({2: 6})
    assert council.options(2)["vote"].sent == ((6,),)
    assert GAME.view(council.state, seat_viewer(2)).votes == ((2, 6),)
    assert GAME.view(council.state, seat_viewer(6)).votes == ()
    assert council.refusal(cm.CastVote(seat=2, target=2)) == "self-vote-forbidden"
    assert council.refusal(cm.CastVote(seat=2, target=1)) == "target-not-in-council"
    assert council.refusal(cm.CastVote(seat=2, target=99)) == "target-not-living"
    assert council.refusal(cm.CastVote(seat=1, target=2)) == "not-in-council"
    assert council.options(1) == {}
    assert not GAME.complete(council.state)


@pytest.mark.clause("S5.1", "A2")
def test_who_is_out_neither_votes_nor_is_voted_for(council: Any) -> None:
    """Not even for the jury, if it is not on it."""
    council.vote_out(8)
    council.until("council")
    assert council.refusal(cm.CastVote(seat=8, target=council.state.members[0])) == "not-living"
    assert council.refusal(cm.CastVote(seat=council.state.members[0], target=8)) == "target-not-living"
    council.until("jury-vote")
    assert council.refusal(cm.CastVote(seat=8, target=council.state.finalists[0])) == "not-living"


@pytest.mark.clause("S5.2", "S5.4")
def test_most_votes_and_the_tally_is_posted(council: Any, only: Callable[..., Any]) -> None:
    """How many votes each got, and who is out; never who voted for whom."""
    council.vote({2: 4, 4: 2, 6: 4, 8: 4})
    events = council.close()
    result = only(events, ev.CouncilDecided).result
    assert (result.eliminated, result.decided_by, result.tally, result.void) == (4, "votes", ((2, 1), (4, 3)), 0)
    assert only(events, ev.SeatEliminated).elimination.place == 8
    told = [event for event in events if GAME.may_know(council.state, event, PUBLIC)]
    assert not any(isinstance(event, ev.CouncilCounted | ev.VoteSubmitted) for event in told)


@pytest.mark.clause("S5.4")
def test_only_the_result_is_posted_when_the_setting_says_so(
    new_table: Callable[..., Any], only: Callable[..., Any]
) -> None:
    """Who is out and by which clause."""
    table = new_table(players=8, merge_at=6, jury=3, council_reveal="result")
    table.close()
    result = only(table.vote_out(table.state.members[0]), ev.CouncilDecided).result
    assert (result.decided_by, result.tally, result.void) == ("votes", None, None)


@pytest.mark.clause("S5.3")
@pytest.mark.parametrize(
    ("rule", "results", "cast"),
    [("none", [], {}), ("self", [], {2: 2, 4: 4}), ("random", [2, 3, 1], {2: 4, 3: 4, 4: 1})],
)
def test_a_vote_that_was_not_sent(rule: str, results: list[int], cast: dict[int, int]) -> None:
    """No vote; a vote against oneself unless immune; or a roll over the others who are not immune."""
    dice = ScriptedDice(results)
    assert missed_votes((1, 2, 3, 4), (3,), {1: 2}, rule, "council-1", Rolls(dice)) == cast
    dice.check_used_up()


@pytest.mark.clause("S5.3")
def test_a_missed_vote_counts_by_the_setting_and_its_seat_is_told(
    new_table: Callable[..., Any], only: Callable[..., Any]
) -> None:
    """With self, whoever sends nothing votes against itself."""
    table = new_table(players=8, merge_at=6, jury=3, missed_vote="self")
    table.play(dict.fromkeys((1, 3, 5, 7), (10, 9)))
    table.close()
    table.vote({2: 4, 6: 8, 8: 6})
    events = table.close([])
    assert only(events, ev.VoteMissed) == ev.VoteMissed(seat=4, target=4)
    assert only(events, ev.CouncilDecided).result.tally == ((4, 2), (6, 1), (8, 1))


@pytest.mark.clause("S6.1")
def test_the_idol_voids_the_votes_against_its_player() -> None:
    """The member with the next most votes goes."""
    verdict = settle([], votes={1: 2, 2: 3, 3: 2, 4: 2, 5: 3}, idol=2)
    assert (verdict.eliminated, verdict.decided_by, verdict.void, verdict.tally) == (3, "votes", 3, ((3, 2),))


@pytest.mark.clause("S6.2")
def test_a_tie_is_weighed_with_the_points_of_the_challenge(council: Any, only: Callable[..., Any]) -> None:
    """Public and secret cards of the challenge just before; the seat with more points against it goes."""
    council.vote({2: 4, 4: 2, 6: 2, 8: 4})
    events = council.close([])
    assert only(events, ev.CouncilDecided).result.decided_by == "points"
    assert only(events, ev.CouncilCounted).record.weighted == ((2, 5), (4, 9))
    assert only(events, ev.SeatEliminated).elimination.seat == 4


@pytest.mark.clause("S6.2")
def test_points_that_nobody_gave_are_asked_for() -> None:
    """Only those of voters whose vote is weighed."""
    votes = {1: 2, 2: 1, 3: 4}
    assert settle([], votes={**votes, 5: 2}).eliminated == 2
    with pytest.raises(PointsMissing) as missing:
        settle([], votes={**votes, 4: 3, 5: 3, 3: 1}, points={2: 1, 3: 1, 4: 1})
    assert missing.value.seat == 5


@pytest.mark.clause("S6.3")
def test_rocks_are_drawn_by_those_without_votes_or_by_those_not_tied() -> None:
    """Immune and safe members are not in the pool; a single rock is not rolled for."""
    tie: dict[str, Any] = {"votes": {1: 2, 2: 1, 3: 1, 4: 2, 5: 3}, "points": dict.fromkeys(range(1, 6), 2)}
    verdict = settle([2], **tie)
    assert (verdict.pool, verdict.eliminated, verdict.decided_by) == ((4, 5), 5, "rocks")
    assert settle([1], **tie, pool="untied").pool == (3, 4, 5)
    assert settle([], **tie, immune=(5,)).pool == (4,)
    assert settle([], **tie, idol=5).eliminated == 4


@pytest.mark.clause("S6.4")
def test_without_anyone_to_draw_rocks_the_tied_are_rolled_over() -> None:
    """Only those still tied on points."""
    votes = {1: 2, 2: 1, 3: 4, 4: 3}
    verdict = settle([2], members=(1, 2, 3, 4), votes=votes, points={1: 5, 2: 5, 3: 5, 4: 1})
    assert (verdict.decided_by, verdict.pool, verdict.eliminated) == ("roll", (1, 2, 4), 2)


@pytest.mark.clause("S6.5")
def test_without_any_valid_vote_everyone_who_is_not_safe_draws() -> None:
    """Nobody voted, or the idol voided all votes; when all are safe nobody can go."""
    assert settle([4], votes={}, immune=(1,)).eliminated == 5
    assert settle([1], votes={1: 2, 3: 2}, idol=2, immune=(1,)).pool == (3, 4, 5)
    with pytest.raises(NobodyToEliminate):
        settle([], members=(1, 2), votes={}, immune=(1,), idol=2)


@pytest.mark.clause("S6.6", "S5.4")
def test_weighted_counts_and_ballots_are_for_the_moderators(council: Any, only: Callable[..., Any]) -> None:
    """The event that holds them has no other audience, and no view but theirs shows them."""
    council.vote({2: 4, 4: 2, 6: 2, 8: 4})
    counted = only(council.close([]), ev.CouncilCounted)
    viewers = [PUBLIC, *(seat_viewer(seat) for seat in range(1, 9))]
    assert not any(GAME.may_know(council.state, counted, viewer) for viewer in viewers)
    assert all(GAME.view(council.state, viewer).secrets is None for viewer in viewers)


MEMBERS = st.integers(2, 7).flatmap(
    lambda size: st.tuples(
        st.just(size),
        st.lists(st.integers(0, size), min_size=size, max_size=size),
        st.lists(st.sampled_from([-5, 0, 3, 3, 5]), min_size=size, max_size=size),
        st.sampled_from([None, *range(1, size + 1)]),
        st.sampled_from([None, *range(1, size + 1)]),
    )
)


@given(MEMBERS, st.sampled_from(["unvoted", "untied"]))
@pytest.mark.clause("S5.2", "S6.1", "S6.2", "S6.3", "S6.4", "S6.5")
def test_a_council_is_settled_as_the_clauses_read(case: Any, pool: str) -> None:
    """Held against the clauses read out one by one, without sharing any code."""
    size, targets, points, immune, idol = case
    members = list(range(1, size + 1))
    votes = {m: t for m, t in zip(members, targets, strict=True) if t not in {0, m, immune}}
    safe = {immune, idol}
    if set(members) <= safe:
        return
    valid = [(m, t) for m, t in votes.items() if t != idol]
    count = Counter(t for _, t in valid)
    top = [m for m in members if count[m] and count[m] == max(count.values())]
    weight = {m: sum(points[v - 1] for v, t in valid if t == m) for m in top}
    heaviest = [m for m in top if weight[m] == max(weight.values())]
    if len(top) == 1:
        expected, decided_by = top, "votes"
    elif len(heaviest) == 1:
        expected, decided_by = heaviest, "points"
    else:
        spared = top if pool == "untied" else list(count)
        expected = [m for m in members if m not in safe and m not in spared]
        decided_by = "rocks" if expected else "roll"
        expected = expected or heaviest
    council = Council(
        members=tuple(members),
        immune=() if immune is None else (immune,),
        votes=votes,
        points=dict(zip(members, points, strict=True)),
        idol=idol,
        rocks_pool=pool,
    )
    rolls = Rolls(VerifiableDice.from_seed(repr(case).encode()))
    verdict = settle_council(council, "council-1", rolls)
    assert verdict.decided_by == decided_by
    assert verdict.eliminated == (expected[rolls.made[0].result - 1] if rolls.made else expected[0])
    assert bool(rolls.made) == (decided_by in {"rocks", "roll"} and len(expected) > 1)
    assert verdict.pool == (tuple(expected) if decided_by in {"rocks", "roll"} else None)
    assert verdict.weighted == (tuple(weight.items()) if len(top) > 1 else None)
    assert (dict(verdict.tally), verdict.void) == (dict(count), len(votes) - len(valid))
