"""Copies of what people have written, in the outbox: they are changed or taken back as the original is.

A copy that nobody has begun to send is changed where it stands. One that is being sent or was sent gets a row
of its own behind it, in the same channel, so that it is changed once it is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from sqlalchemy import delete, exists, insert, select, update

from ringmaster.sessions.copies import relayed_texts
from ringmaster.sessions.messages import Amend, AmendCopy, Message, Send, Withdraw, WithdrawCopy
from ringmaster.sessions.ports import OutboxRow, SentCopy
from ringmaster.storage.codec import Stored, decode_outgoing, encode_outgoing
from ringmaster.storage.outbox_form import DROPPED, HELD, SENT, WAITING, new_row
from ringmaster.storage.tables import outbox
from ringmaster.storage.transaction import Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class _Copy:
    """One part of a copy, as it stands in the outbox."""

    id: int
    game_id: int
    entry: int
    channel: str
    send: Send
    begun: bool
    """Whether it is being sent or was sent."""


def amend(transaction: Transaction, game_id: int, change: Amend) -> bool:
    """Change all copies of an original that `Amend` means; whether anything has to be sent for that."""
    news = False
    for parts in _by_channel(transaction, game_id, change.origin):
        if parts[0].send.to in change.readers:
            news |= _amend_one(transaction, parts, change)
    return news


def withdraw(transaction: Transaction, game_id: int, change: Withdraw) -> bool:
    """Take all copies of an original back; whether anything has to be sent for that."""
    news = False
    for parts in _by_channel(transaction, game_id, change.origin):
        for part in parts:
            news |= _withdraw_part(transaction, part)
    return news


def find_sent(transaction: Transaction, row: OutboxRow) -> SentCopy | None:
    """See `OutboxStore.sent_copy`."""
    assert isinstance(row.out, AmendCopy | WithdrawCopy)
    found = transaction.execute(select(outbox).where(outbox.c.id == row.out.copy)).first()
    if found is None or found.state == DROPPED:
        return None
    part = _copy(found)
    if found.state == SENT:
        there = found.message_id is not None
        return SentCopy(channel_id=found.channel_id, message_id=found.message_id, send=part.send) if there else None
    if isinstance(row.out, WithdrawCopy):
        transaction.execute(delete(outbox).where(outbox.c.id == part.id))
    else:
        _rewrite(transaction, part, row.out.text, row.out.pictures)
    return None


def reissue(transaction: Transaction, row: OutboxRow) -> None:
    """See `OutboxStore.reissue`. The old copy is none any more from then on, so nothing is done twice."""
    assert isinstance(row.out, AmendCopy)
    found = transaction.execute(select(outbox).where(outbox.c.id == row.out.copy)).one()
    part = _copy(found)
    left = tuple(picture for picture in part.send.message.pictures if picture.name in row.out.pictures)
    again = replace(part.send, message=Message(text=row.out.text, pictures=left), after=0)
    values = new_row(part.game_id, part.entry, again, channel=part.channel)
    transaction.execute(insert(outbox), values)
    _follow(transaction, part, WithdrawCopy(copy=part.id))
    transaction.execute(update(outbox).where(outbox.c.id == part.id).values(origin=None))
    transaction.execute(delete(outbox).where(outbox.c.id == row.id))


def _by_channel(transaction: Transaction, game_id: int, origin: int) -> list[list[_Copy]]:
    """The parts of each copy in order; those that are being taken back are gone already."""
    going = outbox.alias("going")
    leaving = exists().where(
        going.c.copy == outbox.c.id, going.c.type == WithdrawCopy.__name__, going.c.sending_since.is_not(None)
    )
    query = (
        select(outbox)
        .where(outbox.c.origin == origin, outbox.c.game_id == game_id, outbox.c.state != DROPPED, ~leaving)
        .order_by(outbox.c.channel, outbox.c.id)
    )
    found = [_copy(row) for row in transaction.execute(query)]
    return [list(parts) for _, parts in groupby(found, key=lambda part: part.channel)]


def _copy(row: Any) -> _Copy:
    send = decode_outgoing(Stored(row.type, row.version, row.data))
    assert isinstance(send, Send)
    begun = row.state == SENT or row.sending_since is not None
    return _Copy(id=row.id, game_id=row.game_id, entry=row.entry, channel=row.channel, send=send, begun=begun)


def _amend_one(transaction: Transaction, parts: Sequence[_Copy], change: Amend) -> bool:
    first = parts[0].send
    assert first.relay is not None
    texts = relayed_texts(first.relay, change.text, first.voice)
    spoken = [part for part in parts if part is parts[0] or not part.send.message.pictures]
    only_pictures = [part for part in parts if part not in spoken]
    news = [
        _amend_part(transaction, part, text, _kept(part, change)) for part, text in zip(spoken, texts, strict=False)
    ]
    news += [_withdraw_part(transaction, part) for part in spoken[len(texts) :]]
    for part in only_pictures:
        kept = _kept(part, change)
        same = part.send.message.text
        news.append(_amend_part(transaction, part, same, kept) if kept else _withdraw_part(transaction, part))
    for text in texts[len(spoken) :]:
        more = replace(first, message=Message(text=text), after=0)
        row = new_row(parts[0].game_id, parts[0].entry, more, channel=parts[0].channel)
        transaction.execute(insert(outbox), row)
        news.append(True)
    return any(news)


def _kept(part: _Copy, change: Amend) -> tuple[str, ...]:
    """The names of a part's pictures that the original still has."""
    pictures = part.send.message.pictures
    return tuple(picture.name for picture in pictures if change.kept is None or picture.source in change.kept)


def _amend_part(transaction: Transaction, part: _Copy, text: str, pictures: tuple[str, ...]) -> bool:
    _forget_changes(transaction, part)
    if not part.begun:
        _rewrite(transaction, part, text, pictures)
        return False
    _follow(transaction, part, AmendCopy(copy=part.id, text=text, pictures=pictures))
    return True


def _withdraw_part(transaction: Transaction, part: _Copy) -> bool:
    _forget_changes(transaction, part)
    if not part.begun:
        transaction.execute(delete(outbox).where(outbox.c.id == part.id))
        return False
    _follow(transaction, part, WithdrawCopy(copy=part.id))
    return True


def _follow(transaction: Transaction, part: _Copy, change: AmendCopy | WithdrawCopy) -> None:
    transaction.execute(insert(outbox), new_row(part.game_id, part.entry, change, channel=part.channel))


def _forget_changes(transaction: Transaction, part: _Copy) -> None:
    """Remove what was to become of a part and has not begun: what comes now stands instead."""
    waiting = (outbox.c.copy == part.id, outbox.c.state.in_((WAITING, HELD)), outbox.c.sending_since.is_(None))
    transaction.execute(delete(outbox).where(*waiting))


def _rewrite(transaction: Transaction, part: _Copy, text: str, pictures: tuple[str, ...]) -> None:
    message = part.send.message
    left = tuple(picture for picture in message.pictures if picture.name in pictures)
    stored = encode_outgoing(replace(part.send, message=replace(message, text=text, pictures=left)))
    transaction.execute(update(outbox).where(outbox.c.id == part.id).values(data=stored.data))
