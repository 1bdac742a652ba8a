"""Transactions a second: one synchronous unit of work on worker threads against SQLAlchemy's asyncio extension.

Usage: ``python tools/measure_unit_of_work.py sqlite:////tmp/measure.sqlite3 [--transactions 3000]``

The database is filled with throw-away rows. For SQLite the extension needs the package aiosqlite.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from itertools import count
from typing import Any

from sqlalchemy import URL, Executable, event, insert
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ringmaster.sessions.records import GameRecord
from ringmaster.storage import SqlStore, open_store
from ringmaster.storage.engine import THREADS, read_url
from ringmaster.storage.tables import claims, events, outbox

NOW = datetime(2026, 11, 2, 20, 0, tzinfo=UTC)
Rows = list[tuple[Executable, dict[str, Any]]]


def rows(game_id: int, number: int) -> Rows:
    """What a vote inserts: a claim, an event and a message."""
    stored = {"game_id": game_id, "version": 1, "data": '{"seat": 3, "target": 5}'}
    message = {"entry": number, "channel": "place:1:stage", "priority": 2, "state": "sent", "attempts": 1}
    entry = {"number": number, "batch": number, "at": NOW, "actor": 7, "deadline": NOW, "undone": False}
    return [
        (insert(claims), {"snowflake": game_id << 32 | number, "game_id": game_id}),
        (insert(events), {**stored, **entry, "type": "VoteCast"}),
        (insert(outbox), {**stored, **message, "type": "Send"}),
    ]


async def rate(work: Callable[[int], Awaitable[None]], transactions: int, tasks: int) -> str:
    """Transactions a second, and what one costs, with so many tasks at once, after a hundred that do not count."""

    async def take(numbers: Any, last: int) -> None:
        while (number := next(numbers)) <= last:
            await work(number)

    numbers = count(1)
    await take(numbers, 100)
    began, used = time.perf_counter(), time.process_time()
    await asyncio.gather(*(take(numbers, 100 + transactions) for _ in range(tasks)))
    elapsed, used = time.perf_counter() - began, time.process_time() - used
    return f"{transactions / elapsed:6.0f}/s {1e6 * used / transactions:6.0f} µs of processor time each"


def on_threads(store: SqlStore, game_id: int) -> Callable[[int], Awaitable[None]]:
    """The work as the store does it."""

    async def work(number: int) -> None:
        def write(uow: Any) -> None:
            for statement, values in rows(game_id, number):
                uow.execute(statement, values)

        await store.run(write)

    return work


def on_loop(engine: AsyncEngine, game_id: int) -> Callable[[int], Awaitable[None]]:
    """The same with the asyncio extension."""

    async def work(number: int) -> None:
        async with engine.begin() as connection:
            for statement, values in rows(game_id, number):
                await connection.execute(statement, values)

    return work


def extension(url: URL) -> AsyncEngine:
    """An engine of the asyncio extension with the same guarantees."""
    if url.get_backend_name() != "sqlite":
        return create_async_engine(url, isolation_level="REPEATABLE READ", pool_size=THREADS, max_overflow=0)
    engine = create_async_engine(url.set(drivername="sqlite+aiosqlite"), pool_size=1, max_overflow=0)

    def prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None
        for pragma in ("journal_mode = WAL", "foreign_keys = ON", "synchronous = FULL"):
            connection.execute(f"PRAGMA {pragma}")

    event.listen(engine.sync_engine, "connect", prepare)
    event.listen(engine.sync_engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


async def measure(url: str, transactions: int) -> None:
    """Print one line a way and number of tasks."""
    store, engine = open_store(url), extension(read_url(url))
    for tasks in (1, 50):
        for name, make in (("worker threads", on_threads), ("asyncio extension", on_loop)):
            record = GameRecord(kind="truth", name="x", guild_id=1, zone="UTC", seed="", created_at=NOW, created_by=7)
            added = await store.run(lambda uow, record=record: uow.add(record))
            work = make(store, added.id) if make is on_threads else on_loop(engine, added.id)
            print(f"{tasks:3} tasks  {name:18}{await rate(work, transactions, tasks)}", flush=True)
    await engine.dispose()
    await store.close()


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("url")
    options.add_argument("--transactions", type=int, default=3000)
    chosen = options.parse_args()
    asyncio.run(measure(chosen.url, chosen.transactions))
