"""A seat leaves the game: what it reads, what becomes of votes for it, and how places change."""

from __future__ import annotations

from collections.abc import Sequence

from ringmaster.discord_app.presenters import replies
from ringmaster.discord_app.presenters import survivor_councils as councils
from ringmaster.discord_app.presenters import survivor_jury as jury
from ringmaster.discord_app.presenters.game import GamePresenter
from ringmaster.discord_app.presenters.posts import GALLERY, arrange, direct, post, stage
from ringmaster.discord_app.presenters.survivor_rooms import MERGED, TRIBES
from ringmaster.discord_app.presenters.survivor_start import CALENDAR
from ringmaster.discord_app.presenters.wording import bold, plain
from ringmaster.games.kernel import Event, Seat
from ringmaster.games.survivor import events as ev
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.games.survivor.talk import may_watch
from ringmaster.sessions.messages import Message, Outgoing, Refresh
from ringmaster.sessions.records import GameRecord


def eliminated(record: GameRecord, before: SurvivorState, seat: Seat, events: Sequence[Event]) -> list[Outgoing]:
    """A seat was voted out, or is the fourth of the final four."""
    text = jury.farewell(record, seat, with_idol=loses_idol(seat, events))
    return [*direct(record, seat, f"**{plain(record.name)}**\n{text}"), *moved(record, before, seat)]


def removed(
    game: GamePresenter, record: GameRecord, before: SurvivorState, seat: Seat, events: Sequence[Event]
) -> list[Outgoing]:
    """A moderator has removed a seat (A6). Whoever has voted for it is asked anew, in private."""
    text = jury.removed(record, with_idol=loses_idol(seat, events))
    outgoing: list[Outgoing] = [
        stage(f"A moderator has removed {bold(record, seat)} from the game."),
        *direct(record, seat, f"**{plain(record.name)}**\n{text}"),
        *moved(record, before, seat),
        *(Refresh(panel=panel) for panel in game.panels if panel != CALENDAR),
    ]
    if record.phase == before.phase:
        for voter, target in before.votes:
            if target == seat:
                outgoing += _asked_anew(game, record, voter, seat)
    return outgoing


def _asked_anew(game: GamePresenter, record: GameRecord, voter: Seat, target: Seat) -> list[Outgoing]:
    request = replies.request(game, record, voter)
    if request is None:
        return []
    return direct(
        record, voter, Message(text=f"{councils.void_vote(record, target)}\n{request.text}", rows=request.rows)
    )


def loses_idol(seat: Seat, events: Sequence[Event]) -> bool:
    """Whether the idol has left the game with this seat (S8.6)."""
    return any(isinstance(event, ev.IdolLost) and event.seat == seat for event in events)


def has_left(seat: Seat, events: Sequence[Event]) -> bool:
    """Whether a seat has left the game with these events."""
    gone = (event.elimination.seat for event in events if isinstance(event, ev.SeatEliminated))
    taken_out = (event.seat for event in events if isinstance(event, ev.SeatRemoved))
    return seat in {*gone, *taken_out}


def moved(record: GameRecord, before: SurvivorState, seat: Seat) -> list[Outgoing]:
    """Where players are no secret, a seat that is out loses its place, and reads along unless it may be a juror.

    The place is told first, and changed after: so it does not change before the council's votes have been read.
    """
    if record.anonymous or seat not in before.living:
        return []
    tribe = before.tribe(seat)
    place = MERGED if tribe is None else TRIBES[tribe - 1]
    outgoing: list[Outgoing] = [post(place, f"{bold(record, seat)} is out of the game."), *arrange(place)]
    if may_watch(record.state, seat):
        outgoing.append(post(GALLERY, f"{bold(record, seat)} is out of the game and reads along from now on."))
        outgoing += [out for watched in _watched(record) for out in arrange(watched)]
    return outgoing


def _watched(record: GameRecord) -> tuple[str, ...]:
    return (GALLERY, *TRIBES, *((MERGED,) if record.state.merged else ()))
