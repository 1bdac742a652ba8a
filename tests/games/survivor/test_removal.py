"""Seats that a moderator removes, in every phase (A6)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from ringmaster.games.kernel import ClosePhase, GameEnded, PhaseClosed, PhaseOpened, RemoveSeat
from ringmaster.games.play import random_answer
from ringmaster.games.survivor import SurvivorGame
from ringmaster.games.survivor import commands as cm
from ringmaster.games.survivor import events as ev

GAME = SurvivorGame()


@pytest.mark.clause("A6", "S3.3")
def test_a_challenge_goes_on_without_the_seat(table: Any, only: Callable[..., Any]) -> None:
    """Its cards do not count, nor does it in the number of seats."""
    table.play({1: (20, 15)} | dict.fromkeys((3, 5, 7, 9, 11, 13, 15), (5, 5)))
    table.remove(1)
    assert table.state.play(1) == ()
    result = only(table.close(), ev.TribalChallengeDecided).result
    assert result.averages[0] == 10
    assert table.state.hand(1)[:2] == (20, 15)


@pytest.mark.clause("A6", "S5.1")
def test_a_council_still_votes_somebody_out(table: Any, only: Callable[..., Any]) -> None:
    """Votes by and for the removed seat are gone; the others may vote anew."""
    table.close()
    gone, one, two, *rest = table.state.members
    table.vote({one: gone, two: one, gone: two} | dict.fromkeys(rest, gone))
    table.remove(gone)
    assert table.state.votes == ((two, one),)
    assert table.refusal(RemoveSeat(seat=gone)) == "not-living"
    events = table.close([])
    assert only(events, ev.SeatEliminated).elimination.seat == one
    assert len(table.state.living) == 14


@pytest.mark.clause("A6", "S7.1")
@pytest.mark.parametrize("kind", ["challenge", "council"])
def test_a_removal_that_leaves_ten_calls_the_phase_off(table: Any, kind: str, only: Callable[..., Any]) -> None:
    """The tribes merge with ten, neither with nine nor with a challenge that leads nowhere."""
    while len(table.state.living) > 11:
        table.pass_phase()
    if kind == "council":
        table.pass_phase()
    events = table.remove(1)
    assert PhaseClosed(phase=f"{kind}-6", cause="removal") in events
    assert only(events, ev.TribesMerged).because == "merge-at"
    assert (table.state.phase, len(table.state.living)) == ("merge", 10)


@pytest.mark.clause("A6", "S7.5")
def test_a_tribe_without_anybody_merges_at_once(new_table: Callable[..., Any], only: Callable[..., Any]) -> None:
    """Also in the middle of a challenge; a council of one is called off."""
    table = new_table(players=12, merge_at=5, jury=2)
    for seat in (2, 4, 6, 8, 10):
        table.remove(seat)
        assert not table.state.merged
    assert only(table.remove(12), ev.TribesMerged).because == "domination"
    table = new_table(players=12, merge_at=5, jury=2)
    table.play(dict.fromkeys(range(1, 12, 2), (5, 5)))
    table.close()
    for seat in (2, 4, 6, 8):
        table.remove(seat)
    assert table.state.phase == "council-1"
    table.remove(10)
    assert table.state.phase == "merge"
    assert table.state.councils == ()


@pytest.mark.clause("A6", "S9.2")
@pytest.mark.parametrize("phases", [0, 1, 2])
def test_a_removal_that_leaves_four_opens_the_fan_vote(small: Any, phases: int) -> None:
    """From the day off, a challenge or a council with five left."""
    small.until_merged()
    small.remove(6)
    for _ in range(phases):
        small.pass_phase()
    small.remove(5)
    assert small.state.phase == "fan-vote"
    assert small.state.four == (1, 2, 3, 4)


@pytest.mark.clause("A6", "S4.3", "S8.6")
def test_immunity_and_idol_of_a_removed_seat_are_gone(small: Any, only: Callable[..., Any]) -> None:
    """Nobody inherits them."""
    small.until_merged()
    small.do(cm.HideIdol())
    small.do(cm.ClaimIdol(seat=1, found=True))
    small.until("council")
    assert small.state.immune == 1
    small.do(cm.ReadyIdol(seat=1, play=True))
    events = small.remove(1)
    assert only(events, ev.IdolLost).seat == 1
    assert (small.state.immune, small.state.idol.holder, small.state.idol.ready) == (None, None, False)
    assert only(small.vote_out(2), ev.CouncilDecided).result.idol is None


@pytest.mark.clause("A6", "S9.4")
def test_nobody_learns_of_a_favourite_that_was_removed(new_table: Callable[..., Any]) -> None:
    """The votes for it are gone, or its bonus; the game goes on as for the others."""
    table = new_table(players=8, merge_at=6, jury=3, fan_quorum=1).until("fan-vote")
    table.do(cm.CastFanVote(spectator="fan", target=2))
    table.remove(2)
    assert table.state.fan_votes == ()
    assert not any(isinstance(event, ev.FavouriteTold) for event in table.close())
    table = new_table(players=8, merge_at=6, jury=3, fan_quorum=1).until("fan-vote")
    table.do(cm.CastFanVote(spectator="fan", target=2))
    table.close()
    table.remove(2)
    assert not any(isinstance(event, ev.BonusTaken) for event in table.close())


@pytest.mark.clause("A6", "S10.2")
def test_a_seat_removed_in_the_final_four_game_counts_as_out_of_cards(small: Any) -> None:
    """The three who are left are the finalists, without a choice."""
    small.until("hand")
    small.deal({1: [5], 2: [3], 3: [2], 4: [9]})
    small.send(4, "hand", [9])
    small.remove(4)
    assert small.state.line_up(4) == ()
    small.close()
    assert small.state.played[-1].points == 3 + 2 + 2
    assert small.state.phase == "jury-questions"
    assert small.state.finalists[0] == 1
    assert len(small.state.jurors) == 2


@pytest.mark.clause("A6", "S10.1")
def test_the_last_seat_with_cards_is_removed(small: Any) -> None:
    """The game is settled at once."""
    small.until("hand")
    small.deal({1: [5, 4], 2: [3], 3: [2], 4: [1]})
    small.close()
    small.remove(1)
    assert small.state.phase == "jury-questions"
    assert set(small.state.finalists) == {2, 3, 4}


@pytest.mark.clause("A6", "S10.6")
@pytest.mark.parametrize("who", ["first", "second", "other"])
def test_a_removal_before_the_choice_leaves_nothing_to_choose(small: Any, who: str) -> None:
    """The three who are left are in the final, by their placing."""
    small.until("choice")
    first, second = small.state.first, small.state.second
    others = [seat for seat in small.state.living if seat not in {first, second}]
    gone = {"first": first, "second": second, "other": others[0]}[who]
    small.remove(gone)
    assert small.state.phase == "jury-questions"
    assert small.state.finalists[0] == (second if who == "first" else first)
    assert set(small.state.finalists) == {1, 2, 3, 4} - {gone}
    assert gone not in small.state.jurors


@pytest.mark.clause("A6", "S11.3")
def test_votes_for_a_removed_finalist_are_void(table: Any, only: Callable[..., Any]) -> None:
    """A tie of the two who are left goes by the fans or the final-four game (S11.7)."""
    table.until("jury-vote")
    first, second, third = table.state.finalists
    one, two, *rest = table.state.jurors
    table.vote({one: first, two: second} | dict.fromkeys(rest, third))
    table.remove(third)
    assert not GAME.complete(table.state)
    outcome = only(table.close(), GameEnded).outcome
    assert (outcome.winning_seats, outcome.reason) == ((first,), "jury-final-four")


@pytest.mark.clause("A6", "S11.4")
@pytest.mark.parametrize("who", ["decider", "tied"])
def test_a_deciding_vote_that_is_needed_no_more(table: Any, who: str, only: Callable[..., Any]) -> None:
    """The third finalist is gone, so the placing decides; or one of the tied is, so the other has most votes."""
    table.until("jury-vote")
    first, second, third = table.state.finalists
    jurors = table.state.jurors
    table.vote(dict.fromkeys(jurors[:3], first) | dict.fromkeys(jurors[3:], second))
    table.close()
    events = table.remove(third if who == "decider" else first)
    outcome = only(events, GameEnded).outcome
    assert len(only(events, ev.VerdictReached).ballots) == (6 if who == "decider" else 3)
    expected = (first, "jury-final-four") if who == "decider" else (second, "jury-votes")
    assert (outcome.winning_seats[0], outcome.reason) == expected


@pytest.mark.clause("A6", "S11.1")
def test_a_removed_juror_has_no_vote(table: Any) -> None:
    """Nobody takes its place; the vote closes when the others are in."""
    table.until("jury-vote")
    gone, *rest = table.state.jurors
    table.vote({gone: table.state.finalists[0]} | dict.fromkeys(rest, table.state.finalists[1]))
    table.remove(gone)
    assert table.state.jurors == tuple(rest)
    assert len(table.state.votes) == 5
    assert GAME.complete(table.state)
    assert table.refusal(RemoveSeat(seat=gone)) == "not-living"
    assert table.refusal(RemoveSeat(seat=16)) == "not-living"


@pytest.mark.clause("A6", "S11.1")
def test_an_eliminated_seat_that_is_removed_serves_on_no_jury(small: Any) -> None:
    """The jury is smaller then."""
    small.until("fan-vote")
    assert small.remove(5) == (ev.SeatRemoved(seat=5),)
    small.until("jury-questions")
    assert 5 not in small.state.jurors
    assert len(small.state.jurors) == 2


@pytest.mark.clause("A6")
def test_the_last_one_left_wins(small: Any, only: Callable[..., Any]) -> None:
    """Whatever the phase; afterwards nobody can be removed."""
    for seat in range(8, 2, -1):
        small.remove(seat)
    outcome = only(small.remove(2), GameEnded).outcome
    assert (outcome.winning_seats, outcome.reason, outcome.clause) == ((1,), "last-one-left", "A6")
    assert small.refusal(RemoveSeat(seat=1)) == "game-over"
    assert small.refusal(ClosePhase(phase="fan-vote", cause="deadline")) == "game-over"


@pytest.mark.clause("A6")
@pytest.mark.parametrize("seed", range(150))
def test_no_removal_ever_wedges_a_game(new_table: Callable[..., Any], seed: int) -> None:
    """Random games with removals at random moments: every phase opens under a name of its own, and all end."""
    chance = Random(seed)
    table = new_table(
        players=chance.choice([8, 10, 12]),
        merge_at=chance.choice([5, 6]),
        jury=chance.choice([1, 2]),
        fan_quorum=1,
        hand_tie=chance.choice(["roll", "split", "carry"]),
        missed_vote=chance.choice(["none", "self", "random"]),
        rocks_pool=chance.choice(["unvoted", "untied"]),
    )
    for _ in range(400):
        if table.state.phase is None:
            break
        happenings = [*GAME.occasions(table.state)]
        happenings += [RemoveSeat(seat=seat) for seat in GAME.participants(table.state) if chance.random() < 0.02]
        if table.state.kind == "fan-vote":
            happenings.insert(0, cm.CastFanVote(spectator="fan", target=chance.choice(table.state.living)))
        for command in happenings:
            if (
                table.state.phase is not None
                and chance.random() < 0.7
                and getattr(command, "seat", 1)
                in (
                    *table.state.living,
                    *table.state.jurors,
                )
            ):
                table.do(command)
        for seat in GAME.participants(table.state):
            for decision in GAME.options(table.state, seat):
                if chance.random() < 0.7:
                    table.do(GAME.command(table.state, seat, random_answer(decision, chance)))
        if table.state.phase is not None:
            table.close()
    opened = [event.phase for event in table.events if isinstance(event, PhaseOpened)]
    assert table.state.outcome is not None
    assert len(opened) == len(set(opened))
    assert GAME.replay(table.events) == table.state
