"""What the two Mafia games have in common beside their votes: seats with a role, and days between nights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Self, TypeVar

from ringmaster.games.dice import Dice, Rolls
from ringmaster.games.kernel import (
    ClosePhase,
    Command,
    Event,
    Game,
    GameEnded,
    Outcome,
    PhaseClosed,
    PhaseId,
    PhaseOpened,
    RemoveSeat,
    RuleViolation,
    Seat,
    SeatCommand,
    Turn,
    Value,
    require_current,
    require_living,
)
from ringmaster.games.voting import DayVerdict, Wagons


@dataclass(frozen=True, slots=True, kw_only=True)
class CastVote(SeatCommand):
    """Vote for a living seat, or for the word that stands for nobody (L2.2, L2.4, T5.1)."""

    target: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class PastDay:
    """The final votes of a day that is over."""

    day: int
    wagons: Wagons
    eliminated: Seat | None
    decided_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MafiaState:
    """Who is who, who lives, and how the day stands. ``roles[seat - 1]`` is a seat's role."""

    roles: tuple[str, ...] = ()
    living: tuple[Seat, ...] = ()
    dead: tuple[Seat, ...] = ()
    """In the order they went."""
    phase: PhaseId | None = None
    number: int = 0
    """The number of the current day or night."""
    wagons: Wagons = field(default_factory=Wagons)
    past_days: tuple[PastDay, ...] = ()
    outcome: Outcome | None = None

    @property
    def by_day(self) -> bool:
        """Whether it is day."""
        return self.phase is not None and self.phase.startswith("day-")

    @property
    def by_night(self) -> bool:
        """Whether it is night."""
        return self.phase is not None and self.phase.startswith("night-")

    def with_role(self, role: str) -> tuple[Seat, ...]:
        """All seats of a role, living or not, in player-list order."""
        return tuple(seat for seat, has in enumerate(self.roles, start=1) if has == role)

    def living_with_role(self, role: str) -> tuple[Seat, ...]:
        """The living seats of a role, in player-list order."""
        return tuple(seat for seat in self.living if self.roles[seat - 1] == role)

    def opened(self, phase: PhaseId) -> Self:
        """The state when a day or night opens: no votes yet."""
        return replace(self, phase=phase, number=int(phase.rpartition("-")[2]), wagons=Wagons())

    def day_ended(self, eliminated: Seat | None, decided_by: str) -> Self:
        """The state with the day's votes among the past ones."""
        past = PastDay(day=self.number, wagons=self.wagons, eliminated=eliminated, decided_by=decided_by)
        return replace(self, past_days=(*self.past_days, past))

    def without(self, seat: Seat) -> Self:
        """The state after a seat has left: the votes by it and for it are gone."""
        return replace(
            self,
            living=tuple(other for other in self.living if other != seat),
            dead=(*self.dead, seat),
            wagons=self.wagons.without(seat),
        )


M = TypeVar("M", bound=MafiaState)


class MafiaGame(Game[M]):
    """The course of a game that both have: days end by votes, seats are removed, the end is looked for.

    Subclasses say what is theirs in the methods that raise `NotImplementedError` here.
    """

    def decide(self, state: M, command: Command, dice: Dice) -> tuple[Event, ...]:
        """See `ringmaster.games.kernel.Game.decide`."""
        return self.step(state, command, dice)[1]

    def step(self, state: M, command: Command, dice: Dice) -> tuple[M, tuple[Event, ...]]:
        """See `ringmaster.games.kernel.Game.step`; the turn has the state already."""
        turn = Turn(self, state, dice)
        match command:
            case SeatCommand():
                require_current(command, state.phase)
                require_living(command.seat, state.living)
                self._submit(turn, command)
            case ClosePhase():
                require_current(command, state.phase)
                if state.by_day:
                    self._end_day(turn, self._settle_day(state, f"{state.phase}/tie", turn.rolls), command.cause)
                else:
                    turn.emit(PhaseClosed(phase=command.phase, cause=command.cause))
                    self._end_night(turn)
            case RemoveSeat():
                self._remove(turn, command.seat)
            case _:
                raise TypeError(f"{type(command).__name__} is no command of {self.kind}")
        return turn.state, tuple(turn.events)

    def _look_for_majority(self, turn: Turn[M]) -> None:
        """End the day at once if a vote, or a removal, has made a majority."""
        verdict = self._majority(turn.state)
        if verdict is not None:
            self._end_day(turn, verdict, "hammer")

    def _end_day(self, turn: Turn[M], verdict: DayVerdict, cause: str) -> None:
        state = turn.state
        assert state.phase is not None
        turn.emit(PhaseClosed(phase=state.phase, cause=cause), *self._day_events(state, verdict))
        self._go_on(turn, f"night-{state.number}")

    def _go_on(self, turn: Turn[M], following: PhaseId) -> None:
        """End the game if somebody has won, or else open the next phase."""
        ended = self._winner(turn.state)
        turn.emit(PhaseOpened(phase=following) if ended is None else GameEnded(outcome=ended))

    def _remove(self, turn: Turn[M], seat: Seat) -> None:
        before = turn.state
        if before.phase is None:
            raise RuleViolation("game-over", "A1")
        require_living(seat, before.living)
        turn.emit(self._removal(before, seat))
        ended = self._winner(turn.state)
        if ended is not None:
            turn.emit(PhaseClosed(phase=before.phase, cause="removal"), GameEnded(outcome=ended))
        elif before.by_day:
            self._look_for_majority(turn)
        else:
            self._removed_by_night(turn, seat)

    def _submit(self, turn: Turn[M], command: SeatCommand) -> None:
        """Apply what a living seat sends to the open phase."""
        raise NotImplementedError

    def _majority(self, state: M) -> DayVerdict | None:
        """The verdict that ends the day at once, if there is one."""
        raise NotImplementedError

    def _settle_day(self, state: M, label: str, rolls: Rolls) -> DayVerdict:
        """The verdict when the day closes."""
        raise NotImplementedError

    def _day_events(self, state: M, verdict: DayVerdict) -> tuple[Event, ...]:
        """What is told of a day that has ended, and what comes of it."""
        raise NotImplementedError

    def _end_night(self, turn: Turn[M]) -> None:
        """All from the close of a night to the next phase."""
        raise NotImplementedError

    def _winner(self, state: M) -> Outcome | None:
        """Who has won, if anyone."""
        raise NotImplementedError

    def _removal(self, state: M, seat: Seat) -> Event:
        """The event of a seat's removal."""
        raise NotImplementedError

    def _removed_by_night(self, turn: Turn[M], seat: Seat) -> None:
        """What else comes of a removal by night; nothing by default."""

    def outcome(self, state: M) -> Outcome | None:
        """How the game has ended."""
        return state.outcome

    def phase(self, state: M) -> PhaseId | None:
        """The open phase."""
        return state.phase

    def living(self, state: M) -> tuple[Seat, ...]:
        """The living seats."""
        return state.living


def deal(seats: int, number: int, rolls: Rolls) -> frozenset[Seat]:
    """Who gets the role that only some get: the first places of the shuffled player list (T1.2, L1.1).

    Args:
        seats: how many seats the game has.
        number: how many of them get it.
        rolls: where the rolls come from.
    """
    return frozenset(rolls.shuffle("setup/roles", range(1, seats + 1))[:number])


def candidates(living: Sequence[Seat], seat: Seat, self_vote: str) -> tuple[Seat, ...]:
    """The seats that a living seat can vote for (L2.2, T5.1)."""
    return tuple(other for other in living if other != seat or self_vote == "allowed")


def require_candidate(target: Value, living: Sequence[Seat], seat: Seat, self_vote: str, clause: str) -> None:
    """Refuse a vote for what is no living seat, or for oneself where that is forbidden.

    Args:
        target: whom the vote is for.
        living: the living seats.
        seat: whose vote it is.
        self_vote: ``allowed`` or ``forbidden``.
        clause: the clause about votes for oneself (L2.2, T5.1).

    Raises:
        RuleViolation: ``target-not-living`` (A2) or ``self-vote-forbidden``.
    """
    if target not in living:
        raise RuleViolation("target-not-living", "A2", target=target)
    if target == seat and self_vote == "forbidden":
        raise RuleViolation("self-vote-forbidden", clause)


def won_by(role: str, roles: Sequence[str], reason: str, clause: str) -> Outcome:
    """The victory of all seats of a role, dead ones too."""
    winners = tuple(seat for seat, has in enumerate(roles, start=1) if has == role)
    return Outcome(winner=role, reason=reason, clause=clause, winning_seats=winners)
