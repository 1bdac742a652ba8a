"""The one way in which anything is written: log, snapshot, messages and timers, in the same transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Literal, TypeAlias

from ringmaster.games.dice import Dice
from ringmaster.games.kernel import Event, GameEnded, PhaseOpened, RuleViolation
from ringmaster.sessions.messages import Change, Outgoing
from ringmaster.sessions.ports import Presenter, Timer, UnitOfWork
from ringmaster.sessions.records import LIVE, Account, GameRecord, HostActed, LogEntry, Source
from ringmaster.sessions.themes import Themes, shipped_themes

CLOSING_GRACE = timedelta(seconds=2)
"""A phase closes so long after its deadline, so that what was sent in time and arrives late still counts (A1)."""

REMINDER_HOURS = (24, 6, 1)

IDOL = "idol"
"""The timer for links to the idol's message that are held until no earlier one can arrive."""


Wake: TypeAlias = Literal["clock", "publisher"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What a use case works with: one transaction, the words, the time, and the dice."""

    uow: UnitOfWork
    presenter: Presenter
    now: datetime
    dice_of: Callable[[GameRecord], Dice]
    reminder_hours: tuple[int, ...] = REMINDER_HOURS
    themes: Themes = field(default_factory=shipped_themes)
    wakes: set[Wake] = field(default_factory=set["Wake"])
    """Whom the commit has to wake: nobody is woken for nothing, as each look costs a transaction."""

    def open_for_change(self, game_id: int, source: Source) -> GameRecord:
        """The game, about to be changed by this message or interaction.

        Raises:
            RuleViolation: ``already-counted`` when it has changed something before (delivered twice).
        """
        if source.snowflake is not None and not self.uow.claim(source.snowflake, game_id):
            raise RuleViolation("already-counted", "A1")
        return self.uow.game(game_id)

    def write(
        self,
        before: GameRecord,
        after: GameRecord,
        events: Sequence[Event],
        actor: Account | None,
        extra: Iterable[Outgoing] = (),
    ) -> GameRecord:
        """Store a change of a game with what it causes.

        Args:
            before: the game as it was read.
            after: the game as it shall be, without the events in its log.
            events: what has happened, in order.
            actor: who caused it; None for the clock.
            extra: messages beside those that the events cause.
        """
        entries = [
            LogEntry(
                number=before.log_length + place,
                batch=before.log_length + 1,
                at=self.now,
                actor=actor,
                event=event,
                deadline=after.deadline,
            )
            for place, event in enumerate(events, start=1)
        ]
        after = replace(after, log_length=before.log_length + len(entries))
        self.uow.append(before, entries)
        saved = self.uow.save(after)
        history = self.uow.log(saved.id) if saved.status == "over" and before.status != "over" else ()
        outgoing = [*self.presenter.present(before.state, saved, events, history), *extra]
        self.post(saved, entries[0].number if entries else before.log_length, outgoing)
        if _times(before) != _times(after):
            self.uow.set_timers(saved.id, self.timers(saved))
            self.wakes.add("clock")
        return saved

    def post(self, record: GameRecord, entry: int, outgoing: Iterable[Outgoing | Change]) -> None:
        """Put messages into the outbox; see `UnitOfWork.post`."""
        if self.uow.post(record, entry, outgoing, self.now):
            self.wakes.add("publisher")

    def act(self, before: GameRecord, after: GameRecord, source: Source, what: str, **facts: Any) -> GameRecord:
        """Store something that happened at the table and not in the rules."""
        return self.write(before, after, [HostActed(what=what, facts=facts)], source.account)

    def timers(self, record: GameRecord) -> list[Timer]:
        """The deadline and the reminders before it that are still to come, and when held links are looked at (S8.2)."""
        settling = record.idol_settles_at if record.status in LIVE else None
        held = [] if settling is None else [Timer(game_id=record.id, kind=IDOL, due=settling)]
        return [*held, *self._phase_timers(record)]

    def _phase_timers(self, record: GameRecord) -> list[Timer]:
        if record.status != "running" or record.deadline is None:
            return []
        reminders = [
            Timer(game_id=record.id, kind=f"remind-{hours}", due=record.deadline - timedelta(hours=hours))
            for hours in self.reminder_hours
        ]
        close = Timer(game_id=record.id, kind="close", due=record.deadline + CLOSING_GRACE)
        return [close, *(timer for timer in reminders if timer.due > self.now)]

    def last_to(self, record: GameRecord, what: str) -> Account | None:
        """Who did something of this sort last."""
        entries = self.uow.log(record.id)
        done = (e for e in reversed(entries) if isinstance(e.event, HostActed) and e.event.what == what)
        return next((entry.actor for entry in done), None)

    def already_done(self, record: GameRecord, what: str) -> RuleViolation:
        """The refusal for the second of two moderators who want the same."""
        return RuleViolation("already-done", "A6", what=what, by=self.last_to(record, what))


def apply(record: GameRecord, events: Iterable[Event], *, now: datetime, opened: datetime | None = None) -> GameRecord:
    """The game after events of its rules: state, open phase, deadline, end.

    Args:
        record: the game before.
        events: what has happened, in order.
        now: the time.
        opened: from when the length of a new phase counts; now by default.
    """
    state = record.state
    for event in events:
        state = record.game.evolve(state, event)
    after = replace(record, state=state)
    if any(isinstance(event, GameEnded) for event in events):
        return replace(after, status="over", deadline=None, paused_for=None)
    if any(isinstance(event, PhaseOpened) for event in events):
        zone = record.time_zone
        started = (record.started_at or now).astimezone(zone)
        deadline = record.game.deadline(state, started, (opened or now).astimezone(zone))
        after = replace(after, opened_at=to_milliseconds(now), deadline=deadline, closed_by=None)
    return after


def _times(record: GameRecord) -> tuple[Any, ...]:
    """What the timers of a game depend on."""
    return record.deadline, record.status, record.idol_settles_at


def to_milliseconds(moment: datetime) -> datetime:
    """A time without what a snowflake does not hold, so that the two can be compared."""
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)
