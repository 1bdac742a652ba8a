"""What players of To Tell the Truth type."""

from __future__ import annotations

from typing import Any

import pytest

from ringmaster.games.kernel import Answer, Roster, RuleViolation
from ringmaster.games.truth import TruthGame
from ringmaster.games.truth.state import NO_ELIMINATION

GAME = TruthGame()
ROSTER = Roster(("Diane", "Jack", "Kim", "Lou", "Max", "Nia", "Oz", "Tom and Jerry", "Pam"))


@pytest.mark.clause("L2.2", "L2.4", "L3.2", "A10")
@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("vote Diane", Answer(name="vote", picks=((1,),))),
        ("/VOTE: diané", Answer(name="vote", picks=((1,),))),
        ("vote tom and jerry", Answer(name="vote", picks=((8,),))),
        ("vote no elimination", Answer(name="vote", picks=((NO_ELIMINATION,),))),
        ("Vote No-Elimination!", Answer(name="vote", picks=((NO_ELIMINATION,),))),
        ("vote nobody", Answer(name="vote", picks=((NO_ELIMINATION,),))),
        ("unvote", Answer(name="unvote")),
        ("Unvote please", Answer(name="unvote")),
        ("suspects Jack and Diane", Answer(name="suspects", picks=((2, 1),))),
        ("suspects tom and jerry & kim", Answer(name="suspects", picks=((8, 3),))),
        ("Suspect Jack, Diane", Answer(name="suspects", picks=((2, 1),))),
    ],
)
def test_words_become_an_answer(table: Any, text: str, answer: Answer) -> None:
    """Capitals, accents, slashes and the joining word do not matter."""
    assert GAME.parse(table.state, 3, text, ROSTER) == answer


@pytest.mark.clause("A3", "A10")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("kill Diane", "not-understood"),
        ("", "not-understood"),
        ("vote", "no-such-name"),
        ("vote Dian", "no-such-name"),
        ("suspects Jack", "names-needed"),
        ("suspects Jack and Bob", "no-such-name"),
    ],
)
def test_words_that_are_not_understood_are_refused(table: Any, text: str, code: str) -> None:
    """Unknown words, unknown names and too few of them are told apart."""
    with pytest.raises(RuleViolation) as refused:
        GAME.parse(table.state, 3, text, ROSTER)
    assert (refused.value.code, refused.value.kind) == (code, "not-understood")


@pytest.mark.clause("A2")
def test_the_name_of_a_dead_seat_is_understood_and_refused_as_such(night: Any) -> None:
    """The sender hears that the seat is out, not that there is no such name."""
    night.close()
    answer = GAME.parse(night.state, 1, "vote Pam", ROSTER)
    with pytest.raises(RuleViolation, match="target-not-living"):
        night.do(GAME.command(night.state, 1, answer))


@pytest.mark.clause("A10")
def test_a_player_called_nobody_can_be_voted_for(table: Any) -> None:
    """A seat's name goes before the words for no elimination, as long as the seat lives."""
    roster = Roster(("Nobody", *ROSTER.names[1:]))
    assert GAME.parse(table.state, 3, "vote nobody", roster) == Answer(name="vote", picks=((1,),))
    table.eliminate(1)
    table.close()
    assert GAME.parse(table.state, 3, "vote nobody", roster) == Answer(name="vote", picks=((NO_ELIMINATION,),))


@pytest.mark.clause("A1", "A3")
@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (Answer(name="dance"), "no-such-decision"),
        (Answer(name="vote"), "wrong-number"),
        (Answer(name="vote", picks=((1, 2),)), "wrong-number"),
        (Answer(name="suspects", picks=((1, 2),)), "not-by-day"),
    ],
)
def test_an_answer_that_fits_nothing_is_refused(table: Any, answer: Answer, code: str) -> None:
    """Forms that are malformed or out of turn do no harm."""
    with pytest.raises(RuleViolation) as refused:
        table.do(GAME.command(table.state, 3, answer))
    assert refused.value.code == code
