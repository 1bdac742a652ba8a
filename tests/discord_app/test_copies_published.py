"""Copies that are sent, changed and taken back while everything goes wrong: in the end all say the same."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest_asyncio
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ringmaster.discord_app.rendering import spoken
from ringmaster.sessions.messages import (
    Amend,
    Message,
    Person,
    Picture,
    Place,
    Priority,
    Relay,
    Send,
    Target,
    Voice,
    Withdraw,
)

from .fake_discord import Trouble, Troubles
from .newsroom import BOOTH, STAGE, Newsroom

SAMANTHA = Voice(name="Samantha")
READERS: tuple[Target, ...] = (Place("stage"), Person(101), Person(102))
ORIGIN = 7_000_000


def copies(text: str, origin: int = ORIGIN, pictures: tuple[Picture, ...] = ()) -> list[Send]:
    """What Samantha says, for everyone who hears her."""
    return [
        Send(
            to=target,
            message=Message(text=text, pictures=pictures),
            priority=Priority.PRIVATE,
            voice=SAMANTHA if isinstance(target, Place) else None,
            relay=Relay(origin=origin, speaker="" if isinstance(target, Place) else "**Samantha:** "),
        )
        for target in READERS
    ]


def amend(text: str, origin: int = ORIGIN) -> Amend:
    """She says something else."""
    return Amend(origin=origin, text=text, readers=READERS)


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncIterator[Newsroom]:
    """A publisher with one running game."""
    opened = Newsroom(f"sqlite:///{tmp_path / 'game.sqlite3'}")
    await opened.open_game()
    yield opened
    await opened.close()


async def change(room: Newsroom, *changes: Amend | Withdraw) -> None:
    """Something is changed or taken back, and published."""
    await room.store.run(lambda uow: uow.post(room.game, 0, changes, room.clock()))
    await room.settle()


async def test_a_place_hears_the_character_and_people_read_who_speaks(room: Newsroom) -> None:
    """Once each."""
    await room.publish(*copies("hello"))
    (said,) = room.discord.channels[STAGE].messages
    assert (said.name, said.text) == ("Samantha", "hello")
    assert room.discord.to(101) == room.discord.to(102) == ["**Samantha:** hello"]


async def test_bytes_are_uploaded_for_each_copy_and_missing_ones_left_out(room: Newsroom) -> None:
    """They may be gone by the time that somebody opens direct messages."""
    number = await room.store.run(lambda uow: uow.add_blob(room.game.id, ORIGIN, b"pixels", room.clock()))
    there = Picture(name="image-1.png", blob=number, size=6, source=1)
    gone = Picture(name="image-2.png", blob=number + 1, size=6, source=2)
    await room.publish(*copies("look", pictures=(there, gone)))
    assert [posted.pictures for posted in room.discord.channels[STAGE].messages] == [["image-1.png"]]


async def test_a_voice_whose_answer_is_lost_is_found_and_not_heard_twice(room: Newsroom) -> None:
    """Webhooks know no nonces, so what was said and by whom decides."""
    lost = [Trouble(too_late=True)]
    room.discord.troubles = lambda name, _: lost.pop() if name == "say" and lost else None
    await room.publish(*copies("hello"))
    await room.later(seconds=10)
    assert room.discord.at(STAGE) == ["hello"]


async def test_without_webhooks_the_moderators_are_told_once(room: Newsroom) -> None:
    """And the bot says who speaks."""
    room.discord.no_webhooks = True
    await room.publish(*copies("hello"))
    await room.publish(*copies("again", ORIGIN + 1))
    await change(room, amend("hello!"))
    assert room.discord.at(STAGE) == ["**Samantha:** hello!", "**Samantha:** again"]
    assert sum("Manage Webhooks" in text for text in room.discord.at(BOOTH)) == 1


async def test_what_cannot_be_deleted_is_left_to_the_moderators(room: Newsroom) -> None:
    """They get its link."""
    await room.publish(*copies("oops"))
    (said,) = room.discord.channels[STAGE].messages
    room.discord.troubles = lambda name, channel: (
        Trouble(403, 50013) if name == "withdraw" and channel == STAGE else None
    )
    await change(room, Withdraw(origin=ORIGIN))
    assert room.discord.to(101) == []
    assert any(f"/{STAGE}/{said.id}" in text for text in room.discord.at(BOOTH))
    assert await room.store.outbox.next_due() is None


async def test_a_place_that_is_gone_takes_its_copies_along(room: Newsroom) -> None:
    """Nothing waits for them, and nothing is made again for a change."""
    await room.publish(*copies("hello"))
    room.discord.delete(STAGE)
    await change(room, amend("hello!"))
    await change(room, Withdraw(origin=ORIGIN))
    assert room.discord.to(101) == []
    assert room.discord.named("stage") == []
    assert await room.store.outbox.next_due() is None


TROUBLES = st.sampled_from(
    [
        Trouble(),
        Trouble(too_late=True),
        Trouble(500),
        Trouble(500, too_late=True),
        Trouble(429, retry_after=2.0),
        Trouble(403, 50007),
    ]
)
STEPS = st.one_of(
    st.tuples(st.sampled_from(["say", "say", "amend", "withdraw"]), st.integers(0, 1), st.booleans()),
    st.tuples(st.just("crash"), st.just(0), st.booleans()),
    st.tuples(st.just("later"), st.integers(1, 400), st.just(True)),
)


def in_turn(troubles: list[Trouble]) -> Troubles:
    """One trouble after the other, for whatever is asked; direct messages alone can be closed."""

    def next_trouble(name: str, channel_id: int) -> Trouble | None:
        trouble = troubles.pop() if troubles else None
        closed = trouble is not None and trouble.code == 50007
        return None if closed and (name != "post" or channel_id in (STAGE, BOOTH)) else trouble

    return next_trouble


@given(steps=st.lists(STEPS, min_size=2, max_size=14), troubles=st.lists(TROUBLES, max_size=12))
@example(
    steps=[("say", 0, True), ("later", 2, True), ("amend", 0, False), ("later", 400, True)],
    troubles=[Trouble(too_late=True)] * 9,
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_in_the_end_everyone_reads_the_last_words_once(
    sqlite_template: Path, steps: list[tuple[str, int, bool]], troubles: list[Trouble]
) -> None:
    """Answers get lost, Discord fails, direct messages close, the process dies: nothing is doubled or left over."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "game.sqlite3"
        shutil.copyfile(sqlite_template, file)
        room = Newsroom(f"sqlite:///{file}")
        await room.open_game()
        room.discord.troubles = in_turn(troubles)
        said = await act(room, steps)
        room.discord.troubles = lambda _name, _channel: None
        for account in (101, 102):
            await room.publisher.reopened(account)
        for _ in range(4):
            await room.later(hours=8)
        expected = sorted(said.values())
        place = [spoken(Message(text=text), SAMANTHA).text for text in expected]
        assert sorted(room.discord.at(STAGE)) == expected
        assert sorted(room.discord.to(101)) == sorted(room.discord.to(102)) == place
        await room.close()


async def act(room: Newsroom, steps: list[tuple[str, int, bool]]) -> dict[int, str]:
    """Do all this; what is said in the end, by original."""
    said: dict[int, str | None] = {}
    for number, (what, which, settled) in enumerate(steps):
        origin, text = ORIGIN + which, f"words {number}"
        match what:
            case "say" if origin not in said:
                said[origin] = text
                await room.put(*copies(text, origin))
            case "amend" if said.get(origin):
                said[origin] = text
                await room.store.run(lambda uow, o=origin, t=text: uow.post(room.game, 0, [amend(t, o)]))
            case "withdraw" if said.get(origin):
                said[origin] = None
                await room.store.run(lambda uow, o=origin: uow.post(room.game, 0, [Withdraw(origin=o)]))
            case "crash":
                await room.restart()
            case "later":
                room.hands.advance(seconds=which)
            case _:
                pass
        if settled:
            await room.settle()
    return {origin: text for origin, text in said.items() if text is not None}
