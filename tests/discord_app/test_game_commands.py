"""``/game``, as moderators and others use it."""

from __future__ import annotations

import pytest

from ringmaster.sessions.records import GameRecord

from .conftest import World, assert_told, told


async def test_a_game_goes_from_nothing_to_its_first_day(world: World):
    """Created, opened, joined by five and started."""
    await world.start()
    record = await world.game()
    assert (record.status, record.phase) == ("running", "day-1")
    assert record.roster.names == ("Ada", "Bo", "Cy", "Di", "Eve")


async def test_a_game_is_created_by_who_manages_the_server_or_has_the_host_role(world: World):
    """Nobody else may."""
    host = world.join("Hannah", world.host_role)
    assert_told(await world.slash(host, "game create", kind="truth", name="One"), "ready to be set up")
    refused = await world.slash(world["Ada"], "game create", kind="truth", name="Two")
    assert_told(refused, "Only members with Manage Server or the host role")
    assert [game.name for game in await world.bot.sessions.find()] == ["One"]


async def test_creating_a_game_says_who_can_read_everything(world: World):
    """Administrators see every channel."""
    created = await world.slash(world.mod, "game create", kind="truth", name="One")
    assert_told(created, "Administrator in this server can read every channel")


async def test_a_game_can_be_played_in_a_channel_that_is_there(world: World):
    """The channel that is named becomes the stage, and only of one game."""
    field = world.guild.create_text_channel("field")
    await world.slash(world.mod, "game create", kind="truth", name="One", channel=field)
    assert (await world.game()).places["stage"] == field.id
    again = await world.slash(world.mod, "game create", kind="truth", name="Two", channel=field)
    assert_told(again, "Another game uses that channel")


async def test_settings_are_set_shown_and_checked(world: World):
    """A wrong value says what is possible."""
    await world.create()
    assert_told(await world.slash(world.mod, "game set", setting="day_hours", value="12"), "`day_hours` is now `12`")
    assert_told(await world.slash(world.mod, "game settings"), "`day_hours` = **`12`**")
    assert_told(await world.slash(world.mod, "game set", setting="hammer", value="maybe"), "Hammer is on or off.")
    assert_told(await world.slash(world.mod, "game set", setting="zone", value="Mars"), "time zone such as")
    assert_told(await world.slash(world["Ada"], "game set", setting="hammer", value="off", game="Friday"), "Only mod")


async def test_settings_and_their_values_complete_as_one_types(world: World):
    """All settings of the rulebook and the time zone, and the values of the one that was chosen."""
    await world.create()
    typed = world.mod.autocomplete
    found = [choice["value"] for choice in await typed(world.lobby, "game set", "setting", "day")]
    assert set(found) == {"day_hours", "day_tie", "daytalk"}
    ties = await typed(world.lobby, "game set", "value", "", setting="day_tie")
    assert [choice["value"] for choice in ties] == ["roll", "first", "none"]
    hammer = await typed(world.lobby, "game set", "value", "", setting="hammer")
    assert [choice["value"] for choice in hammer] == ["on", "off"]
    assert await world["Ada"].autocomplete(world.lobby, "game set", "setting", "", game="Friday") == []


async def test_the_second_moderator_who_opens_is_told_that_it_is_done(world: World):
    """Nothing happens twice."""
    other = world.join("Other", world.managers)
    await world.create()
    await world.sign_up()
    assert_told(await world.slash(other, "game open", game="Friday"), f"Already done by {world.mod.mention}")


async def test_seats_are_added_edited_and_removed_by_a_moderator(world: World):
    """Before the start; names complete."""
    await world.create()
    assert_told(await world.slash(world.mod, "game seat-add", user=world["Ada"]), "Ada has signed up: seat 1")
    await world.slash(world.mod, "game seat-add", user=world["Bo"], name="Robert", since="2021-03-05")
    names = await world.mod.autocomplete(world.lobby, "game seat-edit", "seat", "rob")
    assert [choice["value"] for choice in names] == ["Robert"]
    edited = await world.slash(
        world.mod, "game seat-edit", seat="Robert", name="Bobby", avatar="https://example.com/b.png"
    )
    assert_told(edited, "Seat 2, Robert, is now Bobby")
    seat = (await world.game()).seat(2)
    assert (seat.name, seat.since.isoformat(), seat.avatar) == (
        "Bobby", "2021-03-05T00:00:00+00:00", "https://example.com/b.png",
    )  # fmt: skip
    assert_told(await world.slash(world.mod, "game seat-remove", seat="bobby"), "Bobby")
    assert (await world.game()).roster.names == ("Ada",)
    assert_told(await world.slash(world.mod, "game seat-remove", user=world["Ada"]), "Ada")
    assert_told(await world.slash(world.mod, "game seat-remove"), "A name is missing")
    assert (await world.game()).seats == ()


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [("since", "yesterday", "date"), ("avatar", "b.png", "https://"), ("seat", "Zoe", "I know nobody called “Zoe”")],
)
async def test_a_seat_is_not_edited_to_something_impossible(world: World, option: str, value: str, sentence: str):
    """Each mistake has its sentence."""
    await world.create()
    await world.slash(world.mod, "game seat-add", user=world["Ada"])
    assert_told(await world.slash(world.mod, "game seat-edit", **{"seat": "Ada", option: value}), sentence)


async def test_status_and_list_are_for_those_who_run_games(world: World):
    """Players see neither."""
    await world.start()
    assert_told(await world.slash(world.mod, "game status"), "5 of 5 in the game: Ada, Bo, Cy, Di, Eve")
    assert_told(await world.slash(world.mod, "game list"), "**Friday** (no. 1)")
    assert_told(await world.slash(world["Ada"], "game status", game="Friday"), "cannot moderate the same game")
    assert_told(await world.slash(world["Flo"], "game list"), "Only members with Manage Server or the host role")


async def test_the_host_role_helps_with_set_up_but_not_with_phases(world: World):
    """``/game`` is open to hosts; a running game is its moderators' and those who manage the server."""
    host = world.join("Hannah", world.host_role)
    await world.start()
    assert_told(await world.slash(host, "game status", game="Friday"), "Day 1")
    assert_told(await world.slash(host, "phase close", game="Friday"), "Only moderators of this game can do that")


async def test_who_manages_the_server_can_take_over_which_is_logged(world: World):
    """A game never hangs on an absent moderator."""
    other = world.join("Other", world.managers)
    await world.start()
    assert_told(await world.slash(other, "phase pause", game="Friday"), "The game was paused")
    assert_told(await world.slash(world.mod, "mod log"), f"{other.mention}: The game was paused")


async def test_a_player_with_every_right_does_not_run_their_own_game(world: World):
    """Manage Server does not let a player look behind the scenes."""
    queen = world.join("Queen", world.managers)
    await world.create()
    message = await world.sign_up()
    await queen.click(message, label="Join")
    for command in ("game status", "mod log", "phase preview"):
        assert_told(await world.slash(queen, command, game="Friday"), "A player cannot moderate the same game")


async def test_ending_and_archiving(world: World):
    """The end is told with its result; an archived game is listed no longer."""
    await world.start()
    assert_told(await world.slash(world.mod, "game archive"), "not over")
    asked = await world.slash(world.mod, "game end", result="Called off")
    assert_told(asked, "Everything is revealed then")
    assert (await world.game()).status == "running"
    assert "Result: Called off" in told(await world.mod.click(asked.response.message, label="End the game"))
    assert (await world.game()).status == "over"
    assert_told(await world.slash(world["Flo"], "game archive", game="Friday"), "Only moderators of this game")
    asked = await world.slash(world.mod, "game archive")
    assert "archived" in told(await world.mod.click(asked.response.message, label="Archive the game"))
    assert_told(await world.slash(world.mod, "game list"), "no games")


async def test_starting_needs_the_right_number_of_players(world: World):
    """The sentence says how many."""
    await world.create()
    await world.sign_up()
    assert_told(await world.slash(world.mod, "game start"), "needs 5 players and has 0")


@pytest.mark.clause("S2.2")
async def test_an_anonymous_game_starts_without_those_who_could_look_behind_it(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    """The seat of whoever has Manage Roles is named to the moderator, who may start all the same."""
    monkeypatch.setattr(GameRecord, "anonymous", property(lambda record: True))
    chief = world.join("Chief", world.guild.create_role("Chiefs", permissions=world.power("manage_roles")))
    await world.create()
    message = await world.sign_up()
    for player in (chief, world["Ada"], world["Bo"], world["Cy"], world["Di"]):
        await player.click(message, label="Join")
    refused = await world.slash(world.mod, "game start")
    assert_told(refused, "Seat 1 could look behind the scenes")
    assert "Seat 2" not in told(refused)
    assert_told(await world.slash(world.mod, "game start", override=True), "has started")


@pytest.mark.clause("S2.2")
async def test_seats_of_an_anonymous_game_are_not_named_after_their_players(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    """Whether they join or are given a seat."""
    monkeypatch.setattr(GameRecord, "anonymous", property(lambda record: True))
    await world.create()
    message = await world.sign_up()
    await world["Ada"].click(message, label="Join")
    await world["Bo"].click(message, label="Join")
    await world["Ada"].click(message, label="Leave")
    await world.slash(world.mod, "game seat-add", user=world["Cy"])
    assert (await world.game()).roster.names == ("Seat 1", "Seat 2")


async def test_a_game_that_is_not_there_is_not_found(world: World):
    """Neither by a name that no game has, nor where there is none at all."""
    assert_told(await world.slash(world.mod, "game status", game="Nothing"), "I do not know that game")
    assert_told(await world.slash(world["Ada"], "me"), "You have no part in a game here")
