"""One whole game in the terminal, as fast as it goes."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta

from ringmaster.rehearsal.opening import open_game
from ringmaster.rehearsal.production import production
from ringmaster.rehearsal.transcript import transcript
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
            record = await play(world, troupe)
            await world.advance(AFTERWARDS)
            watcher = world.of_part("spectator")[0]
            for line in transcript(world, watcher.account, record.places["stage"]):
                say(line)
        outcome = record.game.outcome(record.state)
        for error in world.env.errors:
            say(f"The bot failed: {error!r}")
        return outcome is not None and not world.env.errors


async def play(world: World, troupe: Troupe) -> GameRecord:
    """Let time jump from one answer or deadline to the next until the game is over. The caller holds the world."""
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
