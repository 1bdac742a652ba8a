"""The fan favourite (S9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ringmaster.games.dice import Rolls, ScriptedDice
from ringmaster.games.kernel import MODERATORS, Answer, Audience, RuleViolation, seat_viewer
from ringmaster.games.survivor import SurvivorGame
from ringmaster.games.survivor import commands as cm
from ringmaster.games.survivor import events as ev
from ringmaster.games.survivor.fan_favourite import FanVerdict, settle_fan_vote
from ringmaster.games.survivor.talk import spectators_may_join

GAME = SurvivorGame()


def fans(table: Any, **votes: int) -> None:
    """Spectators vote."""
    for spectator, target in votes.items():
        table.do(cm.CastFanVote(spectator=spectator, target=target))


@pytest.fixture(name="voting")
def _voting(new_table: Callable[..., Any]) -> Any:
    """A small game in which two fans are enough, at the fan vote: seats 1 to 4 are left."""
    return new_table(players=8, merge_at=6, jury=3, fan_quorum=2).until("fan-vote")


@pytest.mark.clause("S9.1")
def test_spectators_join_before_the_merge(small: Any) -> None:
    """Hosts ask the engine."""
    assert spectators_may_join(small.state)
    assert not spectators_may_join(small.until_merged().state)


@pytest.mark.clause("S9.2")
def test_spectators_vote_for_one_of_the_four_and_may_change_their_mind(voting: Any, small: Any) -> None:
    """One vote each, seen by nobody else."""
    (decision,) = GAME.spectator_options(voting.state, "fan")
    assert decision.fields[0].choices == (1, 2, 3, 4)
    answer = Answer(name="favourite", picks=((2,),))
    (cast,) = voting.do(GAME.spectator_command(voting.state, "fan", answer))
    assert cast.audience == MODERATORS
    fans(voting, fan=3)
    assert voting.do(cm.CastFanVote(spectator="fan", target=3)) == ()
    assert voting.state.fan_votes == (("fan", 3),)
    assert GAME.spectator_options(voting.state, "fan")[0].sent == ((3,),)
    assert GAME.spectator_options(voting.state, "other")[0].sent is None
    assert voting.refusal(cm.CastFanVote(spectator="fan", target=8)) == "not-in-final-four"
    assert voting.refusal(cm.CastFanVote(spectator="fan", target=1, phase="council-3")) == "stale"
    assert small.refusal(cm.CastFanVote(spectator="fan", target=1)) == "no-fan-vote-open"
    assert GAME.spectator_options(small.state, "fan") == ()
    with pytest.raises(RuleViolation):
        GAME.spectator_command(small.state, "fan", answer)


@pytest.mark.clause("S9.3")
def test_the_vote_counts_only_with_enough_voters(voting: Any, only: Callable[..., Any]) -> None:
    """One is too few where two are needed."""
    fans(voting, one=2)
    events = voting.close()
    assert only(events, ev.FanVoteCounted) == ev.FanVoteCounted(votes=1, favourite=None, because="quorum")
    assert not any(isinstance(event, ev.FavouriteTold) for event in events)


@pytest.mark.clause("S9.4")
def test_the_favourite_alone_is_told_and_chooses_its_card(voting: Any, only: Callable[..., Any]) -> None:
    """A 1 or an 8, once; the first hand waits for it."""
    fans(voting, one=2, two=2)
    told = only(voting.close(), ev.FavouriteTold)
    assert told.audience == Audience(seats=frozenset({2}))
    for seat in (1, 2, 3, 4):
        voting.send(seat, "hand", [voting.state.hand(seat)[0]])
    assert not GAME.complete(voting.state)
    assert GAME.missing(voting.state) == (2,)
    before = voting.state.hand(2)
    assert voting.refusal(cm.TakeBonus(seat=1, card=8)) == "nothing-to-take"
    assert voting.refusal(cm.TakeBonus(seat=2, card=5)) == "no-such-bonus"
    (taken,) = voting.send(2, "take", [8])
    assert taken.audience == Audience(seats=frozenset({2}))
    assert voting.state.hand(2) == tuple(sorted((*before, 8), reverse=True))
    assert voting.refusal(cm.TakeBonus(seat=2, card=1)) == "nothing-to-take"
    assert GAME.complete(voting.state)
    assert GAME.view(voting.state, seat_viewer(2)).bonus == 8
    assert not GAME.view(voting.state, seat_viewer(1)).is_favourite


@pytest.mark.clause("S9.2", "S11.8")
def test_votes_for_whoever_comes_fourth_are_still_known_at_the_end(voting: Any) -> None:
    """The end tells how many have voted."""
    fans(voting, one=2, two=2, three=1)
    while len(voting.state.living) == 4:
        voting.close()
    fourth = voting.state.eliminated[-1].seat
    assert fourth in dict(voting.state.fan_votes).values()
    assert len(voting.state.fan_votes) == 3


@pytest.mark.clause("S9.4")
@pytest.mark.parametrize("card", [8, 1])
def test_a_favourite_that_does_not_choose_gets_the_default(new_table: Callable[..., Any], card: int) -> None:
    """When the first hand closes; fan_default says which."""
    table = new_table(players=8, merge_at=6, jury=3, fan_quorum=1, fan_default=card).until("fan-vote")
    fans(table, one=4)
    table.close()
    cards = len(table.state.hand(4))
    assert ev.BonusTaken(seat=4, card=card, chosen=False) in table.close()
    assert len(table.state.hand(4)) == cards


@pytest.mark.clause("S9.5", "S9.3")
@pytest.mark.parametrize(
    ("votes", "tie", "results", "verdict"),
    [
        ({"a": 2, "b": 4}, "roll", [2], FanVerdict(favourite=4, because="roll")),
        ({"a": 2, "b": 4}, "none", [], FanVerdict(favourite=None, because="tie")),
        ({"a": 4, "b": 4, "c": 2}, "none", [], FanVerdict(favourite=4, because="votes")),
        ({"a": 4}, "roll", [], FanVerdict(favourite=None, because="quorum")),
        ({}, "roll", [], FanVerdict(favourite=None, because="quorum")),
    ],
)
def test_a_tie_of_the_fans(votes: dict[str, int], tie: str, results: list[int], verdict: FanVerdict) -> None:
    """A roll over the tied in player-list order, or no favourite."""
    assert settle_fan_vote((1, 2, 3, 4), votes, 2, tie, "fan-vote/tie", Rolls(ScriptedDice(results))) == verdict


def test_without_any_vote_there_is_no_favourite_even_without_a_quorum() -> None:
    """Nobody is rolled for."""
    verdict = settle_fan_vote((1, 2, 3, 4), {}, 0, "roll", "fan-vote/tie", Rolls(ScriptedDice([])))
    assert verdict == FanVerdict(favourite=None, because="quorum")
