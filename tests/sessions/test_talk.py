"""Who reads what a seat says, and what becomes of it when it is changed or taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import pytest

from ringmaster.games.kernel import RuleViolation, Seat
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.sessions.messages import AmendCopy, Place, Send, Voice
from ringmaster.sessions.neutral import neutral
from ringmaster.sessions.records import GameRecord
from ringmaster.sessions.speech import Speech, Upload
from ringmaster.sessions.talk import MOST_IN_A_WHILE, voice_of

from .conftest import MODERATOR, Table

TWIN = 150
"""A second account of seat 1."""


@dataclass
class Camp:
    """A season of eight seats on its first day: what they say, and who reads it."""

    table: Table
    record: GameRecord
    message_ids: int = 700_000

    @property
    def state(self) -> SurvivorState:
        """The rules' side of it."""
        return self.record.state

    def tribe_of(self, seat: Seat) -> list[Seat]:
        """The others of a seat's tribe."""
        tribe = self.state.tribe(seat)
        assert tribe is not None
        return [other for other in self.state.tribes[tribe - 1] if other != seat]

    def stranger_of(self, seat: Seat) -> Seat:
        """Somebody in the other tribe."""
        return next(other for other in self.state.living if other != seat and other not in self.tribe_of(seat))

    async def change(self, **changes: Any) -> None:
        """Things are different at the table."""
        self.record = await self.table.store.run(lambda uow: uow.save(replace(uow.game(self.record.id), **changes)))

    async def change_state(self, **changes: Any) -> None:
        """Things are different in the game."""
        await self.change(state=replace(self.state, **changes))

    async def say(self, seat: Seat, text: str, uploads: Sequence[Upload] = (), reply_to: int | None = None) -> Speech:
        """A seat speaks to its tribe."""
        source = self.table.source(100 + seat)
        return await self.table.sessions.say(self.record.id, source, text, uploads, reply_to)

    async def whisper(self, seat: Seat, to: Seat, text: str) -> Speech:
        """A seat speaks to another."""
        return await self.table.sessions.whisper(self.record.id, self.table.source(100 + seat), to, text)

    async def confess(self, seat: Seat, text: str) -> Speech:
        """A seat speaks in its confessional."""
        return await self.table.sessions.confess(self.record.id, self.table.source(100 + seat), text)

    async def arrive(self, **later: float) -> dict[str, list[str]]:
        """Everything gets through; what is new, by channel."""
        arrived: dict[str, list[str]] = {}
        outbox, now = self.table.store.outbox, self.table.clock() + timedelta(**later)
        while rows := await outbox.waiting(now, 1000):
            for row in rows:
                await outbox.sending(row, now)
                self.message_ids += 1
                await outbox.sent(row, 1, self.message_ids)
                if isinstance(row.out, Send) and row.out.relay is not None:
                    arrived.setdefault(_name(row.channel), []).append(row.out.message.text)
                elif isinstance(row.out, AmendCopy):
                    arrived.setdefault(_name(row.channel), []).append(f"now: {row.out.text}")
        return arrived

    async def copy(self, account: int, text: str) -> int:
        """The ID of the message as which an account got this."""
        outbox, now = self.table.store.outbox, self.table.clock()
        while rows := await outbox.waiting(now, 1000):
            for row in rows:
                await outbox.sending(row, now)
                self.message_ids += 1
                await outbox.sent(row, 1, self.message_ids)
                if row.channel == f"person:{account}" and isinstance(row.out, Send) and text in row.out.message.text:
                    found = self.message_ids
        return found


def _name(channel: str) -> str:
    kind, _, rest = channel.partition(":")
    return f"person:{rest}" if kind == "person" else rest.partition(":")[2]


async def season(table: Table, **settings: str) -> GameRecord:
    """A season of eight seats that has just begun."""
    record = await table.create("survivor", "Season", jury="3", merge_at="6", players="8", **settings)
    await table.sessions.open(record.id, table.moderator)
    for seat in range(1, 9):
        await table.sessions.join(record.id, f"P{seat}", table.source(100 + seat))
    return await table.sessions.start(record.id, table.moderator)


@pytest.fixture
async def camp(table: Table) -> Camp:
    """Two tribes of four; seat n is account 100 + n."""
    camp = Camp(table, await season(table))
    seats = tuple(replace(seat, name=f"P{seat.number}", avatar=None) for seat in camp.record.seats)
    await camp.change(seats=seats)
    await camp.arrive()
    return camp


@pytest.mark.clause("S13.3")
async def test_a_tribe_hears_its_members_and_nobody_else_does(camp: Camp) -> None:
    """By direct message each, and in the tribe's place, where spectators read."""
    await camp.say(1, "hello")
    expected = {f"person:{100 + seat}" for seat in camp.tribe_of(1)} | {f"tribe-{camp.state.tribe(1)}"}
    arrived = await camp.arrive()
    assert set(arrived) == expected
    assert all(texts == ["P1: hello"] for texts in arrived.values())


async def test_in_the_tribe_s_place_the_character_speaks(camp: Camp) -> None:
    """Under its name, with its picture."""
    await camp.say(1, "hello")
    rows = await camp.table.store.outbox.waiting(camp.table.clock(), 100)
    (out,) = [row.out for row in rows if isinstance(row.out, Send) and isinstance(row.out.to, Place)]
    assert out.voice == Voice(name="P1")


@pytest.mark.clause("S13.3")
async def test_after_the_merge_everyone_hears(camp: Camp) -> None:
    """In one place for all."""
    await camp.change_state(tribes=((), ()), merged=True)
    await camp.say(1, "hello")
    assert set(await camp.arrive()) == {"merged", *(f"person:{100 + seat}" for seat in range(2, 9))}


@pytest.mark.clause("S11.2")
async def test_jurors_and_finalists_speak_in_front_of_all_while_the_jury_asks(camp: Camp) -> None:
    """Others who are out do not."""
    await camp.change_state(
        kind="jury-questions", phase="jury-questions", living=(1, 2, 3), finalists=(1, 2, 3), jurors=(4, 5, 6),
        tribes=((), ()), merged=True,
    )  # fmt: skip
    await camp.say(4, "why you?")
    assert set(await camp.arrive()) == {"jury", *(f"person:{100 + seat}" for seat in (1, 2, 3, 5, 6))}
    with pytest.raises(RuleViolation, match="not-living"):
        await camp.say(7, "me too")


@pytest.mark.clause("S10.5")
async def test_nothing_is_relayed_between_seats_in_the_final_four(camp: Camp) -> None:
    """Neither talk nor whispers nor changed words; what was said can be taken back."""
    await camp.change_state(tribes=((), ()), merged=True)
    before = await camp.say(1, "hello")
    await camp.arrive()
    await camp.change_state(kind="hand", phase="hand-1", living=(1, 2, 3, 4))
    for attempt in (
        camp.say(1, "a"),
        camp.whisper(1, 2, "b"),
        camp.table.sessions.amend(101, before.origin, "my next card is a 5"),
    ):
        with pytest.raises(RuleViolation, match="no-talk-in-final-four"):
            await attempt
    assert await camp.arrive() == {}
    await camp.confess(1, "shh")
    assert set(await camp.arrive()) == {"gallery"}
    assert await camp.table.sessions.withdraw(before.origin)


@pytest.mark.clause("S13.3")
async def test_a_whisper_reaches_one_seat_and_the_booth(camp: Camp) -> None:
    """The moderators must be able to answer for abuse."""
    mate = camp.tribe_of(1)[0]
    await camp.whisper(1, mate, "just you")
    assert set(await camp.arrive()) == {f"person:{100 + mate}", "booth"}
    with pytest.raises(RuleViolation, match="other-tribe"):
        await camp.whisper(1, camp.stranger_of(1), "hello")


@pytest.mark.clause("S13.1")
async def test_a_confessional_is_read_by_spectators_and_moderators_alone(camp: Camp) -> None:
    """In the gallery, under the character's name."""
    await camp.confess(1, "I lied")
    assert await camp.arrive() == {"gallery": ["P1: I lied"]}


@pytest.mark.clause("S13.1")
async def test_a_confessional_can_come_later(camp: Camp) -> None:
    """And what is changed or taken back meanwhile is never read."""
    settings = replace(camp.state.settings, confession_delay=30)
    await camp.change_state(settings=settings)
    first, second = await camp.confess(1, "I leid"), await camp.confess(1, "oh no")
    await camp.table.sessions.amend(101, first.origin, "I lied")
    await camp.table.sessions.withdraw(second.origin)
    assert await camp.arrive(minutes=29) == {}
    assert await camp.arrive(minutes=30) == {"gallery": ["P1: I lied"]}


async def test_all_accounts_of_a_seat_hear_and_their_own_seat_too(camp: Camp) -> None:
    """Who shares a seat knows what it says; confessionals aside."""
    first = camp.record.seats[0]
    await camp.change(seats=(replace(first, accounts=(101, TWIN)), *camp.record.seats[1:]))
    await camp.say(1, "from me")
    assert f"person:{TWIN}" in await camp.arrive()
    await camp.say(camp.tribe_of(1)[0], "to you")
    assert {f"person:{TWIN}", "person:101"} <= set(await camp.arrive())


async def test_copies_follow_what_their_writer_changes(camp: Camp) -> None:
    """Nobody else can change them, and the same words again change nothing."""
    speech = await camp.say(1, "helo")
    await camp.arrive()
    assert await camp.table.sessions.amend(102, speech.origin, "lies") is None
    assert await camp.table.sessions.amend(101, 42, "lies") is None
    await camp.table.sessions.amend(101, speech.origin, "helo")
    assert await camp.arrive() == {}
    await camp.table.sessions.amend(101, speech.origin, "hello")
    arrived = await camp.arrive()
    assert set(map(tuple, arrived.values())) == {("now: P1: hello",)}
    assert len(arrived) == 4


async def test_an_edit_reaches_only_those_who_may_hear_it_now(camp: Camp) -> None:
    """Whoever was voted out or replaced meanwhile keeps the old words."""
    speech = await camp.say(1, "old")
    await camp.arrive()
    out, replaced = camp.tribe_of(1)[:2]
    tribes = tuple(tuple(seat for seat in tribe if seat != out) for tribe in camp.state.tribes)
    await camp.change_state(tribes=tribes, living=tuple(seat for seat in camp.state.living if seat != out))
    seats = [replace(seat, accounts=(888,)) if seat.number == replaced else seat for seat in camp.record.seats]
    await camp.change(seats=tuple(seats))
    await camp.table.sessions.amend(101, speech.origin, "new")
    assert len(await camp.arrive()) == 2


async def test_whoever_is_out_neither_speaks_nor_changes_words(camp: Camp) -> None:
    """With a reason."""
    speech = await camp.say(1, "old")
    await camp.change_state(living=(2, 3, 4, 5, 6, 7, 8))
    for attempt in (camp.say(1, "x"), camp.confess(1, "x"), camp.table.sessions.amend(101, speech.origin, "new")):
        with pytest.raises(RuleViolation, match="not-living"):
            await attempt


async def test_what_is_taken_back_is_taken_back_once(camp: Camp) -> None:
    """And cannot be changed afterwards."""
    speech = await camp.say(1, "oops")
    assert await camp.table.sessions.withdraw(speech.origin)
    assert not await camp.table.sessions.withdraw(speech.origin)
    assert not await camp.table.sessions.withdraw(12345)
    assert await camp.table.sessions.amend(101, speech.origin, "again") is None
    assert await camp.arrive() == {}


async def test_an_answer_repeats_what_it_answers_for_those_who_read_it(camp: Camp) -> None:
    """From the reader's copy back to the original; whoever came later does not learn what was said before."""
    await camp.say(1, "shall we?")
    mate = camp.tribe_of(1)[0]
    copied = await camp.copy(100 + mate, "shall we?")
    await camp.change_state(tribes=((), ()), merged=True)
    await camp.say(mate, "yes", reply_to=copied)
    arrived = await camp.arrive()
    assert arrived["person:101"] == [f"> shall we?\nP{mate}: yes"]
    assert arrived["merged"] == [f"> shall we?\nP{mate}: yes"]
    strangers = [texts for channel, texts in arrived.items() if texts == [f"P{mate}: yes"]]
    assert len(strangers) == 4


async def test_an_answer_to_a_whisper_is_a_whisper(camp: Camp) -> None:
    """Written without a command it goes back to where it came from, and a whisper is never repeated aloud."""
    mate = camp.tribe_of(1)[0]
    heard = await camp.whisper(1, mate, "psst")
    copied = await camp.copy(100 + mate, "psst")
    talk = camp.table.sessions.talk
    back = await talk(camp.record.id, camp.table.source(100 + mate), "what?", (), copied)
    more = await talk(camp.record.id, camp.table.source(101), "again: psst", (), heard.origin)
    assert [(back.kind, back.to), (more.kind, more.to)] == [("whisper", 1), ("whisper", mate)]
    await camp.arrive()
    await camp.say(mate, "listen", reply_to=copied)
    assert all(texts == [f"P{mate}: listen"] for texts in (await camp.arrive()).values())


async def test_somebody_else_s_message_cannot_be_quoted_by_its_number(camp: Camp) -> None:
    """A made-up reply leads nowhere."""
    speech = await camp.say(camp.stranger_of(1), "our secret")
    await camp.arrive()
    await camp.say(1, "hm", reply_to=speech.origin)
    assert all(texts == ["P1: hm"] for texts in (await camp.arrive()).values())


async def test_a_flood_is_stopped(camp: Camp) -> None:
    """Twenty a minute, of all kinds together, taken back or not."""
    for number in range(MOST_IN_A_WHILE):
        speech = await (camp.confess(1, "x") if number % 2 else camp.say(1, "x"))
        await camp.table.sessions.withdraw(speech.origin)
    with pytest.raises(RuleViolation, match="talking-too-fast"):
        await camp.say(1, "x")
    await camp.say(2, "I am not concerned")
    camp.table.clock.advance(seconds=61)
    await camp.say(1, "x")


async def test_a_message_delivered_twice_is_relayed_once(camp: Camp) -> None:
    """By its snowflake."""
    source = camp.table.source(101)
    await camp.table.sessions.say(camp.record.id, source, "hello")
    with pytest.raises(RuleViolation, match="already-counted"):
        await camp.table.sessions.say(camp.record.id, source, "hello")


async def test_pictures_get_neutral_names(camp: Camp) -> None:
    """All copies share their bytes; an edit that takes one away is known by its number."""
    uploads = [Upload(extension="png", data=b"1", source=71), Upload(extension="jpg", data=b"22", source=72)]
    speech = await camp.say(1, "", uploads)
    rows = await camp.table.store.outbox.waiting(camp.table.clock(), 100)
    sent = [row.out.message.pictures for row in rows if isinstance(row.out, Send)]
    assert {tuple(picture.name for picture in pictures) for pictures in sent} == {("image-1.png", "image-2.jpg")}
    blobs = {picture.blob for pictures in sent for picture in pictures}
    assert sorted((await camp.table.store.run(lambda uow: uow.blobs(blobs))).values()) == [b"1", b"22"]
    changed = await camp.table.sessions.amend(101, speech.origin, "", (72,))
    assert changed is not None
    assert changed.attachments == (72,)
    with pytest.raises(RuleViolation, match="too-many-pictures"):
        await camp.say(1, "", uploads * 6)


async def test_silence_is_not_relayed(camp: Camp) -> None:
    """There have to be words or a picture."""
    with pytest.raises(RuleViolation, match="words-needed"):
        await camp.say(1, "  \n ")


async def test_only_seats_speak(camp: Camp) -> None:
    """Neither moderators nor others."""
    with pytest.raises(RuleViolation, match="no-seat"):
        await camp.table.sessions.say(camp.record.id, camp.table.moderator, "hello")


async def test_other_games_have_their_own_channels(table: Table) -> None:
    """There is nothing to relay in the Mafia games, nor where players write themselves."""
    record = await table.start()
    with pytest.raises(RuleViolation, match="no-talk-here"):
        await table.sessions.say(record.id, table.source(101), "hello")
    open_season = await season(table, anonymous="off")
    with pytest.raises(RuleViolation, match="speak-yourself"):
        await table.sessions.say(open_season.id, table.source(101), "hello")
    await table.sessions.confess(open_season.id, table.source(101), "hello")


async def test_the_choice_where_plain_words_go_is_remembered(camp: Camp) -> None:
    """For each account by itself, until it is chosen anew."""
    for relays in (False, True):
        record = await camp.table.sessions.choose_plain(camp.record.id, camp.table.source(101), relays=relays)
        assert record.plain_talk == {101: relays}
    with pytest.raises(RuleViolation, match="no-seat"):
        await camp.table.sessions.choose_plain(camp.record.id, camp.table.source(MODERATOR), relays=True)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("<@123> <@!123> <@&5> <#6>", "@someone @someone @a role #a channel"),
        ("@everyone, @here!", "@\u200beveryone, @\u200bhere!"),
        ("I am 123456789012345678", "I am [a number]"),
        ("https://discord.com/users/123456789012345678", "https://discord.com/users/[a number]"),
        ("</vote:123456789012345678>", "/vote"),
        ("**loud** ~~no~~ ||spoiler|| `code`", "**loud** ~~no~~ ||spoiler|| `code`"),
        ("<:wave:123456789012345678>", "<:wave:123456789012345678>"),
        (
            "https://discord.com/channels/123456789012345678/123456789012345678/123456789012345678",
            "https://discord.com/channels/123456789012345678/123456789012345678/123456789012345678",
        ),
        ("hi\n**Kyle:** I quit", "hi\n\\*\\*Kyle:** I quit"),
        ("-# ↪ **kyle**: no", "\\-\\# ↪ \\*\\*kyle**: no"),
        ("evil\u202etxt", "eviltxt"),
        ("**Kyle** is nice", "**Kyle** is nice"),
    ],
)
def test_words_are_neutral(written: str, read: str) -> None:
    """No mention, no account's number, nobody else's voice; markdown and message links stay."""
    assert neutral(written, ["Kyle", "Samantha"]) == read


@pytest.mark.parametrize(
    ("address", "used"),
    [
        ("https://example.org/samantha.png", True),
        ("https://cdn.discordapp.com/avatars/123456789012345678/a.png", False),
        ("https://cdn.discordapp.com/guilds/1/users/2/avatars/3.png", False),
    ],
)
async def test_a_picture_that_tells_an_account_is_not_used(camp: Camp, address: str, used: bool) -> None:
    """Its address holds the account's ID."""
    assert voice_of(replace(camp.record.seats[0], avatar=address)).avatar == (address if used else None)
