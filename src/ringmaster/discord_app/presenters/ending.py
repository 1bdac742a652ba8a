"""The end of a game: everything is opened, and anyone can check the dice."""

from __future__ import annotations

from collections.abc import Sequence

from ringmaster.discord_app.presenters import hosting
from ringmaster.discord_app.presenters.game import GamePresenter
from ringmaster.discord_app.presenters.posts import stage
from ringmaster.discord_app.presenters.wording import phase_title, unescaped
from ringmaster.games.kernel import PhaseOpened, Rolled
from ringmaster.sessions.messages import Message, Outgoing, Refresh, TextFile
from ringmaster.sessions.records import GameRecord, HostActed, LogEntry


def ending(game: GamePresenter, record: GameRecord, history: Sequence[LogEntry]) -> list[Outgoing]:
    """Who was what, the dice's seed, and the whole game as a text file."""
    text = f"{game.reveal(record)}\n\n{dice_opened(record)}"
    file = TextFile(name="whole-game.txt", text=chronicle(game, record, history))
    files = (*((file,) if history else ()), *game.files(record))
    return [stage(Message(text=text, files=files)), *(Refresh(panel=panel) for panel in (*game.panels, "signup"))]


def dice_opened(record: GameRecord) -> str:
    """The seed and the entropy, and how to check rolls with them (A5)."""
    return (
        f"**The dice, opened.** Seed: `{record.seed}`\nMixed in: `{record.entropy}`\n"
        "Check: the SHA-256 of the seed's bytes is what was posted at the start. The key is the SHA-256 of those "
        "bytes followed by the text mixed in. A roll is the HMAC-SHA256 of its label under that key: the number modulo "
        "the sides, plus 1. The file has all labels."
    )


def chronicle(game: GamePresenter, record: GameRecord, history: Sequence[LogEntry]) -> str:
    """Everything that happened by the rules and still holds, phase by phase, for a text file."""
    lines = [f"{unescaped(record.name)} – {record.game.title}"]
    for entry in history:
        if entry.undone or isinstance(entry.event, HostActed):
            continue
        if isinstance(entry.event, PhaseOpened):
            lines += ["", phase_title(entry.event.phase)]
        elif text := entry_line(game, record, entry):
            lines.append(f"  {entry.at:%Y-%m-%d %H:%M} UTC  {unescaped(text)}")
    return "\n".join(lines) + "\n"


def entry_line(game: GamePresenter, record: GameRecord, entry: LogEntry) -> str:
    """One log entry in words, for those who may know everything."""
    match entry.event:
        case HostActed() as acted:
            return hosting.line(record, acted)
        case Rolled() as roll:
            return rolled(roll)
        case PhaseOpened(phase=phase):
            return f"{phase_title(phase)} opens."
        case event:
            return game.line(record, event)


def rolled(roll: Rolled) -> str:
    """A roll with its label.

    >>> rolled(Rolled(label="day-1/tie", sides=3, result=2))
    'Rolled 1d3: 2 (`day-1/tie`).'
    """
    return f"Rolled 1d{roll.sides}: {roll.result} (`{roll.label}`)."
