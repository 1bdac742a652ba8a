"""What people write, choose and name that nobody expects."""

from __future__ import annotations

import discord
import pytest

from .conftest import NAMES, World, assert_told, readable, told

LONG = ("vote " + "Ada and " * 249, "vote " + "ﷺ" * 1990, "x" * 2000, "suspects " + ", " * 990, "x" + "\n" * 1998 + "x")
"""About 2,000 characters, as many as can be sent here; some can send twice as many."""

NASTY = (
    "@everyone", "**Bo** # x", "\u202eevil", "🦊" * 32, "<@1234567890123456789>", "[x](http://e.vil)", "||spoiler||",
    "`code`", "> quote",
)  # fmt: skip


@pytest.mark.parametrize("text", LONG)
async def test_the_longest_message_is_answered_with_a_short_one(world: World, text: str):
    """It is not repeated, and it counts for nothing."""
    await world.start()
    before = await world.game()
    (answer,) = await world.dm(world["Ada"], text)
    assert len(answer) < 500
    assert await world.game() == before


@pytest.mark.clause("A10")
async def test_names_of_all_sorts_ping_nobody_and_stay_on_their_line(world: World):
    """In every message of a game: nobody is mentioned by a name, and no markdown or link comes of it."""
    await world.create(players=len(NASTY))
    await world.sign_up()
    for number, name in enumerate(NASTY):
        added = await world.slash(world.mod, "game seat-add", user=world.join(f"person{number}"), name=name)
        assert_told(added, "has signed up")
    assert_told(await world.slash(world.mod, "game start"), "has started")
    voter = world["person0"]
    offered = [choice["value"] for choice in await voter.autocomplete(world.lobby, "vote", "player", "")]
    assert offered == [*NASTY, "no elimination"]
    for name in offered:
        assert_told(await world.slash(voter, "vote", player=name), "Got it: vote for")
    await world.env.advance_time(10)
    stage = readable(world.channel_of(await world.game(), "stage"))
    assert not any(message.mention_everyone or message.mentions for message in stage)
    for raw in ("@everyone", "\u202e", "<@1", "](http:/" + "/", " ||spoiler", " `code"):
        assert not any(raw in message.content for message in stage), raw


async def test_a_channel_that_is_hidden_is_not_opened_to_everyone(world: World):
    """A stage is readable by all; what stands in a private channel is not made public by a slip."""
    seen, unseen = discord.PermissionOverwrite(view_channel=True), discord.PermissionOverwrite(view_channel=False)
    hidden = world.guild.create_text_channel(
        "staff", overwrites={world.guild.default_role: unseen, world.managers: seen}
    )
    refused = await world.slash(world.mod, "game create", kind="truth", name="Friday", channel=hidden)
    assert_told(refused, "Not everyone can see that channel")
    assert_told(await world.slash(world.mod, "game list"), "no games")


async def test_who_moderates_one_game_and_plays_another_is_both_and_neither_leaks(world: World):
    """Commands go by the game that is meant: no look behind the scenes of the game that one plays."""
    host = world.join("Host2", world.managers)
    await world.start("Friday")
    assert_told(await world.slash(host, "game create", kind="truth", name="Sunday"), "ready to be set up")
    for setting, value in (("mafia", "1"), ("players", "5")):
        await world.slash(host, "game set", setting=setting, value=value, game="Sunday")
    message = await world.sign_up("Sunday")
    for player in NAMES[1:5]:
        await world[player].click(message, label="Join")
    assert_told(await world.slash(world.mod, "mod cohost", user=world["Flo"], game="Friday"), "is a moderator now")
    await world["Flo"].click(message, label="Join")
    assert_told(await world.slash(host, "game start", game="Sunday"), "has started")
    for command in ("mod log", "phase preview", "game status", "mod undo"):
        assert_told(await world.slash(world["Flo"], command, game="Sunday"), "A player cannot moderate")
        assert "A player cannot" not in told(await world.slash(world["Flo"], command, game="Friday"))
        assert "Sunday" not in told(await world.slash(world["Flo"], command))
    await world.dm(world["Flo"], "vote Bo")
    assert (await world.game(2)).state.wagons.voters() == {5}


async def test_a_command_in_another_server_reaches_no_game_of_this_one(world: World):
    """Managing a server gives nothing in the games of others; players reach their own games from anywhere."""
    await world.start()
    elsewhere = world.env.create_guild("Elsewhere")
    lobby = elsewhere.create_text_channel("lobby")
    boss = elsewhere.add_member(
        world["Flo"].user, roles=[elsewhere.create_role("Boss", permissions=world.power("manage_guild"))]
    )
    for command in ("phase close", "mod log", "game status", "game end"):
        for named in ({}, {"game": "Friday"}, {"game": "1"}):
            answer = told(await boss.slash(lobby, command, **named))
            assert "do not know that game" in answer or "no part in a game" in answer, answer
    ada = elsewhere.add_member(world["Ada"].user)
    assert_told(await ada.slash(lobby, "vote", player="Bo"), "Got it: vote for **Bo**")
    assert (await world.game()).phase == "day-1"
