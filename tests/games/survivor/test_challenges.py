"""Tribal and individual immunity challenges (S3, S4)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringmaster.games.dice import Rolls, ScriptedDice
from ringmaster.games.kernel import ClosePhase, PhaseOpened
from ringmaster.games.survivor import SurvivorGame
from ringmaster.games.survivor import commands as cm
from ringmaster.games.survivor import events as ev
from ringmaster.games.survivor.cards import STARTING_HAND
from ringmaster.games.survivor.challenges import TribalPlay, missed_cards, settle_individual, settle_tribal

GAME = SurvivorGame()
CARDS = st.sampled_from(STARTING_HAND) | st.sampled_from([9, 3, 1])
"""Any card, or one of a few: then ties are frequent."""


@pytest.mark.clause("S3.1")
def test_a_member_sends_a_public_and_a_secret_card_and_may_change_them(table: Any) -> None:
    """Two copies of a value are two cards; one card or three are not what is asked."""
    table.play({1: (10, 10)})
    table.play({1: (5, 4)})
    assert table.options(1)["public"].sent == ((5,), (4,))
    assert table.refusal(cm.PlayCards(seat=1, cards=(5,))) == "wrong-number-of-cards"
    assert table.refusal(cm.PlayCards(seat=1, cards=(5, 4, 3))) == "wrong-number-of-cards"
    table.close()
    assert len(table.state.hand(1)) == 38
    assert table.refusal(cm.PlayCards(seat=1, cards=(5, 4))) == "no-challenge-open"


@pytest.mark.clause("S3.2")
def test_public_cards_are_posted_with_owners_and_secret_ones_from_high_to_low(
    small: Any, only: Callable[..., Any]
) -> None:
    """Who played which secret card is not in what is posted."""
    small.play({seat: (5, secret) for seat, secret in zip(range(1, 9), (1, 2, 9, 20, -5, 3, 4, 8), strict=True)})
    result = only(small.close(), ev.TribalChallengeDecided).result
    assert result.public == tuple((seat, 5) for seat in range(1, 9))
    assert result.secret == ((9, 4, 1, -5), (20, 8, 3, 2))


@pytest.mark.clause("S3.3", "S3.6", "A9")
def test_the_higher_average_wins_and_the_other_tribe_goes_to_council(small: Any, only: Callable[..., Any]) -> None:
    """When all are in the challenge can close early; the averages are exact."""
    assert not GAME.complete(small.state)
    small.play(dict.fromkeys((1, 3, 5), (2, 1)) | {7: (3, 1)} | dict.fromkeys((2, 4, 6, 8), (2, 1)))
    assert GAME.complete(small.state)
    events = small.do(ClosePhase(phase="challenge-1", cause="complete"))
    result = only(events, ev.TribalChallengeDecided).result
    assert (result.winner, result.decided_by) == (1, "average")
    assert result.averages == (Fraction(13, 4), Fraction(3))
    assert events[-1] == PhaseOpened(phase="council-1")
    assert small.state.members == (2, 4, 6, 8)


@given(
    st.lists(st.tuples(CARDS, CARDS), min_size=1, max_size=5), st.lists(st.tuples(CARDS, CARDS), min_size=1, max_size=5)
)
@pytest.mark.clause("S3.3", "S3.4")
def test_a_tribal_challenge_is_settled_as_the_clauses_read(one: list[Any], two: list[Any]) -> None:
    """Held against the clauses read out step by step."""

    def steps(tribe: list[tuple[int, int]]) -> list[Any]:
        cards = [card for pair in tribe for card in pair]
        top = max(card for pair in one + two for card in pair)
        return [Fraction(sum(cards), len(tribe)), max(cards), max(s for _, s in tribe), cards.count(top)]

    plays = [
        TribalPlay(seats=len(tribe), public=tuple(p for p, _ in tribe), secret=tuple(s for _, s in tribe))
        for tribe in (one, two)
    ]
    rolls = Rolls(ScriptedDice([2]))
    verdict = settle_tribal(plays, "tie", rolls)
    names = ["average", "highest-card", "highest-secret", "most-of-highest"]
    for name, a, b in zip(names, steps(one), steps(two), strict=True):
        if a != b:
            assert (verdict.decided_by, verdict.winner, verdict.loser) == (name, int(b > a), int(a > b))
            assert not rolls.made
            return
    assert (verdict.decided_by, verdict.winner) == ("roll", 1)


@pytest.mark.clause("S3.4")
@pytest.mark.parametrize(
    ("one", "two", "winner", "decided_by"),
    [
        ([(2, 9), (3, 2)], [(8, 1), (5, 2)], 0, "highest-card"),
        ([(9, 2), (4, 1)], [(2, 9), (4, 1)], 1, "highest-secret"),
        ([(1, 9), (4, 2)], [(9, 1), (2, 4)], 0, "highest-secret"),
        ([(2, 8), (3, 5)], [(8, 8), (1, 1)], 1, "most-of-highest"),
        ([(8, 1), (1, 8)], [(3, 8), (2, 5)], 0, "most-of-highest"),
    ],
)
def test_tied_averages_go_step_by_step(one: list[Any], two: list[Any], winner: int, decided_by: str) -> None:
    """Public cards count for the highest and for its copies, secret ones for both and for the step between."""
    plays = [
        TribalPlay(seats=2, public=tuple(p for p, _ in tribe), secret=tuple(s for _, s in tribe))
        for tribe in (one, two)
    ]
    verdict = settle_tribal(plays, "tie", Rolls(ScriptedDice([])))
    assert (verdict.winner, verdict.decided_by) == (winner, decided_by)


@pytest.mark.clause("S3.4")
def test_a_tribe_without_any_card_has_the_lower_highest_card() -> None:
    """Average 0 each: a 5 and a -5 beat nothing at all."""
    cards = TribalPlay(seats=1, public=(5,), secret=(-5,))
    nothing = TribalPlay(seats=2, public=(), secret=())
    verdict = settle_tribal([nothing, cards], "tie", Rolls(ScriptedDice([])))
    assert (verdict.winner, verdict.decided_by) == (1, "highest-card")


@pytest.mark.clause("S3.5", "S4.5")
@pytest.mark.parametrize(
    ("number", "rule", "results", "cards"),
    [
        (2, "lowest", [], (-5, 1)),
        (1, "lowest", [], (-5,)),
        (2, "random", [1, 39], (20, -5)),
        (1, "random", [3], (12,)),
        (2, "none", [], ()),
        (1, "none", [], ()),
    ],
)
def test_what_is_played_for_a_seat_that_sent_nothing(
    number: int, rule: str, results: list[int], cards: tuple[int, ...]
) -> None:
    """Its lowest as public and its next lowest as secret, cards by roll, or none."""
    rolls = Rolls(ScriptedDice(results))
    assert missed_cards(STARTING_HAND, number, rule, "challenge-1/missed/1", rolls) == cards
    assert len(rolls.made) == len(results)


@pytest.mark.clause("S3.5")
def test_a_seat_with_fewer_cards_than_asked_plays_what_it_has(small: Any, only: Callable[..., Any]) -> None:
    """A single card is public; an empty hand is asked for nothing and counts as a seat all the same."""
    small.deal({1: [7], 3: [], 5: [9]})
    assert [field.name for field in small.options(1)["public"].fields] == ["public"]
    assert small.options(3) == {}
    assert small.refusal(cm.PlayCards(seat=3, cards=())) == "no-cards-left"
    assert 3 not in GAME.missing(small.state)
    small.play({1: (7,), 7: (4, 3)} | dict.fromkeys((2, 4, 6, 8), (9, 9)))
    events = small.close()
    assert only(events, ev.ChallengeMissed) == ev.ChallengeMissed(seat=5, cards=(9,))
    result = only(events, ev.TribalChallengeDecided).result
    assert result.public == ((1, 7), (2, 9), (4, 9), (5, 9), (6, 9), (7, 4), (8, 9))
    assert result.averages[0] == Fraction(23, 4)


@pytest.mark.clause("S3.5")
def test_no_cards_still_count_in_the_number_of_seats(new_table: Callable[..., Any], only: Callable[..., Any]) -> None:
    """With missed_challenge on none the average falls; the seat is told."""
    table = new_table(players=8, merge_at=6, jury=3, missed_challenge="none")
    table.play({1: (20, 15)} | dict.fromkeys((2, 4, 6, 8), (5, 4)))
    events = table.close()
    assert only(events, ev.TribalChallengeDecided).result.averages == (Fraction(35, 4), Fraction(9))
    assert ev.ChallengeMissed(seat=3, cards=()) in events
    assert len(table.state.hand(3)) == 40


@pytest.mark.clause("S4.1")
def test_after_the_merge_one_to_three_cards_are_played(small: Any) -> None:
    """They can be changed until the close, and are spent then."""
    small.until_merged().close()
    before = small.state.hand(1)
    assert GAME.missing(small.state) == small.state.living
    assert small.refusal(cm.PlayCards(seat=1, cards=())) == "wrong-number-of-cards"
    assert small.refusal(cm.PlayCards(seat=1, cards=(5, 4, 3, 2))) == "wrong-number-of-cards"
    small.play({1: (5, 4, 3)})
    small.play({1: (20,)})
    assert 1 not in GAME.missing(small.state)
    small.close()
    assert small.state.hand(1) == before[1:]


@pytest.mark.clause("S4.2")
def test_only_totals_are_posted_of_an_individual_challenge(small: Any, only: Callable[..., Any]) -> None:
    """Not even by which step a tie was broken: that would say something of the cards."""
    small.until_merged().close()
    small.play({1: (15, 3), 2: (9, 9), 3: (5,)})
    result = only(small.close(), ev.IndividualChallengeDecided).result
    assert dict(result.totals)[1] == dict(result.totals)[2] == 18
    assert (result.winner, result.tied) == (1, (1, 2))
    assert "highest" not in repr(result)
    assert small.state.challenge_records[-1].decided_by == "highest-card"


@pytest.mark.clause("S4.3")
def test_the_winner_cannot_be_voted_for_at_the_next_council(small: Any) -> None:
    """Only at that one."""
    small.until_merged().close()
    small.play({5: (20,)})
    small.close()
    assert small.state.immune == 5
    assert small.refusal(cm.CastVote(seat=1, target=5)) == "target-immune"
    assert 5 not in small.options(1)["vote"].fields[0].choices
    small.vote_out(6)
    assert small.state.immune is None


@given(st.lists(st.lists(CARDS, max_size=3), min_size=1, max_size=6), st.integers(1, 6))
@pytest.mark.clause("S4.3", "S4.4")
def test_an_individual_challenge_is_settled_as_the_clauses_read(plays: list[list[int]], result: int) -> None:
    """The winner is best by total, highest card, copies of it and number of cards, in this order; then by roll."""

    def rank(cards: list[int]) -> tuple[int, ...]:
        top = max(cards, default=-6)
        return (sum(cards), top, cards.count(top), len(cards))

    best = max(map(rank, plays))
    tied = [seat for seat, cards in enumerate(plays, start=1) if rank(cards) == best]
    result = min(result, len(tied))
    rolls = Rolls(ScriptedDice([result] if len(tied) > 1 else []))
    verdict = settle_individual(dict(enumerate(plays, start=1)), "tie", rolls)
    assert verdict.winner == tied[result - 1 if len(tied) > 1 else 0]
    assert (verdict.decided_by == "roll") == (len(tied) > 1)


@pytest.mark.clause("S4.5")
def test_a_seat_that_sends_nothing_plays_its_lowest_card(small: Any) -> None:
    """Alone, after the merge."""
    small.until_merged().close()
    small.deal({seat: [9, 2, 1] for seat in small.state.living})
    small.play({1: (9,)})
    small.close()
    assert dict(small.state.challenges[-1].totals) == {1: 9} | dict.fromkeys(range(2, 7), 1)


@pytest.mark.clause("A9")
def test_challenges_wait_for_their_deadline_when_the_setting_says_so(new_table: Callable[..., Any]) -> None:
    """With close_when_all_in off nothing closes early."""
    table = new_table(players=8, merge_at=6, jury=3, close_when_all_in=False)
    table.play(dict.fromkeys(range(1, 9), (2, 1)))
    assert not GAME.complete(table.state)
