"""Interactions are answered in private, in time, and always."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import discord
import pytest

from ringmaster.discord_app import answering
from ringmaster.discord_app.presenters import Presenters
from ringmaster.sessions.messages import Message
from ringmaster.sessions.service import Sessions

from .conftest import World, assert_told, told


async def test_work_that_takes_long_is_announced_first(world: World, monkeypatch: pytest.MonkeyPatch):
    """Discord is told in time that the answer comes later, in private, and then it comes."""
    await world.start()
    status, defer, deferred = Sessions.status, discord.InteractionResponse.defer, []

    async def slowly(self: Sessions, game_id: int) -> Any:
        await asyncio.sleep(0.2)
        return await status(self, game_id)

    async def noted(self: Any, **options: bool) -> None:
        deferred.append(options)
        await defer(self, **options)

    monkeypatch.setattr(answering, "PATIENCE", 0.02)
    monkeypatch.setattr(Sessions, "status", slowly)
    monkeypatch.setattr(discord.InteractionResponse, "defer", noted)
    assert_told(await world.slash(world.mod, "game status"), "Day 1")
    assert deferred == [{"ephemeral": True, "thinking": True}]


async def test_a_long_answer_comes_in_parts(world: World, monkeypatch: pytest.MonkeyPatch):
    """Nothing is cut off at 2,000 characters."""
    lines = "\n".join(f"line {number}" for number in range(500))
    monkeypatch.setattr(Presenters, "games", lambda self, games: Message(text=lines))
    result = await world.slash(world.mod, "game list")
    parts = [result.response, *result.followups]
    assert all(part.ephemeral and len(part.content) <= 2000 for part in parts)
    assert "\n".join(part.content for part in parts) == lines


async def test_a_fault_of_the_bot_is_told_with_a_number_that_is_in_the_log(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """Nobody waits for an answer that never comes, and the game is unharmed."""
    await world.start()
    before = await world.game()

    async def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("the secret word")

    monkeypatch.setattr(Sessions, "status", broken)
    with caplog.at_level(logging.ERROR):
        text = told(await world.slash(world.mod, "game status"))
    (number,) = {word.strip("`.") for word in text.split() if word.startswith("`")}
    assert number in caplog.text
    assert "secret word" not in text
    assert await world.game() == before


@pytest.mark.parametrize("code", [10062, 40060])
async def test_an_interaction_that_is_gone_does_no_harm(world: World, caplog: pytest.LogCaptureFixture, code: int):
    """What was wanted is done all the same; only the answer is lost."""
    await world.start()
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=code, message="gone")
    await world.slash(world["Ada"], "vote", player="Bo", game="Friday")
    assert (await world.game()).state.wagons.target_of(1) == 2
    assert "answer came too late" in caplog.text


async def test_other_errors_of_discord_are_not_hidden(world: World, caplog: pytest.LogCaptureFixture):
    """A refused answer is logged as a fault, and the person hears of it."""
    await world.start()
    world.env.inject_error("POST", "/interactions/*/callback", status=400, code=50035, message="broken")
    result = await world.slash(world["Ada"], "vote", player="Bo", game="Friday")
    assert (await world.game()).state.wagons.target_of(1) == 2
    assert "Something went wrong on my side" in told(result)
    assert "fault" in caplog.text
