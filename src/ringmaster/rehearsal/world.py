"""The simulated Discord server: its people, what each of them can see, and what they have not read yet."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import discord
from simcord.actors import MemberActor
from simcord.backend.access import channel_accessible
from simcord.backend.models import Channel, Message
from simcord.builders import ChannelHandle
from simcord.env import Env
from simcord.results import to_discord_message

from ringmaster.rehearsal.people import Person, cast, face

SERVER = "The Big Top"
BOT = "Ringmaster"
BOT_COLOUR = "#7b1e3a"
FACES = "https://cdn.simcord.invalid/avatars"
"""Where simcord says that pictures of accounts are. Nothing is fetched from there."""
TEXT, NEWS, CATEGORY, THREADS = 0, 5, 4, (10, 11, 12)
"""Channel types: https://discord.com/developers/docs/resources/channel#channel-object-channel-types"""
KEPT = 2000
"""How many entries of simcord's own records are kept; they are only for finding faults."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A channel, thread or DM as one person finds it in their list."""

    channel_id: int
    name: str
    group: str
    thread: bool = False
    direct: bool = False


class World:
    """A server full of people. Everything that makes somebody or the clock act holds ``acting``."""

    def __init__(self, env: Env, *, players: int) -> None:
        self.env = env
        self.acting = asyncio.Lock()
        self.pictures: dict[str, tuple[str, bytes]] = {}
        """Pictures by the address that messages give for them."""
        self._read: dict[tuple[int, int], int] = defaultdict(int)
        env.backend.bot_user.name = BOT
        self._picture(env.backend.bot_user, BOT, BOT_COLOUR)
        self.guild = env.create_guild(SERVER)
        hosts = self.guild.create_role("Hosts", permissions=discord.Permissions(manage_guild=True))
        self.lobby = self.guild.create_text_channel("lobby", topic="Where everybody meets.")
        self.people: dict[int, Person] = {}
        self._members: dict[int, MemberActor] = {}
        for name, part, colour in cast(players):
            user = env.create_user(name.lower(), global_name=name)
            self._picture(env.backend.users[user.id], name, colour)
            roles = [hosts] if part == "moderator" else []
            self._members[user.id] = self.guild.add_member(user, roles=roles)
            self.people[user.id] = Person(account=user.id, name=name, part=part, colour=colour)

    def _picture(self, user: Any, name: str, colour: str) -> None:
        user.avatar = "rehearsal"
        self.pictures[f"{FACES}/{user.id}/{user.avatar}.png"] = (f"{user.id}.png", face(name, colour))

    # -- people

    def member(self, account: int) -> MemberActor:
        """Somebody as a member of the server, to act with."""
        return self._members[account]

    def of_part(self, part: str) -> list[Person]:
        """Everybody with this part."""
        return [person for person in self.people.values() if person.part == part]

    @property
    def moderator(self) -> Person:
        """Who runs the game."""
        return self.of_part("moderator")[0]

    # -- places

    def channel(self, channel_id: int) -> ChannelHandle:
        """A channel, thread or DM, to act in.

        Raises:
            KeyError: there is none.
        """
        channel = self.env.backend.channels[channel_id]
        return ChannelHandle(self.env, self.guild if channel.guild_id else None, channel)

    def direct(self, account: int) -> ChannelHandle:
        """Somebody's direct messages with the bot."""
        return self.member(account).user.dm_channel

    def can_see(self, account: int, channel_id: int) -> bool:
        """Whether somebody can read a channel, as Discord would have it."""
        return channel_accessible(self.env.backend, channel_id, account, history=True)

    def spots(self, account: int) -> list[Spot]:
        """What somebody has in their list: direct messages, then channels with the threads under them."""
        direct = Spot(channel_id=self.direct(account).id, name=BOT, group="Direct messages", direct=True)
        return [direct, *self._channels(account)]

    def _channels(self, account: int) -> Iterator[Spot]:
        every = list(self.env.backend.channels.values())
        groups = [None, *(channel for channel in every if channel.type == CATEGORY)]
        for group in groups:
            for channel in every:
                if channel.type in (TEXT, NEWS) and channel.parent_id == (group.id if group else None):
                    yield from self._with_threads(account, channel, (group.name if group else None) or SERVER)

    def _with_threads(self, account: int, channel: Channel, group: str) -> Iterator[Spot]:
        if self.can_see(account, channel.id):
            yield Spot(channel_id=channel.id, name=channel.name or "", group=group)
        for thread in list(self.env.backend.channels.values()):
            if thread.type in THREADS and thread.parent_id == channel.id and self.can_see(account, thread.id):
                yield Spot(channel_id=thread.id, name=thread.name or "", group=group, thread=True)

    # -- messages

    def messages(self, account: int, channel_id: int) -> list[Message]:
        """What somebody can read in a channel, oldest first; private replies to others are not among it."""
        if not self.can_see(account, channel_id):
            return []
        stored = self.env.backend.messages.get(channel_id, {})
        return [stored[number] for number in sorted(stored) if stored[number].visible_to(account)]

    def shown(self, message: Message) -> discord.Message:
        """A message as somebody's client has it, to press its buttons."""
        return to_discord_message(self.env, message)

    def unread(self, account: int, channel_id: int) -> int:
        """How many messages somebody has not seen yet."""
        read = self._read[account, channel_id]
        stored = self.env.backend.messages.get(channel_id, {})
        return sum(
            number > read and message.author_id != account and message.visible_to(account)
            for number, message in stored.items()
        )

    def mark_read(self, account: int, channel_id: int) -> None:
        """Somebody is looking at a channel."""
        self._read[account, channel_id] = max(self.env.backend.messages.get(channel_id, {}), default=0)

    def name_of(self, message: Message) -> str:
        """Under which name people see a message."""
        user = self.env.backend.users.get(message.author_id)
        return message.author_name or (user and (user.global_name or user.name)) or ""

    # -- time

    @property
    def now(self) -> datetime:
        """The time in the simulation, in UTC."""
        return self.env.now()

    async def advance(self, seconds: float) -> None:
        """Let time pass; what the bot has to do in it is done."""
        await self.env.advance_time(seconds)
        del self.env.backend.transcript[:-KEPT], self.env.backend.http_requests[:-KEPT]
