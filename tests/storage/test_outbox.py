"""Messages go out in order, once, the most urgent first; what cannot be delivered is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from ringmaster.sessions.messages import (
    Arrange,
    Button,
    Message,
    Outgoing,
    Person,
    Place,
    Priority,
    Refresh,
    Send,
    Strike,
)
from ringmaster.sessions.ports import OutboxRow
from ringmaster.sessions.records import GameRecord
from ringmaster.storage import SqlStore, open_store


def to_stage(text: str, priority: Priority = Priority.NOTICE, panel: str | None = None) -> Send:
    """A message for the stage."""
    return Send(to=Place("stage"), message=Message(text=text), priority=priority, panel=panel)


def to_person(text: str, account: int = 101) -> Send:
    """A direct message."""
    return Send(to=Person(account), message=Message(text=text), priority=Priority.PRIVATE)


def text_of(row: OutboxRow) -> str:
    """What a row says."""
    return row.out.message.text if isinstance(row.out, Send) else type(row.out).__name__


@dataclass
class Post:
    """A game and its outbox."""

    store: SqlStore
    game: GameRecord
    now: datetime
    messages: int = 5000

    async def put(self, *outgoing: Outgoing, entry: int = 1) -> None:
        """Store messages."""
        await self.store.run(lambda uow: uow.post(self.game, entry, outgoing))

    async def rows(self, **later: float) -> list[OutboxRow]:
        """What may be sent now, or later."""
        return await self.store.outbox.waiting(self.now + timedelta(**later), 100)

    async def texts(self, **later: float) -> list[str]:
        """What may be sent now, or later, in words."""
        return [text_of(row) for row in await self.rows(**later)]

    async def send(self, row: OutboxRow) -> int:
        """Send a row successfully; answers the message's ID."""
        self.messages += 1
        await self.store.outbox.sending(row, self.now)
        await self.store.outbox.sent(row, 55, self.messages)
        return self.messages

    async def send_all(self) -> list[str]:
        """Send until nothing is left; answers what was sent, in order."""
        sent: list[str] = []
        while rows := await self.rows():
            for row in rows:
                await self.send(row)
                sent.append(text_of(row))
        return sent


@pytest.fixture
async def post(store: SqlStore, new_game: Callable[..., GameRecord], now: datetime) -> Post:
    """The outbox of a new game."""
    return Post(store, await store.run(lambda uow: uow.add(new_game())), now)


async def test_a_channel_keeps_its_order(post: Post) -> None:
    """Only the first of a channel may be sent, whatever is more urgent behind it."""
    await post.put(to_stage("one", Priority.COSMETIC), to_stage("two", Priority.RESULT), Arrange(place="stage"))
    assert await post.texts() == ["one"]
    assert await post.send_all() == ["one", "two", "Arrange"]


async def test_the_channel_with_the_most_urgent_message_goes_first(post: Post) -> None:
    """Results before private messages before notices before edits, also behind something less urgent."""
    booth = Send(to=Place("booth"), message=Message(text="booth"))
    await post.put(
        Refresh(panel="count"), booth, to_person("private"), to_stage("slow"), to_stage("result", Priority.RESULT)
    )
    assert await post.texts() == ["slow", "private", "booth", "Refresh"]


async def test_games_do_not_wait_for_each_other(post: Post, new_game: Callable[..., GameRecord]) -> None:
    """The stages of two games are two channels, but a person is one in all games."""
    other = replace(post, game=await post.store.run(lambda uow: uow.add(new_game())))
    await post.put(to_stage("here"), to_person("from here"))
    await other.put(to_stage("there"), to_person("from there"))
    assert await post.texts() == ["from here", "here", "there"]


async def test_what_is_put_in_comes_out(post: Post) -> None:
    """A row carries its game, its cause and the message itself; it has not been tried yet."""
    out = to_stage("hello", Priority.RESULT, "signup")
    await post.put(out, entry=7)
    (row,) = await post.rows()
    assert (row.game_id, row.entry, row.out, row.priority) == (post.game.id, 7, out, Priority.RESULT)
    assert (row.channel, row.attempts, row.sending_since) == (f"place:{post.game.id}:stage", 0, None)


async def test_a_nonce_fits_and_stays_the_same_for_a_row_alone(post: Post, other_store: SqlStore) -> None:
    """At most 25 characters, different for each row, the same in the next process."""
    await post.put(*(to_person("x", account) for account in range(50)))
    nonces = [row.nonce for row in await post.rows()]
    assert len(set(nonces)) == 50
    assert max(map(len, nonces)) <= 25
    assert [row.nonce for row in await other_store.outbox.waiting(post.now, 100)] == nonces


async def test_nonces_of_two_databases_differ(post: Post, tmp_path: object) -> None:
    """Row 1 of one bot is not row 1 of another that writes to the same channel."""
    await post.put(to_stage("x"))
    second = open_store(f"sqlite:///{tmp_path}/second.sqlite3")
    other = replace(post, store=second, game=await second.run(lambda uow: uow.add(post.game)))
    await other.put(to_stage("x"))
    (row,), (its,) = await post.rows(), await other.rows()
    await second.close()
    assert row.id == its.id
    assert row.nonce != its.nonce


async def test_a_row_that_was_being_sent_is_found_after_a_crash(post: Post, other_store: SqlStore) -> None:
    """The next process sees that it may have arrived, and how often it was tried."""
    await post.put(to_stage("one"), to_stage("two"))
    (row,) = await post.rows()
    await post.store.outbox.sending(row, post.now)
    (found,) = await other_store.outbox.waiting(post.now, 100)
    assert found == replace(row, sending_since=post.now, attempts=1)


async def test_a_retry_waits_and_holds_back_what_follows(post: Post) -> None:
    """Until the time has come nothing of the channel is sent; then the same row is first again."""
    await post.put(to_stage("one"), to_stage("two"))
    (row,) = await post.rows()
    await post.store.outbox.sending(row, post.now)
    await post.store.outbox.retry(row, post.now + timedelta(seconds=30), "503")
    assert await post.texts() == []
    assert await post.store.outbox.next_due() == post.now + timedelta(seconds=30)
    (again,) = await post.rows(seconds=30)
    assert again == replace(row, attempts=1)


async def test_closed_direct_messages_do_not_hold_up_the_game(post: Post) -> None:
    """What is for a person is held row by row; everything else goes on; all of it is kept."""
    await post.put(to_person("one"), to_person("two"), to_stage("result"))
    for text in ("one", "two"):
        (row,) = [row for row in await post.rows() if row.channel == "person:101"]
        assert text_of(row) == text
        await post.store.outbox.hold(row, "50007")
    assert await post.send_all() == ["result"]
    undelivered = await post.store.run(lambda uow: uow.undelivered(post.game.id))
    assert [text_of(row) for row in undelivered] == ["one", "two"]


async def test_released_messages_come_in_order_before_newer_ones(post: Post) -> None:
    """Reopening delivers what waited, of this person alone."""
    await post.put(to_person("one"), to_person("two"), to_person("else", 102))
    for row in [*await post.rows(), *await post.rows()]:
        await post.store.outbox.hold(row, "50007")
    (row,) = await post.rows()
    await post.store.outbox.hold(row, "50007")
    await post.put(to_person("three"))
    assert await post.store.run(lambda uow: uow.release(101)) == 2
    assert await post.send_all() == ["one", "two", "three"]
    assert await post.store.run(lambda uow: uow.release(101)) == 0
    assert len(await post.store.run(lambda uow: uow.undelivered(post.game.id))) == 1


async def test_a_row_held_until_a_time_comes_back_by_itself(post: Post) -> None:
    """Later rows may go before it; when the time has come it is due."""
    await post.put(to_stage("one"), to_stage("two"))
    (row,) = await post.rows()
    until = post.now + timedelta(minutes=10)
    await post.store.outbox.hold(row, "50013", until)
    assert await post.send_all() == ["two"]
    assert await post.store.outbox.next_due() == until
    assert await post.texts(minutes=10) == ["one"]


async def test_what_is_given_up_stays_in_the_ledger(post: Post) -> None:
    """The next row goes on; the moderators see what was not delivered."""
    await post.put(to_stage("one"), to_stage("two"))
    (row,) = await post.rows()
    await post.store.outbox.drop(row, "10003")
    assert await post.send_all() == ["two"]
    (kept,) = await post.store.run(lambda uow: uow.undelivered(post.game.id))
    assert text_of(kept) == "one"


async def test_many_refreshes_cost_one_edit(post: Post) -> None:
    """Those that wait are one; other panels are their own."""
    for _ in range(3):
        await post.put(Refresh(panel="count"), Refresh(panel="signup"))
    assert await post.texts() == ["Refresh", "Refresh"]
    assert await post.send_all() == ["Refresh", "Refresh"]


async def test_a_refresh_while_one_is_being_sent_is_another_edit(post: Post) -> None:
    """What is being sent may show the old count already."""
    await post.put(Refresh(panel="count"))
    (row,) = await post.rows()
    await post.store.outbox.sending(row, post.now)
    await post.put(Refresh(panel="count"))
    await post.store.outbox.sent(row, 55, 1)
    assert await post.texts() == ["Refresh"]


async def test_a_refresh_that_fails_gives_way_to_the_one_behind_it(post: Post) -> None:
    """Of two that wait, one is enough."""
    await post.put(Refresh(panel="count"))
    (first,) = await post.rows()
    await post.store.outbox.sending(first, post.now)
    await post.put(Refresh(panel="count"))
    await post.store.outbox.retry(first, post.now + timedelta(minutes=1), "503")
    (second,) = await post.rows()
    assert second.id != first.id
    await post.store.outbox.sending(second, post.now)
    await post.store.outbox.retry(second, post.now + timedelta(minutes=1), "503")
    assert await post.rows() == []
    assert await post.texts(minutes=1) == ["Refresh"]


async def test_a_panel_is_found_under_the_message_sent_last(post: Post) -> None:
    """A panel posted anew replaces the old one; one that was made again by an edit too."""

    async def panel() -> tuple[int, int] | None:
        return await post.store.run(lambda uow: uow.panel(post.game.id, "count"))

    assert await panel() is None
    for text in ("day 1", "day 2"):
        await post.put(to_stage(text, panel="count"))
        (row,) = await post.rows()
        message = await post.send(row)
        assert await panel() == (55, message)
    await post.put(Refresh(panel="count"))
    (row,) = await post.rows()
    await post.store.outbox.sent(row, 56, 9)
    assert await panel() == (56, 9)


async def test_a_panel_is_refreshed_after_it_was_posted(post: Post) -> None:
    """A refresh that follows an unsent panel waits for it, and costs no waking up."""
    await post.put(to_stage("before"), to_stage("count", panel="count"), Refresh(panel="count"))
    (row,) = await post.rows()
    await post.store.outbox.sending(row, post.now)
    assert await post.store.outbox.next_due() is None
    await post.store.outbox.sent(row, 55, 1)
    assert await post.send_all() == ["count", "Refresh"]


async def test_a_long_message_is_split_and_its_last_part_is_the_panel(post: Post) -> None:
    """Nothing is lost, everything in order; the buttons are on the panel."""
    long = Message(text="\n".join(["a line of text"] * 300), rows=((Button(label="Join", action="join"),),))
    await post.put(replace(to_stage("", panel="signup"), message=long))
    sent: list[Send] = []
    while rows := await post.rows():
        assert isinstance(rows[0].out, Send)
        sent.append(rows[0].out)
        last = await post.send(rows[0])
    assert max(len(out.message.text) for out in sent) <= 2000
    assert "\n".join(out.message.text for out in sent) == long.text
    assert [bool(out.message.rows) for out in sent] == [False, False, True]
    assert await post.store.run(lambda uow: uow.panel(post.game.id, "signup")) == (55, last)


async def test_the_public_messages_of_log_entries_are_found(post: Post) -> None:
    """Those in places that have been sent, for striking them through; no direct messages."""
    for entry in (1, 2, 3):
        await post.put(to_stage(f"entry {entry}"), to_person("secret"), Strike(first=1, last=1), entry=entry)
    await post.send_all()
    await post.put(to_stage("not sent yet"), entry=3)
    found = await post.store.outbox.messages_of(post.game.id, 2, 3)
    assert [(channel, text) for channel, _, text in found] == [(55, "entry 2"), (55, "entry 3")]
    assert len({message for _, message, _ in found}) == 2


async def test_panels_that_are_posted_anew_are_found_as_they_were_before(post: Post) -> None:
    """The one that showed what is undone; no other panel, no older one, and not the new one itself."""
    for entry, panel in ((1, "count"), (2, "count"), (2, "faction")):
        await post.put(to_stage(f"{panel} of {entry}", panel=panel), entry=entry)
    await post.put(to_stage("undone"), entry=3)
    await post.send_all()
    await post.put(to_stage("count of 4", panel="count"), entry=4)
    found = await post.store.outbox.messages_of(post.game.id, 3, 3, 4)
    assert [text for _, _, text in found] == ["count of 2", "undone"]
    await post.send_all()
    assert [text for _, _, text in await post.store.outbox.messages_of(post.game.id, 3, 3, 4)] == [
        "count of 2",
        "undone",
    ]


async def test_an_undo_forgets_edits_of_panels_that_come_anew(post: Post) -> None:
    """Or else they would write over what is struck through; edits of other panels stay."""
    await post.put(to_stage("old", panel="count"), entry=1)
    await post.send_all()
    await post.put(Refresh(panel="count"), Refresh(panel="faction"), entry=2)
    await post.put(to_stage("new", panel="count"), Strike(first=2, last=2), entry=3)
    assert {row.out.panel for row in await post.rows() if isinstance(row.out, Refresh)} == {"faction"}


async def test_messages_that_are_known_to_have_arrived(post: Post) -> None:
    """Those of sent rows and of panels; no others."""
    await post.put(to_stage("sent", panel="count"))
    (row,) = await post.rows()
    message = await post.send(row)
    await post.put(Refresh(panel="count"))
    (row,) = await post.rows()
    await post.store.outbox.sent(row, 55, 77)
    assert await post.store.outbox.arrived([message, 77, 78]) == {message, 77}


async def test_an_archived_game_keeps_no_ledger(post: Post) -> None:
    """What was sent is forgotten, what waits still goes out."""
    await post.put(to_stage("sent"))
    await post.send_all()
    await post.put(to_stage("farewell"))
    await post.store.run(lambda uow: uow.save(replace(uow.game(post.game.id), status="archived")))
    assert await post.store.outbox.messages_of(post.game.id, 1, 9) == []
    assert await post.send_all() == ["farewell"]


async def test_when_the_next_message_is_due(post: Post) -> None:
    """Never when nothing waits, long ago when something may be sent now, not for what is being sent."""
    assert await post.store.outbox.next_due() is None
    await post.put(to_stage("one"), to_stage("two"))
    due = await post.store.outbox.next_due()
    assert due is not None
    assert due <= post.now
    (row,) = await post.rows()
    await post.store.outbox.sending(row, post.now)
    assert await post.store.outbox.next_due() is None
    await post.store.outbox.hold(row, "50007")
    due = await post.store.outbox.next_due()
    assert due is not None
    assert due <= post.now


async def test_a_long_ledger_does_not_slow_the_publisher_down(tmp_path: Path) -> None:
    """What looks for work reads what waits, by index, and never the whole table."""
    plans: list[str] = []
    store = open_store(f"sqlite:///{tmp_path / 'ledger.sqlite3'}")

    @event.listens_for(store.engine, "before_cursor_execute")
    def explain(_: Any, cursor: Any, statement: str, values: Any, *__: Any) -> None:
        if "FROM outbox" in statement:
            plans.extend(row[-1] for row in cursor.execute(f"EXPLAIN QUERY PLAN {statement}", values))

    await store.outbox.waiting(datetime.now(UTC), 100)
    await store.outbox.next_due()
    await store.close()
    assert {step.rpartition(" INDEX ")[2].split()[0] for step in plans if "earlier" in step} == {"ix_outbox_panel"}
    assert not [step for step in plans if step.startswith("SCAN outbox")]


async def test_whose_direct_messages_are_closed_is_remembered(store: SqlStore) -> None:
    """Saying it twice is no news."""
    assert await store.run(lambda uow: uow.set_reachable(101, False))
    assert not await store.run(lambda uow: uow.set_reachable(101, False))
    assert await store.run(lambda uow: uow.unreachable([101, 102])) == {101}
    assert await store.run(lambda uow: uow.set_reachable(101, True))
    assert not await store.run(lambda uow: uow.set_reachable(101, True))
    assert await store.run(lambda uow: uow.unreachable([101, 102])) == frozenset()


async def test_a_delayed_message_waits_and_holds_back_what_follows(post: Post) -> None:
    """Its seconds count from when it was put in; before that nothing of its channel is sent."""
    later = replace(to_stage("second"), after=90)
    rows = (to_stage("first"), later, to_stage("third"), to_person("meanwhile"))
    await post.store.run(lambda uow: uow.post(post.game, 1, rows, post.now))
    assert await post.send_all() == ["meanwhile", "first"]
    assert await post.store.outbox.next_due() == post.now + timedelta(seconds=90)
    assert await post.texts(seconds=89) == []
    assert await post.texts(seconds=90) == ["second"]
