"""Where messages go: a place, a seat's people, the moderators."""

from __future__ import annotations

from collections.abc import Iterable

from ringmaster.games.kernel import Seat
from ringmaster.sessions.messages import Arrange, Message, Outgoing, Person, Place, Priority, Send
from ringmaster.sessions.records import GameRecord

STAGE, BOOTH, GALLERY, FACTION = "stage", "booth", "gallery", "faction"


def stage(text: str | Message, priority: Priority = Priority.RESULT, panel: str | None = None) -> Send:
    """Post on the stage."""
    message = Message(text=text) if isinstance(text, str) else text
    return Send(to=Place(STAGE), message=message, priority=priority, panel=panel)


def post(place: str, text: str | Message, panel: str | None = None) -> Send:
    """Post in a place."""
    message = Message(text=text) if isinstance(text, str) else text
    return Send(to=Place(place), message=message, panel=panel)


def booth(lines: Iterable[str]) -> list[Outgoing]:
    """Tell the moderators, in one message; nothing when there is nothing to tell."""
    text = "\n".join(line for line in lines if line)
    return [post(BOOTH, text)] if text else []


def direct(record: GameRecord, seat: Seat, message: str | Message) -> list[Outgoing]:
    """Write to everyone who sits on a seat."""
    content = Message(text=message) if isinstance(message, str) else message
    return [
        Send(to=Person(account), message=content, priority=Priority.PRIVATE) for account in record.seat(seat).accounts
    ]


def arrange(*places: str) -> list[Outgoing]:
    """Make places as they have to be now."""
    return [Arrange(place=place) for place in places]
