"""Games to store: one of To Tell the Truth that has begun, with nine seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from ringmaster.games.catalog import GAMES
from ringmaster.games.dice import VerifiableDice
from ringmaster.games.kernel import Entrant, Event
from ringmaster.sessions.ports import UnitOfWork
from ringmaster.sessions.records import GameRecord, LogEntry, SeatRecord

NOW = datetime(2026, 11, 2, 20, 0, tzinfo=UTC)
MODERATOR, SPECTATOR, STAGE = 900, 950, 55


@pytest.fixture
def now() -> datetime:
    """The time at which everything happens."""
    return NOW


@pytest.fixture
def new_game() -> Callable[..., GameRecord]:
    """Makes a running game that is not stored yet; seat n is account 100 + n."""

    def make(**changes: Any) -> GameRecord:
        game = GAMES["truth"]
        settings = game.settings_type()
        state = game.replay(game.begin(settings, [Entrant()] * 9, VerifiableDice(bytes(32))))
        record = GameRecord(
            kind="truth",
            name="Friday game",
            guild_id=1 << 62,
            zone="Europe/Berlin",
            seed="ab" * 32,
            created_at=NOW,
            created_by=MODERATOR,
            status="running",
            settings={"players": 9, "hammer": True, "start": "day"},
            seats=tuple(
                SeatRecord(number=n, name=f"P{n}", accounts=(100 + n,), joined_by=1000 + n, since=NOW)
                for n in range(1, 10)
            ),
            moderators=(MODERATOR,),
            spectators=(SPECTATOR,),
            places={"stage": STAGE, "booth": STAGE + 1},
            entropy="1001 1002",
            started_at=NOW,
            opened_at=NOW,
            deadline=NOW,
            state=state,
        )
        return replace(record, **changes)

    return make


@pytest.fixture
def write() -> Callable[..., GameRecord]:
    """Stores events of a game with the state they lead to, as the use cases do."""

    def work(uow: UnitOfWork, record: GameRecord, events: Sequence[Event], **changes: Any) -> GameRecord:
        state = record.state
        for event in events:
            state = record.game.evolve(state, event)
        uow.append(
            record,
            [
                LogEntry(
                    number=record.log_length + place,
                    batch=record.log_length + 1,
                    at=NOW,
                    actor=MODERATOR,
                    event=event,
                    deadline=record.deadline,
                )
                for place, event in enumerate(events, start=1)
            ],
        )
        return uow.save(replace(record, state=state, log_length=record.log_length + len(events), **changes))

    return work
