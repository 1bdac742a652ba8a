"""One whole game in the terminal, as fast as it goes."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from ringmaster.rehearsal.opening import open_game
from ringmaster.rehearsal.production import production
from ringmaster.rehearsal.troupe import Troupe
from ringmaster.rehearsal.world import World
from ringmaster.sessions.records import GameRecord

LAST = timedelta(days=400)
"""A game that is not over after so much simulated time never will be."""
AFTERWARDS = 60.0
"""Seconds after the end in which the last messages arrive."""


async def play_through(kind: str, seed: int | None, say: Callable[[str], None]) -> bool:
    """Play one game with the computer's players and say what the stage shows; whether somebody has won."""
    async with production(kind) as made:
        world, sessions = made.world, made.sessions
        async with world.acting:
            game_id = await open_game(world, sessions, kind)
            chance = random.Random(seed)  # noqa: S311 - the players' whims are no secret
            troupe = Troupe(world, sessions, game_id, chance)
            record = await _play(world, troupe)
            await world.advance(AFTERWARDS)
            for line in transcript(world, record):
                say(line)
        outcome = record.game.outcome(record.state)
        for error in world.env.errors:
            say(f"The bot failed: {error!r}")
        return outcome is not None and not world.env.errors


async def _play(world: World, troupe: Troupe) -> GameRecord:
    started = world.now
    record = await troupe.look()
    while record.status == "running" and world.now - started < LAST:
        moments = [at for at in (troupe.next_moment(), record.deadline) if at is not None]
        wait = min(moments, default=world.now) - world.now
        await world.advance(max(wait.total_seconds(), 1.0))
        while await troupe.step():
            continue
        record = await troupe.look()
    return record


def transcript(world: World, record: GameRecord) -> list[str]:
    """What stands on the stage, line by line, as a spectator reads it."""
    lines: list[str] = []
    watcher = world.of_part("spectator")[0]
    for message in world.messages(watcher.account, record.places["stage"]):
        at = datetime.fromisoformat(message.timestamp).astimezone(UTC)
        lines.append(f"[{at:%a %d %b %H:%M}] {world.name_of(message)}:")
        lines += [f"    {line}" for line in _text(message.content, message.embeds)]
    return lines


def _text(content: str, embeds: list[dict[str, str]]) -> list[str]:
    parts = [content, *(text for embed in embeds for text in (embed.get("title"), embed.get("description")) if text)]
    return [line for part in parts for line in part.splitlines() if line.strip()]
