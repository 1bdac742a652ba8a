"""What counts, what does not, and what happens when many want something at the same moment."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from ringmaster.games.kernel import Answer, RuleViolation

from .conftest import COHOST, MODERATOR, STRANGER, Table
from .test_lobby import refusal


@pytest.mark.clause("A1")
async def test_what_is_delivered_twice_counts_once(table: Table) -> None:
    """The second delivery of one snowflake is refused and changes nothing."""
    record = await table.start()
    source = table.source(101)
    await table.sessions.submit(record.id, source, "vote P2")
    before = await table.sessions.get(record.id)
    assert (await refusal(table.sessions.submit(record.id, source, "vote P3"))).code == "already-counted"
    assert await table.sessions.get(record.id) == before


@pytest.mark.clause("A1")
async def test_a_vote_sent_in_time_counts_until_the_phase_is_closed_and_a_late_one_never(table: Table) -> None:
    """The snowflake decides, not the moment of arrival."""
    record = await table.start()
    deadline = record.deadline
    assert deadline is not None
    table.clock.now = deadline + timedelta(seconds=1)
    record = await table.vote(record, 1, "vote P2", at=deadline - timedelta(seconds=1))
    assert record.state.wagons.count(2) == 1
    assert (await refusal(table.vote(record, 3, "vote P2"))).code == "too-late"


@pytest.mark.clause("A1")
async def test_what_was_made_for_an_earlier_phase_never_counts_for_the_next(table: Table) -> None:
    """A button of day 1 on day 2 is stale, and so are words that were sent before the day opened."""
    record = await table.start()
    sent_before = table.clock()
    table.clock.advance(minutes=5)
    await table.sessions.close(record.id, table.moderator)
    record = await table.sessions.close(record.id, table.moderator)
    assert record.phase == "day-2"
    voter = record.state.living[0]
    answer = Answer(name="vote", picks=((record.state.living[1],),))
    pressed = table.sessions.submit(record.id, table.source(100 + voter), answer, phase="day-1")
    assert (await refusal(pressed)).code == "stale"
    typed = table.sessions.submit(record.id, table.source(100 + voter, at=sent_before), answer)
    assert (await refusal(typed)).code == "stale"


@pytest.mark.clause("A3")
async def test_a_refusal_changes_nothing_and_posts_nothing(table: Table) -> None:
    """Neither the game nor its log nor the outbox are touched."""
    record = await table.start()
    posted = await table.posted(record)
    for words in ("vote Nobody Here", "dance", "unvote", "suspects P1 and P2"):
        with pytest.raises(RuleViolation):
            await table.vote(record, 1, words)
    assert await table.sessions.get(record.id) == record
    assert await table.posted(record) == posted


async def test_every_vote_of_many_at_the_same_moment_counts(table: Table) -> None:
    """Twenty seats vote at once: twenty votes."""
    record = await table.start(20, hammer="off", mafia="3")
    await asyncio.gather(*(table.vote(record, seat, f"vote P{seat % 20 + 1}") for seat in range(1, 21)))
    record = await table.sessions.get(record.id)
    assert len(record.state.wagons.voters()) == 20
    assert len(await table.sessions.log(record.id)) == record.log_length


async def test_nobody_but_a_player_or_a_moderator_for_a_seat_submits(table: Table) -> None:
    """Strangers have no seat; a player cannot send for another seat."""
    record = await table.start()
    assert (await refusal(table.sessions.submit(record.id, table.source(STRANGER), "vote P2"))).code == "no-seat"
    for_another = table.sessions.submit(record.id, table.source(101), "vote P2", seat=3)
    assert (await refusal(for_another)).code == "moderator-plays"


@pytest.mark.clause("A6")
async def test_a_moderator_submits_for_a_seat_as_if_it_had_sent_it_itself(table: Table) -> None:
    """The vote is the seat's, the log has the moderator's name."""
    record = await table.start()
    receipt = await table.sessions.submit(record.id, table.moderator, "vote P2", seat=3)
    assert receipt.record.state.wagons.target_of(3) == 2
    assert (await table.sessions.log(record.id))[-1].actor == MODERATOR


@pytest.mark.clause("L2.3")
async def test_a_hammer_closes_the_day_at_once_and_the_night_has_its_full_length(table: Table) -> None:
    """The next deadline counts from the hammer."""
    record = await table.start(7, mafia="2")
    table.clock.advance(hours=5)
    for seat in (1, 2, 3, 4):
        record = await table.vote(record, seat, "vote no elimination")
    assert record.phase == "night-1"
    assert record.deadline == table.clock() + timedelta(hours=24)


@pytest.mark.clause("A6")
async def test_two_moderators_who_close_at_the_same_moment_close_one_phase(table: Table) -> None:
    """The second is told who was first."""
    record = await table.start()
    await table.sessions.cohost(record.id, COHOST, table.moderator)
    first, second = table.moderator, table.source(COHOST)
    results = await asyncio.gather(
        table.sessions.close(record.id, first), table.sessions.close(record.id, second), return_exceptions=True
    )
    refused = [result for result in results if isinstance(result, RuleViolation)]
    assert [error.code for error in refused] == ["already-done"]
    assert refused[0].facts["by"] in (MODERATOR, COHOST)
    assert (await table.sessions.get(record.id)).phase == "night-1"


@pytest.mark.clause("A6")
async def test_one_moderator_may_close_one_phase_after_the_other(table: Table) -> None:
    """Driving a game by hand step by step is not mistaken for a double press."""
    record = await table.start()
    for phase in ("night-1", "day-2", "night-2"):
        record = await table.sessions.close(record.id, table.moderator)
        assert record.phase == phase


@pytest.mark.clause("A6")
async def test_a_close_that_was_on_its_way_when_the_phase_closed_by_itself_closes_nothing_more(table: Table) -> None:
    """The vote that made the majority, or the clock, came first; the moderator meant the day."""
    record = await table.start()
    on_its_way = table.moderator
    table.clock.advance(seconds=1)
    for seat in (1, 2, 3):
        record = await table.vote(record, seat, "vote no elimination")
    assert record.phase == "night-1"
    refused = await refusal(table.sessions.close(record.id, on_its_way))
    assert (refused.code, refused.facts["by"]) == ("already-done", None)
    assert record.deadline is not None
    table.clock.now = record.deadline + timedelta(seconds=1)
    on_its_way = table.moderator
    table.clock.advance(seconds=1)
    await table.sessions.tick()
    assert (await refusal(table.sessions.close(record.id, on_its_way))).code == "already-done"
    assert (await table.sessions.get(record.id)).phase == "day-2"


@pytest.mark.clause("T2.2", "T5.1")
async def test_what_cannot_be_taken_back_is_confirmed_before_it_counts(table: Table) -> None:
    """Without a confirmation nothing has changed; with it the action counts, and a second one is refused."""
    record = await table.start(6, kind="twitch")
    asked = await table.sessions.submit(record.id, table.source(101), "protect P2")
    assert asked.confirm is not None
    assert (await table.sessions.get(record.id)).state == record.state
    sure = await table.sessions.submit(record.id, table.source(101), asked.answer, phase=record.phase, confirmed=True)
    assert sure.confirm is None
    assert sure.events
    twice = table.sessions.submit(record.id, table.source(101), asked.answer, phase=record.phase, confirmed=True)
    with pytest.raises(RuleViolation):
        await twice


@pytest.mark.clause("A9")
async def test_a_phase_that_is_complete_when_it_opens_closes_at_once_too(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With all cards lined up in advance one hand follows the other; here a day and a night that need nobody."""
    record = await table.start()
    monkeypatch.setattr(type(record.game), "complete", lambda self, state: state.phase in ("day-1", "night-1"))
    assert (await table.vote(record, 1, "vote P2")).phase == "day-2"
