"""From the merge to the end of Card Survivor: the favourite, the hands, the jury, and everything opened."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ringmaster.discord_app.presenters.survivor import SurvivorPresenter
from ringmaster.games.survivor import commands as cm
from ringmaster.sessions.messages import Button, Menu, Person, Place, Send

from .conftest import Table, account
from .seasons import EIGHT, last, pass_phase, play, private, season, until, vote


@pytest.mark.clause("S7.1", "S7.3", "S8.1")
def test_the_merge_says_why_and_explains_the_idol() -> None:
    """A day off: nothing is asked, and every seat reads how the idol is found."""
    table = until(season(), "merge")
    assert "**The tribes merge**: 6 are left, as the calendar has it (S7.1)." in table.texts("stage")
    assert "`/idol claim`" in private(table, 1)
    assert table.presenters.request(table.record, 1) is None
    assert "The idol is not hidden yet" in " ".join(questions(table))
    table.do(cm.HideIdol())
    assert questions(table) == []


def questions(table: Table) -> list[str]:
    """What the rules leave to the moderators."""
    return SurvivorPresenter().questions(table.record)


@pytest.mark.clause("S7.2", "S12.2")
def test_an_early_merge_is_told_with_the_new_calendar() -> None:
    """The panel is posted anew."""
    table = season(tuple(f"Player {number}" for number in range(1, 17)), players=16, merge_at=5, jury=2)
    table.posted.clear()
    for _ in range(4):
        play(table, {1: table.record.state.hand(1)[:2]})
        table.close()
        pass_phase(table)
    assert table.record.state.kind == "merge"
    assert "one tribe has at least four more than the other (S7.2)" in table.texts("stage")
    calendars = [out for out in table.posted if isinstance(out, Send) and out.panel == "calendar"]
    assert len(calendars) == 1
    assert "Now: Merge" in calendars[0].message.text


@pytest.mark.clause("S9.2", "S9.4")
def test_spectators_choose_from_a_menu_in_the_gallery() -> None:
    """The four are told of the vote; its panel closes with it."""
    table = until(season(), "fan-vote")
    panel = table.presenters.panel(table.record, "favourite")
    assert panel is not None
    place, message = panel
    assert place == Place("gallery")
    (menu,) = message.rows
    assert isinstance(menu, Menu)
    assert menu.action == "favour:7:fan-vote"
    assert [choice.label for choice in menu.choices] == ["Samantha", "Bird Jesus", "Kiyoko", "Abe"]
    assert [choice.value for choice in menu.choices] == ["1", "2", "3", "4"]
    assert "You are one of the final four." in private(table, 1)
    table.close()
    panel = table.presenters.panel(table.record, "favourite")
    assert panel is not None
    assert panel[1].rows == ()


@pytest.mark.clause("S9.4")
def test_the_favourite_chooses_with_two_buttons() -> None:
    """What was chosen is in the hand then; who does not choose gets the setting's card."""
    table = until(season(), "fan-vote")
    for fan in ("a", "b"):
        table.do(cm.CastFanVote(spectator=fan, target=2))
    table.close()
    request = table.presenters.request(table.record, 2)
    assert request is not None
    (buttons,) = request.rows
    assert isinstance(buttons, tuple)
    labels = ["Your extra card: 1", "Your extra card: 8", "Play a card", "Line up cards"]
    assert [button.label for button in buttons] == labels
    assert isinstance(buttons[0], Button)
    assert buttons[0].action == "enough:7:hand-1:take::1"
    table.send(2, "take 8")
    assert "8 ×3" in private(table, 2)
    other = until(season(), "fan-vote")
    for fan in ("a", "b"):
        other.do(cm.CastFanVote(spectator=fan, target=2))
    other.close()
    other.close()
    assert "You chose no extra card in time, so you got the 8." in other.texts(Person(account(2)))


@pytest.mark.clause("S10.2", "S10.9", "A8")
def test_a_hand_shows_cards_with_their_owners_points_and_totals() -> None:
    """With the sum that makes the points."""
    table = until(until(season(), "fan-vote"), "hand")
    for seat, card in ((1, 12), (2, 7), (3, 7), (4, 6)):
        table.send(seat, f"hand {card}")
    table.close()
    told = last(table, holding="**Hand 1**")
    assert told.startswith(
        "**Hand 1** – **Samantha** takes it with 12: 20 points (7 + 7 + 6).\n```\n"
        "            card  total\nSamantha      12     20\nBird Jesus     7      0\n"
    )


@pytest.mark.clause("S10.4", "A8")
@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("roll", "Samantha and Abe are tied at 12; the roll 1d2: 2, in player-list order, for **Abe**: 21 points"),
        ("split", "Samantha and Abe are tied at 12 and share: 9/2 each (S10.4)."),
        ("carry", "Samantha and Abe are tied at 12, so nobody scores; 33 more for whoever takes the next hand (S10.4"),
    ],
)
def test_a_tied_hand_says_what_becomes_of_it(rule: str, words: str) -> None:
    """By the setting."""
    table = until(until(season(hand_tie=rule, rolls={"hand-1/tie": 2}), "fan-vote"), "hand")
    for seat, card in ((1, 12), (2, 7), (3, 2), (4, 12)):
        table.send(seat, f"hand {card}")
    table.close()
    assert words in last(table, holding="**Hand 1**")
    if rule == "carry":
        for seat, card in ((1, 10), (2, 7), (3, 3), (4, 2)):
            table.send(seat, f"hand {card}")
        table.close()
        assert "**Samantha** takes it with 10: 45 points (7 + 3 + 2, and 33 from before)." in last(table)


@pytest.mark.clause("S10.8")
def test_cards_can_be_lined_up_and_are_shown_with_each_hand() -> None:
    """And a seat that sends none reads what was played for it."""
    table = until(until(season(), "fan-vote"), "hand")
    receipt = table.send(1, "line-up 12 10 9")
    assert "Got it: line up **12, 10, 9**, in this order." in table.presenters.receipt(receipt).text
    table.close()
    assert "So far: line up **10, 9**, in this order." in private(table, 1)
    assert "You sent no card for hand 1, so this one was played for you: 2." in table.texts(Person(account(2)))


@pytest.mark.clause("S10.6", "S10.10", "S11.1")
def test_the_placing_the_choice_and_the_jury_are_told() -> None:
    """First place is asked in private; without a choice it is the better total."""
    table = until(season(), "choice")
    assert "**The final-four game is over.**" in table.texts("stage")
    first = table.record.state.first
    assert "choose who joins you in the final" in private(table, first)
    table.posted.clear()
    table.close()
    told = table.texts("stage")
    assert "The third: no choice in time, so it is decided by" in told
    assert "**The jury**:" in told
    out = table.record.state.eliminated[-1].seat
    assert "in 4th place. You are on the jury: you ask the finalists" in table.texts(Person(account(out)))
    assert "with `/say`: it appears in the channel `jury`" in private(table, out)


@pytest.mark.clause("S11.2", "S11.3")
def test_the_verdict_names_the_votes_and_what_decided() -> None:
    """Jurors are asked in private, finalists wait."""
    table = until(season(), "jury-vote")
    jurors, finalists = table.record.state.jurors, table.record.state.finalists
    assert "Vote for the finalist who should win" in private(table, jurors[0])
    vote(table, dict.fromkeys(jurors, finalists[1]))
    table.close()
    winner = EIGHT[finalists[1] - 1]
    assert f"**The jury has spoken**: {winner} 3 votes." in table.texts("stage")
    assert "What decided: the most votes (S11.3)." in table.texts("stage")
    assert f"**The game is over. {winner} has won (S11.3).**" in table.texts("stage")


@pytest.mark.clause("S11.4")
def test_the_third_finalist_is_asked_for_the_deciding_vote() -> None:
    """The stage learns between whom, and not with how many votes."""
    table = until(season(jury=2), "jury-vote")
    (one, two), (first, second, third) = table.record.state.jurors, table.record.state.finalists
    vote(table, {one: first, two: second})
    table.close()
    assert "The jury is divided" in last(table)
    assert "your vote decides who wins" in private(table, third)
    vote(table, {third: second})
    table.close()
    assert "What decided: a tie, and the third finalist's deciding vote (S11.4)." in table.texts("stage")


@pytest.mark.clause("S11.8")
def test_the_end_opens_accounts_ballots_cards_idol_and_favourite() -> None:
    """In words on the stage, as tables in a file, and the whole game in another."""
    table = until(season(), "merge")
    table.do(cm.HideIdol())
    table.do(cm.ClaimIdol(seat=2, found=True))
    until(table, "fan-vote")
    for fan in ("a", "b"):
        table.do(cm.CastFanVote(spectator=fan, target=3))
    until(table, "jury-vote")
    table.close()
    opened = next(message for message in table.at("stage") if "**Who played whom**" in message.text)
    assert "1. Samantha: <@101>" in opened.text
    assert "8. Zed: <@108>, 8th place" in opened.text
    assert "**The idol**: found by Bird Jesus, never played." in opened.text
    assert "**The favourite**: Kiyoko, who got the 8. 2 spectators voted." in opened.text
    assert "Council 1 – Zed (3): Bird Jesus, Abe, Fido" in opened.text
    assert "Challenge 1 – Samantha" in opened.text
    whole, tables = opened.files
    assert whole.name == "whole-game.txt"
    assert "Bird Jesus has found the idol." in whole.text
    assert "A spectator has voted for a favourite." in whole.text
    assert tables.name == "cards-and-ballots.txt"
    assert "Council 1, " in tables.text
    assert "votes for" in tables.text


def test_a_season_that_a_moderator_ends_is_opened_as_far_as_it_went() -> None:
    """Without finalists, jury or favourite."""
    table = until(season(), "council")
    table.host("ended", replace(table.record, status="over"), result="a draw", started=True)
    opened = table.at("stage")[-1]
    assert "**Who played whom**" in opened.text
    assert "**The favourite**: nobody." in opened.text
    assert opened.files[-1].name == "cards-and-ballots.txt"


@pytest.mark.clause("A6")
def test_the_last_one_left_wins() -> None:
    """When moderators have removed all others."""
    table = season()
    for seat in range(2, 9):
        table.remove(seat)
    assert "**The game is over. Samantha has won: nobody else is left.**" in table.texts("stage")
