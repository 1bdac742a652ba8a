"""Wagons: who votes for whom, in which order, and since when."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringmaster.games.dice import Rolls, ScriptedDice
from ringmaster.games.voting import Wagons, break_tie, by_plurality, hammer, majority

ANY_VOTES = st.lists(st.tuples(st.integers(1, 5), st.sampled_from([1, 2, 3, "start9", None])), max_size=15)


def voted(votes: list[tuple[int, Any]]) -> Wagons:
    """The wagons after these votes; None takes one back."""
    wagons = Wagons()
    for seat, target in votes:
        wagons = wagons.withdraw(seat) if target is None else wagons.cast(seat, target)
    return wagons


def test_more_than_half_is_a_majority() -> None:
    """floor(n/2) + 1 for every size."""
    assert all(2 * majority(n) > n >= 2 * (majority(n) - 1) for n in range(1, 41))


@pytest.mark.clause("T5.8", "L2.7")
def test_voters_stand_in_the_order_they_voted() -> None:
    """Who moves to a wagon comes last on it; who has not voted is told in the order of the list."""
    wagons = voted([(4, 1), (2, 3), (5, 1), (2, 1)])
    assert [(wagon.target, wagon.voters) for wagon in wagons.wagons] == [(1, (4, 5, 2))]
    assert wagons.absent((1, 2, 3, 4, 5)) == (1, 3)


@given(ANY_VOTES)
def test_a_seat_has_one_vote_at_most(votes: list[tuple[int, Any]]) -> None:
    """Whatever is sent, the last word of each seat counts, and no wagon is empty."""
    wagons = voted(votes)
    last = dict(votes)
    assert {seat: wagons.target_of(seat) for seat in last} == last
    voters = [seat for wagon in wagons.wagons for seat in wagon.voters]
    assert len(voters) == len(set(voters)) == sum(target is not None for target in last.values())
    assert all(wagon.voters for wagon in wagons.wagons)
    assert all(len(wagon.since) == len(wagon.voters) for wagon in wagons.wagons)


@given(ANY_VOTES, st.integers(1, 5))
def test_a_seat_that_leaves_takes_its_votes_along(votes: list[tuple[int, Any]], gone: int) -> None:
    """Neither a vote by it nor one for it is left; all other votes stay."""
    before, left = voted(votes), voted(votes).without(gone)
    assert left.count(gone) == 0
    assert left.target_of(gone) is None
    for seat in {1, 2, 3, 4, 5} - {gone}:
        expected = before.target_of(seat)
        assert left.target_of(seat) == (None if expected == gone else expected)


def test_the_same_vote_again_changes_nothing() -> None:
    """A repeated vote does not move its voter to the end."""
    wagons = voted([(1, 3), (2, 3)])
    assert wagons.cast(1, 3) is wagons


@pytest.mark.clause("T5.5", "L2.5")
def test_first_is_who_has_held_the_votes_the_longest() -> None:
    """A wagon that fell below and rose again counts from its last rise; one that fell to it, from its first."""
    assert voted([(1, 8), (2, 9), (1, None), (3, 8)]).earliest([8, 9]) == 9
    assert voted([(1, 8), (2, 9), (3, 8), (3, None)]).earliest([8, 9]) == 8


@pytest.mark.parametrize(
    ("votes", "rule", "script", "verdict"),
    [
        ([(1, 2)], "roll", [], (2, "plurality")),
        ([(1, 4), (2, 3)], "roll", [2], (4, "roll")),
        ([(1, 4), (2, 3)], "first", [], (4, "first")),
        ([(1, 4), (2, 3)], "none", [], (None, "tie")),
        ([], "roll", [], (None, "no-votes")),
    ],
)
@pytest.mark.clause("T5.4", "T5.5", "T5.6", "L2.1", "L2.5", "L2.6")
def test_the_most_votes_or_the_rule_for_ties_decides(
    votes: list[tuple[int, Any]], rule: str, script: list[int], verdict: tuple[int | None, str]
) -> None:
    """Plurality, then by roll in list order, by the first, or nobody."""
    wagons = voted(votes)
    rolls = Rolls(ScriptedDice(script))
    decided = by_plurality(wagons, wagons.leaders((1, 2, 3, 4)), rule, "day-1/tie", rolls)
    assert (decided.eliminated, decided.decided_by) == verdict
    assert len(rolls.made) == len(script)


def test_a_tie_is_broken_among_those_given() -> None:
    """The one that leads alone goes whatever the rule."""
    wagons = voted([(1, 2)])
    assert break_tie(wagons, [2], "none", "day-1/tie", Rolls(ScriptedDice([]))) == (2, "plurality")


@pytest.mark.clause("T5.2", "T5.3", "L2.3")
@pytest.mark.parametrize(("living", "ends"), [(3, True), (4, False)])
def test_a_majority_ends_the_day_and_half_does_not(living: int, ends: bool) -> None:
    """Two votes of three are more than half, two of four are not."""
    seats = tuple(range(1, living + 1))
    on_a_seat = hammer(seats, voted([(1, 3), (2, 3)]), "start9")
    on_the_word = hammer(seats, voted([(1, "start9"), (2, "start9")]), "start9")
    assert (on_a_seat is not None, on_the_word is not None) == (ends, ends)
    if on_a_seat is not None and on_the_word is not None:
        assert (on_a_seat.eliminated, on_a_seat.decided_by) == (3, "majority")
        assert (on_the_word.eliminated, on_the_word.decided_by) == (None, "start9")


def test_counts_are_in_the_order_given() -> None:
    """Targets without votes are left out."""
    assert list(voted([(1, "start9"), (2, 3), (4, 1)]).counts((1, 2, 3, "start9")).items()) == [
        (1, 1),
        (3, 1),
        ("start9", 1),
    ]
