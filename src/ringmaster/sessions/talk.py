"""What seats say to each other, to one other seat, and in their confessionals, through the bot (S13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from urllib.parse import urlsplit

from ringmaster.games.kernel import RuleViolation, Seat
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.games.survivor.talk import jury_speakers, require_may_confess, require_may_whisper, tribe_hearers
from ringmaster.sessions.desk import Desk
from ringmaster.sessions.messages import (
    FILES,
    Amend,
    Message,
    Person,
    Picture,
    Place,
    Priority,
    Relay,
    Send,
    Target,
    Voice,
    Withdraw,
)
from ringmaster.sessions.neutral import neutral
from ringmaster.sessions.records import Account, GameRecord, SeatRecord, Source
from ringmaster.sessions.speech import Kind, Speech, Upload

NO_ENTRY = 0
"""Talk belongs to no entry of the log, so no undo strikes it."""

A_WHILE = timedelta(minutes=1)
MOST_IN_A_WHILE = 20
"""How often a seat may speak in a minute."""

WATCHED = frozenset({"tribe-1", "tribe-2", "merged"})
"""The places with the same readers: spectators and moderators. What was said in one may be quoted in another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hearers:
    """Who reads a speech: seats by direct message, a place, and whether the speaker's co-players do."""

    seats: tuple[Seat, ...]
    place: str
    aloud: bool = True
    """Whether it is said in the place under the speaker's name."""


def say(
    desk: Desk, record: GameRecord, text: str, uploads: Sequence[Upload], source: Source, reply_to: int | None = None
) -> Speech:
    """Say something to one's tribe; after the merge to everyone; in front of the jury while it asks (S11.2, S13.3).

    Args:
        desk: the transaction.
        record: the game.
        text: the words; they may be missing if there are pictures.
        uploads: pictures that go with them.
        source: whose words they are, and by which message.
        reply_to: the message in the account's own direct messages that it answers.

    Raises:
        RuleViolation: ``no-seat``, ``no-talk-here`` in other kinds of games, ``speak-yourself`` where players write
            in their own channels, ``words-needed``, ``too-many-pictures``, ``talking-too-fast``, or why the rules
            do not allow it.
    """
    return _speak(desk, record, "say", None, text, uploads, source, reply_to)


def whisper(desk: Desk, record: GameRecord, to: Seat, text: str, uploads: Sequence[Upload], source: Source) -> Speech:
    """Say something to one other seat alone; the moderators read along. See `say` for what is refused."""
    return _speak(desk, record, "whisper", to, text, uploads, source)


def confess(desk: Desk, record: GameRecord, text: str, uploads: Sequence[Upload], source: Source) -> Speech:
    """Say something that spectators and moderators alone read, some time later if so set (S13.1). See `say`."""
    return _speak(desk, record, "confess", None, text, uploads, source)


def answer(
    desk: Desk, record: GameRecord, text: str, uploads: Sequence[Upload], source: Source, reply_to: int | None
) -> Speech:
    """Say what was written without saying to whom: an answer to a whisper goes to the whisperer, all else to the tribe.

    See `say` for what is refused.
    """
    heard = _heard(desk, record, source.account, reply_to)
    if heard is None or heard.kind != "whisper" or heard.to is None:
        return say(desk, record, text, uploads, source, reply_to)
    own = _own_seat(record, source.account)
    return whisper(desk, record, heard.seat if heard.to == own else heard.to, text, uploads, source)


def amend(desk: Desk, record: GameRecord, speech: Speech, text: str, attachments: tuple[int, ...]) -> Speech:
    """Let all copies of a speech follow an edit, for those who may hear the speaker now.

    Args:
        desk: the transaction.
        record: the game.
        speech: what was said.
        text: the words by now.
        attachments: the IDs of those attachments of the original that are left.

    Raises:
        RuleViolation: the speaker may not say it any more.
    """
    words = neutral(text, record.roster.names)
    left = tuple(source for source in speech.attachments if source in attachments)
    if (words, left) == (speech.text, speech.attachments):
        return speech
    record.require_live()
    hearers = _hearers(record, speech.seat, speech.kind, speech.to)
    change = Amend(
        origin=speech.origin,
        text=words,
        readers=tuple(_targets(record, speech.seat, speech.account, hearers)),
        kept=left,
    )
    after = replace(speech, text=words, attachments=left)
    desk.uow.change_speech(after)
    desk.post(record, NO_ENTRY, [change])
    return after


def withdraw(desk: Desk, record: GameRecord, speech: Speech) -> None:
    """Take all copies of a speech back."""
    desk.uow.change_speech(replace(speech, text="", attachments=(), withdrawn=True))
    desk.post(record, NO_ENTRY, [Withdraw(origin=speech.origin)])


def choose_plain(desk: Desk, record: GameRecord, account: Account, *, relays: bool) -> GameRecord:
    """Note whether what an account writes without a command goes to its tribe."""
    _own_seat(record, account)
    return desk.uow.save(replace(record, plain_talk={**record.plain_talk, account: relays}))


def _speak(
    desk: Desk,
    record: GameRecord,
    kind: Kind,
    to: Seat | None,
    text: str,
    uploads: Sequence[Upload],
    source: Source,
    reply_to: int | None = None,
) -> Speech:
    if source.snowflake is None:
        raise ValueError("what is said is known by the message that says it")
    seat = _own_seat(record, source.account)
    hearers = _hearers(record, seat, kind, to)
    _require_in_bounds(desk, record, seat, text, uploads, source)
    speech = Speech(
        origin=source.snowflake,
        game_id=record.id,
        seat=seat,
        account=source.account,
        kind=kind,
        to=to,
        text=neutral(text.strip(), record.roster.names),
        attachments=tuple(upload.source for upload in uploads),
        at=source.at,
    )
    pictures = _keep(desk, speech, uploads)
    quoted = _quoted(desk, record, speech, reply_to)
    desk.uow.add_speech(speech)
    desk.post(record, NO_ENTRY, _copies(desk, record, speech, hearers, pictures, quoted))
    return speech


def _own_seat(record: GameRecord, account: Account) -> Seat:
    own = record.seat_of(account)
    if own is None:
        raise RuleViolation("no-seat", "A2")
    return own.number


def _hearers(record: GameRecord, seat: Seat, kind: Kind, to: Seat | None) -> Hearers:
    """Who hears a seat now, if the rules allow it to speak."""
    record.require_live()
    state = record.state
    if not isinstance(state, SurvivorState):
        raise RuleViolation("no-talk-here", "S13.3")
    if kind == "confess":
        require_may_confess(state, seat)
        return Hearers(seats=(), place="gallery")
    if kind == "whisper":
        assert to is not None
        require_may_whisper(state, seat, to)
        return Hearers(seats=(to,), place="booth", aloud=False)
    if not record.anonymous:
        raise RuleViolation("speak-yourself", "S13.3")
    speakers = jury_speakers(state)
    if seat in speakers:
        return Hearers(seats=tuple(other for other in speakers if other != seat), place="jury")
    tribe = state.tribe(seat)
    return Hearers(seats=tribe_hearers(state, seat), place="merged" if tribe is None else f"tribe-{tribe}")


def _require_in_bounds(
    desk: Desk, record: GameRecord, seat: Seat, text: str, uploads: Sequence[Upload], source: Source
) -> None:
    if not (text.strip() or uploads):
        raise RuleViolation("words-needed", "A3", kind="not-understood")
    if len(uploads) > FILES:
        raise RuleViolation("too-many-pictures", "S13.3", most=FILES)
    if desk.uow.speeches_since(record.id, seat, source.at - A_WHILE) >= MOST_IN_A_WHILE:
        raise RuleViolation("talking-too-fast", "S13.3", most=MOST_IN_A_WHILE)


def _keep(desk: Desk, speech: Speech, uploads: Iterable[Upload]) -> tuple[Picture, ...]:
    return tuple(
        Picture(
            name=f"image-{place}.{upload.extension}",
            blob=desk.uow.add_blob(speech.game_id, speech.origin, upload.data, desk.now),
            size=len(upload.data),
            source=upload.source,
        )
        for place, upload in enumerate(uploads, start=1)
    )


def _heard(desk: Desk, record: GameRecord, account: Account, message_id: int | None) -> Speech | None:
    """What was said by a message in an account's direct messages: its own, or a copy of another's."""
    if message_id is None:
        return None
    own = desk.uow.speech(message_id)
    if own is None or own.account != account:
        origin = desk.uow.origin_of(account, message_id)
        own = None if origin is None else desk.uow.speech(origin)
    return own if own is not None and own.game_id == record.id and not own.withdrawn else None


def _quoted(desk: Desk, record: GameRecord, speech: Speech, reply_to: int | None) -> Speech | None:
    """What a speech answers, if that may be repeated: only what was said aloud to others."""
    heard = _heard(desk, record, speech.account, reply_to)
    return heard if heard is not None and heard.kind == speech.kind == "say" else None


def _copies(
    desk: Desk,
    record: GameRecord,
    speech: Speech,
    hearers: Hearers,
    pictures: tuple[Picture, ...],
    quoted: Speech | None,
) -> Iterator[Send]:
    knew = desk.uow.copied_to(quoted.origin) if quoted is not None else frozenset[Target]()
    for target in _targets(record, speech.seat, speech.account, hearers):
        repeated = quoted if quoted is not None and _may_read(target, quoted, knew) else None
        lead = desk.presenter.lead(record, speech, target, repeated)
        in_place = isinstance(target, Place)
        yield Send(
            to=target,
            message=Message(text=speech.text, pictures=pictures),
            priority=Priority.NOTICE if in_place else Priority.PRIVATE,
            after=_delay(record, speech.kind),
            voice=voice_of(record.seat(speech.seat)) if in_place and hearers.aloud else None,
            relay=Relay(origin=speech.origin, quote=lead.quote, speaker=lead.speaker),
        )


def _delay(record: GameRecord, kind: Kind) -> float:
    """After how many seconds a speech may be read (S13.1)."""
    state = record.state
    assert isinstance(state, SurvivorState)
    return state.settings.confession_delay * 60.0 if kind == "confess" else 0


def _targets(record: GameRecord, seat: Seat, speaker: Account, hearers: Hearers) -> Iterator[Target]:
    """The readers; those who play the speaker's seat too know what it says to players."""
    seats = (*hearers.seats, seat) if hearers.seats else ()
    for other in sorted(seats):
        yield from (Person(account) for account in record.seat(other).accounts if account != speaker)
    yield Place(hearers.place)


def _may_read(target: Target, quoted: Speech, knew: frozenset[Target]) -> bool:
    """Whether a reader has read what is quoted, or said it."""
    if isinstance(target, Place):
        return target in knew or (target.name in WATCHED and any(Place(place) in knew for place in WATCHED))
    return target in knew or target.account == quoted.account


def voice_of(seat: SeatRecord) -> Voice:
    """How a seat sounds in a place. A picture whose address tells an account is not used."""
    path = urlsplit(seat.avatar or "").path
    own = "/avatars/" in path or "/users/" in path
    return Voice(name=seat.name, avatar=None if own else seat.avatar)
