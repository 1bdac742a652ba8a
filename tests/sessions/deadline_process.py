"""Processes that handle one deadline, each killed one step later than the one before, until one comes through.

Usage: ``python deadline_process.py FOLDER SECONDS`` with a folder that holds ``original/game.sqlite3`` and the time
in seconds since 1970. Process n works on a copy in ``FOLDER/n``. Each call of the unit of work is a step before it
and one after it, and so is the commit. Prints the number of processes.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
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


async def handle(database: Path, seconds: float, step: int) -> None:
    """Do all that is due, up to a step."""
    store = WatchedStore(open_store(f"sqlite:///{database}"), Killer(step))
    now = datetime.fromtimestamp(seconds, UTC)
    await Sessions(store, Presenters(), lambda: now).tick()
    os._exit(0)


def main(folder: Path, seconds: float) -> None:
    """Fork one process after the other; each is a fresh one, but for the imports."""
    for step in count(1):
        database = Path(shutil.copytree(folder / "original", folder / str(step))) / "game.sqlite3"
        child = os.fork()
        if child == 0:
            asyncio.run(handle(database, seconds, step))
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            assert os.waitstatus_to_exitcode(status) == 0
            print(step)
            return


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]))
