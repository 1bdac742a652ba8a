"""Spectators' questions at the table."""

from __future__ import annotations

import pytest

from ringmaster.games.kernel import RuleViolation
from ringmaster.sessions.questions import tribe_names
from ringmaster.sessions.records import GameRecord, HostActed, Question

from .conftest import COHOST, Table
from .seasons import season, until

FAN, OTHER = 301, 302


async def watched(table: Table) -> GameRecord:
    """A game with two spectators."""
    record = await season(table)
    for account in (FAN, OTHER):
        record = await table.sessions.spectate(record.id, table.source(account))
    return record


async def refusal(work) -> str:
    """The code of the refusal that this ends in."""
    with pytest.raises(RuleViolation) as caught:
        await work
    return caught.value.code


@pytest.mark.clause("S13.2")
async def test_a_question_waits_until_a_moderator_passes_it_on(table: Table) -> None:
    """It goes to the living of its tribe; who has asked is not said."""
    record = await watched(table)
    record = await table.sessions.ask(record.id, "tribe 2", " Who  is\nnext? ", table.source(FAN))
    assert record.questions == (Question(number=1, account=FAN, tribe=2, text="Who is next?"),)
    assert await refusal(table.sessions.pass_question(record.id, 1, table.source(FAN))) == "not-moderator"
    record = await table.sessions.pass_question(record.id, 1, table.moderator)
    passed = table.presenter.told[-1]
    assert isinstance(passed, HostActed)
    assert passed.facts == {"number": 1, "tribe": 2, "seats": list(record.state.tribes[1]), "text": "Who is next?"}
    assert record.questions == ()


@pytest.mark.clause("S13.2")
async def test_a_question_that_was_dealt_with_is_not_dealt_with_again(table: Table) -> None:
    """Two moderators may press at once; dropped questions are gone, and numbers are not used again."""
    record = await watched(table)
    await table.sessions.cohost(record.id, COHOST, table.moderator)
    await table.sessions.ask(record.id, "1", "Who?", table.source(FAN))
    await table.sessions.drop_question(record.id, 1, table.moderator)
    assert await refusal(table.sessions.pass_question(record.id, 1, table.source(COHOST))) == "question-gone"
    assert await refusal(table.sessions.drop_question(record.id, 1, table.source(COHOST))) == "question-gone"
    record = await table.sessions.ask(record.id, "1", "Why?", table.source(FAN))
    assert record.questions[0].number == 2
    assert "question-passed" not in table.presenter.acts()


@pytest.mark.clause("S13.2")
async def test_one_question_of_each_spectator_waits_for_each_tribe(table: Table) -> None:
    """Others, and other tribes, are free."""
    record = await watched(table)
    await table.sessions.ask(record.id, "Tribe 1", "Who?", table.source(FAN))
    assert await refusal(table.sessions.ask(record.id, "tribe1", "Who now?", table.source(FAN))) == "question-open"
    await table.sessions.ask(record.id, "Tribe 2", "Who?", table.source(FAN))
    record = await table.sessions.ask(record.id, "Tribe 1", "Who?", table.source(OTHER))
    assert [question.number for question in record.questions] == [1, 2, 3]


@pytest.mark.clause("S13.2")
async def test_after_the_merge_questions_are_for_everyone(table: Table) -> None:
    """Also those that were asked before, and whatever tribe is typed."""
    record = await watched(table)
    assert tribe_names(record) == ("Tribe 1", "Tribe 2")
    await table.sessions.ask(record.id, "Tribe 1", "Who?", table.source(FAN))
    record = await until(table, record, "merge")
    assert tribe_names(record) == ("Everyone",)
    await table.sessions.ask(record.id, "Everyone", "Why?", table.source(FAN))
    for number in (1, 2):
        record = await table.sessions.pass_question(record.id, number, table.moderator)
        passed = table.presenter.told[-1]
        assert isinstance(passed, HostActed)
        assert (passed.facts["tribe"], passed.facts["seats"]) == (0, list(record.state.living))


@pytest.mark.clause("S9.1", "S13.2")
async def test_only_spectators_ask_and_only_in_words_that_are_understood(table: Table) -> None:
    """Each refusal has its reason."""
    record = await watched(table)
    asks = [
        (101, "Tribe 1", "Who?", "not-a-spectator"),
        (999, "Tribe 1", "Who?", "not-a-spectator"),
        (FAN, "Tribe 3", "Who?", "no-such-tribe"),
        (FAN, "Tribe 1", " \n ", "words-needed"),
        (FAN, "Tribe 1", "x" * 501, "question-too-long"),
    ]
    for account, tribe, text, code in asks:
        assert await refusal(table.sessions.ask(record.id, tribe, text, table.source(account))) == code
    other = await table.start(name="Mafia")
    await table.sessions.spectate(other.id, table.source(FAN))
    assert await refusal(table.sessions.ask(other.id, "1", "Who?", table.source(FAN))) == "no-questions-here"
    assert tribe_names(other) == ()
