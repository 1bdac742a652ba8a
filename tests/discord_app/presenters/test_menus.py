"""Asking field by field: pages, copies of a card, optional fields, and what was picked so far."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ringmaster.discord_app.actions import Enough, Page, Pick, decode
from ringmaster.discord_app.presenters.menus import PAGE, Draft, choices, field_rows, open_menus
from ringmaster.games.kernel import Answer, Decision, Field, RuleViolation, Value
from ringmaster.games.survivor.cards import STARTING_HAND
from ringmaster.sessions.messages import Button, Menu, Message, Row

from .conftest import Table

FORTY = tuple(f"Player number {number}" for number in range(1, 41))


def draft(*fields: Field, one_pool: bool = False) -> Draft:
    """A decision of which nothing is filled in."""
    return Draft(game=1, phase="night-1", decision=Decision(name="bus", fields=fields, one_pool=one_pool))


def menu_of(rows: tuple[Row, ...]) -> Menu:
    """The menu of a question."""
    return next(row for row in rows if isinstance(row, Menu))


def buttons_of(rows: tuple[Row, ...]) -> list[Button]:
    """The buttons of a question."""
    return [button for row in rows if isinstance(row, tuple) for button in row]


def test_a_short_list_is_one_menu_for_all_picks() -> None:
    """Two of nine are picked in one go."""
    asked = draft(Field(name="targets", choices=tuple(range(1, 10)), minimum=2, maximum=2))
    menu = menu_of(field_rows(asked, str, "Bus"))
    assert (menu.minimum, menu.maximum, len(menu.choices)) == (2, 2, 9)
    assert asked.with_values((3, 7)).answer == Answer(name="bus", picks=((3, 7),))


def test_a_long_list_comes_in_pages_and_is_picked_one_by_one() -> None:
    """Two of forty may stand on different pages, and every entry is on exactly one page."""
    asked = draft(Field(name="targets", choices=tuple(range(1, 41)), minimum=2, maximum=2))
    first, second = field_rows(asked, str, "Bus", 0), field_rows(asked, str, "Bus", 1)
    assert [len(menu_of(rows).choices) for rows in (first, second)] == [25, 15]
    assert menu_of(first).maximum == 1
    turned = decode(buttons_of(first)[0].action)
    assert isinstance(turned, Page)
    assert turned.page == 1
    one = asked.with_values((3,))
    assert one.field is not None
    assert 3 not in [int(choice.value) for choice in choices(one, one.field, str)]
    assert one.with_values((40,)).answer == Answer(name="bus", picks=((3, 40),))


def test_copies_of_a_card_are_told_apart_and_never_more_than_can_be_picked() -> None:
    """Discord wants the entries of a menu to differ, and nobody plays three of a card when two are asked."""
    asked = draft(Field(name="cards", choices=(4, 4, 4, 4, 9), minimum=1, maximum=2))
    entries = menu_of(field_rows(asked, str, "Cards")).choices
    assert [entry.label for entry in entries] == ["4", "4 (second)", "9"]
    assert len({entry.value for entry in entries}) == 3


def test_a_card_picked_in_one_field_is_gone_for_the_next() -> None:
    """Fields that draw from one hand share it (S3.1)."""
    hand: tuple[Value, ...] = (10, 5, 5)
    asked = draft(Field(name="public", choices=hand), Field(name="secret", choices=hand), one_pool=True)
    then = asked.with_values((5,))
    assert then.field is not None
    assert [choice.label for choice in choices(then, then.field, str)] == ["10", "5"]


def test_a_card_of_which_there_are_several_says_how_many() -> None:
    """Where one is picked it has one entry."""
    asked = draft(Field(name="card", choices=(10, 7, 7, 7, -5)))
    assert [entry.label for entry in menu_of(field_rows(asked, str, "Card")).choices] == ["10", "7 ×3", "-5"]


@pytest.mark.clause("S10.8")
def test_a_list_ends_where_a_custom_id_has_no_room_for_more() -> None:
    """A hand of forty that is lined up card by card never breaks a button."""
    hand: tuple[Value, ...] = STARTING_HAND
    then = Draft(
        game=10**8,
        phase="hand-12",
        decision=Decision(name="line-up", fields=(Field(name="cards", choices=hand, maximum=40),)),
    )
    for card in hand:
        if then.field is not None:
            field_rows(then, str, "Line up", 1)
            then = then.with_values((card,))
    (lined_up,) = then.answer.picks
    assert lined_up == hand[: len(lined_up)]
    assert len(lined_up) >= 15


def test_a_field_that_may_stay_open_has_a_button_for_that() -> None:
    """Nobody has to name who sends the kill (T3.1)."""
    asked = draft(Field(name="target", choices=(1, 2)), Field(name="sender", choices=(1, 2), minimum=0))
    then = asked.with_values((2,))
    button = buttons_of(field_rows(then, str, "Kill"))[0]
    assert button.label == "Leave open"
    assert then.with_values((), enough=True).answer == Answer(name="bus", picks=((2,), ()))


def test_a_menu_for_everyone_shows_all_entries_at_once() -> None:
    """In a message that many people use nobody turns pages for the others."""
    asked = draft(Field(name="for", choices=(*range(1, 41), "start9")))
    menus = open_menus(asked, str, "Vote for")
    assert [len(menu.choices) for menu in menus] == [PAGE, 16]
    assert len({menu.action for menu in menus}) == 2
    assert menus[1].placeholder == "Vote for 26 to start9"


def test_a_bus_in_a_game_of_forty_is_asked_page_by_page(new_table: Callable[..., Table]) -> None:
    """From the button in the direct message to the finished answer."""
    table = new_table("twitch", FORTY)
    table.start((1, 2))
    asked = table.presenters.question(table.record, 5, "bus", page=1)
    first = decode(menu_of(asked.rows).action)
    assert isinstance(first, Pick)
    then = table.presenters.picked(table.record, 5, first, ["40"])
    assert isinstance(then, Message)
    second = decode(menu_of(then.rows).action)
    assert isinstance(second, Pick)
    assert table.presenters.picked(table.record, 5, second, ["2"]) == Answer(name="bus", picks=((40, 2),))


def test_a_kill_is_asked_target_first_then_sender(new_table: Callable[..., Table]) -> None:
    """The second menu lists the Dome only, and can be left open."""
    table = new_table("twitch")
    table.start((3, 5))
    panel = table.presenters.panel(table.record, "faction")
    assert panel is not None
    first = decode(menu_of(panel[1].rows).action)
    assert isinstance(first, Pick)
    then = table.presenters.picked(table.record, 3, first, ["1"])
    assert isinstance(then, Message)
    assert [choice.label for choice in menu_of(then.rows).choices] == ["Cy", "Ed"]
    enough = decode(buttons_of(then.rows)[0].action)
    assert isinstance(enough, Enough)
    assert table.presenters.picked(table.record, 3, enough) == Answer(name="kill", picks=((1,), ()))


@pytest.mark.clause("A1")
def test_a_menu_of_an_earlier_phase_is_refused_as_stale(new_table: Callable[..., Table]) -> None:
    """It never counts for the next phase."""
    table = new_table()
    table.start((3, 5, 9))
    old = Pick(game=7, phase=table.phase, decision="vote")
    table.close()
    with pytest.raises(RuleViolation, match="stale"):
        table.presenters.picked(table.record, 1, old, ["2"])


def test_what_is_not_asked_of_a_seat_cannot_be_picked(new_table: Callable[..., Table]) -> None:
    """A menu that somebody else's private message showed is of no use."""
    table = new_table()
    table.start((3, 5, 9))
    with pytest.raises(RuleViolation, match="no-such-decision"):
        table.presenters.question(table.record, 1, "suspects")


@pytest.mark.clause("T5.1")
def test_a_second_vote_is_left_to_the_rules_to_refuse(new_table: Callable[..., Table]) -> None:
    """The menu for everyone is pressed by some who have voted; they are told that votes are final."""
    table = new_table("twitch", night_zero="skip")
    table.start((3, 5))
    table.send(1, "vote Bo")
    again = Pick(game=7, phase=table.phase, decision="vote")
    picked = table.presenters.picked(table.record, 1, again, ["3"])
    assert picked == Answer(name="vote", picks=((3,),))
    with pytest.raises(RuleViolation, match="vote-final"):
        table.send(1, picked)
