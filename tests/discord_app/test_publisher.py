"""What is stored is posted: in order, once, the most urgent first, and nothing is lost."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from ringmaster.discord_app.consequences import UNANSWERED, Consequence, consequence_of
from ringmaster.sessions.messages import Erase, Message, Place, Priority, Refresh, Send, Strike
from ringmaster.sessions.ports import OutboxRow

from .fake_discord import Posted, Trouble, Troubles
from .newsroom import BOOTH, STAGE, Newsroom, new_game, to_person, to_stage


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncIterator[Newsroom]:
    """A publisher with one running game."""
    opened = Newsroom(f"sqlite:///{tmp_path / 'game.sqlite3'}")
    await opened.open_game()
    yield opened
    await opened.close()


def only(request: str, trouble: Trouble, times: int = 1, channel: int | None = None) -> Troubles:
    """Trouble with so many requests of a sort (in one channel), and none after them."""
    left = [times]

    def troubles(name: str, channel_id: int) -> Trouble | None:
        if name != request or (channel is not None and channel != channel_id) or left[0] == 0:
            return None
        left[0] -= 1
        return trouble

    return troubles


# ------------------------------------------------------------------------------------------- order


async def test_messages_of_a_channel_arrive_in_the_order_in_which_they_were_stored(room: Newsroom) -> None:
    """Whatever their priority: a result does not overtake the notice before it."""
    await room.publish(to_stage("1"), to_stage("2", Priority.RESULT), to_stage("3", Priority.COSMETIC))
    assert room.discord.at(STAGE) == ["1", "2", "3"]


async def test_results_go_before_private_messages_before_notices_before_edits(tmp_path: Path) -> None:
    """With one thing at a time, the order of the posts is the order of urgency."""
    room = Newsroom(f"sqlite:///{tmp_path / 'game.sqlite3'}", side_by_side=1)
    await room.open_game()
    second = await room.store.run(lambda uow: uow.add(new_game(room.clock, {"stage": room.discord.add("s").id})))
    third = await room.store.run(lambda uow: uow.add(new_game(room.clock, {"stage": room.discord.add("t").id})))
    room.words.panels["count"] = "edit"
    await room.put(Refresh(panel="count"), to_stage("notice"))
    await room.put(to_person("private", 801), game=second)
    await room.put(to_stage("result", Priority.RESULT), game=third)
    await room.settle()
    assert room.discord.posts() == ["result", "private", "notice", "edit"]
    await room.close()


async def test_all_games_get_their_results_before_anything_else(tmp_path: Path) -> None:
    """Forty games that end at the same moment: forty results, then all the rest."""
    room = Newsroom(f"sqlite:///{tmp_path / 'game.sqlite3'}", side_by_side=4)
    await room.open_game()
    for number in range(40):
        places = {"stage": room.discord.add(f"stage {number}").id}
        game = await room.store.run(lambda uow, places=places: uow.add(new_game(room.clock, places)))
        await room.put(to_person("private", 1000 + number), to_stage("result", Priority.RESULT), game=game)
    await room.settle()
    posts = room.discord.posts()
    assert sorted(posts) == ["private"] * 40 + ["result"] * 40
    assert all(post == "result" for post in posts[:36])
    await room.close()


async def test_a_slow_channel_does_not_hold_up_the_others(room: Newsroom) -> None:
    """While the stage answers nothing, direct messages go out."""
    room.discord.troubles = only("post", Trouble(status=503), times=99, channel=STAGE)
    await room.publish(to_stage("stuck"), to_person("for you"))
    assert room.discord.to(101) == ["for you"]
    assert room.discord.at(STAGE) == []


# ----------------------------------------------------------------------------------- lost and found


async def test_a_message_whose_answer_was_lost_is_not_posted_twice(room: Newsroom) -> None:
    """Discord has it, the bot does not know; with the nonce nothing new is posted."""
    room.discord.troubles = only("post", Trouble(too_late=True))
    await room.publish(to_stage("result"))
    await room.later(seconds=2)
    assert room.discord.at(STAGE) == ["result"]


async def test_a_message_whose_answer_was_lost_is_found_when_its_nonce_is_forgotten(room: Newsroom) -> None:
    """An hour later only the channel's history can tell."""
    room.discord.troubles = only("post", Trouble(too_late=True))
    await room.publish(to_stage("result"), to_stage("after it"))
    await room.later(hours=1)
    assert room.discord.at(STAGE) == ["result", "after it"]
    assert room.publisher.counts.adopted == 1


async def test_of_two_equal_messages_the_second_is_not_taken_for_the_first(room: Newsroom) -> None:
    """The first "Day 2 is open." is another row's, so the second is posted though it looks the same."""
    await room.publish(to_stage("the same"))
    room.discord.troubles = only("post", Trouble(status=UNANSWERED))
    await room.publish(to_stage("the same"))
    await room.later(hours=1)
    assert room.discord.at(STAGE) == ["the same", "the same"]
    assert room.publisher.counts.adopted == 0


async def test_what_was_being_sent_at_a_crash_is_looked_for_first(room: Newsroom) -> None:
    """A new process finds the message that the old one has posted and not noted."""
    await room.put(to_stage("result"))
    await room.discord.stop_at_gate(room.start)
    row = (await room.store.outbox.waiting(room.clock(), 1))[0]
    await room.restart()
    await room.discord.post(STAGE, Message(text="result"), row.nonce)
    room.hands.advance(hours=1)
    await room.settle()
    assert room.discord.at(STAGE) == ["result"]


async def test_a_row_that_arrives_while_the_outbox_is_read_is_not_sent_again(
    room: Newsroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was read is older than what has happened since."""
    await room.put(to_stage("result"))
    gate = await room.discord.stop_at_gate(room.start)
    read = room.store.outbox.waiting

    async def read_slowly(now: datetime, limit: int) -> list[OutboxRow]:
        rows = await read(now, limit)
        gate.set()
        while room.publisher.busy:
            await asyncio.sleep(0)
        return rows

    monkeypatch.setattr(room.store.outbox, "waiting", read_slowly)
    await room.settle()
    assert room.discord.count("post") == 1
    assert room.discord.count("find") == 0


# ------------------------------------------------------------------------------------------ trouble


async def test_trouble_on_discords_side_is_never_given_up(room: Newsroom) -> None:
    """Thirty failures of every passing sort, with pauses that grow to some minutes, and then it arrives."""
    kinds = [Trouble(status=503), Trouble(), Trouble(status=500, too_late=False), Trouble(status=429), Trouble(401)]
    left = [kinds[number % len(kinds)] for number in range(30)]
    room.discord.troubles = lambda name, channel: left.pop() if name == "post" and left else None
    await room.publish(to_stage("at last"))
    for _ in range(40):
        await room.later(minutes=6)
    assert room.discord.at(STAGE) == ["at last"]
    assert room.publisher.counts.retried == 30
    assert room.publisher.counts.dropped == 0


async def test_pauses_double_and_then_stay_at_five_minutes(room: Newsroom) -> None:
    """With the middle of the chances, each pause is exact: nothing happens a moment before it is over."""
    room.discord.troubles = lambda name, channel: Trouble(status=503)
    await room.publish(to_stage("x"))
    for pause in (1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300):
        before = len(room.discord.requests)
        await room.later(seconds=pause - 0.5)
        assert len(room.discord.requests) == before
        await room.later(seconds=0.5)
        assert len(room.discord.requests) > before


async def test_discord_is_left_alone_for_as_long_as_it_says(room: Newsroom) -> None:
    """429 with a waiting time."""
    room.discord.troubles = only("post", Trouble(status=429, retry_after=90))
    await room.publish(to_stage("x"))
    await room.later(seconds=89)
    assert room.discord.at(STAGE) == []
    await room.later(seconds=1)
    assert room.discord.at(STAGE) == ["x"]


async def test_what_discord_will_never_take_is_given_up_and_reported(room: Newsroom) -> None:
    """The next message of the channel is not held up, the ledger keeps the lost one, the booth reads of it."""
    room.discord.troubles = only("post", Trouble(status=400, code=50035))
    await room.publish(to_stage("bad"), to_stage("good"), entry=7)
    assert room.discord.at(STAGE) == ["good"]
    assert await room.undelivered() == ["bad"]
    (alert,) = room.discord.at(BOOTH)
    assert "could not be sent" in alert
    assert "Log entry 7" in alert
    assert "bad" not in alert


async def test_an_unknown_refusal_is_given_up_and_reported(room: Newsroom) -> None:
    """A code that no table knows."""
    room.discord.troubles = only("post", Trouble(status=400, code=987654))
    await room.publish(to_stage("bad"), to_stage("good"))
    assert room.discord.at(STAGE) == ["good"]
    assert len(room.discord.at(BOOTH)) == 1


async def test_a_missing_permission_is_reported_once_and_tried_every_ten_minutes(room: Newsroom) -> None:
    """Three failures, one alert; when it works again the next trouble is news again."""
    room.discord.troubles = only("post", Trouble(status=403, code=50013), times=3, channel=STAGE)
    await room.publish(to_stage("x"))
    for _ in range(2):
        await room.later(minutes=9)
        await room.later(minutes=1)
    assert room.discord.at(STAGE) == []
    assert len(room.discord.at(BOOTH)) == 1
    await room.later(minutes=10)
    assert room.discord.at(STAGE) == ["x"]
    room.discord.troubles = only("post", Trouble(status=403, code=50013), channel=STAGE)
    await room.publish(to_stage("y"))
    assert len(room.discord.at(BOOTH)) == 2


async def test_trouble_with_the_booth_itself_goes_to_the_log_with_an_id(
    room: Newsroom, caplog: pytest.LogCaptureFixture
) -> None:
    """There is nobody else to tell."""
    room.discord.troubles = only("post", Trouble(status=403, code=50001), channel=BOOTH)
    with caplog.at_level(logging.ERROR):
        await room.publish(Send(to=Place("booth"), message=Message(text="a secret")))
    (entry,) = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert entry.startswith("alert ")
    assert "secret" not in entry
    await room.later(minutes=10)
    assert room.discord.at(BOOTH) == ["a secret"]


async def test_a_message_that_somebody_deleted_at_once_counts_as_sent(room: Newsroom) -> None:
    """Discord answers 10008 to a nonce whose message was deleted on purpose."""
    room.discord.troubles = only("post", Trouble(status=404, code=10008))
    await room.publish(to_stage("deleted"), to_stage("next"))
    assert room.discord.at(STAGE) == ["next"]
    assert await room.undelivered() == []
    assert room.discord.at(BOOTH) == []


async def test_a_fault_of_the_bot_itself_stops_nothing_else(room: Newsroom, caplog: pytest.LogCaptureFixture) -> None:
    """The row is kept and tried again, the booth reads an error's ID, the other channels go on."""
    room.words.panels["count"] = "0 votes"
    room.words.fault = ZeroDivisionError("nobody voted")
    await room.publish(Refresh(panel="count"), to_stage("goes on"))
    assert room.discord.at(STAGE) == ["goes on"]
    (alert,) = room.discord.at(BOOTH)
    assert "error" in alert
    assert "nobody" not in alert
    room.words.fault = None
    await room.later(seconds=2)
    assert room.discord.at(STAGE) == ["goes on", "0 votes"]
    caplog.clear()


async def test_an_outbox_that_cannot_be_read_is_tried_again(
    room: Newsroom, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A database that is locked for a moment ends nothing."""
    await room.put(to_stage("x"))
    with monkeypatch.context() as broken:

        async def waiting(*_: object) -> None:
            raise OSError("disk")

        broken.setattr(room.store.outbox, "waiting", waiting)
        await room.settle()
    assert room.discord.at(STAGE) == []
    await room.later(seconds=5)
    assert room.discord.at(STAGE) == ["x"]
    caplog.clear()


async def test_a_message_for_a_place_that_the_game_does_not_have_is_reported(room: Newsroom) -> None:
    """It is in the ledger, and the booth knows."""
    await room.publish(Send(to=Place("attic"), message=Message(text="hello")))
    assert await room.undelivered() == ["hello"]
    assert "no such place" in room.discord.at(BOOTH)[0]


def test_every_failure_has_a_consequence() -> None:
    """What is not in the table goes by its status; only refusals by Discord's rules are given up."""
    assert consequence_of(403, 50013) is Consequence.BLOCKED
    assert {consequence_of(status, 0) for status in (0, 401, 408, 429, 500, 503)} == {Consequence.LATER}
    assert {consequence_of(status, 0) for status in (400, 403, 404, 405, 413)} == {Consequence.DROP}


# ------------------------------------------------------------------------------------------- panels


async def test_a_panel_is_edited_at_most_every_few_seconds_and_ends_right(room: Newsroom) -> None:
    """Ten votes in a moment: one edit at once, one when the time is up."""
    room.words.panels["count"] = "0 votes"
    await room.publish(to_stage("0 votes", panel="count"))
    for votes in range(1, 11):
        room.words.panels["count"] = f"{votes} votes"
        await room.publish(Refresh(panel="count"))
    assert room.discord.at(STAGE) == ["1 votes"]
    await room.later(seconds=3)
    assert room.discord.at(STAGE) == ["10 votes"]
    assert room.discord.count("edit") == 2
    assert room.publisher.counts.coalesced == 1


async def test_a_change_during_an_edit_is_shown_afterwards(room: Newsroom) -> None:
    """What was voted while the edit was on its way is not lost."""
    room.words.panels["count"] = "0 votes"
    await room.publish(to_stage("0 votes", panel="count"))
    room.words.panels["count"] = "1 vote"
    await room.put(Refresh(panel="count"))
    gate = await room.discord.stop_at_gate(room.start)
    await room.put(Refresh(panel="count"))
    gate.set()
    await room.settle()
    room.words.panels["count"] = "2 votes"
    await room.later(seconds=3)
    assert room.discord.at(STAGE) == ["2 votes"]


async def test_a_deleted_panel_is_posted_anew_and_remembered(room: Newsroom) -> None:
    """10008: the next edits go to the new message."""
    room.words.panels["count"] = "1 vote"
    await room.publish(to_stage("0 votes", panel="count"))
    room.discord.channels[STAGE].messages.clear()
    await room.publish(Refresh(panel="count"))
    assert room.discord.at(STAGE) == ["1 vote"]
    room.words.panels["count"] = "2 votes"
    await room.put(Refresh(panel="count"))
    await room.later(seconds=3)
    assert room.discord.at(STAGE) == ["2 votes"]


async def test_a_panel_that_has_nothing_to_say_any_more_stays_as_it_is(room: Newsroom) -> None:
    """The game is over: the last count stands."""
    await room.publish(to_stage("final", panel="count"), Refresh(panel="count"))
    assert room.discord.at(STAGE) == ["final"]
    assert await room.store.outbox.next_due() is None


async def test_a_panel_that_was_posted_by_a_refresh_at_a_crash_is_brought_up_to_date(room: Newsroom) -> None:
    """It is found by its nonce's answer or its words, and then says what is true now."""
    room.words.panels["count"] = "1 vote"
    room.discord.troubles = only("post", Trouble(too_late=True))
    await room.publish(Refresh(panel="count"))
    room.words.panels["count"] = "2 votes"
    await room.later(seconds=2)
    assert room.discord.at(STAGE) == ["2 votes"]


# ------------------------------------------------------------------------------------------- strike


async def test_a_strike_marks_the_messages_of_the_entries_that_were_undone(room: Newsroom) -> None:
    """Not those before, and not what was said in private; a deleted one is no trouble."""
    await room.publish(to_stage("kept"), entry=1)
    await room.publish(to_stage("undone"), to_stage("deleted"), to_person("private"), entry=2)
    del room.discord.channels[STAGE].messages[2]
    await room.publish(Strike(first=2, last=3), entry=4)
    kept, undone = room.discord.at(STAGE)
    assert kept == "kept"
    assert undone == "↩️ **Undone by the moderators:**\n~~undone~~"
    assert room.discord.to(101) == ["private"]


# ------------------------------------------------------------------------------------------- erase


def write(room: Newsroom, text: str) -> int:
    """Somebody writes on the stage; the message's ID."""
    channel = room.discord.channels[STAGE]
    channel.messages.append(Posted(id=9000 + len(channel.messages), text=text, nonce="", at=0))
    return channel.messages[-1].id


@pytest.mark.clause("S8.2")
async def test_a_message_or_a_phrase_in_it_is_erased_and_the_game_is_told(room: Newsroom) -> None:
    """The rest stays, as do other messages."""
    whole, part = write(room, "the idol"), write(room, "hello (idol) there")
    await room.publish(Erase(channel_id=STAGE, message_id=whole))
    await room.publish(Erase(channel_id=STAGE, message_id=part, phrase=" (idol)"))
    assert room.discord.at(STAGE) == ["hello there"]
    assert room.erased == [(room.game.id, whole), (room.game.id, part)]
    assert await room.store.outbox.next_due() is None


@pytest.mark.clause("S8.2")
async def test_what_somebody_else_has_removed_already_is_as_good(room: Newsroom) -> None:
    """A message, or its whole channel: the game is told all the same, and nobody is alarmed."""
    await room.publish(Erase(channel_id=STAGE, message_id=1))
    await room.publish(Erase(channel_id=999, message_id=2))
    assert room.erased == [(room.game.id, 1), (room.game.id, 2)]
    assert room.discord.at(BOOTH) == []


@pytest.mark.clause("S8.2")
async def test_what_may_not_be_erased_is_told_once_and_tried_again(room: Newsroom) -> None:
    """Until somebody gives the permission back."""
    message = write(room, "the idol")
    room.discord.troubles = lambda request, _: Trouble(403, 50013) if request == "erase" else None
    await room.publish(Erase(channel_id=STAGE, message_id=message))
    await room.later(minutes=11)
    (alert,) = room.discord.at(BOOTH)
    assert "I cannot change the message that held the idol" in alert
    assert room.erased == []
    room.discord.troubles = lambda *_: None
    await room.later(minutes=11)
    assert room.erased == [(room.game.id, message)]


@pytest.mark.clause("S8.2")
async def test_what_can_never_be_erased_is_given_up_and_told(room: Newsroom) -> None:
    """Somebody has to do it by hand."""
    message = write(room, "the idol")
    room.discord.troubles = lambda request, _: Trouble(403, 50021) if request == "erase" else None
    await room.publish(Erase(channel_id=STAGE, message_id=message))
    (alert,) = room.discord.at(BOOTH)
    assert "Please remove it" in alert
    assert await room.store.outbox.next_due() is None


# ------------------------------------------------------------------------------------------ the end


async def test_closing_finishes_what_is_being_sent_and_begins_nothing_new(room: Newsroom) -> None:
    """The message on its way arrives and is noted; the next one stays in the outbox."""
    await room.put(to_stage("on its way"), to_stage("next"))
    gate = await room.discord.stop_at_gate(room.start)
    closing = asyncio.create_task(room.publisher.close())
    await asyncio.sleep(0)
    gate.set()
    await closing
    assert room.discord.at(STAGE) == ["on its way"]
    (left,) = await room.store.outbox.waiting(room.clock(), 10)
    assert isinstance(left.out, Send)
    assert left.out.message.text == "next"


async def test_a_publisher_that_never_ran_closes_at_once(room: Newsroom) -> None:
    """Nothing was begun, so there is nothing to wait for."""
    await room.publisher.close()
    assert room.publisher.busy == 0


async def test_it_sends_by_itself_what_becomes_due(tmp_path: Path) -> None:
    """Nobody wakes it: it sleeps for as long as the outbox says."""
    room = Newsroom(f"sqlite:///{tmp_path / 'game.sqlite3'}", clock=lambda: datetime.now(UTC))
    await room.open_game()
    await room.put(to_stage("x"))
    (row,) = await room.store.outbox.waiting(room.clock(), 10)
    due = room.clock() + timedelta(milliseconds=50)
    await room.store.outbox.retry(row, due, "later")
    gate = await room.discord.stop_at_gate(room.start)
    assert room.clock() >= due
    gate.set()
    await room.close()
    assert room.discord.at(STAGE) == ["x"]
