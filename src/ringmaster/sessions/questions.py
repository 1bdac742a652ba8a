"""Spectators' questions: handed to the moderators, who pass them on to a tribe if they see fit (S13.2)."""

from __future__ import annotations

import re
from dataclasses import replace

from ringmaster.games.kernel import RuleViolation, fold
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.games.survivor.talk import question_recipients
from ringmaster.sessions.desk import Desk
from ringmaster.sessions.favourite import require_spectator
from ringmaster.sessions.moderation import require_words
from ringmaster.sessions.records import GameRecord, Question, Source

LENGTH = 500
"""Characters of a question."""

TRIBE = re.compile(r"(?:tribe)?([12])")


def tribe_names(record: GameRecord) -> tuple[str, ...]:
    """To whom a question can go now, as it is typed."""
    if not isinstance(record.state, SurvivorState):
        return ()
    return ("Everyone",) if record.state.merged else ("Tribe 1", "Tribe 2")


def read_tribe(state: SurvivorState, text: str) -> int | None:
    """The tribe that is meant; None for everyone, which is who is meant after the merge whatever is typed.

    Raises:
        RuleViolation: ``no-such-tribe``.
    """
    if state.merged:
        return None
    named = TRIBE.fullmatch(fold(text))
    if named is None:
        raise RuleViolation("no-such-tribe", "S13.2", kind="not-understood", text=text)
    return int(named[1])


def ask(desk: Desk, record: GameRecord, tribe: str, text: str, source: Source) -> GameRecord:
    """A spectator hands a question to the moderators. One for each tribe may wait.

    Raises:
        RuleViolation: ``not-a-spectator``, ``no-questions-here`` in other kinds of games, ``no-such-tribe``,
            ``words-needed``, ``question-too-long``, or ``question-open`` while an earlier one waits.
    """
    state = _state(record)
    require_spectator(record, source.account)
    to, words = read_tribe(state, tribe), " ".join(text.split())
    require_words(words)
    if len(words) > LENGTH:
        raise RuleViolation("question-too-long", "S13.2", most=LENGTH)
    if any(other.account == source.account and other.tribe == to for other in record.questions):
        raise RuleViolation("question-open", "S13.2")
    number = record.questions_asked + 1
    new = Question(number=number, account=source.account, tribe=to, text=words)
    after = replace(record, questions=(*record.questions, new), questions_asked=number)
    return desk.act(record, after, source, "asked", number=number, account=source.account, tribe=to or 0, text=words)


def pass_on(desk: Desk, record: GameRecord, number: int, source: Source) -> GameRecord:
    """Hand a question to its tribe, or to everyone after the merge, without saying who has asked.

    Raises:
        RuleViolation: ``question-gone`` when it was dealt with before.
    """
    state, question = _state(record), _waiting(record, number)
    seats = question_recipients(state, question.tribe or 1)
    to = 0 if state.merged else question.tribe or 0
    facts = {"number": number, "tribe": to, "seats": list(seats), "text": question.text}
    return desk.act(record, _without(record, number), source, "question-passed", **facts)


def drop(desk: Desk, record: GameRecord, number: int, source: Source) -> GameRecord:
    """Do not pass a question on.

    Raises:
        RuleViolation: ``question-gone`` when it was dealt with before.
    """
    question = _waiting(record, number)
    return desk.act(record, _without(record, number), source, "question-dropped", number=number, text=question.text)


def _state(record: GameRecord) -> SurvivorState:
    record.require_live()
    if not isinstance(record.state, SurvivorState):
        raise RuleViolation("no-questions-here", "S13.2")
    return record.state


def _waiting(record: GameRecord, number: int) -> Question:
    found = next((question for question in record.questions if question.number == number), None)
    if found is None:
        raise RuleViolation("question-gone", "S13.2")
    return found


def _without(record: GameRecord, number: int) -> GameRecord:
    return replace(record, questions=tuple(other for other in record.questions if other.number != number))
