"""Everything of Card Survivor fits into Discord's messages, with the most seats and the longest names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from ringmaster.games.kernel import Answer, Decision
from ringmaster.games.survivor import commands as cm
from ringmaster.sessions.forecast import forecast
from ringmaster.sessions.messages import Message, Send
from ringmaster.sessions.service import StatusReport
from ringmaster.sessions.undo import undo_points

from .conftest import Table, account
from .seasons import season
from .test_limits import FORTY, WILD, in_one_piece, sendable


def answer(decision: Decision, chance: Random) -> Answer:
    """A decision filled in at random."""
    picks: list[tuple[int | str, ...]] = []
    for field in decision.fields:
        left = list(field.choices)
        if decision.one_pool:
            for value in (value for picked in picks for value in picked):
                left.remove(value)
        picks.append(tuple(chance.sample(left, chance.randint(field.minimum, min(field.maximum, 5)))))
    return Answer(name=decision.name, picks=tuple(picks))


def replies(table: Table) -> Iterator[Message]:
    """The private replies that grow with the season, and every question that a menu asks."""
    words, record = table.presenters, table.record
    everyone = tuple(record.roster)
    unreachable = frozenset(map(account, everyone))
    yield words.status(StatusReport(record=record, missing=everyone, unreachable=unreachable, undelivered=40))
    yield words.votes(record)
    yield words.votes(record, past=True)
    yield words.log(record, table.log)
    yield words.undo_points(record, undo_points(table.log))
    if record.phase:
        yield words.forecast(forecast(record))
    for seat in everyone[:3]:
        yield words.me(record, seat)
        for decision in record.game.options(record.state, seat):
            yield words.question(record, seat, decision.name)


def act(table: Table, chance: Random) -> None:
    """Most seats send something for the open phase; the idol and the favourite find somebody."""
    game = table.record.game
    for command in game.occasions(table.record.state)[:1]:
        table.do(command)
    for seat in game.participants(table.record.state):
        for decision in game.options(table.record.state, seat):
            if chance.random() < 0.8 and decision.name != "give":
                table.send(seat, answer(decision, chance))
    if table.record.state.kind == "fan-vote":
        for fan in range(3):
            table.do(cm.CastFanVote(spectator=str(fan), target=table.record.state.living[0]))


@pytest.mark.parametrize("names", [FORTY[:24], WILD[:24]], ids=["long", "wild"])
@pytest.mark.parametrize(("pace", "anonymous"), [("paced", True), ("at-once", False)])
def test_a_season_of_24_with_the_longest_names_fits(names: Sequence[str], pace: str, anonymous: bool) -> None:
    """Every message to its end, every panel and every reply in each phase."""
    table = season(
        names, players=24, merge_at=12, jury=9, council_pace=pace, anonymous=anonymous, missed_challenge="none"
    )
    chance = Random(7)
    while table.phase:
        act(table, chance)
        for panel in ("signup", "calendar", "favourite"):
            shown = table.presenters.panel(table.record, panel)
            if shown is not None:
                in_one_piece(shown[1])
        if table.record.state.kind != "hand" or not table.record.state.played:
            for message in replies(table):
                sendable(message)
        table.close()
    for out in table.posted:
        if isinstance(out, Send):
            (in_one_piece if out.panel else sendable)(out.message)
    assert table.record.status == "over"
