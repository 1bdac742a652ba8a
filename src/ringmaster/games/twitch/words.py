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
    namesakes = [seat for seat in state.living if fold(roster.name(seat)) == START9]
    if namesakes:
        ways = ((START9,), (namesakes[0],))
        raise RuleViolation("ambiguous-names", "A10", kind="ambiguous", ways=ways)
    return START9


def _find_kill(state: TwitchState, text: str, roster: Roster) -> tuple[Seat, Seat | None]:
    """Target and sender, if one is named. Every "by" may be part of a name, so all cuts are tried."""
    targets = {fold(roster.name(seat)): seat for seat in state.living}
    senders = {fold(roster.name(seat)): seat for seat in state.living_dome}
    cuts = [(text[: by.start()], text[by.end() :]) for by in BY.finditer(text)]
    ways: set[tuple[Seat, ...]] = {
        (targets[fold(target)], senders[fold(sender)])
        for target, sender in cuts
        if fold(target) in targets and fold(sender) in senders
    }
    if fold(text) in targets:
        ways.add((targets[fold(text)],))
    if len(ways) > 1:
        raise RuleViolation("ambiguous-names", "A10", kind="ambiguous", ways=tuple(sorted(ways)))
    if ways:
        target, *sender = ways.pop()
        return target, sender[0] if sender else None
    if not cuts:
        return roster.find(text, state.living), None
    named = [(target, sender) for target, sender in cuts if fold(target) in targets]
    target, sender = (named or cuts)[-1]
    return roster.find(target, state.living), roster.find(sender, state.living_dome)
