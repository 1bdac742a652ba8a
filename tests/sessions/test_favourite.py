"""Who watches, and how spectators vote for their favourite without leaving a trace of who they are."""

from __future__ import annotations

import pytest

from ringmaster.games.kernel import RuleViolation
from ringmaster.games.survivor import events as ev
from ringmaster.sessions.favourite import spectator_key
from ringmaster.sessions.records import GameRecord

from .conftest import STRANGER, Table
from .seasons import season, sign_up, until

FANS = range(301, 308)


async def refusal(work) -> str:
    """The code of the refusal that this ends in."""
    with pytest.raises(RuleViolation) as caught:
        await work
    return caught.value.code


async def fan_vote(table: Table) -> GameRecord:
    """A game with seven spectators, four seats and an open vote for the favourite."""
    record = await season(table)
    for fan in FANS:
        record = await table.sessions.spectate(record.id, table.source(fan))
    return await until(table, record, "fan-vote")


@pytest.mark.clause("S9.1")
async def test_spectators_join_before_the_merge(table: Table) -> None:
    """Whoever has joined in time may leave and come back; a late one may not come."""
    record = await season(table)
    await table.sessions.spectate(record.id, table.source(301))
    await table.sessions.spectate(record.id, table.source(302))
    await table.sessions.spectate(record.id, table.source(302))
    record = await until(table, record, "merge")
    assert await refusal(table.sessions.spectate(record.id, table.source(303))) == "spectators-closed"
    assert await refusal(table.sessions.spectate(record.id, table.source(302))) == "spectators-closed"
    for watching in ((), (301,), (), (301,)):
        record = await table.sessions.spectate(record.id, table.source(301))
        assert record.spectators == watching
    assert record.regulars == (301,)


@pytest.mark.clause("S9.1")
async def test_neither_players_nor_former_players_nor_moderators_watch(table: Table) -> None:
    """A player who was replaced knows too much."""
    record = await season(table)
    await table.sessions.replace(record.id, 1, 201, table.moderator)
    for source in (table.source(102), table.source(201), table.moderator):
        assert await refusal(table.sessions.spectate(record.id, source)) == "no-spectator"
    assert await refusal(table.sessions.spectate(record.id, table.source(101))) == "former-player"


@pytest.mark.clause("S9.1")
async def test_whoever_leaves_before_the_start_may_watch(table: Table) -> None:
    """They have not played."""
    record = await sign_up(table)
    await table.sessions.leave(record.id, table.source(103))
    assert (await table.sessions.spectate(record.id, table.source(103))).spectators == (103,)


@pytest.mark.clause("S9.2", "S9.3", "S9.4")
@pytest.mark.parametrize(("voters", "favourite"), [(6, None), (7, 2)])
async def test_the_vote_counts_with_seven_voters(table: Table, voters: int, favourite: int | None) -> None:
    """With six there is no favourite."""
    record = await fan_vote(table)
    for fan in FANS[:voters]:
        await table.sessions.favour(record.id, record.state.living[1], "fan-vote", table.source(fan))
    await table.sessions.close(record.id, table.moderator)
    (counted,) = [event for event in table.presenter.told if isinstance(event, ev.FanVoteCounted)]
    wanted = None if favourite is None else record.state.living[favourite - 1]
    assert (counted.votes, counted.favourite) == (voters, wanted)


@pytest.mark.clause("S9.2")
async def test_a_fan_has_one_vote_and_may_change_it(table: Table) -> None:
    """The last one counts; the same again changes nothing."""
    record = await fan_vote(table)
    one, two = record.state.living[:2]
    for target in (one, two, two):
        record = await table.sessions.favour(record.id, target, "fan-vote", table.source(301))
    assert record.state.fan_votes == ((spectator_key(record, 301), two),)
    assert len([event for event in table.presenter.told if isinstance(event, ev.FanVoteCast)]) == 2


@pytest.mark.clause("S9.2")
async def test_nothing_that_is_kept_of_a_vote_leads_to_the_account(table: Table) -> None:
    """Neither the log's actor nor the key, whose secret is never published, even when the dice's seed is."""
    record = await fan_vote(table)
    record = await table.sessions.favour(record.id, record.state.living[0], "fan-vote", table.source(301))
    (cast,) = [entry for entry in await table.sessions.log(record.id) if isinstance(entry.event, ev.FanVoteCast)]
    assert cast.actor is None
    assert "301" not in str(cast.event)
    assert len(record.salt) == 64
    assert record.salt != record.seed
    assert spectator_key(record, 301) != spectator_key(record, 302)


@pytest.mark.clause("S9.1", "S9.2", "A1")
async def test_only_spectators_vote_for_one_of_the_four_while_the_vote_is_open(table: Table) -> None:
    """Everything else is refused and changes nothing."""
    record = await fan_vote(table)
    four, out = record.state.living, record.state.eliminated[0].seat

    async def vote(account: int, target: int, phase: str = "fan-vote") -> str:
        return await refusal(table.sessions.favour(record.id, target, phase, table.source(account)))

    assert await vote(STRANGER, four[0]) == "not-a-spectator"
    assert await vote(100 + four[0], four[1]) == "not-a-spectator"
    assert await vote(301, out) == "no-such-choice"
    assert await vote(301, four[0], "council-4") == "stale"
    assert record.deadline is not None
    late = table.source(301, at=record.deadline.replace(year=record.deadline.year + 1))
    assert await refusal(table.sessions.favour(record.id, four[0], "fan-vote", late)) == "too-late"
    await table.sessions.close(record.id, table.moderator)
    assert await vote(301, four[0]) == "stale"
