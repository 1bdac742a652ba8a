"""How the computer's players find the buttons and menus for their answers."""

from __future__ import annotations

from typing import Any

from ringmaster.discord_app.actions import Confirm, Enough, Join, Page, Pick, Word
from ringmaster.games.kernel import Answer
from ringmaster.rehearsal.controls import find, next_press


def row(*inner: dict[str, Any]) -> dict[str, Any]:
    """A row of controls as Discord has it."""
    return {"type": 1, "components": list(inner)}


def menu(custom_id: str, *values: str, most: int = 1) -> dict[str, Any]:
    """A menu with these values."""
    return {"type": 3, "custom_id": custom_id, "max_values": most, "options": [{"value": value} for value in values]}


def pick(**parts: Any) -> str:
    """The custom ID of a menu."""
    return Pick(game=1, phase="night-1", decision="suspects", **parts).encode()


def test_a_button_is_found_by_what_it_does() -> None:
    """The first control with the wanted action is found, in whichever row it is."""
    custom_id = Join(game=3).encode()
    assert find([row({"type": 2, "custom_id": custom_id})], Join) == custom_id


def test_a_disabled_button_is_not_found() -> None:
    """Nobody can press it."""
    assert find([row({"type": 2, "custom_id": Join(game=3).encode(), "disabled": True})], Join) is None


def test_a_control_of_unknown_meaning_is_left_alone() -> None:
    """Some menus mean something only for the moment; they are no obstacle."""
    custom_id = Join(game=3).encode()
    assert find([row({"type": 2, "custom_id": "for-now:1"}, {"type": 2, "custom_id": custom_id})], Join) == custom_id


def test_a_menu_is_given_the_picks_of_its_field() -> None:
    """Both suspects are chosen in the menu of the suspects."""
    components = [row(menu(pick(), "1", "2", "5", most=2))]
    assert next_press(components, Answer(name="suspects", picks=((5, 1),))) == (pick(), ["1", "5"])


def test_two_copies_of_a_card_are_two_entries() -> None:
    """Who plays two fours chooses both of them."""
    components = [row(menu(pick(), "4", "4#2", "9", most=2))]
    assert next_press(components, Answer(name="suspects", picks=((4, 4),))) == (pick(), ["4", "4#2"])


def test_what_is_chosen_already_is_not_chosen_again() -> None:
    """On a second page only the rest is chosen."""
    custom_id = pick(part=(4,))
    components = [row(menu(custom_id, "4", "7"))]
    assert next_press(components, Answer(name="suspects", picks=((4, 7),))) == (custom_id, ["7"])


def test_a_word_and_a_confirmation_are_pressed() -> None:
    """Decisions without fields and final ones are a button."""
    word = Word(game=1, phase="day-1", decision="unvote").encode()
    sure = Confirm(game=1, phase="day-1", decision="bus", picks=((2,),)).encode()
    assert next_press([row({"type": 2, "custom_id": word})], Answer(name="unvote")) == (word, [])
    assert next_press([row({"type": 2, "custom_id": sure})], Answer(name="bus", picks=((2,),))) == (sure, [])


def test_another_decision_is_not_pressed() -> None:
    """What belongs to another decision is left alone."""
    assert next_press([row(menu(pick(), "1"))], Answer(name="vote", picks=((1,),))) is None


def test_that_is_all_is_pressed_once_all_is_chosen() -> None:
    """Before, the menu is used; without a fitting entry one turns the page."""
    enough = {"type": 2, "custom_id": Enough(game=1, phase="night-1", decision="suspects", part=(4,)).encode()}
    after = {"type": 2, "custom_id": Page(game=1, phase="night-1", decision="suspects", part=(4,), page=1).encode()}
    components = [row(menu(pick(part=(4,)), "1", "2")), row(enough, after)]
    assert next_press(components, Answer(name="suspects", picks=((4,),))) == (enough["custom_id"], [])
    assert next_press(components, Answer(name="suspects", picks=((4, 2),))) == (pick(part=(4,)), ["2"])
    assert next_press(components, Answer(name="suspects", picks=((4, 30),))) == (after["custom_id"], [])
