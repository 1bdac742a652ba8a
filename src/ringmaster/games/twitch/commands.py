"""What seats can want in Twitch Plays Mafia."""

from __future__ import annotations

from dataclasses import dataclass

from ringmaster.games.kernel import Seat, SeatCommand
from ringmaster.games.mafia import CastVote
from ringmaster.games.twitch.state import Kind

__all__ = ["CastVote", "NameKill", "SendAction"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SendAction(SeatCommand):
    """Send the night's one action, for good (T2.1, T2.2)."""

    kind: Kind
    targets: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NameKill(SeatCommand):
    """A Dome seat sets or changes the kill (T3.1).

    Without a ``sender`` it stays as named before, or else is the seat that speaks.
    """

    target: Seat
    sender: Seat | None = None
