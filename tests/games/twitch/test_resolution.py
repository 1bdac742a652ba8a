"""T4: natural action resolution, clause by clause and against a second reading of the clauses."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from ringmaster.games.kernel import PUBLIC, seat_viewer
from ringmaster.games.twitch import events as ev
from ringmaster.games.twitch.rulings import Drawn, NightVerdict, resolve
from ringmaster.games.twitch.state import Action, Kill

SEATS = (1, 2, 3, 4, 5)


def night(bus: str = "", stun: str = "", protect: str = "", kill: str = "") -> NightVerdict:
    """A night from drawn actions written as sender and targets: ``2:13`` is seat 2 on seats 1 and 3."""

    def action(kind, text):
        return Action(by=int(text[0]), kind=kind, targets=tuple(map(int, text[2:]))) if text else None

    drawn = Drawn(bus=action("bus", bus), stun=action("stun", stun), protect=action("protect", protect))
    return resolve(drawn, Kill(by=int(kill[0]), target=int(kill[2])) if kill else None)


@pytest.mark.clause("T4.1")
def test_a_bus_moves_the_kill() -> None:
    """Either way round."""
    assert night(bus="2:13", kill="5:1").killed == 3
    assert night(bus="2:13", kill="5:3").killed == 1
    assert night(bus="2:31", kill="5:4").killed == 4


@pytest.mark.clause("T4.1")
def test_a_bus_moves_stun_and_protect() -> None:
    """Whatever targets one of the two affects the other."""
    verdict = night(bus="2:13", stun="4:1", protect="5:3")
    assert (verdict.bus, verdict.stunned, verdict.protected) == ((1, 3), 3, 1)


@pytest.mark.clause("T4.1")
def test_a_bus_does_not_change_who_acts() -> None:
    """The swapped killer still sends the kill, and a stun that is moved off it misses it."""
    verdict = night(bus="2:51", stun="4:5", kill="5:3")
    assert (verdict.stunned, verdict.killed, verdict.kill_stopped_by) == (1, 3, None)


@pytest.mark.clause("T4.2")
def test_a_stun_stops_the_drawn_protect_of_its_seat() -> None:
    """The protect does nothing."""
    verdict = night(stun="3:2", protect="2:1", kill="5:1")
    assert (verdict.protected, verdict.killed) == (None, 1)


@pytest.mark.clause("T4.2")
def test_a_stun_stops_the_kill_of_its_seat() -> None:
    """And nothing takes its place."""
    verdict = night(stun="3:5", kill="5:1")
    assert (verdict.killed, verdict.kill_stopped_by) == (None, "stun")


@pytest.mark.clause("T4.2")
def test_a_stun_of_a_partner_does_not_stop_the_kill() -> None:
    """Only who sends it matters."""
    assert night(stun="3:4", kill="5:1").killed == 1


@pytest.mark.clause("T4.2")
def test_a_stun_does_not_stop_itself() -> None:
    """A seat that stuns itself is stunned."""
    assert night(stun="3:3").stunned == 3


@pytest.mark.clause("T4.2")
def test_an_action_that_was_not_drawn_is_not_affected(table) -> None:
    """A stun of a seat whose protect lost the draw changes nothing."""
    t = table(rolls=[2])
    for name, text in (("Ada", "protect Bo"), ("Bo", "protect Bo"), ("Cy", "stun Ada"), ("Gus", "kill Bo")):
        t.say(name, text)
    t.close()
    assert "Bo" in t.living()


@pytest.mark.clause("T4.3")
def test_a_stun_aimed_at_an_uninvolved_bus_sender_stops_the_bus() -> None:
    """And stays where it was aimed."""
    verdict = night(bus="2:13", stun="4:2", kill="5:1")
    assert (verdict.bus, verdict.stunned, verdict.killed) == (None, 2, 1)


@pytest.mark.clause("T4.3")
def test_a_bus_that_swaps_its_own_sender_escapes_the_stun() -> None:
    """The bus goes first and moves the stun to the other."""
    verdict = night(bus="2:25", stun="4:2", kill="5:1")
    assert (verdict.bus, verdict.stunned, verdict.kill_stopped_by) == ((2, 5), 5, "stun")


@pytest.mark.clause("T4.3")
def test_a_stun_moved_onto_the_bus_sender_does_not_undo_the_bus() -> None:
    """But it does stop that seat's kill."""
    verdict = night(bus="5:53", stun="4:3", kill="5:1")
    assert (verdict.bus, verdict.stunned, verdict.kill_stopped_by) == ((3, 5), 5, "stun")


@pytest.mark.clause("T4.3")
def test_a_stun_aimed_elsewhere_leaves_the_bus_alone() -> None:
    """Also when the stun hits one of the two that are swapped."""
    verdict = night(bus="2:13", stun="4:3", kill="5:1")
    assert (verdict.bus, verdict.stunned, verdict.killed) == ((1, 3), 1, 3)


@pytest.mark.clause("T4.4")
def test_a_stunned_action_is_not_drawn_again(table) -> None:
    """The other protect does not take its place."""
    t = table(rolls=[1])
    for name, text in (("Ada", "protect Bo"), ("Cy", "protect Bo"), ("Dee", "stun Ada"), ("Gus", "kill Bo")):
        t.say(name, text)
    t.close()
    assert "Bo" not in t.living()


@pytest.mark.clause("T4.5")
def test_a_protect_saves_from_the_kill_and_not_from_a_stun() -> None:
    """The protected seat can be stunned, and the protected killer stopped."""
    assert night(protect="2:1", kill="5:1").kill_stopped_by == "protect"
    verdict = night(protect="2:5", stun="3:5", kill="5:1")
    assert (verdict.stunned, verdict.protected, verdict.kill_stopped_by) == (5, 5, "stun")


@pytest.mark.clause("T4.6")
def test_the_kill_comes_last() -> None:
    """A seat that dies has acted: its protect holds, its bus moves its own death."""
    assert night(protect="1:2", kill="5:1").protected == 2
    assert night(bus="1:13", kill="5:1").killed == 3


@pytest.mark.clause("T4.7")
def test_the_morning_tells_who_died_and_not_why(table, only_of) -> None:
    """A kill that was stunned, protected against or never sent reads the same."""
    mornings = set()
    for words in ((), (("Gus", "kill Ada"), ("Bo", "stun Gus")), (("Gus", "kill Ada"), ("Bo", "protect Ada"))):
        t = table()
        for name, text in words:
            t.say(name, text)
        public = [event for event in t.close() if t.game.may_know(t.state, event, PUBLIC)]
        assert only_of(public, ev.NightEnded).killed is None
        mornings.add(tuple(public))
    assert len(mornings) == 1


@pytest.mark.clause("T4.8")
@pytest.mark.parametrize("stun_notice", ["none", "told"])
def test_a_stunned_seat_is_told_only_if_set(table, stun_notice: str) -> None:
    """In private, and without a word about what it lost."""
    t = table(stun_notice=stun_notice)
    t.say("Ada", "stun Gus")
    told = [event for event in t.close() if isinstance(event, ev.StunTold)]
    assert told == ([ev.StunTold(seat=7)] if stun_notice == "told" else [])
    for event in told:
        assert [seat for seat in t.roster if t.game.may_know(t.state, event, seat_viewer(seat))] == [7]
        assert not t.game.may_know(t.state, event, PUBLIC)


@pytest.mark.clause("T4.8")
def test_a_seat_that_died_is_told_nothing(table) -> None:
    """The dead learn no more than everyone."""
    t = table(stun_notice="told")
    t.say("Bo", "stun Ada")
    t.say("Gus", "kill Ada")
    assert not [event for event in t.close() if isinstance(event, ev.StunTold)]


# ------------------------------------------------------------------------------- a second reading


def holds(drawn: Drawn, kill: Kill | None, bus: bool, stunned, protected, killed, stopped) -> bool:
    """Whether a whole account of a night agrees with each clause, read as a statement about it."""
    place = {seat: seat for seat in SEATS}
    if bus:
        one, two = drawn.bus.targets
        place[one], place[two] = two, one
    aimed_at_sender = drawn.bus is not None and drawn.stun is not None and drawn.stun.targets == (drawn.bus.by,)
    t43 = bus == (drawn.bus is not None and not (aimed_at_sender and drawn.bus.by not in drawn.bus.targets))
    t41_stun = stunned == (place[drawn.stun.targets[0]] if drawn.stun else None)
    protect_acts = drawn.protect is not None and not (stunned is not None and stunned == drawn.protect.by)
    t42_t45 = protected == (place[drawn.protect.targets[0]] if protect_acts else None)
    if kill is None:
        t46 = (killed, stopped) == (None, None)
    elif stunned is not None and stunned == kill.by:
        t46 = (killed, stopped) == (None, "stun")
    elif protected is not None and protected == place[kill.target]:
        t46 = (killed, stopped) == (None, "protect")
    else:
        t46 = (killed, stopped) == (place[kill.target], None)
    return t43 and t41_stun and t42_t45 and t46


def random_night(random: Random) -> tuple[Drawn, Kill | None]:
    """Up to one action of each kind by different seats, and perhaps a kill by one of two."""
    senders = random.sample(SEATS, 3)
    drawn = Drawn(
        bus=random.choice([None, Action(by=senders[0], kind="bus", targets=tuple(random.sample(SEATS, 2)))]),
        stun=random.choice([None, Action(by=senders[1], kind="stun", targets=(random.choice(SEATS),))]),
        protect=random.choice([None, Action(by=senders[2], kind="protect", targets=(random.choice(SEATS),))]),
    )
    return drawn, random.choice([None, Kill(by=random.choice((4, 5)), target=random.choice(SEATS))])


@pytest.mark.clause("T4.1", "T4.2", "T4.3", "T4.5", "T4.6")
def test_every_night_is_the_only_account_that_agrees_with_the_clauses() -> None:
    """Of all accounts of 400 random nights exactly one agrees, and it is the one that is ruled."""
    random = Random(4)
    anyone = (None, *SEATS)
    accounts = list(product((False, True), anyone, anyone, anyone, (None, "stun", "protect")))
    for _ in range(400):
        drawn, kill = random_night(random)
        possible = [a for a in accounts if not (a[0] and drawn.bus is None)]
        agreeing = [account for account in possible if holds(drawn, kill, *account)]
        ruled = resolve(drawn, kill)
        assert agreeing == [
            (ruled.bus is not None, ruled.stunned, ruled.protected, ruled.killed, ruled.kill_stopped_by)
        ]
        assert ruled.bus in (None, tuple(sorted(drawn.bus.targets)) if drawn.bus else None)
