"""The screens that people look at places with."""
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
import pytest_asyncio
from simcord.env import Env

from ringmaster.rehearsal import shim
from ringmaster.rehearsal.screens import MOST, Screen, Screens
from ringmaster.rehearsal.world import World


@pytest_asyncio.fixture
async def world() -> AsyncIterator[World]:
    """A server with twelve players and a bot that does nothing."""
    with shim.applied():
        env = Env(discord.Client(intents=discord.Intents.all()), check_errors=False)
        await env.start()
        try:
            yield World(env, players=MOST)
        finally:
            await env.shutdown()


@pytest_asyncio.fixture
async def screens(world: World) -> AsyncIterator[Screens]:
    """No screens yet."""
    opened = Screens(world, 1)
    yield opened
    await opened.close()


async def send(screen: Screen, context: str, revision: int, text: str) -> dict[str, Any]:
    """Write a message as the screen's page does, made when the page was at this revision."""
    body = {
        "protocol_version": 3,
        "sequence": 1,
        "request_id": "r1",
        "generation": 1,
        "bot_generation": screen._world.env._generation,
        "kind": "send_message",
        "published_revision": revision,
        "content": text,
    }
    answer: dict[str, Any] = await screen._preview._action(context, body)
    return answer


async def test_two_looks_at_a_place_share_a_screen(world: World, screens: Screens) -> None:
    """Whoever looks again finds the screen as it was."""
    ada = world.of_part("player")[0].account
    screen = await screens.look(ada, world.lobby.id)
    assert await screens.look(ada, world.lobby.id) is screen
    assert screens.by_key(screen.key) is screen


async def test_nobody_looks_where_they_cannot_see(world: World, screens: Screens) -> None:
    """There is no screen of somebody else's direct messages."""
    ada, bruno = (person.account for person in world.of_part("player")[:2])
    with pytest.raises(PermissionError):
        await screens.look(ada, world.direct(bruno).id)


async def test_the_oldest_screen_is_closed_when_there_are_many(world: World, screens: Screens) -> None:
    """Its key opens nothing any more; a new look makes a new screen."""
    people = list(world.people)
    first = await screens.look(people[0], world.lobby.id)
    for account in people[1 : MOST + 1]:
        await screens.look(account, world.lobby.id)
    assert screens.by_key(first.key) is None
    again = await screens.look(people[0], world.lobby.id)
    assert again.open
    assert again.key != first.key


async def test_what_one_does_counts_though_news_came_meanwhile(world: World, screens: Screens) -> None:
    """A page that is one step behind is not refused, as nobody is in Discord."""
    ada = world.of_part("player")[0].account
    screen = await screens.look(ada, world.lobby.id)
    page = screen._preview._open_page(str(ada), None)
    shown = page.revision
    screen._preview._publish(page, reason="refresh")
    answer = await send(screen, page.id, shown, "hello")
    assert not answer["rejected"], answer
    assert [message.content for message in world.messages(ada, world.lobby.id)] == ["hello"]
