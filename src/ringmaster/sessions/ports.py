"""What the use cases need from outside: storage, time, waiting, and words for people."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, TypeVar

from ringmaster.games.kernel import Event, Seat
from ringmaster.sessions.messages import Change, Message, Outgoing, Room, Send, Target
from ringmaster.sessions.records import Account, GameRecord, GameSummary, LogEntry, Status
from ringmaster.sessions.speech import Lead, Speech

T = TypeVar("T")


class StaleRecord(Exception):  # noqa: N818 - it is an outcome, not a fault
    """Somebody else has changed the game since it was read; read it again and decide again."""


class NoSuchGame(LookupError):  # noqa: N818
    """There is no game with this ID."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timer:
    """Something that is due at a time: ``close`` (the deadline), or ``remind-24`` (hours before it)."""

    game_id: int
    kind: str
    due: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class OutboxRow:
    """A stored outgoing message on its way. ``entry`` is the log entry that caused it."""

    id: int
    game_id: int
    entry: int
    channel: str
    """Rows with the same value are sent in order: ``place:stage``, ``person:<account>``."""
    out: Outgoing
    priority: int
    nonce: str
    attempts: int
    sending_since: datetime | None
    """Set before it is sent: a row that still has it after a crash may have arrived."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentCopy:
    """A copy of what somebody has written, and where it stands."""

    channel_id: int
    message_id: int
    send: Send
    """As it was sent."""


class UnitOfWork(Protocol):
    """One transaction: everything read and written with it belongs to one moment. Nothing in it commits."""

    # games
    def game(self, game_id: int) -> GameRecord:
        """The game with this ID.

        Raises:
            NoSuchGame: there is none.
        """
        ...

    def add(self, record: GameRecord) -> GameRecord:
        """Store a new game; the answer has its ID."""
        ...

    def save(self, record: GameRecord) -> GameRecord:
        """Write a changed game if nobody else has since it was read; the answer has its new version.

        Raises:
            StaleRecord: somebody has.
        """
        ...

    def games(
        self,
        *,
        guild_id: int | None = None,
        account: Account | None = None,
        statuses: Collection[Status] | None = None,
    ) -> list[GameSummary]:
        """Games in a server, or that an account has a part in (as player, moderator or spectator), oldest first."""
        ...

    def game_at(self, channel_id: int) -> int | None:
        """The ID of the game that a channel or thread belongs to."""
        ...

    # log
    def append(self, record: GameRecord, entries: Sequence[LogEntry]) -> None:
        """Add entries to a game's log. Their numbers go on from ``record.log_length``."""
        ...

    def log(self, game_id: int, *, undone: bool = False, last: int | None = None) -> list[LogEntry]:
        """A game's log, oldest first; with ``undone`` also what was undone; with ``last`` only the newest so many."""
        ...

    def mark_undone(self, game_id: int, numbers: Collection[int]) -> None:
        """Mark these entries as undone; they stay in the log."""
        ...

    def claim(self, snowflake: int, game_id: int) -> bool:
        """Note that an interaction or message was counted; False if it already was."""
        ...

    # timers
    def set_timers(self, game_id: int, timers: Iterable[Timer]) -> None:
        """Replace all timers of a game."""
        ...

    def drop_timer(self, game_id: int, kind: str) -> bool:
        """Remove a timer; False if it is gone already."""
        ...

    def next_timer(self) -> Timer | None:
        """The timer that is due first."""
        ...

    def seen_alive(self) -> datetime | None:
        """When the bot was last known to be up and connected."""
        ...

    def note_alive(self, at: datetime) -> None:
        """Note that the bot is up and connected."""
        ...

    # messages out
    def post(
        self, record: GameRecord, entry: int, outgoing: Iterable[Outgoing | Change], now: datetime | None = None
    ) -> bool:
        """Put messages into the outbox; whether there is anything new. A refresh that waits is not put in twice.

        Args:
            record: the game.
            entry: the log entry that causes them.
            outgoing: what goes out, in order.
            now: the time from which delays count; without it nothing is delayed.
        """
        ...

    # talk
    def add_speech(self, speech: Speech) -> None:
        """Keep what a seat has said."""
        ...

    def speech(self, origin: int) -> Speech | None:
        """What was said by this message."""
        ...

    def change_speech(self, speech: Speech) -> None:
        """Note that it says something else by now, or was taken back."""
        ...

    def speeches_since(self, game_id: int, seat: Seat, at: datetime) -> int:
        """How often a seat has said something since then, taken back or not."""
        ...

    def origin_of(self, account: Account, message_id: int) -> int | None:
        """The original of a message that an account got as a copy; None when it is none."""
        ...

    def copied_to(self, origin: int) -> frozenset[Target]:
        """To whom copies of an original went or are on their way."""
        ...

    def add_blob(self, game_id: int, origin: int, data: bytes, now: datetime) -> int:
        """Keep a picture's bytes until its copies have arrived; its number. Old ones go meanwhile."""
        ...

    def blobs(self, numbers: Collection[int]) -> Mapping[int, bytes]:
        """Those of the pictures' bytes that are still kept."""
        ...

    def panel(self, game_id: int, panel: str) -> tuple[int, int] | None:
        """The channel and message ID of a panel."""
        ...

    def unreachable(self, accounts: Collection[Account]) -> frozenset[Account]:
        """Those of the accounts whose direct messages are closed to the bot."""
        ...

    def set_reachable(self, account: Account, reachable: bool) -> bool:
        """Note whether an account takes direct messages; True if that is news."""
        ...

    def release(self, account: Account) -> int:
        """Queue again what could not be delivered to an account; how many messages."""
        ...

    def undelivered(self, game_id: int) -> list[OutboxRow]:
        """What could not be delivered in a game, oldest first."""
        ...


class Store(Protocol):
    """Where games are kept.

    What it knows without looking is what this process has last read or written. That is the truth as long as one
    process works on a database, which holds it for itself; a write compares versions all the same.
    """

    @property
    def listing(self) -> int:
        """Changes whenever a game, who has a part in it, or where it is, has changed."""
        ...

    def known(self, game_id: int) -> GameRecord | None:
        """The game, if it can be told without looking."""
        ...

    async def run(self, work: Callable[[UnitOfWork], T]) -> T:
        """Run ``work`` in one transaction on a worker thread and commit it.

        Anything that ``work`` raises rolls everything back and is raised here. On `StaleRecord` it is
        run again, so it must not do anything but read and write through the unit of work.
        """
        ...


class Clock(Protocol):
    """The time."""

    def __call__(self) -> datetime:
        """Now, aware, in UTC."""
        ...


class IdleWait(Protocol):
    """How the bot waits when it has nothing to do. A simulated world needs to know that it is idle."""

    def __call__(self, waiting: Awaitable[T], /) -> Awaitable[T]:
        """Wait for this."""
        ...


class Presenter(Protocol):
    """Words for people: what a game's events look like, by rulebook."""

    def present(
        self, before: Any, record: GameRecord, events: Sequence[Event], history: Sequence[LogEntry] = ()
    ) -> list[Outgoing]:
        """The messages that events cause.

        Args:
            before: the state of the rules before the events; None before the start.
            record: the game after them.
            events: what has happened, in order; events of the table (`HostActed`) among them.
            history: the whole log, once the game has just ended and everything may be known.
        """
        ...

    def panel(self, record: GameRecord, panel: str) -> tuple[Target, Message] | None:
        """Where a panel hangs and what it says now; None if there is nothing to say any more."""
        ...

    def rooms(self, record: GameRecord) -> list[Room]:
        """How the game's places have to be now, those that others hang from first."""
        ...

    def lead(self, record: GameRecord, speech: Speech, to: Target, quoted: Speech | None) -> Lead:
        """How the copy of a speech begins for a reader, who has read what is quoted."""
        ...

    def request(self, record: GameRecord, seat: Seat) -> Message | None:
        """What is asked of a seat now, with buttons and menus; None when nothing is."""
        ...


class OutboxStore(Protocol):
    """The publisher's side of the outbox. Each method is one transaction."""

    async def waiting(self, now: datetime, limit: int) -> list[OutboxRow]:
        """Rows that may be sent now: for each channel the first in line, the most urgent first."""
        ...

    async def sending(self, row: OutboxRow, at: datetime) -> OutboxRow | None:
        """Note that a row is about to be sent: as it is now, which may be another than when it was read.

        From then on it stays as it is. None when it was taken back meanwhile, so it must not be sent.
        """
        ...

    async def sent(self, row: OutboxRow, channel_id: int | None, message_id: int | None) -> None:
        """Note that a row has arrived, and as which message; a panel is found under it from now on."""
        ...

    async def retry(self, row: OutboxRow, at: datetime, error: str) -> None:
        """Try a row again at a later time."""
        ...

    async def hold(self, row: OutboxRow, error: str, until: datetime | None = None) -> None:
        """Keep a row that cannot be delivered for now, until it is released or, if given, until a time."""
        ...

    async def drop(self, row: OutboxRow, error: str) -> None:
        """Give a row up for good; the ledger keeps it with the reason."""
        ...

    async def next_due(self) -> datetime | None:
        """When the next row may be sent, or None when nothing waits."""
        ...

    async def messages_of(
        self, game_id: int, first: int, last: int, anew: int | None = None
    ) -> list[tuple[int, int, str]]:
        """Channel ID, message ID and text of the messages in places that these log entries caused.

        With ``anew`` also of the panels which that log entry posts again, as they were before ``first`` and before
        ``anew``: both have shown what is changed back.
        """
        ...

    async def sent_copy(self, row: OutboxRow) -> SentCopy | None:
        """Where the copy stands that a row changes; None if there is nothing to do in Discord any more.

        A copy that has not been sent after all is changed or removed here.
        """
        ...

    async def reissue(self, row: OutboxRow) -> None:
        """Send a copy that cannot be changed as a new one, with the words that it was to get, and delete the old."""
        ...

    async def arrived(self, message_ids: Collection[int]) -> frozenset[int]:
        """Those of the messages that are known to be what some row arrived as."""
        ...
