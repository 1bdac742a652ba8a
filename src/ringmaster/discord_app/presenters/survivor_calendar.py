"""The calendar as everyone reads it: what comes when, worked out by the same rule as the deadlines (S12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from ringmaster.discord_app.presenters.wording import fitted, phase_title, plain
from ringmaster.games.kernel import after
from ringmaster.games.survivor.calendar import STEPS, CalendarEntry, deadline, length
from ringmaster.games.survivor.phases import calendar
from ringmaster.games.survivor.settings import SurvivorSettings
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.sessions.messages import Message
from ringmaster.sessions.records import GameRecord

CHALLENGES = {"tribal-challenge": "challenge", "individual-challenge": "challenge"}
"""What the calendar calls a challenge before and after the merge."""

TITLES = {
    "tribal-challenge": "tribal challenge",
    "individual-challenge": "individual challenge",
    "council": "council",
    "merge": "the merge, a day off",
    "final-four": "favourite and final-four game",
    "jury-questions": "the jury's questions",
    "jury-vote": "the jury's votes",
    "deciding-vote": "the deciding vote",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Dated:
    """A step of the calendar with the day it falls on, counted from 1, and the moment it is over."""

    entry: CalendarEntry
    day: int
    closes: datetime


def dated(record: GameRecord) -> list[Dated]:
    """The steps from the open phase on, if nothing disturbs them; none while the clock stands still.

    A deadline that was moved counts: what follows opens when the open phase closes.
    """
    state: SurvivorState = record.state
    if record.deadline is None or record.started_at is None:
        return []
    zone = record.time_zone
    started = record.started_at.astimezone(zone)
    first, *others = calendar(state)
    closes, hour = _end(state, record.deadline.astimezone(zone), started), state.closes_at
    steps = [_dated(state.settings, first, started, closes)]
    for entry in others:
        kind = CHALLENGES.get(entry.kind, entry.kind)
        hour += length(state.settings, kind)
        closes = _close(state.settings, kind, hour, started, closes)
        steps.append(_dated(state.settings, entry, started, closes))
    return steps


def _dated(settings: SurvivorSettings, entry: CalendarEntry, started: datetime, closes: datetime) -> Dated:
    lasts = timedelta(hours=length(settings, CHALLENGES.get(entry.kind, entry.kind)))
    since_start = closes.replace(tzinfo=None) - lasts - started.replace(tzinfo=None)  # days are the wall clock's
    return Dated(entry=entry, day=since_start.days + 1, closes=closes)


def _end(state: SurvivorState, closes: datetime, started: datetime) -> datetime:
    """When the step of the open phase is over: that of the final-four game has several phases."""
    if state.settings.pace == "calendar" and state.kind in STEPS:
        return max(closes, after(started, state.closes_at))
    return _with_the_game(state.settings, closes) if state.kind == "fan-vote" else closes


def _close(settings: SurvivorSettings, kind: str, hour: int, started: datetime, opens: datetime) -> datetime:
    if kind == "final-four":
        return _with_the_game(settings, deadline(settings, "fan-vote", hour, started, opens))
    return deadline(settings, kind, hour, started, opens)


def _with_the_game(settings: SurvivorSettings, fan_vote_closes: datetime) -> datetime:
    return after(fan_vote_closes, settings.final_four_hours - settings.fan_vote_hours)


def calendar_message(record: GameRecord) -> Message:
    """The calendar as it stands now, in one message."""
    state: SurvivorState = record.state
    title = f"{plain(record.name)} – the calendar"
    if state.kind is None or record.status not in ("running", "paused"):
        return fitted(title, "The game is over.")
    return fitted(title, "\n".join((_now(record), *_lines(record, state))))


def _now(record: GameRecord) -> str:
    title = phase_title(record.phase or "")
    if record.deadline is None:
        return f"Now: {title}. The clock stands still, so what follows has no dates yet."
    return f"Now: {title}, until <t:{_seconds(record.deadline)}:f>."


def _lines(record: GameRecord, state: SurvivorState) -> Iterator[str]:
    steps = dated(record)
    if not steps:
        yield from map(_title, calendar(state))
    for step in steps:
        yield f"Day {step.day}, until <t:{_seconds(step.closes)}:f>: {_title(step.entry)}"


def _title(entry: CalendarEntry) -> str:
    left = f" ({entry.left} left after it)" if entry.kind == "council" else ""
    return TITLES[entry.kind] + left


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())
