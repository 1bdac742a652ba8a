"""A simulated server with a small bot: courier and builder against the real discord.py."""
# pyright: reportPrivateUsage=false

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import discord
from simcord.actors import MemberActor
from simcord.backend.access import can_access_channel
from simcord.backend.models import Channel
from simcord.builders import ChannelHandle
from simcord.env import Env

from ringmaster.discord_app import permissions
from ringmaster.discord_app.connection import Connection
from ringmaster.discord_app.courier import DiscordCourier
from ringmaster.discord_app.rooms import DiscordBuilder

T = TypeVar("T")


class Pressed(discord.ui.DynamicItem[discord.ui.Button[Any]], template=re.compile("press:(?P<what>.+)")):
    """A button whose custom ID says everything."""

    def __init__(self, what: str) -> None:
        super().__init__(discord.ui.Button(label=what, custom_id=f"press:{what}"))
        self.what = what

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: re.Match[str], /) -> Pressed:
        """What the custom ID stands for."""
        return cls(match["what"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer."""
        await interaction.response.send_message(f"pressed {self.what}", ephemeral=True)


class SmallBot(discord.Client):
    """Nothing but a connection, with what the real bot asks for."""

    def __init__(self) -> None:
        super().__init__(intents=permissions.intents(), chunk_guilds_at_startup=False, max_messages=None)

    async def setup_hook(self) -> None:
        """Its buttons."""
        self.add_dynamic_items(Pressed)


class Island:
    """The server, its people, and what the publisher works with."""

    def __init__(self, env: Env, bot: SmallBot) -> None:
        self.env, self.bot = env, bot
        self.guild = env.create_guild("Island")
        self.lobby = self.guild.create_text_channel("lobby")
        self.people = {name: self.guild.add_member(env.create_user(name.lower())) for name in ("Ada", "Bo", "Cy", "Di")}
        connection = Connection(bot, requests_a_second=1e6)
        self.courier = DiscordCourier(connection)
        self.builder = DiscordBuilder(connection)

    def __getitem__(self, name: str) -> MemberActor:
        return self.people[name]

    def ids(self, *names: str) -> frozenset[int]:
        """The accounts of people."""
        return frozenset(self.people[name].id for name in names)

    async def do(self, work: Awaitable[T]) -> T:
        """Let the bot do something, and what follows from it happen."""
        with self.env._bot_scope():
            result = await work
        await self.env.settle()
        return result

    def channel(self, channel_id: int) -> Channel:
        """A channel or thread as the server has it."""
        return self.env.backend.channels[channel_id]

    def handle(self, channel_id: int) -> ChannelHandle:
        """A channel or thread to act in."""
        return ChannelHandle(self.env, self.guild, self.channel(channel_id))

    def texts(self, channel_id: int) -> list[str]:
        """What stands in a channel."""
        return [message.content for message in self.env.backend.messages[channel_id].values()]

    def who_reads(self, channel_id: int) -> set[str]:
        """The people who can read a channel."""
        return {name for name, actor in self.people.items() if can_access_channel(self.env, channel_id, actor)}

    def who_writes(self, channel_id: int) -> set[str]:
        """The people who can write in a channel."""
        bit = discord.Permissions(send_messages=True).value
        return {
            name
            for name in self.who_reads(channel_id)
            if self.env.backend.compute_permissions(self.guild.id, self[name].id, channel_id) & bit
        }

    def requests(self) -> list[str]:
        """What the bot has asked of Discord since this was asked for last."""
        done = [f"{entry.method} {re.sub(r'[0-9]{5,}', '…', entry.path)}" for entry in self.env.backend.http_requests]
        self.env.backend.http_requests.clear()
        return done

    def grant(self, **changes: bool) -> None:
        """Change what the bot's own role may do."""
        assert self.bot.user is not None
        self._change(self.guild.roles[self.bot.user.name].id, administrator=False, **changes)

    def grant_everyone(self, **changes: bool) -> None:
        """Change what everyone in the server may do."""
        self._change(self.guild.id, **changes)

    def _change(self, role_id: int, **changes: bool) -> None:
        granted = discord.Permissions(self.env.backend.get_role(self.guild.id, role_id).permissions)
        granted.update(**changes)
        self.env.backend.edit_role(self.guild.id, role_id, {"permissions": granted.value})


@asynccontextmanager
async def island() -> AsyncIterator[Island]:
    """A server for one test."""
    bot = SmallBot()
    env = Env(bot, settle_timeout=10.0)
    await env.start()
    try:
        world = Island(env, bot)
        world.grant(**{name: value for name, value in permissions.PERMISSIONS if value})
        await env.settle()
        world.requests()
        yield world
    finally:
        await env.shutdown()
