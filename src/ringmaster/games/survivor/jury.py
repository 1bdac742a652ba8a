"""The verdict of the jury (S11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ringmaster.games.kernel import Seat
from ringmaster.games.survivor.ties import leaders

DecidingVote: TypeAlias = Seat | Literal[False] | None
"""Whom the third finalist has chosen; None while that is awaited, False when it did not come in time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JuryVerdict:
    """Who has won and by what, or from whom a deciding vote is awaited, and between which two."""

    winner: Seat | None = None
    decided_by: str | None = None
    deciding_vote_from: Seat | None = None
    between: tuple[Seat, Seat] | None = None


def settle_jury(
    finalists: Sequence[Seat],
    votes: Mapping[Seat, Seat],
    favourite: Seat | None,
    deciding_vote: DecidingVote,
) -> JuryVerdict:
    """The winner of the game (S11.3 to S11.7).

    Two finalists who are left without a third (a moderator removed it) and are tied have nobody to
    decide between them: they are told apart like a deciding vote that did not come (S11.7).

    Args:
        finalists: three, or fewer after a removal, by their placing in the final-four game.
        votes: each juror's choice.
        favourite: the fan favourite, if there is one.
        deciding_vote: the third finalist's choice; looked at only when two are tied for the most.
    """
    counts = Counter(votes.values())
    tied = leaders(finalists, counts.__getitem__)
    if len(tied) == 1:
        return JuryVerdict(winner=tied[0], decided_by="votes")
    if len(tied) == len(finalists):
        return _without_votes(tied, favourite)
    third = next(seat for seat in finalists if seat not in tied)
    between = (tied[0], tied[1])
    if deciding_vote is None:
        return JuryVerdict(deciding_vote_from=third, between=between)
    if deciding_vote is False:
        verdict = _without_votes(tied, favourite)
        return JuryVerdict(
            winner=verdict.winner,
            decided_by=verdict.decided_by,
            deciding_vote_from=third,
            between=between,
        )
    return JuryVerdict(winner=deciding_vote, decided_by="deciding-vote", deciding_vote_from=third, between=between)


def _without_votes(tied: Sequence[Seat], favourite: Seat | None) -> JuryVerdict:
    if favourite in tied:
        return JuryVerdict(winner=favourite, decided_by="fan-favourite")
    return JuryVerdict(winner=tied[0], decided_by="final-four")
