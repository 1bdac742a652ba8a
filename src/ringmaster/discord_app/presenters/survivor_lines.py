"""Every event of Card Survivor in one line with everything in it, for the moderators' log."""

from __future__ import annotations

from collections.abc import Iterable

from ringmaster.discord_app.presenters import survivor_idol as idol
from ringmaster.discord_app.presenters import survivor_jury as jury
from ringmaster.discord_app.presenters.survivor_cards import average, card, cards, exact
from ringmaster.discord_app.presenters.wording import both, count, name, names, phase_title
from ringmaster.games.kernel import Event, GameEnded, PhaseClosed, Seat
from ringmaster.games.survivor import events as ev
from ringmaster.games.survivor.results import ChallengeRecord, CouncilRecord
from ringmaster.sessions.records import GameRecord


def line(record: GameRecord, event: Event) -> str:
    """What happened; empty when that is said elsewhere."""
    match event:
        case ev.TribesDealt(tribes=tribes):
            return "; ".join(f"tribe {at}: {names(record, tribe)}" for at, tribe in enumerate(tribes, start=1)) + "."
        case ev.TribesMerged(because=because):
            return f"The tribes merge ({because})."
        case PhaseClosed(phase=phase, cause=cause):
            return f"{phase_title(phase)} is closed ({cause})."
        case GameEnded(outcome=outcome):
            return jury.won(record, outcome)
        case _:
            return (
                _challenge(record, event) or _council(record, event) or idol.line(record, event) or _end(record, event)
            )


def _challenge(record: GameRecord, event: Event) -> str:
    match event:
        case ev.CardsSubmitted(seat=seat, cards=played):
            return f"{name(record, seat)} sends {cards(played)}."
        case ev.ChallengeMissed(seat=seat, cards=played):
            return f"{name(record, seat)} sent nothing and plays {cards(played)}."
        case ev.ChallengeScored(record=scored):
            return f"Cards: {plays(record, scored)}. Decided by {scored.decided_by}."
        case ev.TribalChallengeDecided(result=result):
            return f"Tribe {result.winner} wins immunity: {' and '.join(map(average, result.averages))}."
        case ev.IndividualChallengeDecided(result=result):
            return f"{name(record, result.winner)} is immune."
        case _:
            return ""


def plays(record: GameRecord, scored: ChallengeRecord) -> str:
    """Who played which cards."""
    return "; ".join(f"{name(record, seat)} {cards(played)}" for seat, played in scored.plays)


def _council(record: GameRecord, event: Event) -> str:
    match event:
        case ev.VoteSubmitted(seat=seat, target=target):
            return f"{name(record, seat)} votes for {name(record, target)}."
        case ev.VoteMissed(seat=seat, target=None):
            return f"{name(record, seat)} did not vote and has no vote."
        case ev.VoteMissed(seat=seat, target=target):
            return f"{name(record, seat)} did not vote; this counts: {name(record, target or 0)}."
        case ev.CouncilCounted(record=counted):
            return counted_line(record, counted)
        case ev.CouncilDecided(result=result):
            return f"{name(record, result.eliminated)} is voted out ({result.decided_by})."
        case ev.SeatEliminated(elimination=out):
            return f"{name(record, out.seat)} is out with {count(out.place, 'seat')} left."
        case ev.SeatRemoved(seat=seat):
            return f"{name(record, seat)} was removed by a moderator."
        case _:
            return ""


def counted_line(record: GameRecord, counted: CouncilRecord) -> str:
    """The ballots, the weights and the pool of a council (S6.6)."""
    parts = [f"Ballots of council {counted.number}: {jury.ballots(record, counted.ballots)}."]
    if counted.weighted:
        parts.append(f"Weights: {_numbered(record, counted.weighted)}.")
    if counted.pool:
        parts.append(f"Rolled over: {names(record, counted.pool)}.")
    return " ".join(parts)


def _numbered(record: GameRecord, pairs: Iterable[tuple[Seat, int]]) -> str:
    return ", ".join(f"{name(record, seat)} {card(number)}" for seat, number in pairs)


def _end(record: GameRecord, event: Event) -> str:
    match event:
        case ev.FanVoteCast():
            return "A spectator has voted for a favourite."
        case ev.FanVoteCounted(votes=votes, favourite=None, because=because):
            return f"{count(votes, 'spectator')} voted; there is no favourite ({because})."
        case ev.FanVoteCounted(votes=votes, favourite=seat, because=because):
            return f"{count(votes, 'spectator')} voted; the favourite is {name(record, seat or 0)} ({because})."
        case ev.FavouriteTold(seat=seat):
            return f"{name(record, seat)} is told of being the favourite."
        case ev.BonusTaken(seat=seat, card=taken, chosen=chosen):
            return f"{name(record, seat)} gets the {card(taken)} ({'chosen' if chosen else 'as nothing was chosen'})."
        case ev.FinalFourDecided(totals=totals):
            points = ", ".join(f"{name(record, seat)} {exact(total)}" for seat, total in totals)
            return f"The final-four game is over: {points}."
        case ev.ThirdChosen(seat=seat, target=target):
            return f"{name(record, seat)} takes {name(record, target)} along to the final."
        case ev.FinalistsSeated(finalists=finalists, decided_by=decided_by):
            return f"Finalists: {names(record, finalists)} ({decided_by})."
        case _:
            return _hand(record, event) or _verdict(record, event)


def _hand(record: GameRecord, event: Event) -> str:
    match event:
        case ev.CardsLinedUp(seat=seat, cards=lined_up):
            return f"{name(record, seat)} lines up {cards(lined_up)}."
        case ev.HandMissed(seat=seat, card=played):
            return f"{name(record, seat)} sent nothing and plays {card(played)}."
        case ev.HandDecided(number=number, hand=hand):
            won = "nobody alone" if hand.winner is None else name(record, hand.winner)
            return f"Hand {number}: {_numbered(record, hand.cards)}; taken by {won}, {exact(hand.points)} points."
        case _:
            return ""


def _verdict(record: GameRecord, event: Event) -> str:
    match event:
        case ev.JurySeated(jurors=jurors):
            return f"Jury: {names(record, jurors) or 'nobody'}."
        case ev.DecidingVoteCalled(seat=seat, between=between):
            return f"{name(record, seat)} decides between {both([name(record, other) for other in between])}."
        case ev.VerdictReached(ballots=cast, winner=winner, decided_by=decided_by):
            return f"Jury: {jury.ballots(record, cast)}. {name(record, winner)} wins ({decided_by})."
        case _:
            return ""
