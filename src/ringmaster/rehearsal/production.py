"""Puts the real bot into the simulated server and takes it out again."""
# pyright: reportPrivateUsage=false

from __future__ import annotations

import math
import tempfile
from collections.abc import AsyncGenerator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from simcord.env import Env

from ringmaster.bootstrap import build
from ringmaster.config import Config, DatabaseSection
from ringmaster.rehearsal import shim
from ringmaster.rehearsal.opening import players_needed
from ringmaster.rehearsal.world import World
from ringmaster.sessions.service import Sessions

T = TypeVar("T")

SETTLE_SECONDS = 30.0
"""How long the bot may be busy with one thing before the rehearsal calls it stuck."""


HEARTBEAT = 6 * 3600.0
"""Simulated seconds between two notes of the bot that it is up; nobody looks for them here."""

UNLIMITED = math.inf
"""Requests a second: the simulation has no such limit, and cannot tell a bot that waits its turn from a stuck one."""


class Seams:
    """The time and the idle waits of the simulation, which is there only after the bot that needs them."""

    env: Env

    def now(self) -> datetime:
        """The time in the simulation, in UTC."""
        return self.env.now()

    async def idle_wait(self, waiting: Awaitable[T], /) -> T:
        """Wait, and let the simulation know that the bot has nothing to do meanwhile."""
        result: T = await self.env.external_wait(waiting, reason="nothing to do")
        return result


@dataclass(frozen=True, slots=True)
class Production:
    """A running bot in its world."""

    world: World
    sessions: Sessions


@asynccontextmanager
async def production(kind: str) -> AsyncGenerator[Production]:
    """A server with people for a game of this kind, and the bot, whose database is gone afterwards."""
    seams = Seams()
    with shim.applied(), tempfile.TemporaryDirectory(prefix="ringmaster-rehearsal-") as folder:
        config = Config(
            data_dir=Path(folder), database=DatabaseSection(url=f"sqlite:///{Path(folder) / 'rehearsal.sqlite3'}")
        )
        bot = build(
            config,
            clock=seams.now,
            idle_wait=seams.idle_wait,
            heartbeat_seconds=HEARTBEAT,
            requests_a_second=UNLIMITED,
        )
        env = seams.env = Env(bot, check_errors=False, settle_timeout=SETTLE_SECONDS)
        env.backend.clock._epoch = datetime.now(UTC)  # dates look like today's; only the simulation moves them
        await env.start()
        try:
            world = World(env, players=players_needed(kind))
            await env.settle()
            yield Production(world, bot.sessions)
        finally:
            await env.shutdown()
            await bot.close()
