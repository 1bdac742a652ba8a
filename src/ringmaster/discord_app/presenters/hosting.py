"""What happened at the table, one line each, for the booth and the log."""

# ruff: noqa: ARG001, ARG005 - the entries of a table share a signature

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeAlias

from ringmaster.discord_app.presenters.wording import count, deadline, mention, name, names, phase_title, plain
from ringmaster.games.kernel import fold
from ringmaster.sessions.records import GameRecord, HostActed

Facts: TypeAlias = Mapping[str, Any]


def line(record: GameRecord, event: HostActed) -> str:
    """One line with everything in it; the actor is added by whoever knows it."""
    return LINES[event.what](record, event.facts)


def setting_value(value: object) -> str:
    """A setting's value as a moderator types it.

    >>> setting_value(True), setting_value(48)
    ('on', '48')
    """
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _seat(record: GameRecord, facts: Facts) -> str:
    """A seat by name; earlier sign-ups may have had a number that nobody has now."""
    number = int(facts["seat"])
    return name(record, number) if number <= len(record.seats) else f"seat {number}"


def _joined(record: GameRecord, facts: Facts) -> str:
    who, number = _seat(record, facts), facts["seat"]
    if fold(who) == fold(f"seat {number}"):
        return f"{mention(facts['account'])} has signed up: seat {number}."
    return f"{who} has signed up: seat {number}, {mention(facts['account'])}."


def _replaced(record: GameRecord, facts: Facts) -> str:
    before = ", ".join(map(mention, facts["was"]))
    return f"{_seat(record, facts)} is played by {mention(facts['account'])} from now on, no longer by {before}."


def _removed(record: GameRecord, facts: Facts) -> str:
    reason = plain(facts["reason"]) or "none given"
    return f"{_seat(record, facts)} was removed by a moderator. Reason: {reason}."


def _moved(record: GameRecord, facts: Facts) -> str:
    was = facts["was"]
    before = "there was none" if was is None else f"it was <t:{int(datetime.fromisoformat(was).timestamp())}:F>"
    return f"The deadline was moved ({before}). {deadline(record)}"


def _undone(record: GameRecord, facts: Facts) -> str:
    return f"Everything after log entry {facts['to']} was taken back; it is {phase_title(facts['phase'])} again."


def _reminded(record: GameRecord, facts: Facts) -> str:
    return f"Reminded {count(facts['hours'], 'hour')} before the deadline: {names(record, facts['seats'])}."


def _ended(record: GameRecord, facts: Facts) -> str:
    result = f" Result: {plain(facts['result'])}." if facts["result"] else ""
    return f"The game was ended by a moderator.{result}"


def _went_away(record: GameRecord, facts: Facts) -> str:
    return (
        f"{_seat(record, facts)} has left the server and stays in the game for now. "
        "`/mod replace` gives the seat to someone else, `/mod remove` takes it out."
    )


def _seat_edited(record: GameRecord, facts: Facts) -> str:
    """What has changed beside the name is not said: dates are never shown (S2.3)."""
    now, was = _seat(record, facts), plain(facts["was"])
    return f"{now} was edited." if now == was else f"Seat {facts['seat']}, {was}, is now {now}."


def _cast(record: GameRecord, facts: Facts) -> str:
    free = ", ".join(plain(name) for name in facts["free"])
    return f"Characters were dealt by roll from the theme “{plain(facts['theme'])}”. These were free, in order: {free}."


def message_link(record: GameRecord, channel_id: int, message_id: int) -> str:
    """The address of a message in the game's server."""
    return f"https://discord.com/channels/{record.guild_id}/{channel_id}/{message_id}"


def _idol_hidden(record: GameRecord, facts: Facts) -> str:
    where = message_link(record, facts["channel"], facts["message"])
    if not facts["phrase"]:
        return f"The idol is hidden in {where}. When somebody finds it, I remove that message."
    phrase = f"The idol is hidden in {where}, in the words “{plain(facts['phrase'])}”."
    if record.idol_message is not None and not record.idol_message.own:
        return f"{phrase} Only its author can edit that message: when somebody finds the idol, I ask you to do it."
    return f"{phrase} When somebody finds it, I take them out."


def _idol_by_hand(record: GameRecord, facts: Facts) -> str:
    message = record.idol_message
    where = "" if message is None else f" of {message_link(record, message.channel_id, message.message_id)}"
    return (
        f"The idol is found, and only the author can edit the message that held it. Please take the phrase out{where} "
        "now: until then latecomers are told who has the idol."
    )


def _idol_near(record: GameRecord, facts: Facts) -> str:
    where = "at the message right next to it" if facts["beside"] else "in the right channel"
    return f"{_seat(record, facts)} has just looked for the idol {where}."


def _asked(record: GameRecord, facts: Facts) -> str:
    return f"Question {facts['number']} from {mention(facts['account'])} for {tribe(facts)}: {plain(facts['text'])}"


def tribe(facts: Facts) -> str:
    """For whom a spectator's question is."""
    return f"tribe {facts['tribe']}" if facts["tribe"] else "everyone"


LINES: Mapping[str, Callable[[GameRecord, Facts], str]] = {
    "created": lambda record, facts: f"{plain(record.name)} was created: {record.game.title}.",
    "set": lambda record, facts: f"Setting `{facts['name']}` is now `{setting_value(facts['value'])}`.",
    "opened": lambda record, facts: "Sign-ups are open.",
    "joined": _joined,
    "left": lambda record, facts: f"{plain(facts['name'])} ({mention(facts['account'])}) is no longer signed up.",
    "seat-edited": _seat_edited,
    "spectator-joined": lambda record, facts: "A spectator has joined.",
    "spectator-left": lambda record, facts: "A spectator has left.",
    "cohost": lambda record, facts: f"{mention(facts['account'])} is a moderator now.",
    "cohost-removed": lambda record, facts: f"{mention(facts['account'])} is no longer a moderator.",
    "started": lambda record, facts: f"The game has started with {len(record.seats)} seats.",
    "cast": _cast,
    "idol-hidden": _idol_hidden,
    "idol-by-hand": _idol_by_hand,
    "idol-near": _idol_near,
    "idol-message-lost": lambda record, facts: (
        "The message that holds the idol is gone, and nobody has found it. Please hide the idol anew: `/mod idol`."
    ),
    "asked": _asked,
    "question-passed": lambda record, facts: (
        f"Question {facts['number']} went to {tribe(facts)}: {plain(facts['text'])}"
    ),
    "question-dropped": lambda record, facts: f"Question {facts['number']} was dropped: {plain(facts['text'])}",
    "ended": _ended,
    "archived": lambda record, facts: "The game was archived.",
    "went-away": _went_away,
    "came-back": lambda record, facts: f"{_seat(record, facts)} is back in the server.",
    "deadline": _moved,
    "paused": lambda record, facts: "The game was paused.",
    "deserted": lambda record, facts: (
        "Everyone who still plays has left the server, so I have paused the game: `/mod replace` gives seats to "
        "others, `/phase resume` goes on, `/game end` ends it."
    ),
    "expelled": lambda record, facts: (
        "I was removed from the server, so I have paused the game; `/phase resume` lets it go on."
    ),
    "resumed": lambda record, facts: f"The game was resumed. {deadline(record)}",
    "outage": lambda record, facts: f"The bot was away too long, so the deadline moved. {deadline(record)}",
    "replaced": _replaced,
    "removed": _removed,
    "announced": lambda record, facts: f"Announced: {plain(facts['text'])}",
    "told": lambda record, facts: f"Told {_seat(record, facts)}: {plain(facts['text'])}",
    "resent": lambda record, facts: f"Sent again to {_seat(record, facts)} what was undelivered or is asked now.",
    "reminded": _reminded,
    "undone": _undone,
}
"""A line for everything that can happen at the table."""
