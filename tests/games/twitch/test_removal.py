"""A6: a seat is removed at the worst moment, and the game goes on."""

from __future__ import annotations

from random import Random

import pytest

from ringmaster.games.dice import VerifiableDice
from ringmaster.games.kernel import GameEnded, PhaseClosed, RuleViolation, seat_viewer
from ringmaster.games.play import random_answer
from ringmaster.games.twitch import events as ev
from ringmaster.games.twitch.state import Kill

pytestmark = pytest.mark.clause("A6")


def test_votes_by_and_for_a_removed_seat_are_gone(table) -> None:
    """Who voted for it may vote anew, since its vote has not been taken back but lost its target."""
    t = table(phase="day-1")
    for voter, target in (("Ada", "Bo"), ("Bo", "Cy"), ("Cy", "Bo"), ("Dee", "Cy")):
        t.say(voter, f"vote {target}")
    t.remove("Bo")
    assert [(w.target, w.voters) for w in t.state.wagons.wagons] == [(3, (4,))]
    assert t.options("Ada") == ["vote"]
    assert t.options("Dee") == []


@pytest.mark.clause("T5.3")
def test_a_majority_of_those_who_are_left_lynches_at_once(table, only_of) -> None:
    """Four of eight wait; four of seven do not."""
    t = table(phase="day-1")
    for voter in ("Ada", "Bo", "Cy", "Dee"):
        t.say(voter, "vote Gus")
    events = t.remove("Hal")
    assert only_of(events, ev.SeatLynched).seat == 7
    assert only_of(events, GameEnded).outcome.winner == "helix"


@pytest.mark.clause("T5.2")
def test_a_majority_for_start9_of_those_who_are_left_ends_the_day(table, only_of) -> None:
    """The same for START9."""
    t = table(phase="day-1")
    for voter in ("Ada", "Bo", "Cy", "Dee"):
        t.say(voter, "vote start9")
    assert only_of(t.remove("Fay"), ev.DayDecided).decided_by == "start9"
    assert t.state.phase == "night-1"


@pytest.mark.clause("T5.7")
def test_a_day_is_complete_when_the_last_who_had_not_voted_is_removed(table) -> None:
    """And it closes by the votes that are left."""
    t = table(phase="day-1")
    for voter, target in zip(("Ada", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus"), ("Bo", "Cy") * 4, strict=False):
        t.say(voter, f"vote {target}" if voter != "Gus" else "vote start9")
    t.remove("Hal")
    assert t.game.complete(t.state)


@pytest.mark.clause("T2.3")
def test_an_action_of_a_removed_seat_is_not_drawn(table, only_of) -> None:
    """It is gone, and with one left there is no roll."""
    t = table()
    t.say("Ada", "protect Bo")
    t.say("Cy", "protect Dee")
    t.remove("Ada")
    assert only_of(t.close(), ev.NightResolved).verdict.drawn.protect.by == 3


@pytest.mark.clause("A2", "T2.2")
def test_an_action_on_a_removed_seat_is_gone_and_its_sender_may_send_another(table) -> None:
    """The sender alone is told; a bus with one living end is gone too, so nobody is moved to the dead."""
    t = table()
    t.say("Ada", "protect Bo")
    t.say("Cy", "bus Bo and Dee")
    t.say("Dee", "stun Cy")
    told = [event for event in t.remove("Bo") if isinstance(event, ev.ActionVoided)]
    assert [event.seat for event in told] == [1, 3]
    assert [seat for seat in t.roster if t.game.may_know(t.state, told[0], seat_viewer(seat))] == [1]
    assert [action.by for action in t.state.actions] == [4]
    t.say("Ada", "protect Cy")
    t.say("Gus", "kill Dee")
    t.close()
    assert "Dee" not in t.living()


@pytest.mark.clause("T3.1")
def test_a_kill_whose_target_is_removed_is_named_no_longer(table, only_of) -> None:
    """The sender stays for the next target; the Dome are told, and are missing again."""
    t = table()
    t.say("Gus", "kill Ada by Hal")
    voided = only_of(t.remove("Ada"), ev.KillVoided)
    assert [seat for seat in t.roster if t.game.may_know(t.state, voided, seat_viewer(seat))] == [7, 8]
    assert (t.state.kill, t.state.kill_sender) == (None, 8)
    t.say("Gus", "kill Bo")
    assert t.state.kill == Kill(by=8, target=2)


@pytest.mark.clause("T3.1", "T3.3")
def test_a_kill_whose_sender_is_removed_passes_to_the_first_living_dome_seat(table, only_of) -> None:
    """The target stands."""
    t = table(dome=["Fay", "Gus", "Hal"])
    t.say("Hal", "kill Ada")
    assert only_of(t.remove("Hal"), ev.KillPassedOn).sender == 6
    assert t.state.kill == Kill(by=6, target=1)
    t.close()
    assert "Ada" not in t.living()


def test_a_dome_seat_that_was_to_kill_itself_takes_the_kill_along(table) -> None:
    """Neither target nor sender is left."""
    t = table()
    t.say("Gus", "kill Gus")
    t.remove("Gus")
    assert (t.state.kill, t.state.kill_target, t.state.kill_sender) == (None, None, None)
    t.say("Hal", "kill Ada")
    assert t.state.kill == Kill(by=8, target=1)


@pytest.mark.clause("T6.1", "T6.2")
@pytest.mark.parametrize("phase", ["night-1", "day-1"])
@pytest.mark.parametrize(("gone", "winning"), [("Dee Eli", "helix"), ("Ada Bo", "dome")])
def test_a_removal_can_end_the_game(table, only_of, phase: str, gone: str, winning: str) -> None:
    """By night and by day, for either side; the open phase is closed first."""
    t = table(names=("Ada", "Bo", "Cy", "Dee", "Eli"), dome=["Dee", "Eli"], phase=phase)
    first, second = gone.split()
    t.remove(first)
    events = t.remove(second)
    assert only_of(events, PhaseClosed) == PhaseClosed(phase=phase, cause="removal")
    assert only_of(events, GameEnded).outcome.winner == winning


def test_the_dead_cannot_be_removed(table) -> None:
    """Once is enough."""
    t = table()
    t.remove("Ada")
    with pytest.raises(RuleViolation) as refused:
        t.remove("Ada")
    assert refused.value.code == "not-living"


@pytest.mark.parametrize("seed", range(40))
def test_removals_at_random_moments_never_wedge_a_game(table, seed: int) -> None:
    """Whatever is sent, whoever leaves: each phase can be closed and the game ends."""
    random = Random(seed)
    t = table(dice=VerifiableDice.from_seed(seed.to_bytes(32)), missed_kill="random", stun_notice="told")
    for _ in range(60):
        for seat in random.sample(t.state.living, len(t.state.living)):
            options = t.game.options(t.state, seat)
            if options and seat in t.state.living:
                answer = random_answer(random.choice(options), random)
                t._do(t.game.command(t.state, seat, answer))
            if t.state.outcome is None and random.random() < 0.03:
                t.remove(t.roster.name(random.choice(t.state.living)))
            if t.state.outcome is not None:
                assert t.game.replay(t.events) == t.state
                return
            targets = {target for action in t.state.actions for target in (action.by, *action.targets)}
            assert targets <= set(t.state.living)
            assert {t.state.kill_target, t.state.kill_sender} - {None} <= set(t.state.living)
        t.close()
    pytest.fail("the game has not ended")
