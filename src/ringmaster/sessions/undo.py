"""Taking back what has happened, to any earlier point of the game. The dice stay the same (A5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby

from ringmaster.games.kernel import Event, PhaseOpened, RuleViolation
from ringmaster.sessions import idol
from ringmaster.sessions.desk import Desk, to_milliseconds
from ringmaster.sessions.messages import Strike
from ringmaster.sessions.records import LIVE, Account, GameRecord, HostActed, LogEntry, Source

LEAST_LEFT = timedelta(hours=1)
"""A phase that is opened again has at least so much time left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoPoint:
    """Something that can be undone, together with everything after it. ``to`` is the entry that stays the last."""

    to: int
    at: datetime
    actor: Account | None
    events: tuple[Event, ...]


def undo_points(entries: Sequence[LogEntry]) -> list[UndoPoint]:
    """What can be undone, newest first: each command with what it led to, but not the start of the game."""
    batches = [list(batch) for _, batch in groupby(undoable(entries), key=lambda entry: entry.batch)]
    return [
        UndoPoint(
            to=batch[0].number - 1,
            at=batch[0].at,
            actor=batch[0].actor,
            events=tuple(entry.event for entry in batch),
        )
        for batch in reversed(batches[1:])
    ]


def undoable(entries: Sequence[LogEntry]) -> list[LogEntry]:
    """The entries that hold for the rules, and the end by a moderator's word; what was undone is left out."""
    held = (entry for entry in entries if not entry.undone)
    return [entry for entry in held if not isinstance(entry.event, HostActed) or entry.event.what == "ended"]


def rules_of(entries: Sequence[LogEntry]) -> list[LogEntry]:
    """The entries that hold for the rules: what was undone and what happened at the table are left out."""
    return [entry for entry in entries if not entry.undone and not isinstance(entry.event, HostActed)]


def undo(desk: Desk, record: GameRecord, to: int, source: Source) -> GameRecord:
    """Take back everything after the entry ``to``: the state is what it was then, and is built anew from the log.

    The clock: a deadline that is still an hour ahead stays; otherwise the phase gets the time that it had
    left when the first undone thing happened, and an hour at least. Messages that tell of what was undone
    are struck through, and everyone is told.

    Raises:
        RuleViolation: ``not-started``, ``archived``, or ``nothing-to-undo`` there (somebody undid it before).
    """
    if record.state is None:
        raise RuleViolation("not-started", "A6")
    if record.status == "archived":
        raise RuleViolation("archived", "A6")
    entries = desk.uow.log(record.id)
    if to not in {point.to for point in undo_points(entries)}:
        raise RuleViolation("nothing-to-undo", "A6")
    kept = [entry for entry in rules_of(entries) if entry.number <= to]
    gone = [entry for entry in undoable(entries) if entry.number > to]
    desk.uow.mark_undone(record.id, [entry.number for entry in gone])
    opened = next(entry for entry in reversed(kept) if isinstance(entry.event, PhaseOpened))
    after = replace(
        record,
        state=record.game.replay(entry.event for entry in kept),
        status="running" if record.status == "over" else record.status,
        opened_at=to_milliseconds(opened.at),
        closed_by=None,
    )
    meanwhile = entries[entries.index(opened) : entries.index(gone[0])]
    then = next((entry.deadline for entry in reversed(meanwhile) if entry.deadline is not None), None)
    after = with_time(desk, record, after, then, gone[0])
    strike = Strike(first=gone[0].number, last=gone[-1].number)
    told = [HostActed(what="undone", facts={"to": to, "phase": after.phase}), *idol.lost_by_undo(after)]
    return desk.write(record, after, told, source.account, [strike])


def with_time(
    desk: Desk, before: GameRecord, after: GameRecord, then: datetime | None, first_gone: LogEntry
) -> GameRecord:
    """The game with the time of a phase that an undo has brought back; see `undo`.

    Args:
        desk: the transaction.
        before: the game before the undo.
        after: the game after it, without its time.
        then: the last deadline of the phase, also one that a moderator had set.
        first_gone: what was undone first.
    """
    if before.phase == after.phase and before.status in LIVE:
        return after
    if after.status == "paused":
        left = None if then is None else max(then - first_gone.at, LEAST_LEFT).total_seconds()
        return replace(after, paused_for=left)
    if then is None or then - desk.now >= LEAST_LEFT:
        return replace(after, deadline=then)
    return replace(after, deadline=desk.now + max(then - first_gone.at, LEAST_LEFT))
