"""Timers, and when the bot was last up."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import delete, insert, select, update

from ringmaster.sessions.ports import Timer
from ringmaster.storage.tables import life
from ringmaster.storage.tables import timers as timer_table
from ringmaster.storage.transaction import Transaction


class TimerRows(Transaction):
    """The part of the unit of work that keeps the time."""

    def set_timers(self, game_id: int, timers: Iterable[Timer]) -> None:
        """See `UnitOfWork.set_timers`. Nothing is written when they are as wanted already."""
        new = {timer.kind: timer.due for timer in timers}
        old = select(timer_table.c.kind, timer_table.c.due).where(timer_table.c.game_id == game_id)
        if {row.kind: row.due for row in self.execute(old)} == new:
            return
        self.execute(delete(timer_table).where(timer_table.c.game_id == game_id))
        if new:
            rows = [{"game_id": game_id, "kind": kind, "due": due} for kind, due in new.items()]
            self.execute(insert(timer_table), rows)

    def drop_timer(self, game_id: int, kind: str) -> bool:
        """See `UnitOfWork.drop_timer`."""
        return self.changed(delete(timer_table).where(timer_table.c.game_id == game_id, timer_table.c.kind == kind)) > 0

    def next_timer(self) -> Timer | None:
        """See `UnitOfWork.next_timer`."""
        query = select(timer_table).order_by(timer_table.c.due, timer_table.c.game_id, timer_table.c.kind).limit(1)
        row = self.execute(query).first()
        return None if row is None else Timer(game_id=row.game_id, kind=row.kind, due=row.due)

    def seen_alive(self) -> datetime | None:
        """See `UnitOfWork.seen_alive`."""
        return self.execute(select(life.c.seen_alive)).scalar()

    def note_alive(self, at: datetime) -> None:
        """See `UnitOfWork.note_alive`."""
        self.execute(update(life).values(seen_alive=at))
