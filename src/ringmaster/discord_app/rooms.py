"""Places in Discord: finding or making them, and making them as a room has to be.

A channel that somebody may not read can still be seen with a modified client, with all its overwrites. So
places whose members are secret are private threads, and no overwrite names anyone who is a secret.
Overwrites are always given in full: what a category would hand down is never relied on.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from datetime import datetime
from typing import Any, Protocol, TypeAlias

import discord

from ringmaster.discord_app.connection import Connection
from ringmaster.discord_app.consequences import DeliveryFailed
from ringmaster.sessions.messages import Room
from ringmaster.sessions.records import Account

NAME_LENGTH, TOPIC_LENGTH = 100, 1024
CHANNELS_IN_A_CATEGORY = 50
WEEK = 10080
"""The longest time, in minutes, after which Discord archives a thread in which nobody writes."""

MEMBER_GONE = frozenset({10007, 10013})
UNKNOWN_CHANNEL, MISSING_PERMISSIONS = 10003, 50013

NONE = discord.Permissions.none()

READ = discord.Permissions(view_channel=True, read_message_history=True)
WRITE = discord.Permissions(send_messages=True, add_reactions=True)
START_THREADS = discord.Permissions(create_public_threads=True, create_private_threads=True)
IN_THREADS = discord.Permissions(send_messages_in_threads=True)
OWN = READ | WRITE | START_THREADS | IN_THREADS | discord.Permissions(embed_links=True, attach_files=True)

NEEDED = discord.Permissions(view_channel=True, send_messages=True)
"""Without these the bot could not close a place to anyone."""

Overwrites: TypeAlias = dict[discord.Role | discord.Member | discord.Object, discord.PermissionOverwrite]
"""By role or account. Accounts are bare IDs, because people may have left the server."""


class Builder(Protocol):
    """Builds places. Every method raises `DeliveryFailed` when Discord does not do it."""

    async def category(self, guild_id: int, name: str, since: datetime) -> int:
        """The ID of a category of this name that the bot has made since then and not used, or of a new one."""
        ...

    async def room(self, guild_id: int, room: Room, token: str, parent: int | None, taken: Collection[int]) -> int:
        """The ID of the channel or thread that was made for a room and not stored, or of a new one.

        Args:
            guild_id: the server.
            room: how it has to be.
            token: recognises a channel that was made for this room; it stands in the topic.
            parent: the category of a channel, or the channel of a thread.
            taken: the IDs that belong to other places.
        """
        ...

    async def fit(self, guild_id: int, channel_id: int, room: Room) -> None:
        """Make an existing place as the room has to be, in as few requests as possible."""
        ...

    async def retire(self, guild_id: int, channel_id: int) -> None:
        """Close a place that the game does not need any more: a thread is locked and archived."""
        ...


class DiscordBuilder:
    """See `Builder`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        # discord.py's cache follows a change only when the gateway tells of it, so what was written last counts too.
        self._overwrites: dict[int, Mapping[int, tuple[int, int]]] = {}
        self._locked: dict[int, bool] = {}

    # -- finding and making

    async def category(self, guild_id: int, name: str, since: datetime) -> int:
        """See `Builder.category`. It is only a folder: taking an empty one by mistake would reveal nothing."""
        guild = self._connection.guild(guild_id)
        name = name[:NAME_LENGTH]
        async with self._connection.request():
            channels = await guild.fetch_channels()
        used = {channel.category_id for channel in channels if not isinstance(channel, discord.CategoryChannel)}
        for channel in channels:
            empty = isinstance(channel, discord.CategoryChannel) and channel.id not in used
            if empty and channel.name == name and channel.created_at >= since:
                return channel.id
        async with self._connection.request():
            return (await guild.create_category(name)).id

    async def room(self, guild_id: int, room: Room, token: str, parent: int | None, taken: Collection[int]) -> int:
        """See `Builder.room`."""
        guild = self._connection.guild(guild_id)
        if room.thread_of is None:
            return await self._channel(guild, room, token, parent)
        if parent is None:
            raise ValueError("a thread hangs from a channel")
        return await self._thread(guild, room, parent, taken)

    async def _channel(self, guild: discord.Guild, room: Room, token: str, parent: int | None) -> int:
        async with self._connection.request():
            channels = await guild.fetch_channels()
        for channel in channels:
            if isinstance(channel, discord.TextChannel) and token in (channel.topic or ""):
                return channel.id
        category = next((c for c in channels if isinstance(c, discord.CategoryChannel) and c.id == parent), None)
        if category is None:
            raise DeliveryFailed(404, UNKNOWN_CHANNEL, reason="the category is gone")
        full = sum(channel.category_id == parent for channel in channels) >= CHANNELS_IN_A_CATEGORY
        wanted = overwrites(guild, room)
        async with self._connection.request():
            made = await guild.create_text_channel(
                room.title[:NAME_LENGTH],
                topic=topic(room, token),
                category=None if full else category,
                overwrites=wanted,
            )
        self._overwrites[made.id] = written(wanted)
        return made.id

    async def _thread(self, guild: discord.Guild, room: Room, parent: int, taken: Collection[int]) -> int:
        """Threads have no topic, so an earlier attempt is one that is the bot's own, bears the name and is empty."""
        name = room.title[:NAME_LENGTH]
        async with self._connection.request():
            threads = await guild.active_threads()
        for thread in threads:
            ours = thread.owner_id == guild.me.id and thread.parent_id == parent and thread.id not in taken
            if ours and thread.is_private() and thread.name == name and await self._is_empty(thread):
                return thread.id
        stage = await self._place(guild, parent)
        if not isinstance(stage, discord.TextChannel):
            raise DeliveryFailed(404, UNKNOWN_CHANNEL, reason="the channel of the thread is gone")
        async with self._connection.request():
            made = await stage.create_thread(
                name=name,
                type=discord.ChannelType.private_thread,
                invitable=False,
                auto_archive_duration=WEEK,
            )
        return made.id

    async def _is_empty(self, thread: discord.Thread) -> bool:
        async with self._connection.request():
            members = await thread.fetch_members()
        async with self._connection.request():
            written = [message async for message in thread.history(limit=1)]
        return not written and all(member.id == thread.guild.me.id for member in members)

    async def _place(self, guild: discord.Guild, channel_id: int) -> discord.abc.GuildChannel | discord.Thread:
        known = guild.get_channel_or_thread(channel_id)
        if known is not None:
            return known
        async with self._connection.request():
            return await guild.fetch_channel(channel_id)

    # -- fitting

    async def fit(self, guild_id: int, channel_id: int, room: Room) -> None:
        """See `Builder.fit`."""
        place = await self._place(self._connection.guild(guild_id), channel_id)
        if isinstance(place, discord.Thread):
            await self._fit_thread(place, room)
        elif isinstance(place, discord.TextChannel):
            await self._fit_channel(place, room)
        else:
            raise DeliveryFailed(404, UNKNOWN_CHANNEL, reason="not a text channel")

    async def _fit_channel(self, channel: discord.TextChannel, room: Room) -> None:
        wanted: Overwrites = {**foreign(channel), **overwrites(channel.guild, room)}
        target = written(wanted)
        if written(channel.overwrites) == target == self._overwrites.get(channel.id, target):
            return
        async with self._connection.request():
            await channel.edit(overwrites=wanted)
        self._overwrites[channel.id] = target

    async def _fit_thread(self, thread: discord.Thread, room: Room) -> None:
        locked = not room.open
        if thread.archived or not thread.locked == locked == self._locked.get(thread.id, locked):
            async with self._connection.request():
                await thread.edit(archived=False, locked=locked)
            self._locked[thread.id] = locked
        async with self._connection.request():
            there = {member.id for member in await thread.fetch_members()} - {thread.guild.me.id}
        wanted = room.readers | room.writers
        for account in sorted(there - wanted):
            await self._unless_gone(thread.remove_user, account)
        for account in sorted(wanted - there):
            await self._unless_gone(thread.add_user, account)

    async def _unless_gone(self, change: Callable[[discord.Object], Awaitable[None]], account: Account) -> None:
        try:
            async with self._connection.request():
                await change(discord.Object(account))
        except DeliveryFailed as failure:
            if failure.code not in MEMBER_GONE:
                raise

    async def retire(self, guild_id: int, channel_id: int) -> None:
        """See `Builder.retire`. Channels stay as they are, to be read; an archived thread is not in the cache."""
        thread = self._connection.guild(guild_id).get_thread(channel_id)
        if thread is not None:
            async with self._connection.request():
                await thread.edit(archived=True, locked=True)
            self._locked[channel_id] = True


def topic(room: Room, token: str) -> str:
    """A channel's topic, with the token by which it is found again."""
    mark = f" · {token}"
    return room.topic[: TOPIC_LENGTH - len(mark)] + mark


def overwrites(guild: discord.Guild, room: Room) -> Overwrites:
    """Who may do what in a channel, in bits that the bot has itself: others it may not give or take.

    Writing is always taken from everyone and given to the writers, so that it can be closed in one change.

    Raises:
        DeliveryFailed: the bot may not do so much that places could be closed.
    """
    mine = guild.me.guild_permissions
    if not mine >= NEEDED:
        raise DeliveryFailed(403, MISSING_PERMISSIONS)
    everyone = _pair(READ | IN_THREADS, WRITE | START_THREADS) if room.public else _pair(NONE, READ | WRITE)
    given: Overwrites = {guild.default_role: everyone, _account(guild.me.id): _pair(OWN, NONE)}
    if not room.public:
        given |= {_account(account): _pair(READ, NONE) for account in room.readers | room.writers}
    if room.open:
        given |= {_account(account): _pair(READ | WRITE, NONE) for account in room.writers}
    return {target: _masked(overwrite, mine) for target, overwrite in given.items()}


def foreign(channel: discord.TextChannel) -> Overwrites:
    """What the server's own people have set for roles: that is theirs to decide."""
    return {
        target if isinstance(target, discord.Role) else discord.Object(target.id, type=discord.Role): overwrite
        for target, overwrite in channel.overwrites.items()
        if target.id != channel.guild.id and _is_role(target)
    }


def written(overwrites: Mapping[Any, discord.PermissionOverwrite]) -> dict[int, tuple[int, int]]:
    """Overwrites as they can be compared; those that say nothing are left out."""
    pairs = ((target.id, overwrite.pair()) for target, overwrite in overwrites.items())
    return {target: (allow.value, deny.value) for target, (allow, deny) in pairs if allow.value or deny.value}


def _pair(allow: discord.Permissions, deny: discord.Permissions) -> discord.PermissionOverwrite:
    return discord.PermissionOverwrite.from_pair(allow, deny)


def _masked(overwrite: discord.PermissionOverwrite, mine: discord.Permissions) -> discord.PermissionOverwrite:
    allow, deny = overwrite.pair()
    return _pair(allow & mine, deny & mine)


def _account(account: Account) -> discord.Object:
    return discord.Object(account, type=discord.Member)


def _is_role(target: discord.Role | discord.Member | discord.Object) -> bool:
    return isinstance(target, discord.Role) or (isinstance(target, discord.Object) and target.type is discord.Role)
