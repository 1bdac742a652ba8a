"""What a seat may send now, and the command that a filled-in decision stands for."""

from __future__ import annotations

from functools import lru_cache

from ringmaster.games.kernel import (
    Answer,
    Command,
    Decision,
    Field,
    PhaseId,
    RuleViolation,
    Seat,
    check_picks,
)
from ringmaster.games.twitch.checks import targets_needed, vote_choices
from ringmaster.games.twitch.commands import CastVote, NameKill, SendAction
from ringmaster.games.twitch.state import DOME, KINDS, Kind, TwitchState


def options(state: TwitchState, seat: Seat) -> tuple[Decision, ...]:
    """By day the vote; by night one action, and for the Dome the kill. What is final is asked only once."""
    if seat not in state.living:
        return ()
    if state.by_day:
        return (_vote(state, seat),) if state.wagons.target_of(seat) is None else ()
    if not state.by_night:
        return ()
    actions = _actions(state.living) if state.action_of(seat) is None else ()
    if state.has_kill and state.faction(seat) == DOME:
        return (*actions, _kill(state))
    return actions


def _vote(state: TwitchState, seat: Seat) -> Decision:
    choices = vote_choices(state.living, state.settings, seat)
    return Decision(name="vote", fields=(Field(name="for", choices=choices),), final=True, required=True)


@lru_cache(maxsize=1024)
def _actions(living: tuple[Seat, ...]) -> tuple[Decision, ...]:
    return tuple(_action(kind, living) for kind in KINDS)


def _action(kind: Kind, living: tuple[Seat, ...]) -> Decision:
    number = targets_needed(kind)
    target = Field(name="targets", choices=living, minimum=number, maximum=number)
    return Decision(name=kind, fields=(target,), final=True, required=True)


def _kill(state: TwitchState) -> Decision:
    kill = state.kill
    return Decision(
        name="kill",
        fields=(
            Field(name="target", choices=state.living),
            Field(name="sender", choices=state.living_dome, minimum=0),
        ),
        required=True,
        sent=None if kill is None else ((kill.target,), (kill.by,)),
    )


def command(state: TwitchState, seat: Seat, answer: Answer, phase: PhaseId | None) -> Command:
    """``vote``, ``protect``, ``stun``, ``bus`` or ``kill`` as a command.

    Raises:
        RuleViolation: the phase is another, or the answer fits nothing that is asked.
    """
    if phase is not None and phase != state.phase:
        raise RuleViolation("stale", "A1", phase=phase)
    made_for = phase or state.phase
    match answer:
        case Answer(name="vote", picks=((target,),)):
            return CastVote(seat=seat, target=target, phase=made_for)
        case Answer(name="protect" | "stun" as kind, picks=((int(target),),)):
            return SendAction(seat=seat, kind=kind, targets=(target,), phase=made_for)
        case Answer(name="bus", picks=((int(one), int(two)),)):
            return SendAction(seat=seat, kind="bus", targets=(one, two), phase=made_for)
        case Answer(name="kill", picks=((int(target),), ())):
            return NameKill(seat=seat, target=target, phase=made_for)
        case Answer(name="kill", picks=((int(target),), (int(sender),))):
            return NameKill(seat=seat, target=target, sender=sender, phase=made_for)
        case _:
            check_picks(options(state, seat), answer)
            raise RuleViolation("no-such-decision", "A1", name=answer.name)
