"""The rulings of To Tell the Truth: how a day is settled, what the morning's statement says, who has won.

Live games, dry runs, the adjudicator and simulations all call these.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ringmaster.games import voting
from ringmaster.games.dice import Rolls
from ringmaster.games.kernel import Outcome, Seat
from ringmaster.games.mafia import won_by
from ringmaster.games.truth.settings import TruthSettings
from ringmaster.games.truth.state import MAFIA, NO_ELIMINATION, TOWN, Role, Statement
from ringmaster.games.voting import DayVerdict, Wagons


def hammer(living: Sequence[Seat], wagons: Wagons, settings: TruthSettings) -> DayVerdict | None:
    """The verdict of a majority, if the settings let it end the day at once (L2.3, L2.4)."""
    return voting.hammer(living, wagons, "no-elimination") if settings.hammer else None


def settle_day(living: Sequence[Seat], wagons: Wagons, settings: TruthSettings, label: str, rolls: Rolls) -> DayVerdict:
    """The verdict when a day closes: plurality, with ties by `day_tie` (L2.1, L2.4 to L2.6).

    Args:
        living: the living seats, in player-list order.
        wagons: the votes.
        settings: the game's rulings.
        label: the label of a roll for a tie.
        rolls: where the roll comes from.
    """
    tied = wagons.leaders((*living, NO_ELIMINATION))
    if NO_ELIMINATION in tied:
        return DayVerdict(eliminated=None, decided_by="no-elimination", tied=tied)
    return voting.by_plurality(wagons, wagons.leaders(living), settings.day_tie, label, rolls)


def draw_suspects(living: Sequence[Seat], label: str, rolls: Rolls) -> tuple[Seat, Seat]:
    """Two living seats by roll, in player-list order (L3.3, L4.1)."""
    one = rolls.pick(f"{label}/suspect-1", living)
    two = rolls.pick(f"{label}/suspect-2", [seat for seat in living if seat != one])
    return (min(one, two), max(one, two))


def make_statement(
    day: int,
    living: Sequence[Seat],
    mafia: Collection[Seat],
    suspects: tuple[Seat, Seat],
    label: str,
    rolls: Rolls,
) -> tuple[Statement, Seat]:
    """The statement about two suspects, and which of them got the true result (L4.1 to L4.4).

    Args:
        day: the day on whose morning it is posted.
        living: the living seats.
        mafia: the Mafia among them.
        suspects: two different living seats, in either order.
        label: the prefix of the rolls' labels.
        rolls: where the rolls come from.
    """
    first, second = sorted(suspects)
    true_half = rolls.pick(f"{label}/true-half", (first, second))
    living_mafia = sum(1 for seat in living if seat in mafia)
    declared_guilty = rolls.roll(f"{label}/other-half", len(living)) <= living_mafia
    guilty = {seat: seat in mafia if seat == true_half else declared_guilty for seat in (first, second)}
    statement = Statement(day=day, first=first, first_guilty=guilty[first], second=second, second_guilty=guilty[second])
    return statement, true_half


def winner(living: Sequence[Seat], roles: Sequence[Role]) -> Outcome | None:
    """Who has won, if anyone: Town without Mafia left, Mafia at parity (L5.1, L5.2).

    Args:
        living: the living seats.
        roles: the role of each seat, in player-list order.
    """
    mafia = sum(1 for seat in living if roles[seat - 1] == MAFIA)
    if mafia == 0:
        return won_by(TOWN, roles, "no-mafia-left", "L5.1")
    if mafia * 2 >= len(living):
        return won_by(MAFIA, roles, "parity", "L5.2")
    return None
