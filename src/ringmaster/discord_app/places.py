"""A game's places as the publisher needs them: found, made, remembered, forgotten, arranged."""

from __future__ import annotations

import asyncio
import hashlib
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace

from ringmaster.discord_app.consequences import Consequence, DeliveryFailed
from ringmaster.discord_app.rooms import Builder
from ringmaster.sessions.messages import Room
from ringmaster.sessions.ports import Presenter, Store, UnitOfWork
from ringmaster.sessions.records import GameRecord, SeatRecord

CATEGORY = "category"
SEAT = "seat-"
"""Begins the name of the private thread of a seat that direct messages do not reach."""


class NoSuchPlace(LookupError):  # noqa: N818
    """The game has no such place."""


class Places:
    """Where a game's places are. Changes of one game's places happen one after the other."""

    def __init__(
        self, store: Store, presenter: Presenter, builder: Builder, fault: Callable[[str], None] = lambda _point: None
    ) -> None:
        self._store = store
        self._presenter = presenter
        self._builder = builder
        self._fault = fault
        self._locks: dict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def record(self, game_id: int) -> GameRecord:
        """The game as it is now."""
        return await self._store.run(lambda uow: uow.game(game_id))

    async def channel(self, game_id: int, place: str) -> int:
        """The channel or thread of a place, made if it is missing.

        Raises:
            NoSuchPlace: the game has no such place.
            DeliveryFailed: it cannot be made.
        """
        known = (await self.record(game_id)).places.get(place)
        made = known if known is not None else await self.arrange(game_id, place)
        if made is None:
            raise NoSuchPlace(place)
        return made

    async def arrange(self, game_id: int, place: str) -> int | None:
        """Make a place as the game needs it now; its channel, or None where there is none."""
        async with self._locks[game_id]:
            record = await self.record(game_id)
            room = self._room(record, place)
            known = record.places.get(place)
            if room is None:
                if known is not None:
                    await self._builder.retire(record.guild_id, known)
                return known
            try:
                return await self._fit(record, room)
            except DeliveryFailed as failure:
                if known is None or failure.consequence is not Consequence.CHANNEL_GONE:
                    raise
            return await self._fit(await self._forget(game_id, place, known), room)

    async def forget(self, game_id: int, place: str, channel_id: int) -> None:
        """Note that a place's channel is gone, unless it has another by now."""
        async with self._locks[game_id]:
            await self._forget(game_id, place, channel_id)

    async def _fit(self, record: GameRecord, room: Room) -> int:
        record, channel_id = await self._find_or_make(record, room)
        await self._builder.fit(record.guild_id, channel_id, room)
        return channel_id

    async def _find_or_make(self, record: GameRecord, room: Room) -> tuple[GameRecord, int]:
        if room.place in record.places:
            return record, record.places[room.place]
        try:
            return await self._make(*await self._parent(record, room), room)
        except DeliveryFailed as failure:
            above = room.thread_of or CATEGORY
            if failure.consequence is not Consequence.CHANNEL_GONE or above not in record.places:
                raise
        record = await self._forget(record.id, above, record.places[above])
        return await self._make(*await self._parent(record, room), room)

    async def _parent(self, record: GameRecord, room: Room) -> tuple[GameRecord, int]:
        """What a room hangs from: a thread's channel, or the game's category."""
        if room.thread_of is not None:
            above = self._room(record, room.thread_of)
            if above is None:
                raise NoSuchPlace(room.thread_of)
            return await self._find_or_make(record, above)
        if CATEGORY in record.places:
            return record, record.places[CATEGORY]
        made = await self._builder.category(record.guild_id, record.name, record.created_at)
        return await self._remember(record.id, CATEGORY, made), made

    async def _make(self, record: GameRecord, parent: int, room: Room) -> tuple[GameRecord, int]:
        taken = frozenset(record.places.values())
        made = await self._builder.room(record.guild_id, room, token(record, room.place), parent, taken)
        return await self._remember(record.id, room.place, made), made

    async def _remember(self, game_id: int, place: str, channel_id: int) -> GameRecord:
        self._fault("made")

        def work(uow: UnitOfWork) -> GameRecord:
            record = uow.game(game_id)
            return uow.save(replace(record, places={**record.places, place: channel_id}))

        record = await self._store.run(work)
        self._fault("remembered")
        return record

    async def _forget(self, game_id: int, place: str, channel_id: int) -> GameRecord:
        def work(uow: UnitOfWork) -> GameRecord:
            record = uow.game(game_id)
            if record.places.get(place) != channel_id:
                return record
            left = {name: channel for name, channel in record.places.items() if name != place}
            return uow.save(replace(record, places=left))

        return await self._store.run(work)

    def _room(self, record: GameRecord, place: str) -> Room | None:
        if place.startswith(SEAT):
            return seat_room(record.seat(int(place.removeprefix(SEAT))))
        return next((room for room in self._presenter.rooms(record) if room.place == place), None)


def seat_room(seat: SeatRecord) -> Room:
    """The private thread that stands in for a seat's direct messages."""
    return Room(
        place=f"{SEAT}{seat.number}",
        title=f"seat {seat.number}",
        topic="",
        thread_of="stage",
        writers=frozenset(seat.accounts),
    )


def token(record: GameRecord, place: str) -> str:
    """What a channel's topic holds so that it is found again; nobody can guess it.

    The dice's seed is hashed with words that no roll has, so the token says nothing about the dice.
    """
    return hashlib.sha256(f"place/{record.id}/{place}/{record.seed}".encode()).hexdigest()[:12]
