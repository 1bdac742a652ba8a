"""How one row of the outbox is delivered: a message, a panel, a place, a strike."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta

from ringmaster.discord_app import booth
from ringmaster.discord_app.booth import Booth
from ringmaster.discord_app.consequences import GONE, Consequence, DeliveryFailed
from ringmaster.discord_app.copies import Copies
from ringmaster.discord_app.courier import Courier
from ringmaster.discord_app.places import Places
from ringmaster.discord_app.rendering import spoken
from ringmaster.discord_app.webhooks import NoWebhook
from ringmaster.sessions.messages import (
    AmendCopy,
    Arrange,
    Erase,
    Message,
    Person,
    Place,
    Refresh,
    Send,
    Strike,
    Target,
    Voice,
    WithdrawCopy,
)
from ringmaster.sessions.ports import Clock, OutboxRow, OutboxStore, Presenter, Store

CLOCKS_APART = timedelta(minutes=1)
"""How far this machine's clock and Discord's may differ when a message is looked for that may have arrived."""


@dataclass(slots=True)
class Counts:
    """What has happened since the start; for metrics."""

    sent: int = 0
    adopted: int = 0
    """Found to have arrived though the answer was lost."""
    retried: int = 0
    held: int = 0
    dropped: int = 0
    coalesced: int = 0
    """Edits that waited, so that later changes went with them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """Delivers rows. Raises `DeliveryFailed` when Discord refuses, with the row still marked as being sent."""

    outbox: OutboxStore
    store: Store
    presenter: Presenter
    courier: Courier
    places: Places
    copies: Copies
    alerts: Booth
    clock: Clock
    counts: Counts
    fault: Callable[[str], None]
    """Called at each step by its name, so that a test can end the process there."""
    erased: Callable[[int, int], Awaitable[None]]
    """Told the game and the message, once a message or a phrase in it is gone."""

    async def deliver(self, row: OutboxRow) -> None:
        """Deliver anything but a direct message (see `ringmaster.discord_app.reach`)."""
        marked = await self.mark(row)
        if marked is not None:
            await self._deliver(marked)

    async def _deliver(self, row: OutboxRow) -> None:
        match row.out:
            case Send(to=Place(name=name), message=message):
                await self.arrived(row, *await self._post_in_place(row, name, message))
            case Refresh(panel=panel):
                await self._refresh(row, panel)
            case Arrange(place=place):
                await self.places.arrange(row.game_id, place)
                await self.arrived(row, None, None)
            case Strike(first=first, last=last):
                await self._strike(row, first, last)
            case Erase() as erase:
                await self._erase(row, erase)
            case AmendCopy() as change:
                await self.copies.amend(row, change)
                await self.arrived(row, None, None)
            case WithdrawCopy():
                await self.copies.withdraw(row)
                await self.arrived(row, None, None)
            case other:
                raise ValueError(f"{type(other).__name__} is not delivered here")

    async def mark(self, row: OutboxRow) -> OutboxRow | None:
        """Note that a row is about to be sent: as it is now, or None if it was taken back.

        A row that may have arrived keeps the time of its first attempt.
        """
        self.fault("unmarked")
        marked = await self.outbox.sending(row, self.clock()) if row.sending_since is None else row
        self.fault("marked")
        return marked

    async def post(self, row: OutboxRow, channel_id: int, message: Message) -> int:
        """Post a row's message, or find it if it may have arrived; its ID."""
        if row.sending_since is not None:
            found = await self._find(row, channel_id, message)
            if found is not None:
                self.counts.adopted += 1
                return found
        try:
            message_id = await self._hand_over(row, channel_id, message)
        except DeliveryFailed as failure:
            failure.refused_post = not failure.may_have_arrived
            raise
        self.fault("posted")
        return message_id

    async def _hand_over(self, row: OutboxRow, channel_id: int, message: Message) -> int:
        """Post a message: in a character's name if it has a voice, or where that cannot be, as the bot's words."""
        voice = voice_of(row)
        pictures = await self.copies.pictures(message)
        if voice is None:
            return await self.courier.post(channel_id, message, row.nonce, pictures)
        try:
            return await self.courier.say(channel_id, message, voice, pictures)
        except NoWebhook as failure:
            await self.alerts.tell_once(row, "webhooks", booth.no_webhooks(row, failure))
        return await self.courier.post(channel_id, spoken(message, voice), row.nonce, pictures)

    async def arrived(self, row: OutboxRow, channel_id: int | None, message_id: int | None) -> None:
        """Note that a row is done."""
        await self.outbox.sent(row, channel_id, message_id)
        self.counts.sent += 1
        self.fault("sent")

    async def _find(self, row: OutboxRow, channel_id: int, message: Message) -> int | None:
        assert row.sending_since is not None
        since = row.sending_since - CLOCKS_APART
        found = await self.courier.find(channel_id, message, row.nonce, since, voice_of(row))
        certain = [one.message_id for one in found if one.certain]
        if certain:
            return certain[0]
        alike = [one.message_id for one in found]
        others = await self.outbox.arrived(alike)
        return next((message_id for message_id in alike if message_id not in others), None)

    async def _post_in_place(self, row: OutboxRow, place: str, message: Message) -> tuple[int, int]:
        """Post in a place; if its channel is gone, make it again and post there. The channel and message ID."""
        channel_id = await self.places.channel(row.game_id, place)
        try:
            return channel_id, await self.post(row, channel_id, message)
        except DeliveryFailed as failure:
            if failure.consequence is not Consequence.CHANNEL_GONE:
                raise
        await self.places.forget(row.game_id, place, channel_id)
        channel_id = await self.places.channel(row.game_id, place)
        await self.store.run(lambda uow: booth.post(uow, uow.game(row.game_id), booth.made_again(place)))
        return channel_id, await self.post(row, channel_id, message)

    async def _refresh(self, row: OutboxRow, panel: str) -> None:
        content = self.presenter.panel(await self.places.record(row.game_id), panel)
        if content is None:
            await self.arrived(row, None, None)
            return
        target, message = content
        where = await self.store.run(lambda uow: uow.panel(row.game_id, panel))
        if where is None or not await self._edit(where, message):
            where = await self._post_to(row, target, message)
            if row.sending_since is not None:  # what was found may be older than what is to be said
                await self.courier.edit(*where, message)
        self.fault("shown")
        await self.arrived(row, *where)

    async def _edit(self, where: tuple[int, int], message: Message) -> bool:
        """Edit a message; False if it is gone."""
        try:
            await self.courier.edit(*where, message)
        except DeliveryFailed as failure:
            if failure.consequence not in GONE:
                raise
            return False
        return True

    async def _post_to(self, row: OutboxRow, target: Target, message: Message) -> tuple[int, int]:
        if isinstance(target, Place):
            return await self._post_in_place(row, target.name, message)
        channel_id = await self.courier.direct(target.account)
        return channel_id, await self.post(row, channel_id, message)

    async def _erase(self, row: OutboxRow, erase: Erase) -> None:
        """Remove a message or a phrase; that somebody else has done it already is as good."""
        try:
            await self.courier.erase(erase.channel_id, erase.message_id, erase.phrase)
        except DeliveryFailed as failure:
            if failure.consequence not in GONE:
                raise
        self.fault("erased")
        await self.erased(row.game_id, erase.message_id)
        await self.arrived(row, None, None)

    async def _strike(self, row: OutboxRow, first: int, last: int) -> None:
        for channel_id, message_id, _ in await self.outbox.messages_of(row.game_id, first, last, row.entry):
            try:
                await self.courier.strike(channel_id, message_id)
            except DeliveryFailed as failure:
                if failure.consequence not in GONE:
                    raise
            self.fault("struck")
        await self.arrived(row, None, None)


def voice_of(row: OutboxRow) -> Voice | None:
    """In whose name a row is said; None for the bot's own."""
    return row.out.voice if isinstance(row.out, Send) else None


def may_be_there(row: OutboxRow, failure: DeliveryFailed) -> bool:
    """Whether a row may have arrived, now or at an earlier attempt, though it has failed now."""
    return failure.may_have_arrived or (row.sending_since is not None and not failure.refused_post)


def is_direct(row: OutboxRow) -> Person | None:
    """Whose direct messages a row is for, if it is one."""
    return row.out.to if isinstance(row.out, Send) and isinstance(row.out.to, Person) else None
