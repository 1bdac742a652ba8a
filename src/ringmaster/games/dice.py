"""Dice by label: every random choice of a game is one roll that anyone can check afterwards (A4, A5)."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll:
    """A die that was rolled: ``1d<sides>`` gave ``result``; the label says phase and purpose."""

    label: str
    sides: int
    result: int


class Dice(Protocol):
    """Where results come from."""

    def roll(self, label: str, sides: int, choices: Sequence[object] = ()) -> int:
        """A whole number from 1 to ``sides``, each equally likely (A4).

        Args:
            label: phase and purpose, unique in the game: ``day-2/tie``.
            sides: at least 2; nothing is rolled when only one item is possible.
            choices: what the sides stand for, if they stand for items (shown in dry runs).
        """
        ...


class Rolls:
    """Rolls dice and keeps a record of them. Rulings are handed one of these."""

    def __init__(self, dice: Dice, on_roll: Callable[[Roll], None] | None = None) -> None:
        self._dice = dice
        self._on_roll = on_roll
        self.made: list[Roll] = []

    def roll(self, label: str, sides: int, choices: Sequence[object] = ()) -> int:
        """Roll ``1d<sides>``; with one side nothing is rolled and the answer is 1 (A4)."""
        if sides < 1:
            raise ValueError(f"{label}: a die has at least one side")
        if sides == 1:
            return 1
        roll = Roll(label=label, sides=sides, result=self._dice.roll(label, sides, choices))
        self.made.append(roll)
        if self._on_roll is not None:
            self._on_roll(roll)
        return roll.result

    def pick(self, label: str, items: Sequence[T]) -> T:
        """One of the items by roll, in the order given; the only one without a roll (A4)."""
        return items[self.roll(label, len(items), items) - 1]

    def shuffle(self, label: str, items: Iterable[T]) -> list[T]:
        """The items in random order: Fisher-Yates from the last place down, one roll each (T1.2)."""
        order = list(items)
        for place in range(len(order), 1, -1):
            other = self.roll(f"{label}/{place}", place)
            order[place - 1], order[other - 1] = order[other - 1], order[place - 1]
        return order


@dataclass(frozen=True, slots=True)
class VerifiableDice:
    """Dice that anyone can check once the seed is published (A5).

    ``result = HMAC-SHA256(key, label)`` turned into 1..N without bias, where
    ``key = SHA-256(seed, entropy)``. The same label always gives the same roll, so undoing buys nothing.

    >>> VerifiableDice.from_seed(bytes(32)).roll("day-1/tie", 6)
    3
    """

    key: bytes

    @classmethod
    def from_seed(cls, seed: bytes, entropy: str = "") -> VerifiableDice:
        """Dice of a game's secret seed, mixed with public entropy that the moderator does not control."""
        return cls(hashlib.sha256(seed + entropy.encode()).digest())

    def roll(self, label: str, sides: int, choices: Sequence[object] = ()) -> int:
        """See `Dice.roll`. Values from the largest multiple of ``sides`` on are drawn again: no bias."""
        del choices
        limit = (1 << 256) - (1 << 256) % sides
        attempt = 0
        while True:
            message = label if attempt == 0 else f"{label}#{attempt}"
            value = int.from_bytes(hmac.digest(self.key, message.encode(), "sha256"))
            if value < limit:
                return value % sides + 1
            attempt += 1


def commitment(seed: bytes) -> str:
    """What is published before the first roll: the SHA-256 of the seed, as hex (A5)."""
    return hashlib.sha256(seed).hexdigest()


class SystemDice:
    """Unpredictable dice from the operating system."""

    def roll(self, label: str, sides: int, choices: Sequence[object] = ()) -> int:
        """See `Dice.roll`."""
        del label, choices
        return secrets.randbelow(sides) + 1


class ScriptError(ValueError):
    """Scripted results are too few, too many or out of range.

    Attributes:
        field: ``rolls``, or the one that is wrong: ``rolls[2]``.
        problem: what is wrong with it.
    """

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem


class ScriptedDice:
    """Dice whose results are given in advance, in the order they are rolled."""

    def __init__(self, results: Iterable[int]) -> None:
        self._results = list(results)
        self._next = 0

    def roll(self, label: str, sides: int, choices: Sequence[object] = ()) -> int:
        """See `Dice.roll`.

        Raises:
            ScriptError: there is no result left, or it is not on a die with so many sides.
        """
        del choices
        if self._next == len(self._results):
            raise ScriptError("rolls", f"too few; another 1d{sides} is needed for {label}")
        result = self._results[self._next]
        if not 1 <= result <= sides:
            raise ScriptError(f"rolls[{self._next}]", f"{result} is not on 1d{sides} ({label})")
        self._next += 1
        return result

    def check_used_up(self) -> None:
        """Raise `ScriptError` if some results were not needed."""
        if self._next < len(self._results):
            raise ScriptError("rolls", f"too many; only {self._next} needed")
