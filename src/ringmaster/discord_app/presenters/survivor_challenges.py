"""Immunity challenges: when they open, and what is shown when they close (S3, S4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ringmaster.discord_app.presenters import replies
from ringmaster.discord_app.presenters.survivor_cards import average, card, cards
from ringmaster.discord_app.presenters.wording import both, deadline, name, names, phase_title
from ringmaster.games.kernel import Event, Rolled, Seat
from ringmaster.games.survivor.cards import Card
from ringmaster.games.survivor.results import IndividualResult, TribalResult
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.sessions.records import GameRecord


def opened(record: GameRecord) -> str:
    """What everyone reads when a challenge opens."""
    state: SurvivorState = record.state
    title = phase_title(record.phase or "")
    if state.merged:
        asked = f"{len(state.living)} play for themselves, one to three cards each. The highest total is immune"
    else:
        one, two = map(len, state.tribes)
        asked = f"Tribe 1 ({one}) plays against tribe 2 ({two}): one public and one secret card each"
    return f"**{title} is open.** {asked}. Cards are sent by direct message. {deadline(record)}"


def nothing_to_play(record: GameRecord, _seat: Seat) -> str:
    """What a seat reads that has no cards left."""
    none = "You have no cards left, so there is nothing for you to play."
    return f"{replies.heading(record)}\n{none}\n{deadline(record)}"


def missed(record: GameRecord, played: Sequence[Card]) -> str:
    """What a seat reads that had sent nothing (S3.5, S4.5)."""
    state: SurvivorState = record.state
    if not played:
        return f"You sent no cards for challenge {state.challenge}, so you played none."
    return f"You sent no cards for challenge {state.challenge}, so these were played for you: {cards(played)}."


# -- tribes


def tribal(record: GameRecord, result: TribalResult, events: Sequence[Event]) -> str:
    """Public cards with their owners, secret cards from high to low, the averages, and what decided (S3.2 to S3.4)."""
    lines = [f"**Challenge {result.number} is over.**"]
    for tribe in (1, 2):
        lines += _tribe(record, result, tribe)
    lines.append(f"**Tribe {result.winner} wins immunity**: {_tribal_reason(result, events)}")
    lines.append(f"Tribe {result.loser} has lost.")
    return "\n".join(lines)


def _tribe(record: GameRecord, result: TribalResult, tribe: int) -> Iterator[str]:
    members, public = result.tribes[tribe - 1], dict(result.public)
    shown = (f"{name(record, seat)} {card(public[seat]) if seat in public else 'none'}" for seat in members)
    yield f"**Tribe {tribe}** – average {average(result.averages[tribe - 1])}"
    yield f"Public: {', '.join(shown)}"
    yield f"Secret: {cards(result.secret[tribe - 1])}"


def played_by(result: TribalResult, tribe: int) -> tuple[Card, ...]:
    """All cards of a tribe."""
    public = dict(result.public)
    return (*(public[seat] for seat in result.tribes[tribe - 1] if seat in public), *result.secret[tribe - 1])


def _tribal_reason(result: TribalResult, events: Sequence[Event]) -> str:
    """The step that decided, with what it compared; all of it can be seen from the cards shown."""
    winner, loser = result.winner, result.loser
    ours, theirs = played_by(result, winner), played_by(result, loser)
    if result.decided_by == "average":
        return f"the higher average, {_against(result.averages, winner)} (S3.3)."
    tied = f"the averages are tied at {average(result.averages[0])}; decided by"
    match result.decided_by:
        case "highest-card":
            return f"{tied} the highest card, {_highest(ours)} against {_highest(theirs)} (S3.4)."
        case "highest-secret":
            secret, other = result.secret[winner - 1], result.secret[loser - 1]
            return f"{tied} the highest secret card, {_highest(secret)} against {_highest(other)} (S3.4)."
        case "most-of-highest":
            top = max((*ours, *theirs), default=0)
            counts = f"{ours.count(top)} against {theirs.count(top)}"
            return f"{tied} how often the highest card {card(top)} was played, {counts} (S3.4)."
        case _:
            return f"{tied} {shown_roll(events)} in tribe order, as their highest cards are level too (S3.4)."


def _against(averages: Sequence[Fraction], winner: int) -> str:
    return f"{average(averages[winner - 1])} against {average(averages[2 - winner])}"


def _highest(values: Sequence[Card]) -> str:
    return card(max(values)) if values else "none"


def shown_roll(events: Sequence[Event], ending: str = "/tie") -> str:
    """The roll for a tie that everyone can see the sides of."""
    roll = next((event for event in events if isinstance(event, Rolled) and event.label.endswith(ending)), None)
    return "a roll" if roll is None else f"the roll 1d{roll.sides}: {roll.result},"


# -- everyone alone


def individual(record: GameRecord, result: IndividualResult) -> str:
    """Each seat's total, and nothing of which or how many cards (S4.2)."""
    highest_first = sorted(result.totals, key=lambda total: -total[1])
    lines = [f"**Challenge {result.number} is over.** The totals:"]
    lines += (f"{card(total)} – {name(record, seat)}" for seat, total in highest_first)
    immune = f"**{name(record, result.winner)} is immune** at the next council"
    lines.append(f"{immune}: {_individual_reason(record, result)}")
    return "\n".join(lines)


def _individual_reason(record: GameRecord, result: IndividualResult) -> str:
    top = card(dict(result.totals)[result.winner])
    if not result.tied:
        return f"the highest total, {top} (S4.3)."
    tied = both([name(record, seat) for seat in result.tied])
    return f"{tied} are tied at {top}, and S4.4 decides. By which of its steps would say what was played."


def immune_line(record: GameRecord, immune: Seat | None) -> str:
    """Who cannot be voted for."""
    return "" if immune is None else f" Immune: {names(record, (immune,))}."
