"""What all parts of a unit of work share: the connection, and the games that were read."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any

from sqlalchemy import Connection, Executable, Table
from sqlalchemy.dialects import postgresql, sqlite

from ringmaster.sessions.records import GameRecord


class RecordCache:
    """The games that were read or written last, so that a vote does not decode the whole game again.

    Only what is committed gets in. A record is used only if the database still has its version.
    """

    def __init__(self, size: int = 512) -> None:
        self._size = size
        self._records: OrderedDict[int, GameRecord] = OrderedDict()
        self._lock = Lock()

    def get(self, game_id: int, version: int) -> GameRecord | None:
        """A game in exactly this version, if it is here."""
        with self._lock:
            record = self._records.get(game_id)
            if record is None or record.version != version:
                return None
            self._records.move_to_end(game_id)
            return record

    def latest(self, game_id: int) -> GameRecord | None:
        """A game as this process has last read or written it."""
        with self._lock:
            return self._records.get(game_id)

    def put(self, record: GameRecord) -> None:
        """Keep a committed game; the one unused for the longest time goes when there are too many."""
        with self._lock:
            kept = self._records.get(record.id)
            if kept is None or kept.version <= record.version:
                self._records[record.id] = record
            self._records.move_to_end(record.id)
            while len(self._records) > self._size:
                self._records.popitem(last=False)


class Transaction:
    """One transaction.

    ``seen`` holds each game as this transaction last read or wrote it; ``relisted`` says whether it has changed
    which games there are, who has a part in them, or where they are.
    """

    def __init__(self, connection: Connection, cache: RecordCache) -> None:
        self.connection = connection
        self.cache = cache
        self.seen: dict[int, GameRecord] = {}
        self.relisted: bool = False

    def execute(self, statement: Executable, values: dict[str, Any] | list[dict[str, Any]] | None = None) -> Any:
        """Run a statement; the answer is SQLAlchemy's result."""
        return self.connection.execute(statement, values)

    def changed(self, statement: Executable, values: dict[str, Any] | None = None) -> int:
        """Run a statement that writes; how many rows it has changed."""
        # Without this the count of an INSERT is unknown with some drivers:
        # https://docs.sqlalchemy.org/en/21/core/connections.html#sqlalchemy.engine.Connection.execution_options
        return self.connection.execute(statement, values, execution_options={"preserve_rowcount": True}).rowcount

    def add_unless_there(self, table: Table, values: dict[str, Any]) -> bool:
        """Insert a row; False if that would break a unique key."""
        dialect = postgresql if self.connection.dialect.name == "postgresql" else sqlite
        return self.changed(dialect.insert(table).on_conflict_do_nothing(), values) > 0
