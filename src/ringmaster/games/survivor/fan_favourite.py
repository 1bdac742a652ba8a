"""The vote of the spectators for one of the last four (S9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ringmaster.games.dice import Rolls
from ringmaster.games.kernel import Seat
from ringmaster.games.survivor.ties import leaders

BONUS_CARDS = (1, 8)
"""What the favourite chooses from (S9.4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FanVerdict:
    """The favourite, if there is one, and why: ``votes``, ``roll``, ``quorum`` or ``tie``."""

    favourite: Seat | None
    because: str


def settle_fan_vote(
    finalists: Sequence[Seat], votes: Mapping[str, Seat], quorum: int, tie: str, label: str, rolls: Rolls
) -> FanVerdict:
    """Whom the spectators have chosen (S9.3, S9.5). Without any vote there is no favourite.

    Args:
        finalists: the seats that can be chosen, in player-list order.
        votes: each spectator's choice.
        quorum: ``fan_quorum``, how many must have voted.
        tie: ``fan_tie``, ``roll`` or ``none``.
        label: the label of a roll for a tie.
        rolls: where the roll comes from.
    """
    if len(votes) < max(quorum, 1):
        return FanVerdict(favourite=None, because="quorum")
    counts = Counter(votes.values())
    tied = leaders(finalists, counts.__getitem__)
    if len(tied) == 1:
        return FanVerdict(favourite=tied[0], because="votes")
    if tie == "none":
        return FanVerdict(favourite=None, because="tie")
    return FanVerdict(favourite=rolls.pick(label, tied), because="roll")
