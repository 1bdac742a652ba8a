"""T6: how a game ends, and when it seems not to."""

from __future__ import annotations

import pytest

from ringmaster.games.kernel import GameEnded, RuleViolation, SeatCommand
from ringmaster.games.twitch import events as ev
from ringmaster.games.twitch.rulings import winner

FIVE = ("Ada", "Bo", "Cy", "Dee", "Eli")


@pytest.mark.clause("T6.1")
def test_helix_win_when_no_dome_is_left(table, only_of) -> None:
    """All Helix seats, the dead ones too."""
    t = table(names=FIVE, dome=["Eli"], phase="night-1")
    t.say("Eli", "kill Ada")
    t.close()
    t.say("Bo", "vote Eli")
    t.say("Cy", "vote Eli")
    outcome = only_of(t.say("Dee", "vote Eli"), GameEnded).outcome
    assert (outcome.winner, outcome.clause, outcome.winning_seats) == ("helix", "T6.1", (1, 2, 3, 4))
    assert t.state.phase is None


@pytest.mark.clause("T6.2")
def test_dome_win_when_they_outnumber_the_helix_and_not_at_parity(table, only_of) -> None:
    """Two against two goes on; two against one is over."""
    t = table(names=FIVE, dome=["Dee", "Eli"], phase="night-1")
    t.say("Eli", "kill Ada")
    t.close()
    assert t.state.phase == "day-2"
    t.close()
    t.say("Eli", "kill Bo")
    outcome = only_of(t.close(), GameEnded).outcome
    assert (outcome.winner, outcome.clause, outcome.winning_seats) == ("dome", "T6.2", (4, 5))


@pytest.mark.clause("T6.3")
def test_the_end_is_looked_for_after_the_lynch(table, only_of) -> None:
    """No night follows."""
    t = table(names=FIVE, dome=["Dee", "Eli"], phase="night-1")
    t.say("Eli", "kill Ada")
    t.close()
    t.say("Dee", "vote Bo")
    events = t.close()
    assert only_of(events, GameEnded).outcome.winner == "dome"
    assert events[-1] == only_of(events, GameEnded)


@pytest.mark.clause("T6.3")
@pytest.mark.parametrize(
    ("living", "winning"), [((), None), ((1,), "helix"), ((2,), "dome"), ((1, 2, 3), "dome"), ((1, 4, 2, 3), "")]
)
def test_nobody_wins_when_nobody_is_left(living: tuple[int, ...], winning: str | None) -> None:
    """Seats 2 and 3 are Dome; the empty word is a game that goes on."""
    outcome = winner(living, ("helix", "dome", "dome", "helix"))
    assert (outcome.winner if outcome else "") == winning


@pytest.mark.clause("T6.3", "A1")
def test_nothing_is_accepted_after_the_end(table) -> None:
    """No submission, no close, no removal."""
    t = table(names=FIVE, dome=["Eli"])
    t.remove("Eli")
    assert t.game.options(t.state, 1) == ()
    for command in (lambda: t.say("Ada", "stun Bo"), lambda: t.remove("Ada")):
        with pytest.raises(RuleViolation) as refused:
            command()
        assert refused.value.code == "game-over"


@pytest.mark.clause("T6.4")
def test_the_moderators_are_asked_after_three_phases_without_a_death(table) -> None:
    """And again after three more; nothing ends by itself, and a death starts the count anew."""
    t = table()
    asked = []
    for step in range(7):
        asked += [(step, e.quiet, e.audience.scope) for e in t.close() if isinstance(e, ev.StalemateNoticed)]
    assert asked == [(2, 3, "moderators"), (5, 6, "moderators")]
    t.say("Ada", "vote Bo")
    t.close()
    assert (t.state.quiet, t.state.outcome) == (0, None)


@pytest.mark.clause("T6.4")
def test_the_number_of_phases_without_a_death_is_a_setting(table) -> None:
    """One is enough if it is set so."""
    t = table(stalemate_after=1)
    assert ev.StalemateNoticed(quiet=1) in t.close()


@pytest.mark.clause("T6.4", "A6")
def test_a_removal_starts_the_count_of_quiet_phases_anew(table) -> None:
    """It has changed the game as a death does."""
    t = table()
    t.close()
    t.remove("Ada")
    assert t.state.quiet == 0


def test_a_command_of_another_game_is_a_programming_error(table) -> None:
    """It is not refused to a person but raised."""
    t = table()
    with pytest.raises(TypeError):
        t.game.decide(t.state, SeatCommand(seat=1), t.dice)
