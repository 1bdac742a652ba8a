"""Logs grow and are never rewritten; what was counted is counted once; timers are rows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from ringmaster.games.truth.events import VoteCast, VoteRetracted
from ringmaster.sessions.ports import StaleRecord, Timer, UnitOfWork
from ringmaster.sessions.records import GameRecord, HostActed, LogEntry
from ringmaster.storage import SqlStore

NewGame = Callable[..., GameRecord]
Write = Callable[..., GameRecord]


@pytest.fixture
async def game(store: SqlStore, new_game: NewGame) -> GameRecord:
    """A stored game."""
    return await store.run(lambda uow: uow.add(new_game()))


async def test_entries_come_back_as_they_went_in(store: SqlStore, game: GameRecord, write: Write) -> None:
    """Events of the rules and of the table, with number, batch, time, actor and deadline."""
    events = [
        VoteCast(seat=1, target=2),
        VoteCast(seat=2, target="no elimination"),
        HostActed(what="deadline", facts={"when": game.deadline, "seats": (1, 2), "reason": "Zoë’s birthday"}),
    ]
    await store.run(lambda uow: write(uow, game, events))
    log = await store.run(lambda uow: uow.log(game.id))
    assert [entry.event for entry in log] == events
    assert {(entry.batch, entry.at, entry.actor, entry.deadline, entry.undone) for entry in log} == {
        (1, game.created_at, 900, game.deadline, False)
    }


async def test_undone_entries_are_kept_and_marked(store: SqlStore, game: GameRecord, write: Write) -> None:
    """They are left out unless asked for, and the numbers go on after them."""
    votes = [VoteCast(seat=seat, target=9) for seat in (1, 2, 3)]
    written = await store.run(lambda uow: write(uow, game, votes))

    def undo(uow: UnitOfWork) -> None:
        uow.mark_undone(game.id, [2, 3])
        write(uow, written, [HostActed(what="undone", facts={"to": 1})])

    await store.run(undo)
    kept = await store.run(lambda uow: uow.log(game.id))
    everything = await store.run(lambda uow: uow.log(game.id, undone=True))
    assert [entry.number for entry in kept] == [1, 4]
    assert [(entry.number, entry.undone) for entry in everything] == [(1, False), (2, True), (3, True), (4, False)]
    assert [entry.event for entry in everything[:3]] == votes
    assert [entry.number for entry in await store.run(lambda uow: uow.log(game.id, undone=True, last=2))] == [3, 4]
    assert [entry.number for entry in await store.run(lambda uow: uow.log(game.id, last=2))] == [1, 4]


async def test_a_number_is_given_once(store: SqlStore, game: GameRecord) -> None:
    """Whoever adds an entry under a number that is taken has read an older version."""
    entry = LogEntry(number=1, batch=1, at=game.created_at, actor=None, event=VoteRetracted(seat=1), deadline=None)
    await store.run(lambda uow: uow.append(game, [entry]))
    with pytest.raises(StaleRecord):
        await store.run(lambda uow: uow.append(game, [replace(entry, event=VoteCast(seat=1, target=2))]))
    (kept,) = await store.run(lambda uow: uow.log(game.id))
    assert kept == entry


@pytest.mark.clause("A1")
async def test_what_is_delivered_twice_counts_once(store: SqlStore, other_store: SqlStore, game: GameRecord) -> None:
    """Of many claims on the same message at the same moment, in two processes, one is good."""
    claims = [(store, other_store)[n % 2].run(lambda uow: uow.claim(1 << 62, game.id)) for n in range(10)]
    assert sorted(await asyncio.gather(*claims)) == [False] * 9 + [True]
    assert await store.run(lambda uow: uow.claim(2, game.id))


async def test_timers_are_replaced_and_found_by_when_they_are_due(store: SqlStore, new_game: NewGame, now: Any) -> None:
    """The first one due is found; dropping one twice says so."""
    one, two = [await store.run(lambda uow: uow.add(new_game())) for _ in range(2)]

    def timer(game: GameRecord, kind: str, hours: int) -> Timer:
        return Timer(game_id=game.id, kind=kind, due=now + timedelta(hours=hours))

    assert await store.run(lambda uow: uow.next_timer()) is None
    close, remind = timer(one, "close", 9), timer(one, "remind-6", 3)
    await store.run(lambda uow: uow.set_timers(one.id, [close, remind]))
    await store.run(lambda uow: uow.set_timers(two.id, [timer(two, "close", 5)]))
    assert await store.run(lambda uow: uow.next_timer()) == remind
    assert await store.run(lambda uow: uow.drop_timer(one.id, "remind-6"))
    assert not await store.run(lambda uow: uow.drop_timer(one.id, "remind-6"))
    assert await store.run(lambda uow: uow.next_timer()) == timer(two, "close", 5)
    await store.run(lambda uow: uow.set_timers(two.id, []))
    assert await store.run(lambda uow: uow.next_timer()) == close


async def test_when_the_bot_was_last_up_is_remembered(store: SqlStore, now: Any) -> None:
    """Nothing at first, then the last time noted."""
    assert await store.run(lambda uow: uow.seen_alive()) is None
    await store.run(lambda uow: uow.note_alive(now))
    await store.run(lambda uow: uow.note_alive(now + timedelta(minutes=1)))
    assert await store.run(lambda uow: uow.seen_alive()) == now + timedelta(minutes=1)
