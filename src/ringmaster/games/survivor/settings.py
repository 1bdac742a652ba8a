"""What a moderator can choose in Card Survivor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ringmaster.games.kernel import SettingError, Settings, setting

FINALISTS = 3
"""How many seats the jury chooses from (S2.1)."""

FINAL_FOUR = 4
"""How many seats play the final-four game (S9.2)."""


def hours(default: int, clause: str, what: str) -> int:
    """A setting for the length of a phase."""
    return setting(default, clause=clause, help=f"How many hours {what}.", least=1, most=336)


@dataclass(frozen=True, slots=True, kw_only=True)
class SurvivorSettings(Settings):
    """The rulings of the rulebook, their defaults first, and the length of every phase."""

    players: int = setting(16, clause="S2.1", help="How many seats the game has; an even number.", least=8, most=24)
    merge_at: int = setting(10, clause="S2.1", help="With how many seats left the tribes merge.", least=5, most=22)
    jury: int = setting(6, clause="S2.1", help="How many jurors choose the winner.", least=1, most=19)
    anonymous: bool = setting(True, clause="S2.2", help="Whether every seat plays a character.")
    missed_challenge: str = setting(
        "lowest",
        clause="S3.5",
        help="What a seat plays that sent no cards for a challenge.",
        choices=("lowest", "random", "none"),
    )
    missed_vote: str = setting(
        "none",
        clause="S5.3",
        help="What becomes of a council vote that was not sent.",
        choices=("none", "self", "random"),
    )
    council_reveal: str = setting(
        "tally",
        clause="S5.4",
        help="Whether a council posts the votes each member got, or only who is out.",
        choices=("tally", "result"),
    )
    council_pace: str = setting(
        "paced",
        clause="S5.4",
        help="Whether a council's votes are read out one by one over about two minutes, or all at once.",
        choices=("paced", "at-once"),
    )
    rocks_pool: str = setting("unvoted", clause="S6.3", help="Who draws rocks.", choices=("unvoted", "untied"))
    fan_quorum: int = setting(
        7, clause="S9.3", help="How many spectators must vote for a favourite.", least=0, most=1000
    )
    fan_default: int = setting(8, clause="S9.4", help="The card of a favourite that does not choose.", choices=(8, 1))
    fan_tie: str = setting(
        "roll", clause="S9.5", help="What happens when the fans' vote is tied.", choices=("roll", "none")
    )
    hand_tie: str = setting(
        "roll",
        clause="S10.4",
        help="Who scores when the highest card of a hand was played twice.",
        choices=("roll", "split", "carry"),
    )
    missed_hand: str = setting(
        "lowest",
        clause="S10.8",
        help="Which card a seat plays that sent none for a hand.",
        choices=("lowest", "highest"),
    )
    pace: str = setting(
        "calendar",
        clause="S12.2",
        help="Whether deadlines stand in the calendar, or count from each phase's opening.",
        choices=("calendar", "rolling"),
    )
    challenge_hours: int = hours(24, "S12.2", "a challenge lasts")
    council_hours: int = hours(24, "S12.2", "a council lasts")
    merge_hours: int = hours(24, "S12.2", "the day off at the merge lasts")
    final_four_hours: int = hours(24, "S12.1", "the calendar keeps for the fan vote and the final-four game")
    fan_vote_hours: int = hours(8, "S12.3", "of these the fan vote takes")
    hand_hours: int = hours(1, "S12.2", "a hand of the final-four game lasts at most")
    choice_hours: int = hours(4, "S12.2", "the first place has to choose the third finalist")
    questions_hours: int = hours(24, "S12.2", "the jury has for questions")
    jury_vote_hours: int = hours(24, "S12.2", "the jury has to vote")
    deciding_vote_hours: int = hours(24, "S12.2", "the deciding vote may take")
    confession_delay: int = setting(
        0,
        clause="S13.1",
        help="After how many minutes spectators read a confessional.",
        least=0,
        most=1440,
    )

    def conflicts(self) -> Iterator[SettingError]:
        """Seats, merge and jury fit together, and the fan vote leaves time for the game (S2.1, S12.3)."""
        if self.players % 2:
            yield SettingError(
                "players", f"{self.players} players cannot form two equal tribes: the number must be even"
            )
        if self.merge_at > self.players - 2:
            yield SettingError(
                "merge_at",
                f"a merge at {self.merge_at} is too early for {self.players} players: "
                f"it can be at {self.players - 2} at most",
            )
        if self.jury > self.merge_at - FINALISTS:
            yield SettingError(
                "jury",
                f"a jury of {self.jury} is too large for a merge at {self.merge_at}: "
                f"it can be {self.merge_at - FINALISTS} at most",
            )
        if self.fan_vote_hours >= self.final_four_hours:
            yield SettingError(
                "fan_vote_hours",
                f"a fan vote of {self.fan_vote_hours} hours leaves nothing of the "
                f"{self.final_four_hours} hours of the final-four game",
            )
