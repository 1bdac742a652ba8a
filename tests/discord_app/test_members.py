"""People who leave the server and come back."""

from __future__ import annotations

from .conftest import World, told


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
