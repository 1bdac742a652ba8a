"""Whatever happens in any game survives being stored, also by an older version."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from math import isfinite
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ringmaster.games.catalog import GAMES
from ringmaster.games.dice import SystemDice
from ringmaster.games.kernel import Command, Entrant, Event, PublicEvent
from ringmaster.games.truth.events import VoteCast
from ringmaster.sessions import messages
from ringmaster.sessions.records import GameRecord, HostActed, SeatRecord
from ringmaster.storage import codec
from ringmaster.storage.codec import (
    CodecError,
    Stored,
    decode_command,
    decode_event,
    decode_outgoing,
    decode_record,
    decode_state,
    encode_command,
    encode_event,
    encode_outgoing,
    encode_record,
    encode_state,
)

MOMENTS = st.datetimes(min_value=datetime(2015, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - bounds are naive
FACTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | MOMENTS,
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)

st.register_type_strategy(datetime, MOMENTS)
for _game in GAMES.values():
    st.register_type_strategy(_game.settings_type, st.just(_game.settings_type()))

EVENTS = [(kind, event) for kind, game in GAMES.items() for event in game.events]
COMMANDS = [(kind, command) for kind, game in GAMES.items() for command in game.commands]

quick = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


def titles(cases: list[tuple[str, type[Any]]]) -> list[str]:
    """Names of cases for people."""
    return [f"{kind}.{case.__name__}" for kind, case in cases]


@pytest.mark.parametrize(("kind", "event_type"), EVENTS, ids=titles(EVENTS))
@given(data=st.data())
@quick
def test_every_event_survives(kind: str, event_type: type[Event], data: st.DataObject) -> None:
    """Any event of any game, whatever its fields hold."""
    event = data.draw(st.from_type(event_type))
    assert decode_event(kind, encode_event(kind, event)) == event


@pytest.mark.parametrize(("kind", "command_type"), COMMANDS, ids=titles(COMMANDS))
@given(data=st.data())
@quick
def test_every_command_survives(kind: str, command_type: type[Command], data: st.DataObject) -> None:
    """Any command of any game."""
    command = data.draw(st.from_type(command_type))
    assert decode_command(kind, encode_command(kind, command)) == command


@pytest.mark.parametrize("kind", GAMES)
@given(data=st.data())
@quick
def test_every_state_survives(kind: str, data: st.DataObject) -> None:
    """Any snapshot of any game, also one that no play leads to."""
    state = data.draw(st.from_type(GAMES[kind].state_type))
    stored = encode_state(kind, state)
    assert decode_state(kind, stored.version, stored.data) == state


@given(facts=st.dictionaries(st.text(), FACTS, max_size=5), what=st.text())
@quick
def test_what_happens_at_the_table_survives(facts: dict[str, Any], what: str) -> None:
    """Facts are words, numbers, times, and lists and tables of them."""
    event = HostActed(what=what, facts=facts)
    assert decode_event("truth", encode_event("truth", event)) == event


@pytest.mark.parametrize("fact", [b"bytes", {1: "number as a name"}, {"$time": "looks like a time"}, {1, 2}, object()])
def test_a_fact_that_would_not_survive_is_refused(fact: Any) -> None:
    """Better no entry than one that reads differently later."""
    with pytest.raises(CodecError):
        encode_event("truth", HostActed(what="noted", facts={"fact": fact}))


@given(out=st.from_type(messages.Outgoing))  # type: ignore[arg-type]
@quick
def test_every_message_survives(out: messages.Outgoing) -> None:
    """With its buttons, menus, cards and files."""
    assume(not isinstance(out, messages.Send) or isfinite(out.after))
    assert decode_outgoing(encode_outgoing(out)) == out


@given(
    seats=st.lists(st.from_type(SeatRecord), max_size=4),
    moment=st.none() | MOMENTS,
    seconds=st.none() | st.floats(0, allow_infinity=False),
)
@quick
def test_every_game_survives(seats: list[SeatRecord], moment: datetime | None, seconds: float | None) -> None:
    """The document and the columns together are the game again."""
    record = GameRecord(
        kind="truth",
        name="Zoë’s game",
        guild_id=1,
        zone="Europe/Berlin",
        seed="ab" * 32,
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
        created_by=5,
        settings={"players": 9, "hammer": False, "start": "night", "day_tie": "roll"},
        seats=tuple(seats),
        places={"stage": 1 << 62},
        started_at=moment,
        opened_at=moment,
        paused_for=seconds,
    )
    columns = {name: getattr(record, name) for name in codec.COLUMNS}
    assert decode_record(encode_record(record), columns) == record


def test_a_number_is_no_word_and_a_word_no_number() -> None:
    """A vote for seat 3 and a vote for what is called "3" are two votes."""
    for target in (3, "3"):
        cast = VoteCast(seat=1, target=target)
        assert decode_event("truth", encode_event("truth", cast)) == cast


def test_an_event_of_another_game_is_refused() -> None:
    """Each game stores its own events only."""

    @dataclass(frozen=True, slots=True, kw_only=True)
    class VoteCast(PublicEvent):
        seat: int

    with pytest.raises(CodecError, match="truth has no VoteCast"):
        encode_event("truth", VoteCast(seat=1))
    with pytest.raises(CodecError, match="truth has no CardsPlayed"):
        decode_event("truth", Stored("CardsPlayed", 1, "{}"))


def test_events_of_old_versions_are_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two steps, one after the other; what is stored anew has the newest version."""
    monkeypatch.setitem(
        codec.UPGRADES, ("truth", "VoteCast", 1), lambda old: {"seat": old["voter"], "votee": old["votee"]}
    )
    monkeypatch.setitem(
        codec.UPGRADES, ("truth", "VoteCast", 2), lambda old: {"seat": old["seat"], "target": old["votee"]}
    )
    cast = VoteCast(seat=1, target="no elimination")
    old = Stored("VoteCast", 1, '{"voter": 1, "votee": "no elimination"}')
    assert decode_event("truth", old) == cast
    assert decode_event("truth", replace(old, version=2, data='{"seat": 1, "votee": "no elimination"}')) == cast
    assert encode_event("truth", cast).version == 3
    assert encode_event("twitch", GAMES["twitch"].begin(*beginning("twitch"))[0]).version == 1


def test_states_of_old_versions_are_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    """A running game survives an update that changes the shape of its state."""
    game = GAMES["truth"]
    state = game.replay(game.begin(*beginning("truth")))
    stored = encode_state("truth", state)
    old = stored.data.replace('"living"', '"alive"')
    monkeypatch.setitem(codec.UPGRADES, ("truth", "TruthState", 1), lambda old: {**old, "living": old["alive"]})
    assert decode_state("truth", 1, old) == state


def test_what_a_newer_version_has_written_is_refused() -> None:
    """It is not guessed at."""
    with pytest.raises(CodecError, match="newer version"):
        decode_event("truth", Stored("VoteCast", 2, "{}"))


def beginning(kind: str) -> tuple[Any, list[Entrant], SystemDice]:
    """What a game begins with."""
    chosen = GAMES[kind].settings_type()
    seats = max(GAMES[kind].seats_allowed(chosen))
    return chosen, [Entrant(since=datetime(2020, 1, 1, tzinfo=UTC))] * seats, SystemDice()
