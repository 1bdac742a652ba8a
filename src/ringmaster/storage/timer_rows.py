"""Timers, and when the bot was last up."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import delete, insert, select, update

from ringmaster.sessions.ports import Timer
from ringmaster.storage.tables import life, timers
from ringmaster.storage.transaction import Transaction


class TimerRows(Transaction):
    """The part of the unit of work that keeps the time."""

    def set_timers(self, game_id: int, wanted: Iterable[Timer]) -> None:
        """See `UnitOfWork.set_timers`. Nothing is written when they are as wanted already."""
        new = {timer.kind: timer.due for timer in wanted}
        old = select(timers.c.kind, timers.c.due).where(timers.c.game_id == game_id)
        if {row.kind: row.due for row in self.execute(old)} == new:
            return
        self.execute(delete(timers).where(timers.c.game_id == game_id))
        if new:
            rows = [{"game_id": game_id, "kind": kind, "due": due} for kind, due in new.items()]
            self.execute(insert(timers), rows)

    def drop_timer(self, game_id: int, kind: str) -> bool:
        """See `UnitOfWork.drop_timer`."""
        return self.changed(delete(timers).where(timers.c.game_id == game_id, timers.c.kind == kind)) > 0

    def next_timer(self) -> Timer | None:
        """See `UnitOfWork.next_timer`."""
        query = select(timers).order_by(timers.c.due, timers.c.game_id, timers.c.kind).limit(1)
        row = self.execute(query).first()
        return None if row is None else Timer(game_id=row.game_id, kind=row.kind, due=row.due)

    def seen_alive(self) -> datetime | None:
        """See `UnitOfWork.seen_alive`."""
        return self.execute(select(life.c.seen_alive)).scalar()

    def note_alive(self, at: datetime) -> None:
        """See `UnitOfWork.note_alive`."""
        self.execute(update(life).values(seen_alive=at))
