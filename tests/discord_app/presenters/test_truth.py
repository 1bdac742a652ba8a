"""To Tell the Truth as people read it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from ringmaster.sessions.messages import Arrange, Person, Place, Refresh, Room, Send

from .conftest import MODERATOR, SPECTATOR, Table, account, shown

MAFIA = (3, 5, 9)


@pytest.fixture
def table(new_table: Callable[..., Table]) -> Table:
    """A game of nine that has begun: Cy, Ed and Jack are Mafia."""
    table = new_table(rolls={"day-1/tie": 2, "night-1/other-half": 9})
    table.start(MAFIA)
    return table


def vote(table: Table, target: str, *seats: int) -> None:
    """These seats vote for somebody."""
    for seat in seats:
        table.send(seat, f"vote {target}")


def last_day(table: Table) -> str:
    """The latest result on the stage."""
    return [message.text for message in table.at("stage") if " is over.**" in message.text][-1]


def room(table: Table, place: str) -> Room:
    """How a place has to be now."""
    return next(room for room in table.presenters.rooms(table.record) if room.place == place)


@pytest.mark.clause("L1.2")
def test_a_townie_learns_role_weapons_and_goal(table: Table) -> None:
    """And nothing else."""
    text = table.at(Person(account(1)))[0].text
    for words in ("a **Townie**", "your voice on the stage, and your vote", "every Mafia Goon has been eliminated"):
        assert words in text
    assert "Cy" not in text


@pytest.mark.clause("L1.2")
def test_a_goon_learns_partners_place_task_and_goal(table: Table) -> None:
    """The partners are the other two, the place is the thread under the stage."""
    text = table.at(Person(account(3)))[0].text
    for words in ("Your partners: Ed, Jack.", "private thread", "name two living players", "as many Mafia as Town"):
        assert words in text


@pytest.mark.clause("L1.2")
def test_a_goon_who_asks_later_gets_a_link_to_the_thread(table: Table) -> None:
    """Once it exists."""
    made = replace(table.record, places={"stage": 11, "faction": 12})
    assert "<#12>" in table.presenters.me(made, 3).text
    assert "<#12>" not in table.presenters.me(made, 1).text


@pytest.mark.clause("L1.3")
@pytest.mark.parametrize(("daytalk", "by_day"), [(True, True), (False, False)])
def test_the_private_thread_is_open_by_day_only_with_daytalk(
    new_table: Callable[..., Table], daytalk: bool, by_day: bool
) -> None:
    """By night it is always open."""
    table = new_table(daytalk=daytalk)
    table.start(MAFIA)
    assert room(table, "faction").open is by_day
    table.close()
    assert room(table, "faction").open


@pytest.mark.clause("L2.7")
def test_the_count_lists_wagons_in_voting_order_with_majority_and_leader(table: Table) -> None:
    """It has a menu with everyone who can be voted for, and a button to take a vote back."""
    vote(table, "Ada", 4, 2)
    vote(table, "no elimination", 5)
    panel = table.presenters.panel(table.record, "count")
    assert panel is not None
    text = shown(panel[1])
    assert "**Ada** (2): Diane, Bo\n**No elimination** (1): Ed\nNot voting: Ada, Cy, Fay, Gil, Hal, Jack" in text
    assert "In the lead: Ada\nMajority: 5 of 9. It ends the day at once." in text
    assert "[Take my vote back]" in text
    assert "[Vote for ▾ Ada, Bo, Cy, Diane, Ed, Fay, Gil, Hal, Jack, No elimination]" in text


@pytest.mark.clause("L2.2")
def test_a_vote_refreshes_the_count_and_posts_nothing(table: Table) -> None:
    """However many vote, the count is one message."""
    table.posted.clear()
    vote(table, "Ada", 2)
    assert table.posted == [Refresh(panel="count")]


@pytest.mark.clause("L2.4")
def test_no_elimination_is_not_offered_where_it_is_forbidden(new_table: Callable[..., Table]) -> None:
    """Neither in the menu for all nor in the private one."""
    table = new_table(no_elimination="forbidden")
    table.start(MAFIA)
    panel, asked = table.presenters.panel(table.record, "count"), table.presenters.request(table.record, 1)
    assert panel is not None
    assert asked is not None
    assert "No elimination" not in shown(panel[1]) + shown(asked)


@pytest.mark.clause("A8", "L2.5")
def test_a_tie_is_told_with_its_roll(table: Table) -> None:
    """Counts, the die, and the role that came to light."""
    vote(table, "Bo", 1, 4)
    vote(table, "Ada", 2, 3)
    table.close()
    assert last_day(table).startswith(
        "**Day 1 is over.** **Bo** is eliminated: Ada and Bo are tied with 2 votes each; decided by the roll 1d2: 2, "
        "in player-list order.\n**Bo** was a **Townie**.\n\nFinal votes\n**Ada** (2): Bo, Cy\n**Bo** (2): Ada, Diane"
    )


@pytest.mark.clause("A8", "L2.5")
@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("first", "**Bo** is eliminated: Ada and Bo are tied with 2 votes each; Bo had that many first."),
        ("none", "Nobody is eliminated: Ada and Bo are tied with 2 votes each, and after a tie everyone stays."),
    ],
)
def test_a_tie_without_a_roll_says_what_decided(new_table: Callable[..., Table], rule: str, words: str) -> None:
    """By the game's setting."""
    table = new_table(day_tie=rule)
    table.start(MAFIA)
    vote(table, "Bo", 1, 4)
    vote(table, "Ada", 2, 3)
    table.close()
    assert words in last_day(table)


@pytest.mark.clause("A8", "L2.1", "L2.3", "L2.4", "L2.6")
def test_other_ends_of_a_day_say_what_decided(new_table: Callable[..., Table]) -> None:
    """Plurality, majority, no elimination alone, tied or by majority, and no votes."""
    cases: dict[str, dict[str, tuple[int, ...]]] = {
        "**Bo** is eliminated: 2 votes, the most.": {"Bo": (1, 4), "Ada": (2,)},
        "**Bo** is eliminated: 5 of 9 votes are a majority, which ends the day at once.": {"Bo": (1, 2, 3, 4, 5)},
        "Nobody is eliminated: No elimination has 2 votes, the most.": {"no elimination": (1, 2)},
        "Nobody is eliminated: Ada and No elimination are tied with 1 vote each, and No elimination wins a tie.": {
            "no elimination": (1,),
            "Ada": (2,),
        },
        "Nobody is eliminated: No elimination has 5 votes of 9, a majority, which ends the day at once.": {
            "no elimination": (1, 2, 3, 4, 5)
        },
        "Nobody is eliminated: nobody has a vote.": {},
    }
    for words, votes in cases.items():
        table = new_table()
        table.start(MAFIA)
        for target, seats in votes.items():
            vote(table, target, *seats)
        if table.phase == "day-1":
            table.close()
        assert words in last_day(table)


@pytest.mark.clause("L2.1")
def test_the_stage_is_locked_before_the_result_is_posted(table: Table) -> None:
    """Nobody can answer a result with what should have been said before."""
    table.posted.clear()
    table.close()
    stage = [out for out in table.posted if out == Arrange(place="stage") or getattr(out, "to", None) == Place("stage")]
    assert stage[0] == Arrange(place="stage")
    assert not room(table, "stage").open


@pytest.mark.clause("L4.4")
def test_the_statement_is_posted_before_the_stage_opens(table: Table) -> None:
    """First name first, and then the count of the new day."""
    table.close()
    table.send(3, "suspects Jack and Diane")
    table.posted.clear()
    table.close()
    stage = [out for out in table.posted if out == Arrange(place="stage") or getattr(out, "to", None) == Place("stage")]
    statement, opening, count = stage
    assert isinstance(statement, Send)
    assert "**Diane** is innocent or **Jack** is innocent." in statement.message.text
    assert opening == Arrange(place="stage")
    assert isinstance(count, Send)
    assert count.panel == "count"


@pytest.mark.clause("L3.2")
def test_goons_choose_from_a_menu_and_see_the_present_choice(table: Table) -> None:
    """In the thread and in their direct messages; the partners are told of a change."""
    table.close()
    table.posted.clear()
    receipt = table.send(3, "suspects Jack and Diane")
    assert table.presenters.receipt(receipt).text == (
        "Got it: suspects **Diane** and **Jack**. You can change it until Night 1 closes."
    )
    panel = table.presenters.panel(table.record, "faction")
    assert panel is not None
    assert panel[0] == Place("faction")
    assert "Named now: **Diane** and **Jack**." in panel[1].text
    assert table.texts("faction") == "**Cy** has named **Diane** and **Jack**."
    asked = table.presenters.request(table.record, 9)
    assert asked is not None
    assert "So far: suspects **Diane** and **Jack**." in asked.text


@pytest.mark.clause("L3.3")
def test_goons_read_what_happens_if_they_name_nobody(table: Table) -> None:
    """Two are drawn."""
    table.close()
    assert "two are drawn by lot" in table.at(Person(account(3)))[-1].text


@pytest.mark.clause("L4.5")
def test_what_is_behind_a_statement_is_for_the_moderators_until_the_end(table: Table) -> None:
    """Rolls and the true half are in the booth by night, and in the file when the game is over."""
    table.close()
    table.send(3, "suspects Jack and Diane")
    table.close()
    secrets = ("`night-1/true-half`", "The half about Diane is the one that is sure to be true.")
    for secret in secrets:
        assert secret in table.texts("booth")
        assert secret not in table.texts("stage", "gallery", "faction", *(Person(account(s)) for s in range(1, 10)))
    table.host("ended", replace(table.record, status="over"), result="", started=True)
    file = table.at("stage")[-1].files[0].text
    for secret in secrets:
        assert secret in file


@pytest.mark.clause("L5.1", "L5.2")
def test_the_end_names_the_winner_and_all_roles(table: Table) -> None:
    """Town have won when the last Goon is gone."""
    for name in ("Cy", "Ed", "Jack"):
        for seat in table.record.state.living:
            if table.record.state.by_day:
                table.send(seat, f"vote {name}")
        if table.record.phase:
            table.close()
    text = table.texts("stage")
    assert "**The game is over. The Town have won: no Mafia is left.**" in text
    assert "1. Ada: Townie" in text
    assert "9. Jack: Mafia Goon" in text
    assert "Day 2: **" in text
    assert "The key is the SHA-256" in text


def test_whoever_is_out_goes_to_the_gallery_and_leaves_the_thread(table: Table) -> None:
    """The dead know no more than everyone, so a dead Goon reads the thread no more."""
    vote(table, "Cy", 1, 2, 4, 6, 7)
    assert account(3) in room(table, "gallery").writers
    thread = room(table, "faction")
    assert thread.writers == {account(5), account(9)}
    assert thread.readers == {MODERATOR}
    assert "You are out of the game." in table.at(Person(account(3)))[-1].text


def test_places_by_day_and_when_the_game_is_over(table: Table) -> None:
    """The living write on the stage by day; afterwards everyone reads everything but the booth."""
    stage = room(table, "stage")
    assert stage.open
    assert stage.public
    assert stage.writers == {MODERATOR, *(account(seat) for seat in range(1, 10))}
    assert room(table, "gallery").writers == {MODERATOR, SPECTATOR}
    assert not room(table, "gallery").public
    table.record = replace(table.record, status="over")
    assert SPECTATOR in room(table, "stage").writers
    assert room(table, "gallery").public
    assert account(1) in room(table, "faction").readers
    assert room(table, "faction").writers == frozenset()
    assert room(table, "booth").writers == {MODERATOR}
    assert not room(table, "booth").public


def test_receipts_say_whether_a_vote_can_still_be_changed(table: Table) -> None:
    """A vote that ends the day cannot."""
    words = table.presenters.receipt
    assert words(table.send(1, "vote Bo")).text == "Got it: vote for **Bo**. You can change it until Day 1 closes."
    assert words(table.send(1, "vote bo")).text.startswith("So it was already: vote for **Bo**.")
    assert words(table.send(1, "unvote")).text == "Got it: vote taken back."
    assert words(table.send(2, "vote Bo"), by_moderator=True).text.startswith("Sent for **Bo**: vote for **Bo**.")
    vote(table, "Bo", 3, 4, 5)
    assert words(table.send(6, "vote Bo")).text == "Got it: vote for **Bo**. With that, Day 1 is over."


def test_votes_can_be_looked_up_now_and_for_earlier_days(table: Table) -> None:
    """In private, without a menu."""
    vote(table, "Bo", 1, 4)
    assert "**Bo** (2): Ada, Diane" in table.presenters.votes(table.record).text
    assert table.presenters.votes(table.record, past=True).text == "No day is over yet."
    table.close()
    past = table.presenters.votes(table.record, past=True).text
    assert past == "**Day 1**\nEliminated: Bo\n**Bo** (2): Ada, Diane"
