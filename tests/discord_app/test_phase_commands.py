"""``/phase``, for the game's moderators."""

from __future__ import annotations

import pytest

from .conftest import World, assert_told

COMMANDS = {"preview": {}, "close": {}, "deadline": {"when": "24h"}, "pause": {}, "resume": {}}


@pytest.mark.parametrize(("who", "why"), [("Ada", "A player cannot moderate"), ("Flo", "Only moderators")])
async def test_phases_are_the_moderators_alone(world: World, who: str, why: str):
    """Neither a player nor a bystander moves the clock, and nothing changes when they try."""
    await world.start()
    before = await world.game()
    for command, options in COMMANDS.items():
        assert_told(await world.slash(world[who], f"phase {command}", game="Friday", **options), why)
    assert await world.game() == before


async def test_the_preview_says_what_would_happen_and_nothing_does(world: World):
    """A dry run, with who is missing."""
    await world.start()
    await world.slash(world["Ada"], "vote", player="Bo", game="Friday")
    before = await world.game()
    assert_told(await world.slash(world.mod, "phase preview"), "Bo")
    assert await world.game() == before


async def test_closing_opens_the_next_phase(world: World):
    """The moderator is told which."""
    await world.start()
    assert_told(await world.slash(world.mod, "phase close"), "Closed. It is Night 1 now.")
    assert (await world.game()).phase == "night-1"


@pytest.mark.clause("A6")
async def test_two_moderators_who_close_at_once_close_one_phase(world: World):
    """The second is told who was first."""
    other = world.join("Other", world.managers)
    await world.start()
    assert_told(await world.slash(world.mod, "phase close"), "Closed. It is Night 1 now.")
    second = await world.slash(other, "phase close", game="Friday")
    assert_told(second, f"Already done by {world.mod.mention}")
    assert (await world.game()).phase == "night-1"


@pytest.mark.clause("A6")
async def test_the_deadline_is_moved_and_what_is_no_time_is_refused(world: World):
    """The reply shows it in the reader's own time zone."""
    await world.start()
    assert_told(await world.slash(world.mod, "phase deadline", when="24h"), "Deadline: <t:")
    moved = (await world.game()).deadline
    assert moved is not None
    assert (moved - world.env.now()).total_seconds() == pytest.approx(24 * 3600, abs=60)
    assert_told(await world.slash(world.mod, "phase deadline", when="soonish"), "I do not understand “soonish”")


@pytest.mark.clause("A6")
async def test_a_paused_game_takes_nothing_until_it_is_resumed(world: World):
    """Pausing twice is told as done."""
    await world.start()
    assert_told(await world.slash(world.mod, "phase pause"), "The game was paused")
    assert_told(await world.slash(world["Ada"], "vote", player="Bo", game="Friday"), "The game is paused")
    assert_told(await world.slash(world.mod, "phase pause"), "Already done")
    assert_told(await world.slash(world.mod, "phase resume"), "The game was resumed")
    assert_told(await world.slash(world["Ada"], "vote", player="Bo", game="Friday"), "Got it")


@pytest.mark.clause("L2.1")
async def test_a_phase_closes_by_itself_at_its_deadline(world: World):
    """The clock runs in the bot, two seconds behind."""
    await world.start()
    await world.env.advance_time(48 * 3600 + 1)
    assert (await world.game()).phase == "day-1"
    await world.env.advance_time(2)
    assert (await world.game()).phase == "night-1"
