"""What the moderators' commands have in common: the seat that is named, and the line that says what was done."""

from __future__ import annotations

import discord

from ringmaster.discord_app.presenters import hosting
from ringmaster.games.kernel import RuleViolation, Seat
from ringmaster.sessions.messages import Message
from ringmaster.sessions.records import GameRecord, HostActed, Source
from ringmaster.sessions.service import Sessions

LOOK_BACK = 200
"""How many log entries are looked through for what was done: a start writes some for every seat."""


def find_seat(record: GameRecord, named: str) -> Seat:
    """The seat that a moderator names, by name or, if nobody is called so, by number.

    Raises:
        RuleViolation: ``no-such-name``.
    """
    numbers = {str(seat): seat for seat in record.roster}
    if not record.roster.matches(named, record.roster) and named.strip() in numbers:
        return numbers[named.strip()]
    return record.roster.find(named)


def require_person(user: discord.Member) -> None:
    """Refuse a bot where somebody is needed who can play or moderate.

    Raises:
        RuleViolation: ``no-bots``.
    """
    if user.bot:
        raise RuleViolation("no-bots", "A6")


async def done(sessions: Sessions, record: GameRecord, source: Source) -> Message:
    """What somebody has just done at a game's table, as its log tells it."""
    entries = await sessions.log(record.id, last=LOOK_BACK)
    own = [entry for entry in entries if entry.actor == source.account and isinstance(entry.event, HostActed)]
    lines = [
        hosting.line(record, entry.event)
        for entry in own
        if entry.batch == own[-1].batch and isinstance(entry.event, HostActed)
    ]
    return Message(text="\n".join(lines))
