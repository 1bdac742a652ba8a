"""T2.4: what players type, also when names hold the words that join them."""

from __future__ import annotations

import pytest

from ringmaster.games.kernel import Answer, RuleViolation

PAIR = ("Kiyoko", "Bird Jesus", "Tom and Jerry", "Tom", "Stand By Me", "Bo", "Step by Step", "Zoë")


def read(table, text: str, *, names=PAIR, dome=("Bo", "Step by Step"), seat="Bo", phase="night-1") -> Answer:
    """What a seat's words are read as."""
    t = table(names=names, dome=dome, phase=phase)
    return t.game.parse(t.state, t.seat(seat), text, t.roster)


@pytest.mark.clause("T2.4")
@pytest.mark.parametrize(
    ("text", "name", "targets"),
    [
        ("Protect Kiyoko", "protect", (1,)),
        ("STUN kiyoko", "stun", (1,)),
        ("/stun  bird jesus", "stun", (2,)),
        ("protect Tom and Jerry", "protect", (3,)),
        ("Bus Kiyoko and Bird Jesus", "bus", (1, 2)),
        ("bus Bird Jesus & Kiyoko", "bus", (2, 1)),
        ("bus Kiyoko, Bird Jesus", "bus", (1, 2)),
        ("BUS KIYOKO AND TOM AND JERRY", "bus", (1, 3)),
        ("bus Tom and Jerry and Tom", "bus", (3, 4)),
        ("bus Tom, Tom and Jerry", "bus", (4, 3)),
        ("bus zoe and stand by me", "bus", (8, 5)),
    ],
)
def test_actions_are_read(table, text: str, name: str, targets: tuple[int, ...]) -> None:
    """In upper or lower case, with any of the joining words, whatever the names hold."""
    assert read(table, text) == Answer(name=name, picks=(targets,))


@pytest.mark.clause("T3.1")
@pytest.mark.parametrize(
    ("text", "picks"),
    [
        ("kill Kiyoko", ((1,), ())),
        ("Kill Kiyoko by Bo", ((1,), (6,))),
        ("kill Stand By Me", ((5,), ())),
        ("kill Stand By Me by Bo", ((5,), (6,))),
        ("KILL BO BY STEP BY STEP", ((6,), (7,))),
        ("kill step by step by step by step", ((7,), (7,))),
        ("kill Stand By Me by Step by Step", ((5,), (7,))),
    ],
)
def test_the_kill_is_read(table, text: str, picks) -> None:
    """Every "by" may belong to a name; all ways of cutting are tried."""
    assert read(table, text) == Answer(name="kill", picks=picks)


@pytest.mark.clause("A10", "T3.1")
def test_a_kill_that_can_be_read_in_two_ways_is_offered_and_not_guessed(table) -> None:
    """As one long name, or as a target and a sender."""
    with pytest.raises(RuleViolation) as refused:
        read(table, "kill Stand By Me", names=("Stand", "Stand By Me", "Me", "Ada", "Bo"), dome=("Me",), seat="Me")
    assert (refused.value.kind, refused.value.facts["ways"]) == ("ambiguous", ((1, 3), (2,)))


@pytest.mark.clause("A10")
@pytest.mark.parametrize(
    ("text", "candidates"),
    [("kill Kiyo", (1,)), ("kill Kiyo by Bo", (1,)), ("kill Kiyoko by Step", (7,)), ("kill Stand By Me by Boo", (6,))],
)
def test_a_kill_with_an_unknown_name_is_refused_with_what_looks_alike(table, text: str, candidates) -> None:
    """The part that is not understood is the one that is asked about."""
    with pytest.raises(RuleViolation) as refused:
        read(table, text)
    assert (refused.value.code, refused.value.facts["candidates"]) == ("no-such-name", candidates)


@pytest.mark.clause("T3.1", "A10")
@pytest.mark.parametrize("text", ["kill Kiyoko", "kill Kiyo by B", "kill", "kill x by y"])
def test_no_name_of_the_dome_is_offered_to_a_helix_follower(table, text: str) -> None:
    """Whatever it types after the word, the refusal is one and the same."""
    with pytest.raises(RuleViolation) as refused:
        read(table, text, seat="Kiyoko")
    assert (refused.value.code, refused.value.facts) == ("no-kill-to-send", {})


@pytest.mark.clause("T3.1")
def test_a_helix_seat_named_as_sender_is_refused_by_the_rules(table) -> None:
    """The Dome are told why, not that the name is unknown."""
    t = table()
    with pytest.raises(RuleViolation) as refused:
        t.say("Gus", "kill Ada by Bo")
    assert refused.value.code == "sender-not-dome"


@pytest.mark.clause("T5.1", "T5.2")
@pytest.mark.parametrize(
    ("text", "target"), [("vote Tom", 4), ("Vote START9", "start9"), ("vote Start 9", "start9"), ("VOTE zoe", 8)]
)
def test_votes_are_read(table, text: str, target) -> None:
    """For a seat or for START9."""
    assert read(table, text, phase="day-1") == Answer(name="vote", picks=((target,),))


@pytest.mark.clause("A10", "T5.2")
def test_a_seat_called_start9_is_not_mistaken_for_the_vote(table) -> None:
    """Both are offered."""
    with pytest.raises(RuleViolation) as refused:
        read(table, "vote start9", names=("Start9", "Bo", "Cy", "Dee", "Eli"), dome=("Bo",), phase="day-1")
    assert (refused.value.kind, refused.value.facts["ways"]) == ("ambiguous", (("start9",), (1,)))


@pytest.mark.clause("A3")
@pytest.mark.parametrize("text", ["", "hello", "heal Kiyoko", "bus Kiyoko", "bus", "protect", "vote"])
def test_other_words_are_not_understood(table, text: str) -> None:
    """Each with a code that has a sentence."""
    with pytest.raises(RuleViolation) as refused:
        read(table, text)
    assert refused.value.kind == "not-understood"


@pytest.mark.clause("A3")
@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (Answer(name="bus", picks=((1,),)), "wrong-number"),
        (Answer(name="protect", picks=(("start9",),)), "no-such-choice"),
        (Answer(name="stun", picks=((1, 2),)), "wrong-number"),
        (Answer(name="kill", picks=((1,),)), "wrong-number"),
        (Answer(name="heal", picks=((1,),)), "no-such-decision"),
    ],
)
def test_an_answer_that_fits_no_decision_is_refused(table, answer: Answer, code: str) -> None:
    """Whatever a form or button sends."""
    t = table()
    with pytest.raises(RuleViolation) as refused:
        t.game.command(t.state, 7, answer)
    assert refused.value.code == code
