"""The builder in a simulated Discord: places are open and closed to whom they should be, in few requests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import discord
import pytest
import pytest_asyncio
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from ringmaster.discord_app.consequences import Consequence, DeliveryFailed
from ringmaster.sessions.messages import Room

from .island import Island, island

TOKEN = "0123456789ab"
EVERYONE = {"Ada", "Bo", "Cy", "Di"}


@pytest_asyncio.fixture
async def world() -> AsyncIterator[Island]:
    """A server with a small bot and four people."""
    async with island() as opened:
        yield opened


def stage(world: Island, *writers: str, is_open: bool = True) -> Room:
    """Readable by all, written in by some."""
    return Room(place="stage", title="stage", topic="The game.", public=True, writers=world.ids(*writers), open=is_open)


def booth(world: Island, *writers: str, readers: tuple[str, ...] = ()) -> Room:
    """Hidden from everyone else."""
    return Room(place="booth", title="booth", topic="Mods.", writers=world.ids(*writers), readers=world.ids(*readers))


def faction(world: Island, *members: str, is_open: bool = True) -> Room:
    """A private thread."""
    return Room(place="faction", title="mafia", topic="", thread_of="stage", writers=world.ids(*members), open=is_open)


async def make(world: Island, room: Room, parent: int | None = None) -> int:
    """Make a channel, under a category of its own by default."""
    if parent is None:
        parent = await world.do(world.builder.category(world.guild.id, "Game", world.env.now()))
    return await world.do(world.builder.room(world.guild.id, room, TOKEN, parent, ()))


async def fit(world: Island, channel_id: int, room: Room) -> list[str]:
    """Fit a place; the requests that it took."""
    world.requests()
    await world.do(world.builder.fit(world.guild.id, channel_id, room))
    return world.requests()


# ---------------------------------------------------------------------------------------- channels


async def test_the_stage_is_read_by_all_and_written_by_the_living(world: Island) -> None:
    """From its first moment on, and nobody starts threads of their own."""
    channel = await make(world, stage(world, "Ada", "Bo"))
    assert world.who_reads(channel) == EVERYONE
    assert world.who_writes(channel) == {"Ada", "Bo"}
    bits = world.env.backend.compute_permissions(world.guild.id, world["Ada"].id, channel)
    allowed = discord.Permissions(bits)
    assert not allowed.create_public_threads
    assert not allowed.create_private_threads
    assert allowed.send_messages_in_threads


async def test_the_stage_is_locked_at_night_and_opened_by_day_in_one_request_each(world: Island) -> None:
    """And nothing is asked of Discord when nothing has changed."""
    channel = await make(world, stage(world, "Ada", "Bo"))
    assert await fit(world, channel, stage(world, "Ada", "Bo", is_open=False)) == ["PATCH /channels/…"]
    assert world.who_writes(channel) == set()
    assert world.who_reads(channel) == EVERYONE
    assert await fit(world, channel, stage(world, "Ada", "Bo", is_open=False)) == []
    assert await fit(world, channel, stage(world, "Ada")) == ["PATCH /channels/…"]
    assert world.who_writes(channel) == {"Ada"}


async def test_the_booth_is_hidden_from_all_others(world: Island) -> None:
    """Explicitly: nothing is left to what a category would hand down."""
    channel = await make(world, booth(world, "Di", readers=("Cy",)))
    assert world.who_reads(channel) == {"Cy", "Di"}
    assert world.who_writes(channel) == {"Di"}


async def test_a_hidden_place_that_is_closed_can_still_be_read(world: Island) -> None:
    """An archived game's booth."""
    channel = await make(world, booth(world, "Di"))
    await fit(world, channel, replace(booth(world, "Di"), open=False))
    assert world.who_reads(channel) == {"Di"}
    assert world.who_writes(channel) == set()


async def test_the_bot_itself_can_read_and_write_everywhere(world: Island) -> None:
    """Without being an administrator it would lock itself out of what it hides."""
    channel = await make(world, booth(world))
    assert world.bot.user is not None
    allowed = discord.Permissions(world.env.backend.compute_permissions(world.guild.id, world.bot.user.id, channel))
    assert allowed.view_channel
    assert allowed.send_messages
    assert allowed.create_private_threads


async def test_only_bits_are_set_that_the_bot_has_itself(world: Island) -> None:
    """Discord refuses others with 50013."""
    world.grant_everyone(add_reactions=False, create_public_threads=False)
    world.grant(add_reactions=False, create_public_threads=False)
    await world.env.settle()
    channel = await make(world, stage(world, "Ada"))
    mine = world.guild.me
    assert mine is not None
    assert not mine.guild_permissions.add_reactions
    for overwrite in world.channel(channel).overwrites:
        assert (overwrite.allow | overwrite.deny) & ~mine.guild_permissions.value == 0


async def test_a_bot_that_could_not_hide_anything_makes_nothing(world: Island) -> None:
    """Rather no booth than one that everybody can read."""
    world.grant_everyone(view_channel=False)
    world.grant(view_channel=False)
    await world.env.settle()
    with pytest.raises(DeliveryFailed) as caught:
        await make(world, booth(world, "Di"))
    assert caught.value.consequence is Consequence.BLOCKED
    assert "booth" not in {channel.name for channel in world.env.backend.channels.values()}


async def test_a_missing_permission_is_told_apart(world: Island) -> None:
    """50013, as the server itself answers."""
    world.grant(manage_channels=False)
    await world.env.settle()
    with pytest.raises(DeliveryFailed) as caught:
        await make(world, stage(world))
    assert caught.value.consequence is Consequence.BLOCKED


async def test_somebody_who_has_left_the_server_is_no_trouble(world: Island) -> None:
    """Their overwrite is written by ID, and still there when they come back."""
    channel = await make(world, stage(world, "Ada", "Bo"))
    world.guild.remove_member(world["Bo"])
    await world.env.settle()
    assert await fit(world, channel, stage(world, "Ada", "Bo")) == []
    assert await fit(world, channel, stage(world, "Bo")) == ["PATCH /channels/…"]
    assert world["Bo"].id in {overwrite.target_id for overwrite in world.channel(channel).overwrites}


async def test_what_the_server_has_set_for_a_role_stays(world: Island) -> None:
    """A muted role stays muted; a person's overwrite that the game does not know goes."""
    channel = await make(world, stage(world, "Ada"))
    role = world.guild.create_role("Muted")
    deny = discord.Permissions(send_messages=True).value
    world.env.backend.set_overwrite(channel, Overwrite(target_id=role.id, type=OverwriteType.ROLE, deny=deny))
    world.env.backend.set_overwrite(channel, Overwrite(target_id=world["Cy"].id, type=OverwriteType.MEMBER, allow=deny))
    await world.env.settle()
    await fit(world, channel, stage(world, "Ada"))
    targets = {overwrite.target_id for overwrite in world.channel(channel).overwrites}
    assert role.id in targets
    assert world["Cy"].id not in targets


async def test_two_changes_faster_than_the_gateway_are_both_made(world: Island) -> None:
    """Closed and opened again before discord.py's cache has noticed: the last one counts."""
    channel = await make(world, stage(world, "Ada"))

    async def both() -> None:
        await world.builder.fit(world.guild.id, channel, stage(world, "Ada", is_open=False))
        await world.builder.fit(world.guild.id, channel, stage(world, "Ada"))

    await world.do(both())
    assert world.who_writes(channel) == {"Ada"}


async def test_no_overwrite_names_a_player_of_a_game_that_writes_nowhere(world: Island) -> None:
    """An anonymous game's stage: everyone reads, only the bot is named."""
    channel = await make(world, stage(world))
    targets = {overwrite.target_id for overwrite in world.channel(channel).overwrites}
    assert world.bot.user is not None
    assert targets == {world.guild.id, world.bot.user.id}


async def test_a_channel_of_the_servers_own_is_fitted_as_it_is(world: Island) -> None:
    """A moderator has named it: its name and topic stay."""
    await fit(world, world.lobby.id, stage(world, "Ada"))
    assert world.who_writes(world.lobby.id) == {"Ada"}
    assert world.channel(world.lobby.id).name == "lobby"


async def test_a_place_that_is_no_text_channel_counts_as_gone(world: Island) -> None:
    """A category cannot be written in."""
    category = await world.do(world.builder.category(world.guild.id, "Game", world.env.now()))
    with pytest.raises(DeliveryFailed) as caught:
        await fit(world, category, stage(world))
    assert caught.value.consequence is Consequence.CHANNEL_GONE


# ----------------------------------------------------------------------------------------- threads


async def test_a_faction_has_a_private_thread_with_its_members_only(world: Island) -> None:
    """A week until it archives itself, and members cannot bring others in."""
    thread = await make(world, faction(world, "Ada", "Bo"), await make(world, stage(world)))
    requests = await fit(world, thread, faction(world, "Ada", "Bo"))
    assert requests == [
        "GET /channels/…/thread-members",
        "PUT /channels/…/thread-members/…",
        "PUT /channels/…/thread-members/…",
    ]
    channel = world.channel(thread)
    assert channel.thread_metadata is not None
    assert channel.thread_metadata.auto_archive_duration == 10080
    assert world.who_reads(thread) == {"Ada", "Bo"}
    (sent,) = [body for kind, path, body in world.env.backend.transcript if path.endswith("/threads")]
    assert sent["invitable"] is False


async def test_whoever_does_not_belong_to_a_thread_any_more_is_out(world: Island) -> None:
    """Before anyone new comes in."""
    thread = await make(world, faction(world), await make(world, stage(world)))
    await fit(world, thread, faction(world, "Ada", "Bo"))
    requests = await fit(world, thread, faction(world, "Bo", "Cy"))
    assert [request.split()[0] for request in requests] == ["GET", "DELETE", "PUT"]
    assert world.who_reads(thread) == {"Bo", "Cy"}


async def test_a_thread_is_locked_and_opened_again(world: Island) -> None:
    """By night only when there is no talk by day."""
    thread = await make(world, faction(world), await make(world, stage(world)))
    metadata = world.channel(thread).thread_metadata
    assert metadata is not None
    assert (await fit(world, thread, faction(world, is_open=False)))[0] == "PATCH /channels/…"
    assert metadata.locked
    assert await fit(world, thread, faction(world, is_open=False)) == ["GET /channels/…/thread-members"]
    await fit(world, thread, faction(world))
    assert not metadata.locked


async def test_an_archived_thread_is_opened_again(world: Island) -> None:
    """Nobody wrote in it for a week; discord.py has forgotten it."""
    thread = await make(world, faction(world), await make(world, stage(world)))
    world.env.backend.edit_channel(thread, {}, thread_metadata={"archived": True})
    await world.env.settle()
    await fit(world, thread, faction(world))
    metadata = world.channel(thread).thread_metadata
    assert metadata is not None
    assert not metadata.archived


async def test_a_member_who_has_left_the_server_does_not_stop_the_others(world: Island) -> None:
    """10007 for one of them."""
    thread = await make(world, faction(world), await make(world, stage(world)))
    world.env.inject_error(
        "PUT", f"/channels/{thread}/thread-members/{world['Ada'].id}", status=404, code=10007, times=None
    )
    await fit(world, thread, faction(world, "Ada", "Bo"))
    assert world.who_reads(thread) == {"Bo"}


async def test_a_thread_that_is_not_needed_any_more_is_locked_and_archived(world: Island) -> None:
    """A channel stays as it is."""
    channel = await make(world, stage(world, "Ada"))
    thread = await make(world, faction(world), channel)
    await world.do(world.builder.retire(world.guild.id, thread))
    await world.do(world.builder.retire(world.guild.id, channel))
    metadata = world.channel(thread).thread_metadata
    assert metadata is not None
    assert (metadata.archived, metadata.locked) == (True, True)
    assert world.who_writes(channel) == {"Ada"}


# ----------------------------------------------------------------------------- made once, not twice


async def test_a_channel_that_was_made_and_not_stored_is_found_by_its_token(world: Island) -> None:
    """Never by its name: another "stage" is somebody else's."""
    other = world.guild.create_text_channel("stage")
    channel = await make(world, stage(world))
    assert channel != other.id
    parent = world.channel(channel).parent_id
    assert await make(world, stage(world), parent) == channel
    assert TOKEN in (world.channel(channel).topic or "")


async def test_a_category_that_was_made_and_not_stored_is_found_while_it_is_empty(world: Island) -> None:
    """Only one that is new; one with channels is somebody's."""
    old = world.guild.create_category("Game")
    await world.env.advance_time(60)
    since = world.env.now() - timedelta(seconds=1)
    first = await world.do(world.builder.category(world.guild.id, "Game", since))
    assert first != old.id
    assert await world.do(world.builder.category(world.guild.id, "Game", since)) == first
    await make(world, stage(world), first)
    assert await world.do(world.builder.category(world.guild.id, "Game", since)) not in (first, old.id)


async def test_a_thread_that_was_made_and_not_stored_is_found_while_it_is_empty(world: Island) -> None:
    """One with members, or with messages, or that belongs to another place, is left alone."""
    parent = await make(world, stage(world))
    first = await make(world, faction(world), parent)
    assert await make(world, faction(world), parent) == first
    taken = await world.do(world.builder.room(world.guild.id, faction(world), TOKEN, parent, (first,)))
    assert taken != first
    await fit(world, taken, faction(world, "Ada"))
    await world["Ada"].send(world.handle(taken), "psst")
    assert await make(world, faction(world), parent) == first
    await fit(world, first, faction(world, "Bo"))
    assert await make(world, faction(world), parent) not in (first, taken)


async def test_a_full_category_makes_no_trouble(world: Island) -> None:
    """Fifty channels fit into one; the next stands beside it."""
    category = await world.do(world.builder.category(world.guild.id, "Game", world.env.now()))
    for number in range(50):
        world.env.backend.create_channel(world.guild.id, f"channel {number}", parent_id=category)
    await world.env.settle()
    channel = await make(world, stage(world), category)
    assert world.channel(channel).parent_id is None


async def test_a_category_that_is_gone_is_told_apart(world: Island) -> None:
    """So that it is made again."""
    with pytest.raises(DeliveryFailed) as caught:
        await make(world, stage(world), 12345)
    assert caught.value.consequence is Consequence.CHANNEL_GONE


async def test_a_server_that_the_bot_has_left_is_told_apart(world: Island) -> None:
    """Everything there waits until it is back."""
    with pytest.raises(DeliveryFailed) as caught:
        await world.do(world.builder.fit(4711, world.lobby.id, stage(world)))
    assert caught.value.consequence is Consequence.BLOCKED
