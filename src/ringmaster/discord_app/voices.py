"""What characters say: by webhook under their names, changed and taken back the same way."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any, TypeVar

import discord

from ringmaster.discord_app.connection import Connection
from ringmaster.discord_app.consequences import UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, DeliveryFailed
from ringmaster.discord_app.rendering import to_send, webhook_name
from ringmaster.discord_app.webhooks import Mouth, NoWebhook, Webhooks
from ringmaster.sessions.messages import Message, Voice

T = TypeVar("T")

QUIET = discord.AllowedMentions.none()


class Voices:
    """Speaks by the webhooks of channels. Every method raises `DeliveryFailed` when Discord does not do it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._webhooks = Webhooks(connection)

    async def say(self, channel_id: int, message: Message, voice: Voice, pictures: Mapping[str, bytes]) -> int:
        """Say something in a character's name; the message's ID.

        A webhook that was deleted is made again, once. One that was moved would say it in the wrong place: what
        has got there is removed at once.

        Raises:
            NoWebhook: the bot may have none there.
        """

        async def speak(mouth: Mouth) -> discord.WebhookMessage:
            async with self._connection.request():
                return await mouth.webhook.send(**to_send(message, pictures), **_as(voice), **_in(mouth), wait=True)

        mouth, said = await self._through(channel_id, speak)
        if said.channel.id != channel_id:
            await self._take_away(mouth, said)
            mouth, said = await self._through(channel_id, speak)
        return said.id

    async def amend(self, channel_id: int, message_id: int, text: str, kept: Collection[str] | None) -> bool:
        """Let something that was said say something else; False if the channel's webhook did not say it.

        Args:
            channel_id: where it was said.
            message_id: by which message.
            text: the new words.
            kept: the names of the pictures that stay; None for all.
        """

        async def amend(mouth: Mouth) -> None:
            async with self._connection.request():
                left: dict[str, Any] = {}
                if kept is not None:
                    said = await mouth.webhook.fetch_message(message_id, **_in(mouth))
                    left["attachments"] = [file for file in said.attachments if file.filename in kept]
                await mouth.webhook.edit_message(
                    message_id, content=text or None, allowed_mentions=QUIET, **left, **_in(mouth)
                )

        return await self._unless_foreign(channel_id, amend)

    async def withdraw(self, channel_id: int, message_id: int) -> bool:
        """Delete something that was said; False if the channel's webhook did not say it."""

        async def withdraw(mouth: Mouth) -> None:
            async with self._connection.request():
                await mouth.webhook.delete_message(message_id, **_in(mouth))

        return await self._unless_foreign(channel_id, withdraw)

    async def _unless_foreign(self, channel_id: int, act: Callable[[Mouth], Awaitable[None]]) -> bool:
        try:
            await self._through(channel_id, act)
        except NoWebhook:
            return False
        except DeliveryFailed as failure:
            if failure.code != UNKNOWN_MESSAGE:
                raise
            return False
        return True

    async def _through(self, channel_id: int, act: Callable[[Mouth], Awaitable[T]]) -> tuple[Mouth, T]:
        """Do something by a channel's webhook, and by a new one if it turns out to be gone."""
        mouth = await self._webhooks.mouth(channel_id)
        try:
            return mouth, await act(mouth)
        except DeliveryFailed as failure:
            if failure.code != UNKNOWN_WEBHOOK:
                raise
        self._webhooks.gone(mouth)
        mouth = await self._webhooks.mouth(channel_id)
        return mouth, await act(mouth)

    async def _take_away(self, mouth: Mouth, said: discord.WebhookMessage) -> None:
        try:
            async with self._connection.request():
                await mouth.webhook.delete_message(said.id)
        except DeliveryFailed as failure:
            if failure.code not in (UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK):
                raise
        await self._webhooks.misplaced(mouth)


def _as(voice: Voice) -> dict[str, Any]:
    name = {"username": webhook_name(voice)}
    return name if voice.avatar is None else {**name, "avatar_url": voice.avatar}


def _in(mouth: Mouth) -> dict[str, Any]:
    return {} if mouth.thread is None else {"thread": mouth.thread}
