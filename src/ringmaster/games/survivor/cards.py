"""The hand that every seat starts with, and what can be done to a hand (S1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

Card: TypeAlias = int
"""A card is its value; two copies of a value are two cards."""

Hand: TypeAlias = tuple[Card, ...]
"""The cards that a seat still has, from high to low."""

STARTING_HAND: Hand = (
    20, 15, 12, 10, 10, 9, 9, 8, 8, 7, 7, 7, 6, 6, 6, *[5] * 5, *[4] * 6, *[3] * 6, *[2] * 4, 1, 1, 1, -5,
)  # fmt: skip
"""The forty cards that everyone starts with (S1.1)."""

CARD_VALUES = frozenset(STARTING_HAND)
"""Every value that is on some card."""

BELOW_EVERY_CARD = min(STARTING_HAND) - 1
"""Stands for the highest card of somebody who has played none."""


def holds(hand: Hand, cards: Iterable[Card]) -> bool:
    """Whether all these cards are in a hand at once (S1.3).

    >>> holds((8, 8, 1), (8, 8)), holds((8, 1), (8, 8))
    (True, False)
    """
    left = list(hand)
    for card in cards:
        if card not in left:
            return False
        left.remove(card)
    return True


def spend(hand: Hand, cards: Iterable[Card]) -> Hand:
    """A hand without cards that were played (S1.2).

    Raises:
        ValueError: one of them is not there.
    """
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def add(hand: Hand, card: Card) -> Hand:
    """A hand with one more card (S9.4)."""
    return tuple(sorted((*hand, card), reverse=True))


def highest(cards: Iterable[Card]) -> Card:
    """The highest of some cards; below every card when there are none."""
    return max(cards, default=BELOW_EVERY_CARD)
