"""Copies of what people have written follow the original, whenever its change comes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ringmaster.sessions.copies import parts_of
from ringmaster.sessions.messages import (
    MESSAGE_LIMIT,
    Amend,
    AmendCopy,
    Message,
    Outgoing,
    Person,
    Picture,
    Place,
    Relay,
    Send,
    Target,
    Voice,
    Withdraw,
    WithdrawCopy,
)
from ringmaster.sessions.ports import OutboxRow
from ringmaster.sessions.records import GameRecord
from ringmaster.sessions.speech import Speech
from ringmaster.storage import SqlStore

ORIGIN = 5_000_000
READERS: tuple[Target, ...] = (Place("tribe-1"), Person(101), Person(102))
NAMES = {target: "" if isinstance(target, Place) else "**Samantha:** " for target in READERS}


def copy_to(target: Target, text: str, origin: int = ORIGIN, **more: Any) -> Send:
    """A copy for one reader."""
    voice = Voice(name="Samantha") if isinstance(target, Place) else None
    relay = Relay(origin=origin, speaker=NAMES[target])
    return Send(to=target, message=Message(text=text), voice=voice, relay=relay, **more)


def pictures(*sources: int, size: int = 1000) -> tuple[Picture, ...]:
    """Pictures that were made from these attachments."""
    return tuple(
        Picture(name=f"image-{place}.png", blob=source, size=size, source=source)
        for place, source in enumerate(sources, start=1)
    )


@dataclass
class Relayed:
    """A game's outbox, and a Discord that shows what has arrived."""

    store: SqlStore
    game: GameRecord
    now: datetime
    shown: dict[str, dict[int, Message]] = field(default_factory=dict)
    last: int = 9000

    async def put(self, *outgoing: Outgoing | Amend | Withdraw) -> bool:
        """Store messages or changes; whether the publisher has to look."""
        return await self.store.run(lambda uow: uow.post(self.game, 0, outgoing, self.now))

    async def say(self, text: str, origin: int = ORIGIN, **more: Any) -> None:
        """Everyone gets a copy."""
        await self.put(*(copy_to(target, text, origin, **more) for target in READERS))

    async def waiting(self) -> list[OutboxRow]:
        """The first in line of each channel."""
        return await self.store.outbox.waiting(self.now, 100)

    async def begin(self, row: OutboxRow) -> OutboxRow | None:
        """A row is about to be sent."""
        return row if row.sending_since is not None else await self.store.outbox.sending(row, self.now)

    async def deliver(self, read: OutboxRow) -> None:
        """A row gets through, unless it was taken back since it was read."""
        row = await self.begin(read)
        if row is None:
            return
        channel = self.shown.setdefault(row.channel, {})
        if isinstance(row.out, Send):
            self.last += 1
            channel[self.last] = row.out.message
            await self.store.outbox.sent(row, 1, self.last)
            return
        where = await self.store.outbox.sent_copy(row)
        if where is not None and isinstance(row.out, AmendCopy):
            left = tuple(p for p in channel[where.message_id].pictures if p.name in row.out.pictures)
            channel[where.message_id] = Message(text=row.out.text, pictures=left)
        elif where is not None and isinstance(row.out, WithdrawCopy):
            channel.pop(where.message_id, None)
        await self.store.outbox.sent(row, None, None)

    async def deliver_all(self) -> None:
        """Everything that waits gets through."""
        while rows := await self.waiting():
            for row in rows:
                await self.deliver(row)

    def texts(self, channel: str) -> list[str]:
        """What stands in a channel."""
        return [message.text for message in self.shown.get(channel, {}).values()]

    def everywhere(self) -> dict[str, list[str]]:
        """What stands anywhere."""
        return {channel: self.texts(channel) for channel in self.shown if self.texts(channel)}


@pytest.fixture
async def relayed(store: SqlStore, new_game: Callable[..., GameRecord], now: datetime) -> Relayed:
    """The outbox of a new game."""
    return Relayed(store, await store.run(lambda uow: uow.add(new_game())), now)


async def test_copies_that_were_sent_are_changed_where_they_stand(relayed: Relayed) -> None:
    """Each reader's copy has its own beginning, which stays."""
    await relayed.say("I trust Kile")
    await relayed.deliver_all()
    assert await relayed.put(Amend(origin=ORIGIN, text="I trust Kyle", readers=READERS))
    await relayed.deliver_all()
    assert relayed.everywhere() == {
        f"place:{relayed.game.id}:tribe-1": ["I trust Kyle"],
        "person:101": ["**Samantha:** I trust Kyle"],
        "person:102": ["**Samantha:** I trust Kyle"],
    }


async def test_copies_that_nobody_has_begun_to_send_never_say_the_old_words(relayed: Relayed) -> None:
    """An edit that comes first changes the row; nothing has to be sent for that."""
    await relayed.say("oops")
    assert not await relayed.put(Amend(origin=ORIGIN, text="hello", readers=READERS))
    assert len(await relayed.waiting()) == 3
    await relayed.deliver_all()
    assert set(map(tuple, relayed.everywhere().values())) == {("hello",), ("**Samantha:** hello",)}


async def test_a_copy_that_is_being_sent_is_changed_after_it_has_arrived(relayed: Relayed) -> None:
    """What may be on the wire stays as it is, so that it is found again after a crash."""
    await relayed.put(copy_to(Person(101), "oops"))
    (row,) = await relayed.waiting()
    await relayed.begin(row)
    assert await relayed.put(Amend(origin=ORIGIN, text="hello", readers=READERS))
    (again,) = await relayed.waiting()
    assert (again.id, again.out) == (row.id, row.out)
    await relayed.deliver_all()
    assert relayed.texts("person:101") == ["**Samantha:** hello"]


async def test_what_was_read_before_it_was_changed_is_sent_as_it_is_now(relayed: Relayed) -> None:
    """The publisher may have read a row just before; what was taken back then is not sent."""
    await relayed.say("oops")
    rows = await relayed.waiting()
    await relayed.put(Amend(origin=ORIGIN, text="hello", readers=READERS))
    await relayed.deliver(rows[1])
    await relayed.put(Withdraw(origin=ORIGIN))
    await relayed.deliver(rows[2])
    assert list(relayed.everywhere().values()) == [["**Samantha:** hello"]]
    await relayed.deliver_all()
    assert relayed.everywhere() == {}


async def test_of_several_changes_only_the_last_is_made(relayed: Relayed) -> None:
    """However fast somebody types."""
    await relayed.put(copy_to(Person(101), "a"))
    await relayed.deliver_all()
    for text in ("b", "c", "d"):
        await relayed.put(Amend(origin=ORIGIN, text=text, readers=READERS))
    (row,) = await relayed.waiting()
    assert isinstance(row.out, AmendCopy)
    await relayed.deliver(row)
    assert await relayed.waiting() == []
    assert relayed.texts("person:101") == ["**Samantha:** d"]


async def test_what_is_taken_back_is_gone_everywhere(relayed: Relayed) -> None:
    """Copies that were sent are deleted, one on the wire afterwards, the others never sent."""
    await relayed.say("secret")
    first, second, _ = await relayed.waiting()
    await relayed.deliver(first)
    await relayed.begin(second)
    assert await relayed.put(Withdraw(origin=ORIGIN))
    assert len(await relayed.waiting()) == 2
    await relayed.deliver_all()
    assert relayed.everywhere() == {}
    assert await relayed.store.run(lambda uow: uow.copied_to(ORIGIN)) == frozenset()


async def test_a_held_copy_is_changed_and_dropped_too(relayed: Relayed) -> None:
    """Whoever has closed direct messages gets the last words later, and nothing that was taken back."""
    for origin, change in (
        (ORIGIN, Amend(origin=ORIGIN, text="new", readers=READERS)),
        (ORIGIN + 1, Withdraw(origin=ORIGIN + 1)),
    ):
        await relayed.put(copy_to(Person(101), "old", origin))
        (row,) = await relayed.waiting()
        await relayed.begin(row)
        await relayed.put(change)
        await relayed.store.outbox.hold(row, "closed")
        await relayed.deliver_all()
    await relayed.store.run(lambda uow: uow.release(101))
    await relayed.deliver_all()
    assert relayed.texts("person:101") == ["**Samantha:** new"]


async def test_whoever_may_not_hear_it_any_more_keeps_the_old_words(relayed: Relayed) -> None:
    """An edit says nothing new to those who have left the tribe."""
    await relayed.say("old")
    await relayed.deliver_all()
    await relayed.put(Amend(origin=ORIGIN, text="new", readers=READERS[:2]))
    await relayed.deliver_all()
    assert relayed.texts("person:102") == ["**Samantha:** old"]
    assert relayed.texts("person:101") == ["**Samantha:** new"]


async def test_long_words_are_cut_into_parts_that_all_name_their_speaker(relayed: Relayed) -> None:
    """So no part of them can pass for the bot's own words; also when they grow and shrink."""
    await relayed.put(copy_to(Person(101), "x" * MESSAGE_LIMIT))
    await relayed.deliver_all()
    long = relayed.texts("person:101")
    assert len(long) == 2
    assert all(text.startswith("**Samantha:** ") and len(text) <= MESSAGE_LIMIT for text in long)
    for length, parts in ((10, 1), (5000, 3), (2500, 2), (1, 1)):
        await relayed.put(Amend(origin=ORIGIN, text="y" * length, readers=READERS))
        await relayed.deliver_all()
        shown = relayed.texts("person:101")
        assert len(shown) == parts
        assert "".join(text.removeprefix("**Samantha:** ") for text in shown) == "y" * length


async def test_a_picture_that_is_taken_away_goes_from_all_copies(relayed: Relayed) -> None:
    """By the attachments that the original still has."""
    out = copy_to(Person(101), "look")
    await relayed.put(replace(out, message=replace(out.message, pictures=pictures(71, 72))))
    await relayed.deliver_all()
    await relayed.put(Amend(origin=ORIGIN, text="look", kept=(72,), readers=READERS))
    await relayed.deliver_all()
    (message,) = relayed.shown["person:101"].values()
    assert [picture.source for picture in message.pictures] == [72]


def test_pictures_are_packed_into_messages_that_may_be_sent() -> None:
    """The first come with the words, ten at most, nine megabytes at most."""
    out = copy_to(Person(101), "look")
    many = replace(out, message=replace(out.message, pictures=pictures(*range(1, 13))))
    heavy = replace(out, message=replace(out.message, pictures=pictures(1, 2, 3, size=4_000_000)))
    assert [len(part.message.pictures) for part in parts_of(many)] == [10, 2]
    assert [len(part.message.pictures) for part in parts_of(heavy)] == [2, 1]
    assert [part.message.text for part in parts_of(many)] == ["**Samantha:** look", "**Samantha:**"]


async def test_a_delayed_voice_holds_up_nothing(relayed: Relayed) -> None:
    """It waits in a line of its own."""
    await relayed.put(copy_to(READERS[0], "later", after=60), Send(to=READERS[0], message=Message(text="now")))
    assert [row.out.message.text for row in await relayed.waiting() if isinstance(row.out, Send)] == ["now"]


async def test_an_account_s_copy_leads_back_to_its_original(relayed: Relayed) -> None:
    """Only in the account's own direct messages."""
    await relayed.say("hello")
    await relayed.deliver_all()
    ((copied, _),) = relayed.shown["person:101"].items()
    assert await relayed.store.run(lambda uow: uow.origin_of(101, copied)) == ORIGIN
    assert await relayed.store.run(lambda uow: uow.origin_of(102, copied)) is None
    assert await relayed.store.run(lambda uow: uow.copied_to(ORIGIN)) == frozenset(READERS)


async def test_bytes_go_when_all_copies_are_there_and_a_day_is_over(relayed: Relayed) -> None:
    """Not before, and not while somebody still waits for them."""
    store, game, now = relayed.store, relayed.game, relayed.now
    kept = await store.run(lambda uow: uow.add_blob(game.id, ORIGIN, b"bytes", now))
    await relayed.say("look")
    later = now + timedelta(days=2)
    await store.run(lambda uow: uow.add_blob(game.id, ORIGIN + 1, b"more", later))
    assert await store.run(lambda uow: uow.blobs([kept])) == {kept: b"bytes"}
    await relayed.deliver_all()
    await store.run(lambda uow: uow.add_blob(game.id, ORIGIN + 2, b"more", later))
    assert await store.run(lambda uow: uow.blobs([kept])) == {}


async def test_an_archived_game_keeps_nothing_that_was_said(relayed: Relayed) -> None:
    """Neither words nor pictures."""
    store, game = relayed.store, relayed.game
    speech = Speech(origin=ORIGIN, game_id=game.id, seat=1, account=101, kind="say", text="hi", at=relayed.now)
    await store.run(lambda uow: uow.add_speech(speech))
    blob = await store.run(lambda uow: uow.add_blob(game.id, ORIGIN, b"bytes", relayed.now))
    assert await store.run(lambda uow: uow.speech(ORIGIN)) == speech
    assert await store.run(lambda uow: uow.speeches_since(game.id, 1, relayed.now - timedelta(seconds=1))) == 1
    await store.run(lambda uow: uow.save(replace(uow.game(game.id), status="archived")))
    assert await store.run(lambda uow: uow.speech(ORIGIN)) is None
    assert await store.run(lambda uow: uow.blobs([blob])) == {}


ROW_ACTS = ("deliver", "begin", "fail", "hold", "lose")
STEPS = st.one_of(
    st.tuples(st.just("say"), st.integers(0, 3), st.integers(1, 4500)),
    st.tuples(st.just("amend"), st.integers(0, 3), st.integers(1, 4500)),
    st.tuples(st.just("withdraw"), st.integers(0, 3), st.just(0)),
    st.tuples(st.sampled_from(["read", *ROW_ACTS]), st.integers(0, 2), st.just(0)),
)


@given(steps=st.lists(STEPS, max_size=25))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_in_the_end_every_reader_has_the_last_words(
    store: SqlStore, new_game: Callable[..., GameRecord], now: datetime, steps: list[tuple[str, int, int]]
) -> None:
    """Whatever is said, changed and taken back while rows are sent, fail, are held or lose their answers."""
    relayed = Relayed(store, await store.run(lambda uow: uow.add(new_game())), now)
    said: dict[int, str] = {}
    rows: list[OutboxRow] = []
    for act, which, length in steps:
        origin = relayed.game.id * 10_000 + which
        text = chr(97 + length % 26) * length
        rows = await relayed.waiting() if act == "read" or not rows else rows
        row = rows.pop(which) if act in ROW_ACTS and which < len(rows) else None
        match act:
            case "say" if origin not in said:
                said[origin] = text
                await relayed.say(text, origin)
            case "amend" if said.get(origin):
                said[origin] = text
                await relayed.put(Amend(origin=origin, text=text, readers=READERS))
            case "withdraw" if said.get(origin):
                said[origin] = ""
                await relayed.put(Withdraw(origin=origin))
            case "deliver" if row is not None:
                await relayed.deliver(row)
            case "begin" if row is not None:
                await relayed.begin(row)
            case "lose" if row is not None and not isinstance(row.out, Send):
                where = await store.outbox.sent_copy(row)
                if where is not None and isinstance(row.out, WithdrawCopy):
                    relayed.shown[row.channel].pop(where.message_id, None)
            case "fail" if row is not None:
                await store.outbox.retry(row, now, "500")
            case "hold" if row is not None:
                await store.outbox.hold(row, "closed", now)
            case _:
                pass
    await relayed.deliver_all()
    for target in READERS:
        channel = f"person:{target.account}" if isinstance(target, Person) else f"place:{relayed.game.id}:tribe-1"
        shown = "".join(text.removeprefix(NAMES[target]) for text in relayed.texts(channel))
        assert sorted(shown) == sorted("".join(said.values()))
