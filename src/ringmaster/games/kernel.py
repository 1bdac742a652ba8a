"""What every game is made of: seats, audiences, commands, events, decisions, refusals, and the contract.

A game never knows the time, the people or the place. It is handed commands and dice and answers with
events; whoever hosts it stores the events, tells the audiences and keeps the clock.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

from ringmaster.games.dice import Dice, Roll, Rolls

Seat: TypeAlias = int
"""A place in a game's player list, counted from 1. Rules speak of seats; names belong to the roster."""

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


# ------------------------------------------------------------------------------------------ refusals


class RuleViolation(Exception):  # noqa: N818 - the field's word for it
    """A command is refused and changes nothing (A3).

    Attributes:
        code: stable, looked up for the sentence that the sender reads.
        clause: the clause that forbids it.
        kind: ``not-understood`` (no such words or names), ``not-allowed`` (understood, but not now or not
            by this seat) or ``ambiguous`` (several things could be meant).
        facts: what the sentence needs; values are seats, names or words.
    """

    def __init__(
        self,
        code: str,
        clause: str,
        *,
        kind: Literal["not-understood", "not-allowed", "ambiguous"] = "not-allowed",
        **facts: Any,
    ) -> None:
        super().__init__(code, clause)
        self.code = code
        self.clause = clause
        self.kind = kind
        self.facts = facts


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


# -------------------------------------------------------------------------------------------- roster


@lru_cache(maxsize=4096)
def fold(name: str) -> str:
    """A name without case, accents, spaces and punctuation (A10).

    Vowel signs of scripts that write vowels as marks stay; a name of symbols alone is its symbols.

    >>> fold("  Bird-Jésus! ")
    'birdjesus'
    """
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    symbols = (c for c in letters if unicodedata.category(c)[0] in "SP" and c not in INVISIBLE)
    return "".join(filter(_tells_names_apart, letters)) or "".join(symbols)


def _tells_names_apart(character: str) -> bool:
    category = unicodedata.category(character)
    if character in INVISIBLE:
        return False
    # Accents have the combining classes from 200 on.
    return unicodedata.combining(character) < 200 if category[0] == "M" else category[0] in "LN"


INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
"""Letters, marks and symbols of which nothing is seen: fillers, joiners, variation selectors. Most of them have the
property Default_Ignorable_Code_Point: https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point"""


@dataclass(frozen=True, slots=True)
class Roster:
    """The names of a game's seats, in player-list order (A10)."""

    names: tuple[str, ...]

    def __iter__(self) -> Iterator[Seat]:
        return iter(range(1, len(self.names) + 1))

    def name(self, seat: Seat) -> str:
        """The name that others see for this seat."""
        return self.names[seat - 1]

    def list(self, seats: Iterable[Seat]) -> str:
        """Names joined by commas, in the order given."""
        return ", ".join(self.name(seat) for seat in seats)

    def find(self, text: str, among: Iterable[Seat] | None = None) -> Seat:
        """The seat that ``text`` names: exact when folded; near misses are offered, never guessed.

        Args:
            text: what a person typed.
            among: the seats that can be meant; all by default. Another seat is found too if it is named
                exactly, so that the rules can say why it cannot be chosen.

        Raises:
            RuleViolation: ``no-such-name`` (A10) with the ``candidates`` that look alike.
        """
        seats = list(self if among is None else among)
        exact = self.matches(text, seats) or self.matches(text, self)
        if len(exact) == 1:
            return exact[0]
        wanted = fold(text)
        by_fold = {fold(self.name(seat)): seat for seat in seats}
        starts = exact or [seat for key, seat in by_fold.items() if wanted and key.startswith(wanted)]
        near = starts or [by_fold[key] for key in get_close_matches(wanted, by_fold, n=5, cutoff=0.6)]
        kind = "ambiguous" if len(starts) > 1 else "not-understood"
        raise RuleViolation("no-such-name", "A10", kind=kind, text=text, candidates=tuple(near or seats))

    def matches(self, text: str, among: Iterable[Seat]) -> tuple[Seat, ...]:
        """The seats whose names are this text when folded: none or one, as long as names are unique."""
        wanted = fold(text)
        return tuple(seat for seat in among if fold(self.name(seat)) == wanted)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """What a game may ask about a seat when it begins."""

    since: datetime | None = None
    """Member since (S2.3); None in games that do not ask for it."""


# ------------------------------------------------------------------------------------------ settings


def setting(
    default: Any,
    *,
    clause: str,
    help: str,
    choices: Sequence[Any] = (),
    least: int | None = None,
    most: int | None = None,
) -> Any:
    """A field of a settings class that a moderator can change, with its clause and what it accepts.

    Args:
        default: the value when nothing is set; for a choice the first listed in the rulebook.
        clause: the clause whose ruling it is.
        help: one plain sentence for the moderator.
        choices: the values allowed, for a choice.
        least: the smallest whole number allowed.
        most: the largest whole number allowed.
    """
    return field(
        default=default,
        metadata={"clause": clause, "help": help, "choices": tuple(choices), "least": least, "most": most},
    )


class SettingError(ValueError):
    """A setting has no such name, a value it cannot take, or conflicts with another."""

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(sentence)
        self.name = name


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The choices of a rulebook. Subclasses add their ``setting`` fields; times are in hours."""

    outage_grace: int = setting(
        10,
        clause="A7",
        help="Minutes of the last hour of a phase that the bot may be down before it is extended.",
        least=0,
        most=60,
    )
    close_when_all_in: bool = setting(
        True, clause="A9", help="Close a phase in which each answers alone as soon as everyone has answered."
    )

    def __post_init__(self) -> None:
        for item in fields(self):
            value, meta = getattr(self, item.name), item.metadata
            if value is None and item.default is None:
                continue
            if isinstance(item.default, bool) and not isinstance(value, bool):
                raise SettingError(item.name, f"{item.name} is on or off")
            if meta["choices"] and (isinstance(value, bool | float) or value not in meta["choices"]):
                raise SettingError(item.name, f"{item.name} is one of: {', '.join(map(str, meta['choices']))}")
            if meta["least"] is not None or meta["most"] is not None:
                if not isinstance(value, int) or isinstance(value, bool):
                    raise SettingError(item.name, f"{item.name} is a whole number")
                low, high = meta["least"], meta["most"]
                if (low is not None and value < low) or (high is not None and value > high):
                    raise SettingError(item.name, f"{item.name} is a whole number from {low} to {high}")
        for conflict in self.conflicts():
            raise conflict

    def conflicts(self) -> Iterator[SettingError]:
        """The conflicts between settings, each with a sentence. Overridden where there can be any."""
        return iter(())

    @classmethod
    def read(cls, name: str, text: str) -> Any:
        """The value that a moderator typed for a setting.

        Raises:
            SettingError: no such setting, or not such a value.
        """
        known = {item.name: item for item in fields(cls)}
        if name not in known:
            raise SettingError(name, f"there is no setting {name!r}; there are: {', '.join(known)}")
        default, word = known[name].default, text.strip().lower()
        if isinstance(default, bool):
            if word not in ON_OFF:
                raise SettingError(name, f"{name} is on or off")
            return ON_OFF[word]
        if known[name].metadata["choices"] and not isinstance(default, int):
            return word
        if isinstance(default, int) or default is None:
            try:
                return int(word)
            except ValueError:
                raise SettingError(name, f"{name} is a whole number") from None
        return text.strip()


ON_OFF: Mapping[str, bool] = {
    "on": True, "true": True, "yes": True,
    "off": False, "false": False, "no": False,
}  # fmt: skip


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


def defaults(settings_type: type[Settings]) -> dict[str, Any]:
    """The default of each setting, by name."""
    return {item.name: item.default for item in fields(settings_type) if item.default is not MISSING}
