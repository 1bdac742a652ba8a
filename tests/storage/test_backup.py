"""A backup of a running bot is a whole database; one process holds a database; a kill harms nothing."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from ringmaster.games.truth.events import VoteCast
from ringmaster.sessions.records import GameRecord
from ringmaster.storage import SqlStore, open_store
from ringmaster.storage.backup import BackupError, backup
from ringmaster.storage.hold import DatabaseInUse, hold_database

Write = Callable[..., GameRecord]


@pytest.fixture
async def game(store: SqlStore, new_game: Callable[..., GameRecord]) -> GameRecord:
    """A stored game."""
    return await store.run(lambda uow: uow.add(new_game()))


def restore(copy: Path, url: str) -> str:
    """The URL of a database that a backup has become again."""
    if url.startswith("sqlite"):
        return f"sqlite:///{copy}"
    restored = f"{url.rpartition('/')[0]}/restored"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS restored")
        connection.execute("CREATE DATABASE restored")
    subprocess.run(["pg_restore", f"--dbname={restored}", "--no-owner", str(copy)], check=True)
    return restored


async def test_a_backup_while_the_bot_writes_is_whole(
    store: SqlStore, database_url: str, game: GameRecord, write: Write, tmp_path: Path
) -> None:
    """The copy opens as a database in which log and game belong together."""

    async def play() -> None:
        for number in range(60):
            cast = VoteCast(seat=1 + number % 9, target=1)
            await store.run(lambda uow, cast=cast: write(uow, uow.game(game.id), [cast]))

    copy = tmp_path / "copy"
    playing = asyncio.create_task(play())
    await asyncio.sleep(0)
    await asyncio.to_thread(backup, database_url, copy)
    await playing
    assert (await store.run(lambda uow: uow.game(game.id))).log_length == 60
    second = open_store(restore(copy, database_url))
    record = await second.run(lambda uow: uow.game(game.id))
    log = await second.run(lambda uow: uow.log(game.id))
    await second.close()
    assert len(log) == record.log_length
    assert record.state == replayed(game, log)


def replayed(game: GameRecord, log: list[object]) -> object:
    """The state that a log leads to from the game's beginning."""
    state = game.state
    for entry in log:
        state = game.game.evolve(state, entry.event)  # type: ignore[attr-defined]
    return state


def test_a_backup_is_for_its_owner_and_overwrites_nothing(database_url: str, tmp_path: Path) -> None:
    """Nobody else may read it, and nothing half-made stays behind."""
    copy = tmp_path / "copies.db"
    backup(database_url, copy)
    assert copy.stat().st_mode & 0o777 == 0o600
    with pytest.raises(BackupError, match="exists already"):
        backup(database_url, copy)
    assert not list(tmp_path.glob("*.partial"))


def test_a_backup_of_nothing_says_so(tmp_path: Path) -> None:
    """A mistyped path makes no empty copy; neither does what is no database."""
    copy = tmp_path / "copy"
    with pytest.raises(BackupError, match="There is no database"):
        backup(f"sqlite:///{tmp_path / 'nowhere'}", copy)
    (tmp_path / "text").write_text("This is no database, but long enough to be taken for one." * 20)
    with pytest.raises(BackupError, match="cannot be copied"):
        backup(f"sqlite:///{tmp_path / 'text'}", copy)
    with pytest.raises(BackupError, match="cannot be written"):
        backup(f"sqlite:///{tmp_path / 'text'}", tmp_path / "no" / "such" / "folder")
    assert not copy.exists()
    assert not list(tmp_path.glob("*.partial"))


def test_without_the_tools_of_postgresql_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BackupError, match="pg_dump and pg_restore are needed"):
        backup("postgresql://localhost/games", tmp_path / "copy")


HOLDER = """
import sys
from ringmaster.storage.hold import hold_database
with hold_database(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_process_is_told_and_a_killed_one_frees_the_database(database_url: str) -> None:
    """With one sentence, and without anything to clean up."""
    command = [sys.executable, "-c", HOLDER, database_url]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        sentence = r"Another process uses the database .*; stop it first\."
        with pytest.raises(DatabaseInUse, match=sentence), hold_database(database_url):
            pass
        os.kill(holder.pid, signal.SIGKILL)
        holder.wait()
    wait_until_free(database_url)


def wait_until_free(url: str) -> None:
    """Hold a database as soon as its server has noticed that the one who held it is gone."""
    for _ in range(1000):
        try:
            with hold_database(url):
                return
        except DatabaseInUse:
            continue
    pytest.fail("a killed process holds the database for ever")


def test_a_database_can_be_held_again_after_it_was_let_go(database_url: str) -> None:
    """One after the other."""
    for _ in range(2):
        with hold_database(database_url), pytest.raises(DatabaseInUse), hold_database(database_url):
            pass


WRITER = """
import os, signal, sys
from dataclasses import replace
from ringmaster.games.truth.events import VoteCast
from ringmaster.sessions.messages import Message, Place, Send
from ringmaster.sessions.records import LogEntry
from ringmaster.storage import open_store

def work(uow):
    record = uow.game(1)
    entry = LogEntry(number=1, batch=1, at=record.created_at, actor=1, event=VoteCast(seat=1, target=2), deadline=None)
    uow.append(record, [entry])
    uow.post(record, 1, [Send(to=Place("stage"), message=Message(text="never said"))])
    uow.save(replace(record, name="changed", log_length=1))
    os.kill(os.getpid(), signal.SIGKILL)

open_store(sys.argv[1]).run_here(work)
"""


async def test_a_process_killed_in_mid_transaction_leaves_a_good_database(
    store: SqlStore, database_url: str, game: GameRecord, now: object, write: Write, tmp_path: Path
) -> None:
    """Nothing of the transaction is there, the database is whole, and play goes on."""
    killed = await asyncio.create_subprocess_exec(sys.executable, "-c", WRITER, database_url)
    assert await killed.wait() == -signal.SIGKILL
    assert await store.run(lambda uow: uow.game(game.id)) == game
    assert await store.run(lambda uow: uow.log(game.id)) == []
    assert await store.outbox.waiting(game.created_at, 10) == []
    await store.run(lambda uow: write(uow, uow.game(game.id), [VoteCast(seat=1, target=3)]))
    backup(database_url, tmp_path / "checked")
