"""The way to Discord's HTTP interface for all that is published: paced, and its errors translated."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from math import inf

import aiohttp
import discord

from ringmaster.discord_app.consequences import UNANSWERED, DeliveryFailed
from ringmaster.discord_app.rendering import Unsendable

REQUESTS_A_SECOND = 45
"""Discord allows a bot 50 in all: https://discord.com/developers/docs/topics/rate-limits#global-rate-limit"""

UNKNOWN_GUILD = 10004
INVALID_FORM = 50035


class Connection:
    """A logged-in client, used within Discord's limits."""

    def __init__(self, client: discord.Client, *, requests_a_second: float = REQUESTS_A_SECOND) -> None:
        self.client = client
        self._gap = 1 / requests_a_second
        self._next_free = -inf

    def guild(self, guild_id: int) -> discord.Guild:
        """A server that the bot is in.

        Raises:
            DeliveryFailed: it is not, or not yet.
        """
        guild = self.client.get_guild(guild_id)
        if guild is None:
            raise DeliveryFailed(404, UNKNOWN_GUILD)
        return guild

    @asynccontextmanager
    async def request(self) -> AsyncGenerator[None, None]:
        """Wait for the turn of a request, then make it inside.

        Raises:
            DeliveryFailed: what discord.py raises, in the publisher's terms.
        """
        await self._turn()
        try:
            yield
        except discord.RateLimited as error:
            raise DeliveryFailed(429, retry_after=error.retry_after) from error
        except discord.HTTPException as error:
            raise DeliveryFailed(error.status, error.code) from error
        except Unsendable as error:
            raise DeliveryFailed(400, INVALID_FORM, reason=str(error)) from error
        except (aiohttp.ClientError, OSError) as error:
            raise DeliveryFailed(UNANSWERED, reason=type(error).__name__) from error

    async def _turn(self) -> None:
        """Spread requests so that no second has more than the limit; a second's worth may go at once."""
        now = asyncio.get_running_loop().time()
        self._next_free = max(self._next_free, now - 1) + self._gap
        if self._next_free > now:
            await asyncio.sleep(self._next_free - now)
