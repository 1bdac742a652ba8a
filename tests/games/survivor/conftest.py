"""A game of Card Survivor on the table: what the tests of this folder sit at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import pytest

from ringmaster.games.dice import Dice, ScriptedDice, VerifiableDice
from ringmaster.games.kernel import Answer, ClosePhase, Command, Decision, Entrant, Event, RemoveSeat, RuleViolation
from ringmaster.games.survivor import SurvivorGame
from ringmaster.games.survivor import commands as cm
from ringmaster.games.survivor.settings import SurvivorSettings
from ringmaster.games.survivor.state import SurvivorState

GAME = SurvivorGame()
E = TypeVar("E", bound=Event)
EPOCH = datetime(2015, 1, 1, tzinfo=UTC)


def entrants(seats: int) -> list[Entrant]:
    """Seats of falling seniority: the odd ones are dealt to tribe 1, the even ones to tribe 2."""
    return [Entrant(since=EPOCH + timedelta(days=seat)) for seat in range(seats)]


def middle(state: SurvivorState, seat: int) -> tuple[int, ...]:
    """A seat's cards from the middle of its hand on."""
    hand = state.hand(seat)
    return hand[len(hand) // 2 :]


class Table:
    """One game, played command by command; ``events`` are all so far."""

    def __init__(self, *, dice: Dice | None = None, **settings: Any) -> None:
        self.settings = SurvivorSettings(**settings)
        self.dice: Dice = dice or VerifiableDice.from_seed(b"table")
        self.events: list[Event] = list(GAME.begin(self.settings, entrants(self.settings.players), self.dice))
        self.state: SurvivorState = GAME.replay(self.events)

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

    def send(self, seat: int, name: str, *picks: Sequence[int | str]) -> tuple[Event, ...]:
        """A seat sends an answer."""
        answer = Answer(name=name, picks=tuple(tuple(pick) for pick in picks))
        return self.do(GAME.command(self.state, seat, answer))

    def play(self, plays: dict[int, Sequence[int]]) -> None:
        """Seats send cards for the open challenge: public and secret, or one to three."""
        for seat, cards in plays.items():
            self.do(cm.PlayCards(seat=seat, cards=tuple(cards), phase=self.state.phase))

    def vote(self, votes: dict[int, int]) -> None:
        """Seats vote."""
        for seat, target in votes.items():
            self.do(cm.CastVote(seat=seat, target=target, phase=self.state.phase))

    def close(self, rolls: Sequence[int] | None = None) -> tuple[Event, ...]:
        """The open phase closes at its deadline."""
        assert self.state.phase is not None
        return self.do(ClosePhase(phase=self.state.phase, cause="deadline"), rolls)

    def remove(self, seat: int, rolls: Sequence[int] | None = None) -> tuple[Event, ...]:
        """A moderator removes a seat."""
        return self.do(RemoveSeat(seat=seat), rolls)

    def vote_out(self, seat: int) -> tuple[Event, ...]:
        """The council votes a seat out."""
        self.vote({voter: seat for voter in self.state.members if voter != seat})
        return self.close()

    def pass_phase(self) -> None:
        """Let the open phase go by so that the last seat in the player list is out.

        The smaller tribe, or the first seat, wins immunity with one seat's middling cards, while all others play
        their lowest; a council votes its last member out.
        """
        state = self.state
        if state.kind == "council":
            self.vote_out(state.members[-1])
            return
        if state.kind == "challenge" and not state.merged:
            one, two = state.tribes
            best = (two if len(two) < len(one) else one)[0]
            self.play({best: middle(state, best)[:2]})
        elif state.kind == "challenge":
            self.play({state.living[0]: middle(state, state.living[0])[:1]})
        self.close()

    def until(self, kind: str) -> Table:
        """Let phases go by until one of this kind is open."""
        self.pass_phase()
        while self.state.kind != kind:
            self.pass_phase()
        return self

    def until_merged(self) -> Table:
        """Let phases go by until the merge."""
        return self.until("merge")

    def deal(self, hands: dict[int, Iterable[int]]) -> None:
        """Change the cards that seats hold, in mid-game."""
        held = list(self.state.hands)
        for seat, cards in hands.items():
            held[seat - 1] = tuple(sorted(cards, reverse=True))
        self.state = replace(self.state, hands=tuple(held))

    def options(self, seat: int) -> dict[str, Decision]:
        """What a seat may send now, by name."""
        return {decision.name: decision for decision in GAME.options(self.state, seat)}

    def refusal(self, command: Command) -> str:
        """The code of the refusal of a command, which changes nothing."""
        with pytest.raises(RuleViolation) as refused:
            GAME.decide(self.state, command, self.dice)
        return refused.value.code


@pytest.fixture(name="new_table", scope="session")
def _new_table() -> Callable[..., Table]:
    """Sits people down at a new game: ``new_table(players=8, merge_at=6, jury=3)``."""
    return Table


@pytest.fixture(name="table")
def _table() -> Table:
    """A new game with the default settings."""
    return Table()


@pytest.fixture(name="small")
def _small() -> Table:
    """A new game of eight, which merges at six and has a jury of three."""
    return Table(players=8, merge_at=6, jury=3)


@pytest.fixture(name="only")
def _only() -> Callable[[Sequence[Event], type[E]], E]:
    """Finds the one event of a kind."""

    def only(events: Sequence[Event], kind: type[E]) -> E:
        (found,) = (event for event in events if isinstance(event, kind))
        return found

    return only


@pytest.fixture(name="none")
def _none() -> Callable[[Sequence[Event], type[Event]], bool]:
    """Whether there is no event of a kind."""
    return lambda events, kind: not any(isinstance(event, kind) for event in events)
