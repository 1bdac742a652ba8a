"""Seats and their names."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import TypeAlias

from ringmaster.games.refusals import RuleViolation

Seat: TypeAlias = int
"""A place in a game's player list, counted from 1. Rules speak of seats; names belong to the roster."""


@lru_cache(maxsize=4096)
def fold(name: str) -> str:
    """A name without case, accents, spaces and punctuation (A10).

    Vowel signs of scripts that write vowels as marks stay; a name of symbols alone is its symbols.

    >>> fold("  Bird-Jésus! ")
    'birdjesus'
    """
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    symbols = (c for c in letters if unicodedata.category(c)[0] in "SP" and c not in INVISIBLE)
    return "".join(filter(_tells_names_apart, letters)) or "".join(symbols)


def _tells_names_apart(character: str) -> bool:
    category = unicodedata.category(character)
    if character in INVISIBLE:
        return False
    # Accents have the combining classes from 200 on.
    return unicodedata.combining(character) < 200 if category[0] == "M" else category[0] in "LN"


INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
"""Letters, marks and symbols of which nothing is seen: fillers, joiners, variation selectors. Most of them have the
property Default_Ignorable_Code_Point: https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point"""


@dataclass(frozen=True, slots=True)
class Roster:
    """The names of a game's seats, in player-list order (A10)."""

    names: tuple[str, ...]

    def __iter__(self) -> Iterator[Seat]:
        return iter(range(1, len(self.names) + 1))

    def name(self, seat: Seat) -> str:
        """The name that others see for this seat."""
        return self.names[seat - 1]

    def list(self, seats: Iterable[Seat]) -> str:
        """Names joined by commas, in the order given."""
        return ", ".join(self.name(seat) for seat in seats)

    def find(self, text: str, among: Iterable[Seat] | None = None) -> Seat:
        """The seat that ``text`` names: exact when folded; near misses are offered, never guessed.

        Args:
            text: what a person typed.
            among: the seats that can be meant; all by default. Another seat is found too if it is named
                exactly, so that the rules can say why it cannot be chosen.

        Raises:
            RuleViolation: ``no-such-name`` (A10) with the ``candidates`` that look alike.
        """
        seats = list(self if among is None else among)
        exact = self.matches(text, seats) or self.matches(text, self)
        if len(exact) == 1:
            return exact[0]
        wanted = fold(text)
        by_fold = {fold(self.name(seat)): seat for seat in seats}
        starts = exact or [seat for key, seat in by_fold.items() if wanted and key.startswith(wanted)]
        near = starts or [by_fold[key] for key in get_close_matches(wanted, by_fold, n=5, cutoff=0.6)]
        kind = "ambiguous" if len(starts) > 1 else "not-understood"
        raise RuleViolation("no-such-name", "A10", kind=kind, text=text, candidates=tuple(near or seats))

    def matches(self, text: str, among: Iterable[Seat]) -> tuple[Seat, ...]:
        """The seats whose names are this text when folded: none or one, as long as names are unique."""
        wanted = fold(text)
        return tuple(seat for seat in among if fold(self.name(seat)) == wanted)
