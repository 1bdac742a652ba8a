"""The jury: its questions, its votes, the deciding vote and the verdict (S11)."""

from __future__ import annotations

from collections import Counter

from ringmaster.discord_app.presenters import replies
from ringmaster.discord_app.presenters.survivor_cards import ordinal
from ringmaster.discord_app.presenters.wording import bold, both, count, deadline, name, names
from ringmaster.games.kernel import Outcome, Seat
from ringmaster.games.survivor import events as ev
from ringmaster.games.survivor.results import Ballots
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.sessions.records import GameRecord


def seated(record: GameRecord, event: ev.JurySeated) -> str:
    """Who is on the jury (S11.1)."""
    return f"**The jury**: {names(record, event.jurors) or 'nobody'}."


def questions_opened(record: GameRecord) -> str:
    """What everyone reads when the jury may ask (S11.2)."""
    where = "in the channel `jury`, where everyone can read"
    return f"**The jury asks, the finalists answer**, {where}. The votes come after. {deadline(record)}"


def questions_for(record: GameRecord, seat: Seat) -> str:
    """What a juror or a finalist reads then."""
    state: SurvivorState = record.state
    part = "Ask the finalists" if seat in state.jurors else "Answer the jury"
    how = " with `/say`: it appears in the channel `jury` under your character's name" if record.anonymous else ""
    where = how or " in the channel `jury`"
    return f"{replies.heading(record)}\n{part}{where}. Everyone can read it.\n{deadline(record)}"


def vote_opened(record: GameRecord) -> str:
    """What everyone reads when the jury votes."""
    state: SurvivorState = record.state
    finalists = both([bold(record, seat) for seat in state.finalists])
    return f"**The jury votes** in private for {finalists} to win. {deadline(record)}"


def deciding_vote_opened(record: GameRecord) -> str:
    """Who decides between whom; not how many votes anybody has (S11.4, S11.6)."""
    state: SurvivorState = record.state
    between = both([bold(record, seat) for seat in state.between])
    return (
        f"**The jury is divided**: {between} are tied for the most votes, so {bold(record, state.decider or 0)} "
        f"decides between them. {deadline(record)}"
    )


# -- the end

DECIDED = {
    "votes": "the most votes (S11.3).",
    "deciding-vote": "a tie, and the third finalist's deciding vote (S11.4).",
    "fan-favourite": "a tie, and the spectators' favourite is among the tied (S11.5, S11.7).",
    "final-four": "a tie, and the best place in the final-four game among the tied (S11.5, S11.7).",
}


def verdict(record: GameRecord, event: ev.VerdictReached) -> str:
    """The jury's votes, juror by juror, and what decided."""
    counts = Counter(target for _, target in event.ballots)
    finalists = sorted(counts, key=lambda seat: -counts[seat])
    tally = ", ".join(f"{name(record, seat)} {count(counts[seat], 'vote')}" for seat in finalists) or "no votes"
    return "\n".join(
        (
            f"**The jury has spoken**: {tally}.",
            *(f"{name(record, juror)} votes for {bold(record, target)}" for juror, target in event.ballots),
            f"What decided: {DECIDED[event.decided_by]}",
        )
    )


def ballots(record: GameRecord, cast: Ballots) -> str:
    """The jury's ballots in one line."""
    return "; ".join(f"{name(record, juror)} → {name(record, target)}" for juror, target in cast) or "none"


def won(record: GameRecord, outcome: Outcome) -> str:
    """Who has won, and why."""
    if not outcome.winning_seats:
        return "Nobody has won: nobody is left."
    winner = name(record, outcome.winning_seats[0])
    if outcome.reason == "last-one-left":
        return f"{winner} has won: nobody else is left."
    return f"{winner} has won ({outcome.clause})."


def farewell(record: GameRecord, seat: Seat, *, with_idol: bool) -> str:
    """What a seat reads that is voted out: its place, and what it may still do."""
    state: SurvivorState = record.state
    place = next(out.place for out in state.eliminated if out.seat == seat)
    return f"You are out of the game, in {ordinal(place)} place.{_idol(with_idol)} {prospects(record, seat)}"


def removed(record: GameRecord, *, with_idol: bool) -> str:
    """What a seat reads that a moderator has removed."""
    return f"A moderator has taken you out of the game.{_idol(with_idol)} {_until_the_end(record)}"


def _idol(lost: bool) -> str:
    return " The idol that you held leaves the game with you." if lost else ""


def prospects(record: GameRecord, seat: Seat) -> str:
    """What a seat that is out may still do: the jury hears and says nothing until it asks (S11)."""
    state: SurvivorState = record.state
    if not state.serves_on_jury(seat):
        return f"You are not on the jury. {_until_the_end(record)}"
    if state.finalists:
        return "You are on the jury: you ask the finalists and then vote for one of them to win, and I ask you here."
    return (
        "You are on the jury: when the finalists are known you ask them, and then you vote for one of them to win; I "
        "write to you here. Until then you say nothing about the game, and read what everyone can read."
    )


def _until_the_end(record: GameRecord) -> str:
    if record.anonymous:
        return (
            "You can read what everyone can. Please say nothing about the game, and tell nobody who you were, until it "
            "is over."
        )
    return "You can read the tribes' channels and talk in the gallery. Please tell those who still play nothing of it."
