"""A process of its own that handles one deadline and is killed at a step of it.

Usage: ``python deadline_process.py DATABASE_URL SECONDS STEP`` with the time in seconds since 1970 and the step
counted from 1: each call of the unit of work is a step before it and one after it, and so is the commit.
Prints ``done`` when it has come through alive.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from datetime import UTC, datetime
from typing import Any

from ringmaster.discord_app.presenters import Presenters
from ringmaster.sessions.service import Sessions
from ringmaster.storage import open_store


class Killer:
    """Counts steps and kills the process at one of them, as a power cut would."""

    def __init__(self, step: int) -> None:
        self.left = step

    def __call__(self) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


class Watched:
    """A unit of work whose every call is two steps."""

    def __init__(self, uow: Any, step: Killer) -> None:
        self._uow, self._step = uow, step

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._uow, name)

        def call(*args: Any, **more: Any) -> Any:
            self._step()
            result = method(*args, **more)
            self._step()
            return result

        return call


class WatchedStore:
    """A store whose transactions are made of steps."""

    def __init__(self, store: Any, step: Killer) -> None:
        self._store, self._step = store, step

    async def run(self, work: Any) -> Any:
        """Run the work step by step."""
        result = await self._store.run(lambda uow: work(Watched(uow, self._step)))
        self._step()
        return result


async def main(url: str, seconds: float, step: int) -> None:
    """Do all that is due."""
    store = WatchedStore(open_store(url), Killer(step))
    now = datetime.fromtimestamp(seconds, UTC)
    await Sessions(store, Presenters(), lambda: now).tick()
    print("done", flush=True)
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3])))
