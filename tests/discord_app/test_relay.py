"""Talk in an anonymous season, as people write and read it."""
# pyright: reportPrivateUsage=false

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any

import discord
import pytest
import pytest_asyncio
from PIL import Image
from simcord.actors import MemberActor

from ringmaster.discord_app.talking import MARK
from ringmaster.games.kernel import Seat
from ringmaster.sessions.messages import MESSAGE_LIMIT
from ringmaster.sessions.ports import UnitOfWork
from ringmaster.sessions.records import GameRecord

from .conftest import World, told
from .seasons import PLAYERS, player, season, until

LONG_NAME = "Bartholomew Featherstonehaugh XI"


@dataclass
class Camp:
    """A season that has begun, whose players have chosen that their words go to their tribe."""

    world: World
    record: GameRecord

    def who(self, seat: Seat) -> MemberActor:
        """Who plays a seat."""
        return player(self.world, seat)

    @property
    def tribe(self) -> tuple[Seat, ...]:
        """The tribe of seat 1, with seat 1 in front."""
        return next(tribe for tribe in self.record.state.tribes if 1 in tribe)

    @property
    def others(self) -> tuple[Seat, ...]:
        """The other tribe."""
        return next(tribe for tribe in self.record.state.tribes if 1 not in tribe)

    @property
    def place(self) -> str:
        """Where the tribe of seat 1 can be read."""
        return f"tribe-{self.record.state.tribe(1)}"

    async def write(self, seat: Seat, text: str, **more: Any) -> discord.Message:
        """A player writes to the bot."""
        return await self.who(seat).user.send_dm(text, **more)

    async def write_together(self, *lines: tuple[Seat, str]) -> None:
        """Several people write before the bot gets to anything."""
        backend = self.world.env.backend
        with self.world._operation("write"):
            for seat, text in lines:
                channel = self.who(seat).user.dm_channel
                backend.create_message(channel.id, self.who(seat).id, text)
            await self.world.env._settle_internal(dispatch="write")

    async def send_pictures(self, seat: Seat, text: str, *files: tuple[str, bytes]) -> discord.Message:
        """A player sends files."""
        channel = self.who(seat).user.dm_channel
        stored = self.world.env.backend.store_attachments(channel.id, files)
        return await self.write(seat, text, attachments=stored)

    def reads(self, seat: Seat, about: str = "") -> list[str]:
        """What a player has got, as far as it is about something."""
        return [message.content for message in self.world.inbox(self.who(seat)) if about in message.content]

    def at(self, place: str) -> list[discord.Message]:
        """What stands in a place, but for what the bot says itself."""
        bot = self.world.bot.user
        channel = self.world.channel_of(self.record, place)
        return [message for message in channel.history() if bot is not None and message.author.id != bot.id]

    def webhooks(self) -> list[Any]:
        """All webhooks that there are."""
        return list(self.world.env.backend.webhooks.values())

    async def change(self, **changes: Any) -> None:
        """The table is different."""

        def work(uow: UnitOfWork) -> GameRecord:
            return uow.save(replace(uow.game(self.record.id), **changes))

        with self.world.env._bot_scope():
            self.record = await self.world.bot._parts.store.run(work)

    async def rename(self, seat: Seat, name: str) -> None:
        """A seat plays another character."""
        seats = [replace(one, name=name) if one.number == seat else one for one in self.record.seats]
        await self.change(seats=tuple(seats))

    def name(self, seat: Seat) -> str:
        """A seat's character."""
        return self.record.roster.name(seat)


@pytest_asyncio.fixture
async def camp(world: World) -> Camp:
    """Everyone's words go on."""
    record = await season(world, fans=("Ivy",))
    camp = Camp(world, record)
    await camp.change(plain_talk={account: True for seat in record.seats for account in seat.accounts})
    await camp.write(1, "first words")  # the place and its webhook are made
    camp.record = await world.game()
    return camp


@pytest.mark.clause("S13.3")
async def test_plain_words_go_on_once_their_writer_has_agreed(world: World) -> None:
    """The question comes once; the message that led to it goes on too; there is no reply for each line."""
    camp = Camp(world, await season(world))
    first, mate = camp.tribe[0], camp.tribe[1]
    sent = await camp.write(first, "shall we vote together?")
    question = world.inbox(camp.who(first))[-1]
    assert "go to your tribe, this message included?" in question.content
    assert camp.reads(mate, "together") == []
    assert "From now on" in told(await camp.who(first).user.click(question, label="Yes"))
    assert camp.reads(mate, "together") == [f"**{camp.name(first)}:** shall we vote together?"]
    before = len(world.inbox(camp.who(first)))
    again = await camp.write(first, "hello?")
    assert camp.reads(mate, "hello?") == [f"**{camp.name(first)}:** hello?"]
    assert len(world.inbox(camp.who(first))) == before
    marks = [
        [str(reaction.emoji) for reaction in message.reactions] for message in await _fresh(camp, first, sent, again)
    ]
    assert marks == [[MARK], [MARK]]


async def _fresh(camp: Camp, seat: Seat, *messages: discord.Message) -> list[discord.Message]:
    history = {message.id: message for message in camp.who(seat).user.dm_channel.history()}
    return [history[message.id] for message in messages]


async def test_plain_words_stay_here_if_their_writer_wants_that(world: World) -> None:
    """Commands count, and ``say`` passes on."""
    camp = Camp(world, await season(world))
    await camp.write(1, "shall we?")
    assert "Only commands count" in told(
        await camp.who(1).user.click(world.inbox(camp.who(1))[-1], label="No, only commands")
    )
    await camp.write(1, "or not")
    await camp.write(1, "say or now")
    assert camp.reads(camp.tribe[1], "or n") == [f"**{camp.name(1)}:** or now"]


async def test_a_mistyped_command_is_not_passed_on_unasked(camp: Camp) -> None:
    """It could tell a secret."""
    for text in ("15 3", "vots " + camp.name(2), "idlo https://example.org/1"):
        await camp.write(1, text)
        assert "might be a command" in camp.reads(1)[-1]
        assert camp.reads(camp.tribe[1], text) == []


async def test_whispers_and_confessionals_are_written_as_words(camp: Camp) -> None:
    """With or without a colon behind the name."""
    mate = camp.tribe[1]
    await camp.write(1, f"whisper {camp.name(mate)}: psst")
    await camp.write(1, f"whisper {camp.name(mate)} psst again")
    await camp.write(1, "confess I feel bad")
    assert [text.partition(": ")[2] for text in camp.reads(mate, "psst")] == ["psst", "psst again"]
    camp.record = await camp.world.game()
    assert [(m.author.name, m.content) for m in camp.at("gallery")] == [(camp.name(1), "I feel bad")]
    assert all(camp.reads(seat, "feel bad") == [] for seat in range(2, 9))
    booth = [message.content for message in camp.world.channel_of(camp.record, "booth").history()]
    assert any("psst again" in text for text in booth)


async def test_a_burst_of_talk_arrives_in_the_same_order_everywhere(camp: Camp) -> None:
    """Eight people, five lines each, at the same moment: nothing is lost, everyone's lines stay in order."""
    lines = [(seat, f"line {number} of {seat}") for number in range(1, 6) for seat in range(1, 9)]
    await camp.write_together(*lines)
    place = [message.content for message in camp.at(camp.place) if message.content.startswith("line")]
    assert len(place) == 5 * len(camp.tribe)
    for seat in camp.tribe:
        heard = [text.partition(":** ")[2] for text in camp.reads(seat, ":** line")]
        assert heard == [text for text in place if not text.endswith(f"of {seat}")]
        assert [text for text in place if text.endswith(f"of {seat}")] == [f"line {n} of {seat}" for n in range(1, 6)]
    assert len(camp.webhooks()) == 1 + (len(camp.others) > 0)


async def test_edits_and_deletions_follow_to_every_copy(camp: Camp) -> None:
    """Also long afterwards; an edit that changes nothing is no edit."""
    sent = await camp.write(1, "I trust Kile")
    await camp.world.env.advance_time(20 * 3600)
    await camp.who(1).user.edit(sent, "I trust Kyle")
    for seat in camp.tribe[1:]:
        assert camp.reads(seat, "I trust") == [f"**{camp.name(1)}:** I trust Kyle"]
    assert [m.content for m in camp.at(camp.place)][-1] == "I trust Kyle"
    assert "edited message" not in "".join(camp.reads(1))
    await camp.who(1).user.delete(sent)
    assert all(camp.reads(seat, "I trust") == [] for seat in camp.tribe[1:])
    assert "I trust Kyle" not in [m.content for m in camp.at(camp.place)]


async def test_an_edit_right_after_the_message_is_not_lost(camp: Camp) -> None:
    """One person's messages, edits and deletions are dealt with in their order."""
    backend, channel = camp.world.env.backend, camp.who(1).user.dm_channel
    with camp.world._operation("write"):
        sent = backend.create_message(channel.id, camp.who(1).id, "oops")
        backend.edit_message(channel.id, sent.id, {"content": "hello there"})
        gone = backend.create_message(channel.id, camp.who(1).id, "never mind")
        backend.delete_message(channel.id, gone.id)
        await camp.world.env._settle_internal(dispatch="write")
    assert camp.reads(camp.tribe[1], "hello there") == [f"**{camp.name(1)}:** hello there"]
    assert camp.reads(camp.tribe[1], "oops") == camp.reads(camp.tribe[1], "never mind") == []


@pytest.mark.clause("S10.5")
async def test_an_edit_says_nothing_where_nobody_may_speak(camp: Camp) -> None:
    """Its writer is told why."""
    sent = await camp.write(1, "hello")
    await camp.change(state=replace(camp.record.state, kind="hand", phase="hand-1", tribes=((), ()), merged=True))
    await camp.who(1).user.edit(sent, "I play the 5")
    assert "cannot talk to each other" in camp.reads(1)[-1]
    assert all(camp.reads(seat, "I play") == [] for seat in range(2, 9))


async def test_a_deleted_webhook_is_made_again_once(camp: Camp) -> None:
    """The next words are said by a new one, however many people speak at once."""
    (webhook,) = camp.webhooks()
    camp.world.env.backend.delete_webhook(webhook.id)
    await camp.write_together(*((seat, "still here") for seat in camp.tribe))
    assert len([m for m in camp.at(camp.place) if m.content == "still here"]) == len(camp.tribe)
    assert len(camp.webhooks()) == 1
    assert {m.author.name for m in camp.at(camp.place)} == {camp.name(seat) for seat in camp.tribe}


async def test_words_of_a_deleted_webhook_can_still_be_changed(camp: Camp) -> None:
    """Nobody can edit them any more, so they go and the new ones are said anew."""
    sent = await camp.write(1, "old words")
    (webhook,) = camp.webhooks()
    camp.world.env.backend.delete_webhook(webhook.id)
    await camp.who(1).user.edit(sent, "new words")
    texts = [m.content for m in camp.at(camp.place)]
    assert "old words" not in texts
    assert texts.count("new words") == 1
    await camp.who(1).user.delete(sent)
    assert "new words" not in [m.content for m in camp.at(camp.place)]


@pytest.mark.parametrize("minutes", [0, 5])
async def test_a_moved_webhook_says_nothing_elsewhere(camp: Camp, minutes: int) -> None:
    """It is removed, and one is made in the right place."""
    (webhook,) = camp.webhooks()
    camp.world.env.backend.edit_webhook(webhook.id, {"channel_id": camp.world.lobby.id})
    if minutes:
        await camp.world.env.advance_time(minutes * 60)
    await camp.write(1, "for my tribe only")
    assert "for my tribe only" in [m.content for m in camp.at(camp.place)]
    assert all("for my tribe" not in m.content for m in camp.world.lobby.history())
    (again,) = camp.webhooks()
    assert again.id != webhook.id


async def test_a_webhook_is_found_again_after_a_restart(camp: Camp) -> None:
    """There is never a second one."""
    await camp.world.restart()
    await camp.write(1, "good morning")
    assert "good morning" in [m.content for m in camp.at(camp.place)]
    assert len(camp.webhooks()) == 1


async def test_somebody_else_s_webhook_is_not_taken(camp: Camp) -> None:
    """Though it bears the same name."""
    (own,) = camp.webhooks()
    backend = camp.world.env.backend
    other = backend.create_webhook(own.channel_id, "Ringmaster", camp.world.mod.id)
    backend.delete_webhook(own.id)
    await camp.write(1, "who speaks?")
    said = next(m for m in camp.at(camp.place) if m.content == "who speaks?")
    assert said.webhook_id not in (None, other.id)


async def test_without_webhooks_the_bot_says_who_speaks(camp: Camp) -> None:
    """The moderators are told once; edits and deletions follow all the same."""
    (webhook,) = camp.webhooks()
    path = f"/channels/{webhook.channel_id}/webhooks"
    camp.world.env.backend.delete_webhook(webhook.id)
    for verb in ("GET", "POST"):
        camp.world.env.inject_error(verb, path, status=403, code=50013, message="Missing Permissions", times=None)
    sent = await camp.write(1, "can you hear me?")
    await camp.write(1, "hello?")
    channel = camp.world.channel_of(camp.record, camp.place)
    assert [m.content for m in channel.history()][-2:] == [
        f"**{camp.name(1)}:** can you hear me?",
        f"**{camp.name(1)}:** hello?",
    ]
    await camp.who(1).user.edit(sent, "can you see me?")
    assert f"**{camp.name(1)}:** can you see me?" in [m.content for m in channel.history()]
    await camp.who(1).user.delete(sent)
    assert "can you see me?" not in "".join(m.content for m in channel.history())
    booth = [m.content for m in camp.world.channel_of(camp.record, "booth").history()]
    assert sum("Manage Webhooks" in text for text in booth) == 1


async def test_closed_direct_messages_of_one_hold_up_nobody(camp: Camp) -> None:
    """They get all of it later, with the last words, and nothing that was taken back."""
    closed, other = camp.tribe[1], camp.tribe[2]
    fault = camp.world.close_dms(camp.who(closed))
    first, second = await camp.write(1, "tpyo"), await camp.write(1, "oh no")
    assert camp.reads(other, "tpyo") != []
    await camp.who(1).user.edit(first, "typo")
    await camp.who(1).user.delete(second)
    camp.world.open_dms(fault)
    await camp.write(closed, "me")
    assert camp.reads(closed, "typo") == [f"**{camp.name(1)}:** typo"]
    assert camp.reads(closed, "tpyo") == camp.reads(closed, "oh no") == []


async def test_2000_characters_of_a_long_named_character_arrive_whole(camp: Camp) -> None:
    """In parts that each say who speaks; in its place and in direct messages."""
    await camp.rename(1, LONG_NAME)
    text = "".join(f"{number:05}" for number in range(400))
    assert len(text) == MESSAGE_LIMIT
    await camp.write(1, f"say {text}"[:MESSAGE_LIMIT])
    parts = camp.reads(camp.tribe[1], LONG_NAME)
    assert len(parts) == 2
    assert all(len(part) <= MESSAGE_LIMIT and part.startswith(f"**{LONG_NAME}:** ") for part in parts)
    assert "".join(part.removeprefix(f"**{LONG_NAME}:** ") for part in parts) == text[: MESSAGE_LIMIT - 4]
    said = [m for m in camp.at(camp.place) if m.author.name == LONG_NAME]
    assert "".join(m.content for m in said) == text[: MESSAGE_LIMIT - 4]


@pytest.mark.parametrize("name", ["Clyde", "Discordia"])
async def test_names_that_discord_refuses_are_said_all_the_same(camp: Camp, name: str) -> None:
    """With an invisible break in them."""
    await camp.rename(1, name)
    await camp.write(1, "hi")
    said = next(m for m in camp.at(camp.place) if m.content == "hi")
    assert said.author.name.replace("\u200a", "") == name
    assert "clyde" not in said.author.name.lower()
    assert "discord" not in said.author.name.lower()


def photo(owner: str = "") -> bytes:
    """A photo with what a camera and an editor write into it."""
    tags = Image.Exif()
    tags[0x013B] = owner
    out = BytesIO()
    Image.new("RGB", (32, 32), "red").save(out, "JPEG", exif=tags, comment=owner)
    return out.getvalue()


async def test_pictures_go_on_without_names_and_notes(camp: Camp) -> None:
    """Every copy has them; one that is taken away goes everywhere."""
    sent = await camp.send_pictures(1, "look", ("ada-selfie.jpg", photo("Ada")), ("ada2.jpg", photo("Ada")))
    copies = [camp.world.inbox(camp.who(seat))[-1] for seat in camp.tribe[1:]] + [camp.at(camp.place)[-1]]
    for copy in copies:
        assert [file.filename for file in copy.attachments] == ["image-1.jpg", "image-2.jpg"]
        data = camp.world.env.backend.cdn.get(copy.attachments[0].url)
        assert data is not None
        assert b"Ada" not in _bytes(data)
    kept = list(camp.world.env.backend.messages[sent.channel.id][sent.id].attachments)[1:]
    with camp.world._operation("edit"):
        camp.world.env.backend.edit_message(sent.channel.id, sent.id, {"attachments": kept})
        await camp.world.env._settle_internal(dispatch="edit")
    copies = [camp.world.inbox(camp.who(seat))[-1] for seat in camp.tribe[1:]] + [camp.at(camp.place)[-1]]
    assert {tuple(file.filename for file in copy.attachments) for copy in copies} == {("image-2.jpg",)}


def _bytes(blob: Any) -> bytes:
    return blob if isinstance(blob, bytes) else blob.data


async def test_twenty_pictures_are_refused_and_ten_go_on(camp: Camp) -> None:
    """With a sentence."""
    many: Sequence[tuple[str, bytes]] = [(f"{number}.jpg", photo()) for number in range(20)]
    await camp.send_pictures(1, "all of them", *many)
    assert "At most 10 pictures" in camp.reads(1)[-1]
    assert camp.reads(camp.tribe[1], "all of them") == []
    await camp.send_pictures(1, "half of them", *many[:10])
    assert len(camp.world.inbox(camp.who(camp.tribe[1]))[-1].attachments) == 10


async def test_other_files_are_refused(camp: Camp) -> None:
    """They can tell whose they are."""
    await camp.send_pictures(1, "my notes", ("notes.pdf", b"%PDF-1.7 by Ada"))
    assert "I pass on pictures only" in camp.reads(1)[-1]
    assert camp.reads(camp.tribe[1], "my notes") == []


async def test_an_answer_repeats_what_it_answers(camp: Camp) -> None:
    """By the character's name, from the reader's own copy."""
    mate = camp.tribe[1]
    await camp.write(1, "shall we go to the *beach*?")
    copy = camp.world.inbox(camp.who(mate))[-1]
    reference = {"message_id": str(copy.id), "channel_id": str(copy.channel.id), "type": 0}
    await camp.write(mate, "yes!", reference=reference)
    expected = f"-# ↪ **{camp.name(1)}**: shall we go to the \\*beach\\*?\n**{camp.name(mate)}:** yes!"
    assert camp.reads(1)[-1] == expected
    assert camp.at(camp.place)[-1].content == expected.replace(f"**{camp.name(mate)}:** ", "")


async def test_words_sent_while_the_bot_was_away_arrive_once(camp: Camp) -> None:
    """A second look at them does no harm."""
    camp.world.write_unheard(camp.who(1), "are you back?")
    for _ in range(2):
        await camp.world.away_for(60)
    assert camp.reads(camp.tribe[1], "are you back?") == [f"**{camp.name(1)}:** are you back?"]


@pytest.mark.clause("S2.2")
async def test_nobody_s_account_shows_anywhere(camp: Camp) -> None:
    """Neither ID nor name nor file name, in what is posted, by whom, or what goes to others."""
    for number, seat in enumerate(range(1, 9)):
        who = camp.who(seat)
        await camp.write(seat, f"I am <@{who.id}>, that is {who.id}, number {number}")
        await camp.send_pictures(seat, "me", (f"{who.user.name}.jpg", photo(who.user.name)))
        await camp.write(seat, f"confess <@!{who.id}>")
    record = await until(camp.world, "merge")
    camp.record = record
    await camp.write(record.state.living[0], f"<@{camp.who(record.state.living[1]).id}> hello")
    backend = camp.world.env.backend
    booth = record.places["booth"]
    for channel_id, messages in list(backend.messages.items()):
        channel = backend.channels[channel_id]
        if channel_id == booth:
            continue
        reader = next((who for who in camp.world.people.values() if who.user.dm_channel.id == channel_id), None)
        told_by_bot = [m for m in messages.values() if reader is None or m.author_id != reader.id]
        for seat in range(1, 9):
            who = camp.who(seat)
            if who is reader:
                continue
            for message in told_by_bot:
                shown = json.dumps(
                    [message.content, message.embeds, message.attachments, message.author_name], default=str
                )
                assert str(who.id) not in shown, (channel.name, shown)
                assert not re.search(rf"\b{PLAYERS[seat - 1]}\b", shown, re.IGNORECASE), (channel.name, shown)
