"""Cards, hands, averages and tables as Card Survivor writes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from ringmaster.discord_app.presenters.wording import one_line
from ringmaster.games.survivor.cards import Card

MINUS = "\u2212"


def card(value: Card) -> str:
    """A card, or another whole number.

    >>> card(12), card(-5)
    ('12', '−5')
    """
    return str(value).replace("-", MINUS)


def cards(values: Iterable[Card]) -> str:
    """Cards in the order given.

    >>> cards((10, 3, -5))
    '10, 3, −5'
    """
    return ", ".join(map(card, values)) or "none"


def hand(values: Iterable[Card]) -> str:
    """The cards of a hand, each copy counted.

    >>> hand((20, 7, 7, 7, -5)), hand(())
    ('20, 7 ×3, −5', 'no cards')
    """
    counts = Counter(values)
    return ", ".join(card(value) + (f" ×{count}" if count > 1 else "") for value, count in counts.items()) or "no cards"


def exact(number: Fraction) -> str:
    """A fraction as it is, for points.

    >>> exact(Fraction(12)), exact(Fraction(-7, 2))
    ('12', '−7/2')
    """
    return str(number).replace("-", MINUS)


def average(number: Fraction) -> str:
    """A fraction as it is and as a decimal number.

    >>> average(Fraction(12)), average(Fraction(49, 8)), average(Fraction(62, 7))
    ('12', '49/8 = 6.125', '62/7 ≈ 8.857')
    """
    if number.denominator == 1:
        return exact(number)
    sign = "=" if (number * 1000).denominator == 1 else "≈"
    decimal = f"{float(number):.3f}".rstrip("0").replace("-", MINUS)
    return f"{exact(number)} {sign} {decimal}"


def signed_sum(values: Sequence[Card]) -> str:
    """Cards as they are added up.

    >>> signed_sum((7, 3, -5))
    '7 + 3 − 5'
    """
    text = "".join(f" {'+' if value >= 0 else MINUS} {abs(value)}" for value in values)
    return f"{MINUS}{text[3:]}" if text.startswith(f" {MINUS}") else text[3:]


def ordinal(number: int) -> str:
    """A place.

    >>> ordinal(1), ordinal(12), ordinal(23)
    ('1st', '12th', '23rd')
    """
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Columns of plain text: the first to the left, the others to the right.

    >>> print(table(("", "points"), [("Ada", "12"), ("Bo", "3")]))
         points
    Ada      12
    Bo        3
    """
    lines = [tuple(heads), *(tuple(row) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(_aligned(line, widths) for line in lines)


def _aligned(line: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(line, widths, strict=True)
    return "  ".join((first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others))).rstrip()


def block(text: str) -> str:
    """A table in a message, in letters of one width. Nothing in it can end the block."""
    return f"```\n{text}\n```"


def in_block(name: str) -> str:
    """A name as it may stand in such a table, where nothing is escaped."""
    return one_line(name).replace("`", "'")
