"""The calendar of a game: which phase falls on which day, and when the open one ends (S12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from ringmaster.games.kernel import after
from ringmaster.games.survivor.settings import FINAL_FOUR, FINALISTS, SurvivorSettings

STEPS: dict[str, str] = {"fan-vote": "final-four", "hand": "final-four", "choice": "final-four"}
"""The phases that share the calendar's time for the final-four game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarEntry:
    """A step of the calendar: the day it begins on, counted from 1, and the seats left when it is over."""

    day: int
    kind: str
    left: int


def length(settings: SurvivorSettings, kind: str) -> int:
    """How many hours a phase, or a step of the calendar, lasts (S12.2)."""
    match kind:
        case "challenge":
            return settings.challenge_hours
        case "council":
            return settings.council_hours
        case "merge":
            return settings.merge_hours
        case "final-four":
            return settings.final_four_hours
        case "fan-vote":
            return settings.fan_vote_hours
        case "hand":
            return settings.hand_hours
        case "choice":
            return settings.choice_hours
        case "jury-questions":
            return settings.questions_hours
        case "jury-vote":
            return settings.jury_vote_hours
        case _:
            return settings.deciding_vote_hours


def calendar_hours(settings: SurvivorSettings, kind: str) -> int:
    """By how many hours the opening of a phase moves the calendar on.

    The fan vote takes up the whole time of the final-four game, so that the hands and the choice, and a
    deciding vote after the jury's, move nothing.
    """
    if kind in {"hand", "choice", "deciding-vote"}:
        return 0
    return length(settings, STEPS.get(kind, kind))


def plan(settings: SurvivorSettings) -> tuple[CalendarEntry, ...]:
    """The calendar of a game that nothing disturbs (S12.1)."""
    return remaining(
        settings, kind="challenge", merged=False, left=settings.players, closes_at=settings.challenge_hours
    )


def remaining(
    settings: SurvivorSettings, *, kind: str, merged: bool, left: int, closes_at: int
) -> tuple[CalendarEntry, ...]:
    """The calendar from the open phase on, if nothing disturbs it from now on (S12.2).

    Args:
        settings: the lengths of the phases.
        kind: what the open phase is.
        merged: whether the tribes have merged.
        left: how many seats are living.
        closes_at: the hour, counted from the start, at which the calendar ends the open phase.
    """
    entries: list[CalendarEntry] = []
    end = closes_at + (length(settings, kind) if kind == "deciding-vote" else 0)
    for step, is_tribal, after_it in _steps(STEPS.get(kind, kind), merged, left, settings.merge_at):
        if entries:
            end += length(settings, step)
        begins = end - length(settings, step)
        name = f"{'tribal' if is_tribal else 'individual'}-challenge" if step == "challenge" else step
        entries.append(CalendarEntry(day=begins // 24 + 1, kind=name, left=after_it))
    return tuple(entries)


def _steps(kind: str, merged: bool, left: int, merge_at: int) -> Iterator[tuple[str, bool, int]]:
    """Each step, whether it is before the merge, and the seats left after it."""
    while kind != "over":
        left = left - 1 if kind == "council" else FINALISTS if kind == "final-four" else left
        yield kind, not merged, left
        merged = merged or kind == "merge"
        kind = _next(kind, merged, left, merge_at)


def _next(kind: str, merged: bool, left: int, merge_at: int) -> str:
    match kind:
        case "challenge":
            return "council"
        case "final-four":
            return "jury-questions"
        case "jury-questions":
            return "jury-vote"
        case "jury-vote" | "deciding-vote":
            return "over"
        case _ if not merged:
            return "merge" if left <= merge_at else "challenge"
        case _:
            return "final-four" if left <= FINAL_FOUR else "challenge"


def deadline(settings: SurvivorSettings, kind: str, closes_at: int, started: datetime, opened: datetime) -> datetime:
    """When a phase closes by itself (S12.2, S12.3).

    A phase whose time the calendar has used up (after an extension or a pause) would be over at once. When
    less than half of its length is left, the calendar moves on: by whole days if the phase lasts whole days,
    so that the hour stays; otherwise the phase gets its full length.

    A hand has a fixed length. Sharing out the game's day among the hands that are left would tell how many
    cards the fullest hand holds.

    Args:
        settings: the lengths of the phases, and ``pace``.
        kind: what the phase is.
        closes_at: the hour at which the calendar ends it.
        started: when the game was started, aware, in the game's time zone.
        opened: when the phase was opened, likewise.
    """
    hours = length(settings, kind)
    if settings.pace == "rolling" or not calendar_hours(settings, kind):
        return after(opened, hours)
    if kind == "fan-vote":
        closes_at += hours - settings.final_four_hours
    planned = after(started, closes_at)
    while _between(opened, planned) < timedelta(hours=hours) / 2:
        if hours % 24:
            return after(opened, hours)
        planned = after(planned, 24)
    return planned


def _between(start: datetime, end: datetime) -> timedelta:
    """The time that really passes, also when the clocks change in between."""
    return end.astimezone(UTC) - start.astimezone(UTC)
