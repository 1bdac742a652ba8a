"""What players type: ``vote Diane``, ``unvote``, ``suspects Jack and Diane``."""

from __future__ import annotations

from ringmaster.games.kernel import Answer, Roster, RuleViolation, fold
from ringmaster.games.names import find_names, split_verb
from ringmaster.games.truth.state import NO_ELIMINATION, TruthState

NOBODY = frozenset(fold(word) for word in (NO_ELIMINATION, "no lynch", "nobody", "no one"))


def parse(state: TruthState, text: str, roster: Roster) -> Answer:
    """The answer in a player's words. Upper or lower case; names as in A10.

    Raises:
        RuleViolation: the words or a name are not understood.
    """
    verb, rest = split_verb(text)
    match verb:
        case "vote":
            exact = {fold(roster.name(seat)) for seat in state.living}
            if fold(rest) in NOBODY - exact:
                return Answer(name="vote", picks=((NO_ELIMINATION,),))
            return Answer(name="vote", picks=((roster.find(rest, state.living),),))
        case "unvote":
            return Answer(name="unvote")
        case "suspects" | "suspect":
            return Answer(name="suspects", picks=(find_names(rest, roster, state.living, count=2),))
        case _:
            raise RuleViolation("not-understood", "A3", kind="not-understood", text=text)
