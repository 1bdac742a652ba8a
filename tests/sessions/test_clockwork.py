"""Deadlines, reminders, restarts and outages."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from ringmaster.games.kernel import RuleViolation
from ringmaster.sessions.records import GameRecord, HostActed

from .conftest import Table


async def now_of(table: Table, record: GameRecord) -> GameRecord:
    """The game as it is now, after everything due has been done."""
    await table.sessions.tick()
    return await table.sessions.get(record.id)


@pytest.mark.clause("A1")
async def test_a_phase_closes_two_seconds_after_its_deadline_and_the_next_counts_from_the_deadline(
    table: Table,
) -> None:
    """What arrives late still counts, and nine o'clock stays nine o'clock."""
    record = await table.start()
    deadline = record.deadline
    assert deadline is not None
    table.clock.now = deadline + timedelta(seconds=1)
    assert (await now_of(table, record)).phase == "day-1"
    table.clock.now = deadline + timedelta(seconds=2)
    record = await now_of(table, record)
    assert (record.phase, record.deadline) == ("night-1", deadline + timedelta(hours=24))


async def test_the_clock_says_when_it_has_to_ring_next(table: Table) -> None:
    """The first timer is the reminder a day before; the last the close."""
    record = await table.start()
    assert record.deadline is not None
    assert await table.sessions.tick() == record.deadline - timedelta(hours=24)
    table.clock.now = record.deadline
    assert await table.sessions.tick() == record.deadline + timedelta(seconds=2)


async def test_reminders_go_to_those_who_have_something_to_send_and_have_not(table: Table) -> None:
    """Whoever has voted is left in peace, and each reminder comes once."""
    record = await table.start()
    await table.vote(record, 1, "vote P2")
    assert record.deadline is not None
    for hours in (24, 6, 1):
        table.clock.now = record.deadline - timedelta(hours=hours)
        await table.sessions.tick()
        await table.sessions.tick()
    reminders = [e for e in table.presenter.told if isinstance(e, HostActed) and e.what == "reminded"]
    assert [event.facts["hours"] for event in reminders] == [24, 6, 1]
    assert all(event.facts["seats"] == [2, 3, 4, 5] for event in reminders)


async def test_when_nothing_is_missing_nobody_is_reminded(table: Table) -> None:
    """Nor do the moderators hear of a reminder that went to nobody."""
    record = await table.start(hammer="off")
    for seat in record.roster:
        await table.vote(record, seat, "vote P2")
    assert record.deadline is not None
    table.clock.now = record.deadline - timedelta(hours=1)
    await table.sessions.tick()
    assert "reminded" not in table.presenter.acts()


async def test_of_the_reminders_missed_in_an_outage_only_the_last_comes_and_none_after_the_deadline(
    table: Table,
) -> None:
    """Back an hour and a half before the deadline: the reminder of six hours comes late. Back after it: none."""
    record = await table.start()
    assert record.deadline is not None
    table.clock.now = record.deadline - timedelta(minutes=90)
    await table.sessions.tick()
    table.clock.now = record.deadline + timedelta(minutes=5)
    await table.sessions.tick()
    reminders = [e for e in table.presenter.told if isinstance(e, HostActed) and e.what == "reminded"]
    assert [event.facts["hours"] for event in reminders] == [6]


async def test_no_reminder_comes_for_a_time_that_has_passed(table: Table) -> None:
    """A phase of an hour reminds nobody a day before."""
    record = await table.start(day_hours="1")
    table.clock.advance(minutes=30)
    await table.sessions.tick()
    assert "reminded" not in table.presenter.acts()
    assert record.deadline is not None


@pytest.mark.clause("A7")
@pytest.mark.parametrize(("down_for", "moves"), [(timedelta(minutes=10), False), (timedelta(minutes=11), True)])
async def test_a_deadline_moves_only_if_too_much_of_the_last_hour_was_missed(
    table: Table, down_for: timedelta, moves: bool
) -> None:
    """Ten minutes are within the grace, eleven are not; it moves by as long as the bot was down."""
    record = await table.start()
    deadline = record.deadline
    assert deadline is not None
    table.clock.now = deadline - timedelta(minutes=30)
    await table.sessions.note_alive()
    table.clock.advance(seconds=down_for.total_seconds())
    await table.sessions.after_outage()
    after = await table.sessions.get(record.id)
    assert after.deadline == (deadline + down_for if moves else deadline)
    assert ("outage" in table.presenter.acts()) is moves


@pytest.mark.clause("A7")
async def test_a_deadline_that_passed_in_a_short_outage_closes_when_the_bot_is_back(table: Table) -> None:
    """Down from five minutes before it to two hours after: five minutes of the last hour are within the grace."""
    record = await table.start()
    assert record.deadline is not None
    table.clock.now = record.deadline - timedelta(minutes=5)
    await table.sessions.note_alive()
    table.clock.advance(hours=2)
    await table.sessions.after_outage()
    record = await now_of(table, record)
    assert record.phase == "night-1"
    assert record.deadline == table.clock() + timedelta(hours=24)


@pytest.mark.clause("A7")
async def test_a_long_outage_over_a_deadline_gives_the_time_back(table: Table) -> None:
    """Down for three hours from an hour before the deadline: it moves by three hours and does not close."""
    record = await table.start()
    deadline = record.deadline
    assert deadline is not None
    table.clock.now = deadline - timedelta(hours=1)
    await table.sessions.note_alive()
    table.clock.advance(hours=3)
    await table.sessions.after_outage()
    record = await now_of(table, record)
    assert (record.phase, record.deadline) == ("day-1", deadline + timedelta(hours=3))


@pytest.mark.clause("A7")
async def test_an_outage_before_the_last_hour_moves_nothing(table: Table) -> None:
    """A day without the bot early in a phase of two days is nobody's loss of the last hour."""
    record = await table.start()
    await table.sessions.note_alive()
    table.clock.advance(hours=24)
    await table.sessions.after_outage()
    assert (await table.sessions.get(record.id)).deadline == record.deadline


async def test_a_phase_keeps_its_hour_when_the_clocks_change(table: Table) -> None:
    """A day of 48 hours over the end of summer time ends at the same hour on the wall."""
    table.clock.now = datetime(2026, 10, 24, 19, 0, tzinfo=UTC)
    record = await table.start(zone="Europe/Berlin")
    assert record.deadline == datetime(2026, 10, 26, 20, 0, tzinfo=UTC)
    assert record.deadline.astimezone(record.time_zone).hour == 21


async def test_a_game_that_cannot_be_closed_does_not_stop_the_clock_of_the_others(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The broken one is tried again after five minutes, the other closes on time."""
    broken, sound = await table.start(), await table.create(name="Other", mafia="1", players="5")
    await table.sessions.open(sound.id, table.moderator)
    for seat in range(1, 6):
        await table.sessions.join(sound.id, f"P{seat}", table.source(100 + seat))
    sound = await table.sessions.start(sound.id, table.moderator)
    decide = type(broken.game).decide

    def fail_for_the_broken(self, state, command, dice):
        if dice.name == broken.id:
            raise ZeroDivisionError
        return decide(self, state, command, dice)

    monkeypatch.setattr(type(broken.game), "decide", fail_for_the_broken)
    monkeypatch.setattr(table.sessions, "_dice_of", _NamedDice)
    assert broken.deadline is not None
    table.clock.now = broken.deadline + timedelta(seconds=2)
    assert (await now_of(table, sound)).phase == "night-1"
    assert (await table.sessions.get(broken.id)).phase == "day-1"
    monkeypatch.undo()
    table.clock.advance(minutes=5)
    assert (await now_of(table, broken)).phase == "night-1"


class _NamedDice:
    def __init__(self, record: GameRecord) -> None:
        self.name = record.id

    def roll(self, label: str, sides: int, choices: object = ()) -> int:
        return 1


@pytest.mark.clause("A6")
async def test_a_pause_stops_the_clock_and_a_resumed_phase_has_the_time_that_it_had(table: Table) -> None:
    """Nothing closes, nothing can be sent, and the time that was left is left."""
    record = await table.start()
    deadline = record.deadline
    assert deadline is not None
    table.clock.advance(hours=40)
    await table.sessions.pause(record.id, table.moderator)
    table.clock.advance(hours=100)
    assert (await now_of(table, record)).phase == "day-1"
    with pytest.raises(RuleViolation) as refused:
        await table.vote(record, 1, "vote P2")
    assert refused.value.code == "paused"
    record = await table.sessions.resume(record.id, table.moderator)
    assert record.deadline == deadline + timedelta(hours=100)
    assert await table.sessions.tick() == record.deadline - timedelta(hours=6)


@pytest.mark.clause("A6")
async def test_a_moved_deadline_is_kept_and_its_reminders_with_it(table: Table) -> None:
    """Extending by six hours moves close and reminders; the old ones never ring."""
    record = await table.start()
    deadline = record.deadline
    assert deadline is not None
    record = await table.sessions.set_deadline(record.id, "+6h", table.moderator)
    assert record.deadline == deadline + timedelta(hours=6)
    table.clock.now = deadline + timedelta(seconds=2)
    assert (await now_of(table, record)).phase == "day-1"
    table.clock.advance(hours=6)
    assert (await now_of(table, record)).phase == "night-1"
