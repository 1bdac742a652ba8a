"""What players type: ``vote Kiyoko``, ``vote start9``, ``bus Kiyoko and Bird Jesus``, ``kill Kiyoko by Bo``."""

from __future__ import annotations

import re

from ringmaster.games.kernel import Answer, Roster, RuleViolation, Seat, fold
from ringmaster.games.names import find_names, split_verb
from ringmaster.games.twitch.checks import require_dome, targets_needed
from ringmaster.games.twitch.state import START9, TwitchState

BY = re.compile(r"\bby\b", re.IGNORECASE)


def parse(state: TwitchState, seat: Seat, text: str, roster: Roster) -> Answer:
    """The answer in a player's words (T2.4). Upper or lower case; names as in A10.

    Raises:
        RuleViolation: the words or a name are not understood, or could mean several things; or a Helix
            Follower speaks of the kill (T3.1), which is refused before any name is looked at.
    """
    verb, rest = split_verb(text)
    match verb:
        case "vote":
            return Answer(name="vote", picks=((_find_candidate(state, rest, roster),),))
        case "protect" | "stun" | "bus":
            targets = find_names(rest, roster, state.living, count=targets_needed(verb))
            return Answer(name=verb, picks=(targets,))
        case "kill":
            require_dome(state, seat)
            target, sender = _find_kill(state, rest, roster)
            return Answer(name="kill", picks=((target,), () if sender is None else (sender,)))
        case _:
            raise RuleViolation("not-understood", "A3", kind="not-understood", text=text)


def _find_candidate(state: TwitchState, text: str, roster: Roster) -> Seat | str:
    if fold(text) != START9:
        return roster.find(text, state.living)
    namesakes = roster.matches(text, state.living)
    if namesakes:
        ways = ((START9,), *((seat,) for seat in namesakes))
        raise RuleViolation("ambiguous-names", "A10", kind="ambiguous", ways=ways)
    return START9


def _find_kill(state: TwitchState, text: str, roster: Roster) -> tuple[Seat, Seat | None]:
    """Target and sender, if one is named. Every "by" may be part of a name, so all cuts are tried."""
    living, dome = state.living, state.living_dome
    cuts = [(text[: by.start()], text[by.end() :]) for by in BY.finditer(text)]
    ways = {(target, None) for target in roster.matches(text, living)} | {
        (target, sender)
        for before, after in cuts
        for target in roster.matches(before, living)
        for sender in roster.matches(after, dome)
    }
    if len(ways) == 1:
        return ways.pop()
    if ways:
        named = tuple(sorted((target,) if sender is None else (target, sender) for target, sender in ways))
        raise RuleViolation("ambiguous-names", "A10", kind="ambiguous", ways=named)
    if not cuts:
        return roster.find(text, living), None
    known = [cut for cut in cuts if roster.matches(cut[0], living)]
    before, after = (known or cuts)[-1]
    return roster.find(before, living), roster.find(after, dome)
