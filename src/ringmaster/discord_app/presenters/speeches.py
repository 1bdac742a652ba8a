"""How what seats say begins for those who read it: who speaks, and to what it answers."""

from __future__ import annotations

from ringmaster.discord_app.presenters.wording import bold, name, one_line, plain
from ringmaster.games.kernel import Seat
from ringmaster.sessions.messages import Person, Target
from ringmaster.sessions.records import GameRecord
from ringmaster.sessions.speech import Lead, Speech

QUOTED = 80
"""Characters of a speech that an answer to it repeats."""


def lead(record: GameRecord, speech: Speech, to: Target, quoted: Speech | None) -> Lead:
    """How the copy of a speech begins for a reader. In places the speaker's own name stands above it."""
    quote = "" if quoted is None else quotation(record, quoted)
    who = name(record, speech.seat)
    if speech.kind == "whisper":
        heard = "to you alone" if _hears(record, speech.to, to) else f"to {bold(record, speech.to or 0)} alone"
        return Lead(quote=quote, speaker=f"**{who}** ({heard}): ")
    return Lead(quote=quote, speaker=f"**{who}:** " if isinstance(to, Person) else "")


def quotation(record: GameRecord, quoted: Speech) -> str:
    """The line above an answer that repeats the beginning of what it answers.

    It is small print: https://support.discord.com/hc/articles/210298617
    """
    text = one_line(quoted.text)
    short = text if len(text) <= QUOTED else f"{text[: QUOTED - 1].rstrip()}…"
    return f"-# ↪ {bold(record, quoted.seat)}: {plain(short) or '(a picture)'}\n"


def _hears(record: GameRecord, seat: Seat | None, to: Target) -> bool:
    return isinstance(to, Person) and seat is not None and to.account in record.seat(seat).accounts
