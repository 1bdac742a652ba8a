"""Creating, signing up, starting and ending."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from ringmaster.games.kernel import RuleViolation, SettingError

from .conftest import COHOST, GUILD, MODERATOR, STRANGER, Table


async def refusal(work) -> RuleViolation:
    """The refusal that this ends in."""
    with pytest.raises(RuleViolation) as caught:
        await work
    return caught.value


async def test_a_game_is_created_by_a_host_and_has_its_creator_as_moderator(table: Table) -> None:
    """Whoever may manage the server creates a game and moderates it."""
    record = await table.create()
    assert (record.status, record.moderators, record.guild_id) == ("setup", (MODERATOR,), GUILD)
    assert (await refusal(table.sessions.create("truth", "Other", GUILD, table.source(STRANGER)))).code == "not-host"


@pytest.mark.clause("A10")
async def test_an_unfinished_game_has_its_name_to_itself_in_its_server(table: Table) -> None:
    """Names of games are compared without case, spaces and punctuation."""
    await table.create(name="Friday game")
    again = table.sessions.create("truth", "FRIDAY-GAME", GUILD, table.moderator)
    assert (await refusal(again)).code == "name-taken"
    assert (await table.sessions.create("truth", "Friday game", GUILD + 1, table.moderator)).id


@pytest.mark.clause("A10")
async def test_two_seats_cannot_have_names_that_read_alike(table: Table) -> None:
    """A second José, Jose or JOSE! is refused, and so is a name that shows nothing."""
    record = await table.create()
    await table.sessions.open(record.id, table.moderator)
    await table.sessions.join(record.id, "José", table.source(101))
    assert (await refusal(table.sessions.join(record.id, "JOSE!", table.source(102)))).code == "name-taken"
    assert (await refusal(table.sessions.join(record.id, "\u200b ", table.source(102)))).code == "name-needed"


@pytest.mark.clause("A10", "L2.4")
async def test_nobody_is_called_like_something_else_that_can_be_voted_for(table: Table) -> None:
    """A player named No Elimination would make every vote for it ambiguous."""
    record = await table.create()
    await table.sessions.open(record.id, table.moderator)
    assert (await refusal(table.sessions.join(record.id, "No Elimination!", table.source(101)))).code == "name-taken"


@pytest.mark.clause("S2.3")
async def test_seniority_counts_from_the_date_entered_or_else_from_the_account(table: Table) -> None:
    """An account's ID says when it was created; a date that a moderator entered goes before."""
    record = await table.create("survivor", jury="3", merge_at="6", players="8", anonymous="off")
    await table.sessions.open(record.id, table.moderator)
    for seat in range(1, 9):
        await table.sessions.join(record.id, f"P{seat}", table.source((9 - seat) << 40))
    await table.sessions.seat_edit(record.id, 1, table.moderator, since=datetime(2015, 1, 1, tzinfo=UTC))
    record = await table.sessions.start(record.id, table.moderator)
    assert record.state.tribes == ((1, 3, 5, 7), (2, 4, 6, 8))


async def test_signing_up_needs_open_sign_ups_and_a_free_seat(table: Table) -> None:
    """Before opening, twice, as a moderator and into a full game: each is refused."""
    record = await table.create(mafia="1", players="5")
    assert (await refusal(table.sessions.join(record.id, "Ada", table.source(101)))).code == "signups-closed"
    await table.sessions.open(record.id, table.moderator)
    for seat in range(1, 6):
        await table.sessions.join(record.id, f"P{seat}", table.source(100 + seat))
    assert (await refusal(table.sessions.join(record.id, "Ada", table.source(101)))).code == "already-joined"
    assert (
        await refusal(table.sessions.join(record.id, "Ada", table.source(MODERATOR)))
    ).code == "moderators-do-not-play"
    assert (await refusal(table.sessions.join(record.id, "Ada", table.source(110)))).code == "game-full"


async def test_when_somebody_leaves_the_later_seats_move_up(table: Table) -> None:
    """The player list has no holes before the start."""
    record = await table.create()
    await table.sessions.open(record.id, table.moderator)
    for seat in (1, 2, 3):
        await table.sessions.join(record.id, f"P{seat}", table.source(100 + seat))
    record = await table.sessions.leave(record.id, table.source(101))
    assert [(seat.number, seat.name) for seat in record.seats] == [(1, "P2"), (2, "P3")]
    assert await table.sessions.find(account=101) == []


async def test_twenty_people_who_join_at_once_get_a_seat_each(table: Table) -> None:
    """No sign-up is lost and no seat is given twice."""
    record = await table.create(players="20")
    await table.sessions.open(record.id, table.moderator)
    joins = (table.sessions.join(record.id, f"P{n}", table.source(100 + n)) for n in range(1, 21))
    await asyncio.gather(*joins)
    record = await table.sessions.get(record.id)
    assert [seat.number for seat in record.seats] == list(range(1, 21))
    assert {seat.accounts for seat in record.seats} == {(100 + n,) for n in range(1, 21)}


async def test_a_spectator_is_neither_player_nor_moderator_and_may_leave_again(table: Table) -> None:
    """Spectating is a switch; a spectator who joins is a player."""
    record = await table.create()
    await table.sessions.open(record.id, table.moderator)
    record = await table.sessions.spectate(record.id, table.source(STRANGER))
    assert record.spectators == (STRANGER,)
    assert (await table.sessions.spectate(record.id, table.source(STRANGER))).spectators == ()
    await table.sessions.spectate(record.id, table.source(101))
    record = await table.sessions.join(record.id, "Ada", table.source(101))
    assert record.spectators == ()
    assert (await refusal(table.sessions.spectate(record.id, table.source(101)))).code == "no-spectator"
    assert (await refusal(table.sessions.spectate(record.id, table.moderator))).code == "no-spectator"


@pytest.mark.clause("L1.1")
async def test_settings_are_checked_when_they_are_set_and_fixed_by_the_start(table: Table) -> None:
    """A value or a conflict is named at once; after the start nothing can be changed."""
    record = await table.create()
    with pytest.raises(SettingError, match="fewer than half"):
        await table.sessions.change_setting(record.id, "mafia", "5", table.moderator)
    with pytest.raises(SettingError, match="no setting"):
        await table.sessions.change_setting(record.id, "moon", "full", table.moderator)
    with pytest.raises(SettingError, match="time zone"):
        await table.sessions.change_setting(record.id, "zone", "Mars/Olympus", table.moderator)
    record = await table.sessions.change_setting(record.id, "zone", "Europe/Berlin", table.moderator)
    assert record.zone == "Europe/Berlin"
    await table.sessions.end(record.id, None, table.moderator)
    await table.sessions.archive(record.id, table.moderator)
    record = await table.start()
    changed = table.sessions.change_setting(record.id, "hammer", "off", table.moderator)
    assert (await refusal(changed)).code == "settings-fixed"


@pytest.mark.clause("A5")
async def test_a_start_mixes_the_sign_ups_into_the_dice(table: Table) -> None:
    """The entropy is the snowflakes of the sign-ups, in player-list order."""
    record = await table.start()
    assert record.entropy == ",".join(str(seat.joined_by) for seat in record.seats)
    assert len(set(record.entropy.split(","))) == 5


async def test_a_start_needs_the_right_number_of_players(table: Table) -> None:
    """The refusal says how many there are and how many are needed."""
    record = await table.create()
    await table.sessions.open(record.id, table.moderator)
    await table.sessions.join(record.id, "Ada", table.source(101))
    refused = await refusal(table.sessions.start(record.id, table.moderator))
    assert (refused.code, refused.facts) == ("wrong-number-of-seats", {"seats": 1, "least": 9, "most": 9})


@pytest.mark.clause("A6")
async def test_what_another_moderator_has_just_done_is_not_done_twice(table: Table) -> None:
    """The second is told who was first: starting, pausing, resuming, ending."""
    record = await table.start()
    await table.sessions.cohost(record.id, COHOST, table.moderator)
    for work in ("start", "pause", "resume"):
        if work != "start":
            await getattr(table.sessions, work)(record.id, table.moderator)
        refused = await refusal(getattr(table.sessions, work)(record.id, table.source(COHOST)))
        assert (refused.code, refused.facts["by"]) == ("already-done", MODERATOR)
    await table.sessions.end(record.id, "draw", table.moderator)
    assert (await refusal(table.sessions.end(record.id, None, table.source(COHOST)))).code == "already-done"


@pytest.mark.clause("A6")
async def test_only_moderators_who_do_not_play_run_a_game(table: Table) -> None:
    """Strangers and players are refused, even a player who may manage the server; a manager may take over."""
    record = await table.start()
    assert (await refusal(table.sessions.close(record.id, table.source(STRANGER)))).code == "not-moderator"
    playing = table.source(101, manages=True)
    assert (await refusal(table.sessions.close(record.id, playing))).code == "moderator-plays"
    assert (await table.sessions.close(record.id, table.source(STRANGER, manages=True))).phase == "night-1"


async def test_an_archived_game_was_over_before(table: Table) -> None:
    """Archiving a running game is refused; a game that is over can be archived once."""
    record = await table.start()
    assert (await refusal(table.sessions.archive(record.id, table.moderator))).code == "not-over"
    await table.sessions.end(record.id, None, table.moderator)
    assert (await table.sessions.archive(record.id, table.moderator)).status == "archived"
    assert (await refusal(table.sessions.archive(record.id, table.moderator))).code == "already-done"


async def test_who_leaves_the_server_stays_in_the_records(table: Table) -> None:
    """The seat is marked as away, and no longer when its player comes back."""
    record = await table.start()
    await table.sessions.presence(GUILD, 102, away=True)
    record = await table.sessions.get(record.id)
    assert [seat.away for seat in record.seats] == [False, True, False, False, False]
    await table.sessions.presence(GUILD, 102, away=False)
    assert not (await table.sessions.get(record.id)).seat(2).away
    assert table.presenter.acts()[-2:] == ["went-away", "came-back"]


async def test_a_renamed_seat_keeps_its_votes(table: Table) -> None:
    """Votes belong to seat numbers, names are looked up when they are shown."""
    record = await table.start()
    record = await table.vote(record, 1, "vote P2")
    record = await table.sessions.seat_edit(
        record.id, 2, table.moderator, name="Zoë", since=datetime(2020, 1, 1, tzinfo=UTC)
    )
    record = await table.vote(record, 3, "vote zoe")
    assert record.state.wagons.count(2) == 2
