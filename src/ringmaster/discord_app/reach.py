"""Direct messages, and what becomes of them when an account does not take any.

The message is held, and whatever comes after it for the same account waits behind it. Where nobody's
identity is a secret, a private thread under the stage takes over after a while.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from ringmaster.discord_app import booth
from ringmaster.discord_app.consequences import Consequence, DeliveryFailed
from ringmaster.discord_app.delivery import Delivery, may_be_there
from ringmaster.discord_app.places import seat_room
from ringmaster.sessions.messages import Message, Send
from ringmaster.sessions.ports import OutboxRow, Store, UnitOfWork
from ringmaster.sessions.records import LIVE, Account, GameRecord

JUST_TRIED = timedelta(minutes=1)
"""How long nothing else is tried for an account that has just refused a message."""

TRY_AGAIN = timedelta(hours=6)
"""When a message is tried again that no thread can take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """Delivers direct messages. What it remembers of refusals is only for this run; the rows tell the rest."""

    delivery: Delivery
    thread_after: timedelta
    _refused_first: dict[Account, datetime] = field(default_factory=dict[Account, datetime])
    _refused_last: dict[Account, datetime] = field(default_factory=dict[Account, datetime])

    async def deliver(self, row: OutboxRow, account: Account) -> None:
        """Deliver a direct message, or hold it.

        Raises:
            DeliveryFailed: for other reasons than closed direct messages.
        """
        closed = await self._store.run(lambda uow: account in uow.unreachable([account]))
        if closed and await self._stand_in(row, account):
            return
        try:
            await self._send(row, account)
        except DeliveryFailed as failure:
            if failure.consequence is not Consequence.CLOSED_DM or may_be_there(row, failure):
                raise
            await self._refused(row, account)
            return
        if closed:
            await self.reopened(account)

    async def reopened(self, account: Account) -> int:
        """An account takes messages again: queue all that waited for it; how many messages that are."""
        self._refused_first.pop(account, None)
        self._refused_last.pop(account, None)

        def work(uow: UnitOfWork) -> int:
            uow.set_reachable(account, True)
            return uow.release(account)

        return await self._store.run(work)

    @property
    def _store(self) -> Store:
        return self.delivery.store

    async def _send(self, row: OutboxRow, account: Account) -> None:
        marked = await self.delivery.mark(row)
        if marked is not None:
            channel_id = await self.delivery.courier.direct(account)
            await self._post(marked, channel_id)

    async def _post(self, row: OutboxRow, channel_id: int) -> None:
        await self.delivery.arrived(row, channel_id, await self.delivery.post(row, channel_id, _message(row)))

    async def _stand_in(self, row: OutboxRow, account: Account) -> bool:
        """What is done instead of sending to an account known to be closed; False if sending is to be tried."""
        record = await self.delivery.places.record(row.game_id)
        thread = thread_of(record, account)
        if thread is not None and thread in record.places:
            await self._send_in_thread(row, thread)
            return True
        now = self.delivery.clock()
        if now - self._refused_last.get(account, now - JUST_TRIED) < JUST_TRIED:
            await self._note(row, account)
            await self._hold(row, self._until(account, now, thread))
            return True
        # What was held comes before this row: it is tried first, and this row after it.
        return await self._store.run(lambda uow: uow.release(account)) > 0

    async def _refused(self, row: OutboxRow, account: Account) -> None:
        if (await self.delivery.places.record(row.game_id)).status == "archived":
            await self.delivery.outbox.drop(row, "direct messages are closed, and the game is archived")
            self.delivery.counts.dropped += 1
            return
        now = self.delivery.clock()
        first_in_this_run = account not in self._refused_first
        self._refused_first.setdefault(account, now)
        self._refused_last[account] = now
        record, news = await self._note(row, account)
        thread = thread_of(record, account)
        held_by_an_earlier_run = first_in_this_run and not news and row.attempts > 0
        waited = now - self._refused_first[account] >= self.thread_after
        if thread is not None and thread in record.places:
            await self._send_in_thread(row, thread)
        elif thread is not None and (waited or held_by_an_earlier_run):
            await self._open_thread(row, account, thread)
        else:
            await self._hold(row, self._until(account, now, thread))

    async def _note(self, row: OutboxRow, account: Account) -> tuple[GameRecord, bool]:
        """Note that an account is closed, and tell the booth when the game did not know; whether it is news."""

        def work(uow: UnitOfWork) -> tuple[GameRecord, bool]:
            record = uow.game(row.game_id)
            news = uow.set_reachable(account, False)
            others = any(held.channel == row.channel and held.id != row.id for held in uow.undelivered(record.id))
            if news or (row.attempts == 0 and not others):
                minutes = round(self.thread_after.total_seconds() / 60) if thread_of(record, account) else None
                booth.post(uow, record, booth.closed_dm(record, account, minutes))
            return record, news

        return await self._store.run(work)

    def _until(self, account: Account, now: datetime, thread: str | None) -> datetime:
        if thread is None:
            return now + TRY_AGAIN
        return max(self._refused_first.get(account, now) + self.thread_after, now + JUST_TRIED)

    async def _hold(self, row: OutboxRow, until: datetime) -> None:
        await self.delivery.outbox.hold(row, "direct messages are closed", until)
        self.delivery.counts.held += 1

    async def _open_thread(self, row: OutboxRow, account: Account, thread: str) -> None:
        await self._send_in_thread(row, thread)

        def work(uow: UnitOfWork) -> None:
            uow.release(account)
            record = uow.game(row.game_id)
            booth.post(uow, record, booth.opened_thread(record, account))

        await self._store.run(work)

    async def _send_in_thread(self, row: OutboxRow, thread: str) -> None:
        """Send in a seat's thread, after seeing to it that whoever has left the seat is no longer in there."""
        marked = await self.delivery.mark(row)
        if marked is not None:
            channel_id = await self.delivery.places.arrange(row.game_id, thread)
            assert channel_id is not None
            await self._post(marked, channel_id)


def thread_of(record: GameRecord, account: Account) -> str | None:
    """The place that may stand in for an account's direct messages: none in an anonymous game, nor for others."""
    seat = record.seat_of(account)
    return None if seat is None or record.anonymous or record.status not in LIVE else seat_room(seat).place


def _message(row: OutboxRow) -> Message:
    assert isinstance(row.out, Send)
    return row.out.message
