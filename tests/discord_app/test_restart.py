"""Restarts, and being away: games go on, buttons work, deadlines hold, and what was sent meanwhile counts."""

from __future__ import annotations

import asyncio

import pytest

from ringmaster.discord_app.lifeline import read_heartbeat

from .conftest import World, assert_told, told


async def test_a_game_goes_on_after_a_restart(world: World):
    """Buttons and menus from before still work, votes are still there."""
    await world.start()
    await world.slash(world["Bo"], "vote", player="Cy", game="Friday")
    shown = await world.slash(world["Ada"], "act")
    await world.restart()
    assert "Got it: vote for **Bo**" in told(await world["Ada"].select(shown.response.message, ["2"]))
    wagons = (await world.game()).state.wagons
    assert [wagons.target_of(seat) for seat in (1, 2)] == [2, 3]
    assert_told(await world.slash(world.mod, "phase close"), "Night 1")


async def test_the_sign_up_message_works_after_a_restart(world: World):
    """People can still join."""
    await world.create()
    message = await world.sign_up()
    await world.restart()
    assert_told(await world["Ada"].click(message, label="Join"), "You are in")


async def test_a_question_that_was_open_has_expired_after_a_restart(world: World):
    """Which of several games was meant is asked again by using the command again."""
    await world.start("Friday")
    await world.start("Sunday", ("Ada", "Bo", "Cy", "Flo", "Gus"))
    asked = await world.slash(world["Ada"], "vote", player="Bo")
    await world.restart()
    assert "too old by now" in told(await world["Ada"].select(asked.response.message, ["1"]))


@pytest.mark.clause("A1")
async def test_what_was_written_while_the_bot_was_away_counts_once(world: World):
    """Read when it is back, answered, and not taken twice."""
    await world.start()
    await world.dm(world["Bo"], "vote Cy")
    before = len(world.inbox(world["Bo"]))
    world.write_unheard(world["Ada"], "vote Bo")
    world.write_unheard(world["Ada"], "dance")
    await world.restart()
    wagons = (await world.game()).state.wagons
    assert [wagons.target_of(seat) for seat in (1, 2)] == [2, 3]
    assert "Got it: vote for **Bo**" in world.inbox(world["Ada"])[-2].content
    assert "I did not understand that" in world.inbox(world["Ada"])[-1].content
    await world.restart()
    assert len(world.inbox(world["Bo"])) == before
    assert [m.content for m in world.inbox(world["Ada"])].count("Got it") <= 1


@pytest.mark.clause("A7")
async def test_a_deadline_that_passed_while_the_bot_was_away_moves_by_as_long(world: World):
    """Away for most of the last hour: nobody could send anything, so everyone gets the time back."""
    await world.start()
    was = (await world.game()).deadline
    assert was is not None
    await world.env.advance_time((was - world.env.now()).total_seconds() - 3600)
    await world.away_for(2 * 3600)
    record = await world.game()
    assert record.phase == "day-1"
    assert record.deadline is not None
    assert record.deadline > was
    assert any("I was away for part of the last hour" in text for text in world.everything_posted())


@pytest.mark.clause("A7")
async def test_a_short_absence_changes_no_deadline(world: World):
    """What was due meanwhile is done at once."""
    await world.start()
    await world.slash(world.mod, "phase deadline", when="1h 5m")
    await world.env.advance_time(3660)
    await world.away_for(300)
    assert (await world.game()).phase == "night-1"


@pytest.mark.clause("A7")
async def test_without_a_connection_no_deadline_passes(world: World):
    """The clock stands until the gateway is back."""
    await world.start()
    was = (await world.game()).deadline
    assert was is not None
    await world.disconnect()
    await world.env.advance_time((was - world.env.now()).total_seconds() + 60)
    assert (await world.game()).phase == "day-1"
    await world.reconnect()
    record = await world.game()
    assert record.phase == "day-1"
    assert record.deadline is not None
    assert record.deadline > was


async def test_commands_are_registered_once(world: World):
    """Not at every start, or Discord refuses one day."""
    registered = [r for r in world.env.http_requests if r.method == "PUT" and r.path.endswith("/commands")]
    assert len(registered) == 1
    await world.restart()
    registered = [r for r in world.env.http_requests if r.method == "PUT" and r.path.endswith("/commands")]
    assert len(registered) == 1


async def test_the_heartbeat_is_written_while_connected_and_not_otherwise(world: World):
    """It is what the health check looks at."""
    file = world.config.heartbeat_file
    first = read_heartbeat(file)
    await world.env.advance_time(3600)
    assert read_heartbeat(file) == pytest.approx(world.env.now().timestamp(), abs=1)
    await world.disconnect()
    await world.env.advance_time(7200)
    assert first is not None
    assert read_heartbeat(file) == pytest.approx(first + 3600, abs=1)


async def test_closing_lets_go_of_everything(world: World):
    """No task is left behind, and closing twice does no harm."""
    await world.start()
    await world.env.shutdown()
    await world.bot.close()
    await world.bot.close()
    left = [task.get_name() for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    assert left == []
