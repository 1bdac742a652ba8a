"""Games are kept whole, found by what belongs to them, and changed by one at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event

from ringmaster.games.truth.events import VoteCast
from ringmaster.sessions.ports import NoSuchGame, StaleRecord, UnitOfWork
from ringmaster.sessions.records import GameRecord
from ringmaster.storage import SqlStore

NewGame = Callable[..., GameRecord]
Write = Callable[..., GameRecord]


async def test_a_game_is_read_as_it_was_stored(store: SqlStore, other_store: SqlStore, new_game: NewGame) -> None:
    """What another process reads equals what this one has written."""
    added = await store.run(lambda uow: uow.add(new_game()))
    read = await other_store.run(lambda uow: uow.game(added.id))
    assert read == added == new_game(id=added.id, version=1)


async def test_times_come_back_in_utc(store: SqlStore, other_store: SqlStore, new_game: NewGame) -> None:
    """A deadline in the game's own zone is the same moment, in UTC."""
    game = new_game()
    local = replace(game, deadline=game.deadline.astimezone(game.time_zone) if game.deadline else None)
    added = await store.run(lambda uow: uow.add(local))
    read = await other_store.run(lambda uow: uow.game(added.id))
    assert read.deadline == game.deadline
    assert read.deadline is not None
    assert read.deadline.utcoffset() == timedelta(0)


async def test_a_time_without_a_zone_is_refused(store: SqlStore, new_game: NewGame, now: Any) -> None:
    """A naive time could mean any moment."""
    with pytest.raises(Exception, match="no time zone"):
        await store.run(lambda uow: uow.add(new_game(deadline=now.replace(tzinfo=None))))


async def test_a_game_that_is_not_there(store: SqlStore) -> None:
    """Reading it, or counting something for it, says so."""
    with pytest.raises(NoSuchGame):
        await store.run(lambda uow: uow.game(404))
    with pytest.raises(NoSuchGame):
        await store.run(lambda uow: uow.claim(1, 404))


async def test_games_are_found_by_their_people_server_and_status(store: SqlStore, new_game: NewGame) -> None:
    """Players, moderators and spectators find theirs, oldest first."""

    def fill(uow: UnitOfWork) -> None:
        uow.add(new_game(name="first"))
        uow.add(new_game(name="second", guild_id=5, moderators=(901,), seats=()))
        uow.add(new_game(name="third", status="over", spectators=(951,)))

    await store.run(fill)

    async def names(**by: Any) -> list[str]:
        return [summary.name for summary in await store.run(lambda uow: uow.games(**by))]

    assert await names() == ["first", "second", "third"]
    assert await names(guild_id=5) == ["second"]
    assert await names(account=101) == ["first", "third"]
    assert await names(account=901) == ["second"]
    assert await names(account=951) == ["third"]
    assert await names(account=101, statuses=("running", "paused")) == ["first"]
    assert await names(account=1) == []


async def test_a_replacement_changes_who_finds_the_game(store: SqlStore, new_game: NewGame) -> None:
    """Whoever has left the seat does not find the game any more; whoever has come does."""
    added = await store.run(lambda uow: uow.add(new_game()))
    seats = (replace(added.seats[0], accounts=(777,)), *added.seats[1:])
    await store.run(lambda uow: uow.save(replace(added, seats=seats)))
    assert not await store.run(lambda uow: uow.games(account=101))
    assert await store.run(lambda uow: uow.games(account=777))


async def test_a_channel_leads_to_its_game(store: SqlStore, new_game: NewGame) -> None:
    """A channel used again belongs to the game that is not over."""
    live = await store.run(lambda uow: uow.add(new_game()))
    await store.run(lambda uow: uow.add(new_game(status="over")))
    assert await store.run(lambda uow: uow.game_at(55)) == live.id
    assert await store.run(lambda uow: uow.game_at(1)) is None
    await store.run(lambda uow: uow.save(replace(live, places={"stage": 66})))
    assert await store.run(lambda uow: uow.game_at(66)) == live.id


async def test_whoever_has_read_an_older_version_cannot_save(
    store: SqlStore, other_store: SqlStore, new_game: NewGame
) -> None:
    """The second writer of the same version is told, and nothing of it is kept."""
    added = await store.run(lambda uow: uow.add(new_game()))
    await store.run(lambda uow: uow.save(replace(added, name="mine")))
    with pytest.raises(StaleRecord):
        await other_store.run(lambda uow: uow.save(replace(added, name="yours")))
    assert (await other_store.run(lambda uow: uow.game(added.id))).name == "mine"


@pytest.mark.clause("A1")
async def test_no_vote_of_two_processes_is_lost(
    store: SqlStore, other_store: SqlStore, new_game: NewGame, write: Write
) -> None:
    """Forty changes of one game from two processes at once are forty entries and forty versions."""
    added = await store.run(lambda uow: uow.add(new_game()))

    def vote(number: int) -> Callable[[UnitOfWork], GameRecord]:
        cast = VoteCast(seat=1 + number % 9, target=1 + number % 4)
        return lambda uow: write(uow, uow.game(added.id), [cast])

    await asyncio.gather(*((store, other_store)[n % 2].run(vote(n)) for n in range(40)))
    record = await store.run(lambda uow: uow.game(added.id))
    log = await store.run(lambda uow: uow.log(added.id))
    assert (record.version, record.log_length, len(log)) == (41, 40, 40)
    assert [entry.number for entry in log] == list(range(1, 41))
    assert record == await other_store.run(lambda uow: uow.game(added.id))


@pytest.mark.clause("A1")
async def test_nobody_loses_every_race(store: SqlStore, new_game: NewGame, write: Write) -> None:
    """A hundred votes at the same moment in one game are all counted, however often some had to begin again."""
    added = await store.run(lambda uow: uow.add(new_game()))

    def vote(number: int) -> Callable[[UnitOfWork], GameRecord]:
        return lambda uow: write(uow, uow.game(added.id), [VoteCast(seat=1 + number % 9, target=1 + number % 4)])

    await asyncio.gather(*(store.run(vote(n)) for n in range(100)))
    assert (await store.run(lambda uow: uow.game(added.id))).log_length == 100


async def test_what_fails_leaves_nothing(store: SqlStore, new_game: NewGame, write: Write) -> None:
    """A crash after the log, the game and the messages were written undoes all of it, in memory too."""
    added = await store.run(lambda uow: uow.add(new_game()))

    def fail(uow: UnitOfWork) -> None:
        uow.claim(1, added.id)
        write(uow, uow.game(added.id), [VoteCast(seat=1, target=2)], name="changed")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await store.run(fail)
    assert await store.run(lambda uow: uow.game(added.id)) == added
    assert await store.run(lambda uow: uow.log(added.id)) == []
    assert await store.run(lambda uow: uow.claim(1, added.id))


async def test_within_one_piece_of_work_a_game_is_as_it_was_last_saved(store: SqlStore, new_game: NewGame) -> None:
    """Two saves in one transaction build on each other."""
    added = await store.run(lambda uow: uow.add(new_game()))

    def twice(uow: UnitOfWork) -> GameRecord:
        uow.save(replace(uow.game(added.id), name="once"))
        return uow.save(replace(uow.game(added.id), zone="UTC"))

    saved = await store.run(twice)
    assert (saved.name, saved.zone, saved.version) == ("once", "UTC", 3)


async def test_a_vote_writes_only_what_has_changed(
    store: SqlStore, new_game: NewGame, write: Write, statements: list[str]
) -> None:
    """The document, the people and the channels of the game are left alone."""
    added = await store.run(lambda uow: uow.add(new_game()))
    statements.clear()
    await store.run(lambda uow: write(uow, uow.game(added.id), [VoteCast(seat=1, target=2)]))
    written = [statement for statement in statements if statement.startswith(("INSERT", "UPDATE", "DELETE"))]
    assert [statement.split()[:3] for statement in written] == [
        ["INSERT", "INTO", "events"],
        ["UPDATE", "games", "SET"],
    ]
    assert "document" not in written[1]
    assert "state=" in written[1]


async def test_an_unchanged_version_is_not_decoded_again(
    store: SqlStore, new_game: NewGame, statements: list[str]
) -> None:
    """The second reading asks for the version only."""
    added = await store.run(lambda uow: uow.add(new_game()))
    statements.clear()
    assert await store.run(lambda uow: uow.game(added.id)) is added
    assert not any("document" in statement for statement in statements)


@pytest.fixture
def statements(store: SqlStore) -> list[str]:
    """The statements that the store sends, as they are sent."""
    seen: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        seen.append(statement)

    event.listen(store.engine, "before_cursor_execute", note)
    return seen
