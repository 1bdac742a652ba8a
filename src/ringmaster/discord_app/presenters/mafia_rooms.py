"""The places of the two Mafia games: stage, booth, gallery, and the faction's private thread."""

from __future__ import annotations

from collections.abc import Iterable

from ringmaster.discord_app.presenters.posts import BOOTH, FACTION, GALLERY, STAGE
from ringmaster.discord_app.presenters.wording import one_line
from ringmaster.games.kernel import Seat
from ringmaster.sessions.messages import Room
from ringmaster.sessions.records import Account, GameRecord


def public_rooms(record: GameRecord) -> list[Room]:
    """The stage, where the living write by day and everyone after the game, and the booth."""
    title = one_line(record.name)
    night = _is_played(record) and record.state.by_night
    return [
        Room(
            place=STAGE,
            title="stage",
            topic=f"{title}: the game. Living players write here by day.",
            public=True,
            writers=frozenset(record.moderators) | _those_who_talk(record),
            open=not night and record.status != "archived",
        ),
        Room(
            place=BOOTH,
            title="booth",
            topic=f"{title}: moderators only.",
            writers=frozenset(record.moderators),
            open=record.status != "archived",
        ),
    ]


def gallery_room(record: GameRecord) -> Room:
    """Spectators and those who are out; open to everyone when the game is over."""
    living = _accounts(record, record.state.living) if _is_played(record) else frozenset[Account]()
    everyone = _accounts(record, record.roster) | frozenset((*record.spectators, *record.moderators))
    return Room(
        place=GALLERY,
        title="gallery",
        topic=f"{one_line(record.name)}: spectators and those who are out of the game.",
        public=not _is_played(record),
        writers=everyone - living,
        open=record.status != "archived",
    )


def thread_room(record: GameRecord, role: str, title: str, *, is_open: bool) -> Room:
    """The private thread of the living of one role, which everyone who had a part may read when the game is over.

    Whoever is out leaves it for the gallery: the dead know no more than everyone (product page).
    """
    over = not _is_played(record)
    staff = frozenset(record.moderators)
    members = (seat for seat in record.state.living if record.state.roles[seat - 1] == role)
    everyone = _accounts(record, record.roster) | frozenset(record.spectators)
    return Room(
        place=FACTION,
        title=title,
        topic=f"{one_line(record.name)}: private to the {title}.",
        thread_of=STAGE,
        public=over,
        readers=staff | everyone if over else staff,
        writers=frozenset() if over else _accounts(record, members),
        open=is_open and not over,
    )


def _is_played(record: GameRecord) -> bool:
    return record.state is not None and record.status in ("running", "paused")


def _those_who_talk(record: GameRecord) -> frozenset[Account]:
    """The living; before the game everyone who has joined, after it everyone who had a part."""
    if _is_played(record):
        return _accounts(record, record.state.living)
    return _accounts(record, record.roster) | frozenset(record.spectators)


def _accounts(record: GameRecord, seats: Iterable[Seat]) -> frozenset[Account]:
    return frozenset(account for seat in seats for account in record.seat(seat).accounts)


def thread_place(record: GameRecord) -> str:
    """Where the private thread is (L1.2)."""
    if (thread := record.places.get(FACTION)) is not None:
        return f"Your private thread: <#{thread}>."
    under = f"<#{record.places[STAGE]}>" if STAGE in record.places else "the stage"
    return f"Your private thread hangs under {under}; a message there calls you."
