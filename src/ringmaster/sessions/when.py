"""Times that moderators type: ``24h``, ``+6h``, ``2026-12-03 21:00``, ``21:00``."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from ringmaster.games.kernel import RuleViolation

SPAN = re.compile(
    r"(?P<plus>\+?)\s*(?:(?P<days>\d{1,3})\s*d)?\s*(?:(?P<hours>\d{1,4})\s*h)?\s*(?:(?P<minutes>\d{1,5})\s*m(?:in)?)?"
)
LONGEST = timedelta(days=365)


def read_when(text: str, *, now: datetime, deadline: datetime | None, zone: ZoneInfo) -> datetime:
    """The moment that a moderator means.

    Args:
        text: ``24h`` or ``1d 12h`` from now; ``+6h`` later than the deadline; a date and time, or a time of
            day that comes next, on the wall clock of the game's zone.
        now: the time, in UTC.
        deadline: the present deadline.
        zone: the game's time zone.

    Raises:
        RuleViolation: ``no-such-time``, ``no-deadline`` to add to, ``in-the-past`` or ``too-far``.
    """
    try:
        moment = _span(text.strip().lower(), now, deadline) or _wall_clock(text.strip(), now, zone)
    except OverflowError:
        moment = None
    if moment is None:
        raise RuleViolation("no-such-time", "A6", kind="not-understood", text=text)
    if moment <= now:
        raise RuleViolation("in-the-past", "A6")
    if moment - now > LONGEST:
        raise RuleViolation("too-far", "A6")
    return moment


def _span(text: str, now: datetime, deadline: datetime | None) -> datetime | None:
    match = SPAN.fullmatch(text)
    if match is None or not any(match[unit] for unit in ("days", "hours", "minutes")):
        return None
    span = timedelta(**{unit: int(match[unit] or 0) for unit in ("days", "hours", "minutes")})
    if not match["plus"]:
        return now + span
    if deadline is None:
        raise RuleViolation("no-deadline", "A6")
    return max(deadline, now) + span


def _wall_clock(text: str, now: datetime, zone: ZoneInfo) -> datetime | None:
    here = now.astimezone(zone)
    try:
        if re.fullmatch(r"\d{1,2}:\d{2}", text):
            at = datetime.strptime(text, "%H:%M").time()  # noqa: DTZ007 - only the time of day is taken
            today = datetime.combine(here.date(), at, zone)
            moment = today if today > here else datetime.combine(here.date() + timedelta(days=1), at, zone)
        else:
            moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return (moment if moment.tzinfo is not None else moment.replace(tzinfo=zone)).astimezone(UTC)
