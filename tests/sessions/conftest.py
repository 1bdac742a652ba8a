"""A table to test at: the real use cases and a real database, with a clock that is moved by hand."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest_asyncio

from ringmaster.games.dice import VerifiableDice
from ringmaster.games.kernel import Event, Seat
from ringmaster.sessions.messages import Message, Outgoing, Person, Place, Room, Send, Target
from ringmaster.sessions.records import GameRecord, HostActed, LogEntry, Source
from ringmaster.sessions.service import Sessions
from ringmaster.sessions.speech import Lead, Speech
from ringmaster.storage import open_store

from ..loaded_dice import KeptOrder

MODERATOR, COHOST, STRANGER = 900, 901, 902
GUILD = 77


@dataclass
class RecordingPresenter:
    """Writes down what it is told and says one line for each event on the stage."""

    told: list[Event] = field(default_factory=list)

    def present(
        self, before: Any, record: GameRecord, events: Sequence[Event], history: Sequence[LogEntry] = ()
    ) -> list[Outgoing]:
        """One line an event."""
        self.told += events
        return [Send(to=Place("stage"), message=Message(text=type(event).__name__)) for event in events]

    def panel(self, record: GameRecord, panel: str) -> tuple[Place, Message] | None:
        """No panels here."""
        return None

    def rooms(self, record: GameRecord) -> list[Room]:
        """No rooms here."""
        return []

    def lead(self, record: GameRecord, speech: Speech, to: Target, quoted: Speech | None) -> Lead:
        """The speaker's name, and all that is quoted."""
        return Lead(quote=f"> {quoted.text}\n" if quoted else "", speaker=f"{record.roster.name(speech.seat)}: ")

    def request(self, record: GameRecord, seat: Seat) -> Message | None:
        """The same for everyone."""
        return Message(text=f"what is asked of {seat}")

    def acts(self) -> list[str]:
        """What has happened at the table."""
        return [event.what for event in self.told if isinstance(event, HostActed)]


@dataclass
class Clock:
    """A clock that is moved by hand."""

    now: datetime = datetime(2026, 11, 2, 20, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        """The time."""
        return self.now

    def advance(self, **span: float) -> None:
        """Let time pass."""
        self.now += timedelta(**span)


@dataclass
class Table:
    """Everything a test needs, and people to play with: seat n is account 100 + n."""

    sessions: Sessions
    clock: Clock
    presenter: RecordingPresenter
    store: Any
    snowflakes: int = 1000

    def source(self, account: int, **more: Any) -> Source:
        """Somebody who sends something now."""
        self.snowflakes += 1
        return Source(account=account, **{"at": self.clock(), "snowflake": self.snowflakes, **more})

    @property
    def moderator(self) -> Source:
        """The host, who sends something now."""
        return self.source(MODERATOR, manages=True)

    async def create(self, kind: str = "truth", name: str = "Friday game", **settings: str) -> GameRecord:
        """A new game with these settings."""
        record = await self.sessions.create(kind, name, GUILD, self.moderator)
        for setting, value in settings.items():
            record = await self.sessions.change_setting(record.id, setting, value, self.moderator)
        return record

    async def start(self, players: int = 5, kind: str = "truth", **settings: str) -> GameRecord:
        """A game that has just begun: seat n is called ``P<n>`` and played by account 100 + n."""
        if kind == "truth":
            settings = {"mafia": "1", "players": str(players), **settings}
        record = await self.create(kind, **settings)
        await self.sessions.open(record.id, self.moderator)
        for seat in range(1, players + 1):
            await self.sessions.join(record.id, f"P{seat}", self.source(100 + seat))
        return await self.sessions.start(record.id, self.moderator)

    async def vote(self, record: GameRecord, seat: Seat, words: str, **more: Any) -> GameRecord:
        """A seat sends words by direct message."""
        return (await self.sessions.submit(record.id, self.source(100 + seat, **more), words)).record

    async def posted(self, record: GameRecord) -> list[str]:
        """The texts of a game's outbox in order, sent or not."""
        rows = await self.store.outbox.waiting(self.clock() + timedelta(days=1), 1000)
        return [row.out.message.text for row in rows if isinstance(row.out, Send)]

    async def deliver_all(self) -> list[str]:
        """Everything in the outbox is sent; the texts of the messages among it, in order."""
        texts: list[str] = []
        while rows := await self.store.outbox.waiting(self.clock() + timedelta(days=1), 1000):
            for row in rows:
                texts += [row.out.message.text] if isinstance(row.out, Send) else []
                await self.store.outbox.sent(row, None, None)
        return texts

    def dm(self, account: int) -> Person:
        """The direct messages of an account."""
        return Person(account)


@pytest_asyncio.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A table with a database of its own and dice that are always the same."""
    store = open_store(f"sqlite:///{tmp_path / 'ringmaster.sqlite3'}")
    clock, presenter = Clock(), RecordingPresenter()
    sessions = Sessions(store, presenter, clock, dice_of=lambda record: KeptOrder(VerifiableDice(bytes(32))))
    yield Table(sessions=sessions, clock=clock, presenter=presenter, store=store)
    await store.close()
