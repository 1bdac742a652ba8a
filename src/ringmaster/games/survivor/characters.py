"""Characters for the seats of an anonymous game (S2.4)."""

from __future__ import annotations

from collections.abc import Sequence

from ringmaster.games.dice import Rolls
from ringmaster.games.kernel import Seat


def deal_characters(seats: Sequence[Seat], characters: Sequence[str], label: str, rolls: Rolls) -> dict[Seat, str]:
    """A character for each seat that the moderators have given none, at random (S2.4).

    Args:
        seats: the seats, in player-list order.
        characters: the characters of the theme that are still free, at least as many as seats.
        label: the prefix of the rolls' labels.
        rolls: where the rolls come from.

    Raises:
        ValueError: there are too few characters.
    """
    if len(characters) < len(seats):
        raise ValueError(f"{len(seats)} seats need as many characters; there are {len(characters)}")
    left = list(characters)
    dealt: dict[Seat, str] = {}
    for seat in seats:
        dealt[seat] = rolls.pick(f"{label}/{seat}", left)
        left.remove(dealt[seat])
    return dealt
