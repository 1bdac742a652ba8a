"""A night of Twitch Plays Mafia told in full, for the moderators, and for everyone when the game is over."""

from __future__ import annotations

from collections.abc import Iterator

from ringmaster.discord_app.presenters.wording import both, name
from ringmaster.games.kernel import Seat
from ringmaster.games.twitch.rulings import NightVerdict
from ringmaster.games.twitch.state import Action
from ringmaster.sessions.records import GameRecord


def told_night(record: GameRecord, verdict: NightVerdict) -> str:
    """What was drawn, what it did and what became of the kill, in sentences (T2.3, T4)."""
    return " ".join(_sentences(record, verdict))


def _sentences(record: GameRecord, verdict: NightVerdict) -> Iterator[str]:
    drawn = verdict.drawn
    yield _drawn(record, "bus", drawn.bus, "it happens" if verdict.bus else "it is stopped")
    yield _drawn(record, "stun", drawn.stun, _hits(record, verdict.stunned))
    yield _drawn(record, "protect", drawn.protect, _hits(record, verdict.protected))
    kill = verdict.kill
    if kill is None:
        yield "No kill."
        return
    end = "it is stopped" if verdict.killed is None else f"{name(record, verdict.killed)} dies"
    why = f" by the {verdict.kill_stopped_by}" if verdict.kill_stopped_by else ""
    yield f"Kill by {name(record, kill.by)} on {name(record, kill.target)}: {end}{why}."


def _drawn(record: GameRecord, kind: str, action: Action | None, outcome: str) -> str:
    if action is None:
        return f"No {kind}."
    targets = both([name(record, seat) for seat in action.targets])
    return f"{kind.capitalize()} drawn: {name(record, action.by)} on {targets}; {outcome}."


def _hits(record: GameRecord, seat: Seat | None) -> str:
    return "it does nothing" if seat is None else f"it affects {name(record, seat)}"
