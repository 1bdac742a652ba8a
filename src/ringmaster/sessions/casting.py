"""Who plays which character in an anonymous game (S2.2, S2.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

from ringmaster.games.dice import Dice, Rolls
from ringmaster.games.kernel import Event, Rolled, RuleViolation, SettingError, fold
from ringmaster.games.survivor.characters import deal_characters
from ringmaster.sessions.characters import check_name, check_picture, is_neutral, renumbered
from ringmaster.sessions.records import GameRecord, HostActed, SeatRecord
from ringmaster.sessions.themes import Character, Theme, Themes

ORDER_LABEL = "player-list"
"""The prefix of the rolls that put the player list into its order."""

LABEL = "characters"
"""The prefix of the rolls that deal characters: ``characters/3`` is for seat 3."""


def has_characters(record: GameRecord) -> bool:
    """Whether the game is of a kind in which seats can play characters."""
    return any(item.name == "anonymous" for item in fields(record.game.settings_type))


def find_theme(themes: Themes, name: str) -> Theme:
    """The theme that a moderator names.

    Raises:
        SettingError: there is none of this name.
    """
    found = next((theme for theme in themes.values() if fold(theme.name) == fold(name)), None)
    if found is None:
        raise SettingError("theme", f"there is no theme {name!r}; there are: {', '.join(themes)}")
    return found


def as_character(
    themes: Themes, record: GameRecord, seat: SeatRecord, name: str | None, picture: str | None = None
) -> SeatRecord:
    """A seat that plays another character, or has another picture.

    A character of the game's theme brings its picture and its introduction along.

    Args:
        themes: all themes.
        record: the game.
        seat: the seat as it is.
        name: the character's name; None if it stays the same.
        picture: the address of its picture; None if that stays.

    Raises:
        RuleViolation: ``name-taken`` (A10), and what `check_name` and `check_picture` raise.
    """
    shown = check_picture(picture, (account for other in (*record.seats, seat) for account in other.accounts))
    if name is None:
        return replace(seat, avatar=shown or seat.avatar)
    called = check_name(name)
    if any(fold(other.name) == fold(called) for other in record.seats if other.number != seat.number):
        raise RuleViolation("name-taken", "A10", name=called)
    theme = themes.get(record.theme)
    known = (theme and theme.find(called)) or Character(name=called)
    same = fold(called) == fold(seat.name)
    return replace(
        seat,
        name=called,
        avatar=shown or known.picture or (seat.avatar if same else None),
        about=known.about or (seat.about if same else ""),
    )


def seat_anew(record: GameRecord, dice: Dice) -> tuple[GameRecord, list[Event]]:
    """Put the player list of an anonymous game into an order by roll (S2.2).

    The sign-up message counts those who have joined, so in the order of sign-ups whoever says "I am in" as the
    count goes from six to seven would be known as seat 7.

    Returns:
        The game with its final player list, and the rolls.
    """
    if not record.anonymous:
        return record, []
    rolls = Rolls(dice)
    seats = renumbered(rolls.shuffle(ORDER_LABEL, record.seats))
    return replace(record, seats=seats), _rolled(rolls)


def _rolled(rolls: Rolls) -> list[Event]:
    return [Rolled(label=roll.label, sides=roll.sides, result=roll.result) for roll in rolls.made]


def deal(themes: Themes, record: GameRecord, dice: Dice) -> tuple[GameRecord, list[HostActed], list[Event]]:
    """Give every seat without a character one of the theme's, by roll (S2.4).

    Returns:
        The game with its characters, what is noted at the table, and the rolls.

    Raises:
        RuleViolation: ``too-few-characters`` are left in the theme.
        SettingError: the theme is gone.
    """
    seats = [seat for seat in record.seats if is_neutral(seat.name)]
    if not record.anonymous or not seats:
        return record, [], []
    theme = find_theme(themes, record.theme)
    free = _free(theme, record.seats)
    if len(free) < len(seats):
        raise RuleViolation("too-few-characters", "S2.4", needed=len(seats), free=len(free), theme=theme.title)
    rolls = Rolls(dice)
    dealt = deal_characters([seat.number for seat in seats], [one.name for one in free], LABEL, rolls)
    cast = tuple(_playing(seat, theme.find(dealt.get(seat.number, ""))) for seat in record.seats)
    noted = HostActed(what="cast", facts={"theme": theme.title, "free": [one.name for one in free]})
    return replace(record, seats=cast), [noted], _rolled(rolls)


def _free(theme: Theme, seats: Sequence[SeatRecord]) -> list[Character]:
    taken = {fold(seat.name) for seat in seats}
    return [character for character in theme.characters if fold(character.name) not in taken]


def _playing(seat: SeatRecord, character: Character | None) -> SeatRecord:
    if character is None:
        return seat
    return replace(seat, name=character.name, about=character.about, avatar=seat.avatar or character.picture)
