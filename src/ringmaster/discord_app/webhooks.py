"""The webhooks in whose names characters speak: one a channel, the bot's own, found again and made again."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import dataclass

import discord

from ringmaster.discord_app.connection import Connection
from ringmaster.discord_app.consequences import UNKNOWN_CHANNEL, UNKNOWN_WEBHOOK, DeliveryFailed

NAME = "Ringmaster"

NOT_GIVEN = frozenset({50001, 50013, 30007})
"""Codes for which a channel has no webhook of the bot's: not allowed, or 15 others are there already."""

LOOKED_AT = 30.0
"""Seconds that a webhook counts as being where it was last seen."""

REFUSED = 600.0
"""Seconds until a channel is asked again that has refused a webhook."""


class NoWebhook(DeliveryFailed):
    """A channel has no webhook for the bot, so nobody can speak there in another's name."""


@dataclass(frozen=True, slots=True)
class Mouth:
    """What characters speak through in a channel or thread."""

    webhook: discord.Webhook
    thread: discord.Object | None

    @property
    def at(self) -> int:
        """The ID of the channel or thread."""
        assert self.webhook.channel_id is not None
        return self.webhook.channel_id if self.thread is None else self.thread.id


@dataclass(slots=True)
class _Known:
    webhook: discord.Webhook
    seen: float


class Webhooks:
    """Finds, makes and forgets the webhooks of channels, one thing at a time in each channel."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._known: dict[int, _Known] = {}
        self._refused: dict[int, float] = {}
        self._parents: dict[int, int] = {}
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def mouth(self, channel_id: int) -> Mouth:
        """The way to speak in a channel or thread.

        Raises:
            NoWebhook: the bot may have none there.
            DeliveryFailed: the channel is gone, or Discord does not answer.
        """
        home = await self._home(channel_id)
        async with self._locks[home]:
            webhook = await self._usable(home) or await self._find_or_make(home)
        return Mouth(webhook, None if home == channel_id else discord.Object(channel_id))

    async def misplaced(self, mouth: Mouth) -> None:
        """A webhook turned out to be elsewhere: it is removed, so that the next one is made in the right place."""
        home = self._parents[mouth.at]
        async with self._locks[home]:
            self._known.pop(home, None)
            await self._remove(mouth.webhook)

    def gone(self, mouth: Mouth) -> None:
        """Somebody has deleted a webhook."""
        self._known.pop(self._parents[mouth.at], None)

    async def _home(self, channel_id: int) -> int:
        """The channel that a webhook belongs to: a thread's parent, or the channel itself."""
        if channel_id not in self._parents:
            channel = self._connection.client.get_channel(channel_id)
            if channel is None:
                async with self._connection.request():
                    channel = await self._connection.client.fetch_channel(channel_id)
            self._parents[channel_id] = channel.parent_id if isinstance(channel, discord.Thread) else channel_id
        return self._parents[channel_id]

    async def _usable(self, home: int) -> discord.Webhook | None:
        """The known webhook of a channel, if it is still there; one that was moved away is removed."""
        known = self._known.get(home)
        now = asyncio.get_running_loop().time()
        if known is None or now - known.seen < LOOKED_AT:
            return None if known is None else known.webhook
        del self._known[home]
        try:
            async with self._connection.request():
                found = await known.webhook.fetch(prefer_auth=False)
        except DeliveryFailed as failure:
            if failure.code != UNKNOWN_WEBHOOK:
                raise
            return None
        if found.channel_id != home:
            await self._remove(known.webhook)
            return None
        self._known[home] = _Known(known.webhook, now)
        return known.webhook

    async def _find_or_make(self, home: int) -> discord.Webhook:
        now = asyncio.get_running_loop().time()
        if now < self._refused.get(home, now):
            raise NoWebhook(403, reason="refused before")
        try:
            webhook = await self._find(home) or await self._make(home)
        except DeliveryFailed as failure:
            if failure.code not in NOT_GIVEN:
                raise
            self._refused[home] = now + REFUSED
            raise NoWebhook(failure.status, failure.code) from failure
        self._known[home] = _Known(webhook, now)
        return webhook

    async def _find(self, home: int) -> discord.Webhook | None:
        """The bot's own, oldest first: only those have a token, and people can rename and move them."""
        async with self._connection.request():
            webhooks = await (await self._channel(home)).webhooks()
        user = self._connection.client.user
        own = [one for one in webhooks if one.token and one.name == NAME and one.user == user]
        return min(own, key=lambda one: one.id, default=None)

    async def _make(self, home: int) -> discord.Webhook:
        channel = await self._channel(home)
        async with self._connection.request():
            return await channel.create_webhook(name=NAME)

    async def _channel(self, home: int) -> discord.TextChannel:
        channel = self._connection.client.get_channel(home) or await self._connection.client.fetch_channel(home)
        if not isinstance(channel, discord.TextChannel):
            raise DeliveryFailed(404, UNKNOWN_CHANNEL, reason="not a text channel")
        return channel

    async def _remove(self, webhook: discord.Webhook) -> None:
        try:
            async with self._connection.request():
                await webhook.delete(prefer_auth=False)
        except DeliveryFailed as failure:
            if failure.code != UNKNOWN_WEBHOOK:
                raise
