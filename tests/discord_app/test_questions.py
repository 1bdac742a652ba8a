"""Spectators who join, ask, and are passed on or not."""

from __future__ import annotations

import discord
import pytest

from ringmaster.discord_app.actions import Weigh
from ringmaster.sessions.records import GameRecord

from .conftest import World, assert_told, told
from .seasons import PLAYERS, player, season, until

FANS = ("Ivy", "Joe")


def texts(world: World, record: GameRecord, place: str) -> str:
    """What stands in a place."""
    return "\n".join(message.content for message in world.channel_of(record, place).history())


def queued(world: World, record: GameRecord, words: str) -> discord.Message:
    """A question in the booth."""
    return next(m for m in world.channel_of(record, "booth").history() if words in m.content and m.components)


@pytest.mark.clause("S13.2")
async def test_a_question_goes_through_the_booth_to_its_tribe(world: World):
    """By direct message and in the tribe's place; who has asked stays with the moderators."""
    record = await season(world, FANS)
    assert_told(
        await world.slash(world["Ivy"], "ask", tribe="Tribe 1", question="Who is *next*?"), "with the moderators"
    )
    message = queued(world, record, "Who is")
    assert f"<@{world['Ivy'].id}>" in message.content
    pressed = await world.mod.click(message, label="Pass on")
    assert "Question 1 went to tribe 1" in told(pressed)
    assert not any(m.components for m in world.channel_of(record, "booth").history() if m.id == message.id)
    one, two = record.state.tribes
    for seat in one:
        assert "a spectator asks your tribe**\nWho is \\*next\\*?" in world.inbox(player(world, seat))[-1].content
    assert all("a spectator asks" not in m.content for seat in two for m in world.inbox(player(world, seat)))
    for reader in (texts(world, record, "tribe-1"), *(m.content for p in PLAYERS for m in world.inbox(world[p]))):
        assert str(world["Ivy"].id) not in reader
    assert "Who is \\*next\\*?" in texts(world, record, "tribe-1")


@pytest.mark.clause("S13.2")
async def test_a_dropped_question_goes_nowhere(world: World):
    """And cannot be passed on by somebody who still sees the button."""
    record = await season(world, FANS)
    await world.slash(world["Ivy"], "ask", tribe="1", question="Who is next?")
    message = queued(world, record, "Who is next?")
    assert "Question 1 was dropped" in told(await world.mod.click(message, label="Drop"))
    late = await world.press(world.mod, message, Weigh(game=1, to=1, verb="pass").encode())
    assert_told(late, "has been dealt with already")
    assert "Who is next?" not in texts(world, record, "tribe-1")


@pytest.mark.clause("S13.2", "A6")
async def test_only_moderators_pass_questions_on(world: World):
    """Whoever else gets hold of the button is refused."""
    record = await season(world, FANS)
    await world.slash(world["Ivy"], "ask", tribe="1", question="Who is next?")
    message = queued(world, record, "Who is next?")
    action = Weigh(game=1, to=1, verb="pass").encode()
    assert_told(await world.press(world["Joe"], message, action), "Only moderators of this game")
    assert_told(await world.press(world["Ada"], message, action), "A player cannot moderate")
    assert len((await world.game()).questions) == 1


@pytest.mark.clause("S13.2")
async def test_the_queue_is_shown_to_moderators_in_private(world: World):
    """With buttons for each, and what is left after one is pressed."""
    await season(world, FANS)
    assert_told(await world.slash(world.mod, "mod questions"), "No question waits")
    for fan in FANS:
        for tribe in ("1", "2"):
            await world.slash(world[fan], "ask", tribe=tribe, question=f"Is {fan} right about tribe {tribe}?")
    shown = await world.slash(world.mod, "mod questions")
    assert_told(shown, "Is Joe right about tribe 2?")
    pressed = await world.mod.click(shown.response.message, label="Drop 2")
    assert "Question 2 was dropped" in told(pressed)
    assert [question.number for question in (await world.game()).questions] == [1, 3, 4]
    assert_told(await world.slash(world["Ivy"], "mod questions", game="Reef"), "Only moderators of this game")


@pytest.mark.clause("S13.2")
async def test_after_the_merge_everyone_is_asked(world: World):
    """Spectators ask in direct messages too."""
    record = await season(world, FANS)
    record = await until(world, "merge")
    asked = await world["Ivy"].user.slash("ask", tribe="Everyone", question="What now?")
    assert "with the moderators" in told(asked)
    await world.mod.click(queued(world, record, "What now?"), label="Pass on")
    for seat in record.state.living:
        assert "a spectator asks everyone**\nWhat now?" in world.inbox(player(world, seat))[-1].content
    assert "What now?" in texts(world, record, "merged")


@pytest.mark.clause("S13.2")
async def test_who_may_not_ask_is_told_why(world: World):
    """Players, strangers, and those whose last question waits."""
    await season(world, FANS)
    assert_told(await world.slash(world["Ada"], "ask", tribe="1", question="Me?"), "Only spectators of this game")
    await world.slash(world["Ivy"], "ask", tribe="1", question="Who?")
    assert_told(await world.slash(world["Ivy"], "ask", tribe="1", question="And now?"), "still with the moderators")
    assert_told(await world.slash(world["Ivy"], "ask", tribe="3", question="Who?"), "Please say which tribe")


@pytest.mark.clause("S9.1")
async def test_spectators_join_before_the_merge_by_button_or_command(world: World):
    """Neither late, nor players, nor who has played."""
    record = await season(world, ("Ivy",))
    for name in ("Joe", "Kit"):
        world.join(name)
    assert_told(await world.slash(world["Joe"], "spectate"), "You are watching")
    assert_told(await world.slash(world["Ada"], "spectate"), "cannot be spectators")
    await world.slash(world.mod, "mod replace", seat=record.roster.name(1), user=world["Kit"])
    assert_told(await world.slash(world["Ada"], "spectate"), "Whoever has played")
    await until(world, "merge")
    late = world.join("Lou")
    assert_told(await world.slash(late, "spectate"), "Spectators join before the merge")
    assert_told(await world.slash(world["Joe"], "spectate"), "no longer watching")
    assert_told(await world.slash(world["Joe"], "spectate"), "You are watching")


async def test_what_can_be_asked_is_completed(world: World):
    """The tribes before the merge."""
    await season(world, FANS)
    offered = await world["Ivy"].autocomplete(world.lobby, "ask", "tribe", "")
    assert [choice["name"] for choice in offered] == ["Tribe 1", "Tribe 2"]
