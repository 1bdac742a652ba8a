"""Buttons, menus and forms: who may use them, when, and what happens when they are used too late or twice."""

from __future__ import annotations

import pytest

from ringmaster.discord_app.actions import ACTIONS, Confirm, Pick
from ringmaster.discord_app.cogs.components import Component

from .conftest import World, assert_told, told


async def test_joining_welcomes_in_a_direct_message_at_once(world: World):
    """It shows early whether direct messages are open."""
    await world.create()
    message = await world.sign_up()
    assert_told(await world["Ada"].click(message, label="Join"), "I have sent you a direct message")
    assert "You have joined **Friday**" in world.inbox(world["Ada"])[0].content
    assert_told(await world["Ada"].click(message, label="Join"), "has a seat in this game already")
    assert_told(await world.mod.click(message, label="Join"), "Moderators of a game cannot play in it")


async def test_whoever_takes_no_direct_messages_is_told_how_to_open_them(world: World):
    """The game knows, the moderators see it, and a button tries again."""
    await world.create()
    message = await world.sign_up()
    fault = world.close_dms(world["Ada"])
    joined = await world["Ada"].click(message, label="Join")
    assert_told(joined, "I cannot send you direct messages")
    assert "Ada takes no direct messages" in told(await world.slash(world.mod, "game status"))
    again = await world["Ada"].click(joined.response.message, label="Try again")
    assert_told(again, "I still cannot send you direct messages")
    world.open_dms(fault)
    again = await world["Ada"].click(joined.response.message, label="Try again")
    assert_told(again, "That worked")
    assert "Ada takes no direct messages" not in told(await world.slash(world.mod, "game status"))


@pytest.mark.clause("A10")
async def test_a_name_that_is_taken_is_asked_for_anew(world: World):
    """A form asks; the answer is checked again."""
    twin = world.join("ÁDA!")
    await world.create()
    message = await world.sign_up()
    await world["Ada"].click(message, label="Join")
    form = await twin.click(message, label="Join")
    assert form.modal["title"] == "Your name in the game"
    field = world.form_field(form)
    assert "is taken" in told(await twin.submit_modal(form, {field: "ada"}))
    form = await twin.click(message, label="Join")
    assert_told(await twin.submit_modal(form, {world.form_field(form): "Adele"}), "You are in")
    assert (await world.game()).roster.names == ("Ada", "Adele")


@pytest.mark.clause("A10")
async def test_a_name_of_which_nothing_can_be_typed_gives_way_to_the_username(world: World):
    """And a long one is cut."""
    fox, long = world.join("🦊🦊", username="fox"), world.join("L" * 40, username="long")
    await world.create()
    message = await world.sign_up()
    await fox.click(message, label="Join")
    await long.click(message, label="Join")
    assert (await world.game()).roster.names == ("fox", "L" * 32)


async def test_leaving_and_spectating_from_the_sign_up_message(world: World):
    """Each with its private answer."""
    await world.create()
    message = await world.sign_up()
    assert_told(await world["Ada"].click(message, label="Leave"), "You have not joined this game")
    await world["Ada"].click(message, label="Join")
    assert_told(await world["Ada"].click(message, label="Leave"), "no longer signed up")
    assert_told(await world["Bo"].click(message, label="Spectate"), "You are watching")
    record = await world.game()
    assert (record.seats, record.spectators) == ((), (world["Bo"].id,))


async def test_the_buttons_of_a_sign_up_that_is_over_refuse(world: World):
    """Whoever has the old message open is told."""
    await world.create()
    message = await world.sign_up()
    for player in ("Ada", "Bo", "Cy", "Di", "Eve"):
        await world[player].click(message, label="Join")
    late = await world.press(world["Flo"], message, "join:1")
    assert_told(late, "All 5 seats are taken")
    await world.slash(world.mod, "game start")
    assert_told(await world.press(world["Flo"], message, "join:1"), "Sign-ups are closed")


@pytest.mark.clause("A1")
async def test_a_menu_of_an_earlier_phase_does_not_count_for_the_next(world: World):
    """It is refused as stale, and nothing changes."""
    await world.start()
    shown = await world.slash(world["Ada"], "act")
    await world.slash(world.mod, "phase close")
    await world.slash(world.mod, "phase close")
    assert (await world.game()).phase == "day-2"
    before = await world.game()
    late = await world["Ada"].select(shown.response.message, ["2"])
    assert "That was for Day 1, which is over, so it does not count" in told(late)
    assert await world.game() == before


async def test_a_menu_that_everyone_sees_acts_for_whoever_uses_it(world: World):
    """Each votes for themselves; who does not play is told so."""
    await world.start()
    action = Pick(game=1, phase="day-1", decision="vote").encode()
    public = await world.show(action)
    assert_told(await world.choose(world["Ada"], public, action, "2"), "Got it: vote for **Bo**")
    assert_told(await world.choose(world["Bo"], public, action, "3"), "Got it: vote for **Cy**")
    assert_told(await world.choose(world["Flo"], public, action, "2"), "You do not play in this game")
    wagons = (await world.game()).state.wagons
    assert [wagons.target_of(seat) for seat in (1, 2)] == [2, 3]


@pytest.mark.clause("T2.2", "T5.1")
async def test_what_is_final_is_confirmed_first(world: World):
    """Nothing counts before the button is pressed, and it counts once."""
    await world.start_twitch()
    before = (await world.game()).log_length
    asked = await world.slash(world["Ada"], "act", text="protect Bo")
    assert_told(asked, "cannot be changed or taken back")
    assert (await world.game()).log_length == before
    sent = await world["Ada"].click(asked.response.message, label="Send it")
    assert "Got it" in told(sent)
    assert asked.response.components == []
    again = await world.press(world["Ada"], asked.response.message, confirm_protect())
    assert "You have sent your action for tonight" in told(again)


@pytest.mark.clause("T2.2")
async def test_not_yet_sends_nothing(world: World):
    """The question goes away, and can be asked again."""
    await world.start_twitch()
    asked = await world.slash(world["Ada"], "act", text="protect Bo")
    assert "Nothing was sent" in told(await world["Ada"].click(asked.response.message, label="Not yet"))
    assert_told(await world.slash(world["Ada"], "act", text="stun Bo"), "Send it?")


@pytest.mark.clause("T2.2")
async def test_two_presses_at_once_count_once(world: World):
    """The second is told what was sent."""
    await world.start_twitch()
    asked = await world.slash(world["Ada"], "act", text="protect Bo")
    button = confirm_protect()
    first, second = await world.press_together(
        (world["Ada"], button), (world["Ada"], button), on=asked.response.message
    )
    answers = sorted((told(first), told(second)), key=lambda answer: "Got it" in answer)
    assert "You have sent your action for tonight" in answers[0]
    assert "Got it" in answers[1]


@pytest.mark.clause("A1", "T2.2")
async def test_a_confirmation_after_the_close_does_not_count(world: World):
    """It was made for the night that is over."""
    await world.start_twitch()
    asked = await world.slash(world["Ada"], "act", text="protect Bo")
    await world.slash(world.mod, "phase close")
    late = await world["Ada"].click(asked.response.message, label="Send it")
    assert "That was for Night 0, which is over" in told(late)


async def test_somebody_elses_confirmation_sends_nothing_of_theirs(world: World):
    """A button acts for whoever presses it; outsiders are refused."""
    await world.start_twitch()
    asked = await world.slash(world["Ada"], "act", text="protect Bo")
    pressed = await world.press(world["Gus"], asked.response.message, confirm_protect())
    assert "You do not play in this game" in told(pressed)


async def test_two_moderators_who_undo_at_once_undo_once(world: World):
    """The second finds nothing there any more."""
    other = world.join("Other", world.managers)
    await world.start()
    await world.slash(world["Ada"], "vote", player="Bo", game="Friday")
    shown = await world.slash(world.mod, "mod undo")
    button = next(
        child.custom_id
        for row in shown.response.message.components
        for child in row.children
        if child.label == "Undo 1"
    )
    first, second = await world.press_together((world.mod, button), (other, button), on=shown.response.message)
    answers = sorted((told(first), told(second)), key=lambda answer: "taken back" in answer)
    assert "There is nothing to undo there any more" in answers[0]
    assert "taken back" in answers[1]


def confirm_protect() -> str:
    """The custom ID of "Send it" for protecting seat 2 in Night 0."""
    return Confirm(game=1, phase="night-0", decision="protect", picks=((2,),)).encode()


def test_every_message_button_has_a_known_action():
    """The pattern that components answer to covers all actions there are."""
    for action in ACTIONS:
        assert Component.__discord_ui_compiled_template__.fullmatch(f"{action.name}:1")
    assert not Component.__discord_ui_compiled_template__.fullmatch("somebody-elses:1")
