"""The two kinds of immunity challenge (S3, S4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ringmaster.games.dice import Rolls
from ringmaster.games.kernel import Seat
from ringmaster.games.survivor.cards import Card, Hand, highest, spend
from ringmaster.games.survivor.ties import best

MOST_CARDS = 3
"""How many cards a seat plays at most in an individual challenge (S4.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TribalPlay:
    """What a tribe has played: ``seats`` living members, of whom some may have played fewer cards."""

    seats: int
    public: tuple[Card, ...]
    secret: tuple[Card, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards, public and secret."""
        return self.public + self.secret

    @property
    def average(self) -> Fraction:
        """The sum of all cards by the number of living seats, exactly (S3.3)."""
        return Fraction(sum(self.cards), self.seats)


@dataclass(frozen=True, slots=True, kw_only=True)
class TribalVerdict:
    """Which tribe has won immunity: places in the list of tribes, from 0."""

    winner: int
    loser: int
    averages: tuple[Fraction, ...]
    decided_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IndividualVerdict:
    """Which seat has won immunity."""

    winner: Seat
    totals: tuple[tuple[Seat, int], ...]
    decided_by: str


def settle_tribal(tribes: Sequence[TribalPlay], label: str, rolls: Rolls) -> TribalVerdict:
    """The tribe with the higher average, or by the steps for ties (S3.3, S3.4).

    Args:
        tribes: two tribes of at least one seat each, in tribe order.
        label: the label of a roll for a tie.
        rolls: where the roll comes from.
    """
    top = highest(card for tribe in tribes for card in tribe.cards)
    winner, decided_by = best(
        range(len(tribes)),
        (
            ("average", lambda at: tribes[at].average),
            ("highest-card", lambda at: highest(tribes[at].cards)),
            ("highest-secret", lambda at: highest(tribes[at].secret)),
            ("most-of-highest", lambda at: tribes[at].cards.count(top)),
        ),
        label,
        rolls,
    )
    averages = tuple(tribe.average for tribe in tribes)
    return TribalVerdict(winner=winner, loser=1 - winner, averages=averages, decided_by=decided_by)


def settle_individual(plays: Mapping[Seat, Sequence[Card]], label: str, rolls: Rolls) -> IndividualVerdict:
    """The seat with the highest total, or by the steps for ties (S4.3, S4.4).

    Args:
        plays: each living seat's cards, in player-list order; none for a seat that played nothing.
        label: the label of a roll for a tie.
        rolls: where the roll comes from.
    """
    winner, decided_by = best(
        tuple(plays),
        (
            ("total", lambda seat: sum(plays[seat])),
            ("highest-card", lambda seat: highest(plays[seat])),
            ("most-of-highest", lambda seat: plays[seat].count(highest(plays[seat]))),
            ("most-cards", lambda seat: len(plays[seat])),
        ),
        label,
        rolls,
    )
    totals = tuple((seat, sum(cards)) for seat, cards in plays.items())
    return IndividualVerdict(winner=winner, totals=totals, decided_by=decided_by)


def missed_cards(hand: Hand, number: int, rule: str, label: str, rolls: Rolls) -> tuple[Card, ...]:
    """What a seat plays that has sent nothing, fewer when its hand has no more (S3.5, S4.5).

    Args:
        hand: its hand, from high to low.
        number: how many cards are asked at least: two of a tribe's member, one of a seat alone.
        rule: ``missed_challenge``: the ``lowest`` first, by roll over the hand, or none.
        label: the prefix of the rolls' labels.
        rolls: where the rolls come from.
    """
    if rule == "none":
        return ()
    drawn: list[Card] = []
    for place in range(1, min(number, len(hand)) + 1):
        card = hand[-1] if rule == "lowest" else rolls.pick(f"{label}/{place}", hand)
        drawn.append(card)
        hand = spend(hand, (card,))
    return tuple(drawn)
