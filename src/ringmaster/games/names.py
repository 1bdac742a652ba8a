"""Names in what people type, also when the names themselves hold spaces, commas or "and"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ringmaster.games.kernel import Roster, RuleViolation, Seat

SEPARATOR = re.compile(r"\s*(?:,|&|\+|\band\b)\s*", re.IGNORECASE)


def split_verb(text: str) -> tuple[str, str]:
    """The first word in lower case, without a leading slash, and what follows it.

    >>> split_verb(" /Vote  Bird Jesus ")
    ('vote', 'Bird Jesus')
    """
    verb, _, rest = text.strip().removeprefix("/").partition(" ")
    return verb.lower(), rest.strip().removeprefix(":").strip()


def find_names(text: str, roster: Roster, among: Sequence[Seat], *, count: int) -> tuple[Seat, ...]:
    """Exactly ``count`` names joined by commas, ``&``, ``+`` or ``and``.

    Every way of cutting the text at its separators is tried, so "Tom and Jerry and Ada" with ``count=2``
    is "Tom and Jerry" and "Ada" where there is a seat of that name.

    Raises:
        RuleViolation: ``names-needed`` when there are too few, ``ambiguous-names`` when the text can be
            cut into names in several ways, ``no-such-name`` when a part names no seat (A10).
    """
    cuts = [match.span() for match in SEPARATOR.finditer(text)]
    ways = {seats for parts in _cut(text, cuts, count) if (seats := _all_found(parts, roster, among))}
    if len(ways) == 1:
        return ways.pop()
    if ways:
        raise RuleViolation("ambiguous-names", "A10", kind="ambiguous", ways=tuple(sorted(ways)))
    pieces = [piece for piece in SEPARATOR.split(text) if piece]
    if len(pieces) != count:
        raise RuleViolation("names-needed", "A10", kind="not-understood", count=count)
    return tuple(roster.find(piece, among) for piece in pieces)


def _cut(text: str, cuts: Sequence[tuple[int, int]], count: int) -> Iterable[list[str]]:
    if count == 1:
        yield [text]
        return
    for index, (start, end) in enumerate(cuts):
        shifted = [(a - end, b - end) for a, b in cuts[index + 1 :]]
        for rest in _cut(text[end:], shifted, count - 1):
            yield [text[:start], *rest]


def _all_found(parts: Iterable[str], roster: Roster, among: Sequence[Seat]) -> tuple[Seat, ...] | None:
    try:
        return tuple(roster.find(part, among) for part in parts)
    except RuleViolation:
        return None
