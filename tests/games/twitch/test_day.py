"""T5: votes that cannot be taken back, START9, majorities, ties."""

from __future__ import annotations

import pytest

from ringmaster.games.kernel import PUBLIC, PhaseClosed, Rolled, RuleViolation
from ringmaster.games.twitch import events as ev
from ringmaster.games.voting import majority


def vote(t, *votes: str):
    """Casts votes written as ``Ada Bo``, and returns the events of the last."""
    events = ()
    for text in votes:
        voter, target = text.split()
        events = t.say(voter, f"vote {target}")
    return events


@pytest.mark.clause("T5.1")
def test_a_vote_cannot_be_changed(table) -> None:
    """It is offered as final, and a second one is refused, the same too."""
    t = table(phase="day-1")
    (option,) = t.game.options(t.state, 1)
    assert (option.name, option.final) == ("vote", True)
    vote(t, "Ada Bo")
    assert t.options("Ada") == []
    for target in ("Bo", "Cy", "start9"):
        with pytest.raises(RuleViolation) as refused:
            vote(t, f"Ada {target}")
        assert (refused.value.code, refused.value.clause) == ("vote-final", "T5.1")
    assert t.state.wagons.count(2) == 1


@pytest.mark.clause("T5.1")
def test_a_vote_cannot_be_taken_back(table) -> None:
    """There is no such word."""
    t = table(phase="day-1")
    vote(t, "Ada Bo")
    with pytest.raises(RuleViolation) as refused:
        t.say("Ada", "unvote")
    assert refused.value.kind == "not-understood"


@pytest.mark.clause("T5.1")
@pytest.mark.parametrize("word", ["nobody", "no lynch", "no elimination"])
def test_there_is_no_vote_for_no_lynch(table, word: str) -> None:
    """Only START9."""
    t = table(phase="day-1")
    with pytest.raises(RuleViolation):
        t.say("Ada", f"vote {word}")


@pytest.mark.clause("T5.1")
@pytest.mark.parametrize(("self_vote", "choices"), [("allowed", 9), ("forbidden", 8)])
def test_a_vote_for_oneself_counts_unless_forbidden(table, self_vote: str, choices: int) -> None:
    """What is offered and what is accepted agree."""
    t = table(phase="day-1", self_vote=self_vote)
    (option,) = t.game.options(t.state, 1)
    assert len(option.fields[0].choices) == choices
    if self_vote == "allowed":
        vote(t, "Ada Ada")
        assert t.state.wagons.count(1) == 1
    else:
        with pytest.raises(RuleViolation) as refused:
            vote(t, "Ada Ada")
        assert refused.value.code == "self-vote-forbidden"


@pytest.mark.clause("T5.1", "A2")
def test_the_living_vote_for_the_living_by_day(table) -> None:
    """The dead neither vote nor get votes, and at night nobody votes."""
    t = table()
    t.say("Gus", "kill Ada")
    with pytest.raises(RuleViolation) as refused:
        vote(t, "Bo Cy")
    assert refused.value.code == "not-by-night"
    t.close()
    for text, code in (("Ada Bo", "not-living"), ("Bo Ada", "target-not-living")):
        with pytest.raises(RuleViolation) as refused:
            vote(t, text)
        assert refused.value.code == code


@pytest.mark.clause("T5.2")
def test_start9_with_more_than_half_ends_the_day_at_once(table, only_of) -> None:
    """Five of eight; nobody is lynched."""
    t = table(phase="day-1")
    vote(t, "Ada Bo", "Bo start9", "Cy start9", "Dee start9", "Eli start9")
    events = vote(t, "Fay start9")
    decided = only_of(events, ev.DayDecided)
    assert (decided.lynched, decided.decided_by, decided.counts) == (None, "start9", ((2, 1), ("start9", 5)))
    assert only_of(events, PhaseClosed).cause == "hammer"
    assert t.state.phase == "night-1"


@pytest.mark.clause("T5.2")
def test_start9_with_exactly_half_is_not_enough(table, only_of) -> None:
    """Four of eight: the most voted seat goes at the deadline."""
    t = table(phase="day-1")
    vote(t, "Ada start9", "Bo start9", "Cy start9", "Dee start9", "Eli Ada")
    assert t.state.phase == "day-1"
    decided = only_of(t.close(), ev.DayDecided)
    assert (decided.lynched, decided.decided_by) == (1, "plurality")


@pytest.mark.clause("T5.3")
def test_a_majority_ends_the_day_at_once(table, only_of) -> None:
    """The fifth vote of eight lynches."""
    t = table(phase="day-1")
    vote(t, "Ada Gus", "Bo Gus", "Cy Gus", "Dee Gus")
    events = vote(t, "Eli Gus")
    assert only_of(events, ev.SeatLynched) == ev.SeatLynched(seat=7, faction="dome")
    assert only_of(events, ev.DayDecided).decided_by == "majority"


@pytest.mark.clause("T5.3")
@pytest.mark.parametrize(("living", "needed"), [(2, 2), (3, 2), (7, 4), (8, 5), (40, 21)])
def test_a_majority_is_more_than_half_of_the_living(living: int, needed: int) -> None:
    """Half of the living and one, rounded down."""
    assert majority(living) == needed


@pytest.mark.clause("T5.4")
def test_the_most_voted_seat_goes_although_start9_has_more(table, only_of) -> None:
    """START9's plurality is no majority."""
    t = table(phase="day-1")
    vote(t, "Ada start9", "Bo start9", "Cy Dee")
    assert only_of(t.close(), ev.SeatLynched).seat == 4


@pytest.mark.clause("T5.5", "A4")
def test_a_tie_is_rolled_in_player_list_order(table, only_of) -> None:
    """Whatever order the votes came in."""
    t = table(phase="day-1", rolls=[2])
    vote(t, "Ada Hal", "Bo Cy", "Cy Ada")
    events = t.close()
    assert [(e.label, e.sides) for e in events if isinstance(e, Rolled)] == [("day-1/tie", 3)]
    decided = only_of(events, ev.DayDecided)
    assert (decided.lynched, decided.decided_by, decided.tied) == (3, "roll", (1, 3, 8))


@pytest.mark.clause("T5.5")
@pytest.mark.parametrize(("day_tie", "lynched", "decided_by"), [("first", 8, "first"), ("none", None, "tie")])
def test_a_tie_can_go_to_the_first_or_to_nobody(table, only_of, day_tie: str, lynched, decided_by: str) -> None:
    """First to have that many votes, not first to have any."""
    t = table(phase="day-1", day_tie=day_tie)
    vote(t, "Ada Cy", "Bo Hal", "Cy Hal", "Dee Cy")
    decided = only_of(t.close(), ev.DayDecided)
    assert (decided.lynched, decided.decided_by, decided.tied) == (lynched, decided_by, (3, 8))


@pytest.mark.clause("T5.6")
@pytest.mark.parametrize("votes", [(), ("Ada start9", "Bo start9")])
def test_nobody_is_lynched_without_a_vote_for_a_seat(table, only_of, votes) -> None:
    """Also when START9 has all the votes there are."""
    t = table(phase="day-1")
    vote(t, *votes)
    decided = only_of(t.close(), ev.DayDecided)
    assert (decided.lynched, decided.decided_by, decided.tied) == (None, "no-votes", ())


@pytest.mark.clause("T5.7", "A9")
def test_a_day_in_which_all_have_voted_is_complete(table, only_of) -> None:
    """Not before the last vote; it then closes as at the deadline."""
    t = table(phase="day-1")
    vote(t, "Ada start9", "Bo start9", "Cy start9", "Dee start9", "Eli Ada", "Fay Ada", "Gus Ada")
    assert not t.game.complete(t.state)
    assert t.game.missing(t.state) == (8,)
    vote(t, "Hal Bo")
    assert t.game.complete(t.state)
    assert only_of(t.close("complete"), ev.SeatLynched).seat == 1


@pytest.mark.clause("T5.8")
def test_votes_are_public_and_counted_in_the_order_they_came(table, only_of) -> None:
    """Wagons with voters, who has not voted, the majority; past days stay to be looked up."""
    t = table(phase="day-1")
    for text in ("Dee Ada", "Bo start9", "Ada Cy", "Cy Ada"):
        assert only_of(vote(t, text), ev.VoteCast).audience.scope == "everyone"
    seen = t.game.view(t.state, PUBLIC)
    assert [(w.target, w.voters) for w in seen.wagons.wagons] == [(1, (4, 3)), ("start9", (2,)), (3, (1,))]
    assert seen.wagons.absent(seen.living) == (5, 6, 7, 8)
    t.close()
    (past,) = t.game.view(t.state, PUBLIC).past_days
    assert (past.day, past.wagons, past.eliminated, past.decided_by) == (1, seen.wagons, 1, "plurality")
    assert t.game.view(t.state, PUBLIC).wagons.wagons == ()
