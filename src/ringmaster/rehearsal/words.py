"""How the computer's players word an answer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random

from ringmaster.games.kernel import Answer, Decision, RuleViolation, Seat, Value
from ringmaster.games.play import random_answer
from ringmaster.sessions.records import GameRecord

ATTEMPTS = 12
"""How many answers are looked at for an example that is about other players."""


def wording(record: GameRecord, seat: Seat, decision: Decision, answer: Answer) -> str | None:
    """Words that the game reads as this answer, or None when it takes a menu to give it."""
    for text in _candidates(record, decision, answer):
        try:
            if record.game.parse(record.state, seat, text, record.roster) == answer:
                return text
        except RuleViolation:
            continue
    return None


def _candidates(record: GameRecord, decision: Decision, answer: Answer) -> Iterator[str]:
    named = [[_name(record, value) for value in picks] for picks in answer.picks]
    plain = [[str(value) for value in picks] for picks in answer.picks]
    for words in (named, plain):
        yield " ".join((answer.name, *(" and ".join(group) for group in words))).strip()
        yield " ".join((answer.name, *(" ".join(group) for group in words))).strip()
        yield " ".join(f"{field.name} {' '.join(group)}" for field, group in zip(decision.fields, words, strict=True))


def _name(record: GameRecord, value: Value) -> str:
    is_seat = isinstance(value, int) and 1 <= value <= len(record.seats)
    return record.roster.name(value) if is_seat else str(value)  # type: ignore[arg-type]


def example(record: GameRecord, seat: Seat, decision: Decision) -> str | None:
    """Words that a seat could send for a decision, always the same ones; None when it takes a menu."""
    answers = [random_answer(decision, Random(number)) for number in range(ATTEMPTS)]  # noqa: S311 - no secret
    about_others = [answer for answer in answers if all(is_other(seat, value) for value in chain(*answer.picks))]
    return wording(record, seat, decision, (about_others or answers)[0])


def is_other(seat: Seat, value: Value) -> bool:
    """Whether a value is neither the seat itself nor a word such as "no elimination"."""
    return isinstance(value, int) and value != seat
