"""A deadline is handled once, whatever moment the process dies at."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from ringmaster.discord_app.presenters import Presenters
from ringmaster.sessions.records import GameRecord
from ringmaster.sessions.service import Sessions
from ringmaster.storage import open_store

from .conftest import Clock, Table

PROCESSES = Path(__file__).with_name("deadline_process.py")


async def prepared(folder: Path) -> GameRecord:
    """A database with a game of which a day with a tie has just run out."""
    folder.mkdir()
    store, clock = open_store(f"sqlite:///{folder / 'game.sqlite3'}"), Clock()
    table = Table(sessions=Sessions(store, Presenters(), clock), clock=clock, presenter=None, store=store)
    record = await table.start(7, mafia="2")
    await table.vote(record, 1, "vote P2")
    record = await table.vote(record, 2, "vote P1")
    await store.close()
    return record


async def settled(folder: Path, now: datetime) -> tuple[GameRecord, list[tuple[str, str]]]:
    """The game and its outbox after a restart that does what is due."""
    store = open_store(f"sqlite:///{folder / 'game.sqlite3'}")
    await Sessions(store, Presenters(), lambda: now).tick()
    after = await store.run(lambda uow: uow.game(1))
    with closing(sqlite3.connect(folder / "game.sqlite3")) as database:
        rows = database.execute("select channel, data from outbox order by channel, id").fetchall()
    await store.close()
    return replace(after, version=0), rows


@pytest.mark.clause("A7")
async def test_a_process_killed_at_any_step_of_a_deadline_leaves_it_whole(tmp_path: Path) -> None:
    """After each of the deaths the next process comes to the state and the messages of an undisturbed one."""
    record = await prepared(tmp_path / "original")
    assert record.deadline is not None
    due = record.deadline + timedelta(seconds=2)
    command = [sys.executable, str(PROCESSES), str(tmp_path), str(due.timestamp())]
    run = subprocess.run(command, capture_output=True, text=True, timeout=100, check=True)
    deaths = int(run.stdout) - 1
    assert deaths > 20
    undisturbed = await settled(tmp_path / "original", due)
    assert undisturbed[0].phase == "night-1"
    for step in range(1, deaths + 2):
        assert await settled(tmp_path / str(step), due) == undisturbed, f"killed at step {step}"
