"""Whether words that are no command may have been meant as one: those are not passed on unasked."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rapidfuzz.distance import OSA

from ringmaster.games.kernel import fold
from ringmaster.games.names import split_verb

VERBS = (
    "public", "secret", "play", "keep", "hand", "line-up", "take", "vote", "unvote", "choose", "favourite", "give",
    "idol", "whisper", "confess", "votes", "rules",
)  # fmt: skip

_LETTERS = re.compile(r"[^\W\d_]")
_LEADS_ON = re.compile(r"[0-9]|https?://")


def may_be_a_command(text: str, names: Sequence[str]) -> bool:
    """Whether a text looks like a command with a slip of the finger: cards alone, or nearly a verb with what it takes.

    >>> may_be_a_command("vots Kyle", ["Kyle"]), may_be_a_command("10 5", []), may_be_a_command("plays 15", [])
    (True, True, True)
    >>> may_be_a_command("voted already", ["Kyle"]), may_be_a_command("hang on!", []), may_be_a_command("😀", [])
    (False, False, False)
    """
    if not _LETTERS.search(text):
        return any(char.isdigit() for char in text)
    verb, rest = split_verb(text)
    takes = bool(_LEADS_ON.search(rest)) or any(fold(rest).startswith(fold(name)) for name in names)
    return takes and any(OSA.distance(verb, known) == 1 for known in VERBS)
