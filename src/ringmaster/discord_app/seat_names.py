"""The name that somebody's seat gets when they join (A10)."""

from __future__ import annotations

from ringmaster.games.kernel import fold
from ringmaster.sessions.lobby import NAME_LENGTH


def seat_name(display_name: str, username: str) -> str:
    """The display name, cut to 32 characters; the username where nothing could be typed of it.

    >>> seat_name("Ada ✨", "ada99")
    'Ada ✨'
    >>> seat_name("🦊🦊", "fox")
    'fox'
    """
    shown = " ".join(display_name.split())[:NAME_LENGTH].strip()
    return shown if any(character.isalnum() for character in fold(shown)) else username[:NAME_LENGTH]
