"""Publishes what stands in the outbox: in order in each channel, side by side over the channels, urgent first.

Nothing here is lost or posted twice: a row is marked before it is sent and after it has arrived, and a row
that was being sent when the process died is looked for before it is sent again.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import uuid4

from ringmaster.discord_app import booth
from ringmaster.discord_app.booth import Booth
from ringmaster.discord_app.consequences import Consequence, DeliveryFailed
from ringmaster.discord_app.copies import Copies
from ringmaster.discord_app.courier import Courier
from ringmaster.discord_app.delivery import Counts, Delivery, is_direct, may_be_there
from ringmaster.discord_app.line import Line
from ringmaster.discord_app.places import NoSuchPlace, Places
from ringmaster.discord_app.reach import Reach
from ringmaster.discord_app.rooms import Builder
from ringmaster.sessions.messages import Refresh
from ringmaster.sessions.ports import Clock, IdleWait, OutboxRow, OutboxStore, Presenter, Store
from ringmaster.sessions.records import Account

log = logging.getLogger(__name__)

LONGEST_PAUSE = timedelta(minutes=5)
BLOCKED_PAUSE = timedelta(minutes=10)
LONGEST_SLEEP = timedelta(hours=1)
DATABASE_PAUSE = timedelta(seconds=5)
CLOSING_TIME = 10.0
"""Seconds that what is being sent may still take when the bot stops; then it is found again at the next start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublisherSettings:
    """What an operator can choose."""

    edit_interval: timedelta = timedelta(seconds=3)
    """The shortest time between two edits of one panel."""
    thread_after: timedelta = timedelta(minutes=30)
    """After how long closed direct messages are replaced by a private thread, in games that are not anonymous."""
    side_by_side: int = 32
    """How many channels are sent to at once."""


async def _unheard(_game_id: int, _message_id: int) -> None:
    """Nobody wants to know."""


class Publisher:
    """Sends what is due whenever it is woken, and by itself when something becomes due."""

    def __init__(
        self,
        outbox: OutboxStore,
        store: Store,
        presenter: Presenter,
        courier: Courier,
        builder: Builder,
        clock: Clock,
        idle: IdleWait,
        settings: PublisherSettings | None = None,
        *,
        erased: Callable[[int, int], Awaitable[None]] = _unheard,
        fault: Callable[[str], None] = lambda _point: None,
        chance: Callable[[], float] = random.random,
    ) -> None:
        """Args beside the ports:

        settings: what an operator has chosen.
        erased: told the game and the message, once a message or a phrase in it is removed.
        fault: called at each step by its name, so that a test can end the process there.
        chance: gives a number from 0 to 1; spreads the pauses.
        """
        self._outbox = outbox
        self._clock = clock
        self._idle = idle
        self._settings = settings or PublisherSettings()
        self._chance = chance
        self.counts = Counts()
        self._booth = Booth(store)
        self._delivery = Delivery(
            outbox=outbox,
            store=store,
            presenter=presenter,
            courier=courier,
            places=Places(store, presenter, builder, fault),
            copies=Copies(outbox=outbox, store=store, courier=courier),
            alerts=self._booth,
            clock=clock,
            counts=self.counts,
            fault=fault,
            erased=erased,
        )
        self._reach = Reach(delivery=self._delivery, thread_after=self._settings.thread_after)
        self._line = Line(outbox, clock, self.counts)
        self._tasks: set[asyncio.Task[None]] = set()
        self._failures: Counter[str] = Counter()
        self._woken = asyncio.Event()
        self._closing = False
        self._done: asyncio.Event | None = None

    # -- from outside

    @property
    def busy(self) -> int:
        """How many rows are being sent at the moment."""
        return self._line.busy

    def wake(self) -> None:
        """There may be something to send."""
        self._line.changed()
        self._woken.set()

    async def reopened(self, account: Account) -> int:
        """An account has written to the bot, so it can be written to: send all that waited; how many messages."""
        released = await self._reach.reopened(account)
        self.wake()
        return released

    async def run(self) -> None:
        """Publish until `close`. Start it once the bot is connected."""
        self._done = asyncio.Event()
        try:
            while not self._closing:
                self._woken.clear()
                until = await self._start_due()
                await self._idle(self._sleep(until))
        finally:
            await self._finish()
            self._done.set()

    async def close(self) -> None:
        """Finish what is being sent, and stop."""
        self._closing = True
        self.wake()
        if self._done is not None:
            await self._done.wait()

    # -- the loop

    async def _start_due(self) -> datetime | None:
        """Start all that may be sent now; when to look again, if nothing happens before."""
        try:
            rows = await self._line.take(self._settings.side_by_side - self._line.busy)
        except Exception:
            log.exception("error %s: the outbox cannot be read", uuid4().hex[:8])
            return self._clock() + DATABASE_PAUSE
        for row in rows:
            task = asyncio.create_task(self._work(row), name=f"outbox row {row.id}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return self._line.until

    async def _sleep(self, until: datetime | None) -> None:
        now = self._clock()
        longest = now + LONGEST_SLEEP
        pause = (min(until or longest, longest) - now).total_seconds()
        with suppress(TimeoutError):
            async with asyncio.timeout(max(pause, 0)):
                await self._woken.wait()

    async def _finish(self) -> None:
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=CLOSING_TIME)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    # -- one row

    async def _work(self, row: OutboxRow) -> None:
        try:
            await self._deliver(row)
        except Exception:
            error_id = uuid4().hex[:8]
            log.exception("error %s: what followed from row %d of game %d failed", error_id, row.id, row.game_id)
            self._rest(row)
        finally:
            self._line.done(row)
            self._woken.set()

    async def _deliver(self, row: OutboxRow) -> None:
        person = is_direct(row)
        try:
            if person is None:
                await self._delivery.deliver(row)
            else:
                await self._reach.deliver(row, person.account)
        except DeliveryFailed as failure:
            await self._failed(row, failure)
        except NoSuchPlace as missing:
            await self._drop(row, f"no place {missing}", booth.no_such_place(row))
        except Exception:
            error_id = uuid4().hex[:8]
            log.exception("error %s: row %d of game %d", error_id, row.id, row.game_id)
            await self._booth.tell_once(row, "own fault", booth.own_fault(row, error_id))
            self._rest(row)
        else:
            self._succeeded(row)

    def _succeeded(self, row: OutboxRow) -> None:
        if self._failures.pop(row.channel, 0):
            self._booth.works_again(row)
        if isinstance(row.out, Refresh):
            self._line.rest(row, self._clock() + self._settings.edit_interval)

    async def _failed(self, row: OutboxRow, failure: DeliveryFailed) -> None:
        """Do what the table of consequences says."""
        log.warning("row %d of game %d: %s", row.id, row.game_id, failure)
        match failure.consequence:
            case Consequence.DROP:
                await self._drop(row, str(failure), booth.refused(row, failure))
            case Consequence.MESSAGE_GONE:  # it had arrived, and somebody has deleted it since
                await self._outbox.sent(row, None, None)
            case Consequence.BLOCKED | Consequence.CLOSED_DM:
                await self._booth.tell_once(row, failure.code, booth.refused(row, failure))
                await self._retry(row, failure, BLOCKED_PAUSE)
            case Consequence.LATER | Consequence.CHANNEL_GONE:
                await self._retry(row, failure, timedelta(seconds=failure.retry_after or 0))

    async def _retry(self, row: OutboxRow, failure: DeliveryFailed, at_least: timedelta) -> None:
        """Try again later. A row that may have arrived stays marked, so that it is looked for first."""
        until = self._rest(row, at_least)
        if not may_be_there(row, failure):
            await self._outbox.retry(row, until, str(failure))

    async def _drop(self, row: OutboxRow, error: str, alert: str) -> None:
        await self._outbox.drop(row, error)
        self.counts.dropped += 1
        await self._booth.tell_once(row, row.id, alert)

    def _rest(self, row: OutboxRow, at_least: timedelta = timedelta()) -> datetime:
        """Leave a channel alone for a while, longer with each failure; until when."""
        self._failures[row.channel] += 1
        self.counts.retried += 1
        growing = min(timedelta(seconds=2 ** min(self._failures[row.channel] - 1, 10)), LONGEST_PAUSE)
        until = self._clock() + max(growing * (0.75 + 0.5 * self._chance()), at_least)
        self._line.rest(row, until)
        return until
