"""Names in what people type, also when the names themselves hold spaces, commas or "and"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ringmaster.games.kernel import Roster, RuleViolation, Seat

SEPARATOR = re.compile(r"\s*(?:,|&|\+|\band\b)\s*", re.IGNORECASE)


def split_verb(text: str) -> tuple[str, str]:
    """The first word in lower case, without a leading slash, and what follows it.

    The colon of "Vote: Diane" belongs to neither.

    >>> split_verb(" /Vote  Bird Jesus ")
    ('vote', 'Bird Jesus')
    """
    verb, *rest = text.strip().removeprefix("/").split(maxsplit=1) or [""]
    return verb.lower().rstrip(":"), "".join(rest).removeprefix(":").strip()


def find_names(text: str, roster: Roster, among: Sequence[Seat], *, count: int) -> tuple[Seat, ...]:
    """Exactly ``count`` names joined by commas, ``&``, ``+`` or ``and``.

    Every way of cutting the text at its separators is tried, so "Tom and Jerry and Ada" with ``count=2``
    is "Tom and Jerry" and "Ada" where there is a seat of that name.

    Raises:
        RuleViolation: ``names-needed`` when there are too few, ``ambiguous-names`` when the text can be
            cut into names in several ways, ``no-such-name`` when a part names no seat (A10).
    """
    ways = set(_ways(text, 0, roster, among, count))
    if len(ways) == 1:
        return ways.pop()
    if ways:
        raise RuleViolation("ambiguous-names", "A10", kind="ambiguous", ways=tuple(sorted(ways)))
    pieces = [piece for piece in SEPARATOR.split(text) if piece.strip()]
    if len(pieces) != count:
        raise RuleViolation("names-needed", "A10", kind="not-understood", count=count)
    return tuple(roster.find(piece, among) for piece in pieces)


def _ways(text: str, start: int, roster: Roster, among: Sequence[Seat], count: int) -> Iterator[tuple[Seat, ...]]:
    """Each way of reading ``text`` from ``start`` on as so many names."""
    if count == 1:
        yield from ((seat,) for seat in roster.matches(text[start:], among))
        return
    for cut in SEPARATOR.finditer(text, start):
        for seat in roster.matches(text[start : cut.start()], among):
            for others in _ways(text, cut.end(), roster, among, count - 1):
                yield (seat, *others)
