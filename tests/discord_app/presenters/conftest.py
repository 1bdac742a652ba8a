"""A table without a database: real rules, real words, and everything that is said written down."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ringmaster.discord_app.presenters import Presenters
from ringmaster.games.kernel import (
    Answer,
    ClosePhase,
    Command,
    Entrant,
    Event,
    PhaseId,
    RemoveSeat,
    Seat,
)
from ringmaster.games.truth.events import RoleDealt
from ringmaster.games.twitch.events import FactionDealt
from ringmaster.sessions.desk import apply
from ringmaster.sessions.messages import Arrange, Message, Outgoing, Person, Place, Refresh, Send, Strike
from ringmaster.sessions.play import Receipt, find_decision
from ringmaster.sessions.records import GameRecord, HostActed, LogEntry, SeatRecord

NINE = ("Ada", "Bo", "Cy", "Diane", "Ed", "Fay", "Gil", "Hal", "Jack")
MODERATOR, SPECTATOR = 900, 800
START = datetime(2026, 11, 2, 20, 0, tzinfo=UTC)
MEMBERS_SINCE = datetime(2020, 1, 1, tzinfo=UTC)


def account(seat: Seat) -> int:
    """Who sits on a seat."""
    return 100 + seat


@dataclass
class DiceByLabel:
    """Gives the results it is told by label, and 1 otherwise."""

    results: Mapping[str, int]

    def roll(self, label: str, sides: int, choices: Sequence[object] = ()) -> int:
        """The result for a label."""
        return min(self.results.get(label, 1), sides)


@dataclass
class Table:
    """A game that is played step by step; ``posted`` holds everything that was sent, in order."""

    record: GameRecord
    dice: DiceByLabel
    now: datetime = START
    presenters: Presenters = field(default_factory=Presenters)
    posted: list[Outgoing] = field(default_factory=list)
    log: list[LogEntry] = field(default_factory=list)

    def _write(self, after: GameRecord, events: Sequence[Event], actor: int | None) -> list[Outgoing]:
        before, batch = self.record, len(self.log) + 1
        for event in events:
            entry = LogEntry(
                number=len(self.log) + 1, batch=batch, at=self.now, actor=actor, event=event, deadline=after.deadline
            )
            self.log.append(entry)
        self.record = after
        ended = after.status == "over" and before.status != "over"
        said = self.presenters.present(before.state, after, events, self.log if ended else ())
        self.posted += said
        return said

    def host(self, what: str, after: GameRecord | None = None, **facts: Any) -> list[Outgoing]:
        """Something happens at the table."""
        return self._write(after or self.record, [HostActed(what=what, facts=facts)], MODERATOR)

    def start(self, wolves: Sequence[Seat] = ()) -> list[Outgoing]:
        """The game begins; with ``wolves`` these seats are Mafia (or Dome), whatever the dice say."""
        entropy = ",".join(str(seat.joined_by) for seat in self.record.seats)
        ready = replace(self.record, status="running", started_at=self.now, entropy=entropy)
        entrants = [Entrant(since=seat.since) for seat in ready.seats]
        dealt = ready.game.begin(ready.chosen, entrants, self.dice)
        events = [redealt(event, wolves) for event in dealt]
        after = apply(ready, events, now=self.now)
        return self._write(after, [HostActed(what="started"), *events], MODERATOR)

    def send(self, seat: Seat, words: str | Answer, *, confirmed: bool = True) -> Receipt:
        """A seat sends something."""
        record, game = self.record, self.record.game
        answer = game.parse(record.state, seat, words, record.roster) if isinstance(words, str) else words
        decision = find_decision(record, seat, answer)
        events = game.decide(record.state, game.command(record.state, seat, answer), self.dice)
        if decision is not None and decision.final and not confirmed:
            return Receipt(record=record, before=record.state, seat=seat, answer=answer, confirm=decision)
        self._write(apply(record, events, now=self.now), events, account(seat))
        return Receipt(record=self.record, before=record.state, seat=seat, answer=answer, events=events)

    def do(self, command: Command, actor: int | None = None) -> list[Outgoing]:
        """Something happens that no words are for, such as a spectator's vote."""
        events = self.record.game.decide(self.record.state, command, self.dice)
        return self._write(apply(self.record, events, now=self.now), events, actor)

    def close(self) -> list[Outgoing]:
        """The deadline passes."""
        self.now = self.record.deadline or self.now
        command = ClosePhase(phase=self.record.phase or "", cause="deadline")
        events = self.record.game.decide(self.record.state, command, self.dice)
        return self._write(apply(self.record, events, now=self.now), events, None)

    def remove(self, seat: Seat, reason: str = "away") -> list[Outgoing]:
        """A moderator removes a seat."""
        events = self.record.game.decide(self.record.state, RemoveSeat(seat=seat), self.dice)
        told = HostActed(what="removed", facts={"seat": seat, "reason": reason})
        return self._write(apply(self.record, events, now=self.now), [told, *events], MODERATOR)

    def at(self, *targets: Place | Person | str) -> list[Message]:
        """Everything that was sent to these places or people."""
        wanted = [Place(target) if isinstance(target, str) else target for target in targets]
        return [out.message for out in self.posted if isinstance(out, Send) and out.to in wanted]

    def texts(self, *targets: Place | Person | str) -> str:
        """The texts sent to these places or people."""
        return "\n".join(shown(message) for message in self.at(*targets))

    @property
    def phase(self) -> PhaseId:
        """The open phase."""
        return self.record.phase or ""


def redealt(event: Event, wolves: Sequence[Seat]) -> Event:
    """A role's event with the role that a test wants."""
    match event:
        case RoleDealt(seat=seat) if wolves:
            return RoleDealt(seat=seat, role="mafia" if seat in wolves else "town")
        case FactionDealt(seat=seat) if wolves:
            return FactionDealt(seat=seat, faction="dome" if seat in wolves else "helix")
        case _:
            return event


def shown(message: Message) -> str:
    """A message as text: words, card, buttons and menus."""
    lines = [message.text]
    if message.card is not None:
        lines += [f"| {line}" for line in message.card.text.split("\n")]
    for row in message.rows:
        if isinstance(row, tuple):
            lines.append("  ".join(f"[{button.label}]" for button in row))
        else:
            lines.append(f"[{row.placeholder} ▾ {', '.join(choice.label for choice in row.choices)}]")
    lines += [f"<file {file.name}>" for file in message.files]
    return "\n".join(line for line in lines if line)


def transcript(posted: Sequence[Outgoing], *places: str) -> str:
    """What these places saw, in order."""
    parts: list[str] = []
    for out in posted:
        match out:
            case Send(to=Place(name=name)) if name in places:
                panel = f", kept up to date as {out.panel}" if out.panel else ""
                parts.append(f"--- {name}{panel}\n{shown(out.message)}")
            case Arrange(place=name) if name in places:
                parts.append(f"--- {name} is arranged")
            case Refresh() | Strike() | Send() | Arrange():
                pass
    return "\n".join(parts) + "\n"


def make_table(
    kind: str = "truth",
    names: Sequence[str] = NINE,
    rolls: Mapping[str, int] | None = None,
    **settings: Any,
) -> Table:
    """A table with everyone signed up, before the start."""
    seats = tuple(
        SeatRecord(
            number=number,
            name=name,
            accounts=(account(number),),
            joined_by=5000 + number,
            since=MEMBERS_SINCE + timedelta(days=number),
        )
        for number, name in enumerate(names, start=1)
    )
    record = GameRecord(
        id=7,
        kind=kind,
        name="Friday game",
        guild_id=1,
        zone="UTC",
        seed="5e" * 32,
        created_at=START - timedelta(days=1),
        created_by=MODERATOR,
        status="open",
        settings=settings,
        seats=seats,
        moderators=(MODERATOR,),
        spectators=(SPECTATOR,),
    )
    return Table(record=record, dice=DiceByLabel(rolls or {}))


@pytest.fixture
def new_table() -> Callable[..., Table]:
    """Makes tables."""
    return make_table
