"""Private replies to moderators: how a game stands, what would happen, what has happened, what can be undone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields

from ringmaster.discord_app.actions import Cancel, Undo
from ringmaster.discord_app.presenters import hosting
from ringmaster.discord_app.presenters.ending import entry_line
from ringmaster.discord_app.presenters.game import GamePresenter
from ringmaster.discord_app.presenters.hosting import setting_value
from ringmaster.discord_app.presenters.wording import (
    count,
    deadline,
    mention,
    names,
    phase_title,
    plain,
    when,
)
from ringmaster.games.catalog import GAMES
from ringmaster.games.kernel import Event, PhaseClosed, PhaseOpened
from ringmaster.sessions.casting import has_characters
from ringmaster.sessions.forecast import Branch, Forecast, PendingRoll
from ringmaster.sessions.messages import Button, Message, Row
from ringmaster.sessions.records import LIVE, GameRecord, GameSummary, HostActed, LogEntry, Status
from ringmaster.sessions.service import StatusReport
from ringmaster.sessions.undo import UndoPoint

STATUS: Mapping[Status, str] = {
    "setup": "being set up",
    "open": "open for sign-ups",
    "running": "running",
    "paused": "paused",
    "over": "over",
    "archived": "archived",
}
"""What a game's status is called."""

MOST_UNDO_POINTS = 10


def games(summaries: Sequence[GameSummary]) -> Message:
    """A list of games, one a line."""
    if not summaries:
        return Message(text="There are no games here. `/game create` makes one.")
    return Message(text="\n".join(map(_summary, summaries)))


def _summary(summary: GameSummary) -> str:
    by = f", deadline {when(summary.deadline)}" if summary.deadline is not None else ""
    title = GAMES[summary.kind].title
    return f"**{plain(summary.name)}** (no. {summary.id}) – {title}, {STATUS[summary.status]}{by}"


def status(game: GamePresenter, report: StatusReport) -> Message:
    """Phase, deadline, who is missing, what was not delivered, what needs a decision."""
    record = report.record
    lines = [f"**{plain(record.name)}** – {record.game.title}, {STATUS[record.status]}", *_progress(report)]
    if report.undelivered:
        lines.append(f"{count(report.undelivered, 'message')} could not be delivered so far.")
    decisions = list(_to_decide(game, report))
    lines += ["**Needs a decision**", *(f"- {line}" for line in decisions)] if decisions else []
    return Message(text="\n".join(lines))


def _progress(report: StatusReport) -> Iterator[str]:
    record = report.record
    if record.state is None:
        allowed = record.game.seats_allowed(record.chosen)
        needed = str(allowed.start) if len(allowed) == 1 else f"{allowed.start} to {allowed.stop - 1}"
        yield f"{count(len(record.seats), 'player')} of {needed}, {count(len(record.spectators), 'spectator')}."
        yield f"Signed up: {names(record, (seat.number for seat in record.seats)) or 'nobody yet'}"
    elif record.status in LIVE:
        living = record.game.living(record.state)
        yield f"{phase_title(record.phase or '')}. {deadline(record)}"
        yield f"{len(living)} of {len(record.seats)} in the game: {names(record, living)}"
        yield f"Still missing: {names(record, report.missing) or 'nobody'}"


def _to_decide(game: GamePresenter, report: StatusReport) -> Iterator[str]:
    record = report.record
    for seat in record.seats:
        if report.unreachable & set(seat.accounts):
            yield f"{plain(seat.name)} takes no direct messages: ask them to allow them, then `/mod resend`."
        if seat.away:
            yield f"{plain(seat.name)} has left the server: `/mod replace` or `/mod remove`."
    if record.status == "open" and len(record.seats) in record.game.seats_allowed(record.chosen):
        yield "There are enough players: `/game start`."
    if record.status == "paused":
        yield "The game is paused: `/phase resume`."
    if record.status == "running" and record.deadline is None:
        yield "This phase has no deadline: `/phase deadline` or `/phase close`."
    if record.status in LIVE:
        yield from game.questions(record)


def forecast(game: GamePresenter, dry_run: Forecast) -> Message:
    """What closing now would do: events, or the rolls it hangs on, with each outcome where there is but one."""
    record = dry_run.record
    lines = [
        f"**If {phase_title(record.phase or '')} closed now** (a dry run: nothing happens and nothing is rolled)",
        f"Still missing: {names(record, dry_run.missing) or 'nobody'}",
        *_events(game, record, dry_run.events),
        *(_pending(game, record, roll) for roll in dry_run.pending),
    ]
    for branch in dry_run.branches:
        lines += _branch(game, record, branch)
    return Message(text="\n".join(lines))


def _events(game: GamePresenter, record: GameRecord, events: Sequence[Event]) -> list[str]:
    lines = (_event(game, record, event) for event in events if not isinstance(event, PhaseClosed))
    return [f"- {line}" for line in lines if line]


def _event(game: GamePresenter, record: GameRecord, event: Event) -> str:
    match event:
        case PhaseOpened(phase=phase):
            return f"{phase_title(phase)} opens."
        case HostActed():
            return hosting.line(record, event)
        case _:
            return game.line(record, event)


def _pending(game: GamePresenter, record: GameRecord, roll: PendingRoll) -> str:
    items = [game.item(record, choice, roll.label) for choice in roll.choices]
    over = f" over {'; '.join(items)}" if items else ""
    return f"- Still to be rolled: 1d{roll.sides}{over} (`{roll.label}`)"


def _branch(game: GamePresenter, record: GameRecord, branch: Branch) -> list[str]:
    return [f"If it shows {branch.result}:", *_events(game, record, branch.events)]


def settings(record: GameRecord) -> Message:
    """Every setting with its value, what it does and its clause."""
    lines = [f"**Settings of {plain(record.name)}**", f"`zone` = `{record.zone}` – Time zone of the game's deadlines."]
    if has_characters(record):
        lines.append(f"`theme` = `{record.theme}` – Where seats without a character get one from at the start. (S2.4)")
    chosen = record.chosen
    for item in fields(chosen):
        meta, value = item.metadata, setting_value(getattr(chosen, item.name))
        choices = f" One of: {', '.join(map(str, meta['choices']))}." if meta["choices"] else ""
        mark = "**" if item.name in record.settings else ""
        lines.append(f"`{item.name}` = {mark}`{value}`{mark} – {meta['help']}{choices} ({meta['clause']})")
    return Message(text="\n".join(lines))


def log(game: GamePresenter, record: GameRecord, entries: Sequence[LogEntry]) -> Message:
    """What has happened, oldest first, with who caused it; what was undone is struck through."""
    lines = [line for entry in entries if (line := _log_line(game, record, entry))]
    return Message(text="\n".join(lines) or "Nothing has happened yet.")


def _log_line(game: GamePresenter, record: GameRecord, entry: LogEntry) -> str:
    text = entry_line(game, record, entry)
    if not text:
        return ""
    who = "" if entry.actor is None else f" {mention(entry.actor)}"
    line = f"{entry.number}. <t:{int(entry.at.timestamp())}:f>{who}: {text}"
    return f"~~{line}~~" if entry.undone else line


def undo_points(game: GamePresenter, record: GameRecord, points: Sequence[UndoPoint]) -> Message:
    """What can be undone, newest first. A button takes back what its line says and everything after it."""
    if not points:
        return Message(text="There is nothing to undo.")
    shown = points[:MOST_UNDO_POINTS]
    lines = [
        "**Undo** takes back what you choose and everything that came after it. The dice stay the same.",
        *(f"{number}. {_point(game, record, point)}" for number, point in enumerate(shown, start=1)),
    ]
    return Message(text="\n".join(lines), rows=_undo_rows(record, shown))


def _point(game: GamePresenter, record: GameRecord, point: UndoPoint) -> str:
    who = "by the clock" if point.actor is None else f"by {mention(point.actor)}"
    told = _events(game, record, point.events)
    first = told[0].removeprefix("- ") if told else "Nothing that can be seen."
    more = f" (and {len(told) - 1} more)" if len(told) > 1 else ""
    return f"<t:{int(point.at.timestamp())}:f> {who}: {first}{more}"


def _undo_rows(record: GameRecord, points: Sequence[UndoPoint]) -> tuple[Row, ...]:
    buttons = [
        Button(label=f"Undo {number}", action=Undo(game=record.id, to=point.to).encode(), style="danger")
        for number, point in enumerate(points, start=1)
    ]
    rows = [tuple(buttons[at : at + 5]) for at in range(0, len(buttons), 5)]
    return (*rows, (Button(label="Undo nothing", action=Cancel().encode()),))
