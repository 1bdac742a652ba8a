"""What happens at the table when a phase opens: places, what everyone reads, and whom it asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ringmaster.discord_app.presenters import replies
from ringmaster.discord_app.presenters import survivor_challenges as challenges
from ringmaster.discord_app.presenters import survivor_councils as councils
from ringmaster.discord_app.presenters import survivor_final_four as final_four
from ringmaster.discord_app.presenters import survivor_jury as jury
from ringmaster.discord_app.presenters import survivor_start as start
from ringmaster.discord_app.presenters.game import GamePresenter
from ringmaster.discord_app.presenters.posts import arrange, direct, stage
from ringmaster.discord_app.presenters.survivor_rooms import JURY, MERGED, TRIBES
from ringmaster.games.kernel import Seat
from ringmaster.games.survivor.state import PhaseKind, SurvivorState
from ringmaster.sessions.messages import Outgoing, Refresh
from ringmaster.sessions.records import GameRecord


def _living(state: SurvivorState) -> tuple[Seat, ...]:
    return state.living


def _hand(state: SurvivorState) -> tuple[Seat, ...]:
    """All four before the first hand, then those who have cards left."""
    return state.players if state.played else state.living


def _first_hand(record: GameRecord) -> str:
    """Later hands are announced with the result of the one before."""
    return final_four.game_opened(record) if not record.state.played else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """How one kind of phase opens."""

    said: Callable[[GameRecord], str]
    """What everyone reads."""
    asked: Callable[[SurvivorState], tuple[Seat, ...]] = _living
    """Who gets a direct message: known to everyone, so that whose phone lights up tells nothing."""
    idle: Callable[[GameRecord, Seat], str] = lambda _record, _seat: ""
    """What those read of whom nothing is asked."""
    places: tuple[str, ...] = ()
    """What opens or closes with it."""


OPENINGS: Mapping[PhaseKind, Opening] = {
    "challenge": Opening(said=challenges.opened, idle=challenges.nothing_to_play),
    "council": Opening(said=councils.opened, asked=lambda state: state.members),
    "merge": Opening(said=start.day_off, idle=start.day_off_for, places=(*TRIBES, MERGED)),
    "fan-vote": Opening(said=final_four.fan_vote_opened, idle=final_four.before_the_game),
    "hand": Opening(said=_first_hand, asked=_hand, idle=challenges.nothing_to_play, places=(MERGED,)),
    "choice": Opening(
        said=final_four.choice_opened,
        asked=lambda state: () if state.first is None else (state.first,),
        places=(MERGED,),
    ),
    "jury-questions": Opening(
        said=jury.questions_opened,
        asked=lambda state: tuple(sorted((*state.jurors, *state.finalists))),
        idle=jury.questions_for,
        places=(JURY, MERGED),
    ),
    "jury-vote": Opening(said=jury.vote_opened, asked=lambda state: state.jurors, places=(JURY,)),
    "deciding-vote": Opening(
        said=jury.deciding_vote_opened,
        asked=lambda state: () if state.decider is None else (state.decider,),
    ),
}


def opened(game: GamePresenter, record: GameRecord) -> list[Outgoing]:
    """The open phase: places, the stage, the spectators' vote, the calendar, and a message to whoever it is about."""
    state: SurvivorState = record.state
    if state.kind is None:
        return []
    opening = OPENINGS[state.kind]
    said = opening.said(record)
    later_hand = state.kind == "hand" and state.played
    outgoing = [
        *arrange(*(() if later_hand else opening.places)),
        *((stage(said),) if said else ()),
        Refresh(panel=start.CALENDAR),
    ]
    if state.kind == "fan-vote":
        outgoing.append(final_four.favourite(record))
    for seat in opening.asked(state):
        outgoing += asked(game, record, seat, opening)
    return outgoing


def asked(game: GamePresenter, record: GameRecord, seat: Seat, opening: Opening) -> list[Outgoing]:
    """One direct message to a seat: what is asked of it, or that nothing is."""
    request = replies.request(game, record, seat)
    if request is not None:
        return direct(record, seat, request)
    idle = opening.idle(record, seat)
    return direct(record, seat, idle) if idle else []
