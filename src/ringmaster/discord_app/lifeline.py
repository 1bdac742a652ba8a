"""What runs while the bot is connected: the clock and the heartbeat. Without a connection deadlines wait (A7)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

from ringmaster.sessions.ports import Clock, IdleWait
from ringmaster.sessions.service import Sessions

log = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 30.0
PAUSE_AFTER_FAULT = 10.0


class Lifeline:
    """Started when the connection is there, cut when it is lost; both may happen many times."""

    def __init__(
        self,
        sessions: Sessions,
        clock: Clock,
        idle_wait: IdleWait,
        heartbeat_file: Path,
        *,
        heartbeat_seconds: float = HEARTBEAT_SECONDS,
    ) -> None:
        self._sessions = sessions
        self._clock = clock
        self._idle_wait = idle_wait
        self._heartbeat_file = heartbeat_file
        self._heartbeat_seconds = heartbeat_seconds
        self._running: asyncio.Task[None] | None = None

    def start(self, before: Callable[[], Awaitable[None]]) -> None:
        """Catch up with what happened meanwhile, then run; nothing changes when it runs already.

        Args:
            before: what has to be done before deadlines are looked at.
        """
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._run(before))

    async def cut(self) -> None:
        """Stop. What is being stored is finished."""
        running, self._running = self._running, None
        if running is not None:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    async def _run(self, before: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await before()
                await self._sessions.after_outage()
                async with asyncio.TaskGroup() as tasks:
                    tasks.create_task(self._beat())
                    tasks.create_task(self._sessions.run_clock(self._idle_wait))
            except Exception:  # the database may be away for a moment; no deadline is lost by it
                log.exception("the clock has stopped and starts again in %d seconds", PAUSE_AFTER_FAULT)
            await self._idle_wait(asyncio.sleep(PAUSE_AFTER_FAULT))

    async def _beat(self) -> None:
        while True:
            await self._sessions.note_alive()
            try:
                write_heartbeat(self._heartbeat_file, self._clock().timestamp())
            except OSError as error:
                log.warning("the heartbeat cannot be written: %s", error.strerror)
            await self._idle_wait(asyncio.sleep(self._heartbeat_seconds))


def write_heartbeat(file: Path, timestamp: float) -> None:
    """Note in a file that the bot is up, for whoever looks from outside."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"{timestamp:.0f}\n", encoding="ascii")


def read_heartbeat(file: Path) -> float | None:
    """When the bot was last up, in seconds since 1970; None when that is not known."""
    try:
        return float(file.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
