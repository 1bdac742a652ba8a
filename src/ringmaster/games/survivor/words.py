"""What people type: ``public 10 secret 5``, ``play 15 3``, ``vote Samantha``, ``idol play``, ``hand 5``."""

from __future__ import annotations

import re

from ringmaster.games.kernel import Answer, Roster, RuleViolation, fold
from ringmaster.games.names import split_verb
from ringmaster.games.survivor.cards import Card
from ringmaster.games.survivor.state import SurvivorState

NUMBER = re.compile(r"[-−–]?\d{1,3}(?!\d)")
FILLER = re.compile(r"(?:[\s,;:&+/]|\band\b|\bcards?\b|\bthe\b)*", re.IGNORECASE)
KIND = re.compile(r"\b(public|secret)\b", re.IGNORECASE)


def parse(state: SurvivorState, text: str, roster: Roster) -> Answer:
    """The answer in a person's words. Upper or lower case; names as in A10.

    Raises:
        RuleViolation: the words, a card or a name are not understood.
    """
    verb, rest = split_verb(text)
    match verb:
        case "public" | "secret":
            return _public_and_secret(text)
        case "play" if fold(rest) in {"idol", "theidol"}:
            return Answer(name="idol", picks=(("play",),))
        case "keep" if fold(rest) in {"idol", "theidol"}:
            return Answer(name="idol", picks=(("keep",),))
        case "play" if state.kind != "hand":
            return Answer(name="play", picks=(cards(rest),))
        case "hand" | "play":
            picked = cards(rest)
            return Answer(name="hand" if len(picked) == 1 else "line-up", picks=(picked,))
        case "line-up" | "lineup":
            return Answer(name="line-up", picks=(cards(rest),))
        case "take":
            return Answer(name="take", picks=(cards(rest),))
        case "vote":
            return Answer(name="vote", picks=((roster.find(rest, state.living),),))
        case "choose":
            return Answer(name="choose", picks=((roster.find(rest, state.living),),))
        case "favourite" | "favorite":
            return Answer(name="favourite", picks=((roster.find(rest, state.living),),))
        case "give":
            return _give(state, rest, roster)
        case "idol":
            return _idol(state, rest, roster)
        case _:
            raise RuleViolation("not-understood", "A3", kind="not-understood", text=text)


def cards(text: str) -> tuple[Card, ...]:
    """The cards in a text, in the order written; minus signs may be typographic.

    >>> cards("15, 3 and −5")
    (15, 3, -5)

    Raises:
        RuleViolation: there are none, or something else stands between them.
    """
    found = tuple(int(re.sub("[−–]", "-", number)) for number in NUMBER.findall(text))
    if not found or not all(FILLER.fullmatch(between) for between in NUMBER.split(text)):
        raise RuleViolation("cards-needed", "A3", kind="not-understood", text=text)
    return found


def _public_and_secret(text: str) -> Answer:
    """``public 10 secret 5`` in either order; the last card of a hand is public alone."""
    _, *parts = KIND.split(text.strip().removeprefix("/"))
    named = {kind.lower(): cards(rest) for kind, rest in zip(parts[::2], parts[1::2], strict=True)}
    if len(named) * 2 < len(parts) or any(len(found) != 1 for found in named.values()) or "public" not in named:
        raise RuleViolation("public-and-secret-needed", "S3.1", kind="not-understood", text=text)
    return Answer(name="public", picks=tuple(named[kind] for kind in ("public", "secret") if kind in named))


def _idol(state: SurvivorState, rest: str, roster: Roster) -> Answer:
    verb, name = split_verb(rest)
    if verb in {"play", "keep"} and not name:
        return Answer(name="idol", picks=((verb,),))
    if verb == "give":
        return _give(state, name, roster)
    raise RuleViolation("idol-words", "S8.5", kind="not-understood", text=rest)


def _give(state: SurvivorState, rest: str, roster: Roster) -> Answer:
    """``give Ada``, ``give idol to Ada``; a name is taken as it stands before little words are cut off."""
    for lead in ("", "to ", "idol to ", "the idol to "):
        if rest.lower().startswith(lead) and roster.matches(rest[len(lead) :], state.living):
            rest = rest[len(lead) :]
            break
    return Answer(name="give", picks=((roster.find(rest, state.living),),))
