"""A Discord that remembers everything, answers late, loses answers, and outlives the bot that talks to it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

from ringmaster.discord_app.consequences import NOT_OWN_MESSAGE, UNANSWERED, DeliveryFailed
from ringmaster.discord_app.courier import Found
from ringmaster.discord_app.rendering import NO_PICTURES, spoken, struck
from ringmaster.discord_app.webhooks import NoWebhook
from ringmaster.sessions.messages import Message, Room, Voice
from ringmaster.sessions.records import Account

T = TypeVar("T")

NONCES_KEPT = timedelta(minutes=3)


@dataclass
class Posted:
    """A message that stands in a channel."""

    id: int
    text: str
    nonce: str
    at: float
    name: str = ""
    """In whose name it was said, by webhook."""
    pictures: list[str] = field(default_factory=list)
    webhook: int = 0


@dataclass
class Channel:
    """A channel, category, thread or direct messages."""

    id: int
    name: str
    topic: str = ""
    parent: int | None = None
    members: list[Account] = field(default_factory=list)
    open: bool = True
    thread: bool = False
    messages: list[Posted] = field(default_factory=list)
    at: float = 0.0

    @property
    def texts(self) -> list[str]:
        """What stands there, in order."""
        return [message.text for message in self.messages]


@dataclass(frozen=True)
class Trouble:
    """Something that goes wrong with a request; with ``too_late`` only after it was done."""

    status: int = UNANSWERED
    code: int = 0
    too_late: bool = False
    retry_after: float | None = None


Troubles = Callable[[str, int], Trouble | None]
"""By the request's name and the channel's ID."""


class FakeDiscord:
    """Courier and builder in one. With a file it is kept there after every request."""

    def __init__(self, clock: Callable[[], datetime], file: Path | None = None) -> None:
        self.clock, self.file = clock, file
        self.channels: dict[int, Channel] = {}
        self.direct_channels: dict[Account, int] = {}
        self.last_id = 1000
        self.requests: list[tuple[str, int]] = []
        self.troubles: Troubles = lambda request, channel_id: None
        self.webhooks: dict[int, int] = {}
        """The webhook of each channel in which characters have spoken."""
        self.no_webhooks = False
        self.gate: asyncio.Event | None = None
        self.at_gate = asyncio.Event()
        if file is not None and file.exists():
            self._load(file)

    # -- for tests

    async def stop_at_gate(self, act: Callable[[], object]) -> asyncio.Event:
        """Do something and wait until a request has come in; it goes on when the event that is returned is set."""
        self.gate = asyncio.Event()
        self.at_gate.clear()
        act()
        await self.at_gate.wait()
        gate, self.gate = self.gate, None
        return gate

    def at(self, channel_id: int) -> list[str]:
        """What stands in a channel."""
        return self.channels[channel_id].texts

    def to(self, account: Account) -> list[str]:
        """What an account has got by direct message."""
        return self.at(self.direct_channels[account]) if account in self.direct_channels else []

    def named(self, name: str) -> list[Channel]:
        """The channels of this name."""
        return [channel for channel in self.channels.values() if channel.name == name]

    def add(self, name: str, channel_id: int | None = None, **more: object) -> Channel:
        """Make a channel."""
        number = channel_id or self._new_id()
        self.channels[number] = Channel(id=number, name=name, at=self.clock().timestamp(), **more)  # type: ignore[arg-type]
        return self.channels[number]

    def delete(self, channel_id: int) -> None:
        """Somebody deletes a channel; its threads go with it."""
        gone = [c.id for c in self.channels.values() if c.id == channel_id or (c.thread and c.parent == channel_id)]
        for number in gone:
            del self.channels[number]

    def posts(self) -> list[str]:
        """All texts in the order in which they were posted."""
        messages = [message for channel in self.channels.values() for message in channel.messages]
        return [message.text for message in sorted(messages, key=lambda message: message.id)]

    def count(self, request: str) -> int:
        """How often something was asked for."""
        return sum(name == request for name, _ in self.requests)

    # -- the courier

    async def direct(self, account: Account) -> int:
        """See `Courier.direct`."""
        if account not in self.direct_channels:
            self.direct_channels[account] = self.add(f"dm-{account}").id
        return await self._answer("direct", self.direct_channels[account])

    async def post(
        self, channel_id: int, message: Message, nonce: str, pictures: Mapping[str, bytes] = NO_PICTURES
    ) -> int:
        """See `Courier.post`."""
        trouble = await self._ask("post", channel_id)
        channel = self._channel(channel_id)
        now = self.clock().timestamp()
        for old in channel.messages:
            if old.nonce == nonce and now - old.at < NONCES_KEPT.total_seconds():
                return self._finish(trouble, old.id)
        posted = Posted(id=self._new_id(), text=_text(message), nonce=nonce, at=now, pictures=list(pictures))
        channel.messages.append(posted)
        return self._finish(trouble, posted.id)

    async def say(self, channel_id: int, message: Message, voice: Voice, pictures: Mapping[str, bytes]) -> int:
        """See `Courier.say`. Webhooks know no nonces."""
        trouble = await self._ask("say", channel_id)
        channel = self._channel(channel_id)
        if self.no_webhooks:
            raise NoWebhook(403, 50013)
        webhook = self.webhooks.setdefault(channel_id, self._new_id())
        posted = Posted(
            id=self._new_id(),
            text=_text(message),
            nonce="",
            at=self.clock().timestamp(),
            name=voice.name,
            pictures=list(pictures),
            webhook=webhook,
        )
        channel.messages.append(posted)
        return self._finish(trouble, posted.id)

    async def find(
        self, channel_id: int, message: Message, nonce: str, since: datetime, voice: Voice | None = None
    ) -> Sequence[Found]:
        """See `Courier.find`. The nonce is long forgotten when somebody looks."""
        trouble = await self._ask("find", channel_id)
        name = voice.name if voice else ""
        own = _text(message if voice is None else spoken(message, voice))
        alike = [
            Found(posted.id, certain=False)
            for posted in self._channel(channel_id).messages
            if posted.at >= since.timestamp() and (posted.name, posted.text) in ((name, _text(message)), ("", own))
        ]
        return self._finish(trouble, alike)

    async def amend(
        self, channel_id: int, message_id: int, text: str, kept: Collection[str] | None, voice: Voice | None
    ) -> None:
        """See `Courier.amend`."""
        trouble = await self._ask("amend", channel_id)
        posted = self._message(channel_id, message_id)
        if posted.webhook and posted.webhook != self.webhooks.get(channel_id):
            raise DeliveryFailed(403, NOT_OWN_MESSAGE)
        own = voice is not None and not posted.webhook
        posted.text = spoken(Message(text=text), voice).text if own and voice else text
        posted.pictures = [name for name in posted.pictures if kept is None or name in kept]
        self._finish(trouble, None)

    async def withdraw(self, channel_id: int, message_id: int, voice: Voice | None) -> None:
        """See `Courier.withdraw`."""
        trouble = await self._ask("withdraw", channel_id)
        self._channel(channel_id).messages.remove(self._message(channel_id, message_id))
        self._finish(trouble, None)

    async def edit(self, channel_id: int, message_id: int, message: Message) -> None:
        """See `Courier.edit`."""
        trouble = await self._ask("edit", channel_id)
        self._message(channel_id, message_id).text = _text(message)
        self._finish(trouble, None)

    async def strike(self, channel_id: int, message_id: int) -> None:
        """See `Courier.strike`."""
        trouble = await self._ask("strike", channel_id)
        posted = self._message(channel_id, message_id)
        posted.text = struck(posted.text)
        self._finish(trouble, None)

    async def erase(self, channel_id: int, message_id: int, phrase: str | None) -> None:
        """See `Courier.erase`."""
        trouble = await self._ask("erase", channel_id)
        posted = self._message(channel_id, message_id)
        posted.text = posted.text.replace(phrase, "") if phrase is not None else ""
        if not posted.text:
            self._channel(channel_id).messages.remove(posted)
        self._finish(trouble, None)

    # -- the builder

    async def category(self, guild_id: int, name: str, since: datetime) -> int:
        """See `Builder.category`."""
        trouble = await self._ask("category", guild_id)
        used = {channel.parent for channel in self.channels.values()}
        for channel in self.named(name):
            if channel.id not in used and channel.at >= since.timestamp():
                return self._finish(trouble, channel.id)
        return self._finish(trouble, self.add(name).id)

    async def room(self, guild_id: int, room: Room, token: str, parent: int | None, taken: Collection[int]) -> int:
        """See `Builder.room`."""
        trouble = await self._ask("room", guild_id)
        assert parent is not None
        self._channel(parent)
        for channel in self.channels.values():
            empty = not (channel.messages or channel.members) and channel.id not in taken
            alike = channel.parent == parent and channel.name == room.title and channel.thread
            if token in channel.topic or (room.thread_of is not None and alike and empty):
                return self._finish(trouble, channel.id)
        is_thread = room.thread_of is not None
        made = self.add(room.title, topic="" if is_thread else token, parent=parent, thread=is_thread)
        return self._finish(trouble, made.id)

    async def fit(self, guild_id: int, channel_id: int, room: Room) -> None:
        """See `Builder.fit`."""
        trouble = await self._ask("fit", channel_id)
        channel = self._channel(channel_id)
        channel.members = sorted(room.readers | room.writers)
        channel.open = room.open
        self._finish(trouble, None)

    async def retire(self, guild_id: int, channel_id: int) -> None:
        """See `Builder.retire`."""
        trouble = await self._ask("retire", channel_id)
        self._channel(channel_id).open = False
        self._finish(trouble, None)

    # -- machinery

    def _new_id(self) -> int:
        self.last_id += 1
        return self.last_id

    def _channel(self, channel_id: int) -> Channel:
        if channel_id not in self.channels:
            raise DeliveryFailed(404, 10003)
        return self.channels[channel_id]

    def _message(self, channel_id: int, message_id: int) -> Posted:
        for posted in self._channel(channel_id).messages:
            if posted.id == message_id:
                return posted
        raise DeliveryFailed(404, 10008)

    async def _ask(self, request: str, channel_id: int) -> Trouble | None:
        await asyncio.sleep(0)
        if self.gate is not None:
            self.at_gate.set()
            await self.gate.wait()
        self.requests.append((request, channel_id))
        trouble = self.troubles(request, channel_id)
        if trouble is not None and not trouble.too_late:
            raise DeliveryFailed(trouble.status, trouble.code, retry_after=trouble.retry_after)
        return trouble

    def _finish(self, trouble: Trouble | None, answer: T) -> T:
        if self.file is not None:
            self._save(self.file)
        if trouble is not None:
            raise DeliveryFailed(trouble.status, trouble.code)
        return answer

    async def _answer(self, request: str, answer: T) -> T:
        return self._finish(await self._ask(request, 0), answer)

    def _save(self, file: Path) -> None:
        world = {
            "channels": [asdict(channel) for channel in self.channels.values()],
            "direct": list(self.direct_channels.items()),
            "last_id": self.last_id,
        }
        new = file.with_suffix(".new")
        new.write_text(json.dumps(world))
        new.replace(file)

    def _load(self, file: Path) -> None:
        world = json.loads(file.read_text())
        for entry in world["channels"]:
            messages = [Posted(**message) for message in entry.pop("messages")]
            self.channels[entry["id"]] = Channel(**entry, messages=messages)
        self.direct_channels = dict(world["direct"])
        self.last_id = world["last_id"]


def _text(message: Message) -> str:
    return message.text if message.card is None else f"{message.text}[{message.card.title}: {message.card.text}]"


class HandClock:
    """A clock that is moved by hand."""

    def __init__(self, now: datetime = datetime(2026, 11, 2, 21, 0, tzinfo=UTC)) -> None:
        self.now = now

    def __call__(self) -> datetime:
        """The time."""
        return self.now

    def advance(self, **span: float) -> None:
        """Let time pass."""
        self.now += timedelta(**span)
