"""Replacing, removing, announcing, sending again, and looking ahead."""

from __future__ import annotations

import pytest

from ringmaster.games.kernel import Answer
from ringmaster.games.truth.events import DayDecided, SeatEliminated

from .conftest import MODERATOR, STRANGER, Table
from .test_lobby import refusal


@pytest.mark.clause("A6")
async def test_a_replaced_seat_keeps_its_votes_and_the_old_account_can_send_nothing(table: Table) -> None:
    """Votes by and for the seat stay; only the account behind it is another."""
    record = await table.start(7, mafia="2")
    record = await table.vote(record, 1, "vote P2")
    record = await table.vote(record, 2, "vote P1")
    record = await table.sessions.replace(record.id, 1, 555, table.moderator)
    assert (record.state.wagons.target_of(1), record.state.wagons.count(1)) == (2, 1)
    assert (await refusal(table.vote(record, 1, "vote P3"))).code == "no-seat"
    receipt = await table.sessions.submit(record.id, table.source(555), "vote P3")
    assert receipt.record.state.wagons.target_of(1) == 3
    assert await table.sessions.find(account=101) == []


@pytest.mark.clause("A6")
async def test_nobody_gets_a_second_seat_by_replacing(table: Table) -> None:
    """Neither a player nor a moderator of the game can be put behind another seat."""
    record = await table.start()
    assert (await refusal(table.sessions.replace(record.id, 1, 102, table.moderator))).code == "already-joined"
    moderator = table.sessions.replace(record.id, 1, MODERATOR, table.moderator)
    assert (await refusal(moderator)).code == "moderators-do-not-play"


@pytest.mark.clause("A6", "S2.2")
async def test_no_spectator_takes_a_seat_of_an_anonymous_game(table: Table) -> None:
    """They would leave the gallery just as the replacement is announced."""
    record = await table.create("survivor", jury="3", merge_at="6", players="8")
    await table.sessions.open(record.id, table.moderator)
    for seat in range(1, 9):
        await table.sessions.join(record.id, "", table.source(100 + seat))
    await table.sessions.start(record.id, table.moderator)
    await table.sessions.spectate(record.id, table.source(STRANGER))
    refused = await refusal(table.sessions.replace(record.id, 1, STRANGER, table.moderator))
    assert refused.code == "spectator-would-show"


@pytest.mark.clause("A6", "L5.3")
async def test_removing_the_last_mafia_ends_the_game(table: Table) -> None:
    """The end is checked after a removal; a second removal is refused."""
    record = await table.start()
    mafia = record.state.living_mafia[0]
    record = await table.sessions.remove(record.id, mafia, "left for good", table.moderator)
    assert (record.status, record.state.outcome.winner, record.deadline) == ("over", "town", None)
    assert (await refusal(table.sessions.remove(record.id, mafia, "", table.moderator))).code == "game-over"


@pytest.mark.clause("A6")
async def test_announcements_and_private_words_need_words(table: Table) -> None:
    """Nothing is posted for an empty message; a message is in the log with who wrote it."""
    record = await table.start()
    assert (await refusal(table.sessions.announce(record.id, "  ", table.moderator))).code == "words-needed"
    assert (await refusal(table.sessions.tell(record.id, 1, "", table.moderator))).code == "words-needed"
    await table.sessions.announce(record.id, "Back in an hour", table.moderator)
    assert (await table.sessions.log(record.id))[-1].actor == MODERATOR


async def test_sending_again_asks_a_seat_anew_when_nothing_waits(table: Table) -> None:
    """One message to each account behind the seat."""
    record = await table.start()
    assert await table.sessions.resend(record.id, 2, table.moderator) == 1
    assert "what is asked of 2" in await table.posted(record)


async def test_the_status_says_who_is_missing(table: Table) -> None:
    """By day whoever has not voted; by night the Mafia until it has named suspects."""
    record = await table.start()
    mafia = record.state.living_mafia[0]
    await table.vote(record, 1, "vote no elimination")
    assert (await table.sessions.status(record.id)).missing == (2, 3, 4, 5)
    record = await table.sessions.close(record.id, table.moderator)
    assert (await table.sessions.status(record.id)).missing == (mafia,)
    await table.vote(record, mafia, "suspects P1 and P2")
    assert (await table.sessions.status(record.id)).missing == ()


async def test_a_dry_run_says_what_is_certain(table: Table) -> None:
    """With a clear plurality the forecast is what the close then does."""
    record = await table.start()
    await table.vote(record, 1, "vote P2")
    forecast = await table.sessions.forecast(record.id)
    assert forecast.pending == ()
    assert [e.seat for e in forecast.events if isinstance(e, SeatEliminated)] == [2]
    record = await table.sessions.close(record.id, table.moderator)
    assert 2 not in record.state.living


async def test_a_dry_run_of_a_tie_rolls_nothing_and_shows_each_side_of_the_die(table: Table) -> None:
    """The die is named with what its sides stand for, and what each would lead to."""
    record = await table.start(7, mafia="2")
    await table.vote(record, 1, "vote P2")
    await table.vote(record, 2, "vote P1")
    forecast = await table.sessions.forecast(record.id)
    assert [(roll.sides, roll.choices) for roll in forecast.pending] == [(2, (1, 2))]
    out = [next(e.eliminated for e in branch.events if isinstance(e, DayDecided)) for branch in forecast.branches]
    assert out == [1, 2]
    assert await table.sessions.get(record.id) == forecast.record


async def test_a_dry_run_of_a_night_names_every_die_still_to_be_rolled(table: Table) -> None:
    """Two suspects by roll, the true half and the other half; no result is given away."""
    record = await table.start()
    await table.sessions.close(record.id, table.moderator)
    forecast = await table.sessions.forecast(record.id)
    assert [roll.sides for roll in forecast.pending] == [5, 4, 2, 5]
    assert (forecast.events, forecast.branches) == ((), ())


@pytest.mark.clause("A6", "A9", "T5.7")
async def test_a_day_closes_when_the_only_seat_that_has_not_voted_is_removed(table: Table) -> None:
    """Nothing can change any more, so the day does not wait for its deadline."""
    record = await table.start(7, kind="twitch", dome="1", night_zero="skip")
    town = [seat for seat in record.state.living if record.state.roles[seat - 1] != "dome"]
    dome = next(seat for seat in record.state.living if seat not in town)
    last = town[-1]
    for place, seat in enumerate(seat for seat in record.state.living if seat != last):
        target = [town[0], town[1], dome, town[2], town[3], town[0]][place]
        answer = Answer(name="vote", picks=((target,),))
        await table.sessions.submit(record.id, table.source(100 + seat), answer, confirmed=True)
    record = await table.sessions.remove(record.id, last, "gone", table.moderator)
    assert record.phase == "night-1"
