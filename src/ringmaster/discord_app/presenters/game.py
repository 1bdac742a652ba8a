"""What a rulebook's presenter has to say. A new game is one module with one of these, and a line in the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol

from ringmaster.games.kernel import Decision, Event, Seat, Value
from ringmaster.sessions.messages import Message, Outgoing, Room, Target, TextFile
from ringmaster.sessions.records import GameRecord, LogEntry


class GamePresenter(Protocol):
    """Words for one rulebook."""

    panels: ClassVar[tuple[str, ...]]
    """The messages kept up to date that show names or the deadline."""

    def present(
        self, before: Any, record: GameRecord, events: Sequence[Event], history: Sequence[LogEntry]
    ) -> list[Outgoing]:
        """The messages that the rules' events cause; ``history`` is the whole log when the game is over."""
        ...

    def panel(self, record: GameRecord, panel: str) -> tuple[Target, Message] | None:
        """Where a panel hangs and what it says now."""
        ...

    def rooms(self, record: GameRecord) -> list[Room]:
        """How the game's places have to be now."""
        ...

    def label(self, record: GameRecord, value: Value, decision: str = "") -> str:
        """What a value is called in a menu or button of a decision."""
        ...

    def item(self, record: GameRecord, item: object, label: str) -> str:
        """What a side of the die with this label stands for, in a dry run."""
        ...

    def pressed(self, decision: Decision) -> bool:
        """Whether each choice of a decision has a button of its own."""
        ...

    def verb(self, record: GameRecord, decision: Decision) -> str:
        """What a decision is called on its button."""
        ...

    def prompt(self, record: GameRecord, seat: Seat, decision: Decision) -> str:
        """What a decision asks, in a sentence or two."""
        ...

    def briefing(self, record: GameRecord, seat: Seat, decisions: Sequence[Decision]) -> list[str]:
        """All that is asked, line by line: what has been sent, and what happens if nothing is."""
        ...

    def answer(self, record: GameRecord, name: str, picks: tuple[tuple[Value, ...], ...]) -> str:
        """A decision filled in, as a person would say it."""
        ...

    def me(self, record: GameRecord, seat: Seat) -> str:
        """What a seat knows about itself: role or hand, how it stands."""
        ...

    def votes(self, record: GameRecord, *, past: bool) -> Message:
        """The vote count now, or those of earlier days."""
        ...

    def questions(self, record: GameRecord) -> list[str]:
        """What the rules leave to the moderators now, one sentence each."""
        ...

    def reveal(self, record: GameRecord) -> str:
        """Who was what, once the game is over."""
        ...

    def files(self, record: GameRecord) -> tuple[TextFile, ...]:
        """What is opened when the game is over and is read best in a file of its own."""
        ...

    def reopened(self, record: GameRecord) -> list[Outgoing]:
        """What is posted and asked when a phase is open again after an undo."""
        ...

    def line(self, record: GameRecord, event: Event) -> str:
        """An event in one line with everything in it, for the moderators; empty when it says nothing."""
        ...
