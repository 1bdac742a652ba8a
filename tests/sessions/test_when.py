"""Times that moderators type."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from ringmaster.games.kernel import RuleViolation
from ringmaster.sessions.when import read_when

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 10, 24, 12, 0, tzinfo=UTC)
DEADLINE = datetime(2026, 10, 24, 19, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("24h", datetime(2026, 10, 25, 12, 0, tzinfo=UTC)),
        ("1d 12h", datetime(2026, 10, 26, 0, 0, tzinfo=UTC)),
        ("90m", datetime(2026, 10, 24, 13, 30, tzinfo=UTC)),
        ("+6h", datetime(2026, 10, 25, 1, 0, tzinfo=UTC)),
        ("2026-12-03 21:00", datetime(2026, 12, 3, 20, 0, tzinfo=UTC)),
        ("21:00", datetime(2026, 10, 24, 19, 0, tzinfo=UTC)),
        ("13:00", datetime(2026, 10, 25, 12, 0, tzinfo=UTC)),
    ],
)
@pytest.mark.clause("A6")
def test_spans_and_wall_clock_times_are_understood(text: str, moment: datetime) -> None:
    """In the game's zone, also on the day after the clocks have changed (13:00 is then 12:00 UTC)."""
    assert read_when(text, now=NOW, deadline=DEADLINE, zone=BERLIN) == moment


@pytest.mark.parametrize(
    ("text", "code"),
    [("soon", "no-such-time"), ("", "no-such-time"), ("25:00", "no-such-time"), ("0h", "in-the-past"),
     ("2020-01-01 10:00", "in-the-past"), ("400d", "too-far"), ("2026-13-01 10:00", "no-such-time"),
     ("0001-01-01 00:00", "no-such-time")],
)  # fmt: skip
@pytest.mark.clause("A6")
def test_other_times_are_refused_and_the_refusal_says_why(text: str, code: str) -> None:
    """Nonsense, the past and next year but one."""
    with pytest.raises(RuleViolation) as refused:
        read_when(text, now=NOW, deadline=DEADLINE, zone=BERLIN)
    assert refused.value.code == code


@pytest.mark.clause("A6")
def test_adding_to_a_deadline_needs_one() -> None:
    """Without a deadline there is nothing to add to."""
    with pytest.raises(RuleViolation) as refused:
        read_when("+6h", now=NOW, deadline=None, zone=BERLIN)
    assert refused.value.code == "no-deadline"
