"""The outbox as the publisher sees it. It is also the ledger of what was sent and what was not."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Protocol, TypeVar

from sqlalchemy import ColumnElement, Select, and_, case, delete, exists, func, insert, or_, select, union, update

from ringmaster.sessions.messages import Outgoing, Refresh, Send, WithdrawCopy
from ringmaster.sessions.ports import OutboxRow, SentCopy
from ringmaster.storage.codec import Stored, decode_outgoing
from ringmaster.storage.copies import find_sent, reissue
from ringmaster.storage.outbox_form import DROPPED, HELD, SENT, WAITING, panels_of, read_rows
from ringmaster.storage.tables import outbox, panels
from ringmaster.storage.transaction import Transaction

T = TypeVar("T")

LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
"""When a row is due that never had to wait."""


class Transactions(Protocol):
    """What runs a piece of work in one transaction."""

    async def run(self, work: Callable[[Transaction], T], /) -> T:
        """Run it and commit."""
        ...


class SqlOutbox:
    """See `ringmaster.sessions.ports.OutboxStore` for what each method promises."""

    def __init__(self, transactions: Transactions) -> None:
        self._run = transactions.run

    async def waiting(self, now: datetime, limit: int) -> list[OutboxRow]:
        """The first in line of each channel, the channels with the most urgent message first.

        Rows that are being sent are among them: after a crash they have to be sent again.
        """
        head = (
            select(func.min(outbox.c.id).label("id"), func.min(outbox.c.priority).label("urgency"))
            .where(or_(outbox.c.state == WAITING, and_(outbox.c.state == HELD, outbox.c.not_before <= now)))
            .where(~_awaits_panel())
            .group_by(outbox.c.channel)
            .subquery()
        )
        query = (
            select(outbox)
            .join(head, head.c.id == outbox.c.id)
            .where(or_(outbox.c.not_before.is_(None), outbox.c.not_before <= now))
            .order_by(head.c.urgency, outbox.c.id)
            .limit(limit)
        )
        return await self._run(lambda transaction: read_rows(transaction, query))

    async def sending(self, row: OutboxRow, at: datetime) -> OutboxRow | None:
        """See `OutboxStore.sending`. It counts as an attempt."""
        marks = {"state": WAITING, "sending_since": at, "not_before": None, "attempts": outbox.c.attempts + 1}

        def work(transaction: Transaction) -> OutboxRow | None:
            if not transaction.changed(update(outbox).where(outbox.c.id == row.id).values(marks)):
                return None
            is_copy = isinstance(row.out, Send) and row.out.relay is not None
            return replace(row, out=_read(transaction, row.id)) if is_copy else row

        return await self._run(work)

    async def sent(self, row: OutboxRow, channel_id: int | None, message_id: int | None) -> None:
        """Note that a row has arrived. Only messages stay in the ledger: an edit leaves nothing to look up."""

        def work(transaction: Transaction) -> None:
            if isinstance(row.out, Send):
                arrived = {"channel_id": channel_id, "message_id": message_id}
                _change(transaction, row, state=SENT, sending_since=None, error=None, **arrived)
            else:
                gone = [row.id, row.out.copy] if isinstance(row.out, WithdrawCopy) else [row.id]
                transaction.execute(delete(outbox).where(outbox.c.id.in_(gone)))
            panel = row.out.panel if isinstance(row.out, Send | Refresh) else None
            if panel is not None and channel_id is not None and message_id is not None:
                _keep_panel(transaction, row.game_id, panel, channel_id, message_id)

        await self._run(work)

    async def retry(self, row: OutboxRow, at: datetime, error: str) -> None:
        """Try a row again later. A refresh goes if another of its panel waits already."""

        def work(transaction: Transaction) -> None:
            if isinstance(row.out, Refresh) and transaction.execute(select(_has_successor(row))).scalar():
                transaction.execute(delete(outbox).where(outbox.c.id == row.id))
            else:
                _change(transaction, row, state=WAITING, sending_since=None, not_before=at, error=error)

        await self._run(work)

    async def hold(self, row: OutboxRow, error: str, until: datetime | None = None) -> None:
        """Keep a row that cannot be delivered for now; later rows of its channel are tried."""
        await self._change(row, state=HELD, sending_since=None, not_before=until, error=error)

    async def drop(self, row: OutboxRow, error: str) -> None:
        """Give a row up for good."""
        await self._change(row, state=DROPPED, sending_since=None, not_before=None, error=error)

    async def next_due(self) -> datetime | None:
        """When the next row may be sent; long ago if it may be now. Channels in which one is being sent wait."""
        head = (
            select(func.min(outbox.c.id).label("id"))
            .where(outbox.c.state == WAITING, ~_awaits_panel())
            .group_by(outbox.c.channel)
            .subquery()
        )
        due = case((outbox.c.state == WAITING, func.coalesce(outbox.c.not_before, LONG_AGO)), else_=outbox.c.not_before)
        query = select(func.min(due, type_=outbox.c.not_before.type)).where(
            outbox.c.sending_since.is_(None),
            or_(outbox.c.id.in_(select(head.c.id)), outbox.c.state == HELD),
        )
        return await self._run(lambda transaction: transaction.execute(query).scalar())

    async def messages_of(
        self, game_id: int, first: int, last: int, anew: int | None = None
    ) -> list[tuple[int, int, str]]:
        """See `OutboxStore.messages_of`."""
        theirs = outbox.c.entry.between(first, last)
        if anew is not None:
            then, now = _panels_before(game_id, first, anew), _panels_before(game_id, anew, anew)
            theirs = or_(theirs, outbox.c.id.in_(then), outbox.c.id.in_(now))
        query = (
            select(outbox)
            .where(outbox.c.game_id == game_id, theirs)
            .where(outbox.c.state == SENT, outbox.c.message_id.is_not(None), outbox.c.channel.like("place:%"))
            .order_by(outbox.c.id)
        )
        rows = await self._run(lambda transaction: transaction.execute(query).all())
        return [(row.channel_id, row.message_id, _text(row)) for row in rows]

    async def sent_copy(self, row: OutboxRow) -> SentCopy | None:
        """See `OutboxStore.sent_copy`."""
        return await self._run(lambda transaction: find_sent(transaction, row))

    async def reissue(self, row: OutboxRow) -> None:
        """See `OutboxStore.reissue`. The row itself is done with it."""
        await self._run(lambda transaction: reissue(transaction, row))

    async def arrived(self, message_ids: Collection[int]) -> frozenset[int]:
        """See `OutboxStore.arrived`: what stands in the ledger, and panels."""
        query = union(
            select(outbox.c.message_id).where(outbox.c.message_id.in_(message_ids)),
            select(panels.c.message_id).where(panels.c.message_id.in_(message_ids)),
        )
        return await self._run(lambda transaction: frozenset(transaction.execute(query).scalars()))

    async def _change(self, row: OutboxRow, **values: Any) -> None:
        await self._run(lambda transaction: _change(transaction, row, **values))


def _panels_before(game_id: int, entry: int, anew: int) -> Select[Any]:
    """The rows that were, before a log entry, the panels that entry ``anew`` posts again."""
    old = outbox.alias("old")
    sent = (old.c.game_id == game_id, old.c.entry < entry, old.c.state == SENT, old.c.type == Send.__name__)
    newest = select(func.max(old.c.id)).where(*sent, old.c.panel.in_(panels_of(game_id, anew)))
    return newest.group_by(old.c.panel)


def _change(transaction: Transaction, row: OutboxRow, **values: Any) -> None:
    transaction.execute(update(outbox).where(outbox.c.id == row.id).values(values))


def _read(transaction: Transaction, row_id: int) -> Outgoing:
    row = transaction.execute(select(outbox).where(outbox.c.id == row_id)).one()
    return decode_outgoing(Stored(row.type, row.version, row.data))


def _keep_panel(transaction: Transaction, game_id: int, panel: str, channel_id: int, message_id: int) -> None:
    transaction.execute(delete(panels).where(panels.c.game_id == game_id, panels.c.panel == panel))
    transaction.execute(
        insert(panels).values(game_id=game_id, panel=panel, channel_id=channel_id, message_id=message_id)
    )


def _awaits_panel() -> ColumnElement[bool]:
    """Whether a row refreshes a panel whose message has not been sent yet."""
    earlier = outbox.alias("earlier")
    unsent = exists().where(
        earlier.c.state == WAITING,
        earlier.c.type == Send.__name__,
        earlier.c.game_id == outbox.c.game_id,
        earlier.c.panel == outbox.c.panel,
        earlier.c.id < outbox.c.id,
    )
    return and_(outbox.c.type == Refresh.__name__, unsent)


def _has_successor(row: OutboxRow) -> ColumnElement[bool]:
    assert isinstance(row.out, Refresh)
    return exists().where(
        outbox.c.game_id == row.game_id,
        outbox.c.panel == row.out.panel,
        outbox.c.type == Refresh.__name__,
        outbox.c.state == WAITING,
        outbox.c.sending_since.is_(None),
        outbox.c.id != row.id,
    )


def _text(row: Any) -> str:
    out = decode_outgoing(Stored(row.type, row.version, row.data))
    assert isinstance(out, Send)
    return out.message.text
