"""Whole games of Twitch Plays Mafia as people live them, with the bot restarted in the middle of a night and a day."""

from __future__ import annotations

import pytest

from . import twitch_show
from .conftest import World, told
from .twitch_show import Show


async def end_of_night(show: Show, number: int) -> str:
    """The night passes; what everyone reads in the morning."""
    await show.until_the_deadline()
    assert await show.phase() == f"day-{number + 1}"
    morning, count = await show.news("stage")
    assert count.startswith(f"**Day {number + 1} – ")
    return morning


@pytest.mark.clause("T1.1", "T2.1", "T3.2", "T4.2", "T4.5", "T4.6", "T4.7", "T5.2", "T5.3", "T5.5", "T6.1", "A5", "A8")
async def test_nine_people_play_until_no_dome_is_left(world: World) -> None:
    """A kill, START9, a stun and a restart, a tie and a restart, a bus, a majority, a protection, the last majority."""
    show = await twitch_show.start(world, rolls={"day-2/tie": 2})
    for name in twitch_show.PLAYERS:
        (role,) = [m.content for m in world.inbox(world[name]) if "has begun" in m.content]
        assert ("**Dome Supporter**" in role) is (name in ("Bo", "Vicky"))
        assert ("Your partners" in role) is (name in ("Bo", "Vicky"))
    await show.news("stage")

    # Night 0: the kill goes through, and nobody reads why.
    await show.kill("Bo", "kill Di by Bo")
    assert not await show.may_write("Ada", "stage")
    morning = await end_of_night(show, 0)
    assert morning == "**Night 0 is over.**\n**Di** was found dead. **Di** was a **Helix Follower**."
    assert (await show.may_write("Ada", "stage"), await show.may_write("Di", "stage")) == (True, False)

    # Day 1: four of eight are not more than half, five are.
    await show.vote("start9", "Bo", "Vicky", "Kiyoko", "Ada")
    assert await show.phase() == "day-1"
    assert "With that, Day 1 is over." in await show.send("Eve", "vote START9")
    result, night = await show.news("stage")
    assert "Nobody is lynched: START9 has 5 votes of 8, a majority, which ends the day at once." in result
    assert night.startswith("**Night 1 has begun.**")

    # Night 1: the sender of the kill is stunned; the bot is restarted in between.
    assert "Got it: stun **Bo**" in await show.send("Kiyoko", "stun Bo")
    await world.restart()
    await show.kill("Vicky", "kill Kiyoko by Bo")
    assert await end_of_night(show, 1) == "**Night 1 is over.**\nNobody died."

    # Day 2: a tie, decided by a roll at the deadline; the bot is restarted between the votes.
    await show.vote("Cy", "Bo")
    await world.restart()
    await show.vote("Bo", "Cy")
    assert "1d2 over Bo; Cy" in told(await world.slash(world.mod, "phase preview"))
    await show.until_the_deadline()
    result, _ = await show.news("stage")
    assert "**Cy** is lynched: Bo and Cy are tied with 1 vote each; decided by the roll 1d2: 2" in result
    assert "**Cy** was a **Helix Follower**." in result

    # Night 2: the bus brings the kill to somebody else.
    assert "Got it: bus" in await show.send("Ada", "bus kiyoko & tom and jerry")
    await show.kill("Vicky", "kill Kiyoko by Vicky")
    assert "**Tom and Jerry** was found dead." in await end_of_night(show, 2)

    # Day 3: four of six are a majority.
    await show.vote("Bo", "Kiyoko", "Bird Jesus", "Ada", "Eve")
    result, _ = await show.news("stage")
    assert "**Bo** is lynched: 4 of 6 votes are a majority" in result
    assert "**Bo** was a **Dome Supporter**." in result
    assert not await show.may_read("Bo", "faction")

    # Night 3: the kill is protected against.
    assert "Got it: protect **Ada**" in await show.send("Eve", "Protect Ada")
    await show.kill("Vicky", "kill Ada")
    assert await end_of_night(show, 3) == "**Night 3 is over.**\nNobody died."

    # Day 4: the last of the Dome goes.
    letters = {name: len(world.inbox(world[name])) for name in twitch_show.PLAYERS}
    await show.vote("Vicky", "Kiyoko", "Ada", "Eve")
    record = await show.record()
    assert (record.status, record.state.outcome.winner) == ("over", "helix")
    _, over, revealed = await show.news("stage")
    assert over == "**The game is over. The Helix Followers have won: no Dome Supporter is left.**"
    assert "1. Bo: Dome Supporter\n2. Vicky: Dome Supporter\n3. Kiyoko: Helix Follower" in revealed
    assert record.seed in revealed
    assert len(world.inbox(world["Vicky"])) == letters["Vicky"], "nobody is told to keep secrets that are out"
    assert await show.may_write("Di", "stage")
    assert await show.may_read("Di", "faction")
    assert (await world.bot.sessions.status(1)).undelivered == 0


@pytest.mark.clause("T2.5", "A5")
async def test_the_end_opens_all_submissions_and_rolls_in_a_file(world: World) -> None:
    """Night by night, in the order in which things happened, in words."""
    show = await twitch_show.start(world, rolls={"night-0/bus": 1})
    await show.send("Ada", "bus Tom and Jerry, Bird Jesus")
    await show.send("Cy", "bus Kiyoko and Ada")
    await show.kill("Vicky", "kill Bird Jesus by Vicky")
    await show.until_the_deadline()
    await show.vote("Bo", "Ada", "Cy", "Di", "Eve", "Kiyoko")
    await show.until_the_deadline()
    await show.vote("Vicky", "Ada", "Cy", "Di", "Eve")
    assert (await show.record()).status == "over"
    (file,) = [attached for message in (await show.place("stage")).history() for attached in message.attachments]
    assert file.filename == "whole-game.txt"
    lines = [line.partition("UTC  ")[2] or line for line in (await file.read()).decode().splitlines()]
    first, end = lines.index("Night 0"), lines.index("Night 1")
    assert lines[first:end] == [
        "Night 0",
        "Ada: bus Tom and Jerry and Bird Jesus.",
        "Cy: bus Kiyoko and Ada.",
        "Vicky names the kill: Bird Jesus, sent by Vicky.",
        "Night 0 is closed at the deadline.",
        "Rolled 1d2: 1 (`night-0/bus`).",
        "Bus drawn: Ada on Tom and Jerry and Bird Jesus; it happens. No stun. No protect. "
        "Kill by Vicky on Bird Jesus: Tom and Jerry dies.",
        "Tom and Jerry dies.",
        "Tom and Jerry is out and was a Helix Follower.",
        "",
        "Day 1",
        "Ada votes for Bo.",
        "Cy votes for Bo.",
        "Di votes for Bo.",
        "Eve votes for Bo.",
        "Kiyoko votes for Bo.",
        "Day 1 is closed by a majority.",
        "Bo is lynched by a majority.",
        "Bo is out and was a Dome Supporter.",
        "",
    ]


@pytest.mark.clause("T5.6", "T6.2", "T6.3")
async def test_the_dome_win_when_they_outnumber_and_not_before(world: World) -> None:
    """Two against two go on; two against one is the end."""
    show = await twitch_show.start(world, ("Bo", "Vicky", "Kiyoko", "Ada", "Cy"), dome=2)
    await show.kill("Bo", "kill Kiyoko")
    await show.until_the_deadline()
    assert (await show.phase(), await show.living()) == ("day-1", ["Bo", "Vicky", "Ada", "Cy"])
    await show.until_the_deadline()
    assert any("Nobody is lynched: nobody has a vote." in text for text in await show.news("stage"))
    await show.kill("Vicky", "kill Ada by Vicky")
    await show.until_the_deadline()
    assert (await show.record()).status == "over"
    over = next(text for text in await show.news("stage") if "The game is over" in text)
    assert over == "**The game is over. The Dome Supporters have won: they outnumber the Helix Followers.**"


@pytest.mark.clause("T1.4", "T4.7")
async def test_the_dead_leave_the_stage_for_the_gallery(world: World) -> None:
    """With the spectators; from there they see no more than everyone, and they send nothing any more."""
    show = await twitch_show.start(world)
    world.join("Zoe")
    await world.slash(world["Zoe"], "spectate")
    assert await show.may_write("Zoe", "gallery")
    assert not await show.may_read("Di", "gallery")
    await show.kill("Bo", "kill Di")
    await show.until_the_deadline()
    assert await show.may_write("Di", "gallery")
    assert await show.may_read("Di", "stage")
    assert not await show.may_read("Ada", "gallery")
    assert not await show.may_read("Di", "faction")
    assert "You are out of the game." in world.inbox(world["Di"])[-1].content
    assert "Di is out of the game and sends nothing any more." in (await show.dm("Di", "vote Ada")).content
    assert "Di is not in the game any more" in (await show.dm("Ada", "vote Di")).content
