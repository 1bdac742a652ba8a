"""What every game is made of: seats, audiences, commands, events, decisions, refusals, and the contract.

A game never knows the time, the people or the place. It is handed commands and dice and answers with
events; whoever hosts it stores the events, tells the audiences and keeps the clock. Names, settings and refusals
have modules of their own and can be had from here too, so that a game needs one import.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

from ringmaster.games.dice import Dice, Roll, Rolls
from ringmaster.games.refusals import RuleViolation as RuleViolation
from ringmaster.games.roster import Roster as Roster
from ringmaster.games.roster import Seat as Seat
from ringmaster.games.roster import fold as fold
from ringmaster.games.settings import ON_OFF as ON_OFF
from ringmaster.games.settings import SettingError as SettingError
from ringmaster.games.settings import Settings as Settings
from ringmaster.games.settings import defaults as defaults
from ringmaster.games.settings import setting as setting

PhaseId: TypeAlias = str
"""Names a phase uniquely within its game: ``day-2``, ``council-5``."""

Value: TypeAlias = int | str
"""What can be chosen in an answer: a seat's number, a card's value, or a word such as ``start9``."""


# ---------------------------------------------------------------------------------------- audiences


@dataclass(frozen=True, slots=True)
class Audience:
    """Who may know an event while the game lasts. Moderators always may, so they are never named.

    ``seats`` adds single seats to a scope; ``factions`` adds the members of a faction, as `Game.factions`
    has them when the event happens.
    """

    scope: Literal["everyone", "spectators", "moderators"] = "moderators"
    seats: frozenset[Seat] = frozenset()
    factions: frozenset[str] = frozenset()


EVERYONE = Audience("everyone")
SPECTATORS = Audience("spectators")
MODERATORS = Audience("moderators")


def only(*seats: Seat) -> Audience:
    """The audience of these seats (and the moderators)."""
    return Audience(seats=frozenset(seats))


def faction(name: str) -> Audience:
    """The audience of the members of a faction (and the moderators)."""
    return Audience(factions=frozenset({name}))


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who looks at a game: the public, a seat, a spectator or a moderator."""

    role: Literal["public", "seat", "spectator", "moderator"] = "public"
    seat: Seat | None = None


PUBLIC = Viewer("public")
SPECTATOR = Viewer("spectator")
MODERATOR = Viewer("moderator")


def seat_viewer(seat: Seat) -> Viewer:
    """The viewer that sits on this seat."""
    return Viewer("seat", seat)


# ------------------------------------------------------------------------------- commands and events


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """Something that somebody wants to happen. Named in the imperative."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatCommand(Command):
    """What a seat sends. ``phase`` is the phase that it was made for, if a button or form says so (A1)."""

    seat: Seat
    phase: PhaseId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosePhase(Command):
    """The open phase ends: its deadline has passed, a moderator says so, or all are in (A9)."""

    phase: PhaseId
    cause: Literal["deadline", "moderator", "complete"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveSeat(Command):
    """A moderator takes a living seat out of the game (modkill, A6)."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that has happened. Named in the past tense; ``audience`` says who may know it."""

    @property
    def audience(self) -> Audience:
        """Who may know this event while the game lasts (default: moderators only)."""
        return MODERATORS


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicEvent(Event):
    """An event that everyone may know."""

    @property
    def audience(self) -> Audience:
        """Everyone."""
        return EVERYONE


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled(Event):
    """A die was rolled (A4). Replay takes the result from here and needs no dice."""

    label: str
    sides: int
    result: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseOpened(PublicEvent):
    """A phase takes submissions from now on."""

    phase: PhaseId


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseClosed(PublicEvent):
    """A phase takes submissions no longer."""

    phase: PhaseId
    cause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded(PublicEvent):
    """The game is over; from now on everything may be known."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: who has won (a faction or a seat) and by which clause."""

    winner: str | None
    """The winning faction, or None when nobody or a seat has won."""
    reason: str
    """A stable code, such as ``town-eliminated-mafia``."""
    clause: str
    winning_seats: tuple[Seat, ...] = ()


# ----------------------------------------------------------------------------------------- decisions


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One menu of a decision: pick ``minimum`` to ``maximum`` of the choices.

    Choices may hold a value several times: two copies of a card are two cards.
    """

    name: str
    choices: tuple[Value, ...]
    minimum: int = 1
    maximum: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Something that a seat may send now."""

    name: str
    """The first word of the text form: ``vote``, ``suspects``, ``bus``."""
    fields: tuple[Field, ...] = ()
    """What to pick; a decision without fields is a word alone, such as ``unvote``."""
    one_pool: bool = False
    """All fields draw from the same hand: a value picked in one is gone for the others."""
    final: bool = False
    """It cannot be changed once sent, so people are asked to confirm it."""
    required: bool = False
    """The phase waits for it: whoever has not sent it is missing and is reminded."""
    sent: tuple[tuple[Value, ...], ...] | None = None
    """What this seat has sent so far, one tuple a field; None when nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A decision filled in: the values picked, one tuple a field."""

    name: str
    picks: tuple[tuple[Value, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """What a game may ask about a seat when it begins."""

    since: datetime | None = None
    """Member since (S2.3); None in games that do not ask for it."""


# -------------------------------------------------------------------------------------- the contract

S = TypeVar("S")


class Game(Generic[S]):
    """One rulebook. Subclasses are stateless; the state is a frozen value that is handed around.

    Class attributes name the parts for codecs and people:
        kind: the short name in commands (``truth``).
        title: the full name for people.
        settings_type, state_type: the classes of settings and state.
        commands, events: all classes that may occur, for the codec.
        choices: words that can be chosen like a seat, which therefore no seat may be called.
    """

    kind: ClassVar[str]
    title: ClassVar[str]
    settings_type: ClassVar[type[Settings]]
    state_type: ClassVar[type[Any]]
    commands: ClassVar[tuple[type[Command], ...]]
    events: ClassVar[tuple[type[Event], ...]]
    choices: ClassVar[tuple[str, ...]] = ()

    def seats_allowed(self, settings: Any) -> range:
        """How many seats a game with these settings can start with."""
        raise NotImplementedError

    def begin(self, settings: Any, entrants: Sequence[Entrant], dice: Dice) -> tuple[Event, ...]:
        """Start a game with these seats, in player-list order: all is dealt and the first phase opened.

        Raises:
            SettingError: the number of seats does not go with the settings.
        """
        raise NotImplementedError

    def decide(self, state: S, command: Command, dice: Dice) -> tuple[Event, ...]:
        """What a command leads to: events, none if nothing changes.

        Raises:
            RuleViolation: the command is refused; nothing has changed.
        """
        raise NotImplementedError

    def evolve(self, state: S | None, event: Event) -> S:
        """The state after an event. Never refuses, never rolls. The first event makes the state from None."""
        raise NotImplementedError

    def options(self, state: S, seat: Seat) -> tuple[Decision, ...]:
        """What this seat may send now; empty when nothing is asked of it."""
        raise NotImplementedError

    def command(self, state: S, seat: Seat, answer: Answer, phase: PhaseId | None = None) -> Command:
        """The command that a filled-in decision stands for.

        Raises:
            RuleViolation: ``no-such-decision`` or picks that do not fit the decision.
        """
        raise NotImplementedError

    def parse(self, state: S, seat: Seat, text: str, roster: Roster) -> Answer:
        """The answer that a person typed.

        Raises:
            RuleViolation: the words are not understood, or a name is unknown or ambiguous.
        """
        raise NotImplementedError

    def view(self, state: S, viewer: Viewer) -> Any:
        """What a viewer may know of the state, as a frozen value (product page: what each may learn)."""
        raise NotImplementedError

    def outcome(self, state: S) -> Outcome | None:
        """How the game has ended, or None while it goes on."""
        raise NotImplementedError

    def phase(self, state: S) -> PhaseId | None:
        """The open phase, or None when the game is over."""
        raise NotImplementedError

    def deadline(self, state: S, started: datetime, opened: datetime) -> datetime | None:
        """When the open phase closes by itself.

        Args:
            started: when the game was started, aware, in the game's time zone.
            opened: when the phase was opened, likewise. Whole days are added on the wall clock, so that
                a phase keeps its hour across a daylight-saving change.
        """
        raise NotImplementedError

    def living(self, state: S) -> tuple[Seat, ...]:
        """The seats that are still in the game, in player-list order."""
        raise NotImplementedError

    def complete(self, state: S) -> bool:
        """Whether the open phase closes early because nothing more can change, or all are in (A9)."""
        raise NotImplementedError

    def factions(self, state: S) -> Mapping[str, tuple[Seat, ...]]:
        """The members of each faction, by name. Empty for games without factions."""
        raise NotImplementedError

    def participants(self, state: S) -> tuple[Seat, ...]:
        """The seats that may be asked for something: the living, and in some phases others, such as a jury."""
        return self.living(state)

    def spectator_options(self, state: S, spectator: str) -> tuple[Decision, ...]:
        """What a spectator may send now; nothing in most games. ``spectator`` is the host's key for the person."""
        return ()

    def spectator_command(self, state: S, spectator: str, answer: Answer, phase: PhaseId | None = None) -> Command:
        """The command that a spectator's filled-in decision stands for.

        Raises:
            RuleViolation: ``no-such-decision`` or picks that do not fit the decision.
        """
        raise RuleViolation("no-such-decision", "A1", name=answer.name)

    def occasions(self, state: S) -> tuple[Command, ...]:
        """What may happen at any moment though no decision asks for it, such as a find. Random play picks from it."""
        return ()

    # -- what follows is the same for every game

    def replay(self, events: Iterable[Event]) -> S:
        """The state after these events, from the first.

        Raises:
            ValueError: there are no events.
        """
        state: S | None = None
        for event in events:
            state = self.evolve(state, event)
        if state is None:
            raise ValueError("a game begins with an event")
        return state

    def step(self, state: S, command: Command, dice: Dice) -> tuple[S, tuple[Event, ...]]:
        """The state after a command and the events that led there: `decide` and `evolve` in one.

        Raises:
            RuleViolation: the command is refused; nothing has changed.
        """
        events = self.decide(state, command, dice)
        for event in events:
            state = self.evolve(state, event)
        return state, events

    def missing(self, state: S) -> tuple[Seat, ...]:
        """The seats from which something required has not come yet."""
        return tuple(
            seat
            for seat in self.participants(state)
            if any(option.required and option.sent is None for option in self.options(state, seat))
        )

    def may_know(self, state: S, event: Event, viewer: Viewer) -> bool:
        """Whether a viewer may know an event while the game lasts (everything, once it is over)."""
        audience = event.audience
        if viewer.role == "moderator" or audience.scope == "everyone" or self.outcome(state) is not None:
            return True
        if viewer.role == "spectator":
            return audience.scope == "spectators"
        if viewer.seat is None:
            return False
        members = self.factions(state)
        return viewer.seat in audience.seats or any(viewer.seat in members.get(f, ()) for f in audience.factions)


class Turn(Generic[S]):
    """Collects the events of one command, keeping the state up to date as they come.

    ``decide`` functions are written with it: ``turn.emit`` an event, look at ``turn.state``, roll with
    ``turn.rolls``; the rolls are among the events, before whatever they led to.
    """

    def __init__(self, game: Game[S], state: S, dice: Dice) -> None:
        self._game = game
        self.state = state
        self.events: list[Event] = []
        self.rolls = Rolls(dice, on_roll=self._rolled)

    def emit(self, *events: Event) -> None:
        """Add events and bring the state up to date."""
        for event in events:
            self.events.append(event)
            self.state = self._game.evolve(self.state, event)

    def _rolled(self, roll: Roll) -> None:
        self.emit(Rolled(label=roll.label, sides=roll.sides, result=roll.result))


def require_current(command: SeatCommand | ClosePhase, open_phase: PhaseId | None) -> None:
    """Refuse what was made for another phase than the open one (A1).

    Raises:
        RuleViolation: ``stale`` or ``game-over``.
    """
    if open_phase is None:
        raise RuleViolation("game-over", "A1")
    if command.phase is not None and command.phase != open_phase:
        raise RuleViolation("stale", "A1", phase=command.phase)


def require_living(seat: Seat, living: Iterable[Seat]) -> None:
    """Refuse what a seat sends that is no longer in the game (A2).

    Raises:
        RuleViolation: ``not-living``.
    """
    if seat not in living:
        raise RuleViolation("not-living", "A2", seat=seat)


def check_picks(decisions: Iterable[Decision], answer: Answer) -> Decision:
    """The decision that an answer fills in, if its picks fit.

    Raises:
        RuleViolation: ``no-such-decision`` when it is not asked now, ``wrong-number`` when too few or too
            many are picked, ``no-such-choice`` when one is not among the choices (or not so often).
    """
    for decision in decisions:
        if decision.name == answer.name:
            break
    else:
        raise RuleViolation("no-such-decision", "A1", name=answer.name)
    if len(answer.picks) != len(decision.fields):
        raise RuleViolation("wrong-number", "A3", kind="not-understood", name=answer.name)
    pool: list[Value] = list(decision.fields[0].choices) if decision.fields else []
    for asked, picks in zip(decision.fields, answer.picks, strict=True):
        if not asked.minimum <= len(picks) <= asked.maximum:
            raise RuleViolation("wrong-number", "A3", kind="not-understood", name=answer.name, field=asked.name)
        left = pool if decision.one_pool else list(asked.choices)
        for pick in picks:
            if pick not in left:
                raise RuleViolation("no-such-choice", "A3", name=answer.name, choice=pick)
            left.remove(pick)
    return decision


def after(opened: datetime, hours: int) -> datetime:
    """The moment so many hours later: whole days on the wall clock, the rest by the stopwatch.

    A phase that opens at nine in the evening and lasts 24 hours ends at nine in the evening, also on
    the night when the clocks change.

    Args:
        opened: an aware time in the game's zone.
        hours: how many hours, at least 0.
    """
    days, rest = divmod(hours, 24)
    same_hour = opened + timedelta(days=days) if days else opened  # adding forgets which of two equal hours
    return (same_hour.astimezone(UTC) + timedelta(hours=rest)).astimezone(opened.tzinfo)
