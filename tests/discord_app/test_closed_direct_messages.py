"""One player with closed direct messages stops nothing, and gets everything in the end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from ringmaster.sessions.messages import Message, Place, Send
from ringmaster.sessions.records import GameRecord, SeatRecord

from .fake_discord import Trouble
from .newsroom import BOOTH, STAGE, Newsroom, new_game, to_person, to_stage

CLOSED = Trouble(status=403, code=50007)


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncIterator[Newsroom]:
    """A publisher with one running game, in which account 101 takes no direct messages."""
    opened = Newsroom(f"sqlite:///{tmp_path / 'game.sqlite3'}")
    await opened.open_game()
    close_dm(opened)
    yield opened
    await opened.close()


def close_dm(room: Newsroom, account: int = 101) -> None:
    """The account closes its direct messages."""

    def troubles(request: str, channel_id: int) -> Trouble | None:
        return CLOSED if request == "post" and channel_id == room.discord.direct_channels.get(account) else None

    room.discord.troubles = troubles


def open_dm(room: Newsroom) -> None:
    """Everybody takes direct messages."""
    room.discord.troubles = lambda request, channel_id: None


async def closed(room: Newsroom) -> bool:
    """Whether account 101 is noted as closed."""
    return await room.store.run(lambda uow: 101 in uow.unreachable([101]))


async def test_the_game_goes_on_and_the_booth_is_told_once(room: Newsroom) -> None:
    """Everyone else gets their messages; what was meant for the closed account is kept."""
    await room.publish(to_person("role 1"), to_person("role 2", 102), to_stage("Day 1"), to_person("more 1"))
    assert room.discord.to(102) == ["role 2"]
    assert room.discord.at(STAGE) == ["Day 1"]
    assert await room.undelivered() == ["role 1", "more 1"]
    (alert,) = room.discord.at(BOOTH)
    assert "P1" in alert
    assert "role" not in alert
    assert await closed(room)


async def test_what_waited_arrives_in_order_when_the_person_writes(room: Newsroom) -> None:
    """Reopening delivers all of it at once, oldest first."""
    await room.publish(to_person("one"), to_person("two"))
    open_dm(room)
    assert await room.publisher.reopened(101) == 2
    await room.settle()
    assert room.discord.to(101) == ["one", "two"]
    assert not await closed(room)


async def test_a_new_message_never_overtakes_one_that_waits(room: Newsroom) -> None:
    """The direct messages were opened again without a word: the next message brings the old ones first."""
    await room.publish(to_person("one"), to_person("two"))
    open_dm(room)
    room.hands.advance(minutes=5)
    await room.publish(to_person("three"))
    assert room.discord.to(101) == ["one", "two", "three"]
    assert not await closed(room)


async def test_each_new_message_tries_only_once(room: Newsroom) -> None:
    """Ten messages for a closed account are no ten refusals: Discord counts those against the bot."""
    await room.publish(*(to_person(f"{number}") for number in range(10)))
    assert room.discord.count("post") == 2  # the first of them, and the alert
    assert len(await room.undelivered()) == 10


async def test_closing_again_is_news_again(room: Newsroom) -> None:
    """The booth hears of the second time too."""
    await room.publish(to_person("one"))
    open_dm(room)
    await room.publisher.reopened(101)
    await room.settle()
    close_dm(room)
    await room.publish(to_person("two"))
    assert len(room.discord.at(BOOTH)) == 2


async def test_an_account_that_was_closed_before_the_game_is_news_to_the_game(room: Newsroom) -> None:
    """It was noted when it joined; the booth is told all the same, and once."""
    await room.store.run(lambda uow: uow.set_reachable(101, False))
    await room.publish(to_person("one"), to_person("two"))
    assert len(room.discord.at(BOOTH)) == 1


async def test_after_a_while_the_seat_gets_a_private_thread(room: Newsroom) -> None:
    """All that waited is there, in order, and so is what comes later; nobody else is in it."""
    await room.publish(to_person("one"), to_person("two"))
    await room.later(minutes=29)
    assert room.discord.named("seat 1") == []
    await room.later(minutes=1)
    (thread,) = room.discord.named("seat 1")
    assert (thread.thread, thread.parent, thread.members) == (True, STAGE, [101])
    assert thread.texts == ["one", "two"]
    await room.publish(to_person("three"))
    assert thread.texts == ["one", "two", "three"]
    assert (await room.record()).places["seat-1"] == thread.id
    assert "private thread" in room.discord.at(BOOTH)[-1]


async def test_new_messages_do_not_put_the_thread_off(room: Newsroom) -> None:
    """The half hour counts from the first refusal."""
    await room.publish(to_person("one"))
    for minute in range(3):
        room.hands.advance(minutes=9)
        await room.publish(to_person(f"later {minute}"))
    await room.later(minutes=3)
    (thread,) = room.discord.named("seat 1")
    assert thread.texts == ["one", "later 0", "later 1", "later 2"]


async def test_a_restart_does_not_put_the_thread_off(room: Newsroom) -> None:
    """The new process knows that the message was held before."""
    await room.publish(to_person("one"))
    await room.restart()
    await room.later(minutes=30)
    assert room.discord.named("seat 1")[0].texts == ["one"]


async def test_whoever_opens_their_direct_messages_gets_them_there_again(room: Newsroom) -> None:
    """The thread is for the time in between."""
    await room.publish(to_person("one"))
    await room.later(minutes=30)
    open_dm(room)
    await room.publisher.reopened(101)
    await room.publish(to_person("two"))
    assert room.discord.to(101) == ["two"]


async def test_a_replaced_account_is_out_of_the_seats_thread_before_anything_is_said_in_it(room: Newsroom) -> None:
    """The thread belongs to the seat; who has left it reads nothing more."""
    await room.publish(to_person("one"))
    await room.later(minutes=30)
    (thread,) = room.discord.named("seat 1")
    seats = (replace((await room.record()).seats[0], accounts=(111,)), *(await room.record()).seats[1:])
    await room.store.run(lambda uow: uow.save(replace(uow.game(room.game.id), seats=seats)))
    close_dm(room, 111)
    await room.publish(to_person("for the new one", 111))
    assert [name for name, channel in room.discord.requests if channel == thread.id][-2:] == ["fit", "post"]
    assert thread.members == [111]
    assert thread.texts == ["one", "for the new one"]


async def test_an_anonymous_game_never_opens_a_thread(room: Newsroom, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread would show who plays; the message waits, and is tried again every six hours."""
    monkeypatch.setattr(GameRecord, "anonymous", True)
    await room.publish(to_person("one"))
    for _ in range(12):
        await room.later(hours=1)
    assert room.discord.named("seat 1") == []
    assert await room.undelivered() == ["one"]
    assert room.discord.count("post") == 4  # three tries and the alert
    open_dm(room)
    await room.later(hours=6)
    assert room.discord.to(101) == ["one"]


async def test_what_waits_in_an_archived_game_is_given_up_at_the_next_try(room: Newsroom) -> None:
    """Nobody asks for it any more, so it is not tried for ever."""
    await room.publish(to_person("one"))
    await room.store.run(lambda uow: uow.save(replace(uow.game(room.game.id), status="archived")))
    await room.later(minutes=30)
    assert await room.store.outbox.next_due() is None
    assert room.publisher.counts.dropped == 1


async def test_somebody_without_a_seat_gets_no_thread(room: Newsroom) -> None:
    """A spectator's messages wait."""
    close_dm(room, 950)
    await room.publish(to_person("hello", 950))
    await room.later(hours=1)
    assert [channel.name for channel in room.discord.channels.values() if channel.thread] == []
    assert "<@950>" in room.discord.at(BOOTH)[0]


async def test_another_game_of_the_same_person_is_told_too(room: Newsroom) -> None:
    """Each game's moderators have to know."""
    booth = room.discord.add("other booth").id
    seat = SeatRecord(number=1, name="Somebody", accounts=(101,), joined_by=1)
    record = replace(new_game(room.clock, {"booth": booth, "stage": room.discord.add("s").id}), seats=(seat,))
    other = await room.store.run(lambda uow: uow.add(record))
    await room.publish(to_person("one"))
    await room.put(to_person("two"), game=other)
    await room.settle()
    assert "Somebody" in room.discord.at(booth)[0]


async def test_a_thread_that_cannot_be_made_is_reported_and_tried_again(room: Newsroom) -> None:
    """Without the permission for private threads the message waits for it."""
    await room.publish(to_person("one"))
    close = room.discord.troubles
    denied = Trouble(status=403, code=50013)
    room.discord.troubles = lambda name, channel: denied if name == "room" else close(name, channel)
    await room.later(minutes=30)
    assert "permission" in room.discord.at(BOOTH)[-1]
    room.discord.troubles = close
    await room.later(minutes=10)
    assert room.discord.named("seat 1")[0].texts == ["one"]


async def test_a_message_for_the_booth_passes_while_a_person_waits(room: Newsroom) -> None:
    """Held rows hold up nobody else."""
    await room.publish(to_person("one"), Send(to=Place("booth"), message=Message(text="dry run")))
    assert "dry run" in room.discord.at(BOOTH)
