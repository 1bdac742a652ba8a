"""Messages and rooms as the table thinks of them, before anything knows about Discord.

They are stored in the outbox as they are, so all of them are plain frozen values.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Literal, TypeAlias

from ringmaster.sessions.records import Account

MESSAGE_LIMIT = 2000
"""Characters of a message: https://discord.com/developers/docs/resources/message#create-message"""


FILES = 10
"""Files of a message: https://discord.com/developers/docs/resources/message#create-message-jsonform-params"""


class Priority(IntEnum):
    """What goes first when there is a queue."""

    RESULT = 0
    PRIVATE = 1
    NOTICE = 2
    COSMETIC = 3


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the game: ``stage``, ``booth``, ``gallery``, ``faction`` …"""

    name: str


@dataclass(frozen=True, slots=True)
class Person:
    """An account's direct messages with the bot."""

    account: Account


Target: TypeAlias = Place | Person


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """A button. ``action`` is its custom ID and says everything that pressing it means."""

    label: str
    action: str
    style: Literal["primary", "secondary", "success", "danger"] = "secondary"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """An entry of a menu."""

    label: str
    value: str
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Menu:
    """A menu of at most 25 entries."""

    action: str
    placeholder: str
    choices: tuple[Choice, ...]
    minimum: int = 1
    maximum: int = 1


Row: TypeAlias = tuple[Button, ...] | Menu
"""A row of a message: up to five buttons, or one menu."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A framed block under a message's text; holds up to 4,096 characters."""

    title: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TextFile:
    """A text file that goes with a message. Its name never comes from a person."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture that goes with a message. Its bytes are kept apart, as all copies share them."""

    name: str
    """Neutral: it never comes from a person."""
    blob: int
    """Under which its bytes are kept."""
    size: int
    """In bytes."""
    source: int
    """The ID of the attachment that it was made from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What people read. Nobody is pinged but ``pings``, whatever the text says."""

    text: str = ""
    card: Card | None = None
    rows: tuple[Row, ...] = ()
    files: tuple[TextFile, ...] = ()
    pings: tuple[Account, ...] = ()
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """Under whose name and picture something is said in a place. Both are a character's, never an account's."""

    name: str
    avatar: str | None = None
    """The address of the picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relay:
    """What a message is that carries on what a person has written: a copy, which follows the original."""

    origin: int
    """The snowflake of the original."""
    quote: str = ""
    """Stands once above the text: what it answers."""
    speaker: str = ""
    """Stands in front of each part of the text, so that no part of it can be taken for the bot's own words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Send:
    """Post a message. With ``panel`` it is the message that is kept up to date under that name from now on."""

    to: Target
    message: Message
    priority: Priority = Priority.NOTICE
    panel: str | None = None
    after: float = 0
    """Seconds that it waits in the outbox at least. What comes later in its channel waits too."""
    voice: Voice | None = None
    """With it, it is said in a character's name instead of the bot's. What is delayed then holds up nothing else."""
    relay: Relay | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Refresh:
    """Bring a panel up to date. Its content is made when it is sent, so many changes cost one edit."""

    panel: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrange:
    """Make a place as the table needs it now: create it if missing, open or close it, admit and remove people."""

    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """Mark the public messages that log entries ``first`` to ``last`` caused as undone, and panels that come anew."""

    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Amend:
    """Let the copies of an original say something else, also those that have not been sent yet."""

    origin: int
    text: str
    readers: tuple[Target, ...]
    """Whose copies change. Whoever may not hear the speaker any more keeps what they have read."""
    kept: tuple[int, ...] | None = None
    """The attachments that the original still has, by ID; None when that is not known, so all stay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdraw:
    """Take all copies of an original back. Those that have not been sent yet are never sent."""

    origin: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendCopy:
    """Let one copy that is on its way or sent say something else. The outbox makes it of `Amend`."""

    copy: int
    """The row that the copy was."""
    text: str
    pictures: tuple[str, ...]
    """The names of the pictures that stay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawCopy:
    """Take one copy back that is on its way or sent. The outbox makes it of `Withdraw`."""

    copy: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Erase:
    """Remove a message, or a phrase from one that the bot has written itself (S8.2)."""

    channel_id: int
    message_id: int
    phrase: str | None = None


Outgoing: TypeAlias = Send | Refresh | Arrange | Strike | Erase | AmendCopy | WithdrawCopy
"""What stands in the outbox."""

Change: TypeAlias = Amend | Withdraw
"""What the outbox turns into changes of single copies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """How a place has to be: who may read, who may write, and where it hangs.

    A hidden channel's list of members can be seen with a modified client, a private thread's cannot; so
    places whose members are secret are threads (see ``docs/adr``).
    """

    place: str
    title: str
    topic: str
    thread_of: str | None = None
    public: bool = False
    """Whether everyone in the server may read."""
    readers: frozenset[Account] = frozenset()
    writers: frozenset[Account] = frozenset()
    """May also read."""
    open: bool = True
    """Whether the writers may write at the moment."""


def split(message: Message, limit: int = MESSAGE_LIMIT) -> Iterator[Message]:
    """Cut a long message into several at its lines, never within one that fits; nothing is lost.

    Rows, card, files and pictures stay with the last part, pings with the first.
    """
    parts = list(split_text(message.text, limit))
    for place, text in enumerate(parts):
        last = place == len(parts) - 1
        yield replace(
            message,
            text=text,
            card=message.card if last else None,
            rows=message.rows if last else (),
            files=message.files if last else (),
            pictures=message.pictures if last else (),
            pings=message.pings if place == 0 else (),
        )


def split_text(text: str, limit: int = MESSAGE_LIMIT) -> Iterator[str]:
    """The text in pieces of at most ``limit`` characters, cut at lines, then at spaces, then anywhere.

    >>> list(split_text("one two\\nthree", 8))
    ['one two', 'three']
    """
    while len(text) > limit:
        cut = text.rfind("\n", 1, limit + 1)
        if cut < 0:
            cut = text.rfind(" ", 1, limit + 1)
        if cut < 0:
            yield text[:limit]
            text = text[limit:]
        else:
            yield text[:cut]
            text = text[cut + 1 :]
    yield text
