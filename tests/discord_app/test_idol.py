"""The hidden idol as people look for it, find it, and hide it."""

from __future__ import annotations

import discord
import pytest

from ringmaster.sessions.records import GameRecord

from .conftest import World, assert_told, told
from .seasons import last_dm, link_to, player, season, until

WAIT = 2.5
"""Seconds after which it is sure who was first."""


async def merged(world: World) -> GameRecord:
    """A game at the merge."""
    await season(world)
    return await until(world, "merge")


async def say(world: World, who: str, text: str) -> discord.Message:
    """Somebody writes in the lobby."""
    return await world[who].send(world.lobby, text)


async def hide(world: World, text: str = "a torch lies here", **options: str) -> discord.Message:
    """The moderator hides the idol in a message of theirs."""
    message = await say(world, "Mod", text)
    assert_told(await world.slash(world.mod, "mod idol", message=link_to(world, message), **options), "is hidden in")
    return message


def lobby(world: World) -> list[str]:
    """What stands in the lobby."""
    return [message.content for message in world.lobby.history()]


def booth(world: World, record: GameRecord) -> str:
    """What the moderators read."""
    return "\n".join(message.content for message in world.channel_of(record, "booth").history())


@pytest.mark.clause("S8.1")
async def test_there_is_no_idol_before_the_merge(world: World):
    """A moderator is told so; a player who looks finds nothing."""
    await season(world)
    message = await say(world, "Mod", "a torch")
    refused = await world.slash(world.mod, "mod idol", message=link_to(world, message))
    assert_told(refused, "There is no idol before the merge")
    assert_told(await world.slash(world["Ada"], "idol claim", link=link_to(world, message)), "I am looking there")
    assert "There is no idol there." in last_dm(world, world["Ada"])


@pytest.mark.clause("S8.2", "S8.3")
async def test_the_finder_has_the_idol_and_the_message_goes(world: World):
    """Moderators are told; latecomers read who was faster only while the message is there."""
    record = await merged(world)
    message = await hide(world)
    finder, late = (player(world, seat) for seat in record.state.living[:2])
    assert await world.dm(finder, link_to(world, message)) == [
        "I am looking there. What I find, you read here in a moment, as a direct message."
    ]
    await world.env.advance_time(WAIT)
    assert "You have found the hidden idol" in last_dm(world, finder)
    assert "a torch lies here" not in lobby(world)
    record = await world.game()
    assert record.state.idol.message_gone
    assert "has found the idol" in booth(world, record)
    await world.dm(late, link_to(world, message))
    assert "There is no idol there." in last_dm(world, late)


@pytest.mark.clause("S8.2")
async def test_of_two_who_paste_the_link_together_the_first_has_it(world: World):
    """The other is told that they saw it taken."""
    record = await merged(world)
    message = await hide(world)
    first, second = (player(world, seat) for seat in record.state.living[:2])
    await first.user.send_dm(link_to(world, message))
    await second.user.send_dm(f"I bet it is <{link_to(world, message)}>!")
    await world.env.advance_time(WAIT)
    assert "You have found the hidden idol" in last_dm(world, first)
    name = record.roster.name(record.state.living[0])
    assert f"you saw **{name}** take the idol" in last_dm(world, second)


@pytest.mark.parametrize(
    "form",
    [
        "https://discord.com/channels/{ids}",
        "https://canary.discord.com/channels/{ids}",
        "https://ptb.discord.com/channels/{ids}",
        "https://discordapp.com/channels/{ids}",
        "http://www.discord.com/channels/{ids}",
        "discord://-/channels/{ids}",
        "<https://discord.com/channels/{ids}>",
        "is it here? https://discord.com/channels/{ids}, I think",
        "idol claim https://discord.com/channels/{ids}",
        "[here](https://discord.com/channels/{ids}?ref=share)",
    ],
)
@pytest.mark.clause("S8.2")
async def test_every_form_of_a_link_finds_it(world: World, form: str):
    """As the desktop, test, mobile and old apps copy it, with text around it."""
    record = await merged(world)
    message = await hide(world)
    ids = link_to(world, message).partition("/channels/")[2]
    finder = player(world, record.state.living[0])
    await finder.user.send_dm(form.format(ids=ids))
    await world.env.advance_time(WAIT)
    assert "You have found the hidden idol" in last_dm(world, finder)


@pytest.mark.clause("S8.3")
async def test_what_is_no_link_to_one_message_is_refused(world: World):
    """Nothing is looked up."""
    await merged(world)
    message = await hide(world)
    link, another = link_to(world, message), link_to(world, await say(world, "Mod", "nothing here"))
    assert_told(await world.slash(world["Ada"], "idol claim", link="over there"), "Please send the link to one message")
    assert_told(
        await world.slash(world["Ada"], "idol claim", link=f"{link} {another}"), "Please send one link at a time"
    )
    assert_told(await world.slash(world.mod, "idol claim", link=link, game="Reef"), "You do not play in this game")


@pytest.mark.clause("S8.3")
async def test_wrong_links_are_told_apart_by_nobody_but_the_moderators(world: World):
    """A near miss reads like any other; the booth sees it."""
    record = await merged(world)
    before = await say(world, "Mod", "nothing here")
    await hide(world)
    seeker, other = (player(world, seat) for seat in record.state.living[:2])
    posted, heard = world.everything_posted(), len(world.inbox(other))
    await seeker.user.send_dm(link_to(world, before))
    near = last_dm(world, seeker)
    await seeker.user.send_dm(f"https://discord.com/channels/@me/{seeker.user.dm_channel.id}/{before.id}")
    assert last_dm(world, seeker) == near
    assert "There is no idol there." in near
    assert "has just looked for the idol at the message right next to it" in booth(world, record)
    own = [text for text in world.everything_posted() if text not in posted]
    assert all(text in booth(world, record) for text in own)
    assert len(world.inbox(other)) == heard


@pytest.mark.clause("S8.2")
async def test_a_phrase_in_an_announcement_is_edited_out(world: World):
    """The bot's own message stays, and says the rest."""
    record = await merged(world)
    await world.slash(world.mod, "mod announce", text="Welcome to the merge. (A torch lies here.) Enjoy the day.")
    stage = world.channel_of(record, "stage")
    posted = next(message for message in stage.history() if "Welcome to the merge" in message.content)
    link = link_to(world, posted)
    assert_told(await world.slash(world.mod, "mod idol", message=link, phrase="(A lamp.)"), "does not stand in that")
    assert_told(
        await world.slash(world.mod, "mod idol", message=link, phrase="(A torch lies here.)"), "I take them out"
    )
    finder = player(world, record.state.living[0])
    await world.slash(finder, "idol claim", link=link)
    await world.env.advance_time(WAIT)
    assert "You have found the hidden idol" in last_dm(world, finder)
    texts = [message.content for message in stage.history()]
    assert any("Welcome to the merge.  Enjoy the day." in text for text in texts)
    assert not any("A torch lies here" in text for text in texts)
    assert (await world.game()).state.idol.message_gone


@pytest.mark.clause("S8.2", "S8.3")
async def test_a_moderator_takes_the_phrase_out_of_their_own_message(world: World):
    """Discord lets nobody else edit it, so the booth asks; the edit is noticed."""
    record = await merged(world)
    message = await hide(world, "Good luck! (a torch)", phrase="(a torch)")
    finder, late, later = (player(world, seat) for seat in record.state.living[:3])
    await finder.user.send_dm(link_to(world, message))
    await world.env.advance_time(WAIT)
    assert "Please take the phrase out" in booth(world, record)
    assert "Good luck! (a torch)" in lobby(world)
    await late.user.send_dm(link_to(world, message))
    assert "take the idol" in last_dm(world, late)
    await world.env.advance_time(1)
    await world.mod.edit(message, "Good luck!")
    await world.env.advance_time(1)
    await later.user.send_dm(link_to(world, message))
    assert "There is no idol there." in last_dm(world, later)


@pytest.mark.clause("S8.1")
async def test_the_moderators_learn_when_the_message_is_deleted_before_anyone_finds_it(world: World):
    """They can hide it anew."""
    record = await merged(world)
    message = await hide(world)
    await world.mod.delete(message)
    assert "nobody has found it. Please hide the idol anew" in booth(world, record)
    await hide(world, "here now")


@pytest.mark.clause("S8.1")
async def test_a_deletion_while_the_bot_is_away_is_noticed_later(world: World):
    """When it is back it looks."""
    record = await merged(world)
    message = await hide(world)
    world.env.backend.delete_message(message.channel.id, message.id)
    await world.restart()
    assert "Please hide the idol anew" in booth(world, record)


@pytest.mark.clause("S8.1")
async def test_where_the_idol_cannot_be_hidden(world: World):
    """In another server, where the bot sees nothing, where players see nothing, where it cannot be removed."""
    await merged(world)
    hall = world.guild.create_text_channel("hall")
    cases = [
        ("https://discord.com/channels/1/2/3", "in another server"),
        (f"https://discord.com/channels/{world.guild.id}/{hall.id}/3", "I cannot see that message"),
        (f"https://discord.com/channels/{world.guild.id}/5/3", "I cannot see that message"),
    ]
    for link, why in cases:
        assert_told(await world.slash(world.mod, "mod idol", message=link), why)
    booth_message = world.channel_of(await world.game(), "booth").history()[0]
    assert_told(await world.slash(world.mod, "mod idol", message=link_to(world, booth_message)), "cannot read that")
    assert_told(await world.slash(world["Ada"], "mod idol", message="x", game="Reef"), "A player cannot moderate")


@pytest.mark.clause("S8.2")
async def test_a_message_that_the_bot_may_not_remove_holds_no_idol(world: World):
    """Unless only a phrase in it goes, which its author takes out; or the message is the bot's own."""
    await merged(world)
    assert world.bot.user is not None
    hall = world.guild.create_text_channel(
        "hall", overwrites={world.bot.user: discord.PermissionOverwrite(manage_messages=False)}
    )
    link = link_to(world, await world.mod.send(hall, "a torch lies here"))
    assert_told(await world.slash(world.mod, "mod idol", message=link), "I could not remove that message")
    assert_told(await world.slash(world.mod, "mod idol", message=link, phrase="a torch"), "I ask you to do it")


@pytest.mark.clause("S8.2")
async def test_the_message_is_removed_after_a_restart_between_claim_and_removal(world: World):
    """The claim waits in the database, and so does the removal."""
    record = await merged(world)
    message = await hide(world)
    finder = player(world, record.state.living[0])
    await finder.user.send_dm(link_to(world, message))
    await world.restart()
    assert "a torch lies here" in lobby(world)
    await world.env.advance_time(WAIT)
    assert "You have found the hidden idol" in last_dm(world, finder)
    assert "a torch lies here" not in lobby(world)


@pytest.mark.clause("S8.2")
async def test_a_message_that_cannot_be_removed_is_told_and_tried_again(world: World):
    """Somebody takes the permission away after it was hidden."""
    record = await merged(world)
    message = await hide(world)
    path = f"/channels/{message.channel.id}/messages/{message.id}"
    world.env.inject_error("DELETE", path, status=403, code=50013, message="Missing Permissions", times=1)
    finder = player(world, record.state.living[0])
    await finder.user.send_dm(link_to(world, message))
    await world.env.advance_time(WAIT)
    assert "I cannot change the message that held the idol" in booth(world, record)
    assert "a torch lies here" in lobby(world)
    await world.env.advance_time(700)
    assert "a torch lies here" not in lobby(world)


@pytest.mark.clause("S8.4", "S8.5", "S6.1")
async def test_the_idol_is_given_and_played_by_command_and_in_words(world: World):
    """Both are told of the gift; it is announced when the council closes."""
    record = await merged(world)
    message = await hide(world)
    one, two = record.state.living[0], record.state.living[1]
    await world.slash(player(world, one), "idol claim", link=link_to(world, message))
    await world.env.advance_time(WAIT)
    assert_told(
        await world.slash(player(world, two), "idol give", to=record.roster.name(one)), "You do not have the idol"
    )
    asked = await world.slash(player(world, one), "idol give", to=record.roster.name(two))
    assert_told(asked, "cannot be changed or taken back")
    await player(world, one).click(asked.response.message, label="Send it")
    assert "gives you the hidden idol" in last_dm(world, player(world, two))
    record = await until(world, "council")
    assert_told(await world.slash(player(world, two), "idol play"), "play the idol")
    assert_told(await world.slash(player(world, two), "idol keep"), "keep the idol")
    assert "play the idol" in "\n".join(await world.dm(player(world, two), "idol play"))
    await world.slash(world.mod, "phase close")
    await world.env.advance_time(120)
    stage = "\n".join(message.content for message in world.channel_of(record, "stage").history())
    assert "plays the hidden idol" in stage


@pytest.mark.clause("A6")
async def test_a_moderator_sends_a_link_for_a_seat(world: World):
    """As if the seat had sent it."""
    record = await merged(world)
    message = await hide(world)
    seat = record.state.living[0]
    sent = await world.slash(world.mod, "mod submit", seat=str(seat), text=f"idol claim {link_to(world, message)}")
    assert_told(sent, "I am looking there for")
    await world.env.advance_time(WAIT)
    assert "You have found the hidden idol" in last_dm(world, player(world, seat))


async def test_a_link_from_who_plays_in_no_season_is_not_a_claim(world: World):
    """In other games it is just text."""
    await world.start()
    (answer,) = await world.dm(world["Ada"], "https://discord.com/channels/1/2/3")
    assert "I did not understand that" in answer


async def test_commands_of_the_idol_are_refused_elsewhere(world: World):
    """There is none in other games."""
    await world.start()
    assert_told(
        await world.slash(world["Ada"], "idol claim", link="https://discord.com/channels/1/2/3"), "no idol in this"
    )
    message = await say(world, "Mod", "x")
    assert "no idol in this kind" in told(await world.slash(world.mod, "mod idol", message=link_to(world, message)))
