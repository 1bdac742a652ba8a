"""How a tribal council is settled: idol, votes, weighted votes, rocks (S5, S6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ringmaster.games.dice import Rolls
from ringmaster.games.kernel import Seat
from ringmaster.games.survivor.ties import leaders


class PointsMissing(LookupError):  # noqa: N818 - says what is missing
    """A vote must be weighed, and nobody said how many points its voter submitted."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(f"the points of seat {seat} are needed")
        self.seat = seat


class NobodyToEliminate(ValueError):  # noqa: N818 - says what is wrong
    """All members of a council are immune or safe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Council:
    """What a council is settled from. ``members`` are in player-list order.

    ``points`` are what each voter submitted in the challenge just before (S6.2); ``idol`` is the seat
    that plays it; ``rocks_pool`` is the ruling of S6.3.
    """

    members: Sequence[Seat]
    immune: Collection[Seat]
    votes: Mapping[Seat, Seat]
    points: Mapping[Seat, int]
    idol: Seat | None
    rocks_pool: str

    def safe(self, seat: Seat) -> bool:
        """Whether a member cannot be eliminated."""
        return seat in self.immune or seat == self.idol


@dataclass(frozen=True, slots=True, kw_only=True)
class CouncilVerdict:
    """Who is out and by what. ``weighted`` is for the moderators alone (S6.6).

    ``tally`` holds the valid votes by member, those with none left out; ``pool`` the list that was
    rolled over, None when votes or points decided.
    """

    eliminated: Seat
    decided_by: str
    tally: tuple[tuple[Seat, int], ...]
    void: int
    weighted: tuple[tuple[Seat, int], ...] | None = None
    pool: tuple[Seat, ...] | None = None


def settle_council(council: Council, label: str, rolls: Rolls) -> CouncilVerdict:
    """Who is eliminated (S5.2, S6.1 to S6.5).

    Args:
        council: members and votes; nobody has voted for an immune member.
        label: the prefix of the labels of rocks and ties.
        rolls: where the rolls come from.

    Raises:
        PointsMissing: a voter whose vote must be weighed has no points.
        NobodyToEliminate: everyone is safe.
    """
    if all(council.safe(member) for member in council.members):
        raise NobodyToEliminate
    valid = {voter: target for voter, target in council.votes.items() if target != council.idol}
    counts = Counter(valid.values())
    tally = {member: counts[member] for member in council.members if counts[member]}
    tied = leaders(tuple(tally), tally.__getitem__) if tally else []
    weighted = _weigh(valid, tied, council.points) if len(tied) > 1 else None
    still_tied = leaders(tied, weighted.__getitem__) if weighted else tied
    if len(still_tied) == 1:
        eliminated, decided_by, pool = still_tied[0], "points" if weighted else "votes", None
    else:
        decided_by, pool = _pool(council, tally, tied, still_tied)
        eliminated = rolls.pick(f"{label}/{decided_by}", pool)
    return CouncilVerdict(
        eliminated=eliminated,
        decided_by=decided_by,
        tally=tuple(tally.items()),
        void=len(council.votes) - len(valid),
        weighted=tuple(weighted.items()) if weighted else None,
        pool=pool,
    )


def _weigh(valid: Mapping[Seat, Seat], tied: Sequence[Seat], points: Mapping[Seat, int]) -> dict[Seat, int]:
    weighted = dict.fromkeys(tied, 0)
    for voter, target in valid.items():
        if target in weighted:
            if voter not in points:
                raise PointsMissing(voter)
            weighted[target] += points[voter]
    return weighted


def _pool(
    council: Council, tally: Mapping[Seat, int], tied: Sequence[Seat], still_tied: Sequence[Seat]
) -> tuple[str, tuple[Seat, ...]]:
    spared = tied if council.rocks_pool == "untied" else tally
    rocks = tuple(seat for seat in council.members if seat not in spared and not council.safe(seat))
    return ("rocks", rocks) if rocks else ("roll", tuple(still_tied))


def missed_votes(
    members: Sequence[Seat],
    immune: Collection[Seat],
    votes: Mapping[Seat, Seat],
    rule: str,
    label: str,
    rolls: Rolls,
) -> dict[Seat, Seat]:
    """The votes of those who sent none, by ``missed_vote`` (S5.3).

    Args:
        members: the council, in player-list order.
        immune: who cannot be voted for.
        votes: the votes that were sent.
        rule: ``none``, ``self`` or ``random``: a roll over the others who are not immune, in player-list order.
        label: the prefix of the rolls' labels.
        rolls: where the rolls come from.
    """
    cast: dict[Seat, Seat] = {}
    for seat in members:
        if rule == "none" or seat in votes:
            continue
        targets = [seat] if rule == "self" else [other for other in members if other != seat]
        targets = [target for target in targets if target not in immune]
        if targets:
            cast[seat] = rolls.pick(f"{label}/missed/{seat}", targets)
    return cast
