"""T2 and T3: what is sent at night, and what is drawn."""

from __future__ import annotations

from collections import Counter

import pytest

from ringmaster.games.dice import Rolls, VerifiableDice
from ringmaster.games.kernel import MODERATOR, PUBLIC, SPECTATOR, Rolled, RuleViolation, seat_viewer
from ringmaster.games.twitch import events as ev
from ringmaster.games.twitch.rulings import settle_night
from ringmaster.games.twitch.state import DOME, HELIX, Action, Kill


@pytest.mark.clause("T2.1")
def test_every_living_seat_may_act_on_anyone_also_itself(table) -> None:
    """Of either faction, its own seat included."""
    t = table()
    t.say("Ada", "protect Ada")
    t.say("Gus", "stun Hal")
    t.say("Bo", "bus Bo and Cy")
    assert t.state.actions == (
        Action(by=1, kind="protect", targets=(1,)),
        Action(by=7, kind="stun", targets=(8,)),
        Action(by=2, kind="bus", targets=(2, 3)),
    )


@pytest.mark.clause("T2.1")
def test_a_bus_needs_two_different_seats(table) -> None:
    """The same one twice is refused."""
    t = table()
    with pytest.raises(RuleViolation) as refused:
        t.say("Ada", "bus Bo and Bo")
    assert (refused.value.code, t.state.actions) == ("same-target-twice", ())


@pytest.mark.clause("T2.1")
def test_a_night_in_which_nothing_is_sent_ends_like_any_other(table, only_of) -> None:
    """Sending none is allowed; nothing is rolled."""
    t = table()
    events = t.close()
    assert only_of(events, ev.NightEnded).killed is None
    assert not [event for event in events if isinstance(event, Rolled)]


@pytest.mark.clause("T2.1", "A2")
def test_the_dead_neither_act_nor_are_acted_on(table) -> None:
    """As senders and as targets."""
    t = table()
    t.say("Gus", "kill Ada")
    t.close()
    t.close()
    for name, text, code in (("Ada", "stun Bo", "not-living"), ("Bo", "stun Ada", "target-not-living")):
        with pytest.raises(RuleViolation) as refused:
            t.say(name, text)
        assert refused.value.code == code
    assert t.options("Ada") == []


@pytest.mark.clause("T2.2")
def test_an_action_cannot_be_changed(table) -> None:
    """It is offered as final, and once it is sent nothing more is offered or accepted."""
    t = table()
    assert [o.final for o in t.game.options(t.state, 1)] == [True, True, True]
    t.say("Ada", "protect Bo")
    assert t.options("Ada") == []
    for text in ("protect Bo", "protect Cy", "stun Bo"):
        with pytest.raises(RuleViolation) as refused:
            t.say("Ada", text)
        assert (refused.value.code, refused.value.clause) == ("action-final", "T2.2")
    assert len(t.state.actions) == 1


@pytest.mark.clause("T2.2", "A9")
def test_a_night_in_which_all_have_acted_goes_on(table) -> None:
    """The kill can still be changed, so the night waits for its deadline."""
    t = table()
    for name in t.roster.names:
        t.say(name, "protect Ada")
    t.say("Gus", "kill Ada")
    assert not t.game.complete(t.state)
    assert t.game.missing(t.state) == ()


@pytest.mark.clause("T2.2")
def test_whoever_has_not_acted_is_missing(table) -> None:
    """So that reminders find them; the kill keeps the Dome on the list."""
    t = table()
    for name in t.roster.names[1:]:
        t.say(name, "stun Ada")
    assert t.game.missing(t.state) == (1, 7, 8)


@pytest.mark.clause("T2.3", "A4")
def test_one_of_each_kind_is_drawn_bus_then_stun_then_protect(table) -> None:
    """In the order they arrived, each roll over the submissions of its kind."""
    t = table(rolls=[2, 1, 3])
    for name, text in (
        ("Ada", "protect Ada"), ("Bo", "bus Ada and Cy"), ("Cy", "stun Hal"), ("Dee", "protect Bo"),
        ("Eli", "stun Gus"), ("Fay", "bus Cy and Dee"), ("Gus", "protect Cy"),
    ):  # fmt: skip
        t.say(name, text)
    events = t.close()
    assert [(e.label, e.sides) for e in events if isinstance(e, Rolled)] == [
        ("night-1/bus", 2), ("night-1/stun", 2), ("night-1/protect", 3),
    ]  # fmt: skip
    (resolved,) = (e for e in events if isinstance(e, ev.NightResolved))
    drawn = resolved.verdict.drawn
    assert (drawn.bus.by, drawn.stun.by, drawn.protect.by) == (6, 3, 7)


@pytest.mark.clause("T2.3")
def test_each_submission_of_a_kind_is_drawn_equally_often() -> None:
    """Over 20,000 nights: three buses, four stuns and five protects."""
    nights = 20_000
    living = tuple(range(1, 13))
    kinds = ("stun", "protect", "bus", "protect", "stun", "protect", "bus", "stun", "protect", "bus", "stun", "protect")
    actions = [
        Action(by=seat, kind=kind, targets=(1, 2) if kind == "bus" else (1,))
        for seat, kind in zip(living, kinds, strict=True)
    ]
    roles = (HELIX,) * 9 + (DOME,) * 3
    drawn: Counter[int] = Counter()
    for night in range(nights):
        rolls = Rolls(VerifiableDice.from_seed(night.to_bytes(32)))
        verdict = settle_night(living, roles, actions, None, "none", "night-1", rolls)
        drawn.update(action.by for action in (verdict.drawn.bus, verdict.drawn.stun, verdict.drawn.protect) if action)
    for kind, critical in (("bus", 13.8), ("stun", 16.3), ("protect", 18.5)):  # p = 0.001
        senders = [action.by for action in actions if action.kind == kind]
        expected = nights / len(senders)
        assert sum((drawn[seat] - expected) ** 2 / expected for seat in senders) < critical


@pytest.mark.clause("T2.5")
def test_a_submission_is_known_to_its_seat_and_the_moderators(table, only_of) -> None:
    """Before the night ends, in events and in views."""
    t = table()
    sent = only_of(t.say("Ada", "stun Gus"), ev.ActionSent)
    for viewer, knows in ((seat_viewer(1), True), (MODERATOR, True), (PUBLIC, False), (SPECTATOR, False),
                          (seat_viewer(2), False), (seat_viewer(7), False)):  # fmt: skip
        assert t.game.may_know(t.state, sent, viewer) is knows
        assert bool(t.game.view(t.state, viewer).actions) is knows


@pytest.mark.clause("T2.5")
@pytest.mark.parametrize(
    ("night_feed", "counts"), [("none", None), ("counts", (("protect", 2), ("stun", 1), ("bus", 0)))]
)
def test_the_morning_tells_how_many_were_sent_only_if_set(table, only_of, night_feed: str, counts) -> None:
    """By default not even that."""
    t = table(night_feed=night_feed, rolls=[1])
    for name, text in (("Ada", "protect Bo"), ("Bo", "stun Ada"), ("Hal", "protect Hal")):
        t.say(name, text)
    assert only_of(t.close(), ev.NightEnded).counts == counts


@pytest.mark.clause("T2.5")
def test_everything_is_known_when_the_game_is_over(table, only_of) -> None:
    """Submissions of earlier nights too."""
    t = table(dome=["Gus"])
    sent = only_of(t.say("Ada", "stun Bo"), ev.ActionSent)
    resolved = only_of(t.close(), ev.NightResolved)
    t.remove("Gus")
    assert t.game.outcome(t.state) is not None
    assert t.game.may_know(t.state, sent, PUBLIC)
    assert t.game.may_know(t.state, resolved, PUBLIC)


@pytest.mark.clause("T3.1")
def test_the_last_word_of_any_dome_seat_counts(table) -> None:
    """Target and sender, changed again and again, by either."""
    t = table()
    t.say("Gus", "kill Ada")
    assert t.state.kill == Kill(by=7, target=1)
    t.say("Hal", "kill Bo")
    assert t.state.kill == Kill(by=7, target=2)
    t.say("Gus", "kill Cy by Hal")
    assert t.state.kill == Kill(by=8, target=3)
    t.say("Gus", "kill Dee")
    assert t.state.kill == Kill(by=8, target=4)
    assert t.say("Hal", "kill Dee") == ()


@pytest.mark.clause("T3.1")
def test_the_kill_is_beside_the_sender_s_own_action(table) -> None:
    """It is changeable and leaves the action alone."""
    t = table()
    t.say("Gus", "protect Ada")
    t.say("Gus", "kill Ada")
    (kill,) = t.game.options(t.state, 7)
    assert (kill.name, kill.final, kill.sent) == ("kill", False, ((1,), (7,)))
    assert len(t.state.actions) == 1


@pytest.mark.clause("T3.1")
def test_only_the_dome_can_send_the_kill(table) -> None:
    """A Helix Follower is told the same by night and by day, and may not be made the sender."""
    t = table()
    for phase in ("night-1", "day-2"):
        assert t.state.phase == phase
        for text in ("kill Bo", "kill Nobody", "kill Bo by Gus", "kill"):
            with pytest.raises(RuleViolation) as refused:
                t.say("Ada", text)
            assert (refused.value.code, refused.value.facts) == ("no-kill-to-send", {})
        t.close()


@pytest.mark.clause("T3.1")
def test_the_sender_is_a_living_dome_seat(table) -> None:
    """Chosen by menu, a Helix seat is refused too."""
    t = table()
    answer = t.game.parse(t.state, 7, "kill Bo", t.roster)
    picked = type(answer)(name="kill", picks=((2,), (1,)))
    with pytest.raises(RuleViolation) as refused:
        t.game.decide(t.state, t.game.command(t.state, 7, picked), t.dice)
    assert refused.value.code == "sender-not-dome"


@pytest.mark.clause("T3.1", "T2.5")
def test_the_kill_is_known_to_the_dome_alone(table, only_of) -> None:
    """To partners and moderators, in events and in views."""
    t = table()
    named = only_of(t.say("Gus", "kill Ada"), ev.KillNamed)
    for viewer, knows in ((seat_viewer(7), True), (seat_viewer(8), True), (MODERATOR, True),
                          (seat_viewer(1), False), (PUBLIC, False), (SPECTATOR, False)):  # fmt: skip
        assert t.game.may_know(t.state, named, viewer) is knows
        assert (t.game.view(t.state, viewer).kill is not None) is knows


@pytest.mark.clause("T3.2")
def test_the_kill_is_not_lost_to_the_draw(table) -> None:
    """Whatever else is drawn, it goes through."""
    t = table(rolls=[1])
    t.say("Ada", "stun Bo")
    t.say("Bo", "stun Cy")
    t.say("Gus", "kill Ada by Hal")
    t.close()
    assert "Ada" not in t.living()


@pytest.mark.clause("T3.3")
def test_nobody_dies_when_no_kill_was_named(table, only_of) -> None:
    """By default."""
    assert only_of(table().close(), ev.NightEnded).killed is None


@pytest.mark.clause("T3.3", "A4")
def test_a_missed_kill_can_fall_on_a_random_helix_seat(table, only_of) -> None:
    """After the other rolls, over the living Helix, sent by the first living Dome seat."""
    t = table(dome=["Bo", "Hal"], missed_kill="random", rolls=[2, 3])
    t.say("Ada", "stun Cy")
    t.say("Cy", "stun Dee")
    events = t.close()
    assert [(e.label, e.sides) for e in events if isinstance(e, Rolled)] == [
        ("night-1/stun", 2), ("night-1/missed-kill", 6),
    ]  # fmt: skip
    assert only_of(events, ev.NightResolved).verdict.kill == Kill(by=2, target=4)
    assert "Dee" not in t.living()


@pytest.mark.clause("T3.3", "T4.2")
def test_a_missed_kill_is_stopped_by_a_stun_of_the_first_dome_seat(table, only_of) -> None:
    """It is a kill like any other."""
    t = table(missed_kill="random", rolls=[1])
    t.say("Ada", "stun Gus")
    assert only_of(t.close(), ev.NightResolved).verdict.kill_stopped_by == "stun"


@pytest.mark.clause("T3.4")
def test_a_dome_seat_may_be_the_target(table) -> None:
    """Even the sender itself."""
    t = table()
    t.say("Gus", "kill Gus")
    t.close()
    assert "Gus" not in t.living()


@pytest.mark.clause("A1")
def test_what_was_made_for_an_earlier_night_is_stale(table) -> None:
    """It never counts for another phase."""
    t = table()
    command = t.game.command(t.state, 1, t.game.parse(t.state, 1, "stun Bo", t.roster))
    t.close()
    with pytest.raises(RuleViolation) as refused:
        t.game.decide(t.state, command, t.dice)
    assert refused.value.code == "stale"


@pytest.mark.clause("T2.1")
def test_actions_belong_to_the_night(table) -> None:
    """By day they are refused."""
    t = table(phase="day-1")
    for name, text in (("Ada", "stun Bo"), ("Gus", "kill Ada")):
        with pytest.raises(RuleViolation) as refused:
            t.say(name, text)
        assert refused.value.code == "not-by-day"
