"""The log of each game, and what was counted already."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from ringmaster.sessions.ports import NoSuchGame, StaleRecord
from ringmaster.sessions.records import GameRecord, LogEntry
from ringmaster.storage.codec import Stored, decode_event, encode_event
from ringmaster.storage.tables import claims, events, games
from ringmaster.storage.transaction import Transaction

ENTRY = ("number", "batch", "at", "actor", "deadline", "undone")
"""The columns that are fields of a log entry as they are."""


class LogRows(Transaction):
    """The part of the unit of work that keeps logs. The data of an entry is never changed."""

    def append(self, record: GameRecord, entries: Sequence[LogEntry]) -> None:
        """See `UnitOfWork.append`.

        Raises:
            StaleRecord: somebody else has added entries with these numbers.
        """
        if not entries:
            return
        try:
            self.execute(insert(events), [_row(record, entry) for entry in entries])
        except IntegrityError as error:
            raise StaleRecord(record.id) from error

    def log(self, game_id: int, *, undone: bool = False, last: int | None = None) -> list[LogEntry]:
        """See `UnitOfWork.log`."""
        query = (
            select(events, games.c.kind)
            .join(games, games.c.id == events.c.game_id)
            .where(events.c.game_id == game_id)
            .order_by(events.c.number.desc())
            .limit(last)
        )
        if not undone:
            query = query.where(events.c.undone.is_(False))
        return [_entry(row) for row in reversed(self.execute(query).all())]

    def mark_undone(self, game_id: int, numbers: Collection[int]) -> None:
        """See `UnitOfWork.mark_undone`."""
        these = (events.c.game_id == game_id, events.c.number.in_(numbers))
        self.execute(update(events).where(*these).values(undone=True))

    def claim(self, snowflake: int, game_id: int) -> bool:
        """See `UnitOfWork.claim`.

        Raises:
            NoSuchGame: there is no such game.
        """
        try:
            return self.add_unless_there(claims, {"snowflake": snowflake, "game_id": game_id})
        except IntegrityError as error:
            raise NoSuchGame(game_id) from error


def _row(record: GameRecord, entry: LogEntry) -> dict[str, Any]:
    stored = encode_event(record.kind, entry.event)
    return {
        "game_id": record.id,
        "type": stored.type,
        "version": stored.version,
        "data": stored.data,
        **{name: getattr(entry, name) for name in ENTRY},
    }


def _entry(row: Any) -> LogEntry:
    event = decode_event(row.kind, Stored(row.type, row.version, row.data))
    return LogEntry(event=event, **{name: getattr(row, name) for name in ENTRY})
