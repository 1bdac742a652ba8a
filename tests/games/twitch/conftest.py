"""A table of Twitch Plays Mafia that tests play at, in people's words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from ringmaster.games.dice import Dice, ScriptedDice
from ringmaster.games.kernel import ClosePhase, Event, PhaseOpened, RemoveSeat, Roster, Seat
from ringmaster.games.twitch import TwitchGame
from ringmaster.games.twitch import events as ev
from ringmaster.games.twitch.settings import TwitchSettings
from ringmaster.games.twitch.state import DOME, HELIX, TwitchState

NAMES = ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal")


class Table:
    """One game with known factions. Words go through `parse`, `command` and `decide`, as live ones do."""

    def __init__(self, names: tuple[str, ...], dome: Iterable[str], phase: str, dice: Dice, **settings: Any) -> None:
        self.game = TwitchGame()
        self.roster = Roster(names)
        self.dice = dice
        partners = {self.seat(name) for name in dome}
        self.events: list[Event] = [ev.GameBegan(settings=TwitchSettings(**settings), seats=len(names))]
        self.events += [ev.FactionDealt(seat=seat, faction=DOME if seat in partners else HELIX) for seat in self.roster]
        self.events.append(PhaseOpened(phase=phase))
        self.state: TwitchState = self.game.replay(self.events)

    def seat(self, name: str) -> Seat:
        """The seat of a name."""
        return self.roster.names.index(name) + 1

    def say(self, name: str, text: str) -> tuple[Event, ...]:
        """What a seat types, and what it leads to."""
        seat = self.seat(name)
        answer = self.game.parse(self.state, seat, text, self.roster)
        return self._do(self.game.command(self.state, seat, answer))

    def close(self, cause: Any = "deadline") -> tuple[Event, ...]:
        """The open phase ends."""
        assert self.state.phase is not None
        return self._do(ClosePhase(phase=self.state.phase, cause=cause))

    def remove(self, name: str) -> tuple[Event, ...]:
        """A moderator removes a seat."""
        return self._do(RemoveSeat(seat=self.seat(name)))

    def living(self) -> list[str]:
        """The names of the living."""
        return [self.roster.name(seat) for seat in self.state.living]

    def options(self, name: str) -> list[str]:
        """The names of what a seat may send now."""
        return [option.name for option in self.game.options(self.state, self.seat(name))]

    def _do(self, command: Any) -> tuple[Event, ...]:
        events = self.game.decide(self.state, command, self.dice)
        for event in events:
            self.state = self.game.evolve(self.state, event)
        self.events += events
        return events


@pytest.fixture
def table() -> Callable[..., Table]:
    """Sets a table: by default eight seats, Gus and Hal are Dome, and Night 1 is open."""

    def build(
        *,
        names: tuple[str, ...] = NAMES,
        dome: Iterable[str] = ("Gus", "Hal"),
        phase: str = "night-1",
        rolls: Iterable[int] = (),
        dice: Dice | None = None,
        **settings: Any,
    ) -> Table:
        return Table(names, dome, phase, dice or ScriptedDice(rolls), **settings)

    return build


@pytest.fixture
def only_of() -> Callable[[Iterable[Event], type[Event]], Any]:
    """Finds the one event of a type."""

    def find(events: Iterable[Event], wanted: type[Event]) -> Any:
        (event,) = (event for event in events if isinstance(event, wanted))
        return event

    return find
