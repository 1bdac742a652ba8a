"""The name that somebody's seat gets when they join (A10)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from ringmaster.games.kernel import fold
from ringmaster.sessions.lobby import NAME_LENGTH
from ringmaster.sessions.records import GameRecord


def name_for(record: GameRecord, display_name: str, username: str) -> str:
    """The name of a new seat: in an anonymous game one that says nothing, until it plays a character (S2.2)."""
    return neutral_name(record.roster.names) if record.anonymous else seat_name(display_name, username)


def neutral_name(taken: Iterable[str]) -> str:
    """The first name of its sort that nobody has.

    >>> neutral_name(["Seat 1", "Seat 3"])
    'Seat 2'
    """
    used = set(map(fold, taken))
    return next(name for number in count(1) if fold(name := f"Seat {number}") not in used)


def seat_name(display_name: str, username: str) -> str:
    """The display name, cut to 32 characters; the username where nothing could be typed of it.

    >>> seat_name("Ada ✨", "ada99")
    'Ada ✨'
    >>> seat_name("🦊🦊", "fox")
    'fox'
    """
    shown = " ".join(display_name.split())[:NAME_LENGTH].strip()
    return shown if any(character.isalnum() for character in shown) else username[:NAME_LENGTH]
