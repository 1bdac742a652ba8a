"""Messages on their way out, as the use cases see them: put in, released, looked at."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Any

from sqlalchemy import and_, delete, insert, or_, select, update

from ringmaster.sessions.messages import (
    Arrange,
    Outgoing,
    Person,
    Place,
    Priority,
    Refresh,
    Send,
    Strike,
    split,
)
from ringmaster.sessions.ports import OutboxRow
from ringmaster.sessions.records import Account, GameRecord
from ringmaster.storage.codec import Stored, decode_outgoing, encode_outgoing
from ringmaster.storage.tables import closed_dms, life, outbox, panels
from ringmaster.storage.transaction import Transaction

WAITING, HELD, SENT, DROPPED = "waiting", "held", "sent", "dropped"

PRIORITIES: dict[type[Outgoing], Priority] = {
    Arrange: Priority.RESULT,  # a night that has begun has to close the channel at once
    Refresh: Priority.COSMETIC,
    Strike: Priority.NOTICE,
}


class OutboxRows(Transaction):
    """The part of the unit of work that puts messages out."""

    def post(self, record: GameRecord, entry: int, outgoing: Iterable[Outgoing], now: datetime | None = None) -> bool:
        """See `UnitOfWork.post`."""
        news = False
        for out in outgoing:
            if isinstance(out, Refresh):
                news |= self.add_unless_there(outbox, _row(record.id, entry, out))
            else:
                rows = [_row(record.id, entry, part, now) for part in _parts(out)]
                self.execute(insert(outbox), rows)
                news = True
        return news

    def panel(self, game_id: int, panel: str) -> tuple[int, int] | None:
        """See `UnitOfWork.panel`."""
        query = select(panels.c.channel_id, panels.c.message_id).where(
            panels.c.game_id == game_id, panels.c.panel == panel
        )
        row = self.execute(query).first()
        return None if row is None else (row.channel_id, row.message_id)

    def unreachable(self, accounts: Collection[Account]) -> frozenset[Account]:
        """See `UnitOfWork.unreachable`."""
        query = select(closed_dms.c.account).where(closed_dms.c.account.in_(accounts))
        return frozenset(self.execute(query).scalars())

    def set_reachable(self, account: Account, reachable: bool) -> bool:
        """See `UnitOfWork.set_reachable`."""
        if reachable:
            return self.changed(delete(closed_dms).where(closed_dms.c.account == account)) > 0
        return self.add_unless_there(closed_dms, {"account": account})

    def release(self, account: Account) -> int:
        """See `UnitOfWork.release`."""
        held = (outbox.c.state == HELD) & (outbox.c.channel == channel_of(0, Person(account)))
        return self.changed(update(outbox).where(held).values(state=WAITING, not_before=None, sending_since=None))

    def undelivered(self, game_id: int) -> list[OutboxRow]:
        """See `UnitOfWork.undelivered`: what is held, and messages that were given up."""
        given_up = and_(outbox.c.state == DROPPED, outbox.c.type == Send.__name__)
        query = select(outbox).where(outbox.c.game_id == game_id, or_(outbox.c.state == HELD, given_up))
        return read_rows(self, query.order_by(outbox.c.id))

    def forget_ledger(self, game_id: int) -> None:
        """Remove what was sent or given up in a game: once it is archived nobody asks for it."""
        over = outbox.c.state.in_((SENT, DROPPED))
        self.execute(delete(outbox).where(outbox.c.game_id == game_id, over))


def read_rows(transaction: Transaction, query: Any) -> list[OutboxRow]:
    """The rows that a query over the outbox finds."""
    rows = transaction.execute(query).all()
    if not rows:
        return []
    salt = bytes.fromhex(transaction.execute(select(life.c.salt)).scalar_one())
    return [
        OutboxRow(
            id=row.id,
            game_id=row.game_id,
            entry=row.entry,
            channel=row.channel,
            out=decode_outgoing(Stored(row.type, row.version, row.data)),
            priority=row.priority,
            nonce=nonce_of(row.id, salt),
            attempts=row.attempts,
            sending_since=row.sending_since,
        )
        for row in rows
    ]


def nonce_of(row_id: int, salt: bytes) -> str:
    """The nonce of a row, the same for ever: 24 of the 25 characters that Discord allows.

    https://discord.com/developers/docs/resources/message#create-message
    """
    return blake2b(str(row_id).encode(), key=salt, digest_size=12).hexdigest()


def channel_of(game_id: int, target: Outgoing | Place | Person) -> str:
    """The channel in which something is sent in order."""
    match target:
        case Send(to=to):
            return channel_of(game_id, to)
        case Place(name=name) | Arrange(place=name):
            return f"place:{game_id}:{name}"
        case Person(account=account):
            return f"person:{account}"
        case Refresh(panel=panel):
            return f"panel:{game_id}:{panel}"
        case Strike():
            return f"strike:{game_id}"


def _parts(out: Outgoing) -> Iterator[Outgoing]:
    if not isinstance(out, Send):
        yield out
        return
    parts = tuple(split(out.message))
    for message in parts:
        # The panel is the part with the buttons.
        yield replace(out, message=message, panel=out.panel if message is parts[-1] else None)


def _row(game_id: int, entry: int, out: Outgoing, now: datetime | None = None) -> dict[str, Any]:
    delay = timedelta(seconds=out.after) if isinstance(out, Send) else None
    stored = encode_outgoing(out)
    return {
        "game_id": game_id,
        "entry": entry,
        "channel": channel_of(game_id, out),
        "type": stored.type,
        "version": stored.version,
        "data": stored.data,
        "panel": out.panel if isinstance(out, Send | Refresh) else None,
        "priority": out.priority if isinstance(out, Send) else PRIORITIES[type(out)],
        "state": WAITING,
        "attempts": 0,
        "not_before": now + delay if now is not None and delay else None,
    }
