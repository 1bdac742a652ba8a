"""Where use cases are done: each at a desk of its own, in one transaction, after which others are woken."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from ringmaster.games.dice import Dice
from ringmaster.games.kernel import RuleViolation
from ringmaster.sessions.desk import REMINDER_HOURS, Desk, Wake
from ringmaster.sessions.ports import Clock, NoSuchGame, Presenter, Store, UnitOfWork
from ringmaster.sessions.records import GameRecord, Source
from ringmaster.sessions.themes import Themes, shipped_themes

T = TypeVar("T")


class Workbench:
    """What all use cases of all games share: storage, words, time, dice, themes."""

    def __init__(
        self,
        store: Store,
        presenter: Presenter,
        clock: Clock,
        *,
        on_change: Callable[[], None] = lambda: None,
        dice_of: Callable[[GameRecord], Dice] = lambda record: record.dice,
        default_zone: str = "UTC",
        reminder_hours: tuple[int, ...] = REMINDER_HOURS,
        themes: Themes | None = None,
    ) -> None:
        self._store = store
        self._presenter = presenter
        self._clock = clock
        self._dice_of = dice_of
        self._default_zone = default_zone
        self._reminder_hours = reminder_hours
        self.themes: Themes = shipped_themes() if themes is None else themes
        self.on_change = on_change
        self._woken = asyncio.Event()

    def _desk(self, uow: UnitOfWork) -> Desk:
        return Desk(
            uow=uow,
            presenter=self._presenter,
            now=self._clock(),
            dice_of=self._dice_of,
            reminder_hours=self._reminder_hours,
            themes=self.themes,
        )

    async def _run(self, work: Callable[[Desk], T]) -> T:
        def once(uow: UnitOfWork) -> tuple[T, set[Wake]]:
            desk = self._desk(uow)
            return work(desk), desk.wakes

        result, wakes = await self._store.run(once)
        if "clock" in wakes:
            self._woken.set()
        if "publisher" in wakes:
            self.on_change()
        return result

    async def look(self, work: Callable[[UnitOfWork], T]) -> T:
        """Read what belongs together in one transaction. ``work`` must write nothing."""
        return await self._store.run(work)

    @property
    def listing(self) -> int:
        """Changes whenever a game, who has a part in it, or where it is, has changed; see `Store.listing`."""
        return self._store.listing

    async def _change(self, game_id: int, source: Source, work: Callable[[Desk, GameRecord], T]) -> T:
        return await self._run(lambda desk: work(desk, open_game(desk, game_id, source)))

    async def _moderate(self, game_id: int, source: Source, work: Callable[[Desk, GameRecord], T]) -> T:
        def moderated(desk: Desk, record: GameRecord) -> T:
            record.require_moderator(source)
            return work(desk, record)

        return await self._change(game_id, source, moderated)


def game_of(uow: UnitOfWork, game_id: int) -> GameRecord:
    """The game with this ID.

    Raises:
        RuleViolation: ``no-such-game``.
    """
    try:
        return uow.game(game_id)
    except NoSuchGame:
        raise RuleViolation("no-such-game", "A3", kind="not-understood") from None


def open_game(desk: Desk, game_id: int, source: Source) -> GameRecord:
    """The game, about to be changed; see `Desk.open_for_change`."""
    game_of(desk.uow, game_id)
    return desk.open_for_change(game_id, source)
