"""The calendar and the deadlines (S12)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringmaster.games.kernel import RemoveSeat
from ringmaster.games.survivor import SurvivorGame
from ringmaster.games.survivor import events as ev
from ringmaster.games.survivor.calendar import deadline, plan
from ringmaster.games.survivor.phases import calendar
from ringmaster.games.survivor.settings import SurvivorSettings

GAME = SurvivorGame()
STARTED = datetime(2026, 3, 1, 21, 0, tzinfo=ZoneInfo("Europe/Berlin"))


def days_of(table: Any) -> dict[str, int]:
    """On which day each phase of a game closes when every phase runs to its deadline."""
    opened, days = STARTED, {}
    while table.state.phase is not None:
        closes = GAME.deadline(table.state, STARTED, opened)
        assert closes is not None
        assert closes > opened
        days[table.state.phase] = (closes.date() - STARTED.date()).days
        opened = closes
        table.pass_phase()
    return days


@pytest.mark.clause("S12.1")
def test_the_plan_with_the_defaults_is_that_of_the_source() -> None:
    """Twenty-eight days; councils leave 15 to 10 and 9 to 4."""
    entries = plan(SurvivorSettings())
    by_kind: dict[str, list[tuple[int, int]]] = {}
    for entry in entries:
        by_kind.setdefault(entry.kind, []).append((entry.day, entry.left))
    assert by_kind == {
        "tribal-challenge": [(day, 16 - day // 2) for day in range(1, 12, 2)],
        "council": [(day, 16 - day // 2) for day in range(2, 13, 2)]
        + [(day, 10 - (day - 13) // 2) for day in range(15, 26, 2)],
        "merge": [(13, 10)],
        "individual-challenge": [(day, 10 - (day - 14) // 2) for day in range(14, 25, 2)],
        "final-four": [(26, 3)],
        "jury-questions": [(27, 3)],
        "jury-vote": [(28, 3)],
    }
    assert [entry.day for entry in entries] == list(range(1, 29))


@pytest.mark.clause("S12.1", "S12.3")
def test_a_game_that_runs_to_its_deadlines_keeps_the_plan(table: Any) -> None:
    """Each phase ends at its hour on its day, also across the change of the clocks; councils are numbered 1 to 12."""
    days = days_of(table)
    councils = {phase: day for phase, day in days.items() if phase.startswith("council")}
    assert list(councils.values()) == [*range(2, 13, 2), *range(15, 26, 2)]
    assert list(councils)[-1] == "council-12"
    assert (days["challenge-1"], days["merge"], days["challenge-7"]) == (1, 13, 14)
    assert 25 <= days["fan-vote"] <= 26
    assert (days["jury-questions"], days["jury-vote"]) == (27, 28)


@pytest.mark.clause("S12.2")
def test_a_deadline_keeps_its_hour_when_the_clocks_change(table: Any) -> None:
    """The 29th of March has 23 hours in Berlin."""
    state = table.until("jury-vote").state
    closes = GAME.deadline(state, STARTED, STARTED + timedelta(days=27))
    assert closes == datetime(2026, 3, 29, 21, 0, tzinfo=STARTED.tzinfo)


@pytest.mark.clause("S12.2")
@pytest.mark.parametrize(("pace", "hours"), [("calendar", 48), ("rolling", 25)])
def test_a_phase_that_closes_early_opens_the_next_one(new_table: Callable[..., Any], pace: str, hours: int) -> None:
    """Its deadline stays in the calendar, or counts from the opening."""
    table = new_table(pace=pace)
    table.close()
    closes = GAME.deadline(table.state, STARTED, STARTED + timedelta(hours=1))
    assert closes == STARTED + timedelta(hours=hours)


@pytest.mark.clause("S12.2")
def test_the_lengths_of_phases_are_settings(new_table: Callable[..., Any]) -> None:
    """A challenge of six hours, a council of two."""
    table = new_table(challenge_hours=6, council_hours=2)
    assert GAME.deadline(table.state, STARTED, STARTED) == STARTED + timedelta(hours=6)
    table.close()
    assert GAME.deadline(table.state, STARTED, STARTED + timedelta(hours=6)) == STARTED + timedelta(hours=8)


@pytest.mark.clause("S12.2", "A6")
def test_a_calendar_that_was_overtaken_moves_on(table: Any) -> None:
    """After an extension a phase is not over as it opens: it moves by whole days, and keeps its hour."""
    table.close()
    for late, days in ((timedelta(days=1, hours=3), 2), (timedelta(days=1, hours=13), 3), (timedelta(days=9), 10)):
        closes = GAME.deadline(table.state, STARTED, STARTED + late)
        assert closes == STARTED + timedelta(days=days)


@pytest.mark.clause("S12.2", "A6")
def test_a_calendar_of_hours_that_was_overtaken_counts_from_the_opening(new_table: Callable[..., Any]) -> None:
    """Whole days would be too long for a challenge of six hours."""
    table = new_table(challenge_hours=6)
    opened = STARTED + timedelta(hours=4)
    assert GAME.deadline(table.state, STARTED, opened) == opened + timedelta(hours=6)


@given(
    st.sampled_from(["challenge", "council", "merge", "fan-vote", "hand", "choice", "jury-vote", "deciding-vote"]),
    st.integers(1, 800),
    st.integers(0, 2000),
    st.integers(1, 60),
    st.sampled_from(["calendar", "rolling"]),
)
@pytest.mark.clause("S12.2")
def test_every_phase_has_at_least_half_its_length(kind: str, closes_at: int, late: int, hours: int, pace: str) -> None:
    """Whatever was extended or closed early before."""
    settings = SurvivorSettings(
        pace=pace, challenge_hours=hours, council_hours=hours, merge_hours=hours, jury_vote_hours=hours
    )
    opened = (STARTED.astimezone(UTC) + timedelta(hours=late)).astimezone(STARTED.tzinfo)
    closes = deadline(settings, kind, closes_at, STARTED, opened).astimezone(UTC)
    lengths = {"fan-vote": 8, "hand": 1, "choice": 4, "deciding-vote": 24}
    assert closes - opened.astimezone(UTC) >= timedelta(hours=lengths.get(kind, hours)) / 2 - timedelta(hours=1)


@pytest.mark.clause("S12.2")
def test_the_calendar_is_worked_out_anew_after_a_removal(table: Any, only: Callable[..., Any]) -> None:
    """One seat less is one round less, and everyone sees it."""
    redrawn = only(table.do(RemoveSeat(seat=3)), ev.CalendarRedrawn)
    assert (redrawn.calendar[0].day, redrawn.calendar[0].left) == (1, 15)
    assert redrawn.calendar[-1].day == 26
    assert redrawn.calendar == calendar(table.state)


@pytest.mark.clause("S12.1")
def test_what_is_still_to_come_is_what_was_planned(table: Any) -> None:
    """At each phase of an undisturbed game the rest of the calendar is the rest of the plan."""
    whole = plan(table.settings)
    while table.state.kind not in {"hand", None}:
        rest = calendar(table.state)
        assert rest == whole[len(whole) - len(rest) :]
        table.pass_phase()
    table.until("jury-vote").close()
    assert calendar(table.state) == ()
    assert GAME.deadline(table.state, STARTED, STARTED) is None


@pytest.mark.clause("S12.2", "S11.4")
def test_a_deciding_vote_comes_after_the_calendar(table: Any) -> None:
    """It has its own length, from its opening."""
    table.until("jury-vote")
    jurors, finalists = table.state.jurors, table.state.finalists
    table.vote({juror: finalists[at % 2] for at, juror in enumerate(jurors)})
    table.close()
    assert [(entry.day, entry.kind) for entry in calendar(table.state)] == [(29, "deciding-vote")]
    opened = STARTED + timedelta(days=30)
    assert GAME.deadline(table.state, STARTED, opened) == opened + timedelta(days=1)
