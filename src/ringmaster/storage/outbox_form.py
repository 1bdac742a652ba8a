"""What the rows of the outbox look like: their states, their channels, their nonces."""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Any

from sqlalchemy import Select, select

from ringmaster.sessions.messages import (
    AmendCopy,
    Arrange,
    Erase,
    Outgoing,
    Person,
    Place,
    Priority,
    Refresh,
    Send,
    Strike,
    Voice,
    WithdrawCopy,
)
from ringmaster.sessions.ports import OutboxRow
from ringmaster.storage.codec import Stored, decode_outgoing, encode_outgoing
from ringmaster.storage.tables import life, outbox
from ringmaster.storage.transaction import Transaction

WAITING, HELD, SENT, DROPPED = "waiting", "held", "sent", "dropped"

PRIORITIES: dict[type[Outgoing], Priority] = {
    Arrange: Priority.RESULT,  # a night that has begun has to close the channel at once
    Refresh: Priority.COSMETIC,
    Strike: Priority.NOTICE,
    AmendCopy: Priority.NOTICE,
    WithdrawCopy: Priority.NOTICE,
    Erase: Priority.RESULT,  # whoever finds the message until then is told who was faster
}


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


def panels_of(game_id: int, entry: int) -> Select[Any]:
    """The panels that a log entry posts."""
    posts = outbox.alias("posts")
    of_entry = (posts.c.game_id == game_id, posts.c.entry == entry, posts.c.type == Send.__name__)
    return select(posts.c.panel).where(*of_entry, posts.c.panel.is_not(None))


def nonce_of(row_id: int, salt: bytes) -> str:
    """The nonce of a row, the same for ever: 24 of the 25 characters that Discord allows.

    https://discord.com/developers/docs/resources/message#create-message
    """
    return blake2b(str(row_id).encode(), key=salt, digest_size=12).hexdigest()


def channel_of(game_id: int, target: Outgoing | Place | Person) -> str:
    """The channel in which something is sent in order."""
    match target:
        case Send(to=Place(name=name), voice=Voice(), after=after) if after:
            return f"voice:{game_id}:{name}"
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
        case Erase(message_id=message_id):
            return f"erase:{game_id}:{message_id}"
        case AmendCopy(copy=copy) | WithdrawCopy(copy=copy):
            raise ValueError(f"a change of row {copy} goes where that row went")


def new_row(
    game_id: int, entry: int, out: Outgoing, now: datetime | None = None, channel: str | None = None
) -> dict[str, Any]:
    """The values of a new row.

    Args:
        game_id: the game that it belongs to.
        entry: the log entry that causes it.
        out: what goes out.
        now: the time from which its delay counts.
        channel: in which it keeps its order, where that does not follow from what it is.
    """
    delay = timedelta(seconds=out.after) if isinstance(out, Send) else None
    stored = encode_outgoing(out)
    return {
        "game_id": game_id,
        "entry": entry,
        "channel": channel or channel_of(game_id, out),
        "type": stored.type,
        "version": stored.version,
        "data": stored.data,
        "origin": out.relay.origin if isinstance(out, Send) and out.relay else None,
        "copy": out.copy if isinstance(out, AmendCopy | WithdrawCopy) else None,
        "panel": out.panel if isinstance(out, Send | Refresh) else None,
        "priority": out.priority if isinstance(out, Send) else PRIORITIES[type(out)],
        "state": WAITING,
        "attempts": 0,
        "not_before": now + delay if now is not None and delay else None,
    }
