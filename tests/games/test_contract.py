"""What every game promises, shown on random games of each: see `ringmaster.games.kernel.Game`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import MISSING, dataclass, fields
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from ringmaster.games.catalog import GAMES
from ringmaster.games.dice import Dice, VerifiableDice
from ringmaster.games.kernel import (
    MODERATOR,
    PUBLIC,
    SPECTATOR,
    Answer,
    ClosePhase,
    Command,
    Decision,
    Entrant,
    Event,
    Game,
    PhaseClosed,
    PhaseOpened,
    RemoveSeat,
    Rolled,
    Roster,
    RuleViolation,
    Seat,
    SeatCommand,
    SettingError,
    Settings,
    Viewer,
    check_picks,
    seat_viewer,
)
from ringmaster.games.play import play_out, random_answer
from ringmaster.rulebook import all_clauses
from ringmaster.storage.codec import (
    decode_command,
    decode_event,
    decode_state,
    encode_command,
    encode_event,
    encode_state,
)

SEEDS = range(6)
FANS = tuple(f"fan-{number}" for number in range(9))
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
every_seed = pytest.mark.parametrize("seed", SEEDS)

NAMES = ("Ada", "Bird Jesus", "Tom and Jerry", "Zoë", "R&B", "By", "Mr. 9", "日本", "D'Arcy", "Eli", "Fay", "Gus")


@dataclass(frozen=True)
class Step:
    """One command of a random game that was not refused, and what it led to."""

    before: Any
    command: Command
    events: tuple[Event, ...]
    after: Any


@dataclass(frozen=True)
class Played:
    """A random game from its beginning."""

    game: Game[Any]
    dice: Dice
    begun: tuple[Event, ...]
    steps: tuple[Step, ...]

    @property
    def events(self) -> list[Event]:
        """All events."""
        return [*self.begun, *(event for step in self.steps for event in step.events)]

    def states(self) -> list[Any]:
        """Every state, from the first to the last."""
        return [self.game.replay(self.begun), *(step.after for step in self.steps)]


def random_settings(game: Game[Any], chance: Random) -> Any:
    """Settings that the rulebook allows, about half of them the defaults."""
    while True:
        values: dict[str, Any] = {}
        for item in fields(game.settings_type):
            if chance.random() < 0.5:
                continue
            if item.metadata["choices"]:
                values[item.name] = chance.choice(item.metadata["choices"])
            elif isinstance(item.default, bool):
                values[item.name] = chance.random() < 0.5
            elif item.metadata["least"] is not None and item.metadata["most"] is not None:
                values[item.name] = chance.randint(item.metadata["least"], item.metadata["most"])
        try:
            return game.settings_type(**values)
        except SettingError:
            continue


def random_entrants(game: Game[Any], settings: Any, chance: Random) -> list[Entrant]:
    """As many entrants as the settings allow, some of the same date."""
    seats = chance.choice(list(game.seats_allowed(settings)))
    start = datetime(2020, 1, 1, tzinfo=UTC)
    return [Entrant(since=start + timedelta(days=chance.randint(0, 10))) for _ in range(seats)]


def moves(game: Game[Any], state: Any, chance: Random) -> list[Command]:
    """What might happen next: mostly what people may send, now and then a find, a close or a removal."""
    asked = [(seat, option) for seat in game.participants(state) for option in game.options(state, seat)]
    fans = [(fan, option) for fan in FANS for option in game.spectator_options(state, fan)]
    cause: Any = "complete" if game.complete(state) else "deadline"
    found: list[Command] = [ClosePhase(phase=str(game.phase(state)), cause=cause), *game.occasions(state)]
    if asked:
        seat, option = chance.choice(asked)
        found += [game.command(state, seat, random_answer(option, chance))] * 12
    if fans:
        fan, option = chance.choice(fans)
        found += [game.spectator_command(state, fan, random_answer(option, chance))] * 12
    if chance.random() < 0.1:
        found.append(RemoveSeat(seat=chance.choice(game.living(state))))
    return found


@cache
def played(kind: str, seed: int) -> Played:
    """A random game, commands of moderators and of chance mixed in."""
    game, chance = GAMES[kind], Random(seed)
    dice = VerifiableDice.from_seed(bytes([seed]))
    settings = random_settings(game, chance)
    begun = game.begin(settings, random_entrants(game, settings, chance), dice)
    state, steps = game.replay(begun), list[Step]()
    for _ in range(3_000):
        if game.outcome(state) is not None:
            return Played(game, dice, begun, tuple(steps))
        command = arbitrary_command(game, state, chance) if chance.random() < 0.05 else None
        command = command or chance.choice(moves(game, state, chance))
        try:
            events = game.decide(state, command, dice)
        except RuleViolation:
            continue
        after = state
        for event in events:
            after = game.evolve(after, event)
        steps.append(Step(state, command, events, after))
        state = after
    raise AssertionError(f"{kind} with seed {seed} does not end")


def arbitrary(annotation: Any, chance: Random, seats: int) -> Any:
    """A value of a type, likely to be near what a game expects."""
    if get_origin(annotation) in (Union, UnionType):
        return arbitrary(chance.choice(get_args(annotation)), chance, seats)
    if get_origin(annotation) is Literal:
        return chance.choice(get_args(annotation))
    if get_origin(annotation) is tuple:
        inner = get_args(annotation)
        if inner[-1] is Ellipsis:
            return tuple(arbitrary(inner[0], chance, seats) for _ in range(chance.randint(0, 4)))
        return tuple(arbitrary(kind, chance, seats) for kind in inner)
    if annotation is bool:
        return chance.random() < 0.5
    if annotation is int:
        return chance.choice([chance.randint(1, seats), chance.randint(-6, 25)])
    if annotation is str:
        return chance.choice(["start9", "no elimination", "day-1", "", "x"])
    if annotation is type(None):
        return None
    raise AssertionError(f"no way to make a {annotation}")


def arbitrary_command(game: Game[Any], state: Any, chance: Random) -> Command:
    """A command of the game with fields of the right types and any values."""
    kind = chance.choice(game.commands)
    hints = get_type_hints(kind)
    seats = max(game.living(state), default=5) + 1
    values = {f.name: arbitrary(hints[f.name], chance, seats) for f in fields(kind)}
    if "phase" in values and chance.random() < 0.8:
        values["phase"] = game.phase(state) or "day-1"
    return kind(**values)


def seats_of(game: Game[Any], events: list[Event]) -> list[Seat]:
    """All seats of a game."""
    return list(game.living(game.replay(events)))


def sample(items: list[Any], chance: Random, count: int = 40) -> list[Any]:
    """Some of many states, for what is slow to show on all."""
    return chance.sample(items, min(count, len(items)))


# ------------------------------------------------------------------------------------ games end, replay


@every_game
@pytest.mark.parametrize("seed", range(10))
def test_random_legal_play_ends(game: Game[Any], seed: int) -> None:
    """With an outcome, no open phase, nobody asked for anything, and no deadline."""
    chance = Random(seed)
    settings = random_settings(game, chance)
    entrants = random_entrants(game, settings, chance)
    state, events = play_out(game, settings, entrants, VerifiableDice.from_seed(bytes([seed])), chance)
    now = datetime(2026, 1, 1, tzinfo=UTC)
    assert game.outcome(state) is not None
    assert game.outcome(state).clause in all_clauses()
    assert game.phase(state) is None
    assert game.deadline(state, now, now) is None
    assert all(game.options(state, seat) == () for seat in seats_of(game, events[:1] or events))
    assert game.missing(state) == ()


@every_game
@every_seed
def test_replaying_the_events_gives_the_state(game: Game[Any], seed: int) -> None:
    """At every point of the game, and without dice."""
    match = played(game.kind, seed)
    state = game.replay(match.begun)
    for step in match.steps:
        assert step.before == state
        for event in step.events:
            state = game.evolve(state, event)
        assert step.after == state
    assert game.replay(match.events) == state


@every_game
@every_seed
def test_the_same_command_has_the_same_consequences(game: Game[Any], seed: int) -> None:
    """Rules know no clock and no chance but the dice, which answer by label."""
    match = played(game.kind, seed)
    for step in match.steps:
        assert game.decide(step.before, step.command, match.dice) == step.events


@every_game
@every_seed
@pytest.mark.clause("A4", "A5")
def test_every_roll_of_a_game_has_its_own_label(game: Game[Any], seed: int) -> None:
    """And at least two sides, and a result on the die."""
    rolls = [event for event in played(game.kind, seed).events if isinstance(event, Rolled)]
    assert len({roll.label for roll in rolls}) == len(rolls)
    assert all(roll.sides >= 2 and 1 <= roll.result <= roll.sides for roll in rolls)


@every_game
@every_seed
def test_phases_open_once_and_close_before_the_next_one_opens(game: Game[Any], seed: int) -> None:
    """No phase comes twice, none is skipped over, and the state names the open one."""
    match = played(game.kind, seed)
    phases = [event for event in match.events if isinstance(event, PhaseOpened | PhaseClosed)]
    opened = [event.phase for event in phases if isinstance(event, PhaseOpened)]
    assert len(opened) == len(set(opened))
    assert [type(event) for event in phases] == [PhaseOpened, PhaseClosed] * len(opened)
    assert [event.phase for event in phases] == [phase for phase in opened for _ in range(2)]
    for step in match.steps:
        now = [event.phase for event in step.events if isinstance(event, PhaseOpened)]
        assert not now or game.phase(step.after) == now[-1]


@every_game
@every_seed
def test_an_open_phase_has_a_deadline_after_its_opening(game: Game[Any], seed: int) -> None:
    """An aware time in the same zone; only the end of the game has none."""
    opened = datetime(2026, 3, 28, 21, tzinfo=UTC)
    for state in played(game.kind, seed).states():
        deadline = game.deadline(state, opened, opened)
        if game.phase(state) is not None and deadline is not None:
            assert deadline > opened
            assert deadline.tzinfo is not None


# ------------------------------------------------------------------------------------------- the codec


@every_game
@every_seed
def test_everything_survives_the_codec(game: Game[Any], seed: int) -> None:
    """Commands, events and states are the same after storing and reading."""
    match = played(game.kind, seed)
    for event in match.events:
        assert type(event) in game.events
        assert decode_event(game.kind, encode_event(game.kind, event)) == event
    for step in match.steps:
        assert decode_command(game.kind, encode_command(game.kind, step.command)) == step.command
    for state in sample(match.states(), Random(seed)):
        stored = encode_state(game.kind, state)
        assert decode_state(game.kind, stored.version, stored.data) == state


@every_game
def test_every_kind_of_command_survives_the_codec(game: Game[Any]) -> None:
    """Also those that random games have not sent."""
    chance, state = Random(1), played(game.kind, 0).states()[0]
    commands = [arbitrary_command(game, state, chance) for _ in range(500)]
    assert {type(command) for command in commands} == set(game.commands)
    for command in commands:
        assert decode_command(game.kind, encode_command(game.kind, command)) == command


# ------------------------------------------------------------------------------- options and refusals


@every_game
@every_seed
def test_whatever_is_offered_is_accepted(game: Game[Any], seed: int) -> None:
    """Each choice of each menu of each seat and spectator, and whatever may happen at any moment."""
    match, chance = played(game.kind, seed), Random(seed)
    for state in sample(match.states(), chance):
        for seat in game.participants(state):
            for decision in game.options(state, seat):
                for answer in (random_answer(decision, chance), *each_choice(decision)):
                    game.decide(state, game.command(state, seat, answer, game.phase(state)), match.dice)
        for decision in game.spectator_options(state, FANS[0]):
            for answer in each_choice(decision):
                game.decide(state, game.spectator_command(state, FANS[0], answer, game.phase(state)), match.dice)
        for command in game.occasions(state):
            assert game.decide(state, command, match.dice)


def each_choice(decision: Decision) -> Iterator[Answer]:
    """The answers of a decision with one menu of one pick."""
    if len(decision.fields) == 1 and decision.fields[0].minimum == 1:
        for value in decision.fields[0].choices:
            yield Answer(name=decision.name, picks=((value,),))


@every_game
@every_seed
@pytest.mark.clause("A2", "A3")
def test_whatever_is_not_offered_is_refused_or_changes_nothing(game: Game[Any], seed: int) -> None:
    """Answers with other picks, other names, or of seats that are out: nothing comes of them."""
    match, chance = played(game.kind, seed), Random(seed)
    names = sorted({d.name for s in match.states() for seat in game.participants(s) for d in game.options(s, seat)})
    seats = seats_of(game, list(match.begun))
    for state in sample(match.states(), chance):
        for _ in range(60):
            seat, name = chance.choice([*seats, 0, 99]), chance.choice([*names, "dance"])
            picks = tuple(
                tuple(arbitrary(int | str if chance.random() < 0.1 else int, chance, len(seats)) for _ in range(n))
                for n in [chance.randint(0, 3) for _ in range(chance.randint(0, 2))]
            )
            answer = Answer(name=name, picks=picks)
            try:
                check_picks(game.options(state, seat), answer)
            except RuleViolation:
                assert outcome_of(match, state, lambda s=seat, a=answer, st=state: game.command(st, s, a)) == ()


def outcome_of(match: Played, state: Any, command: Callable[[], Command]) -> tuple[Event, ...]:
    """The events of a command, none if it is refused."""
    try:
        return match.game.decide(state, command(), match.dice)
    except RuleViolation as violation:
        refusal = violation
    assert refusal.clause in all_clauses()
    return ()


@every_game
@every_seed
@pytest.mark.clause("A3")
def test_any_command_at_any_time_is_decided_or_refused(game: Game[Any], seed: int) -> None:
    """Nothing crashes, and deciding alone never changes the state, refused or not."""
    match, chance = played(game.kind, seed), Random(seed)
    for state in sample(match.states(), chance, 60):
        before = repr(state)
        for _ in range(40):
            outcome_of(match, state, lambda st=state: arbitrary_command(game, st, chance))
        assert repr(state) == before


@every_game
@every_seed
@pytest.mark.clause("A1")
def test_what_was_made_for_another_phase_is_stale(game: Game[Any], seed: int) -> None:
    """Every command of every seat, and closing a phase, after the phase has passed."""
    match, chance = played(game.kind, seed), Random(seed)
    for step in sample([s for s in match.steps if isinstance(s.command, SeatCommand | ClosePhase)], chance):
        last = match.steps[-1].after
        later = [s.after for s in match.steps if game.phase(s.after) not in (step.command.phase, None)]
        for state in [*sample(later, chance, 3), last]:
            if step.command.phase is not None:
                with pytest.raises(RuleViolation) as refused:
                    game.decide(state, step.command, match.dice)
                assert refused.value.code == ("stale" if state is not last else "game-over")


@every_game
@every_seed
def test_the_missing_are_those_who_have_not_sent_what_is_required(game: Game[Any], seed: int) -> None:
    """Also if they are out of the game by now and have a say all the same; nobody is missing when all is in."""
    match = played(game.kind, seed)
    for state in match.states():
        asked = {seat: game.options(state, seat) for seat in seats_of(game, list(match.begun))}
        required = {s for s, options in asked.items() if any(o.required and o.sent is None for o in options)}
        assert set(game.missing(state)) == required
        assert {seat for seat, options in asked.items() if options} <= set(game.participants(state))
        assert not (required and game.complete(state))


# -------------------------------------------------------------------------------------------- words


CARDS = frozenset({"public", "play", "hand", "line-up", "take"})
"""Decisions in which a number is a card; in all others it is a seat."""


def words_of(answer: Answer, decision: Decision, roster: Roster) -> str:
    """What a person would type for an answer: the decision's name and what was picked."""
    said = [[spoken(answer.name, value, roster) for value in picks] for picks in answer.picks]
    match answer.name:
        case "public":
            return " ".join(f"{menu.name} {words[0]}" for menu, words in zip(decision.fields, said, strict=True))
        case "kill":
            return f"kill {' by '.join(words[0] for words in said if words)}"
        case _:
            return f"{answer.name} {' and '.join(word for words in said for word in words)}".strip()


def spoken(decision: str, value: int | str, roster: Roster) -> str:
    """A picked value in words."""
    return str(value) if isinstance(value, str) or decision in CARDS else roster.name(value)


@every_game
@every_seed
@pytest.mark.clause("T2.4", "A10")
def test_the_words_for_a_decision_are_understood_as_that_decision(game: Game[Any], seed: int) -> None:
    """Also with names that hold "and", "by", signs and other scripts."""
    match, chance = played(game.kind, seed), Random(seed)
    seats = seats_of(game, list(match.begun))
    roster = Roster(tuple(NAMES[s - 1] if s <= len(NAMES) else f"Seat {s}" for s in seats))
    for state in sample(match.states(), chance):
        for seat in game.participants(state):
            for decision in game.options(state, seat):
                answer = random_answer(decision, chance)
                text = chance.choice([str.upper, str.lower, str])(words_of(answer, decision, roster))
                assert game.parse(state, seat, text, roster) == answer, text


@every_game
@every_seed
def test_any_words_are_understood_or_refused(game: Game[Any], seed: int) -> None:
    """Whatever people type, there is an answer or a refusal, never a crash."""
    match, chance = played(game.kind, seed), Random(seed)
    seats = seats_of(game, list(match.begun))
    roster = Roster(tuple(f"Seat {s}" for s in seats))
    pieces = ["vote", "unvote", "kill", "bus", "suspects", "public", "play", "secret", "idol", "by", "and", "&", "10"]
    pieces += [
        "-5",
        "seat",
        "Seat 1",
        "Seat 2",
        "start9",
        "no elimination",
        ",",
        ":",
        "/",
        "\n",
        "ß",
        "\u200b",
        "9" * 50,
    ]
    for state in sample(match.states(), chance, 20):
        for _ in range(30):
            text = " ".join(chance.choices(pieces, k=chance.randint(0, 6)))
            try:
                understood: object = game.parse(state, chance.choice(seats), text, roster)
            except RuleViolation as violation:
                understood = violation
            assert isinstance(understood, Answer) or understood.clause in all_clauses()


# ------------------------------------------------------------------------------------------ secrecy


def viewers_of(match: Played) -> list[Viewer]:
    """The public, spectators and every seat."""
    return [PUBLIC, SPECTATOR, *map(seat_viewer, seats_of(match.game, list(match.begun)))]


@every_game
@every_seed
@pytest.mark.clause("A8")
def test_no_seat_gets_what_was_meant_for_another(game: Game[Any], seed: int) -> None:
    """While the game lasts an event reaches its audience alone; moderators get everything."""
    match = played(game.kind, seed)
    for step in match.steps:
        if game.outcome(step.after) is not None:
            continue
        factions = game.factions(step.after)
        for event in step.events:
            audience = event.audience
            members = audience.seats.union(*(factions.get(name, ()) for name in audience.factions))
            for viewer in viewers_of(match):
                expected = audience.scope == "everyone" or viewer.seat in members
                expected = expected or (viewer == SPECTATOR and audience.scope == "spectators")
                assert game.may_know(step.after, event, viewer) == expected
            assert game.may_know(step.after, event, MODERATOR)


@every_game
@every_seed
@pytest.mark.clause("A8")
def test_what_a_viewer_may_not_know_of_does_not_change_what_it_sees(game: Game[Any], seed: int) -> None:
    """A secret submission leaves the views and menus of all others as they were."""
    match = played(game.kind, seed)
    for step in match.steps:
        if game.outcome(step.after) is not None:
            continue
        for viewer in viewers_of(match):
            if any(game.may_know(step.after, event, viewer) for event in step.events):
                continue
            assert game.view(step.before, viewer) == game.view(step.after, viewer), (step.command, viewer)
            if viewer.seat is not None and viewer.seat != getattr(step.command, "seat", None):
                assert game.options(step.before, viewer.seat) == game.options(step.after, viewer.seat)


@every_game
@every_seed
def test_everything_may_be_known_when_the_game_is_over(game: Game[Any], seed: int) -> None:
    """Every event, by everyone."""
    match = played(game.kind, seed)
    last = match.states()[-1]
    assert all(game.may_know(last, event, viewer) for event in match.events for viewer in viewers_of(match))


# ----------------------------------------------------------------------------------------- settings


@every_game
def test_every_setting_stands_at_its_clause_in_the_rulebook(game: Game[Any]) -> None:
    """The clause that a setting names lists the setting, and no clause lists a setting that there is not."""
    clauses = all_clauses()
    for item in fields(game.settings_type):
        assert item.name in clauses[item.metadata["clause"]].settings, item.name
        assert item.metadata["help"].endswith(".")
    names = {item.name for item in fields(game.settings_type)}
    listed = {name for clause in clauses.values() if clause.game in (game.kind, "general") for name in clause.settings}
    assert listed == names


@every_game
def test_every_setting_can_be_typed(game: Game[Any]) -> None:
    """Each value that a setting can have is read back from its words."""
    for item in fields(game.settings_type):
        if isinstance(item.default, bool):
            values: list[Any] = [True, False]
        else:
            values = [*item.metadata["choices"], item.metadata["least"], item.metadata["most"]]
        for value in values:
            if value is not None:
                text = {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
                assert game.settings_type.read(item.name, text) == value


@every_game
def test_defaults_are_settings_of_a_game_that_can_start(game: Game[Any]) -> None:
    """Nothing has to be set before a first game."""
    settings: Settings = game.settings_type()
    assert all(item.default is not MISSING for item in fields(settings))
    seats = game.seats_allowed(settings)
    assert seats[0] >= 2
    for number in (seats[0], seats[-1]):
        assert game.begin(settings, [Entrant(since=datetime(2020, 1, 1, tzinfo=UTC))] * number, match_dice())
    with pytest.raises(SettingError):
        game.begin(settings, [Entrant()] * (seats[0] - 1), match_dice())


def match_dice() -> Dice:
    """Dice for a game that only begins."""
    return VerifiableDice.from_seed(b"begin")
