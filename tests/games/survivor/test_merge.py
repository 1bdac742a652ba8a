"""The merge and what leads to it (S7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringmaster.games.kernel import PhaseOpened
from ringmaster.games.survivor import SurvivorGame
from ringmaster.games.survivor import commands as cm
from ringmaster.games.survivor import events as ev
from ringmaster.games.survivor.tribes import merge_reason

GAME = SurvivorGame()


def lose(table: Any, tribe: int) -> None:
    """A tribe loses the open challenge, and its council votes its last member out."""
    winners = table.state.tribes[2 - tribe]
    table.play({seat: table.state.hand(seat)[len(table.state.hand(seat)) // 2 :][:2] for seat in winners})
    table.close()
    table.vote_out(table.state.members[-1])


@pytest.mark.clause("S7.1", "S7.3")
def test_the_tribes_merge_when_ten_are_left_and_have_a_day_off(table: Any, only: Callable[..., Any]) -> None:
    """Six councils, then a phase in which nobody is asked for anything."""
    table.until_merged()
    assert only(table.events, ev.TribesMerged).because == "merge-at"
    assert (len(table.state.living), table.state.council) == (10, 6)
    assert GAME.missing(table.state) == ()
    assert not GAME.complete(table.state)
    assert all(table.options(seat) == {} for seat in table.state.living)
    assert table.refusal(cm.PlayCards(seat=1, cards=(5,))) == "no-challenge-open"


@pytest.mark.clause("S7.2", "S12.2")
def test_a_tribe_four_ahead_brings_the_merge_at_once(table: Any, only: Callable[..., Any]) -> None:
    """Eight against four after four councils; the calendar is shown anew."""
    for _ in range(4):
        assert not table.state.merged
        lose(table, 2)
    assert only(table.events, ev.TribesMerged).because == "domination"
    assert len(table.state.living) == 12
    calendar = only(table.events, ev.CalendarRedrawn).calendar
    assert [(entry.day, entry.kind, entry.left) for entry in calendar[:3]] == [
        (9, "merge", 12),
        (10, "individual-challenge", 12),
        (11, "council", 11),
    ]
    assert (calendar[-1].day, calendar[-1].kind) == (28, "jury-vote")


@pytest.mark.clause("S7.4")
def test_after_the_merge_challenges_and_councils_take_turns_until_four_are_left(small: Any) -> None:
    """Of six, two more are voted out."""
    small.until_merged()
    opened = [small.state.kind]
    while small.state.kind != "fan-vote":
        small.pass_phase()
        opened.append(small.state.kind)
    assert opened == ["merge", "challenge", "council", "challenge", "council", "fan-vote"]
    assert small.state.living == (1, 2, 3, 4)


@pytest.mark.clause("S7.5", "A6")
def test_a_tribe_of_one_that_loses_has_no_council(new_table: Callable[..., Any], only: Callable[..., Any]) -> None:
    """The tribes merge instead, with nobody voted out.

    Domination waits for a council (S7.2), so it takes removals to come to that; such a tribe is always dominated,
    and that is the reason which is given.
    """
    table = new_table(players=12, merge_at=5, jury=2)
    for _ in range(3):
        lose(table, 2)
    assert [len(tribe) for tribe in table.state.tribes] == [6, 3]
    table.remove(2)
    table.remove(4)
    assert (table.state.merged, table.state.kind) == (False, "challenge")
    table.play(dict.fromkeys(table.state.tribes[0], (5, 5)))
    events = table.close()
    assert only(events, ev.TribesMerged).because == "domination"
    assert PhaseOpened(phase="merge") in events
    assert not any(isinstance(event, ev.SeatEliminated) for event in events)


@given(st.integers(0, 12), st.integers(0, 12), st.sampled_from([None, 0, 1]), st.integers(5, 22))
@pytest.mark.clause("S7.1", "S7.2", "S7.5")
def test_the_first_reason_that_holds_is_given(one: int, two: int, loser: int | None, merge_at: int) -> None:
    """Seats left, then domination, then a losing tribe of one."""
    reasons = []
    if one + two <= merge_at:
        reasons.append("merge-at")
    if abs(one - two) >= 4:
        reasons.append("domination")
    if loser is not None and (one, two)[loser] < 2:
        reasons.append("single-seat")
    assert merge_reason((one, two), loser, merge_at) == (reasons[0] if reasons else None)
