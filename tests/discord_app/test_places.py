"""Places are made when they are missing, remembered, made again when they are gone, and never twice."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from ringmaster.discord_app.places import token
from ringmaster.sessions.messages import Arrange, Message, Place, Room, Send

from .fake_discord import Trouble
from .newsroom import BOOTH, FOLDER, MODERATOR, STAGE, Newsroom, to_stage

FACTION = Room(place="faction", title="mafia", topic="", thread_of="stage", writers=frozenset({103, 104}))


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncIterator[Newsroom]:
    """A publisher with one running game that has a stage, a booth and a thread for the Mafia to make."""
    opened = Newsroom(f"sqlite:///{tmp_path / 'game.sqlite3'}")
    opened.words.rooms_by_name["faction"] = FACTION
    yield opened
    await opened.close()


def to_faction(text: str) -> Send:
    """A message for the Mafia."""
    return Send(to=Place("faction"), message=Message(text=text))


async def test_a_missing_place_is_made_with_all_above_it_and_remembered(room: Newsroom) -> None:
    """Category, stage, thread: one of each, in the record and in Discord."""
    await room.open_game(places={})
    await room.publish(Arrange(place="faction"))
    places = (await room.record()).places
    category, stage, thread = (room.discord.channels[places[name]] for name in ("category", "stage", "faction"))
    assert category.name == "Friday game"
    assert stage.parent == category.id
    assert (thread.thread, thread.parent, thread.members) == (True, stage.id, [103, 104])


async def test_places_that_are_missing_at_the_same_moment_share_what_is_above_them(room: Newsroom) -> None:
    """Stage, booth and thread are wanted at once: there is one category and one stage."""
    await room.open_game(places={})
    await room.publish(*(Arrange(place=place) for place in ("booth", "faction", "stage")))
    assert sorted(channel.name for channel in room.discord.channels.values()) == [
        "Friday game",
        "booth",
        "mafia",
        "stage",
    ]


async def test_a_message_for_a_missing_place_makes_it_first(room: Newsroom) -> None:
    """Nobody has to arrange it before."""
    await room.open_game(places={})
    await room.publish(to_stage("hello"))
    assert room.discord.at((await room.record()).places["stage"]) == ["hello"]


async def test_arranging_follows_the_room(room: Newsroom) -> None:
    """Who is out leaves, and at night nobody writes."""
    await room.open_game()
    await room.publish(Arrange(place="faction"))
    room.words.rooms_by_name["faction"] = Room(
        place="faction", title="mafia", topic="", thread_of="stage", writers=frozenset({104}), open=False
    )
    await room.publish(Arrange(place="faction"))
    (thread,) = room.discord.named("mafia")
    assert (thread.members, thread.open) == ([104], False)


async def test_a_place_that_is_not_needed_any_more_is_closed(room: Newsroom) -> None:
    """The thread is archived, not deleted: its history belongs to the players."""
    await room.open_game()
    await room.publish(Arrange(place="faction"))
    del room.words.rooms_by_name["faction"]
    await room.publish(Arrange(place="faction"))
    (thread,) = room.discord.named("mafia")
    assert not thread.open


async def test_a_place_that_never_was_needs_no_closing(room: Newsroom) -> None:
    """Arranging what the game does not have is done at once."""
    await room.open_game()
    await room.publish(Arrange(place="attic"))
    assert room.discord.requests == []
    assert await room.store.outbox.next_due() is None


async def test_a_deleted_channel_is_made_again_and_the_message_arrives(room: Newsroom) -> None:
    """10003: nothing is lost but what stood there, and the moderators are told."""
    await room.open_game()
    room.discord.delete(STAGE)
    await room.publish(to_stage("result"))
    (stage,) = room.discord.named("stage")
    assert stage.texts == ["result"]
    assert (await room.record()).places["stage"] == stage.id
    assert "made it again" in room.discord.at(BOOTH)[0]


async def test_a_thread_comes_back_with_the_channel_that_it_hung_from(room: Newsroom) -> None:
    """Deleting the stage takes its threads with it; both are made again, with the same members."""
    await room.open_game()
    await room.publish(Arrange(place="faction"))
    room.discord.delete(STAGE)
    await room.publish(to_faction("psst"))
    (thread,) = room.discord.named("mafia")
    (stage,) = room.discord.named("stage")
    assert (thread.parent, thread.members, thread.texts) == (stage.id, [103, 104], ["psst"])


async def test_a_deleted_category_is_made_again(room: Newsroom) -> None:
    """When the next channel is to be made."""
    await room.open_game()
    room.discord.delete(FOLDER)
    room.discord.delete(BOOTH)
    await room.publish(Arrange(place="booth"))
    (booth,) = room.discord.named("booth")
    assert booth.parent == room.discord.named("Friday game")[0].id
    assert booth.members == [MODERATOR]


async def test_a_deleted_channel_that_is_arranged_is_made_again(room: Newsroom) -> None:
    """Not only messages notice that it is gone."""
    await room.open_game()
    room.discord.delete(STAGE)
    await room.publish(Arrange(place="stage"))
    assert len(room.discord.named("stage")) == 1


async def test_a_channel_whose_making_was_not_answered_is_not_made_twice(room: Newsroom) -> None:
    """It is known by the token in its topic, and a thread by being the bot's own and empty."""
    await room.open_game(places={})
    lost = iter([True, False, True, False, True])
    room.discord.troubles = lambda name, channel: (
        Trouble(too_late=True) if name in ("category", "room") and next(lost, False) else None
    )
    await room.publish(Arrange(place="faction"))
    for _ in range(6):
        await room.later(minutes=5)
    assert sorted(channel.name for channel in room.discord.channels.values()) == ["Friday game", "mafia", "stage"]


async def test_a_thread_of_the_same_name_that_is_in_use_is_left_alone(room: Newsroom) -> None:
    """Two secret groups must never become one: whatever has members or messages is somebody's."""
    await room.open_game()
    room.discord.add("mafia", thread=True, parent=STAGE, members=[199])
    await room.publish(Arrange(place="faction"))
    assert sorted(thread.members for thread in room.discord.named("mafia")) == [[103, 104], [199]]


async def test_tokens_tell_games_and_places_apart(room: Newsroom) -> None:
    """Each place has its own, and nothing of the seed can be read in it."""
    game = await room.open_game()
    tokens = {token(game, place) for place in ("stage", "booth", "gallery")}
    assert len(tokens) == 3
    assert not any(part in game.seed for part in tokens)
