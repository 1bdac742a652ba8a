"""What people in the simulated server can see, and what they have not read."""

from __future__ import annotations

from collections.abc import AsyncIterator

import discord
import pytest
import pytest_asyncio
from simcord.env import Env

from ringmaster.rehearsal import shim
from ringmaster.rehearsal.people import PLAYERS, cast
from ringmaster.rehearsal.world import World


@pytest_asyncio.fixture
async def world() -> AsyncIterator[World]:
    """A server with five players and a bot that does nothing."""
    with shim.applied():
        env = Env(discord.Client(intents=discord.Intents.all()), check_errors=False)
        await env.start()
        try:
            yield World(env, players=5)
        finally:
            await env.shutdown()


def channel_of(world: World, channel_id: int) -> discord.TextChannel:
    """A channel as the bot has it."""
    channel = world.env.bot.get_channel(channel_id)
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_everybody_has_direct_messages_and_the_lobby(world: World) -> None:
    """Who has just come in sees the bot and the lobby."""
    for account in world.people:
        assert [spot.name for spot in world.spots(account)] == ["Ringmaster", "lobby"]


async def test_a_hidden_channel_is_in_nobody_elses_list(world: World) -> None:
    """Only who may see a channel finds it."""
    ada, bruno = (person.account for person in world.of_part("player")[:2])
    show, hide = discord.PermissionOverwrite(view_channel=True), discord.PermissionOverwrite(view_channel=False)
    secret = world.guild.create_text_channel(
        "secret", overwrites={world.guild.default_role: hide, world.member(ada): show}
    )
    assert secret.id in [spot.channel_id for spot in world.spots(ada)]
    assert secret.id not in [spot.channel_id for spot in world.spots(bruno)]
    assert not world.can_see(bruno, world.direct(ada).id)


async def test_a_private_thread_hangs_under_its_channel_for_its_members(world: World) -> None:
    """The Mafia's thread is in the Mafia's list, under the stage."""
    ada, bruno = (person.account for person in world.of_part("player")[:2])
    await world.env.settle()
    lobby = channel_of(world, world.lobby.id)
    thread = await lobby.create_thread(name="mafia", type=discord.ChannelType.private_thread)
    await thread.add_user(discord.Object(ada))
    await world.env.settle()
    assert [(spot.name, spot.thread) for spot in world.spots(ada)][1:] == [("lobby", False), ("mafia", True)]
    assert not any(spot.thread for spot in world.spots(bruno))


async def test_messages_are_unread_until_somebody_looks(world: World) -> None:
    """What others write counts as unread, what one writes does not, and looking ends it."""
    ada, bruno = (person.account for person in world.of_part("player")[:2])
    await world.member(ada).send(world.lobby, "hello")
    await world.member(ada).send(world.lobby, "anybody?")
    assert (world.unread(ada, world.lobby.id), world.unread(bruno, world.lobby.id)) == (0, 2)
    world.mark_read(bruno, world.lobby.id)
    assert world.unread(bruno, world.lobby.id) == 0


async def test_only_as_many_players_as_there_are_names() -> None:
    """A cast that is too large is refused."""
    with pytest.raises(ValueError, match="names"):
        list(cast(len(PLAYERS) + 1))
