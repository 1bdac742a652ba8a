"""What people write to the bot, and what it answers."""

from __future__ import annotations

import pytest

from .conftest import World, told


async def test_a_vote_is_written_as_one_says_it(world: World):
    """Upper or lower case, with a receipt."""
    await world.start()
    assert "Got it: vote for **Bo**" in (await world.dm(world["Ada"], "Vote bo"))[0]
    assert (await world.game()).state.wagons.target_of(1) == 2
    assert "Got it" in (await world.dm(world["Ada"], "unvote"))[0]


async def test_suspects_are_named_at_night(world: World):
    """The Mafia's part of the game."""
    await world.start()
    await world.slash(world.mod, "phase close")
    record = await world.game()
    goon = record.roster.name(record.state.roles.index("mafia") + 1)
    names = [name for name in record.roster.names if name != goon][:2]
    assert "Got it" in (await world.dm(world[goon], f"suspects {names[0]} and {names[1]}"))[0]
    assert (await world.game()).state.suspects is not None


async def test_me_votes_rules_and_help_are_answered(world: World):
    """The same as the commands of that name."""
    await world.start()
    assert "Day 1" in "".join(await world.dm(world["Ada"], "me"))
    assert "Day 1 – votes" in "".join(await world.dm(world["Ada"], "/votes"))
    assert "**L2.1**" in "".join(await world.dm(world["Ada"], "rules L2.1"))
    assert "You are in **Friday**" in "".join(await world.dm(world["Ada"], "Help"))
    assert "Day 1" in "".join(await world.dm(world["Ada"], "act"))


async def test_words_that_are_none_get_help_once_a_minute(world: World):
    """A chat with the bot does not become a flood."""
    await world.start()
    assert "I did not understand that" in (await world.dm(world["Ada"], "good morning"))[0]
    assert await world.dm(world["Ada"], "anybody there?") == []
    assert "nobody called “Zoe”" in (await world.dm(world["Ada"], "vote Zoe"))[0]
    await world.env.advance_time(61)
    assert "I did not understand that" in (await world.dm(world["Ada"], "hm"))[0]


async def test_a_stranger_is_told_how_to_take_part(world: World):
    """Also only once a minute."""
    assert "You are in no game at the moment" in (await world.dm(world["Flo"], "vote Ada"))[0]
    assert await world.dm(world["Flo"], "vote Ada") == []


async def test_an_edited_message_counts_for_nothing_and_says_so_once(world: World):
    """What was sent first stands."""
    await world.start()
    sent = await world["Ada"].user.send_dm("vote Bo")
    before = len(world.inbox(world["Ada"]))
    await world["Ada"].user.edit(sent, "vote Cy")
    await world["Ada"].user.edit(sent, "vote Di")
    assert [m.content for m in world.inbox(world["Ada"])[before:]] == [
        "An edited message does not count; only what you sent first does. To change it, send it anew."
    ]
    assert (await world.game()).state.wagons.target_of(1) == 2


async def test_in_two_games_one_says_which(world: World):
    """By the game's name in front, or from a menu that goes on with what was written."""
    await world.start("Friday")
    await world.start("Sunday Club", ("Ada", "Bo", "Cy", "Flo", "Gus"))
    assert "Got it" in (await world.dm(world["Ada"], "sunday club: vote Flo"))[0]
    assert [(await world.game(n)).state.wagons.target_of(1) for n in (1, 2)] == [None, 4]
    assert "Which game do you mean?" in (await world.dm(world["Ada"], "vote Bo"))[0]
    picked = await world["Ada"].user.select(world.inbox(world["Ada"])[-1], ["1"])
    assert "Got it: vote for **Bo**" in told(picked)
    assert [(await world.game(n)).state.wagons.target_of(1) for n in (1, 2)] == [2, 4]
    assert "Got it" in (await world.dm(world["Di"], "vote Bo"))[0]


async def test_a_picture_alone_is_no_answer(world: World):
    """It gets the short help."""
    await world.start()
    before = len(world.inbox(world["Ada"]))
    backend, channel = world.env.backend, world["Ada"].user.dm_channel
    files = backend.store_attachments(channel.id, [("me.png", b"not really")])
    await world["Ada"].user.send_dm("", attachments=files)
    assert "I did not understand that" in world.inbox(world["Ada"])[before].content


@pytest.mark.clause("A3")
async def test_a_refusal_is_one_sentence_to_the_sender_alone(world: World):
    """Nobody else hears of it, and nothing changes."""
    await world.start(self_vote="forbidden")
    posted = world.everything_posted()
    before = await world.game()
    assert "You cannot vote for yourself" in (await world.dm(world["Ada"], "vote Ada"))[0]
    assert world.everything_posted() == posted
    assert await world.game() == before


async def test_writing_shows_that_somebody_can_be_reached_again(world: World):
    """What waited for them is delivered."""
    await world.start()
    fault = world.close_dms(world["Ada"])
    await world.slash(world.mod, "mod tell", seat="Ada", text="Are you there?")
    assert "Ada takes no direct messages" in told(await world.slash(world.mod, "game status"))
    world.open_dms(fault)
    answers = await world.dm(world["Ada"], "me")
    assert any("Are you there?" in answer for answer in answers)
    assert "Ada takes no direct messages" not in told(await world.slash(world.mod, "game status"))


async def test_somebody_who_cannot_be_answered_is_counted_all_the_same(world: World):
    """They can write to the bot while it cannot write to them."""
    await world.start()
    world.close_dms(world["Ada"])
    assert await world.dm(world["Ada"], "vote Bo") == []
    assert (await world.game()).state.wagons.target_of(1) == 2
