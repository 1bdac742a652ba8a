"""What seats can want in To Tell the Truth."""

from __future__ import annotations

from dataclasses import dataclass

from ringmaster.games.kernel import Seat, SeatCommand
from ringmaster.games.mafia import CastVote

__all__ = ["CastVote", "NameSuspects", "RetractVote"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RetractVote(SeatCommand):
    """Take one's vote back (L2.2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NameSuspects(SeatCommand):
    """A Goon sets or changes the two suspects of the night (L3.2)."""

    suspects: tuple[Seat, Seat]
