"""What each viewer may know of a game of Card Survivor."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ringmaster.games.kernel import Outcome, PhaseId, Seat, Viewer
from ringmaster.games.survivor.calendar import CalendarEntry
from ringmaster.games.survivor.cards import Card, Hand
from ringmaster.games.survivor.final_four import HandVerdict, standings
from ringmaster.games.survivor.phases import calendar
from ringmaster.games.survivor.results import (
    Ballots,
    ChallengeRecord,
    CouncilRecord,
    CouncilResult,
    Elimination,
    IndividualResult,
    TribalResult,
)
from ringmaster.games.survivor.settings import SurvivorSettings
from ringmaster.games.survivor.state import Idol, SurvivorState
from ringmaster.games.survivor.tribes import Tribes


@dataclass(frozen=True, slots=True, kw_only=True)
class Secrets:
    """What only the moderators know, and everyone once the game is over (S11.8)."""

    idol: Idol
    favourite: Seat | None
    fan_votes: tuple[tuple[str, Seat], ...]
    challenge_records: tuple[ChallengeRecord, ...]
    council_records: tuple[CouncilRecord, ...]
    jury_votes: Ballots


@dataclass(frozen=True, slots=True, kw_only=True)
class SurvivorView:
    """A censored state.

    ``hands``, ``plays``, ``line_ups`` and ``votes`` hold the seats of which the viewer may know them: its own
    or all. ``third`` is for the first place, which has chosen it.
    """

    settings: SurvivorSettings
    phase: PhaseId | None
    living: tuple[Seat, ...]
    tribes: Tribes
    merged: bool
    council: tuple[Seat, ...]
    """The members of the open council."""
    immune: Seat | None
    eliminated: tuple[Elimination, ...]
    removed: tuple[Seat, ...]
    challenges: tuple[TribalResult | IndividualResult, ...]
    councils: tuple[CouncilResult, ...]
    four: tuple[Seat, ...]
    played: tuple[HandVerdict, ...]
    totals: tuple[tuple[Seat, Fraction], ...]
    finalists: tuple[Seat, ...]
    jurors: tuple[Seat, ...]
    decider: Seat | None
    between: tuple[Seat, ...]
    calendar: tuple[CalendarEntry, ...]
    hands: dict[Seat, Hand]
    plays: dict[Seat, tuple[Card, ...]]
    line_ups: dict[Seat, tuple[Card, ...]]
    votes: Ballots
    third: Seat | None
    holds_idol: bool
    plays_idol: bool
    is_favourite: bool
    bonus: Card | None
    secrets: Secrets | None
    outcome: Outcome | None


def view(state: SurvivorState, viewer: Viewer) -> SurvivorView:
    """The state without what the viewer may not know (S1.2, S3.2, S4.2, S5.4, S6.6, S8, S9.4)."""
    sees_all = viewer.role == "moderator" or state.outcome is not None
    seats = range(1, state.seats + 1)
    known = tuple(seat for seat in seats if sees_all or seat == viewer.seat)
    holds_idol = viewer.seat is not None and state.idol.holder == viewer.seat
    is_favourite = viewer.seat is not None and state.favourite == viewer.seat
    sees_third = sees_all or (viewer.seat is not None and state.first == viewer.seat)
    return SurvivorView(
        settings=state.settings,
        phase=state.phase,
        living=state.living,
        tribes=state.tribes,
        merged=state.merged,
        council=state.members if state.kind == "council" else (),
        immune=state.immune,
        eliminated=state.eliminated,
        removed=state.removed,
        challenges=state.challenges,
        councils=state.councils,
        four=state.four,
        played=state.played,
        totals=tuple((seat, own.total) for seat, own in standings(state.four, state.played).items()),
        finalists=state.finalists,
        jurors=state.jurors,
        decider=state.decider,
        between=state.between,
        calendar=calendar(state),
        hands={seat: state.hand(seat) for seat in known},
        plays={seat: state.play(seat) for seat in known},
        line_ups={seat: state.line_up(seat) for seat in known},
        votes=tuple(ballot for ballot in state.votes if ballot[0] in known),
        third=state.third if sees_third else None,
        holds_idol=holds_idol,
        plays_idol=holds_idol and state.idol.ready,
        is_favourite=is_favourite,
        bonus=state.bonus if is_favourite else None,
        secrets=_secrets(state) if sees_all else None,
        outcome=state.outcome,
    )


def _secrets(state: SurvivorState) -> Secrets:
    return Secrets(
        idol=state.idol,
        favourite=state.favourite,
        fan_votes=state.fan_votes,
        challenge_records=state.challenge_records,
        council_records=state.council_records,
        jury_votes=state.jury_votes,
    )
