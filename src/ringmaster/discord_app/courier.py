"""Messages to and from Discord's channels: the port that the publisher speaks to, and discord.py behind it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, TypeVar

import discord

from ringmaster.discord_app.connection import Connection
from ringmaster.discord_app.consequences import DeliveryFailed
from ringmaster.discord_app.rendering import (
    CARD_TEXT,
    CARD_TITLE,
    NO_PICTURES,
    spoken,
    strike,
    struck,
    to_edit,
    to_send,
    webhook_name,
)
from ringmaster.discord_app.voices import Voices
from ringmaster.sessions.messages import Message, Voice
from ringmaster.sessions.records import Account

T = TypeVar("T")

ARCHIVED_THREAD = 50083
LOOK_BACK = 500
"""How many messages of a channel are looked through for one that may have arrived."""


@dataclass(frozen=True, slots=True)
class Found:
    """A message of the bot's that may be the one in question; ``certain`` when it carries its nonce."""

    message_id: int
    certain: bool


class Courier(Protocol):
    """Carries messages. Every method raises `DeliveryFailed` when Discord does not do it."""

    async def direct(self, account: Account) -> int:
        """The channel ID of an account's direct messages with the bot."""
        ...

    async def post(
        self,
        channel_id: int,
        message: Message,
        nonce: str,
        pictures: Mapping[str, bytes] = NO_PICTURES,
    ) -> int:
        """Post a message; the answer is its ID. Within some minutes the same nonce posts nothing new."""
        ...

    async def say(self, channel_id: int, message: Message, voice: Voice, pictures: Mapping[str, bytes]) -> int:
        """Post a message in a character's name; its ID.

        Raises:
            NoWebhook: nobody can speak there in another's name.
        """
        ...

    async def find(
        self, channel_id: int, message: Message, nonce: str, since: datetime, voice: Voice | None = None
    ) -> Sequence[Found]:
        """The bot's own messages since then that could be this one, in the voice's name or its own, oldest first."""
        ...

    async def amend(
        self, channel_id: int, message_id: int, text: str, kept: Collection[str] | None, voice: Voice | None
    ) -> None:
        """Let a copy say something else; of its pictures those with names in ``kept`` stay, or all.

        Raises:
            DeliveryFailed: with the code `NOT_OWN_MESSAGE` when the webhook that said it is no more.
        """
        ...

    async def withdraw(self, channel_id: int, message_id: int, voice: Voice | None) -> None:
        """Delete a copy."""
        ...

    async def edit(self, channel_id: int, message_id: int, message: Message) -> None:
        """Make a message say something else."""
        ...

    async def strike(self, channel_id: int, message_id: int) -> None:
        """Mark a message as undone; once is enough, twice changes nothing."""
        ...

    async def erase(self, channel_id: int, message_id: int, phrase: str | None) -> None:
        """Remove a message, or only a phrase from one of the bot's own; twice changes nothing."""
        ...


class DiscordCourier:
    """See `Courier`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._voices = Voices(connection)

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._connection.client.get_partial_messageable(channel_id)

    async def direct(self, account: Account) -> int:
        """See `Courier.direct`. Asks Discord only the first time."""
        async with self._connection.request():
            return (await self._connection.client.create_dm(discord.Object(account))).id

    async def post(
        self,
        channel_id: int,
        message: Message,
        nonce: str,
        pictures: Mapping[str, bytes] = NO_PICTURES,
    ) -> int:
        """See `Courier.post`. discord.py sends ``enforce_nonce`` with every nonce."""

        async def post() -> int:
            async with self._connection.request():
                return (await self._channel(channel_id).send(**to_send(message, pictures), nonce=nonce)).id

        return await self._unarchived(channel_id, post)

    async def say(self, channel_id: int, message: Message, voice: Voice, pictures: Mapping[str, bytes]) -> int:
        """See `Courier.say`."""
        return await self._unarchived(channel_id, lambda: self._voices.say(channel_id, message, voice, pictures))

    async def _unarchived(self, channel_id: int, act: Callable[[], Awaitable[T]]) -> T:
        """Do something in a thread that may have archived itself meanwhile."""
        try:
            return await act()
        except DeliveryFailed as failure:
            if failure.code != ARCHIVED_THREAD:
                raise
        async with self._connection.request():
            thread = await self._connection.client.fetch_channel(channel_id)
            if isinstance(thread, discord.Thread):
                await thread.edit(archived=False)
        return await act()

    async def find(
        self, channel_id: int, message: Message, nonce: str, since: datetime, voice: Voice | None = None
    ) -> Sequence[Found]:
        """See `Courier.find`. Discord keeps nonces for a short time only; then the content decides."""
        own = message if voice is None else spoken(message, voice)
        found: list[Found] = []
        async with self._connection.request():
            history = self._channel(channel_id).history(limit=LOOK_BACK, after=since, oldest_first=True)
            async for posted in history:
                if _is_said(posted, message, voice):
                    found.append(Found(posted.id, certain=False))
                if posted.author.id != self._own_id or posted.reference or posted.interaction_metadata:
                    continue
                if posted.nonce is not None:
                    if str(posted.nonce) == nonce:
                        found.append(Found(posted.id, certain=True))
                elif _signature(posted) == _expected(own):
                    found.append(Found(posted.id, certain=False))
        return found

    @property
    def _own_id(self) -> int | None:
        user = self._connection.client.user
        return None if user is None else user.id

    async def edit(self, channel_id: int, message_id: int, message: Message) -> None:
        """See `Courier.edit`."""

        async def edit() -> None:
            async with self._connection.request():
                await self._channel(channel_id).get_partial_message(message_id).edit(**to_edit(message))

        await self._unarchived(channel_id, edit)

    async def amend(
        self, channel_id: int, message_id: int, text: str, kept: Collection[str] | None, voice: Voice | None
    ) -> None:
        """See `Courier.amend`."""
        if voice is not None and await self._voices.amend(channel_id, message_id, text, kept):
            return
        words = text if voice is None else spoken(Message(text=text), voice).text

        async def amend() -> None:
            async with self._connection.request():
                copy = self._channel(channel_id).get_partial_message(message_id)
                quiet: dict[str, Any] = {"allowed_mentions": discord.AllowedMentions.none()}
                if kept is not None:
                    files = (await copy.fetch()).attachments
                    quiet["attachments"] = [file for file in files if file.filename in kept]
                await copy.edit(content=words or None, **quiet)

        await self._unarchived(channel_id, amend)

    async def withdraw(self, channel_id: int, message_id: int, voice: Voice | None) -> None:
        """See `Courier.withdraw`. What a webhook that is no more has said takes *Manage Messages*."""
        if voice is not None and await self._voices.withdraw(channel_id, message_id):
            return
        await self.erase(channel_id, message_id, None)

    async def strike(self, channel_id: int, message_id: int) -> None:
        """See `Courier.strike`. Text and cards are struck through, buttons go."""
        async with self._connection.request():
            posted = await self._channel(channel_id).fetch_message(message_id)
        content = struck(posted.content)
        if content == posted.content:
            return
        cards = [_struck_card(card) for card in posted.embeds]

        async def edit() -> None:
            async with self._connection.request():
                quiet = discord.AllowedMentions.none()
                await posted.edit(content=content, embeds=cards, view=None, allowed_mentions=quiet)

        await self._unarchived(channel_id, edit)

    async def erase(self, channel_id: int, message_id: int, phrase: str | None) -> None:
        """See `Courier.erase`. What would be left empty is removed."""

        async def erase() -> None:
            async with self._connection.request():
                posted = self._channel(channel_id).get_partial_message(message_id)
                if phrase is None:
                    await posted.delete()
                    return
                whole = await posted.fetch()
                rest = whole.content.replace(phrase, "").strip()
                if rest or whole.embeds or whole.attachments:
                    await whole.edit(content=rest, allowed_mentions=discord.AllowedMentions.none())
                else:
                    await whole.delete()

        await self._unarchived(channel_id, erase)


def _struck_card(card: discord.Embed) -> discord.Embed:
    title, text = strike(card.title or "", CARD_TITLE), strike(card.description or "", CARD_TEXT)
    return discord.Embed(title=title or None, description=text or None)


def _is_said(posted: discord.Message, message: Message, voice: Voice | None) -> bool:
    """Whether a message may be what was said in a voice. Webhooks know no nonces."""
    if voice is None or posted.webhook_id is None or posted.author.name != webhook_name(voice):
        return False
    return _signature(posted) == _expected(message)


def _signature(posted: discord.Message) -> tuple[Any, ...]:
    """What can be compared of a message: Discord strips the space around texts."""
    cards = [((card.title or "").strip(), (card.description or "").strip()) for card in posted.embeds]
    actions = [getattr(item, "custom_id", None) for row in posted.components for item in _items(row)]
    return posted.content.strip(), cards, actions, [file.filename for file in posted.attachments]


def _items(row: Any) -> Sequence[Any]:
    return getattr(row, "children", ())


def _expected(message: Message) -> tuple[Any, ...]:
    cards = [(message.card.title.strip(), message.card.text.strip())] if message.card else []
    actions = [item.action for row in message.rows for item in (row if isinstance(row, tuple) else (row,))]
    return message.text.strip(), cards, actions, [file.name for file in (*message.files, *message.pictures)]
