"""Names in what people type, also when the names themselves hold spaces, commas or "and"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ringmaster.games.kernel import Roster, RuleViolation, Seat

LONGEST = 200
"""Characters that names which belong together may take. Longer texts are not read as names: every way of cutting
them is tried, so one message could hold up all games."""

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
    is "Tom and Jerry" and "Ada" where there is a seat of that name. Seats that are not ``among`` those who can
    be meant are found too if all is named exactly, so that the rules can say why they cannot be chosen.

    Raises:
        RuleViolation: ``names-needed`` when there are too few or too many, or the text is too long for names,
            ``ambiguous-names`` when it can be cut into names in several ways, ``no-such-name`` when a part names
            no seat (A10).
    """
    if len(text) > LONGEST:
        raise RuleViolation("names-needed", "A10", kind="not-understood", count=count)
    ways = set(_ways(text, 0, roster, among, count)) or set(_ways(text, 0, roster, tuple(roster), count))
    if len(ways) == 1:
        return ways.pop()
    if ways:
        raise RuleViolation("ambiguous-names", "A10", kind="ambiguous", ways=tuple(sorted(ways)))
    pieces = _pieces(text, roster, count)
    if len(pieces) != count:
        raise RuleViolation("names-needed", "A10", kind="not-understood", count=count)
    return tuple(roster.find(piece, among) for piece in pieces)


def _pieces(text: str, roster: Roster, count: int) -> Sequence[str]:
    """A text that is not all names, cut where one name may be misspelt; as many pieces as there seem to be names."""
    parts = [part for part in SEPARATOR.split(text) if part.strip()]
    if count == 1:
        return [text] if parts and not _holds_name(text, roster) else parts
    if roster.matches(text, roster):
        return [text]
    return next(_half_known(text, roster), parts) if count == 2 else parts


def _half_known(text: str, roster: Roster) -> Iterator[Sequence[str]]:
    """The ways of cutting a text in two, of which one is a name and the other holds none."""
    for cut in SEPARATOR.finditer(text):
        one, other = text[: cut.start()], text[cut.end() :]
        for known, unknown in ((one, other), (other, one)):
            if roster.matches(known, roster) and unknown.strip() and not _holds_name(unknown, roster):
                yield one, other


def _holds_name(text: str, roster: Roster) -> bool:
    return any(roster.matches(part, roster) for part in SEPARATOR.split(text))


def _ways(text: str, start: int, roster: Roster, among: Sequence[Seat], count: int) -> Iterator[tuple[Seat, ...]]:
    """Each way of reading ``text`` from ``start`` on as so many names."""
    if count == 1:
        yield from ((seat,) for seat in roster.matches(text[start:], among))
        return
    for cut in SEPARATOR.finditer(text, start):
        for seat in roster.matches(text[start : cut.start()], among):
            for others in _ways(text, cut.end(), roster, among, count - 1):
                yield (seat, *others)


def leading_name(text: str, roster: Roster, among: Sequence[Seat]) -> tuple[Seat, str]:
    """The seat whose name a text begins with, and the rest: ``Kyle: hi``, or ``Bird Jesus hi``; the longest name wins.

    Raises:
        RuleViolation: ``no-such-name`` when it begins with none (A10).

    >>> leading_name("Bird Jesus see you", Roster(("Bird", "Bird Jesus")), (1, 2))
    (2, 'see you')
    """
    head, colon, rest = text.partition(":")
    if colon and roster.matches(head, among):
        return roster.find(head, among), rest.strip()
    cuts = [found.end() for found in re.finditer(r"\S+", text[:LONGEST])]
    for cut in reversed(cuts):
        if roster.matches(text[:cut], among):
            return roster.find(text[:cut], among), text[cut:].strip()
    first = cuts[0] if cuts else 0
    return roster.find(head if colon else text[:first], among), (rest if colon else text[first:]).strip()
