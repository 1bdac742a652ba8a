"""Whole games as the public sees them, held against transcripts that were read by a person."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from ringmaster.games.dice import VerifiableDice
from ringmaster.games.kernel import Entrant, Event, GameEnded, PhaseClosed, PhaseOpened, PublicEvent, Roster
from ringmaster.games.play import play_out
from ringmaster.games.survivor import SurvivorGame
from ringmaster.games.survivor import events as ev
from ringmaster.games.survivor.settings import SurvivorSettings

GAME = SurvivorGame()
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
ROSTER = Roster(
    ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kai", "Lou", "Mia", "Ned", "Oz", "Pam")
)


def counts(pairs: Iterable[tuple[int, object]]) -> str:
    """Names with a number each."""
    return ", ".join(f"{ROSTER.name(seat)} {value}" for seat, value in pairs)


def cards(values: Iterable[object]) -> str:
    """Cards, or other numbers, in the order given."""
    return " ".join(map(str, values))


def challenge_line(event: ev.TribalChallengeDecided | ev.IndividualChallengeDecided) -> str:
    """The result of a challenge in words."""
    result = event.result
    if isinstance(event, ev.IndividualChallengeDecided):
        tie = f" (tied: {ROSTER.list(event.result.tied)})" if event.result.tied else ""
        return f"totals: {counts(event.result.totals)}\n{ROSTER.name(event.result.winner)} is immune{tie}"
    result = event.result
    secret = " / ".join(cards(listed) for listed in result.secret)
    return (
        f"public: {counts(result.public)}\nsecret: {secret}\n"
        f"averages: {cards(result.averages)}; tribe {result.winner} is immune ({result.decided_by})"
    )


def council_line(event: ev.CouncilDecided) -> str:
    """The result of a council in words."""
    result = event.result
    void = f"; {result.void} void" if result.void else ""
    votes = f"votes: {counts(result.tally or ())}{void}"
    return f"{votes}\n{ROSTER.name(result.eliminated)} is voted out ({result.decided_by})"


def hand_line(event: ev.HandDecided) -> str:
    """A hand in words."""
    hand = event.hand
    who = "nobody" if hand.winner is None else ROSTER.name(hand.winner)
    totals = cards(total for _, total in event.totals)
    return f"{counts(hand.cards)}: {who} scores {hand.points} ({hand.decided_by}); totals {totals}"


def line(event: Event) -> str:
    """A public event in words."""
    match event:
        case ev.GameBegan(seats=seats):
            return f"{seats} players: {ROSTER.list(range(1, seats + 1))}"
        case ev.TribesDealt(tribes=tribes):
            return "\n".join(f"tribe {number}: {ROSTER.list(tribe)}" for number, tribe in enumerate(tribes, start=1))
        case PhaseOpened(phase=phase):
            return f"\n{phase}"
        case PhaseClosed(cause=cause):
            return f"closed: {cause}"
        case ev.TribalChallengeDecided() | ev.IndividualChallengeDecided():
            return challenge_line(event)
        case ev.CouncilDecided():
            return council_line(event)
        case ev.SeatEliminated(elimination=out):
            return f"{ROSTER.name(out.seat)} takes place {out.place}"
        case ev.IdolPlayed(seat=seat):
            return f"{ROSTER.name(seat)} plays the idol"
        case ev.TribesMerged(because=because):
            return f"the tribes merge ({because})"
        case ev.CalendarRedrawn(calendar=entries):
            return "calendar: " + ", ".join(f"{entry.day} {entry.kind} {entry.left}" for entry in entries)
        case ev.HandDecided():
            return hand_line(event)
        case ev.FinalFourDecided(placed=placed, choice_of=choice_of):
            first, second = (f"{ROSTER.name(placing.seat)} ({placing.decided_by})" for placing in placed)
            return f"first {first}, second {second}; to choose from: {ROSTER.list(choice_of)}"
        case ev.FinalistsSeated(finalists=finalists, decided_by=decided_by):
            return f"finalists: {ROSTER.list(finalists)} ({decided_by})"
        case ev.JurySeated(jurors=jurors):
            return f"jury: {ROSTER.list(jurors)}"
        case ev.DecidingVoteCalled(seat=seat, between=between):
            return f"{ROSTER.name(seat)} decides between {ROSTER.list(between)}"
        case ev.VerdictReached(ballots=ballots):
            return ", ".join(f"{ROSTER.name(juror)} for {ROSTER.name(target)}" for juror, target in ballots)
        case GameEnded(outcome=outcome):
            return f"\n{ROSTER.list(outcome.winning_seats)} wins ({outcome.reason}, {outcome.clause})"
        case _:
            raise AssertionError(f"a public event without words: {event}")


def transcript(seed: int) -> str:
    """A random game of sixteen with fixed dice, as the public sees it."""
    start = datetime(2015, 1, 1, tzinfo=UTC)
    seats = [Entrant(since=start + timedelta(days=(seat * 7) % 16)) for seat in range(16)]
    fans = [f"fan-{number}" for number in range(9)]
    dice = VerifiableDice.from_seed(seed.to_bytes(4))
    _, events = play_out(GAME, SurvivorSettings(), seats, dice, Random(seed), spectators=fans)
    return "\n".join(line(event) for event in events if isinstance(event, PublicEvent)) + "\n"


@pytest.mark.clause("S12.1", "S7.2", "A8")
@pytest.mark.parametrize(("name", "seed"), [("merge-at-ten", 28), ("domination", 47)])
def test_a_game_reads_as_its_transcript(name: str, seed: int) -> None:
    """All that is posted, from the tribes to the verdict."""
    assert transcript(seed) == (PLAYTHROUGHS / f"{name}.txt").read_text(encoding="utf-8")
