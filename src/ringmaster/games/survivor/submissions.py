"""What each command leads to, or why it is refused.

Refusals say the same to everyone who may not do a thing, so that being refused tells nobody who may.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from ringmaster.games.kernel import Event, RuleViolation, Seat, SeatCommand, require_living
from ringmaster.games.survivor import commands as cm
from ringmaster.games.survivor import events as ev
from ringmaster.games.survivor.cards import Card, holds
from ringmaster.games.survivor.challenges import MOST_CARDS
from ringmaster.games.survivor.fan_favourite import BONUS_CARDS
from ringmaster.games.survivor.state import SurvivorState

IDOL_KINDS = frozenset({"merge", "challenge", "council"})
"""The phases in which an idol that is in the game can change hands."""


def submit(state: SurvivorState, command: SeatCommand) -> tuple[Event, ...]:
    """The events of what a seat has sent; none if it changes nothing.

    Raises:
        RuleViolation: it is not allowed now, or not to this seat (A2, A3).
    """
    if not (isinstance(command, cm.CastVote) and command.seat in state.jurors):
        require_living(command.seat, state.living)
    return SUBMISSIONS[type(command)](state, command)


def cards_asked(state: SurvivorState, seat: Seat) -> tuple[int, int]:
    """How few and how many cards a seat plays in the open challenge; all it has if it has fewer (S3.1, S3.5, S4.1)."""
    held = len(state.hand(seat))
    return (min(1, held), min(MOST_CARDS, held)) if state.merged else (min(2, held), min(2, held))


def _play_cards(state: SurvivorState, command: cm.PlayCards) -> tuple[Event, ...]:
    clause = "S4.1" if state.merged else "S3.1"
    if state.kind != "challenge":
        raise RuleViolation("no-challenge-open", clause)
    fewest, most = cards_asked(state, command.seat)
    if most == 0:
        raise RuleViolation("no-cards-left", "S1.3")
    if not fewest <= len(command.cards) <= most:
        raise RuleViolation("wrong-number-of-cards", clause, fewest=fewest, most=most)
    _require_held(state, command.seat, command.cards)
    if state.play(command.seat) == command.cards:
        return ()
    return (ev.CardsSubmitted(seat=command.seat, cards=command.cards),)


def _require_held(state: SurvivorState, seat: Seat, cards: tuple[Card, ...]) -> None:
    hand = state.hand(seat)
    if not holds(hand, cards):
        lacking = next(card for card, copies in Counter(cards).items() if copies > hand.count(card))
        raise RuleViolation("card-not-held", "S1.3", card=lacking, copies=hand.count(lacking))


# ------------------------------------------------------------------------------------------ votes


def _cast_vote(state: SurvivorState, command: cm.CastVote) -> tuple[Event, ...]:
    require_may_vote(state, command.seat)
    if command.target not in vote_choices(state, command.seat):
        raise _why_not(state, command.seat, command.target)
    if state.vote(command.seat) == command.target:
        return ()
    return (ev.VoteSubmitted(seat=command.seat, target=command.target),)


def require_may_vote(state: SurvivorState, seat: Seat) -> None:
    """Refuse a vote when none is asked of this seat (S5.1, S11.2, S11.4)."""
    match state.kind:
        case "council" if seat not in state.members:
            raise RuleViolation("not-in-council", "S5.1")
        case "jury-vote" if seat not in state.jurors:
            raise RuleViolation("not-on-jury", "S11.2")
        case "deciding-vote" if seat != state.decider:
            raise RuleViolation("not-the-decider", "S11.4")
        case "council" | "jury-vote" | "deciding-vote":
            pass
        case _:
            raise RuleViolation("no-vote-open", "S5.1")


def vote_choices(state: SurvivorState, seat: Seat) -> tuple[Seat, ...]:
    """For whom a seat can vote in the open phase, in player-list order (S5.1, S11.2, S11.4)."""
    match state.kind:
        case "council":
            return tuple(other for other in state.members if other not in {seat, state.immune})
        case "jury-vote":
            return tuple(sorted(state.finalists))
        case "deciding-vote":
            return tuple(sorted(state.between))
        case _:
            return ()


def _why_not(state: SurvivorState, seat: Seat, target: Seat) -> RuleViolation:
    if target not in state.living:
        return RuleViolation("target-not-living", "A2", target=target)
    match state.kind:
        case "jury-vote":
            return RuleViolation("not-a-finalist", "S11.2", target=target)
        case "deciding-vote":
            return RuleViolation("not-among-the-tied", "S11.4", target=target)
        case _ if target == seat:
            return RuleViolation("self-vote-forbidden", "S5.1")
        case _ if target == state.immune:
            return RuleViolation("target-immune", "S4.3", target=target)
        case _:
            return RuleViolation("target-not-in-council", "S5.1", target=target)


def cast_fan_vote(state: SurvivorState, command: cm.CastFanVote) -> tuple[Event, ...]:
    """A spectator's vote for the favourite (S9.2).

    Raises:
        RuleViolation: there is no fan vote now, or the seat is not one of the last four.
    """
    if command.phase is not None and command.phase != state.phase:
        raise RuleViolation("stale", "A1", phase=command.phase)
    if state.kind != "fan-vote":
        raise RuleViolation("no-fan-vote-open", "S9.2")
    if command.target not in state.living:
        raise RuleViolation("not-in-final-four", "S9.2", target=command.target)
    if (command.spectator, command.target) in state.fan_votes:
        return ()
    return (ev.FanVoteCast(spectator=command.spectator, target=command.target),)


# ------------------------------------------------------------------------------------------- idol


def hide_idol(state: SurvivorState) -> tuple[Event, ...]:
    """A moderator hides the idol, or moves it while nobody has found it (S8.1).

    Raises:
        RuleViolation: before the merge, after the last council, or when the idol has been found.
    """
    if not state.merged:
        raise RuleViolation("no-idol-before-merge", "S8.1")
    if state.idol.finder is not None:
        raise RuleViolation("idol-already-found", "S8.1")
    if state.kind not in IDOL_KINDS:
        raise RuleViolation("too-late-for-idol", "S8.5")
    return (ev.IdolHidden(),)


def mark_idol_gone(state: SurvivorState) -> tuple[Event, ...]:
    """The message that held the idol is gone (S8.2, S8.3).

    Raises:
        RuleViolation: no idol has been hidden.
    """
    if state.idol.stage == "unhidden":
        raise RuleViolation("no-idol-hidden", "S8.1")
    return () if state.idol.message_gone else (ev.IdolMessageGone(),)


def _claim_idol(state: SurvivorState, command: cm.ClaimIdol) -> tuple[Event, ...]:
    idol, seat = state.idol, command.seat
    seen = command.found and (command.in_time or not idol.message_gone)
    if seen and idol.stage == "hidden":
        return (ev.IdolFound(seat=seat),)
    if seen and idol.finder == seat:
        raise RuleViolation("idol-found-by-yourself", "S8.3")
    if seen and idol.finder is not None:
        return (ev.IdolSeenTaken(seat=seat, by=idol.finder),)
    return (ev.IdolNotThere(seat=seat),)


def _give_idol(state: SurvivorState, command: cm.GiveIdol) -> tuple[Event, ...]:
    if state.idol.holder != command.seat:
        raise RuleViolation("no-idol", "S8.4")
    if command.to == command.seat:
        raise RuleViolation("idol-to-yourself", "S8.4")
    if command.to not in state.living:
        raise RuleViolation("target-not-living", "A2", target=command.to)
    return (ev.IdolGiven(seat=command.seat, to=command.to),)


def _ready_idol(state: SurvivorState, command: cm.ReadyIdol) -> tuple[Event, ...]:
    if state.idol.holder != command.seat:
        raise RuleViolation("no-idol", "S8.5")
    if state.kind != "council":
        raise RuleViolation("no-council-open", "S8.5")
    return () if state.idol.ready == command.play else (ev.IdolReadied(seat=command.seat, play=command.play),)


# ------------------------------------------------------------------------------ the final-four game


def _take_bonus(state: SurvivorState, command: cm.TakeBonus) -> tuple[Event, ...]:
    if state.kind != "hand" or not state.awaits_bonus or state.favourite != command.seat:
        raise RuleViolation("nothing-to-take", "S9.4")
    if command.card not in BONUS_CARDS:
        raise RuleViolation("no-such-bonus", "S9.4", card=command.card)
    return (ev.BonusTaken(seat=command.seat, card=command.card, chosen=True),)


def _play_hand(state: SurvivorState, command: cm.PlayHand) -> tuple[Event, ...]:
    _require_hand(state, command.seat, (command.card,))
    left = list(state.hand(command.seat))
    left.remove(command.card)
    line_up = [command.card]
    for card in state.line_up(command.seat)[1:]:
        if card in left:
            left.remove(card)
            line_up.append(card)
    return _lined_up(state, command.seat, tuple(line_up))


def _line_up(state: SurvivorState, command: cm.LineUp) -> tuple[Event, ...]:
    _require_hand(state, command.seat, command.cards)
    return _lined_up(state, command.seat, command.cards)


def _require_hand(state: SurvivorState, seat: Seat, cards: tuple[Card, ...]) -> None:
    if state.kind != "hand":
        raise RuleViolation("no-hand-open", "S10.1")
    if not state.hand(seat):
        raise RuleViolation("no-cards-left", "S10.3")
    if not cards:
        raise RuleViolation("wrong-number-of-cards", "S10.1", fewest=1, most=len(state.hand(seat)))
    _require_held(state, seat, cards)


def _lined_up(state: SurvivorState, seat: Seat, cards: tuple[Card, ...]) -> tuple[Event, ...]:
    return () if state.line_up(seat) == cards else (ev.CardsLinedUp(seat=seat, cards=cards),)


def third_choices(state: SurvivorState) -> tuple[Seat, ...]:
    """Whom the first place can take along (S10.6)."""
    return tuple(seat for seat in state.living if seat not in {state.first, state.second})


def _choose_third(state: SurvivorState, command: cm.ChooseThird) -> tuple[Event, ...]:
    if state.kind != "choice" or command.seat != state.first:
        raise RuleViolation("nothing-to-choose", "S10.6")
    if state.third is not None:
        raise RuleViolation("already-chosen", "S10.6")
    if command.target not in third_choices(state):
        raise RuleViolation("not-to-be-chosen", "S10.6", target=command.target)
    return (ev.ThirdChosen(seat=command.seat, target=command.target),)


SUBMISSIONS: dict[type[SeatCommand], Callable[[SurvivorState, Any], tuple[Event, ...]]] = {
    cm.PlayCards: _play_cards,
    cm.CastVote: _cast_vote,
    cm.ClaimIdol: _claim_idol,
    cm.GiveIdol: _give_idol,
    cm.ReadyIdol: _ready_idol,
    cm.TakeBonus: _take_bonus,
    cm.PlayHand: _play_hand,
    cm.LineUp: _line_up,
    cm.ChooseThird: _choose_third,
}
