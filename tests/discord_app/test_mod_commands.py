"""``/mod``, for the game's moderators."""

from __future__ import annotations

import pytest

from .conftest import World, assert_told, told

COMMANDS = {
    "submit": {"seat": "Ada", "text": "vote Bo"},
    "remove": {"seat": "Ada", "reason": "gone"},
    "undo": {},
    "announce": {"text": "Hello"},
    "tell": {"seat": "Ada", "text": "Hello"},
    "log": {},
    "resend": {"seat": "Ada"},
}


@pytest.mark.parametrize(("who", "why"), [("Ada", "A player cannot moderate"), ("Flo", "Only moderators")])
async def test_repairs_are_the_moderators_alone(world: World, who: str, why: str):
    """Neither a player nor a bystander gets at anything."""
    await world.start()
    before = await world.game()
    about_people = {"replace": {"seat": "Bo", "user": world["Gus"]}, "cohost": {"user": world["Gus"]}}
    for command, options in {**COMMANDS, **about_people}.items():
        assert_told(await world.slash(world[who], f"mod {command}", game="Friday", **options), why)
    assert await world.game() == before


@pytest.mark.clause("A6")
async def test_a_moderator_sends_for_a_seat_as_if_it_had_sent_it(world: World):
    """By name or number; what is wrong is refused in the same words."""
    await world.start()
    assert_told(await world.slash(world.mod, "mod submit", seat="Ada", text="vote Bo"), "Got it: ")
    assert (await world.game()).state.wagons.target_of(1) == 2
    assert_told(await world.slash(world.mod, "mod submit", seat="2", text="vote Cy"), "Got it: ")
    assert_told(await world.slash(world.mod, "mod submit", seat="Ada", text="vote Zoe"), "nobody called “Zoe”")
    assert_told(await world.slash(world.mod, "mod submit", seat="Zoe", text="vote Bo"), "nobody called “Zoe”")


@pytest.mark.clause("A6")
async def test_a_replacement_plays_on_with_everything(world: World):
    """The old account is out, the new one is in, and the vote still stands."""
    await world.start()
    await world.slash(world["Ada"], "vote", player="Bo", game="Friday")
    assert_told(await world.slash(world.mod, "mod replace", seat="Ada", user=world["Gus"]), world["Gus"].mention)
    assert_told(await world.slash(world["Ada"], "me", game="Friday"), "You do not play in this game")
    assert_told(await world.slash(world["Gus"], "unvote", game="Friday"), "Got it")
    assert any("You have joined **Friday**" in message.content for message in world.inbox(world["Gus"]))


@pytest.mark.clause("A6")
async def test_a_removed_seat_is_out_and_the_reason_stays_with_the_moderators(world: World):
    """The reason is not told to the players."""
    await world.start(players=("Ada", "Bo", "Cy", "Di", "Eve", "Flo", "Gus"))
    seat = next(n for n, role in enumerate((await world.game()).state.roles, start=1) if role != "mafia")
    name = (await world.game()).roster.name(seat)
    removed = await world.slash(world.mod, "mod remove", seat=name, reason="rude words")
    assert_told(removed, "Reason: rude words")
    assert seat not in (await world.game()).state.living
    assert not any("rude" in message.content for message in world.inbox(world["Bo"]))


@pytest.mark.clause("A6")
async def test_undo_shows_what_would_be_undone_and_then_does_it(world: World):
    """The list has a button for each; one press takes it back, the second finds it done."""
    await world.start()
    await world.slash(world["Ada"], "vote", player="Bo", game="Friday")
    shown = await world.slash(world.mod, "mod undo")
    assert_told(shown, "Undo")
    assert (await world.game()).state.wagons.target_of(1) == 2
    undone = await world.mod.click(shown.response.message, label="Undo 1")
    assert "taken back" in told(undone)
    assert (await world.game()).state.wagons.target_of(1) is None


@pytest.mark.clause("A6")
async def test_undo_is_not_for_whoever_gets_hold_of_its_button(world: World):
    """Rights are looked up when the button is pressed, not when it was made."""
    other = world.join("Other", world.managers)
    await world.start()
    await world.slash(world["Ada"], "vote", player="Bo", game="Friday")
    shown = await world.slash(other, "mod undo", game="Friday")
    world.take_role(other, world.managers)
    pressed = await other.click(shown.response.message, label="Undo 1")
    assert "Only moderators of this game" in "".join(told(pressed))
    assert (await world.game()).state.wagons.target_of(1) == 2


async def test_the_moderators_speak_to_everyone_or_to_one(world: World):
    """Nobody sees who of them it was."""
    await world.start()
    assert_told(await world.slash(world.mod, "mod announce", text="Be nice"), "Announced: Be nice")
    assert_told(await world.slash(world.mod, "mod tell", seat="Ada", text="Write to me"), "Told Ada: Write to me")
    assert "from the moderators" in world.inbox(world["Ada"])[-1].content
    assert "Write to me" in world.inbox(world["Ada"])[-1].content
    assert not any("Write to me" in message.content for message in world.inbox(world["Bo"]))


async def test_a_cohost_moderates_but_players_do_not(world: World):
    """Whoever plays cannot be made one."""
    await world.start()
    assert_told(await world.slash(world.mod, "mod cohost", user=world["Flo"]), "is a moderator now")
    assert_told(await world.slash(world["Flo"], "phase pause"), "The game was paused")
    assert_told(await world.slash(world.mod, "mod cohost", user=world["Ada"]), "Moderators of a game cannot play")


async def test_the_log_tells_who_did_what(world: World):
    """Everything told, privately."""
    await world.start()
    assert_told(await world.slash(world.mod, "mod log"), f"{world.mod.mention}: The game has started with 5 seats")


async def test_resend_delivers_what_is_asked(world: World):
    """Nothing waits, so the seat gets what is asked of it."""
    await world.start()
    before = len(world.inbox(world["Ada"]))
    assert_told(await world.slash(world.mod, "mod resend", seat="Ada"), "1 message to Ada on the way")
    assert len(world.inbox(world["Ada"])) == before + 1
