"""Dice for tests that play anonymous games by seat numbers."""

from __future__ import annotations

from collections.abc import Sequence

from ringmaster.games.dice import Dice
from ringmaster.sessions.casting import ORDER_LABEL


class KeptOrder:
    """Other dice, but for the rolls that order the player list: they keep the order in which people have joined."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def roll(self, label: str, sides: int, choices: Sequence[object] = ()) -> int:
        """See `Dice.roll`."""
        if label.startswith(f"{ORDER_LABEL}/"):
            return sides
        return self._dice.roll(label, sides, choices)
