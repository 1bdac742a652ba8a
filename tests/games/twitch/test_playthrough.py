"""A whole game as the public sees it, held against a transcript that was read by a person."""

from __future__ import annotations

from pathlib import Path

import pytest

from ringmaster.games.dice import VerifiableDice
from ringmaster.games.kernel import PUBLIC, Event, GameEnded, PhaseClosed, PhaseOpened, Roster
from ringmaster.games.twitch import events as ev

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"


def line(event: Event, roster: Roster) -> str:
    """A public event in words."""
    match event:
        case ev.GameBegan(seats=seats):
            return f"{seats} players: {roster.list(range(1, seats + 1))}"
        case PhaseOpened(phase=phase):
            return f"\n{phase}"
        case PhaseClosed(cause=cause):
            return f"closed: {cause}"
        case ev.VoteCast(seat=seat, target=target):
            return f"{roster.name(seat)} votes {target if isinstance(target, str) else roster.name(target)}"
        case ev.DayDecided(decided_by=decided_by, counts=counts, tied=tied):
            votes = ", ".join(f"{roster.name(t) if isinstance(t, int) else t} {n}" for t, n in counts)
            return f"{decided_by}: {votes or 'no votes'}" + (f" (tied: {roster.list(tied)})" if len(tied) > 1 else "")
        case ev.NightEnded(killed=killed, counts=counts):
            told = f"; {', '.join(f'{kind} {n}' for kind, n in counts)}" if counts is not None else ""
            return ("somebody died" if killed else "nobody died") + told
        case ev.SeatDied(seat=seat, faction=faction):
            return f"{type(event).__name__.removeprefix('Seat').lower()}: {roster.name(seat)}, {faction}"
        case GameEnded(outcome=outcome):
            return f"\n{outcome.winner} win ({outcome.reason}, {outcome.clause}): {roster.list(outcome.winning_seats)}"
        case _:
            raise AssertionError(f"a public event without words: {event}")


def play(t, script: str) -> str:
    """Plays a script of ``Name: words``, ``close`` and ``remove Name``, and returns what the public saw."""
    shown = [event for event in t.events if t.game.may_know(t.state, event, PUBLIC)]
    for step in script.strip().splitlines():
        name, _, words = step.partition(": ")
        if words:
            events = t.say(name, words)
        elif step == "close":
            events = t.close()
        else:
            events = t.remove(step.removeprefix("remove "))
        shown += [event for event in events if event.audience.scope == "everyone"]
    return "\n".join(line(event, t.roster) for event in shown) + "\n"


@pytest.mark.clause("T1.3", "T2.5", "T4.7", "T5.3", "T5.8", "T6.1")
@pytest.mark.parametrize("title", ["helix-win", "dome-win"])
def test_a_whole_game_reads_as_its_transcript(table, title: str) -> None:
    """The script beside it gives exactly the public transcript."""
    script = (PLAYTHROUGHS / f"{title}.script").read_text(encoding="utf-8")
    transcript = (PLAYTHROUGHS / f"{title}.txt").read_text(encoding="utf-8")
    feed = "counts" if title == "dome-win" else "none"
    t = table(phase="night-0", dice=VerifiableDice.from_seed(bytes(32)), night_feed=feed)
    assert play(t, script) == transcript
