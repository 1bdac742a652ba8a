"""A publisher at work: a real database, a fake Discord, a clock that is moved by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

from ringmaster.discord_app.publisher import Publisher, PublisherSettings
from ringmaster.games.catalog import GAMES
from ringmaster.games.dice import VerifiableDice
from ringmaster.games.kernel import Entrant, Event, Seat
from ringmaster.sessions.messages import Message, Outgoing, Person, Place, Priority, Room, Send, Target
from ringmaster.sessions.records import GameRecord, SeatRecord
from ringmaster.storage import SqlStore, open_store

from .fake_discord import FakeDiscord, HandClock

T = TypeVar("T")

STAGE, BOOTH, FOLDER, GUILD, MODERATOR = 501, 502, 500, 77, 900


def to_stage(text: str, priority: Priority = Priority.NOTICE, panel: str | None = None) -> Send:
    """A message for the stage."""
    return Send(to=Place("stage"), message=Message(text=text), priority=priority, panel=panel)


def to_person(text: str, account: int = 101) -> Send:
    """A direct message."""
    return Send(to=Person(account), message=Message(text=text), priority=Priority.PRIVATE)


@dataclass
class Words:
    """A presenter whose panels and rooms a test sets."""

    panels: dict[str, str] = field(default_factory=dict)
    rooms_by_name: dict[str, Room] = field(default_factory=dict)
    fault: Exception | None = None

    def present(self, before: Any, record: GameRecord, events: Sequence[Event], *history: Any) -> list[Outgoing]:
        """Nothing happens here."""
        return []

    def panel(self, record: GameRecord, panel: str) -> tuple[Target, Message] | None:
        """What the test wants."""
        if self.fault is not None:
            raise self.fault
        return (Place("stage"), Message(text=self.panels[panel])) if panel in self.panels else None

    def rooms(self, record: GameRecord) -> list[Room]:
        """A stage, a booth, and what the test wants."""
        rooms = {
            "stage": Room(place="stage", title="stage", topic="", public=True),
            "booth": Room(place="booth", title="booth", topic="", writers=frozenset({MODERATOR})),
        }
        return list({**rooms, **self.rooms_by_name}.values())

    def request(self, record: GameRecord, seat: Seat) -> Message | None:
        """Nothing is asked."""
        return None


class Quiet:
    """Knows when the publisher has nothing to do: the seam through which it waits."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self.busy: Callable[[], int] = lambda: 0

    async def __call__(self, waiting: Awaitable[T], /) -> T:
        """Wait, and say so unless the wait is over at once."""
        inner = asyncio.ensure_future(waiting)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        if not inner.done() and not self.busy():
            self.reached.set()
        try:
            return await inner
        finally:
            inner.cancel()


class Newsroom:
    """One game with nine seats (seat n is account 100 + n), its outbox and its publisher."""

    def __init__(
        self, url: str, discord_file: Path | None = None, clock: Callable[[], datetime] | None = None, **settings: Any
    ) -> None:
        self.hands = HandClock()
        self.clock = clock or self.hands
        self.store: SqlStore = open_store(url)
        self.discord = FakeDiscord(self.clock, discord_file)
        self.words = Words()
        self.settings = PublisherSettings(**settings)
        self.running: asyncio.Task[None] | None = None
        self.erased: list[tuple[int, int]] = []
        self.publisher = self._new_publisher()

    def _new_publisher(self, fault: Callable[[str], None] = lambda _point: None) -> Publisher:
        self.quiet = Quiet()
        publisher = Publisher(
            self.store.outbox,
            self.store,
            self.words,
            self.discord,
            self.discord,
            self.clock,
            self.quiet,
            self.settings,
            erased=self._hear_of_erased,
            fault=fault,
            chance=lambda: 0.5,
        )
        self.quiet.busy = lambda: publisher.busy
        return publisher

    async def _hear_of_erased(self, game_id: int, message_id: int) -> None:
        self.erased.append((game_id, message_id))

    async def open_game(self, places: Mapping[str, int] | None = None) -> GameRecord:
        """Store a running game. By default its places are there already."""
        if places is None:
            places = {"category": FOLDER, "stage": STAGE, "booth": BOOTH}
            self.discord.add("Friday game", FOLDER)
            self.discord.add("stage", STAGE, parent=FOLDER)
            self.discord.add("booth", BOOTH, parent=FOLDER)
        record = new_game(self.clock, places)
        self.game = await self.store.run(lambda uow: uow.add(record))
        return self.game

    async def put(self, *outgoing: Outgoing, entry: int = 1, game: GameRecord | None = None) -> None:
        """Put messages into the outbox."""
        await self.store.run(lambda uow: uow.post(game or self.game, entry, outgoing))

    def start(self) -> None:
        """Start the publisher, or wake it."""
        if self.running is None:
            self.running = asyncio.create_task(self.publisher.run())
        self.publisher.wake()

    async def settle(self) -> None:
        """Let the publisher do all that it can do now."""
        self.start()
        self.quiet.reached.clear()
        waiting = asyncio.ensure_future(self.quiet.reached.wait())
        await asyncio.wait({waiting, self.running}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if self.running.done():
            self.running.result()

    async def later(self, **span: float) -> None:
        """Let time pass, and the publisher do what is due then."""
        self.hands.advance(**span)
        await self.settle()

    async def publish(self, *outgoing: Outgoing, entry: int = 1) -> None:
        """Put messages into the outbox and let the publisher send them."""
        await self.put(*outgoing, entry=entry)
        await self.settle()

    async def restart(self, fault: Callable[[str], None] = lambda _point: None) -> None:
        """Kill the publisher in the middle of what it does, and start another."""
        if self.running is not None:
            await kill(self.running, self.publisher)
        self.running = None
        self.publisher = self._new_publisher(fault)

    async def record(self) -> GameRecord:
        """The game as it is stored."""
        return await self.store.run(lambda uow: uow.game(self.game.id))

    async def undelivered(self) -> list[str]:
        """The texts that could not be delivered."""
        rows = await self.store.run(lambda uow: uow.undelivered(self.game.id))
        return [row.out.message.text for row in rows if isinstance(row.out, Send)]

    async def close(self) -> None:
        """End it all."""
        await self.publisher.close()
        if self.running is not None:
            await self.running
        await self.store.close()


async def kill(running: asyncio.Task[None], publisher: Publisher) -> None:
    """End a publisher and what it is sending without letting it finish anything."""
    tasks = [running, *(task for task in asyncio.all_tasks() if task.get_name().startswith("outbox row"))]
    while not all(task.done() for task in tasks):
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def new_game(clock: Callable[[], datetime], places: Mapping[str, int]) -> GameRecord:
    """A running game of To Tell the Truth that is not stored yet."""
    game = GAMES["truth"]
    state = game.replay(game.begin(game.settings_type(), [Entrant()] * 9, VerifiableDice(bytes(32))))
    return GameRecord(
        kind="truth",
        name="Friday game",
        guild_id=GUILD,
        zone="UTC",
        seed="ab" * 32,
        created_at=clock() - timedelta(hours=1),
        created_by=MODERATOR,
        status="running",
        seats=tuple(SeatRecord(number=n, name=f"P{n}", accounts=(100 + n,), joined_by=n) for n in range(1, 10)),
        moderators=(MODERATOR,),
        places=dict(places),
        started_at=clock(),
        opened_at=clock(),
        state=state,
    )
