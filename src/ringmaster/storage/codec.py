"""Events, states, messages and games as JSON and back.

What is kept for good carries its type's name and a schema version. When the shape of a type changes, its
old form is brought up to date by a function in `UPGRADES` when it is read; what is stored is never rewritten.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, TypeAlias, cast

from pydantic import TypeAdapter

from ringmaster.games.catalog import GAMES
from ringmaster.games.kernel import Command, Event
from ringmaster.sessions.messages import AmendCopy, Arrange, Erase, Outgoing, Refresh, Send, Strike, WithdrawCopy
from ringmaster.sessions.records import GameRecord, HostActed

Upgrade: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]

UPGRADES: dict[tuple[str, str, int], Upgrade] = {}
"""By family (a game's kind, or `MESSAGES`), type and version: what makes the next version of it."""

MESSAGES = "messages"

COLUMNS = frozenset(
    ("id", "kind", "name", "guild_id", "status", "version", "log_length", "deadline", "created_at", "state")
)
"""The fields of a game that have a column of their own and so are not in its document."""

TIME = "$time"


class CodecError(ValueError):
    """Something cannot be stored, or what is stored cannot be read."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A value as it is kept."""

    type: str
    version: int
    data: str


def encode_event(kind: str, event: Event) -> Stored:
    """An event of a game or its table.

    Raises:
        CodecError: the game has no such event, or a fact of the table cannot be kept.
    """
    return _encode(kind, _event_types(kind), event)


def decode_event(kind: str, stored: Stored) -> Event:
    """The event that was stored.

    Raises:
        CodecError: there is no such event, or it was written by a newer version.
    """
    return _decode(kind, _event_types(kind), stored)


def encode_command(kind: str, command: Command) -> Stored:
    """A command of a game.

    Raises:
        CodecError: the game has no such command.
    """
    return _encode(kind, _command_types(kind), command)


def decode_command(kind: str, stored: Stored) -> Command:
    """The command that was stored.

    Raises:
        CodecError: there is no such command, or it was written by a newer version.
    """
    return _decode(kind, _command_types(kind), stored)


def encode_state(kind: str, state: Any) -> Stored:
    """The state of a game's rules."""
    return _encode(kind, _state_types(kind), state)


def decode_state(kind: str, version: int, data: str) -> Any:
    """The state that was stored.

    Raises:
        CodecError: it was written by a newer version.
    """
    types = _state_types(kind)
    return _decode(kind, types, Stored(next(iter(types)), version, data))


def encode_outgoing(outgoing: Outgoing) -> Stored:
    """An outgoing message."""
    return _encode(MESSAGES, _OUTGOING, outgoing)


def decode_outgoing(stored: Stored) -> Outgoing:
    """The message that was stored.

    Raises:
        CodecError: there is no such type, or it was written by a newer version.
    """
    return _decode(MESSAGES, _OUTGOING, stored)


def encode_record(record: GameRecord) -> str:
    """The document of a game: all that has no column of its own."""
    return _adapter(GameRecord).dump_json(record, exclude=set(COLUMNS)).decode()


def decode_record(document: str, columns: Mapping[str, Any]) -> GameRecord:
    """A game from its document and its columns."""
    return _adapter(GameRecord).validate_python(json.loads(document) | columns)


def schema_version(family: str, name: str) -> int:
    """The version in which a type is written today: one more than can be upgraded."""
    version = 1
    while (family, name, version) in UPGRADES:
        version += 1
    return version


_OUTGOING: Mapping[str, type[Any]] = {
    kind.__name__: kind for kind in (Send, Refresh, Arrange, Strike, Erase, AmendCopy, WithdrawCopy)
}


@cache
def _event_types(kind: str) -> Mapping[str, type[Any]]:
    return {event.__name__: event for event in (*GAMES[kind].events, HostActed)}


@cache
def _command_types(kind: str) -> Mapping[str, type[Any]]:
    return {command.__name__: command for command in GAMES[kind].commands}


@cache
def _state_types(kind: str) -> Mapping[str, type[Any]]:
    state_type = GAMES[kind].state_type
    return {state_type.__name__: state_type}


@cache
def _adapter(kind: type[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _encode(family: str, types: Mapping[str, type[Any]], value: Any) -> Stored:
    name = type(value).__name__
    if types.get(name) is not type(value):
        raise CodecError(f"{family} has no {name} among {', '.join(types)}")
    return Stored(name, schema_version(family, name), _dump(types[name], value))


def _decode(family: str, types: Mapping[str, type[Any]], stored: Stored) -> Any:
    name, version, data = stored.type, stored.version, stored.data
    if name not in types:
        raise CodecError(f"{family} has no {name} among {', '.join(types)}")
    current = schema_version(family, name)
    if version > current:
        raise CodecError(f"{name} was written by a newer version of Ringmaster ({version}, known: {current})")
    if version < current:
        upgraded = json.loads(data)
        for step in range(version, current):
            upgraded = UPGRADES[family, name, step](upgraded)
        data = json.dumps(upgraded)
    return _load(types[name], data)


def _dump(kind: type[Any], value: Any) -> str:
    if isinstance(value, HostActed):
        return json.dumps({"what": value.what, "facts": _plain(value.facts)}, ensure_ascii=False)
    return _adapter(kind).dump_json(value).decode()


def _load(kind: type[Any], data: str) -> Any:
    if kind is HostActed:
        raw = json.loads(data)
        return HostActed(what=raw["what"], facts=_restored(raw["facts"]))
    return _adapter(kind).validate_json(data)


def _plain(fact: Any) -> Any:
    match fact:
        case None | bool() | int() | float() | str():
            return fact
        case datetime():
            return {TIME: fact.isoformat()}
        case Mapping():
            return {_key(key): _plain(item) for key, item in cast("Mapping[Any, Any]", fact).items()}
        case list() | tuple():
            return [_plain(item) for item in cast("Sequence[Any]", fact)]
        case _:
            raise CodecError(f"{type(fact).__name__} is no fact that a log can keep")


def _key(key: Any) -> str:
    if not isinstance(key, str) or key == TIME:
        raise CodecError(f"{key!r} is no name of a fact")
    return key


def _restored(fact: Any) -> Any:
    match fact:
        case {"$time": str(moment)}:
            return datetime.fromisoformat(moment)
        case dict():
            return {key: _restored(item) for key, item in cast("dict[str, Any]", fact).items()}
        case list():
            return tuple(_restored(item) for item in cast("list[Any]", fact))
        case _:
            return fact
