"""How each event changes the state. Never refuses, never rolls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import singledispatch
from typing import Any, TypeVar

from ringmaster.games.kernel import Event, GameEnded, PhaseOpened, Seat
from ringmaster.games.survivor import events as ev
from ringmaster.games.survivor.calendar import calendar_hours
from ringmaster.games.survivor.cards import add, spend
from ringmaster.games.survivor.results import Ballots, IndividualResult
from ringmaster.games.survivor.state import Idol, SurvivorState, kind_of

T = TypeVar("T")


def _at(values: Sequence[T], seat: Seat, value: T) -> tuple[T, ...]:
    """What is kept by seat, with one seat's value changed."""
    return (*values[: seat - 1], value, *values[seat:])


def with_vote(votes: Ballots, voter: Seat, target: Seat) -> Ballots:
    """Ballots with one more, or one changed, in player-list order of the voters."""
    return tuple(sorted((*(ballot for ballot in votes if ballot[0] != voter), (voter, target))))


def _without(seats: Sequence[Seat], seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in seats if other != seat)


def _without_ballots(votes: Ballots, seat: Seat) -> Ballots:
    return tuple(ballot for ballot in votes if seat not in ballot)


@singledispatch
def apply(event: Any, state: SurvivorState) -> SurvivorState:
    """The state after an event; most events that only tell somebody something change nothing."""
    assert isinstance(event, Event)
    return state


@apply.register
def _(event: PhaseOpened, state: SurvivorState) -> SurvivorState:
    kind = kind_of(event.phase)
    idol = state.idol
    if kind == "fan-vote":
        idol = Idol(stage="out", finder=idol.finder, message_gone=True)
    return replace(
        state,
        phase=event.phase,
        kind=kind,
        closes_at=state.closes_at + calendar_hours(state.settings, kind),
        challenge=state.challenge + (kind == "challenge"),
        council=state.council + (kind == "council"),
        plays=((),) * state.seats,
        votes=(),
        jury_votes=state.votes if kind == "deciding-vote" else (),
        immune=state.immune if kind == "council" else None,
        four=state.living if kind == "fan-vote" else state.four,
        idol=idol,
    )


@apply.register
def _(event: GameEnded, state: SurvivorState) -> SurvivorState:
    return replace(state, phase=None, kind=None, outcome=event.outcome)


# ------------------------------------------------------------------------------- tribes and challenges


@apply.register
def _(event: ev.TribesDealt, state: SurvivorState) -> SurvivorState:
    return replace(state, tribes=event.tribes)


@apply.register
def _(_event: ev.TribesMerged, state: SurvivorState) -> SurvivorState:
    return replace(state, tribes=((), ()), merged=True)


@apply.register
def _(event: ev.CardsSubmitted, state: SurvivorState) -> SurvivorState:
    return replace(state, plays=_at(state.plays, event.seat, event.cards))


@apply.register
def _(event: ev.ChallengeMissed, state: SurvivorState) -> SurvivorState:
    return replace(state, plays=_at(state.plays, event.seat, event.cards))


@apply.register
def _(event: ev.ChallengeScored, state: SurvivorState) -> SurvivorState:
    hands = list(state.hands)
    for seat, cards in event.record.plays:
        hands[seat - 1] = spend(hands[seat - 1], cards)
    return replace(
        state,
        hands=tuple(hands),
        plays=((),) * state.seats,
        challenge_records=(*state.challenge_records, event.record),
    )


@apply.register(ev.TribalChallengeDecided)
@apply.register(ev.IndividualChallengeDecided)
def _(event: ev.TribalChallengeDecided | ev.IndividualChallengeDecided, state: SurvivorState) -> SurvivorState:
    immune = event.result.winner if isinstance(event.result, IndividualResult) else None
    return replace(state, challenges=(*state.challenges, event.result), immune=immune)


# ------------------------------------------------------------------------------------ councils and idol


@apply.register
def _(event: ev.VoteSubmitted, state: SurvivorState) -> SurvivorState:
    return replace(state, votes=with_vote(state.votes, event.seat, event.target))


@apply.register
def _(event: ev.VoteMissed, state: SurvivorState) -> SurvivorState:
    if event.target is None:
        return state
    return replace(state, votes=with_vote(state.votes, event.seat, event.target))


@apply.register
def _(event: ev.CouncilCounted, state: SurvivorState) -> SurvivorState:
    return replace(state, council_records=(*state.council_records, event.record))


@apply.register
def _(event: ev.CouncilDecided, state: SurvivorState) -> SurvivorState:
    return replace(state, councils=(*state.councils, event.result))


@apply.register
def _(event: ev.SeatEliminated, state: SurvivorState) -> SurvivorState:
    gone = leave(state, event.elimination.seat)
    return replace(gone, eliminated=(*state.eliminated, event.elimination))


@apply.register
def _(event: ev.SeatRemoved, state: SurvivorState) -> SurvivorState:
    gone = leave(state, event.seat)
    return replace(gone, removed=(*state.removed, event.seat), jurors=_without(state.jurors, event.seat))


def leave(state: SurvivorState, seat: Seat) -> SurvivorState:
    """The state after a seat is gone: nothing by it or for it is left in the open phase."""
    one, two = state.tribes
    lost = state.idol.holder == seat
    return replace(
        state,
        living=_without(state.living, seat),
        tribes=(_without(one, seat), _without(two, seat)),
        plays=_at(state.plays, seat, ()),
        line_ups=_at(state.line_ups, seat, ()),
        votes=_without_ballots(state.votes, seat),
        jury_votes=tuple(ballot for ballot in state.jury_votes if ballot[1] != seat),
        fan_votes=tuple(vote for vote in state.fan_votes if state.kind != "fan-vote" or vote[1] != seat),
        immune=None if state.immune == seat else state.immune,
        finalists=_without(state.finalists, seat),
        idol=Idol(stage="out", finder=state.idol.finder, message_gone=state.idol.message_gone) if lost else state.idol,
    )


@apply.register
def _(_event: ev.IdolHidden, state: SurvivorState) -> SurvivorState:
    return replace(state, idol=Idol(stage="hidden"))


@apply.register
def _(event: ev.IdolFound, state: SurvivorState) -> SurvivorState:
    return replace(state, idol=replace(state.idol, stage="held", finder=event.seat, holder=event.seat))


@apply.register
def _(_event: ev.IdolMessageGone, state: SurvivorState) -> SurvivorState:
    return replace(state, idol=replace(state.idol, message_gone=True))


@apply.register
def _(event: ev.IdolGiven, state: SurvivorState) -> SurvivorState:
    return replace(state, idol=replace(state.idol, holder=event.to, ready=False))


@apply.register
def _(event: ev.IdolReadied, state: SurvivorState) -> SurvivorState:
    return replace(state, idol=replace(state.idol, ready=event.play))


@apply.register(ev.IdolPlayed)
@apply.register(ev.IdolLost)
def _(_event: ev.IdolPlayed | ev.IdolLost, state: SurvivorState) -> SurvivorState:
    return replace(state, idol=replace(state.idol, stage="out", holder=None, ready=False))


# ------------------------------------------------------------------------------- favourite and hands


@apply.register
def _(event: ev.FanVoteCast, state: SurvivorState) -> SurvivorState:
    others = (vote for vote in state.fan_votes if vote[0] != event.spectator)
    return replace(state, fan_votes=(*others, (event.spectator, event.target)))


@apply.register
def _(event: ev.FanVoteCounted, state: SurvivorState) -> SurvivorState:
    return replace(state, favourite=event.favourite)


@apply.register
def _(event: ev.BonusTaken, state: SurvivorState) -> SurvivorState:
    hand = add(state.hand(event.seat), event.card)
    return replace(state, bonus=event.card, hands=_at(state.hands, event.seat, hand))


@apply.register
def _(event: ev.CardsLinedUp, state: SurvivorState) -> SurvivorState:
    return replace(state, line_ups=_at(state.line_ups, event.seat, event.cards))


@apply.register
def _(event: ev.HandMissed, state: SurvivorState) -> SurvivorState:
    return replace(state, line_ups=_at(state.line_ups, event.seat, (event.card,)))


@apply.register
def _(event: ev.HandDecided, state: SurvivorState) -> SurvivorState:
    hands, line_ups = list(state.hands), list(state.line_ups)
    for seat, card in event.hand.cards:
        hands[seat - 1] = spend(hands[seat - 1], (card,))
        line_ups[seat - 1] = line_ups[seat - 1][1:]
    return replace(state, hands=tuple(hands), line_ups=tuple(line_ups), played=(*state.played, event.hand))


@apply.register
def _(event: ev.FinalFourDecided, state: SurvivorState) -> SurvivorState:
    first, *others = (placing.seat for placing in event.placed)
    return replace(state, first=first, second=others[0] if others else None)


@apply.register
def _(event: ev.ThirdChosen, state: SurvivorState) -> SurvivorState:
    return replace(state, third=event.target)


# ---------------------------------------------------------------------------------------------- jury


@apply.register
def _(event: ev.FinalistsSeated, state: SurvivorState) -> SurvivorState:
    return replace(state, finalists=event.finalists)


@apply.register
def _(event: ev.JurySeated, state: SurvivorState) -> SurvivorState:
    return replace(state, jurors=event.jurors)


@apply.register
def _(event: ev.DecidingVoteCalled, state: SurvivorState) -> SurvivorState:
    return replace(state, decider=event.seat, between=event.between)


@apply.register
def _(event: ev.VerdictReached, state: SurvivorState) -> SurvivorState:
    return replace(state, jury_votes=event.ballots)
