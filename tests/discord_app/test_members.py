"""People who leave the server and come back."""

from __future__ import annotations

from unittest.mock import Mock

import discord
import pytest

from ringmaster.discord_app.absence import Absence

from .conftest import NAMES, World, assert_told, told


async def test_a_player_who_leaves_stays_in_the_game(world: World):
    """The seat is marked, the moderators are told what they can do."""
    await world.start()
    world.guild.remove_member(world["Ada"])
    await world.env.settle()
    record = await world.game()
    assert record.seat(1).away
    assert 1 in record.state.living
    assert any("Ada has left the server and stays in the game" in text for text in world.everything_posted())
    assert "Ada has left the server: `/mod replace` or `/mod remove`" in told(
        await world.slash(world.mod, "game status")
    )


async def test_a_player_who_comes_back_is_there_again(world: World):
    """The mark goes."""
    await world.start()
    user = world["Ada"].user
    world.guild.remove_member(world["Ada"])
    await world.env.settle()
    world.guild.add_member(user)
    await world.env.settle()
    assert not (await world.game()).seat(1).away


async def test_a_player_who_has_left_can_still_play(world: World):
    """Direct messages do not need the server."""
    await world.start()
    user = world["Ada"].user
    world.guild.remove_member(world["Ada"])
    await world.env.settle()
    await user.send_dm("vote Bo")
    assert (await world.game()).state.wagons.target_of(1) == 2


async def test_members_of_no_game_come_and_go_unnoticed(world: World):
    """Nothing is posted."""
    await world.start()
    posted = world.everything_posted()
    world.guild.remove_member(world["Flo"])
    await world.env.settle()
    assert world.everything_posted() == posted


@pytest.mark.clause("A6")
async def test_a_game_that_everyone_has_left_stands_still_until_a_moderator_decides(world: World):
    """It does not open one phase after the other for ever; the moderators are told, and can go on."""
    await world.start()
    for name in NAMES[:5]:
        assert (await world.game()).status == "running"
        world.guild.remove_member(world[name])
        await world.env.settle()
    assert (await world.game()).status == "paused"
    assert any("so I have paused the game" in text for text in world.everything_posted())
    assert_told(await world.slash(world.mod, "mod replace", seat="Ada", user=world["Gus"]), world["Gus"].mention)
    assert_told(await world.slash(world.mod, "phase resume"), "The game was resumed")


@pytest.mark.clause("A6")
async def test_the_games_of_a_server_that_the_bot_is_removed_from_stand_still(world: World):
    """Nobody there could read what is decided."""
    await world.start()
    left = (await world.game()).deadline
    await world.removed_from_the_server()
    assert (await world.game()).status == "paused"
    assert left is not None
    await world.env.advance_time((left - world.env.now()).total_seconds() + 60)
    assert (await world.game()).phase == "day-1"


@pytest.mark.clause("A6")
async def test_a_removal_while_the_bot_was_away_is_noticed_when_it_is_back(world: World):
    """It is not in the server any more, and nothing told it so."""
    await world.start()
    elsewhere = Mock(spec=discord.Client)
    elsewhere.get_guild.return_value = None
    await Absence(elsewhere, Mock(), world.bot.sessions).look_around()
    assert (await world.game()).status == "paused"
    await Absence(elsewhere, Mock(), world.bot.sessions).look_around()
    assert (await world.game()).paused_for is not None
