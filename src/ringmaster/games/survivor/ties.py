"""Ties that are broken step by step, and by a roll when all steps leave them tied."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias, TypeVar

from ringmaster.games.dice import Rolls

T = TypeVar("T")
Step: TypeAlias = tuple[str, Callable[[T], int | Fraction]]
"""What a step is called in a result, and the number of which the greatest is best."""


def leaders(items: Sequence[T], number: Callable[[T], int | Fraction]) -> list[T]:
    """The items with the greatest number, in the order given."""
    numbers = [number(item) for item in items]
    best = max(numbers)
    return [item for item, own in zip(items, numbers, strict=True) if own == best]


def best(items: Sequence[T], steps: Sequence[Step[T]], label: str, rolls: Rolls) -> tuple[T, str]:
    """The best item and the step that told it from the rest; each step is among those still tied.

    Args:
        items: at least one, in the order that a roll goes by.
        steps: tried one after the other.
        label: the label of the roll if they are tied in every step.
        rolls: where the roll comes from.

    Returns:
        The item and the name of the step, or ``roll``.
    """
    tied = list(items)
    for name, number in steps:
        tied = leaders(tied, number)
        if len(tied) == 1:
            return tied[0], name
    return rolls.pick(label, tied), "roll"
