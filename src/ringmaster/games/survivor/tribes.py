"""How tribes are dealt, and when they merge (S2.3, S7)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, TypeAlias

from ringmaster.games.kernel import Seat

Tribe: TypeAlias = int
"""A tribe's number: 1 or 2."""

Tribes: TypeAlias = tuple[tuple[Seat, ...], tuple[Seat, ...]]
"""The members of tribe 1 and of tribe 2."""

MergeReason: TypeAlias = Literal["merge-at", "domination", "single-seat"]

DOMINATION = 4
"""By how many seats one tribe must outnumber the other (S7.2)."""


def deal_tribes(since: Sequence[datetime]) -> Tribes:
    """The tribes by seniority, each in the order dealt (S2.3).

    Args:
        since: each seat's member-since date, aware, in player-list order. Equal dates keep that order.
    """
    oldest_first = sorted(range(1, len(since) + 1), key=lambda seat: since[seat - 1])
    return tuple(oldest_first[::2]), tuple(oldest_first[1::2])


def merge_reason(sizes: Sequence[int], loser: int | None, merge_at: int) -> MergeReason | None:
    """Why the tribes merge now, or None; the first reason that holds (S7.1, S7.2, S7.5).

    Args:
        sizes: the living seats of the two tribes.
        loser: the place in ``sizes`` of the tribe that has just lost immunity, if one has.
        merge_at: with how many seats left they merge anyhow.
    """
    if sum(sizes) <= merge_at:
        return "merge-at"
    if max(sizes) - min(sizes) >= DOMINATION:
        return "domination"
    if loser is not None and sizes[loser] <= 1:
        return "single-seat"
    return None
