"""Twitch Plays Mafia by words, buttons and menus: what counts, what does not, and what everyone sees of it."""

from __future__ import annotations

import pytest
import pytest_asyncio

from ringmaster.discord_app.actions import Confirm, Pick
from ringmaster.games.twitch.state import Action, Kill

from . import twitch_show
from .conftest import World, assert_told, told
from .twitch_show import Show


@pytest_asyncio.fixture
async def night(world: World) -> Show:
    """Nine players in Night 0; Bo and Vicky are the Dome."""
    return await twitch_show.start(world)


@pytest_asyncio.fixture
async def day(night: Show) -> Show:
    """Nine players on Day 1."""
    await night.until_the_deadline()
    return night


def confirm(phase: str, decision: str, *picks: int | str) -> str:
    """The custom ID of "Send it"."""
    return Confirm(game=1, phase=phase, decision=decision, picks=(picks,)).encode()


# -- by night


@pytest.mark.clause("T2.2", "T2.4")
@pytest.mark.parametrize(
    ("text", "understood", "sent"),
    [
        ("protect Kiyoko", "protect **Kiyoko**", Action(by=6, kind="protect", targets=(3,))),
        ("Stun Kiyoko", "stun **Kiyoko**", Action(by=6, kind="stun", targets=(3,))),
        ("bus Kiyoko and Bird Jesus", "bus **Kiyoko** and **Bird Jesus**", Action(by=6, kind="bus", targets=(3, 4))),
        ("bus tom and jerry and ada", "bus **Tom and Jerry** and **Ada**", Action(by=6, kind="bus", targets=(5, 6))),
    ],
)
async def test_an_action_in_words_counts_once_it_is_confirmed(
    night: Show, text: str, understood: str, sent: Action
) -> None:
    """What was understood is shown first, with a button to send it and one not to."""
    asked = await night.dm("Ada", text)
    assert f"Understood: {understood}.\nThis cannot be changed or taken back. Send it?" in asked.content
    assert (await night.record()).state.actions == ()
    await night.world["Ada"].user.click(asked, label="Not yet")
    assert (await night.record()).state.actions == ()
    assert await night.send("Ada", text) == f"Got it: {understood}. It cannot be changed."
    assert (await night.record()).state.actions == (sent,)
    assert "You have sent your action for tonight" in (await night.dm("Ada", "stun Bo")).content
    assert "nothing more is asked of you" in (await night.dm("Ada", "act")).content
    assert f"Sent tonight: {understood}." in (await night.dm("Ada", "me")).content


@pytest.mark.clause("A10", "T2.4")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("protect Kiyko", "I know nobody called “Kiyko”; did you mean Kiyoko?"),
        ("bus Tom and Jery and Ada", "I know nobody called “Tom and Jery”; did you mean Tom and Jerry?"),
        ("bus Tom and Jerry", "Name 2 players"),
        ("stun Kiyoko and Ada", "Name one player."),
        ("bus Ada and Ada", "You named Ada twice"),
        ("kill Kiyoko", "Helix Followers have no kill"),
        ("kill nobody at all", "Helix Followers have no kill"),
        ("vote Kiyoko", "Votes are cast by day"),
    ],
)
async def test_what_is_not_understood_is_asked_about_and_never_guessed(night: Show, text: str, says: str) -> None:
    """Each fault has its sentence, and nothing counts."""
    assert says in (await night.dm("Ada", text)).content
    assert (await night.record()).state.actions == ()


@pytest.mark.clause("T2.1", "T2.2", "T3.1")
async def test_actions_and_the_kill_are_chosen_from_buttons_and_menus(night: Show) -> None:
    """Of `/act` in the server; two seats for a bus, and for the kill a target and then a sender."""
    world = night.world
    shown = (await world.slash(world["Cy"], "act")).response
    await world["Cy"].click(shown.message, label="Bus")
    await world["Cy"].select(shown.message, ["3", "5"])
    assert "Understood: bus **Kiyoko** and **Tom and Jerry**." in shown.content
    assert (await night.record()).state.actions == ()
    await world["Cy"].click(shown.message, label="Send it")
    assert shown.content == "Got it: bus **Kiyoko** and **Tom and Jerry**. It cannot be changed."
    assert (await night.record()).state.actions == (Action(by=7, kind="bus", targets=(3, 5)),)

    kill = (await world.slash(world["Vicky"], "act")).response
    await world["Vicky"].click(kill.message, label="Kill")
    await world["Vicky"].select(kill.message, ["3"])
    await world["Vicky"].select(kill.message, ["1"])
    assert kill.content == "Got it: kill **Kiyoko**, sent by **Bo**. You can change it until Night 0 closes."
    assert (await night.record()).state.kill == Kill(by=1, target=3)


@pytest.mark.clause("T2.1", "T2.2")
async def test_the_buttons_of_a_direct_message_do_the_same(night: Show) -> None:
    """And what is still open of it afterwards says that it is too late."""
    world = night.world
    asked = next(m for m in world.inbox(world["Di"]) if m.content.startswith("**Pokémon – Night 0**"))
    menu = (await world["Di"].user.click(asked, label="Protect")).response
    confirmation = (await world["Di"].user.select(menu.message, ["8"])).response
    assert "Understood: protect **Di**." in confirmation.content
    await world["Di"].user.click(confirmation.message, label="Send it")
    assert confirmation.content == "Got it: protect **Di**. It cannot be changed."
    assert (await night.record()).state.actions == (Action(by=8, kind="protect", targets=(8,)),)
    bus = (await world["Di"].user.click(asked, label="Bus")).response
    assert "That is not asked of you now; `/act` shows what is." in bus.content


@pytest.mark.clause("T2.2", "A1")
async def test_a_confirmation_counts_once_and_only_in_its_night(night: Show) -> None:
    """Pressed again, twice at once, and after the close: each has its answer, and nothing more happens."""
    world, (one, other) = night.world, (await night.dm("Ada", "stun Bo"), await night.dm("Cy", "stun Bo"))
    button = confirm("night-0", "stun", 1)
    answers = await world.press_together((world["Ada"], button), (world["Ada"], button), on=one)
    assert sorted("Got it" in told(answer) for answer in answers) == [False, True]
    again = told(await world.press(world["Ada"], one, button))
    assert "You have sent your action for tonight (stun Bo), and it cannot be changed." in again
    public = (await night.place("stage")).history()[-1]
    assert "You do not play in this game" in told(await world.press(world["Flo"], public, button))
    await night.until_the_deadline()
    late = told(await world["Cy"].user.click(other, label="Send it"))
    assert "That was for Night 0, which is over, so it does not count" in late
    booth = "\n".join(await night.texts("booth"))
    assert (booth.count("Ada: stun Bo."), booth.count("Cy: stun Bo.")) == (1, 0)


@pytest.mark.clause("T1.1", "T3.1")
async def test_the_domes_thread_shows_the_kill_and_the_last_word_counts(night: Show) -> None:
    """Target and sender, kept up to date; whoever speaks, by words or by the thread's own menu."""
    world = night.world
    assert [name for name in twitch_show.PLAYERS if await night.may_read(name, "faction")] == ["Bo", "Vicky"]
    assert "Nobody is named yet." in (await night.panel()).content
    await night.kill("Bo", "kill Kiyoko by Bo")
    assert "Got it: kill **Ada**, sent by **Bo**." in (await night.dm("Vicky", "kill Ada")).content
    await night.until_edited()
    assert "Now: kill **Ada**, sent by **Bo**." in (await night.panel()).content
    assert "Vicky names the kill: Ada, sent by Bo." in await night.texts("faction")
    asked = await world.choose(
        world["Vicky"], await night.panel(), Pick(game=1, phase="night-0", decision="kill").encode(), "5"
    )
    done = await world["Vicky"].select(asked.response.message, ["2"])
    assert "Got it: kill **Tom and Jerry**, sent by **Vicky**." in told(done)
    assert (await night.record()).state.kill == Kill(by=2, target=5)
    await night.until_edited()
    assert "Now: kill **Tom and Jerry**, sent by **Vicky**." in (await night.panel()).content
    assert "cannot send the kill" in (await night.dm("Bo", "kill Kiyoko by Ada")).content


@pytest.mark.clause("T3.1", "T2.1")
async def test_the_status_says_who_has_something_open(night: Show) -> None:
    """An action, or the kill. Who has is reminded, though a partner has named the kill."""
    await night.send("Ada", "protect Ada")
    await night.send("Bo", "stun Ada")
    assert "Still missing: Bo, Vicky, Kiyoko, Bird Jesus, Tom and Jerry, Cy, Di, Eve" in await night.status()
    await night.kill("Vicky", "kill Ada")
    assert "Still missing: Vicky, Kiyoko, Bird Jesus, Tom and Jerry, Cy, Di, Eve" in await night.status()
    deadline = (await night.record()).deadline
    assert deadline is not None
    await night.world.env.advance_time((deadline - night.world.env.now()).total_seconds() - 3600)
    reminded = [n for n in twitch_show.PLAYERS if "1 hour left" in night.world.inbox(night.world[n])[-1].content]
    assert reminded == ["Vicky", "Kiyoko", "Bird Jesus", "Tom and Jerry", "Cy", "Di", "Eve"]


# -- by day


@pytest.mark.clause("T5.1", "T5.8")
async def test_votes_by_command_menu_and_words_are_confirmed_and_counted_live(day: Show) -> None:
    """The day's message shows wagons, START9, who has not voted, the majority and the time."""
    world = day.world
    asked = await world.slash(world["Bo"], "vote", player="start9")
    assert_told(asked, "Understood: vote for **START9**.")
    await world["Bo"].click(asked.response.message, label="Send it")
    assert_told(await world.slash(world["Bo"], "vote", player="Ada"), "You have voted for START9 today")
    menu = await world["Kiyoko"].select(await day.count(), ["1"])
    assert_told(menu, "Understood: vote for **Bo**.")
    await world["Kiyoko"].click(menu.response.message, label="Send it")
    await day.vote("bo", "Ada")
    named = await world["Cy"].context_menu(world.lobby, "Vote for this player", world["Ada"])
    assert_told(named, "Understood: vote for **Ada**.")
    await day.until_edited()
    record = await day.record()
    assert record.deadline is not None
    time = int(record.deadline.timestamp())
    assert (await day.count()).content == (
        "**Day 1 – votes**\n"
        "**Bo** (2): Kiyoko, Ada\n"
        "**START9** (1): Bo\n"
        "Not voting: Vicky, Bird Jesus, Tom and Jerry, Cy, Di, Eve\n"
        "In the lead: Bo\n"
        "Majority: 5 of 9. It ends the day at once: that player is lynched, or nobody if it is START9. "
        "Votes are final.\n"
        f"Deadline: <t:{time}:F> (<t:{time}:R>)."
    )
    assert "**Bo** (2): Kiyoko, Ada" in (await day.dm("Eve", "votes")).content
    assert "Still missing: Vicky, Bird Jesus, Tom and Jerry, Cy, Di, Eve" in await day.status()


@pytest.mark.clause("T5.2", "A1")
async def test_of_two_votes_at_once_one_ends_the_day_and_the_other_comes_too_late(day: Show) -> None:
    """The sixth for START9 finds the day over."""
    world = day.world
    await day.vote("start9", "Bo", "Vicky", "Kiyoko", "Ada")
    button = confirm("day-1", "vote", "start9")
    answers = await world.press_together((world["Cy"], button), (world["Di"], button), on=await day.count())
    said = sorted(map(told, answers))
    assert said[0] == "Got it: vote for **START9**. With that, Day 1 is over."
    assert said[1].startswith("That was for Day 1, which is over")
    assert await day.phase() == "night-1"
    assert sum("**Day 1 is over.**" in text for text in await day.texts("stage")) == 1


@pytest.mark.clause("T5.7", "T5.4")
async def test_the_day_closes_when_everyone_has_voted(day: Show) -> None:
    """Nothing can change any more, so nobody waits for the deadline; the most votes decide, whatever START9 has."""
    await day.vote("start9", "Bo", "Vicky", "Kiyoko", "Bird Jesus")
    await day.vote("Bo", "Ada", "Cy", "Di")
    await day.vote("Vicky", "Eve")
    assert await day.phase() == "day-1"
    assert "With that, Day 1 is over." in await day.send("Tom and Jerry", "vote vicky")
    result = next(text for text in await day.texts("stage") if text.startswith("**Day 1 is over.**"))
    assert "**Bo** is lynched: 3 votes, the most." in result
    await day.until_edited()
    assert (await day.count()).content.startswith("**Day 1 – final votes**\nLynched: Bo\n**START9** (4): Bo, Vicky")
