"""The hidden idol (S8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ringmaster.games.kernel import Audience, seat_viewer
from ringmaster.games.survivor import SurvivorGame
from ringmaster.games.survivor import commands as cm
from ringmaster.games.survivor import events as ev

GAME = SurvivorGame()


def claim(seat: int, *, found: bool = True, in_time: bool = True) -> cm.ClaimIdol:
    """A seat has sent a link."""
    return cm.ClaimIdol(seat=seat, found=found, in_time=in_time)


@pytest.fixture(name="hidden")
def _hidden(small: Any) -> Any:
    """A small game at the merge: the idol has just been hidden."""
    small.until_merged().do(cm.HideIdol())
    return small


@pytest.fixture(name="held")
def _held(hidden: Any) -> Any:
    """A small game at its first council after the merge: seat 3 holds the idol, seat 1 is immune."""
    hidden.do(claim(3))
    return hidden.until("council")


@pytest.mark.clause("S8.1")
def test_there_is_no_idol_before_the_merge(small: Any) -> None:
    """A moderator cannot hide it yet; whoever looks finds nothing."""
    assert small.refusal(cm.HideIdol()) == "no-idol-before-merge"
    assert small.refusal(cm.MarkIdolGone()) == "no-idol-hidden"
    assert small.do(claim(1)) == (ev.IdolNotThere(seat=1),)
    small.until_merged()
    assert small.do(claim(1)) == (ev.IdolNotThere(seat=1),)
    assert small.do(cm.HideIdol()) == (ev.IdolHidden(),)
    assert small.do(cm.HideIdol()) == (ev.IdolHidden(),)


@pytest.mark.clause("S8.1")
def test_there_is_one_idol_and_it_is_hidden_in_time(hidden: Any) -> None:
    """Not again once it is found, and not when the last council is over."""
    hidden.do(claim(2))
    assert hidden.refusal(cm.HideIdol()) == "idol-already-found"
    hidden.until("fan-vote")
    assert hidden.refusal(cm.HideIdol()) == "idol-already-found"


@pytest.mark.clause("S8.1", "S8.6")
def test_an_idol_that_nobody_found_is_worth_nothing_in_the_final_four(hidden: Any) -> None:
    """It can neither be found nor be hidden anew."""
    hidden.until("fan-vote")
    assert hidden.do(claim(2)) == (ev.IdolNotThere(seat=2),)
    assert hidden.refusal(cm.HideIdol()) == "too-late-for-idol"


@pytest.mark.clause("S8.2")
def test_the_first_to_find_it_has_it(hidden: Any) -> None:
    """Only the finder is told, and sees it."""
    (found,) = hidden.do(claim(2))
    assert found == ev.IdolFound(seat=2)
    assert found.audience == Audience(seats=frozenset({2}))
    assert GAME.view(hidden.state, seat_viewer(2)).holds_idol
    assert not GAME.view(hidden.state, seat_viewer(3)).holds_idol


@pytest.mark.clause("S8.3", "A1")
def test_latecomers_are_told_who_took_it_until_the_message_is_gone(hidden: Any) -> None:
    """Also those who wrote before it was gone; later, and for wrong links, there is nothing."""
    assert hidden.do(claim(2, found=False)) == (ev.IdolNotThere(seat=2),)
    hidden.do(claim(2))
    hidden.do(cm.GiveIdol(seat=2, to=5))
    assert hidden.do(claim(4)) == (ev.IdolSeenTaken(seat=4, by=2),)
    assert hidden.refusal(claim(2)) == "idol-found-by-yourself"
    assert hidden.do(cm.MarkIdolGone()) == (ev.IdolMessageGone(),)
    assert hidden.do(cm.MarkIdolGone()) == ()
    assert hidden.do(claim(4, in_time=True)) == (ev.IdolSeenTaken(seat=4, by=2),)
    assert hidden.do(claim(4, in_time=False)) == (ev.IdolNotThere(seat=4),)
    assert hidden.do(claim(4, found=False)) == (ev.IdolNotThere(seat=4),)


@pytest.mark.clause("S8.2", "A1")
def test_a_message_that_was_deleted_still_counts_for_who_wrote_before(hidden: Any) -> None:
    """Nobody had found it when it went."""
    hidden.do(cm.MarkIdolGone())
    assert hidden.do(claim(4, in_time=False)) == (ev.IdolNotThere(seat=4),)
    assert hidden.do(claim(5, in_time=True)) == (ev.IdolFound(seat=5),)


@pytest.mark.clause("S8.4")
def test_the_holder_may_give_it_away(held: Any) -> None:
    """Both are told, nobody else; a plan to play it goes with it."""
    held.do(cm.ReadyIdol(seat=3, play=True))
    (given,) = held.do(cm.GiveIdol(seat=3, to=4))
    assert given.audience == Audience(seats=frozenset({3, 4}))
    assert not held.state.idol.ready
    assert held.refusal(cm.GiveIdol(seat=3, to=5)) == "no-idol"
    assert held.refusal(cm.GiveIdol(seat=4, to=4)) == "idol-to-yourself"
    assert held.refusal(cm.GiveIdol(seat=4, to=8)) == "target-not-living"
    assert set(held.options(4)) == {"vote", "idol", "give"}


@pytest.mark.clause("S8.5", "S6.1")
def test_it_is_played_with_the_vote_and_announced_before_the_result(held: Any, only: Callable[..., Any]) -> None:
    """It can be taken back until the close; then it is spent and protects its holder."""
    assert held.refusal(cm.ReadyIdol(seat=4, play=True)) == "no-idol"
    for use in ("play", "keep", "play"):
        held.send(3, "idol", [use])
    assert held.do(cm.ReadyIdol(seat=3, play=True)) == ()
    assert GAME.view(held.state, seat_viewer(3)).plays_idol
    held.vote({1: 3, 2: 3, 4: 3, 3: 5})
    events = held.close()
    kinds = [type(event) for event in events]
    assert kinds.index(ev.IdolPlayed) < kinds.index(ev.CouncilDecided)
    result = only(events, ev.CouncilDecided).result
    assert (result.eliminated, result.idol, result.void, result.tally) == (5, 3, 3, ((5, 1),))
    assert held.state.idol.stage == "out"
    assert "give" not in held.options(3)


@pytest.mark.clause("S8.5")
def test_an_idol_that_was_taken_back_is_kept(held: Any, none: Callable[..., bool]) -> None:
    """Nothing is announced, and the next council begins without a plan."""
    held.send(3, "idol", ["play"])
    held.send(3, "idol", ["keep"])
    events = held.vote_out(6)
    assert none(events, ev.IdolPlayed)
    assert held.state.idol.holder == 3
    assert held.refusal(cm.ReadyIdol(seat=3, play=True)) == "no-council-open"


@pytest.mark.clause("S8.6")
def test_it_leaves_with_an_eliminated_holder(held: Any, only: Callable[..., Any]) -> None:
    """Nobody but the moderators and the holder hears of it."""
    lost = only(held.vote_out(3), ev.IdolLost)
    assert lost.audience == Audience(seats=frozenset({3}))
    assert (held.state.idol.stage, held.state.idol.holder) == ("out", None)


@pytest.mark.clause("S8.5", "S8.6")
def test_it_cannot_be_played_in_the_final_four(held: Any, only: Callable[..., Any]) -> None:
    """After the council that leaves four it is out, and its holder is told."""
    held.until("fan-vote")
    assert only(held.events, ev.IdolLost).seat == 3
    assert held.refusal(cm.ReadyIdol(seat=3, play=True)) == "no-idol"
    held.until("hand")
    assert set(held.options(3)) == {"hand", "line-up"}
