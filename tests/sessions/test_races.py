"""Two things at the same moment, from two processes on one database: one comes first, and nothing is half done."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
import pytest_asyncio

from ringmaster.games.dice import VerifiableDice
from ringmaster.games.kernel import RuleViolation
from ringmaster.sessions.records import GameRecord, HostActed
from ringmaster.sessions.service import Sessions
from ringmaster.sessions.undo import rules_of
from ringmaster.storage import SqlStore

from ..loaded_dice import KeptOrder
from .conftest import Clock, RecordingPresenter, Table

ROUNDS = 4
"""How often each pair meets, so that sometimes the one and sometimes the other is first."""


@dataclass
class Two:
    """One game, seen by two processes."""

    one: Table
    other: Table

    async def meet(self, first: Awaitable[Any], second: Awaitable[Any]) -> tuple[Any, Any]:
        """Both at once; a refusal is an outcome."""
        outcomes = await asyncio.gather(first, second, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, BaseException) and not isinstance(outcome, RuleViolation):
                raise outcome
        return outcomes[0], outcomes[1]

    async def whole(self, record: GameRecord) -> GameRecord:
        """The game as it is stored: its state is that of its log, without a gap."""
        now = await self.other.sessions.look(lambda uow: uow.game(record.id))
        entries = await self.one.sessions.log(record.id)
        assert [entry.number for entry in entries] == list(range(1, now.log_length + 1))
        if now.state is not None:
            assert now.game.replay(entry.event for entry in rules_of(entries)) == now.state
        return now


@pytest_asyncio.fixture
async def two(store: SqlStore, other_store: SqlStore) -> AsyncIterator[Two]:
    """Two processes with one clock."""
    clock, presenter = Clock(), RecordingPresenter()
    yield Two(*(table_on(each, clock, presenter, number) for number, each in enumerate((store, other_store), start=1)))


def table_on(store: SqlStore, clock: Clock, presenter: RecordingPresenter, number: int) -> Table:
    """A process on a database; its snowflakes are no other's."""
    sessions = Sessions(store, presenter, clock, dice_of=lambda record: KeptOrder(VerifiableDice(bytes(32))))
    return Table(sessions=sessions, clock=clock, presenter=presenter, store=store, snowflakes=number * 10**6)


def refusals(*outcomes: Any) -> list[str]:
    """The codes of those that were refused."""
    return [outcome.code for outcome in outcomes if isinstance(outcome, RuleViolation)]


async def started(two: Two, number: int, **settings: str) -> GameRecord:
    """A game on its first day."""
    return await signed_up(two, number, start=True, **settings)


async def signed_up(two: Two, number: int, *, start: bool = False, players: int = 5, **settings: str) -> GameRecord:
    """A game of five with so many players signed up."""
    table = two.one
    record = await table.create(name=f"Game {number}", mafia="1", players="5", **settings)
    await table.sessions.open(record.id, table.moderator)
    for seat in range(1, players + 1):
        record = await table.sessions.join(record.id, f"P{seat}", table.source(100 + seat))
    return await table.sessions.start(record.id, table.moderator) if start else record


@pytest.mark.clause("A1", "A3")
async def test_a_vote_and_a_close_at_once(two: Two) -> None:
    """The vote counts for the day or for nothing, never for the night or the next day."""
    for number in range(ROUNDS):
        record = await started(two, number)
        vote, close = await two.meet(
            two.one.vote(record, 1, "vote P2"), two.other.sessions.close(record.id, two.other.moderator)
        )
        now = await two.whole(record)
        assert (refusals(close), now.phase) == ([], "night-1")
        assert refusals(vote) in ([], ["not-by-night"], ["stale"])
        assert now.state.past_days[0].wagons.count(2) == (0 if refusals(vote) else 1)
        assert now.state.wagons.voters() == frozenset()


@pytest.mark.clause("A6", "A7")
async def test_a_close_and_the_clock_at_once(two: Two) -> None:
    """Day 1 is closed once, whichever of both processes rings, and whatever the moderator sends."""
    for number in range(ROUNDS):
        record = await started(two, number)
        assert record.deadline is not None
        two.one.clock.now = record.deadline + timedelta(seconds=1)
        word = two.one.moderator
        two.one.clock.advance(seconds=1)
        close, _ = await two.meet(
            two.one.sessions.close(record.id, word), two.meet(two.one.sessions.tick(), two.other.sessions.tick())
        )
        now = await two.whole(record)
        assert now.phase == "night-1"
        assert refusals(close) in ([], ["already-done"])
        await two.one.sessions.end(record.id, None, two.one.moderator)


@pytest.mark.clause("A6")
async def test_a_deadline_that_moves_or_stops_while_it_rings(two: Two) -> None:
    """Either the phase is closed and the later word is for the next, or it stays open; nothing in between."""
    for number in range(ROUNDS):
        record = await started(two, number)
        assert record.deadline is not None
        two.one.clock.now = record.deadline + timedelta(seconds=2)
        sessions, moderator = two.other.sessions, two.other.moderator
        change = (
            sessions.pause(record.id, moderator) if number % 2 else sessions.set_deadline(record.id, "5h", moderator)
        )
        await two.meet(two.one.sessions.tick(), change)
        await two.one.sessions.tick()
        now = await two.whole(record)
        assert now.phase in ("day-1", "night-1")
        assert (now.deadline is None) == (now.status == "paused") == bool(number % 2)
        assert now.deadline in (None, two.one.clock() + timedelta(hours=5))
        await sessions.end(record.id, None, two.other.moderator)


@pytest.mark.clause("A6")
async def test_an_undo_and_a_vote_at_once(two: Two) -> None:
    """The undone vote is gone; the other counts, or is undone too if it came first."""
    for number in range(ROUNDS):
        record = await started(two, number)
        await two.one.vote(record, 1, "vote P2")
        point = (await two.one.sessions.undo_points(record.id))[0]
        vote, undo = await two.meet(
            two.one.vote(record, 3, "vote P2"), two.other.sessions.undo(record.id, point.to, two.other.moderator)
        )
        assert refusals(vote, undo) == []
        now = await two.whole(record)
        assert now.state.wagons.voters() in (frozenset(), {3})


@pytest.mark.clause("A6")
async def test_a_replacement_and_a_vote_of_the_one_who_is_replaced(two: Two) -> None:
    """The vote is the seat's, or is refused as nobody's; it is never lost half-way."""
    for number in range(ROUNDS):
        record = await started(two, number)
        vote, replaced = await two.meet(
            two.one.vote(record, 1, "vote P2"),
            two.other.sessions.replace(record.id, 1, 500 + number, two.other.moderator),
        )
        now = await two.whole(record)
        assert refusals(replaced) == []
        assert refusals(vote) in ([], ["no-seat"])
        assert now.state.wagons.count(2) == (0 if refusals(vote) else 1)
        assert now.seat(1).accounts == (500 + number,)


@pytest.mark.clause("A6", "A10")
async def test_joining_and_leaving_at_the_moment_of_the_start(two: Two) -> None:
    """Whoever was too late is told so, and the seats are those that roles were dealt to."""
    for number in range(ROUNDS):
        record = await signed_up(two, number)
        sessions = two.one.sessions
        late = (
            sessions.leave(record.id, two.one.source(105))
            if number % 2
            else sessions.join(record.id, "Late", two.one.source(106))
        )
        change, start = await two.meet(late, two.other.sessions.start(record.id, two.other.moderator))
        now = await two.whole(record)
        if now.state is None:
            assert (refusals(change), refusals(start)) == ([], ["wrong-number-of-seats"])
        else:
            assert refusals(start) == []
            assert refusals(change) in (["signups-closed"], ["already-started"], ["game-full"])
            assert len(now.state.roles) == len(now.seats) == 5


@pytest.mark.clause("A10")
async def test_two_who_want_the_same_name_or_the_last_seat(two: Two) -> None:
    """One has it, the other is told why not."""
    for number in range(ROUNDS):
        record = await signed_up(two, number, players=3 if number % 2 else 4)
        names = ("Sam", "sam") if number % 2 else ("Sam", "Tom")
        one, other = await two.meet(
            two.one.sessions.join(record.id, names[0], two.one.source(201)),
            two.other.sessions.join(record.id, names[1], two.other.source(202)),
        )
        assert refusals(one, other) == (["name-taken"] if number % 2 else ["game-full"])
        now = await two.whole(record)
        assert [seat.number for seat in now.seats] == list(range(1, len(now.seats) + 1))


@pytest.mark.clause("A6")
async def test_two_moderators_who_want_the_same_thing(two: Two) -> None:
    """It is done once, and the log says so."""
    record = await started(two, 1)
    wants = (
        ("paused", lambda sessions, source: sessions.pause(record.id, source)),
        ("resumed", lambda sessions, source: sessions.resume(record.id, source)),
        ("ended", lambda sessions, source: sessions.end(record.id, None, source)),
        ("archived", lambda sessions, source: sessions.archive(record.id, source)),
    )
    for what, want in wants:
        outcomes = await two.meet(
            want(two.one.sessions, two.one.moderator), want(two.other.sessions, two.other.moderator)
        )
        assert refusals(*outcomes) == ["already-done"]
        entries = await two.one.sessions.log(record.id)
        assert [e.event.what for e in entries if isinstance(e.event, HostActed)].count(what) == 1
