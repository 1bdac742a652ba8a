"""What seats, spectators and moderators can want in Card Survivor."""

from __future__ import annotations

from dataclasses import dataclass

from ringmaster.games.kernel import Command, PhaseId, Seat, SeatCommand
from ringmaster.games.survivor.cards import Card


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayCards(SeatCommand):
    """Cards for the open challenge: public, then secret (S3.1), or one to three (S4.1)."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CastVote(SeatCommand):
    """Vote at a council, in the jury or as the third finalist (S5.1, S11.2, S11.4)."""

    target: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyIdol(SeatCommand):
    """Play the idol at the open council, or keep it after all (S8.5)."""

    play: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveIdol(SeatCommand):
    """Hand the idol to another seat (S8.4)."""

    to: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimIdol(SeatCommand):
    """A seat has sent a link, saying: the idol is there (S8.2, S8.3).

    The host knows the messages: ``found`` says whether the link leads to the one with the idol, ``in_time``
    whether the claim was sent before that message was gone.
    """

    found: bool
    in_time: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBonus(SeatCommand):
    """The favourite chooses its card (S9.4)."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayHand(SeatCommand):
    """The card for the open hand; what is lined up for later hands stays (S10.1, S10.8)."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUp(SeatCommand):
    """The cards for the open hand and the next ones, in this order (S10.8)."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseThird(SeatCommand):
    """First place takes a third seat along to the final (S10.6)."""

    target: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class CastFanVote(Command):
    """A spectator votes for one of the last four (S9.2). ``spectator`` is the host's key for the person."""

    spectator: str
    target: Seat
    phase: PhaseId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HideIdol(Command):
    """A moderator has hidden the idol in a message, or hides it in another one (S8.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkIdolGone(Command):
    """The message that held the idol is gone (S8.2, S8.3)."""
