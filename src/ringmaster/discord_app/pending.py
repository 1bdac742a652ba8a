"""Questions to one person whose answer goes on where they were, such as which of their games they mean.

They are kept in memory only: after a restart their buttons say that the question has expired.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeAlias

from ringmaster.discord_app.answering import Answer
from ringmaster.games.kernel import RuleViolation
from ringmaster.sessions.records import Account

PREFIX = "choose"
MOST = 2000
"""Questions kept; the oldest goes first."""

Next: TypeAlias = Callable[[str], Coroutine[Any, Any, Answer]]
"""Goes on with the value that was chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Question:
    account: Account
    then: Next


class Pending:
    """The open questions."""

    def __init__(self) -> None:
        self._questions: OrderedDict[str, _Question] = OrderedDict()

    def ask(self, account: Account, then: Next) -> str:
        """Keep a question to an account; the custom ID for its menu."""
        custom_id = f"{PREFIX}:{secrets.token_hex(8)}"
        self._questions[custom_id] = _Question(account=account, then=then)
        if len(self._questions) > MOST:
            self._questions.popitem(last=False)
        return custom_id

    def answer(self, custom_id: str, account: Account, value: str) -> Coroutine[Any, Any, Answer]:
        """Go on with what was chosen. A question is answered once.

        Raises:
            RuleViolation: ``expired``, or ``not-yours`` when somebody else was asked.
        """
        question = self._questions.get(custom_id)
        if question is None:
            raise RuleViolation("expired", "A3")
        if question.account != account:
            raise RuleViolation("not-yours", "A3")
        del self._questions[custom_id]
        return question.then(value)
