"""Deadlines, reminders, and what happens when the bot was away (A7)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from ringmaster.sessions import idol
from ringmaster.sessions.desk import Desk
from ringmaster.sessions.play import close_at_deadline
from ringmaster.sessions.ports import Timer
from ringmaster.sessions.records import GameRecord, HostActed

LAST_HOUR = timedelta(hours=1)


def ring(desk: Desk, timer: Timer) -> None:
    """Do what is due. A timer rings once: it is gone in the transaction that does it."""
    if not desk.uow.drop_timer(timer.game_id, timer.kind):
        return
    record = desk.uow.game(timer.game_id)
    if timer.kind == idol.TIMER:
        idol.settle(desk, record)
        return
    if record.status != "running" or record.deadline is None:
        return
    if timer.kind == "close":
        if record.deadline <= desk.now:
            close_at_deadline(desk, record)
    elif not superseded(desk, record, timer):
        remind(desk, record, hours_of(timer))


def postpone(desk: Desk, timer: Timer) -> None:
    """Let a timer ring again later; the others of its game stay."""
    others = [other for other in desk.timers(desk.uow.game(timer.game_id)) if other.kind != timer.kind]
    desk.uow.set_timers(timer.game_id, [*others, timer])


def hours_of(timer: Timer) -> int:
    """How many hours before the deadline a reminder is for."""
    return int(timer.kind.removeprefix("remind-"))


def superseded(desk: Desk, record: GameRecord, timer: Timer) -> bool:
    """Whether a reminder comes so late, after an outage, that the deadline or a later reminder has come too."""
    assert record.deadline is not None
    later = [hours for hours in desk.reminder_hours if hours < hours_of(timer)]
    return record.deadline - timedelta(hours=max(later, default=0)) <= desk.now


def remind(desk: Desk, record: GameRecord, hours: int) -> None:
    """Remind the seats for which the phase waits, if there are any."""
    missing = record.game.missing(record.state)
    if missing:
        event = HostActed(what="reminded", facts={"hours": hours, "seats": list(missing)})
        desk.post(record, record.log_length, desk.presenter.present(record.state, record, [event]))


def extend_after_outage(desk: Desk, record: GameRecord, last_seen: datetime) -> GameRecord:
    """Move a deadline by as long as the bot was down, if it was down for too much of the last hour (A7).

    Args:
        desk: the transaction; its time is when the bot is back.
        record: the game.
        last_seen: when the bot was last known to be up.
    """
    deadline = record.deadline
    if record.status != "running" or deadline is None:
        return record
    missed = min(desk.now, deadline) - max(last_seen, deadline - LAST_HOUR)
    grace = timedelta(minutes=record.chosen.outage_grace)
    if missed <= grace:
        return record
    after = replace(record, deadline=deadline + (desk.now - last_seen))
    event = HostActed(what="outage", facts={"was": deadline.isoformat()})
    return desk.write(record, after, [event], None)
