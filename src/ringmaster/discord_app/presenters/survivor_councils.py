"""Councils: when they open, how the votes are read, and who is out by which clause (S5, S6).

The order in which votes are read is made from their numbers alone, so that it says nothing about who wrote which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ringmaster.discord_app.presenters.posts import stage
from ringmaster.discord_app.presenters.survivor_cards import ordinal
from ringmaster.discord_app.presenters.survivor_challenges import immune_line, shown_roll
from ringmaster.discord_app.presenters.wording import bold, both, count, deadline, name, names, phase_title
from ringmaster.games.kernel import Event, Seat
from ringmaster.games.survivor import events as ev
from ringmaster.games.survivor.results import CouncilResult
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.games.survivor.ties import leaders
from ringmaster.sessions.messages import Send
from ringmaster.sessions.records import GameRecord

READING, LONGEST_PAUSE = 120.0, 20.0
"""Seconds that a paced reading takes, and that pass at most between two of its messages."""

ROUNDS = (
    "I read the votes in rounds: one for each name that still has some, in player-list order, so the order says "
    "nothing about who wrote them."
)


def opened(record: GameRecord) -> str:
    """What everyone reads when a council opens."""
    state: SurvivorState = record.state
    who = "All who are left vote" if state.losing_tribe is None else f"Tribe {state.losing_tribe} votes"
    return (
        f"**{phase_title(record.phase or '')} is open.** {who}: {names(record, state.members)}."
        f"{immune_line(record, state.immune)} Votes are sent by direct message. {deadline(record)}"
    )


def missed(record: GameRecord, target: Seat | None) -> str:
    """What a member reads that had not voted (S5.3)."""
    state: SurvivorState = record.state
    said = f"You did not vote at council {state.council}"
    return f"{said}, so you have no vote." if target is None else f"{said}, so this counts: {name(record, target)}."


def void_vote(record: GameRecord, target: Seat) -> str:
    """What a voter reads whose vote was for a seat that a moderator has removed."""
    return f"{bold(record, target)} has left the game, so your vote is void. Please vote again."


def idol_played(record: GameRecord, seat: Seat) -> Send:
    """The idol comes first (S6.1)."""
    who = name(record, seat)
    return stage(f"**{who} plays the hidden idol.** All votes against {who} are void (S6.1).")


# -- the result


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """A council that is over, with what everyone may know of how it came about."""

    result: CouncilResult
    members: tuple[Seat, ...]
    immune: Seat | None
    place: int
    roll: str = "a roll"

    @property
    def top(self) -> tuple[Seat, ...]:
        """Who had the most votes; nobody when votes are not told or there were none."""
        tally = dict(self.result.tally or ())
        return tuple(leaders(tuple(tally), tally.__getitem__)) if tally else ()

    @property
    def most(self) -> int:
        """How many votes that were."""
        return max((votes for _, votes in self.result.tally or ()), default=0)


def settled(before: SurvivorState, result: CouncilResult, events: Sequence[Event]) -> Settled:
    """A council's result with the members as they were before it."""
    out = (event.elimination for event in events if isinstance(event, ev.SeatEliminated))
    place = next((gone.place for gone in out if gone.seat == result.eliminated), len(before.living))
    ending = f"council-{result.number}/{result.decided_by}"
    return Settled(
        result=result, members=before.members, immune=before.immune, place=place, roll=shown_roll(events, ending)
    )


def revealed(record: GameRecord, council: Settled) -> list[Send]:
    """The votes read one by one, if they are told, and the result (S5.4). Paced or in one message."""
    result, verdict = council.result, _verdict(record, council)
    votes, headline = list(_votes(record, result)), f"**Council {result.number} is over.**"
    if not votes:
        return [stage(f"{headline}\n{verdict}")]
    if record.state.settings.council_pace == "at-once":
        return [stage("\n".join((headline, ROUNDS, *votes, verdict)))]
    pause = min(LONGEST_PAUSE, READING / (len(votes) + 1))
    paced = enumerate((*votes, verdict), start=1)
    return [stage(f"{headline} {ROUNDS}"), *(replace(stage(text), after=place * pause) for place, text in paced)]


def reading(result: CouncilResult) -> Iterator[Seat]:
    """Whom the votes are for, in rounds, those against the player of the idol among them."""
    left = Counter(dict(result.tally or ()))
    if result.idol is not None:
        left[result.idol] += result.void or 0
    while left := +left:
        for seat in sorted(left):
            yield seat
            left[seat] -= 1


def _votes(record: GameRecord, result: CouncilResult) -> Iterator[str]:
    for number, seat in enumerate(reading(result), start=1):
        yield f"Vote {number}: {bold(record, seat)}{' – void' if seat == result.idol else ''}"


def _verdict(record: GameRecord, council: Settled) -> str:
    result = council.result
    out = f"**{name(record, result.eliminated)} is out**, in {ordinal(council.place)} place"
    tally = f"{tally_line(record, result)}\n" if result.tally is not None else ""
    return f"{tally}{out}: {reason(record, council)}"


def tally_line(record: GameRecord, result: CouncilResult) -> str:
    """The number of votes that each member got, most first (S5.4)."""
    most_first = sorted(result.tally or (), key=lambda pair: -pair[1])
    counts = ", ".join(f"{name(record, seat)} {votes}" for seat, votes in most_first) or "none"
    void = f"; void, against {name(record, result.idol)}: {result.void}" if result.idol and result.void else ""
    return f"Votes: {counts}{void}"


def reason(record: GameRecord, council: Settled) -> str:
    """By which clause, as far as everyone may know: never the weights (S6.6), nor votes that are not told."""
    if council.result.tally is None:
        return BY_CLAUSE[council.result.decided_by]
    tied = f"{both([name(record, seat) for seat in council.top])} are tied with {count(council.most, 'vote')} each"
    match council.result.decided_by:
        case "votes":
            return f"{count(council.most, 'vote')}, the most (S5.2)."
        case "points":
            return f"{tied}. Counted again by the points that their voters had in the challenge before (S6.2)."
        case "rocks":
            return _rocks(record, council, tied)
        case _:
            return _last_roll(council, tied)


BY_CLAUSE = {
    "votes": "the most votes (S5.2).",
    "points": "a tie, counted again by the points of the challenge before (S6.2).",
    "rocks": "rocks (S6.3, S6.5).",
    "roll": "a tie in votes and points, and a roll over those still tied (S6.4).",
}


def pool(council: Settled, rocks_pool: str) -> tuple[Seat, ...]:
    """Who drew rocks, worked out from what everyone knows (S6.3, S6.5)."""
    result, tally = council.result, dict(council.result.tally or ())
    spared = set(council.top if rocks_pool == "untied" else tally) | {council.immune, result.idol}
    return tuple(seat for seat in council.members if seat not in spared)


def _rocks(record: GameRecord, council: Settled, tied: str) -> str:
    drawing = pool(council, record.state.settings.rocks_pool)
    why = f"{tied}, and in points too" if council.top else "no vote counts"
    clause = "S6.3" if council.top else "S6.5"
    if len(drawing) == 1:
        return f"{why}. Only {name(record, drawing[0])} could draw a rock ({clause})."
    who = both([name(record, seat) for seat in drawing])
    return f"{why}. Rocks between {who}: {council.roll} in player-list order ({clause})."


def _last_roll(council: Settled, tied: str) -> str:
    """How many of several were still tied in points is not told: it would say something of the weights."""
    if len(council.top) == 2:
        return f"{tied}, and in points too, and nobody is left to draw rocks: {council.roll} between the two (S6.4)."
    return f"{tied}. Some are level in points too, and nobody is left to draw rocks: a roll between those (S6.4)."


# -- looked up


def past_councils(record: GameRecord) -> str:
    """The tallies of all councils so far."""
    lines = [past_council(record, result) for result in record.state.councils]
    return "\n".join(lines) or "No council is over yet."


def past_council(record: GameRecord, result: CouncilResult) -> str:
    """One council in a line: who is out, and the votes if they are told."""
    idol = f" {name(record, result.idol)} played the idol." if result.idol is not None else ""
    votes = f" {tally_line(record, result)}." if result.tally is not None else ""
    return f"**Council {result.number}**: {name(record, result.eliminated)} is out.{idol}{votes}"


def standing(record: GameRecord) -> str:
    """What there is to know of votes now: they are secret until the council is over."""
    state: SurvivorState = record.state
    last = past_council(record, state.councils[-1]) if state.councils else "No council is over yet."
    if state.kind != "council":
        return last
    title = phase_title(record.phase or "")
    return f"{title} is open. Its votes are secret until it closes. {deadline(record)}\n{last}"
