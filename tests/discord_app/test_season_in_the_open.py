"""A season without characters: tribes have their own channels, in which players read and write themselves."""

from __future__ import annotations

import discord
import pytest

from ringmaster.games.kernel import Seat
from ringmaster.sessions.records import GameRecord

from .conftest import World, assert_told
from .seasons import player, season, until


def may(world: World, seat: Seat, record: GameRecord, place: str) -> tuple[bool, bool]:
    """Whether a seat may read a place, and write there."""
    channel = record.places[place]
    bits = world.env.backend.compute_permissions(world.guild.id, player(world, seat).id, channel)
    permissions = discord.Permissions(bits)
    return permissions.view_channel, permissions.send_messages


READ_AND_WRITE, READ, NOTHING = (True, True), (True, False), (False, False)


@pytest.mark.clause("S2.2", "S5.1", "S7.1", "S13.1", "S13.3")
async def test_players_talk_in_their_tribes_channels_until_the_merge(world: World) -> None:
    """Under their own names; whoever is out reads along, unless on the jury; after the merge there is one channel."""
    await season(world, fans=("Ivy",), anonymous="off")
    record = await world.game()
    one, two = record.state.tribes
    assert record.roster.name(1) == "Ada"
    for seat in one:
        assert may(world, seat, record, "tribe-1") == READ_AND_WRITE
        assert may(world, seat, record, "tribe-2") == NOTHING
        assert may(world, seat, record, "booth") == NOTHING
    assert may(world, two[0], record, "tribe-2") == READ_AND_WRITE

    await player(world, one[0]).send(world.channel_of(record, "tribe-1"), "hello tribe")
    before = [len(world.inbox(player(world, seat))) for seat in record.state.living]
    refused = await world.slash(player(world, one[0]), "say", text="hello again")
    assert_told(refused, "channel")
    assert [len(world.inbox(player(world, seat))) for seat in record.state.living] == before
    assert_told(await world.slash(player(world, one[0]), "confess", text="I am nervous"), "confessional")
    gallery = [message.content for message in world.channel_of(record, "gallery").history()]
    assert any("I am nervous" in text for text in gallery)

    record = await until(world, "council")
    losers = record.state.losing_tribe
    out = record.state.members[-1]
    record = await until(world, "challenge")
    assert out not in record.state.living
    assert not may(world, out, record, f"tribe-{losers}")[1]
    stayed = [seat for seat in (one, two)[(losers or 1) - 1] if seat != out]
    assert all(may(world, seat, record, f"tribe-{losers}") == READ_AND_WRITE for seat in stayed)

    record = await until(world, "merge")
    for seat in record.state.living:
        assert may(world, seat, record, "merged") == READ_AND_WRITE
        assert not may(world, seat, record, "tribe-1")[1]
        assert not may(world, seat, record, "tribe-2")[1]
    assert all(may(world, seat, record, "tribe-1")[0] is (seat in one) for seat in record.state.living)
    watching = {seat: may(world, seat, record, "gallery") for seat in record.roster if seat not in record.state.living}
    assert set(watching.values()) == {READ_AND_WRITE}, watching
    await player(world, record.state.living[0]).send(world.channel_of(record, "merged"), "so here we are")


@pytest.mark.clause("S13.3", "S10.5")
async def test_jurors_ask_in_the_jurys_channel_and_nobody_talks_during_the_game(world: World) -> None:
    """The merged channel is closed while the final four play; the jury's is open while it asks."""
    await season(world, anonymous="off")
    record = await until(world, "hand")
    assert all(may(world, seat, record, "merged") == READ for seat in record.state.living)
    record = await until(world, "jury-questions")
    speakers = (*record.state.jurors, *record.state.finalists)
    assert all(may(world, seat, record, "jury") == READ_AND_WRITE for seat in speakers)
    others = [seat for seat in record.roster if seat not in speakers]
    assert all(may(world, seat, record, "jury") == READ for seat in others)
    record = await until(world, "jury-vote")
    assert all(may(world, seat, record, "jury") == READ for seat in speakers)
