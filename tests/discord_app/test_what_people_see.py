"""What people see is what holds: the deadline that is shown, the places that are open to them."""

from __future__ import annotations

import re

import discord
import pytest

from .conftest import NAMES, World, assert_told, readable


def shown_deadline(world: World, place: list[discord.Message]) -> int:
    """The deadline on the newest message that shows the vote count."""
    count = [message for message in place if "– votes**" in message.content][-1]
    (seconds,) = re.findall(r"Deadline: <t:(\d+):F>", count.content)
    return int(seconds)


@pytest.mark.clause("A6")
async def test_the_deadline_that_is_shown_is_the_one_that_holds(world: World):
    """Moved, paused and resumed, brought back by an undo: the count says when the day closes."""
    await world.start()
    for command, options in (
        ("phase deadline", {"when": "+7h"}),
        ("phase deadline", {"when": "3h"}),
        ("phase pause", {}),
        ("phase resume", {}),
        ("phase close", {}),
        ("mod undo", {}),
    ):
        answer = await world.slash(world.mod, command, **options)
        if command == "mod undo":
            await world.mod.click(answer.response.message, label="Undo 1")
        await world.env.advance_time(60)
        record = await world.game()
        if record.phase == "day-1" and record.deadline is not None:
            stage = readable(world.channel_of(record, "stage"))
            assert shown_deadline(world, stage) == int(record.deadline.timestamp()), command
    record = await world.game()
    assert (record.phase, record.status) == ("day-1", "running")


def may_read(world: World, name: str, channel_id: int) -> bool:
    """Whether somebody may read a channel."""
    permissions = world.env.backend.compute_permissions(world.guild.id, world[name].id, channel_id)
    return discord.Permissions(permissions).view_channel


async def test_a_spectator_who_comes_late_reads_the_gallery_at_once_and_one_who_leaves_does_not(world: World):
    """Players do not, whatever they press."""
    await world.start()
    gallery = (await world.game()).places["gallery"]
    assert not may_read(world, "Flo", gallery)
    assert_told(await world.slash(world["Flo"], "spectate", game="Friday"), "You are watching")
    assert may_read(world, "Flo", gallery)
    assert_told(await world.slash(world["Flo"], "spectate", game="Friday"), "no longer watching")
    assert not may_read(world, "Flo", gallery)
    assert_told(await world.slash(world["Ada"], "spectate", game="Friday"), "cannot be spectators")
    assert not may_read(world, "Ada", gallery)


async def test_closed_direct_messages_hold_up_neither_the_start_nor_the_end(world: World):
    """Nor a phase in between; the others get everything."""
    for name in NAMES[:5:2]:
        world.close_dms(world[name])
    await world.start()
    assert any("You are a **" in message.content for message in world.inbox(world["Bo"]))
    assert_told(await world.slash(world.mod, "phase close"), "Night 1")
    asked = await world.slash(world.mod, "game end")
    await world.mod.click(asked.response.message, label="End the game")
    assert (await world.game()).status == "over"
    stage = readable(world.channel_of(await world.game(), "stage"))
    assert any("Who was what" in message.content for message in stage)


@pytest.mark.clause("L1.2")
async def test_what_is_offered_while_typing_tells_no_role(world: World):
    """Goons and Townies are offered the same, by day and by night, and moderators' options nothing at all."""
    await world.start(players=NAMES, mafia=2)
    for _ in range(2):
        offers = {
            name: [
                [choice["name"] for choice in await world[name].autocomplete(world.lobby, command, option, "")]
                for command, option in (("vote", "player"), ("vote", "game"), ("mod submit", "seat"))
            ]
            for name in NAMES
        }
        assert all(offer == offers["Ada"] for offer in offers.values())
        assert offers["Ada"][2] == []
        await world.slash(world.mod, "phase close")
