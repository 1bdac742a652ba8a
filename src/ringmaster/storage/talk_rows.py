"""What seats say, and the bytes of the pictures that they say it with."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, exists, func, insert, select, update

from ringmaster.games.kernel import Seat
from ringmaster.sessions.messages import Person, Send, Target
from ringmaster.sessions.records import Account
from ringmaster.sessions.speech import Speech
from ringmaster.storage.codec import Stored, decode_outgoing
from ringmaster.storage.outbox_form import DROPPED, HELD, WAITING, channel_of
from ringmaster.storage.tables import blobs, outbox, speeches
from ringmaster.storage.transaction import Transaction

BLOBS_KEPT = timedelta(days=1)
"""How long the bytes of a picture are kept at least. Longer only while some copy has not been sent."""


class TalkRows(Transaction):
    """The part of the unit of work that keeps talk."""

    def add_speech(self, speech: Speech) -> None:
        """See `UnitOfWork.add_speech`."""
        self.execute(insert(speeches), _row(speech))

    def speech(self, origin: int) -> Speech | None:
        """See `UnitOfWork.speech`."""
        row = self.execute(select(speeches).where(speeches.c.origin == origin)).mappings().first()
        if row is None:
            return None
        values = dict(row)
        attachments = tuple(map(int, values.pop("attachments").split()))
        return Speech(to=values.pop("to_seat"), attachments=attachments, **values)

    def change_speech(self, speech: Speech) -> None:
        """See `UnitOfWork.change_speech`."""
        self.execute(update(speeches).where(speeches.c.origin == speech.origin), _row(speech))

    def speeches_since(self, game_id: int, seat: Seat, at: datetime) -> int:
        """See `UnitOfWork.speeches_since`."""
        these = (speeches.c.game_id == game_id, speeches.c.seat == seat, speeches.c.at > at)
        return self.execute(select(func.count()).select_from(speeches).where(*these)).scalar_one()

    def origin_of(self, account: Account, message_id: int) -> int | None:
        """See `UnitOfWork.origin_of`."""
        own = outbox.c.channel == channel_of(0, Person(account))
        return self.execute(select(outbox.c.origin).where(outbox.c.message_id == message_id, own)).scalar()

    def copied_to(self, origin: int) -> frozenset[Target]:
        """See `UnitOfWork.copied_to`."""
        query = select(outbox).where(outbox.c.origin == origin, outbox.c.state != DROPPED)
        sends = (decode_outgoing(Stored(row.type, row.version, row.data)) for row in self.execute(query))
        return frozenset(send.to for send in sends if isinstance(send, Send))

    def add_blob(self, game_id: int, origin: int, data: bytes, now: datetime) -> int:
        """See `UnitOfWork.add_blob`."""
        self.free_blobs(blobs.c.at < now - BLOBS_KEPT)
        values = {"game_id": game_id, "origin": origin, "at": now, "data": data}
        return self.execute(insert(blobs), values).inserted_primary_key[0]

    def blobs(self, numbers: Collection[int]) -> Mapping[int, bytes]:
        """See `UnitOfWork.blobs`."""
        if not numbers:
            return {}
        rows = self.execute(select(blobs.c.id, blobs.c.data).where(blobs.c.id.in_(numbers)))
        return {row.id: bytes(row.data) for row in rows}

    def free_blobs(self, *which: Any) -> None:
        """Remove the bytes of those pictures whose copies have all been sent or given up."""
        unsent = exists().where(outbox.c.origin == blobs.c.origin, outbox.c.state.in_((WAITING, HELD)))
        self.execute(delete(blobs).where(*which, ~unsent))

    def forget_talk(self, game_id: int) -> None:
        """Remove what was said in a game, but for pictures that are still on their way."""
        self.free_blobs(blobs.c.game_id == game_id)
        self.execute(delete(speeches).where(speeches.c.game_id == game_id))


def _row(speech: Speech) -> dict[str, Any]:
    values = asdict(speech)
    attachments = " ".join(map(str, values.pop("attachments")))
    to = values.pop("to")
    return values | {"to_seat": to, "attachments": attachments}
