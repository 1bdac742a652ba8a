"""A publisher that is killed at any step leaves nothing undone and does nothing twice."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from ringmaster.sessions.messages import Arrange, Erase, Refresh, Room, Strike

from .newsroom import Newsroom, to_person, to_stage

World = dict[str, list[tuple[bool, list[str]]]]
"""By name: whether it is a thread, and what stands there."""


def newsroom(folder: Path, **settings: int) -> Newsroom:
    """A publisher on the database and the Discord of a folder."""
    room = Newsroom(f"sqlite:///{folder / 'game.sqlite3'}", folder / "discord.json", **settings)
    room.words.rooms_by_name["faction"] = Room(
        place="faction", title="mafia", topic="", thread_of="stage", writers=frozenset({103})
    )
    room.words.panels["count"] = "1 vote"
    return room


async def prepare_database(folder: Path) -> None:
    """A game without any places and everything that can be published."""
    room = newsroom(folder)
    await room.open_game(places={})
    await room.put(to_stage("struck"), to_stage("struck too"), entry=2)
    await room.put(to_stage("erased"), entry=1)
    await room.settle()
    (stage,) = room.discord.named("stage")
    await room.put(Erase(channel_id=stage.id, message_id=stage.messages[-1].id), entry=4)
    await room.put(Arrange(place="faction"), to_stage("0 votes", panel="count"), to_stage("result"), entry=3)
    await room.put(to_person("one"), to_person("two"), to_person("other", 102), entry=3)
    await room.put(Refresh(panel="count"), Strike(first=2, last=2), entry=4)
    await room.close()


async def publish(folder: Path, fault: Callable[[str], None] = lambda _point: None, **settings: int) -> World:
    """Publish all there is, an hour later, when Discord has forgotten the nonces."""
    room = newsroom(folder, **settings)
    room.hands.advance(hours=1)
    await room.restart(fault)
    room.game = await room.store.run(lambda uow: uow.game(1))
    await room.settle()
    for _ in range(3):
        await room.later(minutes=5)
    assert await room.store.outbox.next_due() is None
    assert await room.store.outbox.waiting(room.clock() + timedelta(days=1), 10) == []
    channels = list(room.discord.channels.values())
    places = set((await room.record()).places.values())
    await room.close()
    assert {channel.id for channel in channels if not channel.name.startswith("dm-")} == places
    names = {channel.name for channel in channels}
    return {name: [(c.thread, c.texts) for c in channels if c.name == name] for name in sorted(names)}


def publish_and_die(folder: Path, step: int, **settings: int) -> bool:
    """Publish in a process of its own that is killed at a step, counted from 1; whether it came through alive."""
    child = os.fork()
    if child == 0:
        left = [step]

        def fault(point: str) -> None:
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        try:
            asyncio.run(publish(folder, fault, **settings))
        finally:
            os._exit(0 if left[0] > 0 else 1)
    _, status = os.waitpid(child, 0)
    assert status in (0, signal.SIGKILL)
    return status == 0


def test_a_publisher_killed_at_any_step_comes_to_the_same_end(tmp_path: Path) -> None:
    """After each death the next process leaves the same channels and messages as an undisturbed one."""
    original = tmp_path / "original"
    original.mkdir()
    asyncio.run(prepare_database(original))

    def copy(name: str) -> Path:
        return Path(shutil.copytree(original, tmp_path / name))

    undisturbed = asyncio.run(publish(copy("undisturbed")))
    assert undisturbed["stage"][0][1][2:] == ["1 vote", "result"]
    step, alive = 0, False
    while not alive:
        step += 1
        folder = copy(f"step-{step}")
        alive = publish_and_die(folder, step)
        assert asyncio.run(publish(folder)) == undisturbed, f"killed at step {step}"
    assert step > 25


def test_a_publisher_killed_again_and_again_gets_there(tmp_path: Path) -> None:
    """It dies at the fifth step of every start, and each start gets something done."""
    asyncio.run(prepare_database(tmp_path))
    starts = 1
    while not publish_and_die(tmp_path, 5, side_by_side=1):
        starts += 1
        assert starts < 50
    world = asyncio.run(publish(tmp_path))
    assert world["dm-101"] == [(False, ["one", "two"])]
    assert [name for name, channels in world.items() if len(channels) > 1] == []
