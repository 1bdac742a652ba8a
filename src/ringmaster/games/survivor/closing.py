"""What happens when each phase closes."""

from __future__ import annotations

from collections.abc import Callable

from ringmaster.games.kernel import PhaseClosed, PhaseOpened, Seat
from ringmaster.games.survivor import events as ev
from ringmaster.games.survivor.cards import Card
from ringmaster.games.survivor.challenges import (
    TribalPlay,
    missed_cards,
    settle_individual,
    settle_tribal,
)
from ringmaster.games.survivor.council import Council, missed_votes, settle_council
from ringmaster.games.survivor.fan_favourite import settle_fan_vote
from ringmaster.games.survivor.final_four import place, settle_hand, standings
from ringmaster.games.survivor.phases import (
    SurvivorTurn,
    eliminate,
    go_on,
    merge,
    next_hand,
    reach_verdict,
    seat_finalists,
    sizes,
)
from ringmaster.games.survivor.results import (
    ChallengeRecord,
    CouncilRecord,
    CouncilResult,
    IndividualResult,
    TribalResult,
)
from ringmaster.games.survivor.state import PhaseKind, SurvivorState
from ringmaster.games.survivor.ties import leaders
from ringmaster.games.survivor.tribes import merge_reason


def close(turn: SurvivorTurn, cause: str) -> None:
    """Close the open phase, settle it and open the next one."""
    assert turn.state.phase is not None
    assert turn.state.kind is not None
    turn.emit(PhaseClosed(phase=turn.state.phase, cause=cause))
    CLOSERS[turn.state.kind](turn)


# ---------------------------------------------------------------------------------------- challenges


def _close_challenge(turn: SurvivorTurn) -> None:
    missed = _play_for_the_missing(turn)
    if turn.state.merged:
        _settle_individual(turn, missed)
    else:
        _settle_tribal(turn, missed)


def _play_for_the_missing(turn: SurvivorTurn) -> tuple[Seat, ...]:
    """Cards for those who sent none (S3.5, S4.5); whoever has none to send has missed nothing."""
    state = turn.state
    missed = tuple(seat for seat in state.living if state.hand(seat) and not state.play(seat))
    number = 1 if state.merged else 2
    for seat in missed:
        label = f"{state.phase}/missed/{seat}"
        cards = missed_cards(state.hand(seat), number, state.settings.missed_challenge, label, turn.rolls)
        turn.emit(ev.ChallengeMissed(seat=seat, cards=cards))
    return missed


def _record(state: SurvivorState, missed: tuple[Seat, ...], decided_by: str) -> ev.ChallengeScored:
    plays = tuple((seat, state.play(seat)) for seat in state.living)
    return ev.ChallengeScored(
        record=ChallengeRecord(number=state.challenge, plays=plays, missed=missed, decided_by=decided_by)
    )


def _settle_individual(turn: SurvivorTurn, missed: tuple[Seat, ...]) -> None:
    state = turn.state
    plays = {seat: state.play(seat) for seat in state.living}
    verdict = settle_individual(plays, f"{state.phase}/tie", turn.rolls)
    totals = dict(verdict.totals)
    top = leaders(state.living, totals.__getitem__)
    result = IndividualResult(
        number=state.challenge,
        totals=verdict.totals,
        winner=verdict.winner,
        tied=tuple(top) if len(top) > 1 else (),
    )
    turn.emit(
        _record(state, missed, verdict.decided_by),
        ev.IndividualChallengeDecided(result=result),
        PhaseOpened(phase=f"council-{state.council + 1}"),
    )


def _settle_tribal(turn: SurvivorTurn, missed: tuple[Seat, ...]) -> None:
    state = turn.state
    plays = [_tribal_play(state, tribe) for tribe in state.tribes]
    verdict = settle_tribal(plays, f"{state.phase}/tie", turn.rolls)
    result = TribalResult(
        number=state.challenge,
        tribes=state.tribes,
        public=tuple((seat, state.play(seat)[0]) for seat in state.living if state.play(seat)),
        secret=tuple(tuple(sorted(play.secret, reverse=True)) for play in plays),
        averages=verdict.averages,
        winner=verdict.winner + 1,
        decided_by=verdict.decided_by,
    )
    turn.emit(_record(state, missed, verdict.decided_by), ev.TribalChallengeDecided(result=result))
    reason = merge_reason(sizes(turn.state), verdict.loser, state.settings.merge_at)
    if reason is not None and len(turn.state.members) < 2:
        merge(turn, reason)
    else:
        turn.emit(PhaseOpened(phase=f"council-{state.council + 1}"))


def _tribal_play(state: SurvivorState, tribe: tuple[Seat, ...]) -> TribalPlay:
    played = [state.play(seat) for seat in tribe]
    return TribalPlay(
        seats=len(tribe),
        public=tuple(cards[0] for cards in played if cards),
        secret=tuple(cards[1] for cards in played if len(cards) > 1),
    )


# ------------------------------------------------------------------------------------------ councils


def _close_council(turn: SurvivorTurn) -> None:
    missed = _vote_for_the_missing(turn)
    state = turn.state
    votes = dict(state.votes)
    idol = state.idol.holder if state.idol.ready else None
    council = Council(
        members=state.members,
        immune=() if state.immune is None else (state.immune,),
        votes=votes,
        points=dict(state.challenge_records[-1].points),
        idol=idol,
        rocks_pool=state.settings.rocks_pool,
    )
    verdict = settle_council(council, f"{state.phase}", turn.rolls)
    if idol is not None:
        turn.emit(ev.IdolPlayed(seat=idol))
    open_count = state.settings.council_reveal == "tally"
    record = CouncilRecord(
        number=state.council,
        ballots=state.votes,
        missed=missed,
        weighted=verdict.weighted,
        pool=verdict.pool,
    )
    result = CouncilResult(
        number=state.council,
        eliminated=verdict.eliminated,
        decided_by=verdict.decided_by,
        idol=idol,
        tally=verdict.tally if open_count else None,
        void=verdict.void if open_count else None,
    )
    turn.emit(ev.CouncilCounted(record=record), ev.CouncilDecided(result=result))
    eliminate(turn, verdict.eliminated)
    go_on(turn)


def _vote_for_the_missing(turn: SurvivorTurn) -> tuple[Seat, ...]:
    state = turn.state
    sent = dict(state.votes)
    immune = () if state.immune is None else (state.immune,)
    rule = state.settings.missed_vote
    cast = missed_votes(state.members, immune, sent, rule, f"{state.phase}", turn.rolls)
    missed = tuple(seat for seat in state.members if seat not in sent)
    for seat in missed:
        turn.emit(ev.VoteMissed(seat=seat, target=cast.get(seat)))
    return missed


# ------------------------------------------------------------------------- merge, favourite and hands


def _close_fan_vote(turn: SurvivorTurn) -> None:
    state, settings = turn.state, turn.state.settings
    votes = dict(state.fan_votes)
    verdict = settle_fan_vote(
        state.living, votes, settings.fan_quorum, settings.fan_tie, f"{state.phase}/tie", turn.rolls
    )
    turn.emit(ev.FanVoteCounted(votes=len(votes), favourite=verdict.favourite, because=verdict.because))
    if verdict.favourite is not None:
        turn.emit(ev.FavouriteTold(seat=verdict.favourite))
    next_hand(turn)


def _close_hand(turn: SurvivorTurn) -> None:
    state = turn.state
    if state.awaits_bonus and state.favourite is not None:
        turn.emit(ev.BonusTaken(seat=state.favourite, card=state.settings.fan_default, chosen=False))
    number, phase = len(state.played) + 1, state.phase
    cards = {seat: _card_of(turn, seat) for seat in turn.state.players}
    carried = state.played[-1].carried if state.played else 0
    hand = settle_hand(cards, carried, state.settings.hand_tie, f"{phase}/tie", turn.rolls)
    standing = standings(state.four, (*state.played, hand))
    totals = tuple((seat, own.total) for seat, own in standing.items())
    turn.emit(ev.HandDecided(number=number, hand=hand, totals=totals))
    next_hand(turn)


def _card_of(turn: SurvivorTurn, seat: Seat) -> Card:
    """The card that a seat plays in this hand, by ``missed_hand`` if it has sent none (S10.8)."""
    state = turn.state
    if not state.line_up(seat):
        hand = state.hand(seat)
        card = hand[-1] if state.settings.missed_hand == "lowest" else hand[0]
        turn.emit(ev.HandMissed(seat=seat, card=card))
    return turn.state.line_up(seat)[0]


def _close_choice(turn: SurvivorTurn) -> None:
    state = turn.state
    assert state.first is not None
    assert state.second is not None
    third, decided_by = state.third, "choice"
    if third is None:
        others = [seat for seat in state.living if seat not in {state.first, state.second}]
        (placing,) = place(standings(others, state.played), ("third",), "final-four", turn.rolls)
        third, decided_by = placing.seat, placing.decided_by
    seat_finalists(turn, (state.first, state.second, third), decided_by)


# ---------------------------------------------------------------------------------------------- jury


def _open_jury_vote(turn: SurvivorTurn) -> None:
    turn.emit(PhaseOpened(phase="jury-vote"))


def _close_jury_vote(turn: SurvivorTurn) -> None:
    reach_verdict(turn, None)


def _close_deciding_vote(turn: SurvivorTurn) -> None:
    decider = turn.state.decider
    assert decider is not None
    reach_verdict(turn, turn.state.vote(decider) or False)


CLOSERS: dict[PhaseKind, Callable[[SurvivorTurn], None]] = {
    "challenge": _close_challenge,
    "council": _close_council,
    "merge": go_on,
    "fan-vote": _close_fan_vote,
    "hand": _close_hand,
    "choice": _close_choice,
    "jury-questions": _open_jury_vote,
    "jury-vote": _close_jury_vote,
    "deciding-vote": _close_deciding_vote,
}
