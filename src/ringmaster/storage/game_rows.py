"""Games in the database: the document, and beside it who has a part and which channels belong to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import fields, replace
from typing import Any

from sqlalchemy import Row, Table, bindparam, delete, exists, insert, select, update

from ringmaster.sessions.ports import NoSuchGame, StaleRecord
from ringmaster.sessions.records import UNFINISHED, Account, GameRecord, GameSummary, Status
from ringmaster.storage.codec import COLUMNS, decode_record, decode_state, encode_record, encode_state
from ringmaster.storage.tables import games, parts, places
from ringmaster.storage.transaction import Transaction

PLAIN = ("kind", "name", "guild_id", "status", "version", "log_length", "deadline", "created_at")
"""The columns that are fields of a game as they are."""

DOCUMENT = tuple(field.name for field in fields(GameRecord) if field.name not in COLUMNS)

VERSION = select(games.c.version).where(games.c.id == bindparam("of"))
WHOLE = select(games).where(games.c.id == bindparam("of"))
WRITE = update(games).where(games.c.id == bindparam("of"), games.c.version == bindparam("read"))


class GameRows(Transaction):
    """The part of the unit of work that keeps games."""

    def game(self, game_id: int) -> GameRecord:
        """See `UnitOfWork.game`."""
        if game_id in self.seen:
            return self.seen[game_id]
        version = self.execute(VERSION, {"of": game_id}).scalar()
        if version is None:
            raise NoSuchGame(game_id)
        record = self.cache.get(game_id, version) or _read(self.execute(WHOLE, {"of": game_id}).one())
        self.seen[game_id] = record
        return record

    def add(self, record: GameRecord) -> GameRecord:
        """See `UnitOfWork.add`."""
        record = replace(record, version=1)
        values = _plain(record) | {"document": encode_record(record)} | _state(record)
        added = replace(record, id=self.execute(insert(games), values).inserted_primary_key[0])
        self._project(None, added)
        self.seen[added.id] = added
        return added

    def save(self, record: GameRecord) -> GameRecord:
        """See `UnitOfWork.save`. Only what has changed is written."""
        before = self.seen.get(record.id)
        if before is None or before.version != record.version:
            before = self.cache.get(record.id, record.version)
        saved = replace(record, version=record.version + 1)
        values = _plain(saved)
        if before is None or _document(before) != _document(saved):
            values["document"] = encode_record(saved)
        if before is None or before.state != saved.state:
            values |= _state(saved)
        if not self.changed(WRITE, values | {"of": record.id, "read": record.version}):
            raise StaleRecord(record.id)
        self._project(before, saved)
        self.seen[saved.id] = saved
        return saved

    def games(
        self,
        *,
        guild_id: int | None = None,
        account: Account | None = None,
        statuses: Collection[Status] | None = None,
    ) -> list[GameSummary]:
        """See `UnitOfWork.games`."""
        query = select(games.c.id, *(games.c[field.name] for field in fields(GameSummary) if field.name != "id"))
        if guild_id is not None:
            query = query.where(games.c.guild_id == guild_id)
        if account is not None:
            query = query.where(exists().where(parts.c.game_id == games.c.id, parts.c.account == account))
        if statuses is not None:
            query = query.where(games.c.status.in_(statuses))
        return [GameSummary(**row) for row in self.execute(query.order_by(games.c.id)).mappings()]

    def game_at(self, channel_id: int) -> int | None:
        """See `UnitOfWork.game_at`. Of several, the newest that is not over yet."""
        query = (
            select(games.c.id)
            .join(places, places.c.game_id == games.c.id)
            .where(places.c.channel_id == channel_id)
            .order_by(games.c.status.in_(UNFINISHED).desc(), games.c.id.desc())
        )
        return self.execute(query).scalar()

    def _project(self, before: GameRecord | None, after: GameRecord) -> None:
        self.relisted = self.relisted or before is None or _listing(before) != _listing(after)
        if before is None or _people(before) != _people(after):
            self._replace(parts, after.id, _part_rows(after))
        if before is None or before.places != after.places:
            rows = ({"place": place, "channel_id": channel} for place, channel in after.places.items())
            self._replace(places, after.id, rows)

    def _replace(self, table: Table, game_id: int, rows: Iterator[dict[str, Any]]) -> None:
        self.execute(delete(table).where(table.c.game_id == game_id))
        if values := [row | {"game_id": game_id} for row in rows]:
            self.execute(insert(table), values)


def _listing(record: GameRecord) -> tuple[Any, ...]:
    """What a game is found by."""
    return (record.name, record.status, record.places, _people(record))


def _read(row: Row[Any]) -> GameRecord:
    columns = {name: getattr(row, name) for name in (*PLAIN, "id")}
    state = None if row.state is None else decode_state(row.kind, row.state_version, row.state)
    return decode_record(row.document, columns | {"state": state})


def _plain(record: GameRecord) -> dict[str, Any]:
    return {name: getattr(record, name) for name in PLAIN}


def _document(record: GameRecord) -> list[Any]:
    return [getattr(record, name) for name in DOCUMENT]


def _state(record: GameRecord) -> dict[str, Any]:
    if record.state is None:
        return {"state_version": None, "state": None}
    stored = encode_state(record.kind, record.state)
    return {"state_version": stored.version, "state": stored.data}


def _people(record: GameRecord) -> tuple[Any, ...]:
    return record.seats, record.moderators, record.spectators


def _part_rows(record: GameRecord) -> Iterator[dict[str, Any]]:
    for seat in record.seats:
        for account in dict.fromkeys(seat.accounts):
            yield {"part": "player", "seat": seat.number, "account": account}
    for account in dict.fromkeys(record.moderators):
        yield {"part": "moderator", "seat": 0, "account": account}
    for account in dict.fromkeys(record.spectators):
        yield {"part": "spectator", "seat": 0, "account": account}
