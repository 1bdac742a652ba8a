"""Councils of Card Survivor as people read them: votes, ties, rocks and the idol."""

from __future__ import annotations

import pytest

from ringmaster.games.kernel import Answer
from ringmaster.games.survivor import commands as cm
from ringmaster.sessions.messages import Person, Place, Send

from .conftest import account
from .seasons import PLACES, asked, at_council, last, pass_phase, play, private, season, until, vote


@pytest.mark.clause("S5.4")
def test_a_paced_council_reads_votes_one_by_one_in_an_order_made_of_their_numbers() -> None:
    """Over about two minutes, and what follows waits for the result."""
    table = at_council()
    vote(table, {2: 8, 4: 8, 6: 8, 8: 2})
    table.close()
    told = [out for out in table.posted if isinstance(out, Send) and out.to == Place("stage")]
    texts = [out.message.text for out in told]
    assert texts[0].startswith("**Council 1 is over.** I read the votes in rounds:")
    votes = ["Vote 1: **Bird Jesus**", "Vote 2: **Zed**", "Vote 3: **Zed**", "Vote 4: **Zed**"]
    assert texts[1:5] == votes
    assert texts[5] == "Votes: Zed 3, Bird Jesus 1\n**Zed is out**, in 8th place: 3 votes, the most (S5.2)."
    assert [out.after for out in told] == [0, 20, 40, 60, 80, 100, 100]
    farewell = next(out for out in table.posted if isinstance(out, Send) and out.to == Person(account(8)))
    assert farewell.after == 100
    assert "You are not on the jury." in farewell.message.text
    prompts = [out for out in table.posted if isinstance(out, Send) and "Challenge 2**" in out.message.text]
    assert {out.after for out in prompts} == {100}


@pytest.mark.clause("S5.4")
def test_a_large_council_takes_two_minutes_too() -> None:
    """However many votes there are."""
    names = tuple(f"Player {number}" for number in range(1, 25))
    table = season(names, players=24, merge_at=22, jury=3)
    until(until(table, "merge"), "council")
    table.posted.clear()
    pass_phase(table)
    assert max(out.after for out in table.posted if isinstance(out, Send)) == pytest.approx(120)


@pytest.mark.clause("S5.4")
def test_a_council_can_be_read_at_once() -> None:
    """In one message, with the same order."""
    table = at_council(council_pace="at-once")
    vote(table, {2: 8, 4: 8, 6: 8, 8: 2})
    table.close()
    told = last(table, holding="Council 1 is over")
    assert "Vote 4: **Zed**\nVotes: Zed 3, Bird Jesus 1\n**Zed is out**" in told
    assert all(out.after == 0 for out in table.posted if isinstance(out, Send))


@pytest.mark.clause("S5.4")
def test_a_council_without_tally_says_who_is_out_and_by_which_clause() -> None:
    """No votes, no tied names, no pool."""
    table = at_council(council_reveal="result", rolls={"council-1/rocks": 1})
    vote(table, {2: 4, 4: 2})
    table.close()
    assert last(table, holding="Council 1") == (
        "**Council 1 is over.**\n**Abe is out**, in 8th place: "
        "a tie, counted again by the points of the challenge before (S6.2)."
    )
    assert table.presenters.votes(table.record, past=True).text == "**Council 1**: Abe is out."


@pytest.mark.clause("S6.2", "S6.6")
def test_a_tie_that_points_decide_never_shows_the_weights() -> None:
    """The booth reads them."""
    table = at_council()
    vote(table, {2: 4, 4: 2, 6: 4, 8: 2})
    table.close()
    told = last(table, holding="is out")
    assert told.endswith(
        "Bird Jesus and Abe are tied with 2 votes each. "
        "Counted again by the points that their voters had in the challenge before (S6.2)."
    )
    assert "Weights: Bird Jesus 6, Abe 11." in last(table, "booth")
    assert "11" not in table.texts("stage", "gallery", *(Person(account(seat)) for seat in range(1, 9)))


@pytest.mark.clause("S6.3", "A8")
@pytest.mark.parametrize(("pool", "among"), [("unvoted", "Fido and Zed"), ("untied", "Fido and Zed")])
def test_rocks_name_the_pool_and_the_roll(pool: str, among: str) -> None:
    """Both follow from what everyone has read."""
    table = season(rocks_pool=pool, rolls={"council-1/rocks": 2})
    play(table, {1: (20, 15), 2: (2, 2), 4: (2, 2), 6: (1, 1), 8: (1, 1)})
    table.close()
    vote(table, {2: 4, 4: 2})
    table.close()
    told = last(table, holding="is out")
    assert told.endswith(
        f"**Zed is out**, in 8th place: Bird Jesus and Abe are tied with 1 vote each, and in points too. "
        f"Rocks between {among}: the roll 1d2: 2, in player-list order (S6.3)."
    )


@pytest.mark.clause("S6.4")
def test_how_many_of_several_are_level_in_points_is_not_told() -> None:
    """A roll among three who are tied in votes names neither its sides nor its result."""
    table = season(rocks_pool="unvoted")
    play(table, {1: (20, 15), 2: (2, 2), 4: (2, 2), 6: (2, 2), 8: (2, 2)})
    table.close()
    vote(table, {2: 4, 4: 6, 6: 8, 8: 2})
    table.close()
    told = last(table, holding="is out")
    assert told.endswith("Some are level in points too, and nobody is left to draw rocks: a roll between those (S6.4).")


@pytest.mark.clause("S6.5")
def test_a_council_without_votes_draws_rocks() -> None:
    """Everyone who can be voted out is in the pool."""
    table = at_council()
    table.close()
    told = last(table, holding="Council 1 is over")
    assert "Votes: none" in told
    assert "no vote counts. Rocks between Bird Jesus, Abe, Fido and Zed: the roll 1d4: 1, in player-list order" in told


@pytest.mark.clause("S5.3")
@pytest.mark.parametrize(("rule", "words"), [("none", "so you have no vote."), ("self", "so this counts: Zed.")])
def test_whoever_did_not_vote_reads_what_came_of_it(rule: str, words: str) -> None:
    """In private."""
    table = at_council(missed_vote=rule)
    vote(table, {2: 8})
    table.close()
    assert words in table.texts(Person(account(8)))
    assert words not in table.texts("stage")


@pytest.mark.clause("S6.1", "S8.5")
def test_the_idol_comes_first_and_void_votes_are_read_as_void() -> None:
    """How many they are is told, and from whom is not."""
    table = until(season(), "merge")
    table.do(cm.HideIdol())
    table.do(cm.ClaimIdol(seat=7, found=True))
    until(table, "council")
    assert "[Vote for]  [The idol: play it]  [The idol: keep it]  [Give the idol to]" in asked(table, 7)
    table.posted.clear()
    table.send(7, "idol play")
    vote(table, {1: 7, 2: 7, 3: 5, 4: 7, 7: 5})
    table.close()
    told = [message.text for message in table.at("stage")]
    assert told[0] == "**Ruth plays the hidden idol.** All votes against Ruth are void (S6.1)."
    assert told[2:7] == [
        "Vote 1: **Olga**",
        "Vote 2: **Ruth** – void",
        "Vote 3: **Olga**",
        "Vote 4: **Ruth** – void",
        "Vote 5: **Ruth** – void",
    ]
    assert told[7].startswith("Votes: Olga 2; void, against Ruth: 3\n**Olga is out**")
    past = table.presenters.votes(table.record, past=True).text.split("\n")[-1]
    assert past == "**Council 3**: Olga is out. Ruth played the idol. Votes: Olga 2; void, against Ruth: 3."


@pytest.mark.clause("A6")
def test_whoever_voted_for_a_removed_seat_is_asked_anew_in_private() -> None:
    """And nobody else is."""
    table = at_council()
    vote(table, {2: 8, 4: 6})
    table.posted.clear()
    table.remove(8)
    assert "A moderator has removed **Zed** from the game." in table.texts("stage")
    assert "so your vote is void" in private(table, 2)
    assert table.at(Person(account(4))) == []
    assert "A moderator has taken you out of the game." in private(table, 8)


@pytest.mark.clause("S8.3", "S8.4")
def test_the_idol_is_told_to_those_concerned_and_the_booth() -> None:
    """Found, seen taken, not there, given, readied, lost: each in private, and a line for the moderators."""
    table = until(season(), "merge")
    table.posted.clear()
    table.do(cm.HideIdol())
    table.do(cm.ClaimIdol(seat=2, found=True))
    table.do(cm.ClaimIdol(seat=3, found=True))
    table.do(cm.ClaimIdol(seat=4, found=False))
    table.send(2, Answer(name="give", picks=((5,),)))
    until(table, "council")
    table.send(5, "idol play")
    table.send(5, "idol keep")
    assert "You have found the hidden idol" in table.texts(Person(account(2)))
    assert "you saw **Bird Jesus** take the idol" in table.texts(Person(account(3)))
    assert "There is no idol there." in table.texts(Person(account(4)))
    assert "**Bird Jesus gives you the hidden idol.**" in table.texts(Person(account(5)))
    assert "The idol is ready" in table.texts(Person(account(5)))
    assert "You keep the idol" in table.texts(Person(account(5)))
    assert "Bird Jesus gives the idol to Olga." in table.texts("booth")
    assert "gives" not in table.texts(*PLACES, Person(account(1)), Person(account(3)))


@pytest.mark.clause("S8.6")
def test_an_idol_that_leaves_with_its_holder_is_part_of_the_farewell() -> None:
    """The holder reads one message, and everyone else the same as ever."""
    table = until(season(), "merge")
    table.do(cm.HideIdol())
    table.do(cm.ClaimIdol(seat=7, found=True))
    until(table, "council")
    table.posted.clear()
    pass_phase(table)
    *_, farewell = table.at(Person(account(7)))
    assert "You are out of the game, in 6th place. The idol that you held leaves the game with you." in farewell.text
    assert "leaves the game with you" not in table.texts(*PLACES)
