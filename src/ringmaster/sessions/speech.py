"""What seats say through the bot, and what is told about it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from ringmaster.games.kernel import Seat
from ringmaster.sessions.records import Account

Kind: TypeAlias = Literal["say", "whisper", "confess"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Speech:
    """Something that a seat has said, as its hearers read it. ``origin`` is the snowflake of the account's message."""

    origin: int
    game_id: int
    seat: Seat
    account: Account
    kind: Kind
    to: Seat | None = None
    """Who alone hears it, if it is a whisper."""
    text: str
    attachments: tuple[int, ...] = ()
    """The IDs of the account's attachments that go with it as pictures."""
    at: datetime
    withdrawn: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """A picture that somebody sends with their words, without anything that could tell who took it."""

    extension: str
    """``png``, ``jpg``, ``gif`` or ``webp``."""
    data: bytes
    source: int
    """The ID of the attachment that it was made from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead:
    """How a copy begins: see `ringmaster.sessions.messages.Relay`."""

    quote: str = ""
    speaker: str = ""
