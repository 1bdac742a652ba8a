"""Spectators' questions on their way: in the moderators' queue, and passed on (S13.2)."""

from __future__ import annotations

from collections.abc import Sequence

from ringmaster.discord_app.actions import Weigh
from ringmaster.discord_app.presenters import hosting
from ringmaster.discord_app.presenters.hosting import Facts
from ringmaster.discord_app.presenters.wording import plain
from ringmaster.sessions.messages import Button, Message
from ringmaster.sessions.records import GameRecord, HostActed, Question

SHOWN = 5
"""Questions of one message: each has a row of buttons."""


def queued(record: GameRecord, facts: Facts) -> Message:
    """A question in the moderators' queue, with what can be done with it."""
    text = hosting.line(record, HostActed(what="asked", facts=facts))
    return Message(text=text, rows=(_buttons(record, facts["number"], ""),))


def queue(record: GameRecord, questions: Sequence[Question]) -> Message:
    """The questions that wait, oldest first."""
    if not questions:
        return Message(text="No question waits.")
    shown = questions[:SHOWN]
    more = len(questions) - len(shown)
    lines = [hosting.line(record, HostActed(what="asked", facts=_facts(question))) for question in shown]
    later = [f"And {more} more, which are shown when some of these are dealt with."] if more else []
    rows = tuple(_buttons(record, question.number, f" {question.number}") for question in shown)
    return Message(text="\n".join([*lines, *later]), rows=rows)


def _facts(question: Question) -> Facts:
    return {
        "number": question.number,
        "account": question.account,
        "tribe": question.tribe or 0,
        "text": question.text,
    }


def _buttons(record: GameRecord, number: int, which: str) -> tuple[Button, ...]:
    pass_on, drop = (Weigh(game=record.id, to=number, verb=verb).encode() for verb in ("pass", "drop"))
    return (Button(label=f"Pass on{which}", action=pass_on, style="success"), Button(label=f"Drop{which}", action=drop))


def passed(record: GameRecord, facts: Facts) -> str:
    """What those read for whom a question is; nobody learns who has asked."""
    whom = "your tribe" if facts["tribe"] else "everyone"
    return f"**{plain(record.name)} – a spectator asks {whom}**\n{plain(facts['text'])}"


def place(facts: Facts) -> str:
    """Where a question that is passed on can be read by spectators."""
    return f"tribe-{facts['tribe']}" if facts["tribe"] else "merged"


def handed_over() -> Message:
    """The answer to asking."""
    return Message(text="Your question is with the moderators. If they pass it on, nobody learns that it is yours.")
