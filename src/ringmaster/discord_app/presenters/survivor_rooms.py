"""The places of Card Survivor.

In an anonymous game nothing about a place tells who plays: no player is admitted anywhere until the game is
over, those who are out neither, and only moderators write (S2.2). Otherwise seats write in their tribe's place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ringmaster.discord_app.presenters.posts import BOOTH, GALLERY, STAGE
from ringmaster.discord_app.presenters.wording import one_line
from ringmaster.games.kernel import Seat
from ringmaster.games.survivor.results import TribalResult
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.games.survivor.talk import jury_speakers, may_watch
from ringmaster.games.survivor.tribes import Tribe
from ringmaster.sessions.messages import Room
from ringmaster.sessions.records import LIVE, Account, GameRecord

TRIBES = ("tribe-1", "tribe-2")
MERGED, JURY = "merged", "jury"
JURY_KINDS = frozenset({"jury-questions", "jury-vote", "deciding-vote"})


def rooms(record: GameRecord) -> list[Room]:
    """Every place that the game has by now, as it has to be; those of phases that were undone are closed."""
    return [*_for_the_public(record), *(_of_the_game(record) if record.state is not None else ())]


def _for_the_public(record: GameRecord) -> Iterator[Room]:
    title, staff = one_line(record.name), frozenset(record.moderators)
    yield Room(
        place=STAGE,
        title="stage",
        topic=f"{title}: results and announcements.",
        public=True,
        writers=staff | (_everyone(record) if is_open_to_all(record) else frozenset[Account]()),
        open=record.status != "archived",
    )
    yield Room(
        place=BOOTH,
        title="booth",
        topic=f"{title}: moderators only.",
        writers=staff,
        open=record.status != "archived",
    )


def _of_the_game(record: GameRecord) -> Iterator[Room]:
    state: SurvivorState = record.state
    yield _gallery(record)
    for tribe in (1, 2):
        yield _tribe(record, tribe)
    if state.merged or MERGED in record.places:
        yield _merged(record)
    if state.finalists or state.kind in JURY_KINDS or JURY in record.places:
        yield _jury(record)


def is_open_to_all(record: GameRecord) -> bool:
    """Whether everything may be known: a game that was played and is over (S11.8)."""
    return record.state is not None and record.status not in LIVE


def _gallery(record: GameRecord) -> Room:
    over = is_open_to_all(record)
    return Room(
        place=GALLERY,
        title="gallery",
        topic=f"{one_line(record.name)}: spectators.",
        public=over,
        writers=_watchers(record) | (_everyone(record) if over else frozenset[Account]()),
        open=record.status != "archived",
    )


def _tribe(record: GameRecord, tribe: Tribe) -> Room:
    state: SurvivorState = record.state
    return Room(
        place=TRIBES[tribe - 1],
        title=TRIBES[tribe - 1],
        topic=f"{one_line(record.name)}: what tribe {tribe} says.",
        public=is_open_to_all(record),
        readers=_watchers(record) | _players(record, _former_members(state, tribe)),
        writers=_players(record, state.tribes[tribe - 1]),
        open=record.status in LIVE and not state.merged,
    )


def _former_members(state: SurvivorState, tribe: Tribe) -> Iterator[Seat]:
    """The living who were in a tribe: they may read again what they have read before."""
    first = state.challenges[0] if state.challenges else None
    members = first.tribes[tribe - 1] if isinstance(first, TribalResult) else state.tribes[tribe - 1]
    return (seat for seat in members if seat in state.living)


def _merged(record: GameRecord) -> Room:
    state: SurvivorState = record.state
    return Room(
        place=MERGED,
        title="merged",
        topic=f"{one_line(record.name)}: what is said since the tribes have merged.",
        public=is_open_to_all(record),
        readers=_watchers(record),
        writers=_players(record, state.living) if state.merged else frozenset(),
        open=record.status in LIVE and state.merged and state.kind != "hand",
    )


def _jury(record: GameRecord) -> Room:
    state: SurvivorState = record.state
    return Room(
        place=JURY,
        title="jury",
        topic=f"{one_line(record.name)}: the jury asks, the finalists answer.",
        public=True,
        writers=_players(record, jury_speakers(state)) | frozenset(record.moderators),
        open=record.status in LIVE and state.kind == "jury-questions",
    )


def _watchers(record: GameRecord) -> frozenset[Account]:
    """Spectators and moderators, and those who are out for good where players are no secret."""
    out = (seat for seat in record.roster if may_watch(record.state, seat))
    return frozenset((*record.spectators, *record.moderators)) | _players(record, out)


def _players(record: GameRecord, seats: Iterable[Seat]) -> frozenset[Account]:
    """The accounts of seats that a place may admit: none in an anonymous game while it lasts (S2.2)."""
    if record.anonymous and not is_open_to_all(record):
        return frozenset()
    return frozenset(account for seat in seats for account in record.seat(seat).accounts)


def _everyone(record: GameRecord) -> frozenset[Account]:
    return _players(record, record.roster) | frozenset((*record.spectators, *record.moderators))
