"""The idol at the table: who was first, what others are told, and when the message is gone."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from ringmaster.games.kernel import RuleViolation
from ringmaster.games.survivor import events as ev
from ringmaster.sessions.idol import MessageLink
from ringmaster.sessions.messages import Erase
from ringmaster.sessions.records import GameRecord, HostActed, IdolMessage
from ringmaster.sessions.service import Sessions

from .conftest import GUILD, STRANGER, Table
from .seasons import ELSEWHERE, MESSAGE, THERE, erasures, hidden, season, until


async def claim(table: Table, record: GameRecord, seat: int, link: MessageLink = THERE, **more: Any) -> GameRecord:
    """A seat sends a link."""
    return await table.sessions.claim_idol(record.id, link, table.source(100 + seat, **more))


def told(table: Table, kind: type) -> list[Any]:
    """What people were told of this kind."""
    return [event for event in table.presenter.told if isinstance(event, kind)]


async def settled(table: Table, record: GameRecord) -> GameRecord:
    """The game when no earlier link can arrive any more."""
    table.clock.advance(seconds=2)
    await table.sessions.tick()
    return await table.sessions.get(record.id)


@pytest.mark.clause("S8.1")
async def test_the_idol_is_hidden_after_the_merge_by_a_moderator(table: Table) -> None:
    """Before it, or in another kind of game, there is none."""
    record = await season(table)
    for game, code in ((record, "no-idol-before-merge"), (await table.start(name="Other"), "no-idol-here")):
        with pytest.raises(RuleViolation) as caught:
            await table.sessions.hide_idol(game.id, MESSAGE, table.moderator)
        assert caught.value.code == code
    record = await until(table, record, "merge")
    with pytest.raises(RuleViolation, match="not-moderator"):
        await table.sessions.hide_idol(record.id, MESSAGE, table.source(STRANGER))
    record = await table.sessions.hide_idol(record.id, MESSAGE, table.moderator)
    assert (record.state.idol.stage, record.idol_message) == ("hidden", MESSAGE)


@pytest.mark.clause("S8.2", "A1")
async def test_of_two_who_send_the_link_together_the_first_by_snowflake_has_the_idol(table: Table) -> None:
    """Though theirs arrives last, within the time in which things may arrive late."""
    record = await hidden(table)
    await claim(table, record, 2, snowflake=9002)
    table.clock.advance(seconds=1)
    record = await claim(table, record, 6, snowflake=9001)
    assert record.state.idol.stage == "hidden"
    record = await settled(table, record)
    assert (record.state.idol.holder, told(table, ev.IdolFound)) == (6, [ev.IdolFound(seat=6)])
    assert told(table, ev.IdolSeenTaken) == [ev.IdolSeenTaken(seat=2, by=6)]
    assert (record.idol_claims, record.idol_settles_at) == ((), None)


@pytest.mark.clause("S8.2")
async def test_nothing_is_told_before_it_is_sure_who_was_first(table: Table) -> None:
    """One claim waits as two would."""
    record = await hidden(table)
    record = await claim(table, record, 2)
    table.clock.advance(seconds=1.9)
    await table.sessions.tick()
    assert told(table, ev.IdolFound) == []
    table.clock.advance(seconds=0.1)
    await table.sessions.tick()
    assert told(table, ev.IdolFound) == [ev.IdolFound(seat=2)]


@pytest.mark.clause("S8.2")
async def test_whoever_sends_the_link_twice_is_told_once(table: Table) -> None:
    """The first of the two counts."""
    record = await hidden(table)
    await claim(table, record, 2, snowflake=9003)
    await claim(table, record, 3, snowflake=9002)
    await claim(table, record, 2, snowflake=9001)
    record = await settled(table, record)
    assert record.state.idol.finder == 2
    assert told(table, ev.IdolSeenTaken) == [ev.IdolSeenTaken(seat=3, by=2)]
    with pytest.raises(RuleViolation, match="idol-found-by-yourself"):
        await claim(table, record, 2)


@pytest.mark.clause("S8.2", "S8.3", "A1")
async def test_latecomers_are_told_until_the_message_is_gone(table: Table) -> None:
    """What was sent before it was gone and arrives after still counts; later, there is no idol there."""
    record = await hidden(table)
    await claim(table, record, 2)
    record = await settled(table, record)
    assert await erasures(table) == [Erase(channel_id=501, message_id=601)]
    await claim(table, record, 3)
    assert told(table, ev.IdolSeenTaken) == [ev.IdolSeenTaken(seat=3, by=2)]
    sent = table.clock()
    table.clock.advance(seconds=5)
    await table.sessions.idol_erased(record.id, 601)
    record = await table.sessions.get(record.id)
    assert record.idol_message == replace(MESSAGE, gone_at=table.clock())
    await claim(table, record, 4, at=sent)
    assert told(table, ev.IdolSeenTaken)[1:] == [ev.IdolSeenTaken(seat=4, by=2)]
    table.clock.advance(seconds=1)
    await claim(table, record, 6)
    assert told(table, ev.IdolNotThere) == [ev.IdolNotThere(seat=6)]
    assert "idol-message-lost" not in table.presenter.acts()


@pytest.mark.clause("S8.3")
async def test_a_wrong_link_leaves_nothing_in_the_log(table: Table) -> None:
    """So it can neither be undone nor be read by anyone later; before the idol is hidden every link is wrong."""
    record = await until(table, await season(table), "merge")
    await claim(table, record, 1)
    record = await table.sessions.hide_idol(record.id, MESSAGE, table.moderator)
    after = await claim(table, record, 2, ELSEWHERE)
    assert told(table, ev.IdolNotThere) == [ev.IdolNotThere(seat=1), ev.IdolNotThere(seat=2)]
    assert (after.log_length, after.state) == (record.log_length, record.state)


async def test_moderators_see_near_misses(table: Table) -> None:
    """The right channel, or the message right beside; not when the idol is found."""
    record = await hidden(table)
    await claim(table, record, 2, MessageLink(GUILD, 501, 555))
    await claim(table, record, 3, MessageLink(GUILD, 501, 602))
    near = [event.facts for event in table.presenter.told if isinstance(event, HostActed) and event.what == "idol-near"]
    assert near == [{"seat": 2, "beside": False}, {"seat": 3, "beside": True}]
    await claim(table, record, 4)
    record = await settled(table, record)
    await claim(table, record, 3, MessageLink(GUILD, 501, 602))
    assert table.presenter.acts().count("idol-near") == 2


async def test_who_is_out_or_does_not_play_finds_nothing(table: Table) -> None:
    """And nobody while the game is paused."""
    record = await hidden(table)
    out = record.state.eliminated[0].seat
    for account, code in ((100 + out, "not-living"), (555, "no-seat")):
        with pytest.raises(RuleViolation, match=code):
            await table.sessions.claim_idol(record.id, THERE, table.source(account))
    await table.sessions.pause(record.id, table.moderator)
    with pytest.raises(RuleViolation, match="paused"):
        await claim(table, record, 2)


@pytest.mark.clause("A6")
async def test_a_moderator_can_send_a_link_for_a_seat(table: Table) -> None:
    """Nobody else can."""
    record = await hidden(table)
    with pytest.raises(RuleViolation, match="moderator-plays"):
        await table.sessions.claim_idol(record.id, THERE, table.source(101), seat=2)
    await table.sessions.claim_idol(record.id, THERE, table.moderator, seat=2)
    assert (await settled(table, record)).state.idol.holder == 2


@pytest.mark.clause("S8.2", "S8.6")
async def test_a_link_sent_before_a_council_closes_counts_before_it_closes(table: Table) -> None:
    """Whoever is voted out right after the find takes the idol along; one sent later waits."""
    record = await until(table, await hidden(table), "council")
    last = record.state.members[-1]
    for seat in record.state.members[:-1]:
        await table.vote(record, seat, f"vote {record.roster.name(last)}")
    assert record.deadline is not None
    table.clock.now = record.deadline + timedelta(seconds=1)
    await claim(table, record, record.state.members[0], at=record.deadline + timedelta(seconds=0.5), snowflake=9002)
    await claim(table, record, last, at=record.deadline - timedelta(seconds=1), snowflake=9001)
    table.clock.advance(seconds=1)
    await table.sessions.tick()
    assert told(table, ev.IdolFound) == [ev.IdolFound(seat=last)]
    record = await table.sessions.get(record.id)
    assert (record.state.idol.stage, record.state.idol.finder) == ("out", last)
    record = await settled(table, record)
    assert told(table, ev.IdolSeenTaken) == [ev.IdolSeenTaken(seat=record.state.living[0], by=last)]


async def test_a_link_that_waits_survives_a_pause_and_a_restart(table: Table) -> None:
    """The timer is stored; the clock's other timers stay too."""
    record = await hidden(table)
    await claim(table, record, 2)
    await table.sessions.pause(record.id, table.moderator)
    again = Sessions(table.store, table.presenter, table.clock)
    table.clock.advance(seconds=3)
    await again.tick()
    assert (await again.get(record.id)).state.idol.holder == 2
    record = await again.resume(record.id, table.moderator)
    assert record.deadline is not None
    table.clock.now = record.deadline + timedelta(seconds=2)
    await again.tick()
    assert (await again.get(record.id)).phase != record.phase


@pytest.mark.clause("S8.2")
async def test_only_the_author_can_take_a_phrase_out_so_the_moderators_are_asked(table: Table) -> None:
    """The bot edits its own messages; the edit of somebody else's is noticed when it is made."""
    record = await hidden(table, replace(MESSAGE, phrase="a torch"))
    await table.sessions.message_edited(GUILD, 601)
    await claim(table, record, 2)
    record = await settled(table, record)
    assert await erasures(table) == []
    assert "idol-by-hand" in table.presenter.acts()
    await table.sessions.message_edited(GUILD, 999)
    assert not (await table.sessions.get(record.id)).state.idol.message_gone
    await table.sessions.message_edited(GUILD, 601)
    assert (await table.sessions.get(record.id)).state.idol.message_gone


@pytest.mark.clause("S8.2")
async def test_a_phrase_in_the_bot_s_own_message_is_erased(table: Table) -> None:
    """The rest of the message stays."""
    record = await hidden(table, replace(MESSAGE, phrase="a torch", own=True))
    await claim(table, record, 2)
    await settled(table, record)
    assert await erasures(table) == [Erase(channel_id=501, message_id=601, phrase="a torch")]


@pytest.mark.clause("S8.1", "S8.3")
async def test_moderators_are_told_when_the_message_goes_before_anyone_has_found_it(table: Table) -> None:
    """It can be hidden anew; whoever sent the link before it was gone still has it."""
    record = await hidden(table)
    await table.sessions.messages_gone(GUILD + 1, {601})
    await table.sessions.messages_gone(GUILD, {600})
    assert "idol-message-lost" not in table.presenter.acts()
    sent = table.clock()
    table.clock.advance(seconds=1)
    await table.sessions.messages_gone(GUILD, {600, 601})
    await table.sessions.messages_gone(GUILD, {601})
    assert table.presenter.acts().count("idol-message-lost") == 1
    await claim(table, record, 2, at=table.clock() + timedelta(seconds=1))
    await claim(table, record, 3, at=sent)
    record = await settled(table, record)
    assert record.state.idol.holder == 3
    assert told(table, ev.IdolNotThere) == [ev.IdolNotThere(seat=2)]
    assert await erasures(table) == []


@pytest.mark.clause("S8.1")
async def test_an_idol_whose_message_is_lost_can_be_hidden_anew(table: Table) -> None:
    """A whole channel may go; the new message counts, the old one does not."""
    record = await hidden(table)
    await table.sessions.channel_gone(GUILD, 999)
    await table.sessions.channel_gone(GUILD, 501)
    assert "idol-message-lost" in table.presenter.acts()
    new = IdolMessage(channel_id=502, message_id=700)
    record = await table.sessions.hide_idol(record.id, new, table.moderator)
    await claim(table, record, 2)
    await claim(table, record, 3, MessageLink(GUILD, 502, 700))
    assert (await settled(table, record)).state.idol.holder == 3


async def test_hiding_it_elsewhere_answers_those_who_were_there_in_time(table: Table) -> None:
    """Their link was right when they sent it, so it is found and cannot be hidden any more."""
    record = await hidden(table)
    await claim(table, record, 2)
    with pytest.raises(RuleViolation, match="idol-already-found"):
        await table.sessions.hide_idol(record.id, replace(MESSAGE, message_id=700), table.moderator)
    assert (await settled(table, record)).state.idol.holder == 2


@pytest.mark.clause("A6")
async def test_after_an_undo_of_the_find_moderators_learn_that_the_message_is_gone(table: Table) -> None:
    """The idol is hidden again, but nobody can see where."""
    record = await hidden(table)
    await claim(table, record, 2)
    record = await settled(table, record)
    await table.sessions.idol_erased(record.id, 601)
    points = await table.sessions.undo_points(record.id)
    found = next(point for point in points if any(isinstance(event, ev.IdolFound) for event in point.events))
    record = await table.sessions.undo(record.id, found.to, table.moderator)
    assert record.state.idol.stage == "hidden"
    assert "idol-message-lost" in table.presenter.acts()
    assert (await table.sessions.hide_idol(record.id, MESSAGE, table.moderator)).state.idol.stage == "hidden"


async def test_a_link_delivered_twice_counts_once(table: Table) -> None:
    """Discord may deliver a message again."""
    record = await hidden(table)
    source = table.source(102)
    await table.sessions.claim_idol(record.id, ELSEWHERE, source)
    with pytest.raises(RuleViolation, match="already-counted"):
        await table.sessions.claim_idol(record.id, THERE, source)


async def test_what_is_found_is_noted_without_an_account(table: Table) -> None:
    """It is the clock that decides, not a person."""
    record = await hidden(table)
    await claim(table, record, 2)
    await settled(table, record)
    (found,) = [e for e in await table.sessions.log(record.id) if isinstance(e.event, ev.IdolFound)]
    assert found.actor is None
