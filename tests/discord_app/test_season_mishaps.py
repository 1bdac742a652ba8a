"""What goes wrong in a season: channels that are deleted, players who leave, late edits, two at the same moment."""
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from ringmaster.games.kernel import Seat

from .anonymity_lint import Account, AnonymityLint
from .conftest import LoadedDice, World, assert_told
from .seasons import PLAYERS, link_to, player, season, until


@pytest_asyncio.fixture
async def island(world: World) -> AsyncIterator[World]:
    """A season that has begun, with a spectator. Nothing that is sent in it may tell an account."""
    world.dice_of = lambda _: LoadedDice({})
    record = await season(world, fans=("Ivy",))
    accounts = [Account(id=world[name].id, traces=(str(world[name].id),)) for name in PLAYERS]
    lint = AnonymityLint(world.env, accounts, frozenset({world.mod.id}), {record.places["booth"]})
    with lint.watching():
        yield world
    assert lint.requests > 0
    assert lint.leaks == []


def texts(world: World, channel_id: int) -> list[str]:
    """What stands in a channel."""
    channel = next(channel for channel in world.channels() if channel.id == channel_id)
    return [message.content for message in channel.history()]


def heard(world: World, seat: Seat, about: str) -> list[str]:
    """What a seat has read that is about something."""
    return [message.content for message in world.inbox(player(world, seat)) if about in message.content]


@pytest.mark.clause("S13.3")
async def test_a_deleted_tribe_channel_is_made_again_and_admits_no_player(island: World) -> None:
    """The next words stand in the new one, spoken by the character; direct messages are not touched by it."""
    record = await island.game()
    one = record.state.tribes[0]
    await island.dm(player(island, one[0]), "say before")
    old = (await island.game()).places["tribe-1"]
    island.env.backend.delete_channel(old)
    await island.env.settle()
    await island.dm(player(island, one[0]), "say after")
    new = (await island.game()).places["tribe-1"]
    assert new != old
    assert texts(island, new)[-1] == "after"
    assert all(len(heard(island, seat, "after")) == 1 for seat in one[1:])
    admitted = island.env.backend.channels[new].overwrites
    assert not {island[name].id for name in PLAYERS} & {one.target_id for one in admitted}


@pytest.mark.clause("A6", "S5.1")
async def test_a_player_who_leaves_in_mid_council_keeps_seat_and_vote(island: World) -> None:
    """The booth is told by the character's name; nothing public says that anyone has left."""
    record = await until(island, "council")
    members = record.state.members
    gone, target = members[0], members[-1]
    public = texts(island, record.places["stage"])
    await island.dm(player(island, gone), f"vote {record.roster.name(target)}")
    island.guild.remove_member(player(island, gone))
    await island.env.settle()
    assert f"{record.roster.name(gone)} has left the server" in texts(island, record.places["booth"])[-1]
    assert texts(island, record.places["stage"]) == public
    for seat in members[1:-1]:
        await island.dm(player(island, seat), f"vote {record.roster.name(target)}")
    await island.slash(island.mod, "phase close")
    result = next(text for text in texts(island, record.places["stage"]) if "Council 1 is over" in text)
    assert f"{record.roster.name(target)} 3" in result
    assert gone in (await island.game()).state.living


@pytest.mark.clause("A6", "S5.1")
async def test_a_player_who_left_in_mid_council_can_be_replaced_or_removed(island: World) -> None:
    """The newcomer has the hand and the vote; with a removal votes for the seat are void and asked for anew."""
    record = await until(island, "council")
    gone, voter, other = record.state.members[:3]
    name = record.roster.name(gone)
    await island.dm(player(island, gone), f"vote {record.roster.name(other)}")
    island.guild.remove_member(player(island, gone))
    newcomer = island.join("Kit")
    assert_told(await island.slash(island.mod, "mod replace", seat=name, user=newcomer), name)
    assert any(f"you are **{name}**" in answer for answer in await island.dm(newcomer, "me"))
    assert (await island.game()).state.vote(gone) == other
    await island.dm(player(island, voter), f"vote {name}")
    await island.slash(island.mod, "mod remove", seat=name, reason="gone")
    assert (await island.game()).state.vote(voter) is None
    assert len(heard(island, voter, "your vote is void")) == 1
    assert "Kit" not in "\n".join(texts(island, record.places["stage"]))


@pytest.mark.clause("S13.3")
async def test_an_old_message_can_still_be_edited_and_deleted(island: World) -> None:
    """Days later and after a restart, its copies follow where they stand, and none is sent anew."""
    record = await island.game()
    one = record.state.tribes[0]
    speaker = player(island, one[0]).user
    sent = await speaker.send_dm("say I trust you all")
    for day in range(3):
        await island.env.advance_time(20 * 3600.0)
        if day == 1:
            await island.restart()
    assert (await island.game()).phase != record.phase
    count = len(island.inbox(player(island, one[1])))
    await speaker.edit(sent, "say I trust none of you")
    place = (await island.game()).places["tribe-1"]
    assert texts(island, place) == ["I trust none of you"]
    assert heard(island, one[1], "I trust") == [f"**{record.roster.name(one[0])}:** I trust none of you"]
    await speaker.delete(sent)
    assert texts(island, place) == heard(island, one[1], "I trust") == []
    assert len(island.inbox(player(island, one[1]))) == count - 1


@pytest.mark.clause("S13.3")
async def test_whoever_is_out_cannot_change_what_they_said(island: World) -> None:
    """The edit is refused in private; the copies stay as they were read."""
    last = (await until(island, "council")).state.members[-1]
    sent = await player(island, last).user.send_dm("say vote with me")
    record = await until(island, "challenge")
    assert last not in record.state.living
    await player(island, last).user.edit(sent, "say they are all liars")
    places = "\n".join(text for place in ("tribe-1", "tribe-2") for text in texts(island, record.places[place]))
    assert "vote with me" in places
    assert "liars" not in places
    assert not any(heard(island, seat, "liars") for seat in record.state.living)
    assert "out of the game" in island.inbox(player(island, last))[-1].content


@pytest.mark.clause("S8.2", "S8.3")
async def test_of_two_links_at_the_same_moment_the_first_sent_wins(island: World) -> None:
    """Both have arrived before the bot gets to either; it makes no difference whose turn comes first."""
    record = await until(island, "merge")
    message = await island.mod.send(island.lobby, "under the driftwood")
    await island.slash(island.mod, "mod idol", message=link_to(island, message))
    first, second = record.state.living[3], record.state.living[0]
    backend = island.env.backend
    with island._operation("paste"):
        for seat in (first, second):
            channel = player(island, seat).user.dm_channel
            backend.create_message(channel.id, player(island, seat).id, link_to(island, message))
        await island.env._settle_internal(dispatch="paste")
    await island.env.advance_time(3)
    assert (await island.game()).state.idol.holder == first
    assert len(heard(island, first, "You have found the hidden idol")) == 1
    assert len(heard(island, second, f"you saw **{record.roster.name(first)}** take the idol")) == 1
    assert "under the driftwood" not in [m.content for m in island.lobby.history()]
