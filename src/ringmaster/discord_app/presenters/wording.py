"""How names, times, lists and numbers are written, everywhere in the same way."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime

from ringmaster.games.kernel import Seat
from ringmaster.sessions.messages import MESSAGE_LIMIT, Card, Message, Row
from ringmaster.sessions.records import GameRecord

CARD_LIMIT = 4096
"""Characters of an embed's description: https://discord.com/developers/docs/resources/message#embed-object"""

_MARKDOWN = re.compile(r"([\\*_~`|>#\[\]<])")
_LINE_START = re.compile(r"^([-+]|\d+(?=\.))")
_ESCAPED = re.compile(r"\\([\\*_~`|>#\[\]<+-])")
_BREAK = "\u200b"


def one_line(text: str) -> str:
    """A text without line breaks, control characters and overrides of the writing direction.

    For buttons and menu entries, where Discord renders neither markdown nor mentions.
    """
    visible = (" " if c.isspace() else c for c in text if c.isspace() or not _is_control(c))
    return " ".join("".join(visible).split())


def _is_control(char: str) -> bool:
    return unicodedata.category(char) == "Cc" or unicodedata.bidirectional(char) in _OVERRIDES


_OVERRIDES = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})


def plain(text: str) -> str:
    """What a person wrote, shown as it is: no markdown, mention, link or line break comes of it.

    Invisible breaks stand where a mention or link would begin; names are compared without them (A10).

    >>> plain("*Ada*")
    '\\\\*Ada\\\\*'
    """
    escaped = _MARKDOWN.sub(r"\\\1", one_line(text))
    started = _LINE_START.sub(lambda m: f"\\{m[0]}" if m[0] in "-+" else f"{m[0]}{_BREAK}", escaped)
    return started.replace("@", f"@{_BREAK}").replace("/", f"/{_BREAK}")


def unescaped(text: str) -> str:
    """A message's words for a text file, where nothing has to be escaped or made to stand out.

    >>> unescaped("**" + plain("*Ada* and/or [Bo]") + "**")
    '*Ada* and/or [Bo]'
    """
    return _ESCAPED.sub(r"\1", text.replace("**", "").replace(_BREAK, ""))


def name(record: GameRecord, seat: Seat) -> str:
    """A seat's name in a message."""
    return plain(record.roster.name(seat))


def names(record: GameRecord, seats: Iterable[Seat]) -> str:
    """Seats' names in the order given, joined by commas."""
    return ", ".join(name(record, seat) for seat in seats)


def bold(record: GameRecord, seat: Seat) -> str:
    """A seat's name, made to stand out."""
    return f"**{name(record, seat)}**"


def both(items: Sequence[str]) -> str:
    """Words in a sentence.

    >>> both(["Ada", "Bo", "Cy"])
    'Ada, Bo and Cy'
    """
    return " and ".join(filter(None, (", ".join(items[:-1]), *items[-1:])))


def count(number: int, noun: str, plural: str | None = None) -> str:
    """A number with its noun.

    >>> count(1, "vote"), count(2, "vote")
    ('1 vote', '2 votes')
    """
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def when(moment: datetime) -> str:
    """A moment in the reader's own time zone, and how far off it is."""
    seconds = int(moment.timestamp())
    return f"<t:{seconds}:F> (<t:{seconds}:R>)"


def deadline(record: GameRecord) -> str:
    """When the open phase closes, in a sentence."""
    if record.status == "paused":
        return "The game is paused; the clock stands still."
    if record.deadline is None:
        return "There is no deadline; a moderator closes the phase."
    return f"Deadline: {when(record.deadline)}."


def phase_title(phase: str) -> str:
    """A phase's name for people.

    >>> phase_title("day-2")
    'Day 2'
    """
    return phase.replace("-", " ").capitalize()


def mention(account: int) -> str:
    """An account as Discord shows it. Nobody is pinged by it."""
    return f"<@{account}>"


def fitted(title: str, text: str, rows: tuple[Row, ...] = ()) -> Message:
    """A message that must stay one: what its text has no room for goes into a card.

    Args:
        title: stands above it.
        text: at most as long as a card holds.
        rows: buttons and menus.
    """
    whole = f"**{title}**\n{text}"
    if len(whole) <= MESSAGE_LIMIT:
        return Message(text=whole, rows=rows)
    return Message(text=f"**{title}**", card=Card(title="", text=text), rows=rows)
