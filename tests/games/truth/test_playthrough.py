"""Whole games as the public sees them, held against transcripts that were read by a person."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ringmaster.games.dice import VerifiableDice
from ringmaster.games.kernel import PUBLIC, Event, GameEnded, PhaseClosed, PhaseOpened, Roster
from ringmaster.games.truth import TruthGame
from ringmaster.games.truth import events as ev

GAME = TruthGame()
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
ROSTER = Roster(("Diane", "Jack", "Kim", "Lou", "Max", "Nia", "Oz", "Pam", "Bo"))


def named(target: int | str) -> str:
    """A seat's name, or the word itself."""
    return target if isinstance(target, str) else ROSTER.name(target)


def line(event: Event) -> str:
    """A public event in words."""
    match event:
        case ev.GameBegan(seats=seats):
            return f"{seats} players: {ROSTER.list(range(1, seats + 1))}"
        case PhaseOpened(phase=phase):
            return f"\n{phase}"
        case PhaseClosed(cause=cause):
            return f"closed: {cause}"
        case ev.VoteCast(seat=seat, target=target):
            return f"{named(seat)} votes {named(target)}"
        case ev.VoteRetracted(seat=seat):
            return f"{named(seat)} takes the vote back"
        case ev.DayDecided(decided_by=decided_by, counts=counts, tied=tied):
            votes = ", ".join(f"{named(target)} {count}" for target, count in counts)
            ties = f" (tied: {', '.join(map(named, tied))})" if len(tied) > 1 else ""
            return f"{decided_by}: {votes or 'no votes'}{ties}"
        case ev.SeatEliminated(seat=seat, role=role) | ev.SeatRemoved(seat=seat, role=role):
            return f"{type(event).__name__.removeprefix('Seat').lower()}: {named(seat)}, {role}"
        case ev.StatementMade(statement=s):
            first, second = ("guilty" if guilty else "innocent" for guilty in (s.first_guilty, s.second_guilty))
            return f"{named(s.first)} is {first} or {named(s.second)} is {second}"
        case GameEnded(outcome=outcome):
            return f"\n{outcome.winner} wins ({outcome.reason}, {outcome.clause}): {ROSTER.list(outcome.winning_seats)}"
        case _:
            raise AssertionError(f"a public event without words: {event}")


def play(table: Any, script: str) -> str:
    """Plays a script of ``Name: words``, ``close`` and ``remove Name``, and returns what the public saw."""
    shown = [event for event in table.events if GAME.may_know(table.state, event, PUBLIC)]
    for step in script.splitlines():
        name, _, words = step.partition(": ")
        if words:
            seat = ROSTER.names.index(name) + 1
            events = table.do(GAME.command(table.state, seat, GAME.parse(table.state, seat, words, ROSTER)))
        else:
            events = table.close() if step == "close" else table.remove(ROSTER.find(step.removeprefix("remove ")))
        shown += [event for event in events if event.audience.scope == "everyone"]
    return "\n".join(map(line, shown)) + "\n"


@pytest.mark.clause("L1.4", "L2.1", "L2.2", "L2.5", "L3.3", "L4.4", "L5.1", "L5.2")
@pytest.mark.parametrize("title", ["town-win", "mafia-win"])
def test_a_whole_game_reads_as_its_transcript(seat_at: Any, title: str) -> None:
    """The script beside it, with the dice of a fixed seed, gives exactly the public transcript."""
    script = (PLAYTHROUGHS / f"{title}.script").read_text(encoding="utf-8")
    transcript = (PLAYTHROUGHS / f"{title}.txt").read_text(encoding="utf-8")
    assert play(seat_at(dice=VerifiableDice.from_seed(title.encode())), script) == transcript
