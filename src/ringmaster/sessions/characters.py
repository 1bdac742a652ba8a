"""What a character may be called and look like, so that it can speak through a webhook (S2.2, A10)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import urlsplit

from ringmaster.games.kernel import RuleViolation, Seat, fold
from ringmaster.sessions.records import SeatRecord

NAME_LENGTH = 32
"""The longest name of a seat, as long as a server nickname may be."""

PICTURE_LENGTH = 2048

FORBIDDEN_PARTS = ("clyde", "discord", "system message", "```", "@", "#", ":")
"""What Discord refuses within the name of a webhook, or of anybody:
https://discord.com/developers/docs/resources/webhook#create-webhook and
https://discord.com/developers/docs/resources/user#usernames-and-nicknames"""

FORBIDDEN_NAMES = ("everyone", "here")

NEUTRAL = re.compile(r"seat\d+")

EXPIRING = ("cdn.discordapp.com", "media.discordapp.net")
"""Where addresses of attachments are signed for a day:
https://discord.com/developers/docs/reference#signed-attachment-cdn-urls"""


def neutral_name(seat: Seat) -> str:
    """What the seat is called that has no character yet."""
    return f"Seat {seat}"


def is_neutral(name: str) -> bool:
    """Whether a name is, or reads like, that of a seat without a character.

    >>> is_neutral("Seat 3"), is_neutral("seat-12"), is_neutral("Seat of Kings")
    (True, True, False)
    """
    return NEUTRAL.fullmatch(fold(name)) is not None


def renumbered(seats: Iterable[SeatRecord]) -> tuple[SeatRecord, ...]:
    """The player list without holes; seats without a character are called by their new numbers."""
    return tuple(_numbered(seat, number) for number, seat in enumerate(seats, start=1))


def _numbered(seat: SeatRecord, number: Seat) -> SeatRecord:
    return replace(seat, number=number, name=neutral_name(number) if is_neutral(seat.name) else seat.name)


def check_name(name: str) -> str:
    """A character's name as it is kept: without invisible characters and needless spaces.

    Raises:
        RuleViolation: ``name-needed``, ``name-too-long``, ``name-forbidden`` by Discord for webhooks, or
            ``neutral-name``.
    """
    shown = " ".join("".join(filter(_is_visible, unicodedata.normalize("NFC", name))).split())
    if not fold(shown):
        raise RuleViolation("name-needed", "A10", kind="not-understood")
    if len(shown) > NAME_LENGTH:
        raise RuleViolation("name-too-long", "A10", name=shown, most=NAME_LENGTH)
    plain = unicodedata.normalize("NFKC", shown).casefold()
    parts = (part for part in FORBIDDEN_PARTS if part in plain)
    word = next(parts, plain if plain in FORBIDDEN_NAMES else None)
    if word is not None:
        raise RuleViolation("name-forbidden", "S2.2", name=shown, word=word)
    if is_neutral(shown):
        raise RuleViolation("neutral-name", "A10", name=shown)
    return shown


def _is_visible(char: str) -> bool:
    return char.isspace() or unicodedata.category(char) not in ("Cc", "Cf")


def check_picture(address: object, accounts: Iterable[int] = ()) -> str | None:
    """The address of a character's picture.

    Args:
        address: what was entered; None for no picture.
        accounts: whose IDs must not stand in it.

    Raises:
        RuleViolation: ``no-such-picture``, ``picture-expires``, or ``picture-tells-who``.
    """
    if address is None:
        return None
    text = str(address).strip()
    parts = urlsplit(text)
    if parts.scheme != "https" or not parts.hostname or len(text) > PICTURE_LENGTH or len(text.split()) != 1:
        raise RuleViolation("no-such-picture", "S2.2", kind="not-understood", text=text)
    if parts.hostname in EXPIRING and "attachments/" in parts.path:
        raise RuleViolation("picture-expires", "S2.2")
    if any(str(account) in text for account in accounts):
        raise RuleViolation("picture-tells-who", "S2.2")
    return text
