"""What can be seen depends on what may be known: games that differ in who is Mafia look the same."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ringmaster.games.kernel import PUBLIC, SPECTATOR, Event, RuleViolation, Viewer, seat_viewer
from ringmaster.games.mafia import CastVote
from ringmaster.games.truth import TruthGame
from ringmaster.games.truth.commands import NameSuspects
from ringmaster.games.truth.events import StatementMade
from ringmaster.games.truth.settings import TruthSettings
from ringmaster.games.truth.state import MAFIA, NO_ELIMINATION, Statement

GAME = TruthGame()


def sight(table: Any, events: tuple[Event, ...], viewer: Viewer) -> tuple[Any, ...]:
    """What a viewer gets from these events and sees afterwards, and what it may send."""
    told = tuple(event for event in events if GAME.may_know(table.state, event, viewer))
    options = GAME.options(table.state, viewer.seat) if viewer.seat else ()
    return told, GAME.view(table.state, viewer), options


def closings(table: Any) -> Iterator[tuple[Statement, tuple[int, ...]]]:
    """Every statement that the open night can end in, with the dice for it."""
    extra = () if table.state.suspects else (1, 1)
    for true_half in (1, 2):
        for other in range(1, len(table.state.living) + 1):
            trial = type(table).__new__(type(table))
            trial.__dict__.update(table.__dict__, events=[])
            events = trial.close([*extra, true_half, other])
            (made,) = (event.statement for event in events if isinstance(event, StatementMade))
            yield made, (*extra, true_half, other)


def rolls_for_a_tie(table: Any) -> bool:
    """Whether closing the open day would roll a die."""
    leaders = table.state.wagons.leaders((*table.state.living, NO_ELIMINATION))
    return table.settings.day_tie == "roll" and len(leaders) > 1 and NO_ELIMINATION not in leaders


def play_twins(one: Any, other: Any, chance: Random) -> Iterator[tuple[tuple[Event, ...], tuple[Event, ...]]]:
    """Two games with the same public acts until one has ended: the events of each step in either."""
    innocent = [s for s in one.state.living if one.state.role(s) == other.state.role(s)]
    while one.state.outcome is None and other.state.outcome is None:
        if one.state.by_day:
            # Only seats that are the same in both may go, or the revealed roles would differ.
            living = [seat for seat in one.state.living if seat in innocent]
            for voter in chance.sample(one.state.living, chance.randint(0, len(one.state.living))):
                target = chance.choice([*living, NO_ELIMINATION])
                if one.state.by_day:
                    yield one.vote(voter, target), other.vote(voter, target)
            if one.state.by_day:
                rolls = [chance.randint(1, 2)] if rolls_for_a_tie(one) else []
                yield one.close(rolls), other.close(rolls)
        else:
            pair = (one.state.living[0], one.state.living[1])
            for table in (one, other):
                if chance.random() < 0.5:
                    table.suspect(table.state.living_mafia[0], *pair)
            ways = [dict(closings(table)) for table in (one, other)]
            said = chance.choice(sorted(set(ways[0]) & set(ways[1]), key=repr))
            yield one.close(ways[0][said]), other.close(ways[1][said])


@pytest.mark.clause("L1.2", "L3.2", "L4.5", "A8")
@pytest.mark.parametrize("seed", range(60))
def test_games_that_differ_in_who_is_mafia_alone_look_the_same_to_everyone_else(seat_at: Any, seed: int) -> None:
    """The public, spectators and seats that are Town in both get the same events, views and menus throughout."""
    chance = Random(seed)
    settings = TruthSettings(day_tie=chance.choice(["roll", "first", "none"]), start=chance.choice(["day", "night"]))
    one, other = (seat_at(settings, mafia=chance.sample(range(1, 10), 3)) for _ in range(2))
    townies = [s for s in range(1, 10) if MAFIA not in (one.state.role(s), other.state.role(s))]
    viewers = [PUBLIC, SPECTATOR, *map(seat_viewer, townies)]
    steps = 0
    for in_one, in_other in play_twins(one, other, chance):
        if one.state.outcome is not None:
            break
        for viewer in viewers:
            assert sight(one, in_one, viewer) == sight(other, in_other, viewer)
        steps += 1
    assert steps > 0
    assert (one.state.outcome is None) == (other.state.outcome is None)


@pytest.mark.clause("L3.2", "A3")
def test_refusals_say_nothing_about_roles(seat_at: Any) -> None:
    """A Townie is refused in the same words whoever is Mafia, by day and by night, whatever the targets."""
    seen: set[tuple[Any, ...]] = set()
    for mafia in ((3, 4, 5), (6, 7, 8), (2, 3, 9)):
        table = seat_at(mafia=mafia)
        said: list[Any] = []
        for _ in range(2):
            for command in (
                NameSuspects(seat=1, suspects=(3, 6)),
                NameSuspects(seat=1, suspects=(3, 3)),
                NameSuspects(seat=1, suspects=(3, 99)),
                CastVote(seat=1, target=99),
            ):
                with pytest.raises(RuleViolation) as refused:
                    table.do(command)
                said.append((refused.value.code, refused.value.clause, repr(refused.value.facts)))
            table.close()
        seen.add(tuple(said))
    assert len(seen) == 1


@pytest.mark.clause("L3.2", "L1.2")
def test_a_dead_goon_learns_no_more_than_a_dead_townie(night: Any) -> None:
    """It keeps what it knew of its partners; suspects of later nights are kept from it."""
    night.close()
    night.eliminate(4)
    before = GAME.view(night.state, seat_viewer(4))
    (named,) = night.suspect(3, 1, 2)
    assert not GAME.may_know(night.state, named, seat_viewer(4))
    assert GAME.view(night.state, seat_viewer(4)) == before
    assert before.roles == {3: "mafia", 4: "mafia", 5: "mafia", 9: "town"}
