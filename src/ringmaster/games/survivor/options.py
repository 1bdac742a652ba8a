"""What a seat, or a spectator, may send now."""

from __future__ import annotations

from ringmaster.games.kernel import Decision, Field, Seat
from ringmaster.games.survivor.cards import Card
from ringmaster.games.survivor.fan_favourite import BONUS_CARDS
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.games.survivor.submissions import IDOL_KINDS, cards_asked, third_choices, vote_choices


def options(state: SurvivorState, seat: Seat) -> tuple[Decision, ...]:
    """The decisions of a seat; a juror has some though it is out of the game."""
    match state.kind:
        case "jury-vote" if seat in state.jurors:
            return (_vote(state, seat),)
        case _ if seat not in state.living:
            return ()
        case "challenge":
            return (*_challenge(state, seat), *_idol(state, seat))
        case "council":
            return (*((_vote(state, seat),) if seat in state.members else ()), *_idol(state, seat))
        case "merge":
            return _idol(state, seat)
        case "hand":
            return (*_bonus(state, seat), *_hand(state, seat))
        case "choice" if seat == state.first and state.third is None:
            return (_third(state),)
        case "deciding-vote" if seat == state.decider:
            return (_vote(state, seat),)
        case _:
            return ()


def spectator_options(state: SurvivorState, spectator: str) -> tuple[Decision, ...]:
    """The fan vote while it is open (S9.2)."""
    if state.kind != "fan-vote":
        return ()
    mine = dict(state.fan_votes).get(spectator)
    return (
        Decision(
            name="favourite",
            fields=(Field(name="for", choices=state.living),),
            required=True,
            sent=None if mine is None else ((mine,),),
        ),
    )


def _challenge(state: SurvivorState, seat: Seat) -> tuple[Decision, ...]:
    hand, sent = state.hand(seat), state.play(seat)
    fewest, most = cards_asked(state, seat)
    if most == 0:
        return ()
    if state.merged:
        cards = Field(name="cards", choices=hand, minimum=fewest, maximum=most)
        return (Decision(name="play", fields=(cards,), required=True, sent=(sent,) if sent else None),)
    fields = tuple(Field(name=name, choices=hand) for name in ("public", "secret")[:most])
    return (
        Decision(
            name="public",
            fields=fields,
            one_pool=True,
            required=True,
            sent=tuple((card,) for card in sent) if sent else None,
        ),
    )


def _vote(state: SurvivorState, seat: Seat) -> Decision:
    mine = state.vote(seat)
    return Decision(
        name="vote",
        fields=(Field(name="for", choices=vote_choices(state, seat)),),
        required=True,
        sent=None if mine is None else ((mine,),),
    )


def _idol(state: SurvivorState, seat: Seat) -> tuple[Decision, ...]:
    if state.idol.holder != seat or state.kind not in IDOL_KINDS:
        return ()
    others = tuple(other for other in state.living if other != seat)
    give = Decision(name="give", fields=(Field(name="to", choices=others),), final=True)
    if state.kind != "council":
        return (give,)
    sent = (("play",),) if state.idol.ready else None
    use = Decision(name="idol", fields=(Field(name="use", choices=("play", "keep")),), sent=sent)
    return (use, give)


def _bonus(state: SurvivorState, seat: Seat) -> tuple[Decision, ...]:
    if not state.awaits_bonus or state.favourite != seat:
        return ()
    card = Field(name="card", choices=BONUS_CARDS)
    return (Decision(name="take", fields=(card,), final=True, required=True),)


def _hand(state: SurvivorState, seat: Seat) -> tuple[Decision, ...]:
    hand: tuple[Card, ...] = state.hand(seat)
    if not hand:
        return ()
    sent = state.line_up(seat)
    one = Field(name="card", choices=hand)
    several = Field(name="cards", choices=hand, maximum=len(hand))
    return (
        Decision(name="hand", fields=(one,), required=True, sent=(sent[:1],) if sent else None),
        Decision(name="line-up", fields=(several,), sent=(sent,) if sent else None),
    )


def _third(state: SurvivorState) -> Decision:
    return Decision(
        name="choose",
        fields=(Field(name="third", choices=third_choices(state)),),
        final=True,
        required=True,
    )
