"""The clock keeps running, whatever happens to it."""

from __future__ import annotations

import logging

import pytest

from ringmaster.sessions.service import Sessions

from .conftest import World


async def test_the_clock_starts_again_after_a_fault(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """A database that is away for a moment costs no deadline."""
    await world.start()
    with monkeypatch.context() as patch, caplog.at_level(logging.ERROR):

        async def away(self: Sessions) -> None:
            raise ConnectionError

        patch.setattr(Sessions, "tick", away)
        world.bot.sessions._woken.set()
        await world.env.settle()
    assert "the clock has stopped" in caplog.text
    await world.env.advance_time(48 * 3600 + 3)
    assert (await world.game()).phase == "night-1"


async def test_a_heartbeat_that_cannot_be_written_does_not_stop_the_clock(world: World):
    """A full disk ends no game."""
    await world.start()
    world.config.heartbeat_file.unlink()
    world.config.heartbeat_file.mkdir()
    await world.env.advance_time(48 * 3600 + 3)
    assert (await world.game()).phase == "night-1"
