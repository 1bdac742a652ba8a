"""Talking through the bot by command: replies are private, so that nobody sees who plays."""

from __future__ import annotations

import pytest

from .conftest import World, assert_told
from .seasons import player, season, until


@pytest.mark.clause("S13.3", "S2.2")
async def test_what_is_said_by_command_reaches_the_tribe_and_answers_in_private(world: World):
    """In the lobby nothing shows."""
    record = await season(world)
    one, two = record.state.tribes
    speaker = player(world, one[0])
    before = [message.content for message in world.lobby.history()]
    assert_told(await world.slash(speaker, "say", text="Hello tribe"), "Said to your tribe.")
    assert "Hello tribe" in world.inbox(player(world, one[1]))[-1].content
    assert all("Hello tribe" not in m.content for seat in two for m in world.inbox(player(world, seat)))
    assert [message.content for message in world.lobby.history()] == before


@pytest.mark.clause("S13.3")
async def test_a_whisper_reaches_one_and_names_are_completed(world: World):
    """Before the merge only within the tribe."""
    record = await season(world)
    one, two = record.state.tribes
    speaker, friend = player(world, one[0]), record.roster.name(one[1])
    assert_told(await world.slash(speaker, "whisper", to=friend, text="Just you"), "alone")
    assert "Just you" in world.inbox(player(world, one[1]))[-1].content
    assert all("Just you" not in m.content for seat in (*one[2:], *two) for m in world.inbox(player(world, seat)))
    refused = await world.slash(speaker, "whisper", to=record.roster.name(two[0]), text="Hi")
    assert_told(refused, "is in the other tribe")
    offered = await speaker.autocomplete(world.lobby, "whisper", "to", "")
    assert {choice["name"] for choice in offered} == {record.roster.name(seat) for seat in one[1:]}


@pytest.mark.clause("S13.1")
async def test_a_confession_is_for_spectators_and_moderators(world: World):
    """No player reads it."""
    record = await season(world)
    speaker = player(world, 1)
    assert_told(await world.slash(speaker, "confess", text="I am lost"), "confessional")
    assert all("I am lost" not in m.content for seat in range(2, 9) for m in world.inbox(player(world, seat)))
    record = await world.game()
    gallery = [message.content for message in world.channel_of(record, "gallery").history()]
    assert any("I am lost" in text for text in gallery)


@pytest.mark.clause("S13.3")
async def test_after_the_merge_everyone_hears(world: World):
    """Also by command in direct messages."""
    await season(world)
    record = await until(world, "merge")
    speaker = player(world, record.state.living[0])
    await speaker.user.slash("say", text="Hello all")
    for seat in record.state.living[1:]:
        assert "Hello all" in world.inbox(player(world, seat))[-1].content


async def test_in_other_games_nobody_talks_through_the_bot(world: World):
    """They talk in their thread."""
    await world.start()
    refused = await world.slash(world["Ada"], "say", text="Hi")
    assert "Hi" not in "\n".join(world.everything_posted())
    assert refused.ephemeral
