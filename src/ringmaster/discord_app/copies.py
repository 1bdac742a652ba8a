"""Copies of what people have written, in Discord: their pictures, their changes, and their end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ringmaster.discord_app import booth
from ringmaster.discord_app.consequences import GONE, NOT_OWN_MESSAGE, Consequence, DeliveryFailed
from ringmaster.discord_app.courier import Courier
from ringmaster.sessions.messages import AmendCopy, Message
from ringmaster.sessions.ports import OutboxRow, OutboxStore, SentCopy, Store, UnitOfWork


@dataclass(frozen=True, slots=True, kw_only=True)
class Copies:
    """Lets copies follow their originals. Doing it twice does no harm."""

    outbox: OutboxStore
    store: Store
    courier: Courier

    async def pictures(self, message: Message) -> Mapping[str, bytes]:
        """The bytes of a message's pictures by name, as far as they are still kept."""
        if not message.pictures:
            return {}
        numbers = [picture.blob for picture in message.pictures]
        kept = await self.store.run(lambda uow: uow.blobs(numbers))
        return {picture.name: kept[picture.blob] for picture in message.pictures if picture.blob in kept}

    async def amend(self, row: OutboxRow, change: AmendCopy) -> None:
        """Change a copy; one whose webhook is no more is posted anew, and the old one goes."""
        copy = await self.outbox.sent_copy(row)
        if copy is None:
            return
        kept = None if len(change.pictures) == len(copy.send.message.pictures) else change.pictures
        try:
            await self.courier.amend(copy.channel_id, copy.message_id, change.text, kept, copy.send.voice)
        except DeliveryFailed as failure:
            if failure.code == NOT_OWN_MESSAGE:
                await self.outbox.reissue(row)
            elif failure.consequence not in GONE:
                raise

    async def withdraw(self, row: OutboxRow) -> None:
        """Delete a copy. If that is not allowed the moderators are asked to do it."""
        copy = await self.outbox.sent_copy(row)
        if copy is None:
            return
        try:
            await self.courier.withdraw(copy.channel_id, copy.message_id, copy.send.voice)
        except DeliveryFailed as failure:
            if failure.consequence is Consequence.BLOCKED:
                await self._ask_moderators(row, copy)
            elif failure.consequence not in GONE:
                raise

    async def _ask_moderators(self, row: OutboxRow, copy: SentCopy) -> None:
        def ask(uow: UnitOfWork) -> None:
            record = uow.game(row.game_id)
            booth.post(uow, record, booth.please_delete(record, copy.channel_id, copy.message_id))

        await self.store.run(ask)
