"""Moderators' mistakes: what cannot be taken back asks first, all else can be taken back."""

from __future__ import annotations

import discord
import pytest

from ringmaster.sessions.records import GameRecord

from .conftest import NAMES, World, assert_told, readable, told


async def start_with(world: World, *names: str) -> None:
    """A game in which these people play under these names."""
    await world.create(players=len(names))
    await world.sign_up()
    for player, name in zip(NAMES, names, strict=False):
        assert_told(await world.slash(world.mod, "game seat-add", user=world[player], name=name), "has signed up")
    assert_told(await world.slash(world.mod, "game start"), "has started")


@pytest.mark.clause("A6", "A10")
async def test_a_seat_whose_name_is_a_number_is_not_taken_for_the_seat_of_that_number(world: World):
    """The completion offers the name, so the name is what is meant; other numbers are still seats."""
    await start_with(world, "Ada", "Bo", "1", "Di", "Eve")
    assert_told(await world.slash(world.mod, "mod tell", seat="1", text="Hello"), "Told 1: Hello")
    assert "Hello" in world.inbox(world["Cy"])[-1].content
    assert_told(await world.slash(world.mod, "mod tell", seat="2", text="Hello"), "Told Bo: Hello")
    assert_told(await world.slash(world.mod, "mod tell", seat="9" * 5000, text="Hello"), "I know nobody called")


@pytest.mark.clause("A6")
async def test_signed_up_players_are_not_sent_home_by_one_slip(world: World):
    """A game that nobody has joined ends at once; one that people have joined asks first."""
    await world.create("Empty")
    assert_told(await world.slash(world.mod, "game end", game="Empty"), "The game was ended")
    await world.create("Friday")
    await world["Ada"].click(await world.sign_up("Friday"), label="Join")
    asked = await world.slash(world.mod, "game end", game="Friday")
    assert_told(asked, "1 player signed up")
    assert (await world.game(2)).status == "open"
    assert "The game was ended" in told(await world.mod.click(asked.response.message, label="End the game"))


@pytest.mark.clause("A6")
async def test_an_archived_game_cannot_be_corrected_so_it_is_asked_about_first(world: World):
    """Its end can be undone until then."""
    await world.start()
    asked = await world.slash(world.mod, "game end")
    await world.mod.click(asked.response.message, label="End the game")
    asked = await world.slash(world.mod, "game archive")
    assert_told(asked, "cannot be undone any more")
    assert (await world.game()).status == "over"
    shown = await world.slash(world.mod, "mod undo")
    assert_told(shown, "The game was ended by a moderator")
    await world.mod.click(shown.response.message, label="Undo 1")
    assert (await world.game()).status == "running"


@pytest.mark.clause("A6", "L2.7")
async def test_no_count_that_was_undone_is_left_standing(world: World):
    """Neither the final votes of a day that goes on, nor the count with a vote that was taken back."""
    await world.start(players=NAMES)
    for voter in NAMES[1:5]:
        await world.dm(world[voter], "vote Ada")
    await world.env.advance_time(10)
    for point in ("Undo 1", "Undo 1"):
        shown = await world.slash(world.mod, "mod undo")
        await world.mod.click(shown.response.message, label=point)
        await world.env.advance_time(10)
    stage = [message.content for message in readable(world.channel_of(await world.game(), "stage"))]
    counts = [text for text in stage if "**Ada** (" in text and "~~" not in text]
    assert len(counts) == 1
    assert "**Ada** (2): Bo, Cy" in counts[0]
    assert not any("Eliminated: Ada" in text for text in stage if "~~" not in text)


@pytest.mark.clause("A6")
async def test_the_wrong_cohost_is_out_of_the_booth_again(world: World):
    """Somebody has to stay; whoever is removed can do nothing any more."""
    await world.start()
    assert_told(await world.slash(world.mod, "mod cohost", user=world["Flo"]), "is a moderator now")
    assert may_read(world, world["Flo"].id, "booth", await world.game())
    removed = await world.slash(world.mod, "mod cohost", user=world["Flo"], remove=True)
    assert_told(removed, "is no longer a moderator")
    assert not may_read(world, world["Flo"].id, "booth", await world.game())
    assert_told(await world.slash(world["Flo"], "mod log", game="Friday"), "Only moderators of this game")
    again = await world.slash(world.mod, "mod cohost", user=world["Flo"], remove=True)
    assert_told(again, "They are no moderator of this game")
    last = await world.slash(world.mod, "mod cohost", user=world.mod, remove=True)
    assert_told(last, "The game has no other moderator")


def may_read(world: World, account: int, place: str, record: GameRecord) -> bool:
    """Whether somebody may read in a place."""
    permissions = world.env.backend.compute_permissions(world.guild.id, account, record.places[place])
    return discord.Permissions(permissions).view_channel


@pytest.mark.clause("A6")
async def test_bots_neither_play_nor_moderate(world: World):
    """Not by sign-up, as a replacement, or as a moderator."""
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    await world.create()
    await world.sign_up()
    assert_told(await world.slash(world.mod, "game seat-add", user=robot), "Bots neither play nor moderate")
    for player in NAMES[:5]:
        await world.slash(world.mod, "game seat-add", user=world[player])
    assert_told(await world.slash(world.mod, "game start"), "has started")
    assert_told(await world.slash(world.mod, "mod replace", seat="Ada", user=robot), "Bots neither play")
    assert_told(await world.slash(world.mod, "mod cohost", user=robot), "Bots neither play")


@pytest.mark.parametrize("power", ["administrator", "manage_channels", "manage_threads"])
async def test_whoever_could_read_the_mafias_thread_does_not_play_unless_a_moderator_means_it(world: World, power: str):
    """Also where nobody is anonymous."""
    chief = world.join("Chief", world.guild.create_role("Chiefs", permissions=world.power(power)))
    await world.create()
    message = await world.sign_up()
    for player in (chief, world["Ada"], world["Bo"], world["Cy"], world["Di"]):
        await player.click(message, label="Join")
    assert_told(await world.slash(world.mod, "game start"), "Chief could look behind the scenes")
    assert_told(await world.slash(world.mod, "game start", override=True), "has started")


async def test_trying_again_after_leaving_does_not_count_as_out_of_reach(world: World):
    """The button stays on the reply to joining; pressed by who has left, it says so and nothing more."""
    await world.create()
    fault = world.close_dms(world["Ada"])
    message = await world.sign_up()
    joined = await world["Ada"].click(message, label="Join")
    await world["Ada"].click(message, label="Leave")
    world.open_dms(fault)
    await world.dm(world["Ada"], "help")
    await world["Ada"].click(joined.response.message, label="Try again")
    assert await world.bot.sessions.look(lambda uow: uow.unreachable([world["Ada"].id])) == frozenset()
