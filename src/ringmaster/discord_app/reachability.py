"""Whether people can be reached by direct message, found out where they can still do something about it."""

from __future__ import annotations

from typing import Protocol

import discord

from ringmaster.discord_app.presenters import Presenters
from ringmaster.discord_app.rendering import to_send
from ringmaster.games.kernel import RuleViolation
from ringmaster.sessions.messages import Message, split
from ringmaster.sessions.ports import Store
from ringmaster.sessions.records import Account, GameRecord


class Reopening(Protocol):
    """The publisher, as far as it is told that somebody can be reached again."""

    async def reopened(self, account: Account) -> int:
        """Deliver what waited for an account; how many messages."""
        ...


class Reachability:
    """Tries direct messages, and notes what came of it."""

    def __init__(self, client: discord.Client, presenters: Presenters, store: Store, publisher: Reopening) -> None:
        self._client = client
        self._presenters = presenters
        self._store = store
        self._publisher = publisher

    async def welcome(self, record: GameRecord, account: Account) -> bool:
        """Write the first direct message to somebody who plays; whether it has arrived.

        Raises:
            RuleViolation: ``no-seat``: whether others can be reached is no question of this game.
        """
        seat = record.seat_of(account)
        if seat is None:
            raise RuleViolation("no-seat", "A2")
        if not await self._deliver(account, self._presenters.welcome(record, seat.number)):
            await self._store.run(lambda uow: uow.set_reachable(account, False))
            return False
        await self.heard_from(account)
        return True

    async def heard_from(self, account: Account) -> None:
        """Direct messages with somebody work; if they did not before, what waited is delivered."""
        if await self._store.run(lambda uow: account in uow.unreachable([account])):
            await self._publisher.reopened(account)

    async def _deliver(self, account: Account, message: Message) -> bool:
        try:
            channel = await self._client.create_dm(discord.Object(account))
            for part in split(message):
                await channel.send(**to_send(part))
        except discord.Forbidden:
            return False
        return True
