"""What buttons and menus mean: the grammar of custom IDs.

A custom ID says everything that pressing the button means, so a button works after any restart and
cannot come to mean something else. Discord keeps 100 characters of it:
https://discord.com/developers/docs/components/reference#anatomy-of-a-component
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self, TypeAlias
from urllib.parse import quote, unquote

from ringmaster.games.kernel import PhaseId, Value

LIMIT = 100
"""Characters of a custom ID."""

Picks: TypeAlias = tuple[tuple[Value, ...], ...]
"""The values picked so far, one tuple for each field that is filled in."""


def write_value(value: Value, copy: int = 1) -> str:
    """A value for a menu entry: numbers as they are, words marked, further copies of a card counted.

    >>> write_value(7), write_value("no elimination"), write_value(4, copy=2)
    ('7', "'no elimination", '4#2')
    """
    text = str(value) if isinstance(value, int) else "'" + quote(value, safe=" ")
    return text if copy == 1 else f"{text}#{copy}"


def read_value(text: str) -> Value:
    """The value of a menu entry.

    Raises:
        ValueError: it is no value.

    >>> read_value("-5"), read_value("'start9"), read_value("4#2")
    (-5, 'start9', 4)
    """
    plain = text.partition("#")[0]
    return unquote(plain[1:]) if plain.startswith("'") else int(plain)


def _write_values(values: tuple[Value, ...]) -> str:
    return ",".join(map(write_value, values))


def _read_values(text: str) -> tuple[Value, ...]:
    return tuple(read_value(part) for part in text.split(",") if part)


def _write_picks(picks: Picks) -> str:
    return "".join(f"{_write_values(values)};" for values in picks)


def _read_picks(text: str) -> Picks:
    return tuple(_read_values(part) for part in text.split(";")[:-1])


@dataclass(frozen=True, slots=True)
class _Part:
    """How one kind of part of a custom ID is written and read."""

    pattern: str
    write: Callable[[Any], str]
    read: Callable[[str], Any]


_NUMBER = _Part(r"\d+", str, int)
_WORD = _Part(r"[a-z0-9-]+", str, str)
_TEXT = _Part(r"[^:]*", lambda text: quote(text, safe=" "), unquote)
_PARTS: dict[str, _Part] = {
    "game": _NUMBER,
    "phase": _WORD,
    "decision": _WORD,
    "picks": _Part(r"[^:]*", _write_picks, _read_picks),
    "part": _Part(r"[^:]*", _write_values, _read_values),
    "page": _NUMBER,
    "to": _NUMBER,
    "verb": _WORD,
    "argument": _TEXT,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Something that a button or menu does. Subclasses add its parts, named as in the table above."""

    name: ClassVar[str]
    template: ClassVar[re.Pattern[str]]
    """Matches exactly the custom IDs of this action; for `discord.ui.DynamicItem`."""

    def encode(self) -> str:
        """The custom ID.

        Raises:
            ValueError: it is longer than Discord allows.
        """
        custom_id = self.text
        if len(custom_id) > LIMIT:
            raise ValueError(f"a custom ID of {len(custom_id)} characters: {custom_id}")
        return custom_id

    @property
    def text(self) -> str:
        """What the custom ID would be, however long."""
        written = (_PARTS[part.name].write(getattr(self, part.name)) for part in fields(self))
        return ":".join((self.name, *written))

    @classmethod
    def decode(cls, custom_id: str) -> Self:
        """The action that a custom ID stands for.

        Raises:
            ValueError: it is no custom ID of this action.
        """
        match = cls.template.fullmatch(custom_id)
        if match is None:
            raise ValueError(f"no {cls.name}: {custom_id}")
        return cls(**{part: _PARTS[part].read(text) for part, text in match.groupdict().items()})


@dataclass(frozen=True, slots=True, kw_only=True)
class Join(Action):
    """Take a seat; asks for a name in a form where the game needs one."""

    game: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave(Action):
    """Give one's seat up before the game starts."""

    game: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Spectate(Action):
    """Become a spectator, or stop being one."""

    game: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach(Action):
    """Try again to send the presser direct messages, with all that waited."""

    game: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask(Action):
    """Show the presser, in private, what is asked of them."""

    game: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick(Action):
    """A menu: what is chosen in it is added to ``part``, the next field's values so far.

    ``page`` tells the menus of one message apart. Finished fields stand in ``picks``.
    """

    game: int
    phase: PhaseId
    decision: str
    picks: Picks = ()
    part: tuple[Value, ...] = ()
    page: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Action):
    """Ask for the next field of a decision, from this page of its entries on (counted from 0)."""

    game: int
    phase: PhaseId
    decision: str
    picks: Picks = ()
    part: tuple[Value, ...] = ()
    page: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Enough(Action):
    """Finish a field that could take more values than it has."""

    game: int
    phase: PhaseId
    decision: str
    picks: Picks = ()
    part: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Word(Action):
    """Send a decision that has no fields, such as ``unvote``."""

    game: int
    phase: PhaseId
    decision: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirm(Action):
    """Send what was shown, though it cannot be taken back."""

    game: int
    phase: PhaseId
    decision: str
    picks: Picks = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Favour(Action):
    """A menu for spectators: the seat chosen in it is their favourite (S9.2)."""

    game: int
    phase: PhaseId


@dataclass(frozen=True, slots=True, kw_only=True)
class Weigh(Action):
    """A moderator passes spectators' question ``to`` on, or drops it (S13.2)."""

    game: int
    to: int
    verb: str
    """``pass`` or ``drop``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain(Action):
    """Whether the presser's words without a command go to their tribe; with ``yes`` message ``to`` does too."""

    game: int
    to: int
    verb: str
    """``yes`` or ``no``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancel(Action):
    """Do nothing after all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo(Action):
    """A moderator takes back everything after log entry ``to``."""

    game: int
    to: int


def _named(action: type[Action]) -> type[Action]:
    action.name = action.__name__.lower()
    parts = (f"(?P<{part.name}>{_PARTS[part.name].pattern})" for part in fields(action))
    action.template = re.compile(":".join((action.name, *parts)))
    return action


ACTIONS: tuple[type[Action], ...] = tuple(
    _named(action)
    for action in (
        Join, Leave, Spectate, Reach, Ask, Pick, Page, Enough, Word, Confirm, Favour, Weigh, Plain, Cancel, Undo,
    )
)  # fmt: skip
"""All actions that there are."""


def decode(custom_id: str) -> Action:
    """The action that a custom ID stands for.

    Raises:
        ValueError: it is none of this bot's.
    """
    for action in ACTIONS:
        if action.template.fullmatch(custom_id):
            return action.decode(custom_id)
    raise ValueError(f"no action: {custom_id}")
