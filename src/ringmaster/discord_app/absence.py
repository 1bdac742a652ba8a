"""What happened while the bot was away: direct messages that were sent in time count (A1), servers may be gone."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import discord

from ringmaster.sessions.ports import Store
from ringmaster.sessions.records import LIVE, Account
from ringmaster.sessions.service import Sessions

log = logging.getLogger(__name__)

CLOCKS_APART = timedelta(minutes=1)
"""How far this machine's clock and Discord's may differ."""

MOST_MESSAGES = 200
"""How many messages of one person are looked through."""


class Absence:
    """Reads what came in meanwhile. Reading it twice does no harm: each message counts once."""

    def __init__(self, client: discord.Client, store: Store, sessions: Sessions) -> None:
        self._client = client
        self._store = store
        self._sessions = sessions

    async def make_up(self, hear: Callable[[discord.Message], Awaitable[None]]) -> None:
        """Hear everything that players of running games have written since the bot was last there."""
        await self.look_around()
        since = await self._store.run(lambda uow: uow.seen_alive())
        if since is None:
            return
        for account in await self._players():
            try:
                for message in await self._unanswered(account, since - CLOCKS_APART):
                    await hear(message)
            except discord.HTTPException as error:  # closed direct messages, or an account that is gone
                log.info("nothing to catch up with", extra={"account": account, "code": error.code})

    async def look_around(self) -> None:
        """Pause the games of servers that the bot was removed from meanwhile."""
        for game in await self._sessions.find(statuses=("running",)):
            if self._client.get_guild(game.guild_id) is None:
                await self._sessions.expelled(game.guild_id)

    async def _players(self) -> list[Account]:
        games = await self._sessions.find(statuses=LIVE)
        records = [await self._sessions.get(game.id) for game in games]
        return list(dict.fromkeys(account for record in records for seat in record.seats for account in seat.accounts))

    async def _unanswered(self, account: Account, since: datetime) -> list[discord.Message]:
        channel = await self._client.create_dm(discord.Object(account))
        found = [message async for message in channel.history(limit=MOST_MESSAGES, after=since, oldest_first=True)]
        answered = {message.reference.message_id for message in found if message.reference is not None}
        return [message for message in found if message.author.id == account and message.id not in answered]
