"""What is counted over many games, and how sure the counts are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from ringmaster.games.kernel import Event
from ringmaster.games.mafia import MafiaState
from ringmaster.games.survivor.facts import facts

NOBODY = "nobody"


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What one game has shown, by question."""

    answers: Mapping[str, str]
    """Questions with one answer a game: who has won."""
    numbers: Mapping[str, int]
    """Questions with a number: how many days it took."""
    causes: Mapping[str, Mapping[str, int]] = field(default_factory=dict[str, Mapping[str, int]])
    """Questions with an answer for each of several occasions: what decided the councils."""


def look_at(state: Any, events: Sequence[Event]) -> Findings:
    """What a game that has ended has shown.

    Args:
        state: its last state.
        events: all that has happened in it.
    """
    if isinstance(state, MafiaState):
        assert state.outcome is not None
        return Findings(
            answers={"winner": state.outcome.winner or NOBODY}, numbers={"days played": len(state.past_days)}
        )
    found = facts(events)
    return Findings(
        answers={
            "how the game ended": found.reason or NOBODY,
            "why the tribes merged": found.merged_because or "they did not",
            "a fan favourite": "yes" if found.has_favourite else "no",
            "the deciding vote": "needed" if found.deciding_vote else "not needed",
        },
        numbers={
            "councils held": sum(found.councils.values()),
            "councils that votes alone did not decide": found.ties,
            "idols played": found.idols_played,
            "votes voided by idols": found.votes_voided,
        },
        causes={
            "what decided the challenges": found.challenges,
            "what decided the councils": found.councils,
            "what decided the hands of the final four": found.hands,
        },
    )


@dataclass(slots=True)
class Tally:
    """The findings of many games added up. The order in which they are added does not matter."""

    games: int = 0
    answers: dict[str, Counter[str]] = field(default_factory=dict[str, "Counter[str]"])
    numbers: dict[str, Counter[int]] = field(default_factory=dict[str, "Counter[int]"])
    causes: dict[str, Counter[str]] = field(default_factory=dict[str, "Counter[str]"])

    def add(self, found: Findings) -> None:
        """Count one more game."""
        self.games += 1
        for question, answer in found.answers.items():
            self.answers.setdefault(question, Counter())[answer] += 1
        for question, number in found.numbers.items():
            self.numbers.setdefault(question, Counter())[number] += 1
        for question, causes in found.causes.items():
            self.causes.setdefault(question, Counter()).update(causes)

    def include(self, other: Tally) -> None:
        """Count all the games of another tally."""
        self.games += other.games
        for question, answers in other.answers.items():
            self.answers.setdefault(question, Counter()).update(answers)
        for question, numbers in other.numbers.items():
            self.numbers.setdefault(question, Counter()).update(numbers)
        for question, causes in other.causes.items():
            self.causes.setdefault(question, Counter()).update(causes)


def ranked(counter: Counter[str]) -> list[tuple[str, int]]:
    """The most frequent first; equally frequent ones by name."""
    return sorted(counter.items(), key=lambda item: (-item[1], item[0]))


def mean(counter: Counter[int]) -> float:
    """The mean of the numbers counted, at least one."""
    return sum(number * times for number, times in counter.items()) / counter.total()


def wilson(successes: int, trials: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's confidence interval for a share.

    Args:
        successes: how often it was so.
        trials: of how many times, at least 1.
        z: how many standard deviations; 1.96 for 95%.

    >>> [round(bound, 4) for bound in wilson(5, 10)]
    [0.2366, 0.7634]
    """
    share, weight = successes / trials, z * z / trials
    centre = (share + weight / 2) / (1 + weight)
    half = z * sqrt(share * (1 - share) / trials + weight / trials / 4) / (1 + weight)
    # Rounding must not put the share itself outside.
    return max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))
