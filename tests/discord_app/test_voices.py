"""Characters speak by webhook in a simulated Discord: one webhook a channel, in the right place, found again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
import pytest_asyncio

from ringmaster.discord_app.connection import Connection
from ringmaster.discord_app.consequences import NOT_OWN_MESSAGE, DeliveryFailed
from ringmaster.discord_app.courier import DiscordCourier
from ringmaster.discord_app.rendering import webhook_name
from ringmaster.discord_app.webhooks import NAME, NoWebhook
from ringmaster.rehearsal.shim import webhooks_reach_threads
from ringmaster.sessions.messages import Message, Picture, Voice

from .island import Island, island

SAMANTHA = Voice(name="Samantha", avatar="https://example.org/samantha.png")
HELLO = Message(text="hello")


@pytest_asyncio.fixture
async def world() -> AsyncIterator[Island]:
    """A server with a small bot and four people."""
    undo = webhooks_reach_threads()
    async with island() as opened:
        yield opened
    undo()


async def say(world: Island, message: Message = HELLO, voice: Voice = SAMANTHA, channel_id: int | None = None) -> int:
    """Somebody says something in the lobby."""
    return await world.do(world.courier.say(channel_id or world.lobby.id, message, voice, {}))


async def test_a_character_speaks_under_its_name_and_picture(world: Island) -> None:
    """And nobody is pinged, whatever it says."""
    said = await say(world, Message(text="hello @everyone"))
    shown = world.env.backend.messages[world.lobby.id][said]
    assert (shown.author_name, shown.content) == ("Samantha", "hello @everyone")
    assert not shown.mention_everyone
    (webhook,) = world.env.backend.webhooks.values()
    assert (webhook.name, webhook.channel_id) == (NAME, world.lobby.id)


async def test_many_who_speak_at_once_share_one_webhook(world: Island) -> None:
    """Also the first time; a restarted bot finds it."""

    async def everyone() -> None:
        await asyncio.gather(*(world.courier.say(world.lobby.id, HELLO, Voice(name=f"P{n}"), {}) for n in range(12)))

    await world.do(everyone())
    assert len(world.env.backend.webhooks) == 1
    again = DiscordCourier(Connection(world.bot, requests_a_second=1e6))
    await world.do(again.say(world.lobby.id, HELLO, SAMANTHA, {}))
    assert len(world.env.backend.webhooks) == 1
    assert len(world.texts(world.lobby.id)) == 13


async def test_in_a_thread_it_is_said_in_the_thread(world: Island) -> None:
    """By the webhook of the channel above; it is changed and taken back there too."""
    channel = world.bot.get_channel(world.lobby.id)
    thread = await world.do(channel.create_thread(name="tribe", message=None))  # type: ignore[union-attr]
    before = world.texts(world.lobby.id)
    said = await say(world, channel_id=thread.id)
    await world.do(world.courier.amend(thread.id, said, "hello!", None, SAMANTHA))
    assert world.texts(thread.id)[-1] == "hello!"
    await world.do(world.courier.withdraw(thread.id, said, SAMANTHA))
    assert "hello!" not in world.texts(thread.id)
    assert world.texts(world.lobby.id) == before


async def test_what_was_said_is_found_by_its_words_and_its_speaker(world: Island) -> None:
    """Webhooks know no nonces."""
    await say(world, voice=Voice(name="Kyle"))
    said = await say(world)
    since = world.env.now() - timedelta(minutes=1)
    found = await world.do(world.courier.find(world.lobby.id, HELLO, "nonce", since, SAMANTHA))
    assert [(one.message_id, one.certain) for one in found] == [(said, False)]


async def test_pictures_that_are_left_stay(world: Island) -> None:
    """The others go."""
    names = ("image-1.png", "image-2.png")
    pictures = tuple(Picture(name=name, blob=1, size=3, source=1) for name in names)
    message = Message(text="look", pictures=pictures)
    said = await world.do(world.courier.say(world.lobby.id, message, SAMANTHA, dict.fromkeys(names, b"abc")))
    await world.do(world.courier.amend(world.lobby.id, said, "look!", ("image-2.png",), SAMANTHA))
    shown = world.lobby.history()[-1]
    assert (shown.content, [file.filename for file in shown.attachments]) == ("look!", ["image-2.png"])


@pytest.mark.parametrize("code", [50013, 30007])
async def test_a_channel_that_gives_no_webhook_is_not_asked_for_every_word(world: Island, code: int) -> None:
    """Missing permission, or fifteen are there already."""
    path = f"/channels/{world.lobby.id}/webhooks"
    world.env.inject_error("POST", path, status=403, code=code, message="no", times=None)
    for _ in range(3):
        with pytest.raises(NoWebhook):
            await say(world)
    assert world.requests().count("POST /channels/…/webhooks") == 1


async def test_words_of_a_webhook_that_is_no_more_are_nobody_s_to_change(world: Island) -> None:
    """But can be deleted."""
    said = await say(world)
    (webhook,) = world.env.backend.webhooks
    world.env.backend.delete_webhook(webhook)
    with pytest.raises(DeliveryFailed) as failure:
        await world.do(world.courier.amend(world.lobby.id, said, "hello!", None, SAMANTHA))
    assert failure.value.code == NOT_OWN_MESSAGE
    await world.do(world.courier.withdraw(world.lobby.id, said, SAMANTHA))
    assert world.texts(world.lobby.id) == []


async def test_a_webhook_that_was_moved_is_removed_before_anyone_reads_it(world: Island) -> None:
    """What it has said elsewhere is deleted at once."""
    other = world.guild.create_text_channel("other")
    await say(world)
    (webhook,) = world.env.backend.webhooks
    world.env.backend.edit_webhook(webhook, {"channel_id": other.id})
    await say(world, Message(text="secret"))
    assert world.texts(other.id) == []
    assert world.texts(world.lobby.id) == ["hello", "secret"]
    assert webhook not in world.env.backend.webhooks


@pytest.mark.parametrize(
    ("name", "used"), [("x" * 90, "x" * 80), ("Clyde", "C\u200alyde"), ("Everyone", "E\u200averyone")]
)
def test_names_are_such_as_discord_takes(name: str, used: str) -> None:
    """1 to 80 characters, without the words that it refuses."""
    assert webhook_name(Voice(name=name)) == used
