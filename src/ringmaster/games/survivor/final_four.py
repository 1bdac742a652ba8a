"""The final-four game: hands, points and placing (S10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ringmaster.games.dice import Rolls
from ringmaster.games.kernel import Seat
from ringmaster.games.survivor.cards import BELOW_EVERY_CARD, Card
from ringmaster.games.survivor.settings import FINAL_FOUR
from ringmaster.games.survivor.ties import best, leaders

OUT_OF_CARDS_BONUS = 2
"""Points for each of the four seats that is out of cards (S10.2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandVerdict:
    """What one hand has brought.

    ``winner`` scores ``points``; with none, each of ``shared_by`` scores them. ``carried`` is what the
    next winner scores on top.
    """

    cards: tuple[tuple[Seat, Card], ...]
    winner: Seat | None
    points: Fraction
    decided_by: str
    shared_by: tuple[Seat, ...] = ()
    carried: int = 0


def settle_hand(cards: Mapping[Seat, Card], carried: int, hand_tie: str, label: str, rolls: Rolls) -> HandVerdict:
    """Who wins a hand and what it is worth (S10.2 to S10.4).

    Args:
        cards: the cards played, in player-list order, at least one; whoever is not there is out of cards.
        carried: what tied hands before have left to the next winner.
        hand_tie: ``roll``, ``split`` or ``carry``.
        label: the label of a roll for a tie.
        rolls: where the roll comes from.
    """
    played = tuple(cards.items())
    tied = leaders(tuple(cards), cards.__getitem__)
    everything = sum(cards.values())
    bonus = OUT_OF_CARDS_BONUS * (FINAL_FOUR - len(cards))
    if len(tied) > 1 and hand_tie == "split":
        others = everything - sum(cards[seat] for seat in tied)
        share = Fraction(others + bonus, len(tied))
        return HandVerdict(
            cards=played, winner=None, points=share, decided_by="split", shared_by=tuple(tied), carried=carried
        )
    if len(tied) > 1 and hand_tie == "carry":
        return HandVerdict(
            cards=played, winner=None, points=Fraction(0), decided_by="carry", carried=carried + everything
        )
    winner = rolls.pick(label, tied)
    points = Fraction(everything - cards[winner] + bonus + carried)
    decided_by = "card" if len(tied) == 1 else "roll"
    return HandVerdict(cards=played, winner=winner, points=points, decided_by=decided_by)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a seat stands in the game: what S10.6 and S10.7 compare."""

    total: Fraction = Fraction(0)
    hands_won: int = 0
    best_win: Card = BELOW_EVERY_CARD


def standings(seats: Sequence[Seat], hands: Sequence[HandVerdict]) -> dict[Seat, Standing]:
    """Each seat's standing after these hands. A split or carried hand counts as won by nobody (S10.7)."""
    return {seat: _standing(seat, hands) for seat in seats}


def _standing(seat: Seat, hands: Sequence[HandVerdict]) -> Standing:
    won = [hand for hand in hands if hand.winner == seat]
    shared = [hand for hand in hands if seat in hand.shared_by]
    return Standing(
        total=sum((hand.points for hand in (*won, *shared)), Fraction(0)),
        hands_won=len(won),
        best_win=max((dict(hand.cards)[seat] for hand in won), default=BELOW_EVERY_CARD),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing:
    """A seat on a place, and the step that put it there (S10.7)."""

    seat: Seat
    decided_by: str


def place(standing: Mapping[Seat, Standing], places: Sequence[str], label: str, rolls: Rolls) -> tuple[Placing, ...]:
    """The seats on some places, the best first; level totals by S10.7, one place after the other.

    Args:
        standing: the seats to place, in player-list order.
        places: the names of the places to give, for the labels of rolls; at most one a seat.
        label: the prefix of the labels.
        rolls: where the rolls come from.
    """
    left = list(standing)
    placed: list[Placing] = []
    for name in places:
        seat, decided_by = best(
            left,
            (
                ("total", lambda seat: standing[seat].total),
                ("hands-won", lambda seat: standing[seat].hands_won),
                ("best-win", lambda seat: standing[seat].best_win),
            ),
            f"{label}/{name}",
            rolls,
        )
        placed.append(Placing(seat=seat, decided_by=decided_by))
        left.remove(seat)
    return tuple(placed)
