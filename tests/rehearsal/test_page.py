"""The page as people use it, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import FrameLocator, Locator, Page, expect


def screen(page: Page) -> FrameLocator:
    """What the person sees that one is."""
    return page.frame_locator("#screen")


def be(page: Page, name: str) -> None:
    """Become somebody."""
    page.locator("#people").get_by_title(f"Be {name}", exact=True).click()
    expect(page.locator("#spots-title")).to_have_text(f"{name} sees")


def look_at(page: Page, name: str) -> None:
    """Go to one of the places of the person that one is, and wait until one can act there."""
    spot = page.locator("#spots").get_by_role("button", name=re.compile(name)).first
    spot.click()
    expect(spot).to_have_attribute("aria-current", "true")
    person = page.locator("#people [aria-current=true]").get_attribute("data-id")
    expect(page.locator("#screen")).to_have_attribute("data-shows", f"{person}/{spot.get_attribute('data-id')}")
    expect(screen(page).locator("#channel-composer-input")).to_be_visible()
    screen(page).locator("body").evaluate(
        """async () => {
            while (!window.simcordPreview?.ready) await new Promise(requestAnimationFrame);
        }"""
    )


def messages(page: Page) -> Locator:
    """The messages on the screen."""
    return screen(page).locator(".channel-message")


def write(page: Page, text: str) -> None:
    """Type something and send it."""
    box = screen(page).locator("#channel-composer-input")
    box.fill(text)
    box.press("Enter")


def command(page: Page, name: str, *values: str) -> None:
    """Choose a slash command, fill in its options, and run it."""
    box = screen(page).locator("#channel-composer-input")
    box.click()
    box.press_sequentially(f"/{name}", delay=20)
    expect(screen(page).get_by_role("option").first).to_contain_text(name)
    page.keyboard.press("Enter")
    for value in values:
        page.keyboard.type(value)
    page.keyboard.press("Enter")


def keep(page: Page, pictures: Path | None, name: str) -> None:
    """Take a picture of the page, if pictures are wanted."""
    if pictures is not None:
        page.screenshot(path=pictures / f"{name}.png")


@pytest.fixture
def ring(page: Page, rehearsal: str) -> Page:
    """The page of a game that has begun."""
    page.goto(rehearsal)
    expect(page.locator("#phase")).to_contain_text("Day 1")
    return page


def test_the_page_shows_everybody_and_the_stage(ring: Page, pictures: Path | None) -> None:
    """Moderator, players and spectators are there, the first player is oneself, and the stage is open."""
    expect(ring.locator("#people .person")).to_have_count(12)
    expect(ring.locator("#people [aria-current=true]")).to_contain_text("Ada")
    expect(ring.locator("#title")).to_have_text("To Tell the Truth")
    expect(messages(ring).first).to_be_visible()
    keep(ring, pictures, "stage")


def test_each_person_sees_their_own_places(ring: Page) -> None:
    """The moderator's booth is in the moderator's list only."""
    be(ring, "Marguerite")
    expect(ring.locator("#spots")).to_contain_text("booth")
    be(ring, "Bruno")
    expect(ring.locator("#spots")).not_to_contain_text("booth")


def test_a_player_reads_their_role_in_a_direct_message(ring: Page, pictures: Path | None) -> None:
    """The bot has written to each player."""
    be(ring, "Cleo")
    look_at(ring, "Ringmaster")
    expect(messages(ring).filter(has_text=re.compile("Town|Mafia")).first).to_be_visible()
    keep(ring, pictures, "direct")


def test_a_vote_by_direct_message_gets_a_receipt(ring: Page) -> None:
    """What one types is understood, and the count on the stage follows."""
    be(ring, "Ada")
    look_at(ring, "Ringmaster")
    expect(messages(ring).first).to_be_visible()
    write(ring, "vote Bruno")
    expect(messages(ring).last).to_contain_text(re.compile("Ringmaster.*vote for Bruno", re.DOTALL))
    expect(screen(ring).locator("#channel-composer-input")).to_have_value("")


def test_a_vote_from_the_menu_on_the_stage_gets_a_receipt(ring: Page) -> None:
    """Menus work as in Discord; the answer is private."""
    be(ring, "Gwen")
    look_at(ring, "stage")
    screen(ring).get_by_text("Vote for", exact=True).last.click()
    screen(ring).get_by_role("option", name="Felix").click()
    expect(messages(ring).filter(has_text="Only you can see this").filter(has_text="vote for Felix")).to_be_visible()


def test_a_private_reply_is_seen_by_its_reader_only(ring: Page, pictures: Path | None) -> None:
    """A vote by command is answered in private; another person at the same place does not see the answer."""
    private = messages(ring).filter(has_text="Only you can see this").filter(has_text="vote for Cleo")
    be(ring, "Ada")
    look_at(ring, "stage")
    command(ring, "vote", "Cleo")
    expect(private).to_be_visible()
    keep(ring, pictures, "private")
    be(ring, "Esther")
    look_at(ring, "stage")
    expect(messages(ring).first).to_be_visible()
    expect(private).to_have_count(0)


def test_the_moderator_is_told_what_can_be_done(ring: Page) -> None:
    """The hint goes with the person that one is."""
    be(ring, "Marguerite")
    expect(ring.locator("#hint")).to_contain_text("/phase")
    be(ring, "Zoe")
    expect(ring.locator("#hint")).to_contain_text("gallery")


def test_a_seat_can_be_given_to_the_computer_and_back(ring: Page) -> None:
    """Who does not want to play on lets the computer, and the other way round."""
    be(ring, "Ada")
    ring.get_by_role("button", name="Let the computer play").click()
    expect(ring.locator("#people [aria-current=true]")).to_contain_text("computer")
    ring.get_by_role("button", name="Take this seat over").click()
    expect(ring.locator("#people [aria-current=true]")).to_contain_text("you")


def test_the_clock_can_be_stopped_and_moved(ring: Page) -> None:
    """Pause, speed and skipping change the time in the simulation."""
    before = ring.locator("#clock").get_attribute("datetime")
    ring.get_by_role("button", name="Pause").click()
    expect(ring.get_by_role("button", name="Go on")).to_have_attribute("aria-pressed", "true")
    ring.get_by_role("button", name="+1 h").click()
    expect(ring.locator("#clock")).not_to_have_attribute("datetime", before or "")
    ring.get_by_role("button", name="Go on").click()
    ring.get_by_role("button", name="60×", exact=True).click()
    expect(ring.get_by_role("button", name="60×", exact=True)).to_have_attribute("aria-pressed", "true")


def test_what_is_said_of_times_follows_the_clock(ring: Page) -> None:
    """A deadline in some hours is said to be in hours, whatever was said when its message was drawn. The clock runs."""
    look_at(ring, "stage")
    deadline = screen(ring).locator("time.discord-timestamp").filter(has_text=re.compile("^in ")).last
    deadline.evaluate(
        """time => {
            const now = new Date(parent.document.getElementById("clock").dateTime);
            time.dateTime = new Date(now.getTime() + 4.5 * 3600 * 1000).toISOString();
            time.id = "moved";
        }"""
    )
    expect(screen(ring).locator("#moved")).to_have_text(re.compile("^in [2345] hours$"))


def test_the_page_says_how_it_differs_and_how_to_go_live(ring: Page, pictures: Path | None) -> None:
    """A newcomer finds out what is not real here, and what to do next."""
    ring.get_by_role("button", name="About").click()
    expect(ring.get_by_role("dialog")).to_contain_text("What differs from Discord")
    expect(ring.get_by_role("dialog")).to_contain_text("ringmaster run")
    keep(ring, pictures, "about")


def test_the_page_fits_a_phone(ring: Page, pictures: Path | None) -> None:
    """Nothing sticks out, and one can still write."""
    ring.set_viewport_size({"width": 390, "height": 780})
    box = screen(ring).locator("#channel-composer-input")
    expect(box).to_be_in_viewport(ratio=0.9)
    assert ring.evaluate("document.documentElement.scrollWidth") <= 390
    keep(ring, pictures, "phone")


def test_an_automatic_game_ends_with_a_winner(page: Page, rehearse: Callable[..., str], pictures: Path | None) -> None:
    """With all seats and the moderator played by the computer one only has to watch."""
    page.goto(rehearse("--auto", "--speed", "20000"))
    expect(page.locator("#phase")).to_contain_text("The game is over", timeout=60_000)
    expect(messages(page).filter(has_text=re.compile(r"\bwins?\b|\bwon\b", re.IGNORECASE)).first).to_be_visible()
    keep(page, pictures, "over")
