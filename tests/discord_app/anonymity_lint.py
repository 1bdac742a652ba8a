"""Finds whatever the bot sends to Discord that tells who plays in an anonymous game.

Every request is looked at: its path, its words, embeds, components and custom IDs, names and bytes of files, names
and pictures of webhooks, names and topics of channels, overwrites, roles, members of threads, and the reason for the
audit log. Outside the booth, moderators' private replies and an account's own direct messages nothing of an account
may occur in it, and no public message may hang on one that a player wrote.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from simcord.actors import MemberActor
from simcord.env import Env

from .interception import Request, intercepted

EPHEMERAL = 64
"""https://discord.com/developers/docs/resources/message#message-object-message-flags"""

NEW_MESSAGE = (4, 5)
"""https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object-interaction-callback-type"""
AT_ONCE_PRIVATE = (8, 9)
"""Completions and forms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """Somebody who plays, and everything by which one could be known."""

    id: int
    traces: tuple[str, ...]
    """In small letters: the ID, the names, the picture."""

    @classmethod
    def of(cls, member: MemberActor, *more: str) -> Account:
        """The account of a member of the server, who may leave other traces."""
        user = member.user
        nick = member.member.nick if member.member is not None else None
        known = (str(user.id), user.name, user.global_name, user.avatar, nick, *more)
        return cls(id=user.id, traces=tuple(trace.lower() for trace in known if trace))


@dataclass(frozen=True, slots=True, kw_only=True)
class Leak:
    """Something that tells who plays, and where it was sent."""

    request: str
    account: int
    what: str


IMAGE_DATA = re.compile(r"data:image/\w+;base64,([A-Za-z0-9+/=]+)")
"""https://discord.com/developers/docs/reference#image-data"""


class Everything:
    """Those who read it may know everybody."""


Knowing: TypeAlias = Everything | frozenset[int]
"""The accounts that those who read something may know."""


@dataclass
class AnonymityLint:
    """Watches the requests of a bot; ``leaks`` are what it has found."""

    env: Env
    accounts: Sequence[Account]
    moderators: frozenset[int]
    booths: set[int] = field(default_factory=set[int])
    """Channels of moderators only."""
    leaks: list[Leak] = field(default_factory=list[Leak])
    requests: int = 0
    over: bool = False
    """Whether the game is over and everything may be told."""

    def watching(self) -> AbstractContextManager[None]:
        """Watch for as long as the context lasts."""
        return intercepted(self.look)

    def look(self, request: Request) -> None:
        """Note what a request tells."""
        if not request.changes or self.over:
            return
        self.requests += 1
        self.leaks += self._traces(request)
        self.leaks += self._ties(request)

    # -- who may read it

    def _knowing(self, request: Request) -> Knowing:
        match request.parts:
            case ["users", "@me", "channels"]:
                return Everything()
            case ["channels", channel, *_]:
                return self._in_channel(int(channel))
            case ["interactions", _, token, "callback"] | ["webhooks", _, token, *_]:
                return self._by_token(token, request)
            case _:
                return frozenset()

    def _in_channel(self, channel_id: int) -> Knowing:
        if channel_id in self.booths:
            return Everything()
        channel = self.env.backend.channels.get(channel_id)
        direct = channel is not None and channel.guild_id is None
        return frozenset(channel.recipient_ids) if channel is not None and direct else frozenset()

    def _by_token(self, token: str, request: Request) -> Knowing:
        record = self._interaction(token)
        if record is None:
            webhook = self.env.backend.webhooks.get(int(request.parts[1]))
            return frozenset() if webhook is None else self._in_channel(webhook.channel_id)
        if not self._is_private(record, request):
            return self._in_channel(record.channel_id)
        return Everything() if record.user_id in self.moderators else frozenset({record.user_id})

    def _interaction(self, token: str) -> Any:
        number = self.env.backend.interaction_tokens.get(token)
        return None if number is None else self.env.backend.interactions[number]

    def _is_private(self, record: Any, request: Request) -> bool:
        """Whether only the person reads a reply."""
        if record.guild_id is None or record.ephemeral:
            return True
        body = request.fields
        if request.parts[0] == "webhooks":
            return bool(body.get("flags", 0) & EPHEMERAL) if request.method == "POST" else self._hidden(record)
        if body.get("type") in AT_ONCE_PRIVATE:
            return True
        if body.get("type") in NEW_MESSAGE:
            data: dict[str, Any] = body.get("data") or {}
            return bool(data.get("flags", 0) & EPHEMERAL)
        return self._hidden(record)

    def _hidden(self, record: Any) -> bool:
        """Whether the message that an interaction changes is shown to one person only."""
        stored = self.env.backend.messages.get(record.channel_id, {}).get(record.source_message_id)
        return stored is not None and stored.is_ephemeral

    # -- what it tells

    def _traces(self, request: Request) -> Iterator[Leak]:
        knowing = self._knowing(request)
        if isinstance(knowing, Everything):
            return
        said = json.dumps([request.path, request.body, request.params, request.reason], ensure_ascii=False, default=str)
        texts = [said.lower().encode(), *(content.lower() for content in _pictures(request.body))]
        texts += [part for name, content in request.files for part in (name.lower().encode(), content.lower())]
        for account in self.accounts:
            if account.id not in knowing:
                found = (trace for trace in account.traces if any(trace.encode() in text for text in texts))
                yield from (self._leak(request, account.id, trace) for trace in found)

    def _ties(self, request: Request) -> Iterator[Leak]:
        """A public answer to a player's command or button, a reply or reaction to what a player has written."""
        playing = {account.id for account in self.accounts}
        match request.parts:
            case ["interactions", _, token, "callback"] | ["webhooks", _, token]:
                record = self._interaction(token)
                new = request.parts[0] == "webhooks" or request.fields.get("type") in NEW_MESSAGE
                if record is not None and record.user_id in playing and new and not self._is_private(record, request):
                    yield self._leak(request, record.user_id, "a public answer")
            case ["channels", channel, *rest] if self._in_channel(int(channel)) == frozenset():
                for author in self._authors(int(channel), rest, request):
                    if author in playing:
                        yield self._leak(request, author, "a public tie to a player's message")
            case _:
                pass

    def _authors(self, channel_id: int, rest: Sequence[str], request: Request) -> Iterator[int]:
        """Who wrote the messages that a request is about; that a message is deleted says nothing of who plays."""
        answered: dict[str, Any] = request.fields.get("message_reference") or {}
        named = [part for part in rest if part.isdecimal()] if request.method in ("PUT", "POST") else []
        named += [str(answered.get("message_id", ""))]
        stored = self.env.backend.messages.get(channel_id, {})
        yield from (stored[int(one)].author_id for one in named if one.isdecimal() and int(one) in stored)

    def _leak(self, request: Request, account: int, what: str) -> Leak:
        return Leak(request=f"{request.method} {request.path} {request.body}", account=account, what=what)


def _pictures(body: Any) -> Iterator[bytes]:
    """Pictures that stand in a request as text."""
    yield from (b64decode(data) for data in IMAGE_DATA.findall(json.dumps(body, default=str)))
