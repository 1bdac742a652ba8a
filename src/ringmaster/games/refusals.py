"""How a rule says no."""

from __future__ import annotations

from typing import Any, Literal


class RuleViolation(Exception):  # noqa: N818 - the field's word for it
    """A command is refused and changes nothing (A3).

    Attributes:
        code: stable, looked up for the sentence that the sender reads.
        clause: the clause that forbids it.
        kind: ``not-understood`` (no such words or names), ``not-allowed`` (understood, but not now or not
            by this seat) or ``ambiguous`` (several things could be meant).
        facts: what the sentence needs; values are seats, names or words.
    """

    def __init__(
        self,
        code: str,
        clause: str,
        *,
        kind: Literal["not-understood", "not-allowed", "ambiguous"] = "not-allowed",
        **facts: Any,
    ) -> None:
        super().__init__(code, clause)
        self.code = code
        self.clause = clause
        self.kind = kind
        self.facts = facts
