"""What is opened when a season is over: who played whom, every ballot and every card (S11.8)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ringmaster.discord_app.presenters import survivor_jury as jury
from ringmaster.discord_app.presenters.survivor_cards import card, cards, ordinal, table
from ringmaster.discord_app.presenters.survivor_lines import plays
from ringmaster.discord_app.presenters.wording import count, mention, name, names, one_line
from ringmaster.games.kernel import Seat
from ringmaster.games.survivor.results import ChallengeRecord, CouncilRecord, CouncilResult
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.sessions.messages import TextFile
from ringmaster.sessions.records import GameRecord


def reveal(record: GameRecord) -> str:
    """Everything that was secret, in words."""
    state: SurvivorState = record.state
    lines = ["**Who played whom**", *_people(record, state), "", *_secrets(record, state)]
    if state.council_records:
        lines += ["", "**The ballots**", *(_ballots(record, counted) for counted in state.council_records)]
    if state.challenge_records:
        lines += ["", "**The cards**", *(_cards(record, scored) for scored in state.challenge_records)]
    return "\n".join(lines)


def _people(record: GameRecord, state: SurvivorState) -> Iterator[str]:
    places = _places(state)
    for seat in record.roster:
        accounts = ", ".join(map(mention, record.seat(seat).accounts))
        place = f", {places[seat]}" if seat in places else ""
        yield f"{seat}. {name(record, seat)}: {accounts}{place}"


def _places(state: SurvivorState) -> dict[Seat, str]:
    places = {out.seat: f"{ordinal(out.place)} place" for out in state.eliminated}
    places |= dict.fromkeys(state.finalists, "finalist") | dict.fromkeys(state.removed, "removed")
    return places | dict.fromkeys(state.outcome.winning_seats if state.outcome else (), "**winner**")


def _secrets(record: GameRecord, state: SurvivorState) -> Iterator[str]:
    yield f"**The idol**: {_idol(record, state)}"
    favourite = "nobody" if state.favourite is None else name(record, state.favourite)
    extra = "" if state.bonus is None else f", who got the {card(state.bonus)}"
    yield f"**The favourite**: {favourite}{extra}. {count(len(state.fan_votes), 'spectator')} voted."
    if state.jury_votes:
        yield f"**The jury's votes**: {jury.ballots(record, state.jury_votes)}."


def _idol(record: GameRecord, state: SurvivorState) -> str:
    played = next((result for result in state.councils if result.idol is not None), None)
    if state.idol.finder is None:
        return "nobody found it."
    found = f"found by {name(record, state.idol.finder)}"
    if played is not None and played.idol is not None:
        return f"{found}, played by {name(record, played.idol)} at council {played.number}."
    return f"{found}, never played."


def _ballots(record: GameRecord, counted: CouncilRecord) -> str:
    """One council: whom each vote was for, most votes first."""
    by_target: dict[Seat, list[Seat]] = defaultdict(list)
    for voter, target in counted.ballots:
        by_target[target].append(voter)
    wagons = (
        f"{name(record, target)} ({len(voters)}): {names(record, voters)}"
        for target, voters in sorted(by_target.items(), key=lambda pair: -len(pair[1]))
    )
    return f"Council {counted.number} – {'; '.join(wagons) or 'no votes'}"


def _cards(record: GameRecord, scored: ChallengeRecord) -> str:
    return f"Challenge {scored.number} – {plays(record, scored)}"


# -- the file


def tables(record: GameRecord) -> tuple[TextFile, ...]:
    """All cards and ballots as tables."""
    state: SurvivorState = record.state
    parts = [
        *(_challenge_table(record, scored) for scored in state.challenge_records),
        *(_council_table(record, counted) for counted in state.council_records),
        *((_jury_table(record, state),) if state.jury_votes else ()),
    ]
    if not parts:
        return ()
    text = "\n\n".join((f"{one_line(record.name)}: cards and ballots", *parts))
    return (TextFile(name="cards-and-ballots.txt", text=f"{text}\n"),)


def _challenge_table(record: GameRecord, scored: ChallengeRecord) -> str:
    rows = (
        (_name(record, seat), cards(played), card(sum(played)), "not sent" if seat in scored.missed else "")
        for seat, played in scored.plays
    )
    title = f"Challenge {scored.number}, decided by {scored.decided_by}"
    return f"{title}\n{table(('', 'cards', 'points', ''), rows)}"


def _council_table(record: GameRecord, counted: CouncilRecord) -> str:
    result = next(result for result in record.state.councils if result.number == counted.number)
    title = f"Council {counted.number}, {_name(record, result.eliminated)} is out, decided by {result.decided_by}"
    rows = [
        (_name(record, voter), _name(record, target), _remark(counted, result, voter, target))
        for voter, target in counted.ballots
    ]
    silent = [(_name(record, seat), "no vote", "") for seat in counted.missed if seat not in dict(counted.ballots)]
    weights = [f"Weight of {_name(record, seat)}: {card(weight)}" for seat, weight in counted.weighted or ()]
    return "\n".join((title, table(("", "votes for", ""), (*rows, *silent)), *weights))


def _remark(counted: CouncilRecord, result: CouncilResult, voter: Seat, target: Seat) -> str:
    return ", ".join(
        filter(None, ("void" if target == result.idol else "", "not sent" if voter in counted.missed else ""))
    )


def _jury_table(record: GameRecord, state: SurvivorState) -> str:
    rows = ((_name(record, juror), _name(record, target)) for juror, target in state.jury_votes)
    return f"The jury\n{table(('', 'votes for'), rows)}"


def _name(record: GameRecord, seat: Seat) -> str:
    return one_line(record.roster.name(seat))
