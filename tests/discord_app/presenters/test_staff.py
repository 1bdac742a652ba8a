"""What moderators read in private."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from ringmaster.discord_app.actions import Undo, decode
from ringmaster.sessions.forecast import forecast
from ringmaster.sessions.messages import Button
from ringmaster.sessions.records import GameSummary
from ringmaster.sessions.service import StatusReport
from ringmaster.sessions.undo import undo_points

from .conftest import Table, account

MAFIA = (3, 5, 9)


@pytest.fixture
def table(new_table: Callable[..., Table]) -> Table:
    """A game of nine that has begun: Cy, Ed and Jack are Mafia."""
    table = new_table()
    table.start(MAFIA)
    return table


def test_the_status_names_what_needs_a_decision(table: Table) -> None:
    """Who is missing, who cannot be reached, who has left the server."""
    away = replace(table.record.seat(2), away=True)
    seats = tuple(away if seat.number == 2 else seat for seat in table.record.seats)
    record = replace(table.record, seats=seats)
    report = StatusReport(record=record, missing=(1, 4), unreachable=frozenset({account(6)}), undelivered=2)
    text = table.presenters.status(report).text
    for words in (
        "Day 1. Deadline: <t:",
        "Still missing: Ada, Diane",
        "2 messages could not be delivered so far.",
        "- Fay takes no direct messages",
        "- Bo has left the server",
    ):
        assert words in text


def test_the_status_before_the_start_counts_sign_ups(new_table: Callable[..., Table]) -> None:
    """And says when there are enough."""
    table = new_table()
    report = StatusReport(record=table.record, missing=(), unreachable=frozenset(), undelivered=0)
    text = table.presenters.status(report).text
    assert "9 players of 9, 1 spectator." in text
    assert "There are enough players: `/game start`." in text


@pytest.mark.clause("L2.5")
def test_a_dry_run_lists_the_die_and_what_each_result_would_lead_to(table: Table) -> None:
    """Nothing is rolled."""
    table.send(1, "vote Bo")
    table.send(2, "vote Ada")
    text = table.presenters.forecast(forecast(table.record)).text
    assert "- Still to be rolled: 1d2 over Ada; Bo (`day-1/tie`)" in text
    assert "If it shows 2:\n- Bo is eliminated by a roll after a tie." in text


def test_a_dry_run_without_dice_says_what_would_happen(table: Table) -> None:
    """In the words of the log."""
    table.send(1, "vote Bo")
    text = table.presenters.forecast(forecast(table.record)).text
    assert "- Bo is eliminated with the most votes.\n- Bo is out and was a Townie.\n- Night 1 opens." in text


@pytest.mark.clause("T2.3")
def test_a_dry_run_shows_the_submissions_that_a_die_would_choose_from(new_table: Callable[..., Table]) -> None:
    """By who sent what."""
    table = new_table("twitch")
    table.start((3, 5))
    table.send(1, "stun Jack")
    table.send(2, "stun Hal")
    assert "1d2 over Ada: stun Jack; Bo: stun Hal" in table.presenters.forecast(forecast(table.record)).text


def test_what_can_be_undone_has_a_button_each(table: Table) -> None:
    """Newest first; the button says after which entry everything goes."""
    table.send(1, "vote Bo")
    table.send(2, "vote Ada")
    points = undo_points(table.log)
    shown = table.presenters.undo_points(table.record, points)
    assert "1. <t:1793649600:f> by <@102>: Bo votes for Ada." in shown.text
    first = shown.rows[0]
    assert isinstance(first, tuple)
    assert isinstance(first[0], Button)
    assert decode(first[0].action) == Undo(game=7, to=points[0].to)


def test_what_was_undone_is_struck_through_in_the_log(table: Table) -> None:
    """It is kept, and marked."""
    table.send(1, "vote Bo")
    entries = [replace(table.log[-1], undone=True)]
    text = table.presenters.log(table.record, entries).text
    assert text.startswith("~~")
    assert text.endswith("Ada votes for Bo.~~")


def test_every_setting_is_shown_with_value_and_clause(new_table: Callable[..., Table]) -> None:
    """What differs from the default stands out."""
    text = new_table(day_tie="first").presenters.settings(new_table(day_tie="first").record).text
    assert "`day_tie` = **`first`**" in text
    assert "One of: roll, first, none. (L2.5)" in text
    assert "`hammer` = `on`" in text


def test_games_are_listed_one_a_line(table: Table) -> None:
    """With kind, status and deadline."""
    summary = GameSummary(id=7, kind="truth", name="*Friday*", guild_id=1, status="paused", deadline=None)
    assert table.presenters.games([summary]).text == "**\\*Friday\\*** (no. 7) – To Tell the Truth, paused"
    assert "`/game create`" in table.presenters.games([]).text
