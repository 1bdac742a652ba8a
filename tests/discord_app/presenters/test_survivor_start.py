"""How a season of Card Survivor begins, its calendar, and its challenges, as people read them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ringmaster.sessions.messages import Person, Refresh, Send

from .conftest import Table, account, shown
from .seasons import last, play, private, season, until


@pytest.mark.clause("S2.3", "S12.1", "S1.1")
def test_the_stage_learns_the_tribes_and_the_calendar_when_a_season_begins() -> None:
    """Tribes in player-list order, the hand, the settings that matter, and every day with its date."""
    table = season(council_reveal="result", players=8)
    told = last(table, holding="**Tribe 1**")
    assert told.startswith("**Tribe 1**: Samantha, Kiyoko, Olga, Ruth\n**Tribe 2**: Bird Jesus, Abe, Fido, Zed\n")
    assert "the same 40 cards: 20, 15, 12, 10 ×2" in told
    assert "- After a council everyone learns who is out and by which rule, and no votes." in told
    calendar = next(out for out in table.posted if isinstance(out, Send) and out.panel == "calendar")
    assert "Day 1, until <t:1793736000:f>: tribal challenge" in calendar.message.text
    assert "Day 5, until <t:1794081600:f>: the merge, a day off" in calendar.message.text
    assert "Day 12, until <t:1794686400:f>: the jury's votes" in calendar.message.text


@pytest.mark.clause("S2.2", "S13.1", "S13.3")
def test_each_seat_learns_its_character_its_tribe_its_cards_and_how_to_talk_and_answer() -> None:
    """In one direct message; the first question comes in a second."""
    table = season()
    first, second = table.at(Person(account(3)))
    assert "You are **Kiyoko**, in tribe 1 with Samantha, Olga, Ruth." in first.text
    assert "Please tell nobody until the game is over." in first.text
    assert "`/say` reaches your tribe, `/whisper` one member of it" in first.text
    assert "`/confess` is read by spectators and moderators, never by players." in first.text
    assert "“public 10 secret 5”" in first.text
    assert "[Play two cards]" in shown(second)


@pytest.mark.clause("S12.1")
def test_the_default_season_has_its_28_days() -> None:
    """As the rulebook counts them."""
    table = season(tuple(f"Player {n}" for n in range(1, 17)), players=16, merge_at=10, jury=6)
    panel = table.presenters.panel(table.record, "calendar")
    assert panel is not None
    lines = panel[1].text.split("\n")
    assert [line.split(",")[0] for line in lines[2:]] == [f"Day {day}" for day in range(1, 29)]
    assert lines[14].endswith("the merge, a day off")
    assert lines[13].endswith("council (10 left after it)")


@pytest.mark.clause("S12.2")
def test_a_moved_deadline_moves_the_days_that_follow() -> None:
    """By the rule that sets deadlines: the council keeps its hour, two days later."""
    table = season()
    first = panel_lines(table)
    assert table.record.deadline is not None
    moved = replace(table.record, deadline=table.record.deadline.replace(day=5))
    table.host("deadline", moved, was=None)
    assert [out.panel for out in table.posted if isinstance(out, Refresh)][-2:] == ["calendar", "favourite"]
    later = panel_lines(table)
    assert later[0] == "Now: Challenge 1, until <t:1793908800:f>."
    assert first[2] == "Day 2, until <t:1793822400:f>: council (7 left after it)"
    assert later[2] == "Day 4, until <t:1793995200:f>: council (7 left after it)"
    table.host("paused", replace(table.record, status="paused", deadline=None))
    assert "The clock stands still" in panel_lines(table)[0]


def panel_lines(table: Table) -> list[str]:
    """The lines of the calendar below its title."""
    panel = table.presenters.panel(table.record, "calendar")
    assert panel is not None
    return panel[1].text.split("\n")[1:]


@pytest.mark.clause("S3.2", "S3.3", "A8")
def test_a_tribal_challenge_shows_owners_of_public_cards_only() -> None:
    """Secret cards from high to low, exact averages with decimals, and what decided."""
    table = season()
    play(table, {1: (10, 3), 3: (2, 9), 5: (4, 4), 7: (-5, 8), 2: (15, 1), 4: (1, 1), 6: (2, 2), 8: (3, 3)})
    table.close()
    assert last(table, holding="Challenge 1 is over") == (
        "**Challenge 1 is over.**\n"
        "**Tribe 1** – average 35/4 = 8.75\nPublic: Samantha 10, Kiyoko 2, Olga 4, Ruth −5\nSecret: 9, 8, 4, 3\n"
        "**Tribe 2** – average 7\nPublic: Bird Jesus 15, Abe 1, Fido 2, Zed 3\nSecret: 3, 2, 1, 1\n"
        "**Tribe 1 wins immunity**: the higher average, 35/4 = 8.75 against 7 (S3.3).\nTribe 2 has lost."
    )


LEVEL = {
    "highest-card": ({1: (10, 5), 3: (5, 5)}, {2: (9, 5), 4: (6, 5)}, "the highest card, 10 against 9 (S3.4)."),
    "highest-secret": ({1: (10, 8), 3: (2, 2)}, {2: (10, 7), 4: (3, 2)}, "the highest secret card, 8 against 7 (S3.4"),
    "most-of-highest": (
        {1: (10, 10), 3: (3, 1)},
        {2: (4, 10), 4: (6, 4)},
        "how often the highest card 10 was played, 2 against 1 (S3.4).",
    ),
    "roll": ({1: (10, 5), 3: (5, 5)}, {2: (10, 5), 4: (5, 5)}, "the roll 1d2: 2, in tribe order, as their highest"),
}


@pytest.mark.parametrize("step", sorted(LEVEL))
@pytest.mark.clause("S3.4", "A8")
def test_a_tied_tribal_challenge_names_the_step_that_decided(step: str) -> None:
    """With what it compared."""
    one, two, words = LEVEL[step]
    table = season(rolls={"challenge-1/tie": 2})
    play(table, {**one, **two, 5: (4, 3), 7: (4, 3), 6: (4, 3), 8: (4, 3)})
    table.close()
    told = last(table, holding="Challenge 1 is over")
    assert "the averages are tied at" in told
    assert words in told


@pytest.mark.clause("S3.5")
@pytest.mark.parametrize(("rule", "words"), [("lowest", "−5, 1"), ("none", "so you played none"), ("random", "20, 15")])
def test_whoever_sends_no_cards_reads_beforehand_and_afterwards_what_is_played(rule: str, words: str) -> None:
    """In private: which cards nobody has chosen is nobody else's business."""
    table = season(missed_challenge=rule)
    expected = {"lowest": "your lowest card", "none": "you play no card", "random": "drawn by dice"}[rule]
    assert f"If you send nothing, {expected}" in private(table, 1).replace("two cards of yours are drawn", "drawn")
    table.close()
    assert words in table.at(Person(account(1)))[-1].text
    assert "sent no cards" not in table.texts("stage")


@pytest.mark.clause("S4.2", "S4.3", "S4.4")
def test_an_individual_challenge_shows_totals_and_no_step_of_a_tie() -> None:
    """Which step decided would say something of the cards."""
    table = until(until(season(), "merge"), "challenge")
    play(table, {1: (9,), 2: (5, 4), 3: (4, 3, 2), 4: (3,), 5: (2,), 7: (8,)})
    table.close()
    told = last(table, holding="The totals")
    assert "9 – Samantha\n9 – Bird Jesus\n9 – Kiyoko\n8 – Ruth\n3 – Abe\n2 – Olga" in told
    assert "Samantha, Bird Jesus and Kiyoko are tied at 9, and S4.4 decides." in told
    assert "highest card" not in told


@pytest.mark.clause("S4.1")
def test_cards_are_chosen_from_menus_that_count_copies() -> None:
    """A public card, then a secret one, from what is left."""
    table = season()
    asked = table.presenters.question(table.record, 1, "public")
    assert "7 ×3" in shown(asked)
    assert "−5" in shown(asked)
    then = table.presenters.question(table.record, 1, "public", picks=((7,),))
    assert "7 ×2" in shown(then)
    until(until(table, "merge"), "challenge")
    several = shown(table.presenters.question(table.record, 1, "play"))
    assert "7, 7 (second), 7 (third)" in several


@pytest.mark.clause("S3.1", "S4.1")
def test_receipts_say_what_was_understood() -> None:
    """And until when it can be changed."""
    table = season()
    words = table.presenters.receipt
    sent = table.send(1, "public 10 secret -5")
    assert words(sent).text == (
        "Got it: **10** in public and **−5** in secret. You can change it until Challenge 1 closes."
    )
    until(until(table, "merge"), "challenge")
    assert "Got it: play **15, 3**, a total of 18." in words(table.send(2, "play 15 3")).text
