"""What the questions about a day have in common: votes taken one by one, and how the day stands after them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from ringmaster.adjudicator.question import Names, WrongInput
from ringmaster.games.voting import DayVerdict, Wagons

V = TypeVar("V")


def take_votes(
    votes: Sequence[V],
    cast: Callable[[Wagons, V, str], Wagons],
    judge: Callable[[Wagons], DayVerdict | None],
) -> tuple[Wagons, DayVerdict | None]:
    """The votes in order, and the verdict if one of them has ended the day.

    Args:
        votes: as they were given.
        cast: the wagons after a vote; the text is its path.
        judge: the verdict on the wagons, if they end the day.

    Raises:
        WrongInput: a vote comes after the end, or ``cast`` refuses one.
    """
    wagons, verdict = Wagons(), None
    for place, vote in enumerate(votes):
        path = f"votes[{place}]"
        if verdict is not None:
            raise WrongInput(path, "comes after the day has ended")
        wagons = cast(wagons, vote, path)
        verdict = judge(wagons)
    return wagons, verdict


def day_answer(names: Names, wagons: Wagons, verdict: DayVerdict | None, fate: str, nobody: str) -> dict[str, Any]:
    """The answer about a day.

    Args:
        names: the living.
        wagons: the votes.
        verdict: how the day has ended, or None while it goes on.
        fate: what the answer calls the seat that goes: ``lynched``.
        nobody: what can be voted for beside the living, listed last.
    """
    gone = None if verdict is None else verdict.eliminated
    return {
        "ended": verdict is not None,
        fate: None if gone is None else names.name(gone),
        "decided_by": None if verdict is None else verdict.decided_by,
        "counts": {
            names.name(target) if isinstance(target, int) else target: votes
            for target, votes in wagons.counts((*names.seats.values(), nobody)).items()
        },
    }
