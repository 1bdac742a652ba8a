"""What seats send, and the close of phases."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from ringmaster.games.kernel import (
    Answer,
    ClosePhase,
    Decision,
    Event,
    PhaseId,
    RuleViolation,
    Seat,
)
from ringmaster.sessions import idol
from ringmaster.sessions.desk import CLOSING_GRACE, Desk, apply
from ringmaster.sessions.records import Account, GameRecord, Source

DOUBLE_CLOSE = timedelta(seconds=10)
"""A close by a second moderator so soon after the first meant the same phase."""

PROMPT = timedelta(minutes=1)
"""A close so soon after the deadline is on time: the next phase counts from the deadline, not from the close."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What became of something sent: understood as ``answer``; with ``confirm`` it does not count yet."""

    record: GameRecord
    before: Any
    seat: Seat
    answer: Answer
    events: tuple[Event, ...] = ()
    confirm: Decision | None = None


def submit(
    desk: Desk,
    record: GameRecord,
    seat: Seat,
    sent: Answer | str,
    source: Source,
    *,
    phase: PhaseId | None = None,
    confirmed: bool = False,
) -> Receipt:
    """Apply what a seat sends, or what a moderator sends for it.

    Args:
        desk: the transaction.
        record: the game.
        seat: whose submission it is.
        sent: an answer, or a person's words.
        source: who sent it, and when.
        phase: the phase it was made for, if a button or form says so (A1).
        confirmed: whether a final decision has been confirmed.

    Raises:
        RuleViolation: it does not count, and why.
    """
    require_in_time(record, source, phase)
    game = record.game
    answer = game.parse(record.state, seat, sent, record.roster) if isinstance(sent, str) else sent
    command = game.command(record.state, seat, answer, phase)
    events = game.decide(record.state, command, desk.dice_of(record))
    decision = find_decision(record, seat, answer)
    if decision is not None and decision.final and not confirmed:
        return Receipt(record=record, before=record.state, seat=seat, answer=answer, confirm=decision)
    after, events = carry_out(desk, record, events)
    saved = desk.write(record, after, events, source.account)
    return Receipt(record=saved, before=record.state, seat=seat, answer=answer, events=events)


def carry_out(
    desk: Desk, record: GameRecord, events: tuple[Event, ...], opened: datetime | None = None
) -> tuple[GameRecord, tuple[Event, ...]]:
    """The game after events, and all events: each phase that is complete, also a new one, closes at once (A9).

    Args:
        desk: the transaction.
        record: the game before.
        events: what was decided.
        opened: from when the length of a phase counts that these events open; now by default.
    """
    after, game = apply(record, events, now=desk.now, opened=opened), record.game
    while after.status == "running" and after.phase is not None and game.complete(after.state):
        closing = ClosePhase(phase=after.phase, cause="complete")
        more = game.decide(after.state, closing, desk.dice_of(record))
        after, events = apply(after, more, now=desk.now), (*events, *more)
    return after, events


def find_decision(record: GameRecord, seat: Seat, answer: Answer) -> Decision | None:
    """The decision that an answer fills in, if it is asked now."""
    return next((d for d in record.game.options(record.state, seat) if d.name == answer.name), None)


def require_in_time(record: GameRecord, source: Source, phase: PhaseId | None) -> None:
    """Refuse what was sent outside the open phase (A1).

    Raises:
        RuleViolation: ``not-started``, ``game-over``, ``paused``, ``too-late`` after the deadline, or ``stale``
            when it was sent or made for an earlier phase.
    """
    record.require_live()
    if record.status == "paused":
        raise RuleViolation("paused", "A6")
    if record.deadline is not None and source.at > record.deadline:
        raise RuleViolation("too-late", "A1")
    made_for = phase if phase is not None and phase != record.phase else None
    if made_for is not None or (record.opened_at is not None and source.at < record.opened_at):
        raise RuleViolation("stale", "A1", phase=made_for)


def close(desk: Desk, record: GameRecord, source: Source, phase: PhaseId | None = None) -> GameRecord:
    """Close the open phase by a moderator's word.

    Raises:
        RuleViolation: ``already-done`` when another moderator has just closed it, or the phase that was meant
            is not open any more: a vote or the clock has closed it while the moderator's word was on its way.
    """
    record.require_live()
    since = source.at - record.opened_at if record.opened_at is not None else DOUBLE_CLOSE
    meant_the_last = since < timedelta() or (record.closed_by not in (None, source.account) and since < DOUBLE_CLOSE)
    if meant_the_last or (phase is not None and phase != record.phase):
        raise RuleViolation("already-done", "A6", what="closed", by=record.closed_by)
    return close_phase(desk, record, ClosePhase(phase=record.phase or "", cause="moderator"), source.account)


def close_at_deadline(desk: Desk, record: GameRecord) -> GameRecord:
    """Close the open phase because its deadline has passed."""
    return close_phase(desk, record, ClosePhase(phase=record.phase or "", cause="deadline"), None)


def close_phase(desk: Desk, record: GameRecord, command: ClosePhase, actor: Account | None) -> GameRecord:
    """Close the open phase: its results, and the next phase.

    A phase that closes on time opens the next one as of its deadline, so that hours stay round. Whoever has
    sent the link to the idol before the close has it before the close.
    """
    record = idol.settle(desk, record, record.deadline if command.cause == "deadline" else None)
    events = record.game.decide(record.state, command, desk.dice_of(record))
    on_time = (
        command.cause == "deadline"
        and record.deadline is not None
        and desk.now - record.deadline < CLOSING_GRACE + PROMPT
    )
    after, events = carry_out(desk, record, events, record.deadline if on_time else None)
    if after.status == "paused":
        after = replace(after, status="running", paused_for=None)
    return desk.write(record, replace(after, closed_by=actor), events, actor)
