"""The players' commands, in the server and in direct messages."""

from __future__ import annotations

import pytest

from .conftest import World, assert_told, told


async def test_a_player_votes_changes_and_takes_it_back(world: World):
    """In the server, with a private receipt each time."""
    await world.start()
    assert_told(await world.slash(world["Ada"], "vote", player="bo", game="Friday"), "Got it: vote for **Bo**")
    assert_told(await world.slash(world["Ada"], "vote", player="Cy"), "Got it: vote for **Cy**")
    assert (await world.game()).state.wagons.target_of(1) == 3
    assert_told(await world.slash(world["Ada"], "unvote"), "Got it")
    assert_told(await world.slash(world["Ada"], "unvote"), "You have not voted today")


async def test_the_same_works_in_direct_messages(world: World):
    """Commands need no server."""
    await world.start()
    user = world["Ada"].user
    assert_told(await user.slash("vote", player="Bo"), "Got it: vote for **Bo**")
    assert_told(await user.slash("me"), "Bo")
    assert_told(await user.slash("votes"), "Bo")
    assert_told(await user.slash("rules", clause="L2.1"), "L2.1")
    assert_told(await user.slash("unvote"), "Got it")


async def test_names_complete_from_what_can_be_voted_for(world: World):
    """Living players and "no elimination"; nothing for those who do not play."""
    await world.start()
    found = await world["Ada"].autocomplete(world.lobby, "vote", "player", "")
    assert [choice["value"] for choice in found] == ["Ada", "Bo", "Cy", "Di", "Eve", "no elimination"]
    found = await world["Ada"].autocomplete(world.lobby, "vote", "player", "e")
    assert [choice["value"] for choice in found] == ["Eve", "no elimination"]
    assert await world["Flo"].autocomplete(world.lobby, "vote", "player", "") == []


async def test_act_shows_what_is_asked_with_a_menu_that_works(world: World):
    """Choosing from it counts, and the message is replaced by the receipt."""
    await world.start()
    shown = await world.slash(world["Ada"], "act")
    assert_told(shown, "Day 1")
    chosen = await world["Ada"].select(shown.response.message, ["2"])
    assert "Got it: vote for **Bo**" in told(chosen)
    assert (await world.game()).state.wagons.target_of(1) == 2
    assert shown.response.components == []


async def test_act_takes_the_words_of_a_direct_message(world: World):
    """Typed or chosen is the same."""
    await world.start()
    assert_told(await world.slash(world["Ada"], "act", text="vote Bo"), "Got it: vote for **Bo**")
    assert_told(await world.slash(world["Ada"], "act", text="dance"), "I do not understand that")


async def test_a_player_is_not_told_more_than_theirs(world: World):
    """A Townie is asked nothing by night, in the same words whatever they try."""
    await world.start()
    await world.slash(world.mod, "phase close")
    roles = (await world.game()).state.roles
    townie = ("Ada", "Bo", "Cy", "Di", "Eve")[roles.index("town")]
    assert_told(await world.slash(world[townie], "act"), "nothing more is asked of you")
    refused = await world.slash(world[townie], "act", text="suspects Ada and Bo")
    assert_told(refused, "Townies have nothing to send at night")


async def test_whoever_does_not_play_is_told_so(world: World):
    """In the game's own channel and elsewhere."""
    await world.start()
    for command, options in {"act": {}, "me": {}, "vote": {"player": "Bo"}, "unvote": {}}.items():
        assert_told(await world.slash(world["Flo"], command, game="Friday", **options), "You do not play in this game")
        assert_told(await world.slash(world["Flo"], command, **options), "You have no part in a game here")


async def test_the_count_is_for_everyone_and_past_days_too(world: World):
    """Votes are public, the reply is private all the same."""
    await world.start()
    await world.slash(world["Ada"], "vote", player="Bo", game="Friday")
    assert_told(await world.slash(world["Flo"], "votes"), "Bo")
    await world.slash(world.mod, "phase close")
    assert_told(await world.slash(world["Flo"], "votes", past=True), "Day 1")


async def test_the_menu_on_a_person_votes_for_them(world: World):
    """Right-click or long-press."""
    await world.start()
    done = await world["Ada"].context_menu(world.lobby, "Vote for this player", world["Bo"])
    assert_told(done, "Got it: vote for **Bo**")
    nobody = await world["Ada"].context_menu(world.lobby, "Vote for this player", world["Flo"])
    assert_told(nobody, "They do not play in this game")


async def test_spectating_is_switched_on_and_off(world: World):
    """By anyone who does not play or moderate."""
    await world.start()
    assert_told(await world.slash(world["Flo"], "spectate"), "You are watching **Friday** now")
    assert (await world.game()).spectators == (world["Flo"].id,)
    assert_told(await world.slash(world["Flo"], "spectate"), "You are no longer watching")
    assert_told(await world.slash(world["Ada"], "spectate"), "cannot be spectators of it too")


async def test_whoever_is_in_several_games_picks_one(world: World):
    """From a menu, by name, or by being in the game's channel."""
    await world.start("Friday")
    await world.start("Sunday", ("Ada", "Bo", "Cy", "Flo", "Gus"))
    asked = await world.slash(world["Ada"], "vote", player="Bo")
    assert_told(asked, "Which game do you mean?")
    picked = await world["Ada"].select(asked.response.message, ["2"])
    assert "Got it: vote for **Bo**" in told(picked)
    assert [(await world.game(n)).state.wagons.target_of(1) for n in (1, 2)] == [None, 2]
    assert_told(await world.slash(world["Ada"], "vote", player="Cy", game="friday"), "Got it")
    stage = world.channel_of(await world.game(1), "stage")
    assert_told(await world["Ada"].slash(stage, "vote", player="Di"), "Got it")
    assert [(await world.game(n)).state.wagons.target_of(1) for n in (1, 2)] == [4, 2]
    assert_told(await world.slash(world["Di"], "vote", player="Bo"), "Got it")


async def test_games_complete_from_those_one_may_see(world: World):
    """In direct messages only one's own."""
    await world.start("Friday")
    await world.create("Sunday")
    found = await world["Ada"].autocomplete(world.lobby, "me", "game", "")
    assert [choice["name"] for choice in found] == ["Friday", "Sunday"]
    assert [choice["name"] for choice in await world["Ada"].user.autocomplete("me", "game", "")] == ["Friday"]
    assert await world["Flo"].user.autocomplete("me", "game", "") == []


@pytest.mark.clause("A1")
async def test_before_the_start_and_after_the_end_nothing_is_taken(world: World):
    """Each time with its own sentence."""
    await world.create()
    message = await world.sign_up()
    await world["Ada"].click(message, label="Join")
    assert_told(await world.slash(world["Ada"], "vote", player="Bo"), "The game has not started yet")
    asked = await world.slash(world.mod, "game end")
    await world.mod.click(asked.response.message, label="End the game")
    assert_told(await world.slash(world["Ada"], "vote", player="Bo"), "game is over")


async def test_a_clause_can_be_read_by_those_in_no_game(world: World):
    """Before joining one wants to know the rules."""
    assert_told(await world["Ada"].user.slash("rules", clause="L2.1"), "**L2.1**")
    assert_told(await world["Ada"].user.slash("rules"), "You have no part in a game here")
