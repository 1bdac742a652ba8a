"""Where simcord differs from Discord, it is mended."""

from __future__ import annotations

from collections.abc import AsyncIterator

import discord
import pytest
import pytest_asyncio
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle
from simcord.env import Env

from ringmaster.rehearsal import shim


@pytest_asyncio.fixture
async def env() -> AsyncIterator[Env]:
    """A simulated Discord with a bot that does nothing by itself."""
    with shim.applied():
        made = Env(discord.Client(intents=discord.Intents.default()), check_errors=False)
        await made.start()
        try:
            yield made
        finally:
            await made.shutdown()


def server(env: Env) -> tuple[GuildHandle, ChannelHandle, MemberActor]:
    """A server with a channel and somebody in it."""
    guild = env.create_guild()
    channel = guild.create_text_channel("stage")
    return guild, channel, guild.add_member(env.create_user("ann"))


async def test_a_webhook_posts_into_a_thread(env: Env) -> None:
    """What is meant for a private thread does not land in the channel that everybody reads."""
    _, stage, _ = server(env)
    await env.settle()
    channel = env.bot.get_channel(stage.id)
    assert isinstance(channel, discord.TextChannel)
    with env.time_context():
        thread = await channel.create_thread(name="mafia", type=discord.ChannelType.private_thread)
        webhook = await channel.create_webhook(name="voice")
        sent = await webhook.send("secret", thread=thread, username="Masked", wait=True)
        await webhook.edit_message(sent.id, content="still secret", thread=thread)
    stored = env.backend.messages
    assert [message.content for message in stored[thread.id].values()] == ["still secret"]
    assert "secret" not in [message.content for message in stored.get(stage.id, {}).values()]


@pytest.mark.parametrize(
    ("kind", "announced"),
    [(discord.ChannelType.private_thread, []), (discord.ChannelType.public_thread, ["plotters"])],
)
async def test_a_private_thread_is_not_announced(env: Env, kind: discord.ChannelType, announced: list[str]) -> None:
    """Who is not in it does not learn its name; a public thread is announced as ever."""
    _, stage, _ = server(env)
    await env.settle()
    channel = env.bot.get_channel(stage.id)
    assert isinstance(channel, discord.TextChannel)
    thread = await channel.create_thread(name="plotters", type=kind)
    assert [message.content for message in env.backend.messages[stage.id].values()] == announced
    assert env.bot.get_channel(thread.id) is not None


@pytest.mark.parametrize("status", [429, 500, 502])
async def test_a_request_that_fails_once_is_tried_again(env: Env, status: int) -> None:
    """As discord.py does with rate limits and faults of Discord."""
    _, stage, _ = server(env)
    await env.settle()
    env.inject_error("POST", f"/channels/{stage.id}/messages", status=status, times=1)
    channel = env.bot.get_channel(stage.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.send("hello")
    assert [message.content for message in env.backend.messages[stage.id].values()] == ["hello"]


async def test_a_request_that_keeps_failing_fails_as_with_discord(env: Env) -> None:
    """In the end the fault is discord.py's own for faults of Discord."""
    _, stage, _ = server(env)
    await env.settle()
    env.inject_error("POST", f"/channels/{stage.id}/messages", status=503, times=None)
    channel = env.bot.get_channel(stage.id)
    assert isinstance(channel, discord.TextChannel)
    with pytest.raises(discord.DiscordServerError):
        await channel.send("hello")


def test_mends_end_with_their_context() -> None:
    """Whoever uses simcord afterwards gets simcord."""
    before = Env._settle_internal.__kwdefaults__["idle"]
    with shim.applied():
        assert Env._settle_internal.__kwdefaults__["idle"] == shim.IDLE_SECONDS
    assert Env._settle_internal.__kwdefaults__["idle"] == before
