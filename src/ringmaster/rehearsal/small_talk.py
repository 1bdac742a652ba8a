"""What the computer's people do beside what is asked of them: a word to their tribe, a confessional, a fan's vote."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from ringmaster.discord_app.actions import Favour
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.rehearsal.controls import Control, controls, find
from ringmaster.sessions.records import GameRecord, SeatRecord

TALKATIVE = 0.08
"""How likely a player says something in a phase."""

TALK = frozenset({"challenge", "council", "merge"})
"""The phases in which they talk."""

LINES = (
    "say Morning, everyone. Did anybody sleep?",
    "say I counted my cards twice. It did not help.",
    "say We should keep the high ones for later.",
    "say Nobody panic, but the coconuts are gone.",
    "say I am voting with the group, whatever the group is.",
    "confess They all think I am asleep. I am not.",
    "confess If I make it past this week, I owe somebody an apology.",
    "confess I like them all. That is going to be a problem.",
)


def small_talk(record: GameRecord, seat: SeatRecord, chance: Random) -> str | None:
    """What a player says now and then through the bot, where that is how players talk."""
    state = record.state
    if not isinstance(state, SurvivorState) or not record.anonymous or state.kind not in TALK:
        return None
    return chance.choice(LINES) if seat.number in state.living and chance.random() < TALKATIVE else None


def favourite_vote(components: Iterable[Control], chance: Random) -> tuple[str, str] | None:
    """The spectators' menu among these controls, and a choice from it; None if it is not there."""
    shown = list(controls(components))
    custom_id = find(shown, Favour)
    menu = next((control for control in shown if control["custom_id"] == custom_id), None)
    return None if menu is None else (menu["custom_id"], chance.choice(menu["options"])["value"])
