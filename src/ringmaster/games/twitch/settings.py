"""What a moderator can choose in Twitch Plays Mafia."""

from __future__ import annotations

from dataclasses import dataclass

from ringmaster.games.kernel import Settings, setting
from ringmaster.games.voting import TIE_RULES

FEWEST_SEATS, MOST_SEATS = 5, 40


@dataclass(frozen=True, slots=True, kw_only=True)
class TwitchSettings(Settings):
    """The rulings of the rulebook, their defaults first."""

    dome: int = setting(
        0,
        clause="T1.2",
        help="How many seats are Dome Supporters, fewer than half; 0 takes a quarter of them, at least one.",
        least=0,
        most=(MOST_SEATS - 1) // 2,
    )
    night_zero: str = setting(
        "full",
        clause="T1.3",
        help="Whether the game starts with a full night, with one without the kill, or on Day 1.",
        choices=("full", "no-kill", "skip"),
    )
    night_feed: str = setting(
        "none",
        clause="T2.5",
        help="Whether the morning tells how many submissions of each kind there were.",
        choices=("none", "counts"),
    )
    missed_kill: str = setting(
        "none",
        clause="T3.3",
        help="What happens when the Dome name no kill: nothing, or a random Helix Follower dies.",
        choices=("none", "random"),
    )
    stun_notice: str = setting(
        "none", clause="T4.8", help="Whether a stunned seat is told in private.", choices=("none", "told")
    )
    self_vote: str = setting(
        "allowed", clause="T5.1", help="Whether a seat may vote for itself.", choices=("allowed", "forbidden")
    )
    day_tie: str = setting("roll", clause="T5.5", help="What happens when the most votes are tied.", choices=TIE_RULES)
    stalemate_after: int = setting(
        3,
        clause="T6.4",
        help="After how many days and nights in a row without a death the moderators are asked about a draw.",
        least=1,
        most=100,
    )
    day_hours: int = setting(48, clause="T5.4", help="How many hours a day lasts.", least=1, most=336)
    night_hours: int = setting(24, clause="T2.1", help="How many hours a night lasts.", least=1, most=336)

    def dome_among(self, seats: int) -> int:
        """How many of so many seats are Dome (T1.2).

        >>> [TwitchSettings().dome_among(seats) for seats in (5, 8, 11, 12)]
        [1, 2, 2, 3]
        """
        return self.dome or max(1, seats // 4)
