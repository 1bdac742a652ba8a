"""What people type (A10, and the clauses that ask for it)."""

from __future__ import annotations

from typing import Any

import pytest

from ringmaster.games.kernel import Roster, RuleViolation
from ringmaster.games.survivor import SurvivorGame

GAME = SurvivorGame()
ROSTER = Roster(("Ada", "Samantha", "Bird Jésus", "To Ada", "Idol", "Play Idol", "Fay", "Gus"))


@pytest.mark.clause("S3.1", "S4.1", "S5.1", "S8.4", "S8.5", "S9.4", "S10.6", "S10.8", "A10")
@pytest.mark.parametrize(
    ("text", "name", "picks"),
    [
        ("public 10 secret 5", "public", ((10,), (5,))),
        ("/Secret: -5, public: 10", "public", ((10,), (-5,))),
        ("public 10 & SECRET −5", "public", ((10,), (-5,))),
        ("public 7", "public", ((7,),)),
        ("play 15 3", "play", ((15, 3),)),
        ("Play 15, 3 and -5", "play", ((15, 3, -5),)),
        ("vote samantha", "vote", ((2,),)),
        ("vote: birdjesus", "vote", ((3,),)),
        ("idol play", "idol", (("play",),)),
        ("play idol", "idol", (("play",),)),
        ("keep the idol", "idol", (("keep",),)),
        ("idol keep", "idol", (("keep",),)),
        ("idol give Ada", "give", ((1,),)),
        ("give idol to Ada", "give", ((1,),)),
        ("give to Ada", "give", ((4,),)),
        ("give Idol", "give", ((5,),)),
        ("take 8", "take", ((8,),)),
        ("hand 5", "hand", ((5,),)),
        ("hand 5 4", "line-up", ((5, 4),)),
        ("line-up 5 4 3", "line-up", ((5, 4, 3),)),
        ("lineup 5", "line-up", ((5,),)),
        ("choose Ada", "choose", ((1,),)),
        ("favourite Ada", "favourite", ((1,),)),
    ],
)
def test_words_are_understood(small: Any, text: str, name: str, picks: tuple[tuple[int | str, ...], ...]) -> None:
    """Case, accents, commas, "and", colons and typographic minus signs do not matter."""
    answer = GAME.parse(small.state, 1, text, ROSTER)
    assert (answer.name, answer.picks) == (name, picks)


@pytest.mark.clause("A3", "A10")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not-understood"),
        ("dance", "not-understood"),
        ("public", "cards-needed"),
        ("public ten secret 5", "cards-needed"),
        ("public 10 public 5", "public-and-secret-needed"),
        ("public 10 5", "public-and-secret-needed"),
        ("secret 5", "public-and-secret-needed"),
        ("play", "cards-needed"),
        ("play my 15", "cards-needed"),
        ("play 99999999999", "cards-needed"),
        ("vote Nobody", "no-such-name"),
        ("idol", "idol-words"),
        ("idol throw", "idol-words"),
        ("give", "no-such-name"),
    ],
)
def test_words_that_are_not_understood_are_refused(small: Any, text: str, code: str) -> None:
    """With a code for the sentence that helps."""
    with pytest.raises(RuleViolation) as refused:
        GAME.parse(small.state, 1, text, ROSTER)
    assert (refused.value.code, refused.value.kind) == (code, "not-understood")


def test_in_the_final_four_play_means_the_hand(small: Any) -> None:
    """One card is for this hand, several are lined up."""
    small.until("hand")
    assert GAME.parse(small.state, 1, "play 5", ROSTER).name == "hand"
    assert GAME.parse(small.state, 1, "play 5 4", ROSTER).name == "line-up"


@pytest.mark.clause("A1")
def test_what_is_not_asked_now_is_refused(small: Any) -> None:
    """With the phase that it was made for, or none at all."""
    answer = GAME.parse(small.state, 1, "play 15 3", ROSTER)
    with pytest.raises(RuleViolation, match="no-such-decision"):
        GAME.command(small.state, 1, answer)
    right = GAME.parse(small.state, 1, "public 15 secret 3", ROSTER)
    with pytest.raises(RuleViolation, match="stale"):
        GAME.command(small.state, 1, right, phase="challenge-2")
    command = GAME.command(small.state, 1, right, phase="challenge-1")
    small.close()
    assert small.refusal(command) == "stale"
