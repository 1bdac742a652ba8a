"""Which game a text starts with, and questions that are kept for a while."""

from __future__ import annotations

from typing import Any

import pytest

from ringmaster.discord_app.finding import starts_with_name
from ringmaster.discord_app.pending import MOST, Pending
from ringmaster.games.kernel import RuleViolation
from ringmaster.sessions.messages import Message
from ringmaster.sessions.records import GameSummary, Source

from .conftest import World, assert_told


def game(number: int, name: str) -> GameSummary:
    """A running game of this name."""
    return GameSummary(id=number, kind="truth", name=name, guild_id=1, status="running", deadline=None)


FRIDAY, NIGHT = game(1, "Friday"), game(2, "Friday Night")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("friday: vote Ada", (FRIDAY, "vote Ada")),
        ("Friday vote Ada", (FRIDAY, "vote Ada")),
        ("friday night, me", (NIGHT, "me")),
        ("Fridays are fun", None),
        ("vote Friday", None),
    ],
)
def test_a_text_may_start_with_the_games_name(text: str, found: tuple[GameSummary, str] | None):
    """The longest name wins, and a word that only begins like one is none."""
    assert starts_with_name(text, [FRIDAY, NIGHT]) == found


async def said(value: str) -> Any:
    """Goes on with what was chosen."""
    return Message(text=value)


async def test_a_question_is_answered_once():
    """Then it is gone."""
    pending = Pending()
    custom_id = pending.ask(7, said)
    assert await pending.answer(custom_id, 7, "3") == Message(text="3")
    with pytest.raises(RuleViolation) as caught:
        pending.answer(custom_id, 7, "3")
    assert caught.value.code == "expired"


async def test_a_question_to_somebody_else_stays_open():
    """Others cannot answer it, nor use it up."""
    pending = Pending()
    custom_id = pending.ask(7, said)
    with pytest.raises(RuleViolation) as caught:
        pending.answer(custom_id, 8, "3")
    assert caught.value.code == "not-yours"
    assert await pending.answer(custom_id, 7, "3") == Message(text="3")


def test_old_questions_make_room_for_new_ones():
    """Memory does not grow for ever."""
    pending = Pending()
    first = pending.ask(7, said)
    for _ in range(MOST):
        pending.ask(7, said)
    with pytest.raises(RuleViolation):
        pending.answer(first, 7, "3")


async def test_what_was_found_is_looked_up_anew_when_a_game_or_a_part_in_it_has_changed(world: World):
    """A second game makes it ambiguous, an archived one is meant no longer."""
    await world.start("Friday")
    assert_told(await world.slash(world["Ada"], "vote", player="Bo"), "Got it")
    await world.start("Sunday", ("Ada", "Bo", "Cy", "Flo", "Gus"))
    assert_told(await world.slash(world["Ada"], "vote", player="Bo"), "Which game")
    await world.bot.sessions.end(1, None, Source(account=world.mod.id, at=world.env.now()))
    assert_told(await world.slash(world["Ada"], "vote", player="Bo"), "Got it")
