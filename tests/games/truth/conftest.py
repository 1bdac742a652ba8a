"""A game of To Tell the Truth on the table: what the tests of this folder sit at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import pytest

from ringmaster.games.dice import Dice, ScriptedDice, VerifiableDice
from ringmaster.games.kernel import Answer, ClosePhase, Command, Decision, Entrant, Event, RemoveSeat, Value
from ringmaster.games.truth import TruthGame
from ringmaster.games.truth.events import GameBegan, RoleDealt
from ringmaster.games.truth.settings import TruthSettings
from ringmaster.games.truth.state import MAFIA, TOWN, TruthState

GAME = TruthGame()
E = TypeVar("E", bound=Event)


class Table:
    """One game whose Mafia are known, played command by command; ``events`` are all so far."""

    def __init__(
        self, settings: TruthSettings | None = None, mafia: Sequence[int] = (3, 4, 5), *, dice: Dice | None = None
    ) -> None:
        self.settings = settings or TruthSettings()
        self.dice: Dice = dice or VerifiableDice.from_seed(b"table")
        begun = GAME.begin(self.settings, [Entrant()] * self.settings.players, self.dice)
        dealt = [e for e in begun if not isinstance(e, RoleDealt | GameBegan) and hasattr(e, "phase")]
        seats = range(1, self.settings.players + 1)
        roles = [RoleDealt(seat=seat, role=MAFIA if seat in mafia else TOWN) for seat in seats]
        self.events: list[Event] = [begun[0], *roles, *dealt]
        self.state: TruthState = GAME.replay(self.events)

    def do(self, command: Command, rolls: Sequence[int] | None = None) -> tuple[Event, ...]:
        """Carry out a command, with exactly these rolls if they are given."""
        dice = self.dice if rolls is None else ScriptedDice(rolls)
        new = GAME.decide(self.state, command, dice)
        if isinstance(dice, ScriptedDice):
            dice.check_used_up()
        for event in new:
            self.state = GAME.evolve(self.state, event)
        self.events.extend(new)
        return new

    def vote(self, seat: int, target: Value) -> tuple[Event, ...]:
        """A seat votes."""
        return self.do(GAME.command(self.state, seat, Answer(name="vote", picks=((target,),))))

    def unvote(self, seat: int) -> tuple[Event, ...]:
        """A seat takes its vote back."""
        return self.do(GAME.command(self.state, seat, Answer(name="unvote")))

    def suspect(self, seat: int, one: int, two: int) -> tuple[Event, ...]:
        """A seat names suspects."""
        return self.do(GAME.command(self.state, seat, Answer(name="suspects", picks=((one, two),))))

    def close(self, rolls: Sequence[int] | None = None) -> tuple[Event, ...]:
        """The open phase closes at its deadline."""
        assert self.state.phase is not None
        return self.do(ClosePhase(phase=self.state.phase, cause="deadline"), rolls)

    def remove(self, seat: int) -> tuple[Event, ...]:
        """A moderator removes a seat."""
        return self.do(RemoveSeat(seat=seat))

    def eliminate(self, seat: int) -> None:
        """Vote a seat out by a majority."""
        for voter in [s for s in self.state.living if s != seat][: len(self.state.living) // 2 + 1]:
            if self.state.by_day:
                self.vote(voter, seat)

    def options(self, seat: int) -> list[Decision]:
        """What a seat may send now."""
        return list(GAME.options(self.state, seat))


def _only(events: Sequence[Event], kind: type[E]) -> E:
    (found,) = (event for event in events if isinstance(event, kind))
    return found


@pytest.fixture
def seat_at() -> type[Table]:
    """Makes tables: ``seat_at(settings, mafia=(3, 4, 5))``."""
    return Table


@pytest.fixture
def table() -> Table:
    """Nine seats by the rulebook, of which 3, 4 and 5 are Mafia, on Day 1."""
    return Table()


@pytest.fixture
def night() -> Table:
    """The same on Night 1, seat 9 (Town) being out."""
    table = Table()
    table.eliminate(9)
    return table


@pytest.fixture
def only() -> Callable[[Sequence[Event], type[E]], E]:
    """The single event of a kind among some."""
    return _only
