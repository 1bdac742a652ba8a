"""The courier in a simulated Discord: messages arrive whole, are found again, edited, struck."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
import pytest_asyncio

from ringmaster.discord_app.consequences import Consequence, DeliveryFailed
from ringmaster.discord_app.rendering import UNDONE
from ringmaster.sessions.messages import Button, Card, Choice, Menu, Message, Room, TextFile, split

from .island import Island, island

PRESS = Message(text="Vote!", rows=((Button(label="Ada", action="press:Ada"),),))
COUNT = Message(
    text="**Votes**",
    card=Card(title="Count", text="\n".join(f"{n}. somebody called {n} for {n}" for n in range(1, 41))),
)


@pytest_asyncio.fixture
async def world() -> AsyncIterator[Island]:
    """A server with a small bot and four people."""
    async with island() as opened:
        yield opened


async def test_a_message_arrives_whole(world: Island) -> None:
    """Text, a card with forty votes, a file."""
    message = Message(text=COUNT.text, card=COUNT.card, files=(TextFile(name="votes.txt", text="all"),))
    posted = await world.do(world.courier.post(world.lobby.id, message, "n"))
    shown = world.lobby.history()[-1]
    assert (shown.id, shown.content) == (posted, "**Votes**")
    assert shown.embeds[0].description == COUNT.card.text if COUNT.card else ""
    assert [file.filename for file in shown.attachments] == ["votes.txt"]
    assert world.requests() == ["POST /channels/…/messages"]


async def test_a_text_of_2001_characters_arrives_in_two_messages(world: Island) -> None:
    """Cut at a line, nothing lost, the buttons under the last part."""
    lines = "\n".join(f"line {n} {'x' * 40}" for n in range(1, 40))
    long = Message(text=f"{lines}\n{'y' * (2000 - len(lines))}", rows=PRESS.rows)
    assert len(long.text) == 2001
    for number, part in enumerate(split(long)):
        await world.do(world.courier.post(world.lobby.id, part, f"n{number}"))
    first, last = world.lobby.history()
    assert f"{first.content}\n{last.content}" == long.text
    assert (first.components, len(last.components)) == ([], 1)


async def test_a_press_is_answered_once_and_the_view_is_not_kept(world: Island) -> None:
    """Only the dynamic item answers, now and after any restart; discord.py remembers nothing of it."""
    await world.do(world.courier.post(world.lobby.id, PRESS, "n"))
    assert world.bot.persistent_views == []
    result = await world["Ada"].click(world.lobby.history()[-1], custom_id="press:Ada")
    assert result.ephemeral
    assert result.response is not None
    assert result.response.content == "pressed Ada"


async def test_direct_messages_are_opened_once(world: Island) -> None:
    """Opening them is limited by Discord, so it is remembered."""
    first = await world.do(world.courier.direct(world["Ada"].id))
    assert await world.do(world.courier.direct(world["Ada"].id)) == first
    assert world.requests() == ["POST /users/@me/channels"]
    await world.do(world.courier.post(first, Message(text="role"), "n"))
    assert world["Ada"].user.dm_channel.history()[-1].content == "role"


async def test_closed_direct_messages_are_told_apart(world: Island) -> None:
    """50007."""
    channel = await world.do(world.courier.direct(world["Ada"].id))
    world.env.inject_error("POST", f"/channels/{channel}/messages", status=403, code=50007)
    with pytest.raises(DeliveryFailed) as caught:
        await world.do(world.courier.post(channel, Message(text="role"), "n"))
    assert caught.value.consequence is Consequence.CLOSED_DM


async def test_a_deleted_channel_and_a_missing_permission_are_told_apart(world: Island) -> None:
    """10003 and 50013, as the server itself answers."""
    world.grant(send_messages=False)
    world.grant_everyone(send_messages=False)
    await world.env.settle()
    with pytest.raises(DeliveryFailed) as denied:
        await world.do(world.courier.post(world.lobby.id, PRESS, "n"))
    assert denied.value.consequence is Consequence.BLOCKED
    world.env.backend.delete_channel(world.lobby.id)
    with pytest.raises(DeliveryFailed) as gone:
        await world.do(world.courier.post(world.lobby.id, PRESS, "n"))
    assert gone.value.consequence is Consequence.CHANNEL_GONE


async def test_a_message_is_found_by_what_it_says(world: Island) -> None:
    """Among the bot's own since then, oldest first; not what others wrote, nor what looks different."""
    since = world.env.now() - timedelta(seconds=1)
    ids = [await world.do(world.courier.post(world.lobby.id, Message(text="  Day 1  "), f"{n}")) for n in range(2)]
    for other in (PRESS, COUNT, Message(text="Day 1", rows=PRESS.rows)):
        await world.do(world.courier.post(world.lobby.id, other, "o"))
    await world["Ada"].send(world.lobby, "Day 1")
    found = await world.do(world.courier.find(world.lobby.id, Message(text="Day 1"), "0", since))
    assert [one.message_id for one in found] == ids
    later = world.env.now() + timedelta(minutes=1)
    assert await world.do(world.courier.find(world.lobby.id, Message(text="Day 1"), "0", later)) == []


@pytest.mark.parametrize(
    "message",
    [
        PRESS,
        COUNT,
        Message(files=(TextFile(name="log.txt", text="x"),)),
        Message(text="x", rows=(Menu(action="pick", placeholder="Who?", choices=(Choice(label="a", value="1"),)),)),
    ],
)
async def test_a_message_of_any_form_is_found(world: Island, message: Message) -> None:
    """Cards, buttons, menus and files are compared as well."""
    since = world.env.now() - timedelta(seconds=1)
    posted = await world.do(world.courier.post(world.lobby.id, message, "n"))
    found = await world.do(world.courier.find(world.lobby.id, message, "n", since))
    assert [one.message_id for one in found] == [posted]


async def test_an_edit_replaces_everything(world: Island) -> None:
    """The card and the buttons of before are gone."""
    posted = await world.do(world.courier.post(world.lobby.id, PRESS, "n"))
    await world.do(world.courier.edit(world.lobby.id, posted, COUNT))
    shown = world.lobby.history()[-1]
    assert (shown.content, len(shown.embeds), shown.components) == ("**Votes**", 1, [])
    await world.do(world.courier.edit(world.lobby.id, posted, Message(text="closed")))
    assert world.lobby.history()[-1].embeds == []


async def test_a_deleted_message_is_told_apart(world: Island) -> None:
    """10008."""
    posted = await world.do(world.courier.post(world.lobby.id, PRESS, "n"))
    world.env.backend.delete_message(world.lobby.id, posted)
    with pytest.raises(DeliveryFailed) as caught:
        await world.do(world.courier.edit(world.lobby.id, posted, COUNT))
    assert caught.value.consequence is Consequence.MESSAGE_GONE


async def test_a_strike_marks_text_and_card_and_takes_the_buttons(world: Island) -> None:
    """Twice is as once: the second looks and leaves it."""
    message = Message(text="Ada is out.", card=Card(title="Count", text="Ada 3"), rows=PRESS.rows)
    posted = await world.do(world.courier.post(world.lobby.id, message, "n"))
    await world.do(world.courier.strike(world.lobby.id, posted))
    shown = world.lobby.history()[-1]
    assert shown.content == f"{UNDONE}\n~~Ada is out.~~"
    assert (shown.embeds[0].title, shown.embeds[0].description) == ("~~Count~~", "~~Ada 3~~")
    assert shown.components == []
    world.requests()
    await world.do(world.courier.strike(world.lobby.id, posted))
    assert world.requests() == ["GET /channels/…/messages/…"]


async def test_a_thread_that_has_archived_itself_is_opened_again_for_a_message(world: Island) -> None:
    """50083 is no trouble for anyone."""
    room = Room(place="faction", title="mafia", topic="", thread_of="stage")
    thread = await world.do(world.builder.room(world.guild.id, room, "t", world.lobby.id, ()))
    metadata = world.channel(thread).thread_metadata
    assert metadata is not None
    metadata.archived = True
    world.env.inject_error("POST", f"/channels/{thread}/messages", status=400, code=50083)
    await world.do(world.courier.post(thread, Message(text="psst"), "n"))
    assert not metadata.archived
    assert world.texts(thread) == ["psst"]
