"""How the computer's players word their answers, and what hints say."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from ringmaster.games.catalog import GAMES
from ringmaster.games.kernel import Answer, Entrant, defaults
from ringmaster.games.play import play_out, random_answer
from ringmaster.rehearsal.hints import hint
from ringmaster.rehearsal.people import Person
from ringmaster.rehearsal.words import wording
from ringmaster.sessions.records import GameRecord, SeatRecord

NAMES = ("Ada", "Bruno", "Cleo", "Dmitri", "Esther", "Felix", "Gwen", "Hugo", "Ines")


def truth() -> GameRecord:
    """A game of To Tell the Truth that has just begun."""
    game = GAMES["truth"]
    seats = tuple(
        SeatRecord(number=number, name=name, accounts=(number,), joined_by=number)
        for number, name in enumerate(NAMES, start=1)
    )
    record = GameRecord(
        kind="truth",
        name="Truth",
        guild_id=1,
        zone="UTC",
        seed="00" * 32,
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
        created_by=99,
        moderators=(99,),
        status="running",
        seats=seats,
    )
    settings = game.settings_type(**defaults(game.settings_type))
    events = game.begin(settings, [Entrant()] * len(NAMES), record.dice)
    return replace(record, state=game.replay(events))


def person(account: int, part: str = "player") -> Person:
    """Somebody with this account."""
    return Person(account=account, name="Somebody", part=part, colour="#000000")  # type: ignore[arg-type]


def test_a_vote_is_worded_with_the_name() -> None:
    """The words are those that a player would use."""
    record = truth()
    vote = record.game.options(record.state, 1)[0]
    assert wording(record, 1, vote, Answer(name="vote", picks=((2,),))) == "vote Bruno"


def test_words_are_read_as_the_answer_they_stand_for() -> None:
    """Whatever is worded, the game understands as that."""
    record, chance = truth(), random.Random(1)
    for seat in record.game.living(record.state):
        for decision in record.game.options(record.state, seat):
            answer = random_answer(decision, chance)
            text = wording(record, seat, decision, answer)
            assert text is not None
            assert record.game.parse(record.state, seat, text, record.roster) == answer


def test_what_cannot_be_worded_takes_a_menu() -> None:
    """Words that the game would not read are not sent."""
    record = truth()
    vote = record.game.options(record.state, 1)[0]
    assert wording(record, 1, vote, Answer(name="vote", picks=((77,),))) is None


@pytest.mark.parametrize(
    ("account", "part", "says"),
    [
        (99, "moderator", "/phase close"),
        (1, "player", "`vote "),
        (50, "spectator", "gallery"),
    ],
)
def test_a_hint_says_what_one_can_do(account: int, part: str, says: str) -> None:
    """Each part has its own."""
    assert says in hint(truth(), person(account, part), computer=False)


def test_the_hint_for_a_computers_seat_offers_to_take_it_over() -> None:
    """One looks over a shoulder until one takes the seat."""
    assert "Take the seat over" in hint(truth(), person(1), computer=True)


def test_hints_know_the_beginning_and_the_end() -> None:
    """Also before there is a game, and after it."""
    game = GAMES["truth"]
    record = truth()
    settings = game.settings_type(**defaults(game.settings_type))
    state, _ = play_out(game, settings, [Entrant()] * len(NAMES), record.dice, random.Random(2))
    over = replace(record, state=state, status="over")
    assert "being set up" in hint(None, person(1), computer=False)
    assert "over" in hint(over, person(1), computer=False)
