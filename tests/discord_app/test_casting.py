"""Joining an anonymous game, and the characters that its seats play."""

from __future__ import annotations

import pytest

from .conftest import World, assert_told, readable, told
from .seasons import PLAYERS, season, sign_up


def public_texts(world: World) -> str:
    """All that everyone in the server can read."""
    channels = [channel for channel in world.channels() if channel.name in ("lobby", "stage")]
    return "\n".join(message.content for channel in channels for message in readable(channel))


@pytest.mark.clause("S2.2")
async def test_joining_shows_a_number_only(world: World):
    """Neither a name nor a mention of whoever joins."""
    message = await sign_up(world)
    assert_told(await world["Ada"].click(message, label="Join"), "You are in")
    record = await world.game()
    assert record.roster.names == ("Seat 1",)
    posted = public_texts(world)
    assert "Players: 1 of 8" in posted
    assert "Ada" not in posted
    assert str(world["Ada"].id) not in posted
    await world["Bo"].click(message, label="Join")
    await world["Ada"].click(message, label="Leave")
    assert (await world.game()).roster.names == ("Seat 1",)


@pytest.mark.clause("S2.2", "S2.4")
async def test_a_moderator_gives_a_character_and_the_others_are_dealt(world: World):
    """Only the moderator reads the answer, with the date; the stage shows characters and no accounts."""
    message = await sign_up(world)
    for player in PLAYERS:
        await world[player].click(message, label="Join")
    edited = await world.slash(
        world.mod,
        "game seat-edit",
        seat="Seat 3",
        name="Captain Moss",
        since="2019-05-31",
        avatar="https://ex.org/m.png",
    )
    assert_told(edited, "Seat 3, Seat 3, is now Captain Moss.")
    assert_told(await world.slash(world.mod, "game seat-edit", seat="1", since="2018-01-02"), "Seat 1 was edited.")
    assert_told(await world.slash(world.mod, "game start"), "has started")
    record = await world.game()
    assert record.seat(3).name == "Captain Moss"
    posted = public_texts(world)
    assert all(name in posted for name in record.roster.names)
    for player in PLAYERS:
        assert str(world[player].id) not in posted
        assert f"{player}\n" not in posted
    assert "2019" not in posted
    assert "Seat 1" not in posted


@pytest.mark.clause("S2.2", "A10")
@pytest.mark.parametrize(
    ("what", "why"),
    [
        ({"name": "Clyde Moss"}, "Discord lets nobody speak as “Clyde Moss”"),
        ({"name": "Seat 12"}, "is what seats without a character are called"),
        ({"name": "MARLOW finch!"}, "is taken"),
        ({"avatar": "http://ex.org/a.png"}, "begins with https://"),
        ({"avatar": "https://cdn.discordapp.com/attachments/1/2/a.png"}, "stop working after a day"),
        ({"since": "soon"}, "as a date"),
    ],
)
async def test_what_cannot_be_a_character_is_refused_when_it_is_entered(world: World, what: dict[str, str], why: str):
    """Each with its sentence, and nothing changes."""
    message = await sign_up(world)
    await world["Ada"].click(message, label="Join")
    await world["Bo"].click(message, label="Join")
    await world.slash(world.mod, "game seat-edit", seat="1", name="Marlow Finch")
    before = await world.game()
    assert_told(await world.slash(world.mod, "game seat-edit", seat="2", **what), why)
    assert (await world.game()).seats == before.seats


@pytest.mark.clause("S2.2")
async def test_seat_add_without_a_name_keeps_the_member_anonymous(world: World):
    """A name that is given is a character's."""
    await sign_up(world)
    await world.slash(world.mod, "game seat-add", user=world["Ada"])
    assert_told(await world.slash(world.mod, "game seat-add", user=world["Bo"], name="Captain Moss"), "Captain Moss")
    assert (await world.game()).roster.names == ("Seat 1", "Captain Moss")


@pytest.mark.clause("S2.2")
async def test_players_who_could_look_behind_the_scenes_stop_the_start(world: World):
    """Unless a moderator means it."""
    message = await sign_up(world)
    powerful = world.join("Gil", world.guild.create_role("Powerful", permissions=world.power("manage_webhooks")))
    for player in (*PLAYERS[:7],):
        await world[player].click(message, label="Join")
    await powerful.click(message, label="Join")
    assert_told(await world.slash(world.mod, "game start"), "could look behind the scenes")
    assert_told(await world.slash(world.mod, "game start", override=True), "has started")


@pytest.mark.clause("S2.4")
async def test_the_theme_is_a_setting(world: World):
    """It is listed, completed, and refused when there is none of that name."""
    await sign_up(world)
    assert "`theme` = `lighthouse`" in told(await world.slash(world.mod, "game settings"))
    refused = await world.slash(world.mod, "game set", setting="theme", value="moon")
    assert_told(refused, "There is no theme 'moon'; there are: lighthouse.")
    assert_told(await world.slash(world.mod, "game set", setting="theme", value="Lighthouse"), "lighthouse")


@pytest.mark.clause("S2.2", "S2.3")
async def test_nobody_but_the_moderators_learns_of_dates_and_accounts(world: World):
    """The booth has the list; players' messages name characters only."""
    record = await season(world)
    booth = "\n".join(message.content for message in world.channel_of(record, "booth").history())
    assert all(f"<@{world[player].id}>" in booth for player in PLAYERS)
    for reader in PLAYERS:
        inbox = "\n".join(message.content for message in world.inbox(world[reader]))
        assert not any(str(world[player].id) in inbox for player in PLAYERS)
