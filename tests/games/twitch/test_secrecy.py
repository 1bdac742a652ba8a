"""What an audience can see of a night depends on the deaths alone (T2.5, T4.7)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from random import Random

import pytest

from ringmaster.games.dice import VerifiableDice
from ringmaster.games.kernel import PUBLIC, SPECTATOR, Event, Viewer, seat_viewer
from ringmaster.games.twitch import events as ev
from ringmaster.games.twitch.state import DOME

NIGHTS = 600


def act_at_random(t, random: Random, quiet: Iterable[str] = ()) -> None:
    """Most seats act, the Dome change their mind a few times, in any order."""
    names = [name for name in t.living() if name not in quiet]
    words = [(name, random.choice(("protect {}", "stun {}", "bus {} and {}"))) for name in names]
    words += [(name, "kill {}") for name in names if t.state.faction(t.seat(name)) == DOME]
    random.shuffle(words)
    for name, text in words[: random.randrange(len(words) + 1)]:
        t.say(name, text.format(*random.sample(t.living(), 2)))


def seen(t, events: Iterable[Event], viewer: Viewer) -> tuple[list[Event], object]:
    """The events a viewer may know, in order, and what it sees then."""
    return [event for event in events if t.game.may_know(t.state, event, viewer)], t.game.view(t.state, viewer)


@pytest.mark.clause("T2.5", "T4.7", "T1.1")
@pytest.mark.parametrize("viewer", [PUBLIC, SPECTATOR, seat_viewer(1)], ids=["public", "spectator", "a Helix seat"])
@pytest.mark.parametrize("missed_kill", ["none", "random"])
def test_nights_that_end_in_the_same_deaths_look_the_same(table, viewer: Viewer, missed_kill: str) -> None:
    """To everyone outside the Dome: events, their order and number, and the view, during the night and after."""
    sights = defaultdict(list)
    for seed in range(NIGHTS):
        t = table(dice=VerifiableDice.from_seed(seed.to_bytes(32)), missed_kill=missed_kill)
        t.say("Ada", "protect Ada")
        act_at_random(t, Random(seed), quiet=["Ada"])
        before = t.game.view(t.state, viewer)
        events = t.close()
        killed = next((event.seat for event in events if isinstance(event, ev.SeatKilled)), None)
        sights[killed].append((before, *seen(t, t.events, viewer)))
    assert len(sights) > 6
    for same in sights.values():
        assert all(sight == same[0] for sight in same)


@pytest.mark.clause("T1.1", "T2.5")
def test_games_that_differ_in_factions_alone_look_the_same_to_the_public(table) -> None:
    """From the deal through a night and a day, as long as the same seats die and are of the same faction."""
    sights = []
    for dome in (["Gus", "Hal"], ["Bo", "Cy"], ["Eli", "Hal"]):
        t = table(dome=dome)
        t.say(dome[0], "kill Ada")
        t.close()
        t.say("Fay", "vote Dee")
        t.close()
        sights.append(seen(t, t.events, PUBLIC))
    assert all(sight == sights[0] for sight in sights)


@pytest.mark.clause("T2.5")
def test_the_dead_see_what_everyone_sees(table) -> None:
    """A dead Dome seat keeps what it knew of its partners, and learns nothing of the next kill."""
    t = table()
    t.say("Gus", "kill Gus")
    t.close()
    t.close()
    t.say("Hal", "kill Ada")
    t.say("Ada", "stun Hal")
    dead, public = (t.game.view(t.state, viewer) for viewer in (seat_viewer(7), PUBLIC))
    assert (dead.kill, dead.actions) == (public.kill, public.actions) == (None, ())
    assert dead.factions == {7: "dome", 8: "dome"}


@pytest.mark.clause("T4.7", "A4")
def test_dice_and_what_they_decided_are_for_the_moderators(table) -> None:
    """Every roll of a night, and its resolution."""
    t = table(rolls=[1])
    t.say("Ada", "stun Bo")
    t.say("Bo", "stun Bo")
    hidden = [event for event in t.close() if event.audience.scope == "moderators"]
    assert [type(event).__name__ for event in hidden] == ["Rolled", "NightResolved"]
