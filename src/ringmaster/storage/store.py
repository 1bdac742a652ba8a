"""The store: runs each piece of work in one transaction on a worker thread."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from random import SystemRandom
from threading import Lock, Semaphore
from typing import Any, TypeVar

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from ringmaster.sessions.ports import StaleRecord
from ringmaster.sessions.records import GameRecord
from ringmaster.storage.engine import THREADS, make_engine, read_url
from ringmaster.storage.game_rows import GameRows
from ringmaster.storage.log_rows import LogRows
from ringmaster.storage.migrations import apply_all, current_revision, require_current
from ringmaster.storage.outbox import SqlOutbox
from ringmaster.storage.outbox_rows import OutboxRows
from ringmaster.storage.tables import life
from ringmaster.storage.talk_rows import TalkRows
from ringmaster.storage.timer_rows import TimerRows
from ringmaster.storage.transaction import RecordCache, Transaction

T = TypeVar("T")

ATTEMPTS = 20
"""How often a piece of work is run before the others that write the same game have won for good."""

SIDE_BY_SIDE = 2
"""How many of them run beside other work of this process; then it runs alone, so only other processes can win."""

LOST_RACES = frozenset({"40001", "40P01"})
"""PostgreSQL's serialization_failure and deadlock_detected:
https://www.postgresql.org/docs/current/errcodes-appendix.html"""

_chance = SystemRandom()


class SqlUnitOfWork(GameRows, LogRows, TimerRows, OutboxRows, TalkRows):
    """See `ringmaster.sessions.ports.UnitOfWork` for what each method promises."""

    def save(self, record: GameRecord) -> GameRecord:
        """See `UnitOfWork.save`. An archived game keeps no ledger and nothing that was said."""
        saved = super().save(record)
        if saved.status == "archived":
            self.forget_ledger(saved.id)
            self.forget_talk(saved.id)
        return saved


class Lanes:
    """So many pieces of work side by side, or one alone."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._free = Semaphore(number)
        self._entrance = Lock()

    @contextmanager
    def _take(self, lanes: int) -> Generator[None]:
        """Wait for so many lanes; whoever comes later waits behind."""
        with self._entrance:
            for _ in range(lanes):
                self._free.acquire()
        try:
            yield
        finally:
            self._free.release(lanes)

    def beside(self) -> AbstractContextManager[None]:
        """Run beside other work."""
        return self._take(1)

    def alone(self) -> AbstractContextManager[None]:
        """Run when no other work does."""
        return self._take(self._number)


class SqlStore:
    """Games in a database. ``outbox`` is the publisher's side of it.

    SQLite has one writer, so one thread does all its work; PostgreSQL has a few, and two that write the
    same game notice it by its version.
    """

    def __init__(self, engine: Engine) -> None:
        threads = 1 if engine.dialect.name == "sqlite" else THREADS
        self.engine = engine
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="storage")
        self._lanes = Lanes(threads)
        self._cache = RecordCache()
        self.listing = 0
        self._listings = count(1)
        self.outbox = SqlOutbox(self)

    async def run(self, work: Callable[[SqlUnitOfWork], T]) -> T:
        """See `ringmaster.sessions.ports.Store.run`."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self.run_here, work)

    def run_here(self, work: Callable[[SqlUnitOfWork], T]) -> T:
        """As `run`, on the thread that calls it."""
        attempt = 1
        while True:
            try:
                with self._lanes.beside() if attempt <= SIDE_BY_SIDE else self._lanes.alone():
                    return self._once(work)
            except StaleRecord:
                if attempt == ATTEMPTS:
                    raise
            time.sleep(_chance.uniform(0, 0.001 * attempt))
            attempt += 1

    def known(self, game_id: int) -> GameRecord | None:
        """See `ringmaster.sessions.ports.Store.known`."""
        return self._cache.latest(game_id)

    async def close(self) -> None:
        """Finish the work that has begun and let go of the database."""
        await asyncio.to_thread(self.close_here)

    def close_here(self) -> None:
        """As `close`, waiting for it."""
        self._threads.submit(self.engine.dispose).result()
        self._threads.shutdown()

    def prepare(self) -> None:
        """Check that the database is as this version needs it; an empty one is filled with tables.

        Raises:
            WrongRevision: it has to be upgraded, or was by a newer version.
        """
        # On a worker, because a database in memory belongs to the thread that has opened it.
        self._threads.submit(self._prepare).result()

    def _prepare(self) -> None:
        with self.engine.begin() as connection:
            if current_revision(connection) is None:
                apply_all(connection)
            require_current(connection)
            row = {"id": 1, "salt": secrets.token_hex(16)}
            Transaction(connection, self._cache).add_unless_there(life, row)

    def _once(self, work: Callable[[Any], T]) -> T:
        try:
            with self.engine.begin() as connection:
                unit = SqlUnitOfWork(connection, self._cache)
                answer = work(unit)
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) in LOST_RACES:
                raise StaleRecord from error
            raise
        for record in unit.seen.values():
            self._cache.put(record)
        if unit.relisted:
            self.listing = next(self._listings)
        return answer


def open_store(url: str) -> SqlStore:
    """The store in a database that is up to date, or new.

    Raises:
        DatabaseUrlError: the URL is of no database that can be used.
        WrongRevision: the database has to be upgraded, or was by a newer version.
    """
    store = SqlStore(make_engine(read_url(url)))
    try:
        store.prepare()
    except BaseException:
        store.close_here()
        raise
    return store
