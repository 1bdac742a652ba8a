"""Taking back what has happened."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from ringmaster.games.kernel import Answer, Rolled, Seat
from ringmaster.games.play import random_answer
from ringmaster.sessions.messages import Strike
from ringmaster.sessions.records import GameRecord, HostActed

from .conftest import Table
from .test_lobby import refusal


async def rolls_of(table: Table, record: GameRecord) -> list[Rolled]:
    """The rolls of a game that hold."""
    return [e.event for e in await table.sessions.log(record.id) if isinstance(e.event, Rolled) and not e.undone]


@pytest.mark.clause("A6")
async def test_a_single_vote_can_be_taken_back(table: Table) -> None:
    """The newest point is the vote; without it everything is as before, and the deadline stays."""
    record = await table.start()
    voted = await table.vote(record, 1, "vote P2")
    point = (await table.sessions.undo_points(record.id))[0]
    undone = await table.sessions.undo(record.id, point.to, table.moderator)
    assert undone.state == record.state
    assert undone.deadline == voted.deadline


@pytest.mark.clause("A6")
async def test_a_phase_closed_by_mistake_is_open_again_with_its_votes_and_its_time(table: Table) -> None:
    """Closed with a day and a half to go, it has a day and a half again."""
    record = await table.start()
    table.clock.advance(hours=12)
    record = await table.vote(record, 1, "vote P2")
    closed = await table.sessions.close(record.id, table.moderator)
    assert closed.phase == "night-1"
    table.clock.advance(minutes=10)
    point = (await table.sessions.undo_points(record.id))[0]
    undone = await table.sessions.undo(record.id, point.to, table.moderator)
    assert (undone.phase, undone.state) == ("day-1", record.state)
    assert undone.deadline == record.deadline
    strikes = [row.out for row in await table.store.outbox.waiting(table.clock(), 100) if isinstance(row.out, Strike)]
    assert len(strikes) == 1


@pytest.mark.clause("A6")
async def test_what_nobody_has_read_yet_is_not_posted_after_it_was_undone(table: Table) -> None:
    """The result of a close that is undone at once never appears; what was sent before is struck through."""
    record = await table.start()
    await table.deliver_all()
    await table.sessions.close(record.id, table.moderator)
    point = (await table.sessions.undo_points(record.id))[0]
    await table.sessions.undo(record.id, point.to, table.moderator)
    assert await table.deliver_all() == ["HostActed"]


@pytest.mark.clause("A6")
async def test_a_phase_that_ran_out_and_is_brought_back_has_an_hour_at_least(table: Table) -> None:
    """Its deadline has passed, so it cannot simply come back."""
    record = await table.start()
    assert record.deadline is not None
    table.clock.now = record.deadline + timedelta(seconds=2)
    await table.sessions.tick()
    table.clock.advance(hours=3)
    point = (await table.sessions.undo_points(record.id))[0]
    undone = await table.sessions.undo(record.id, point.to, table.moderator)
    assert undone.phase == "day-1"
    assert undone.deadline == table.clock() + timedelta(hours=1)
    assert undone.deadline is not None
    table.clock.now = undone.deadline + timedelta(seconds=2)
    await table.sessions.tick()
    assert (await table.sessions.get(record.id)).phase == "night-1"


@pytest.mark.clause("A5")
async def test_an_undone_phase_gets_the_same_rolls_again(table: Table) -> None:
    """Undoing never buys another roll: the same statement comes again."""
    record = await table.start()
    record = await table.sessions.close(record.id, table.moderator)
    first = await table.sessions.close(record.id, table.moderator)
    rolls = await rolls_of(table, record)
    point = (await table.sessions.undo_points(record.id))[0]
    await table.sessions.undo(record.id, point.to, table.moderator)
    second = await table.sessions.close(record.id, table.moderator)
    assert second.state == first.state
    assert await rolls_of(table, record) == rolls


@pytest.mark.clause("A6")
async def test_undoing_twice_goes_further_back_and_never_before_the_start(table: Table) -> None:
    """Two days and a night back to the opening of day 1; then nothing is left to undo."""
    record = await table.start()
    for _ in range(3):
        await table.sessions.close(record.id, table.moderator)
    for phase in ("day-2", "night-1", "day-1"):
        point = (await table.sessions.undo_points(record.id))[0]
        assert (await table.sessions.undo(record.id, point.to, table.moderator)).phase == phase
    assert await table.sessions.undo_points(record.id) == []
    assert (await table.sessions.get(record.id)).state == record.state


@pytest.mark.clause("A6")
async def test_the_end_of_a_game_can_be_undone_and_play_goes_on(table: Table) -> None:
    """A removal that ended the game by mistake."""
    record = await table.start()
    mafia = record.state.living_mafia[0]
    await table.sessions.remove(record.id, mafia, "wrong seat", table.moderator)
    point = (await table.sessions.undo_points(record.id))[0]
    undone = await table.sessions.undo(record.id, point.to, table.moderator)
    assert (undone.status, undone.phase, mafia in undone.state.living) == ("running", "day-1", True)
    assert (await table.vote(undone, 1, "vote P2")).state.wagons.count(2) == 1


@pytest.mark.clause("A6")
async def test_what_was_undone_stays_in_the_log_and_cannot_be_undone_again(table: Table) -> None:
    """The log keeps it, marked; a second moderator with the same menu is told that it is done."""
    record = await table.start()
    await table.vote(record, 1, "vote P2")
    point = (await table.sessions.undo_points(record.id))[0]
    await table.sessions.undo(record.id, point.to, table.moderator)
    entries = await table.sessions.log(record.id)
    assert [entry.undone for entry in entries if entry.number > point.to] == [True, False]
    assert (await refusal(table.sessions.undo(record.id, point.to, table.moderator))).code == "nothing-to-undo"


@pytest.mark.clause("A6")
async def test_a_phase_brought_back_keeps_the_deadline_that_a_moderator_had_set(table: Table) -> None:
    """Extended by a day, then closed by mistake: the extension is not lost with the close."""
    record = await table.start()
    extended = await table.sessions.set_deadline(record.id, "+24h", table.moderator)
    await table.sessions.close(record.id, table.moderator)
    point = (await table.sessions.undo_points(record.id))[0]
    assert (await table.sessions.undo(record.id, point.to, table.moderator)).deadline == extended.deadline


@pytest.mark.clause("A6")
async def test_a_phase_that_was_closed_in_a_pause_comes_back_with_a_deadline(table: Table) -> None:
    """The pause had no deadline, so the one from before it holds."""
    record = await table.start()
    await table.sessions.pause(record.id, table.moderator)
    await table.sessions.close(record.id, table.moderator)
    point = (await table.sessions.undo_points(record.id))[0]
    undone = await table.sessions.undo(record.id, point.to, table.moderator)
    assert (undone.status, undone.phase, undone.deadline) == ("running", "day-1", record.deadline)


@pytest.mark.clause("A6")
async def test_an_undo_in_a_pause_gives_the_phase_its_own_time_and_not_that_of_the_later_one(table: Table) -> None:
    """The night had five minutes left when it was paused; the day that comes back had two days."""
    record = await table.start()
    assert record.deadline is not None
    await table.sessions.close(record.id, table.moderator)
    await table.sessions.set_deadline(record.id, "5m", table.moderator)
    await table.sessions.pause(record.id, table.moderator)
    point = (await table.sessions.undo_points(record.id))[0]
    await table.sessions.undo(record.id, point.to, table.moderator)
    resumed = await table.sessions.resume(record.id, table.moderator)
    assert (resumed.phase, resumed.deadline) == ("day-1", record.deadline)


@pytest.mark.clause("A6")
async def test_an_end_by_a_moderators_word_can_be_undone_alone(table: Table) -> None:
    """The wrong game was ended: nothing that was sent before is lost, and the dice and the deadline are the same."""
    record = await table.start()
    voted = await table.vote(record, 1, "vote P2")
    await table.sessions.end(record.id, None, table.moderator)
    point = (await table.sessions.undo_points(record.id))[0]
    undone = await table.sessions.undo(record.id, point.to, table.moderator)
    assert (undone.status, undone.state, undone.deadline) == ("running", voted.state, record.deadline)
    assert "ended" not in [e.event.what for e in (await table.sessions.log(record.id))
                           if isinstance(e.event, HostActed) and not e.undone]  # fmt: skip
    assert len(await table.sessions.undo_points(record.id)) == 1


@pytest.mark.clause("A5", "A6")
@pytest.mark.parametrize("seed", range(5))
async def test_whatever_is_undone_and_done_again_comes_out_the_same(table: Table, seed: int) -> None:
    """Random votes, suspects and closes; back to any of them and through it again: the same state, the same dice."""
    chance = random.Random(seed)
    record = await table.start(9, mafia="3", hammer="off")
    steps: list[tuple[Seat | None, Answer | None]] = []
    starts: list[int] = []
    while len(steps) < 40 and record.status == "running":
        seat = chance.choice(record.state.living)
        options = record.game.options(record.state, seat)
        step = (
            (seat, random_answer(chance.choice(options), chance)) if options and chance.random() < 0.8 else (None, None)
        )
        before = record.log_length
        record = await take(table, record, *step)
        if record.log_length > before:
            steps.append(step)
            starts.append(before)
    rolls, place = await rolls_of(table, record), chance.randrange(len(steps))
    again = await table.sessions.undo(record.id, starts[place], table.moderator)
    for step in steps[place:]:
        again = await take(table, again, *step)
    assert again.state == record.state
    assert await rolls_of(table, record) == rolls


async def take(table: Table, record: GameRecord, seat: Seat | None, answer: Answer | None) -> GameRecord:
    """One step: a seat sends something, or else the phase is closed."""
    if seat is None or answer is None:
        return await table.sessions.close(record.id, table.moderator)
    return (await table.sessions.submit(record.id, table.source(100 + seat), answer)).record
