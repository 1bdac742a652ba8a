"""T1: seats, factions and phases."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from ringmaster.games.dice import ScriptedDice, VerifiableDice
from ringmaster.games.kernel import PUBLIC, Entrant, PhaseOpened, Rolled, SettingError, seat_viewer
from ringmaster.games.twitch import TwitchGame
from ringmaster.games.twitch import events as ev
from ringmaster.games.twitch.settings import TwitchSettings
from ringmaster.games.twitch.state import DOME

GAME = TwitchGame()


def dome_of(seats: int, seed: int, **settings: int) -> list[int]:
    """The Dome of a game that has just begun."""
    dice = VerifiableDice.from_seed(seed.to_bytes(32))
    events = GAME.begin(TwitchSettings(**settings), [Entrant()] * seats, dice)
    return [event.seat for event in events if isinstance(event, ev.FactionDealt) and event.faction == DOME]


def chi_square(counts: list[int], expected: float) -> float:
    """Pearson's statistic for equally likely cells."""
    return sum((count - expected) ** 2 / expected for count in counts)


@pytest.mark.clause("T1.2")
@pytest.mark.parametrize(("seats", "dome"), [(5, 1), (7, 1), (8, 2), (11, 2), (12, 3), (40, 10)])
def test_a_quarter_of_the_seats_are_dome_by_default(seats: int, dome: int) -> None:
    """Rounded down, and at least one."""
    assert len(dome_of(seats, 1)) == dome


@pytest.mark.clause("T1.2")
def test_the_number_of_dome_can_be_set() -> None:
    """Up to less than half."""
    assert len(dome_of(9, 1, dome=4)) == 4


@pytest.mark.clause("T1.2")
@pytest.mark.parametrize(("seats", "dome"), [(4, 1), (41, 3), (8, 4), (9, 5), (0, 0)])
def test_a_wrong_number_of_seats_is_refused(seats: int, dome: int) -> None:
    """Fewer than 5, more than 40, or half of them Dome."""
    with pytest.raises(SettingError, match=f"not {seats}"):
        GAME.begin(TwitchSettings(dome=dome), [Entrant()] * seats, ScriptedDice([]))


@pytest.mark.clause("T1.2", "A4")
def test_factions_are_dealt_by_a_shuffle_from_the_last_place_down() -> None:
    """One roll a place, and the first places are Dome."""
    events = GAME.begin(TwitchSettings(dome=2), [Entrant()] * 5, ScriptedDice([1, 4, 1, 2]))
    assert [(e.sides, e.result) for e in events if isinstance(e, Rolled)] == [(5, 1), (4, 4), (3, 1), (2, 2)]
    assert [e.seat for e in events if isinstance(e, ev.FactionDealt) and e.faction == DOME] == [2, 3]


@pytest.mark.clause("T1.2")
def test_every_seat_is_dome_equally_often_and_neighbours_are_no_likelier_partners() -> None:
    """Over 6,000 games of 8 seats and 2 Dome: each seat a quarter, each pair one in 28."""
    games = 6_000
    pairs = Counter(tuple(dome_of(8, seed)) for seed in range(games))
    seats = [sum(n for pair, n in pairs.items() if seat in pair) for seat in range(1, 9)]
    assert chi_square(seats, games / 4) < 24.3  # 7 degrees of freedom, p = 0.001
    assert chi_square([pairs[a, b] for a in range(1, 9) for b in range(a + 1, 9)], games / 28) < 55.5  # 27, 0.001
    neighbours = sum(pairs[a, a + 1] for a in range(1, 8))
    assert abs(neighbours - games / 4) < 3.3 * (games * 0.25 * 0.75) ** 0.5


@pytest.mark.clause("T1.1")
def test_the_dome_know_each_other_and_nobody_else_knows_anything(table) -> None:
    """By what is dealt and by what can be seen."""
    t = table()
    dealt = [event for event in t.events if isinstance(event, ev.FactionDealt)]
    known = {
        viewer: {e.seat for e in dealt if t.game.may_know(t.state, e, viewer)}
        for viewer in (PUBLIC, seat_viewer(1), seat_viewer(7), seat_viewer(8))
    }
    assert known == {PUBLIC: set(), seat_viewer(1): {1}, seat_viewer(7): {7, 8}, seat_viewer(8): {7, 8}}
    for viewer, seats in known.items():
        assert set(t.game.view(t.state, viewer).factions) == seats


@pytest.mark.clause("T1.1")
def test_only_the_dome_have_a_private_channel(table) -> None:
    """Helix Followers are no faction with members."""
    t = table()
    assert t.game.factions(t.state) == {"dome": (7, 8)}


@pytest.mark.clause("T1.3")
@pytest.mark.parametrize(("night_zero", "first"), [("full", "night-0"), ("no-kill", "night-0"), ("skip", "day-1")])
def test_the_first_phase_is_as_set(night_zero: str, first: str) -> None:
    """Night 0, or Day 1 at once."""
    events = GAME.begin(TwitchSettings(night_zero=night_zero), [Entrant()] * 5, VerifiableDice.from_seed(bytes(32)))
    assert events[-1] == PhaseOpened(phase=first)


@pytest.mark.clause("T1.3")
def test_nights_and_days_take_turns(table) -> None:
    """Night 0, Day 1, Night 1, Day 2."""
    t = table(phase="night-0")
    for phase in ("day-1", "night-1", "day-2", "night-2"):
        t.close()
        assert t.state.phase == phase


@pytest.mark.clause("T1.3")
def test_a_night_zero_without_the_kill_has_none(table) -> None:
    """It is not offered, not accepted, and not rolled for; the night after has one."""
    t = table(phase="night-0", night_zero="no-kill", missed_kill="random", rolls=[3])
    assert t.options("Gus") == ["protect", "stun", "bus"]
    with pytest.raises(Exception, match="no-kill-tonight"):
        t.say("Gus", "kill Ada")
    t.close()
    assert len(t.living()) == 8
    t.close()
    assert t.options("Gus") == ["protect", "stun", "bus", "kill"]
    t.close()
    assert t.living() == ["Ada", "Bo", "Dee", "Eli", "Fay", "Gus", "Hal"]


@pytest.mark.clause("T1.4")
def test_the_faction_of_the_dead_is_revealed_to_all(table, only_of) -> None:
    """With the death, and in everyone's view from then on."""
    t = table()
    t.say("Gus", "kill Ada")
    killed = only_of(t.close(), ev.SeatKilled)
    assert (killed.seat, killed.faction, killed.audience.scope) == (1, "helix", "everyone")
    assert t.game.view(t.state, PUBLIC).factions == {1: "helix"}


@pytest.mark.clause("T1.3")
def test_a_phase_keeps_its_hour_across_a_change_of_the_clocks(table) -> None:
    """A night of 24 hours that opens at nine ends at nine."""
    t = table(night_hours=24, day_hours=48)
    berlin = ZoneInfo("Europe/Berlin")
    opened = datetime(2026, 10, 24, 21, tzinfo=berlin)
    assert t.game.deadline(t.state, opened, opened) == datetime(2026, 10, 25, 21, tzinfo=berlin)
    t.close()
    assert t.game.deadline(t.state, opened, opened) == datetime(2026, 10, 26, 21, tzinfo=berlin)
