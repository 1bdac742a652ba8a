"""What a moderator can choose in To Tell the Truth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ringmaster.games.kernel import SettingError, Settings, setting
from ringmaster.games.voting import TIE_RULES


@dataclass(frozen=True, slots=True, kw_only=True)
class TruthSettings(Settings):
    """The rulings of the rulebook, their defaults first."""

    players: int = setting(9, clause="L1.1", help="How many seats the game has.", least=5, most=20)
    mafia: int = setting(3, clause="L1.1", help="How many of them are Mafia; fewer than half.", least=1, most=9)
    start: str = setting("day", clause="L1.4", help="What the game starts with.", choices=("day", "night"))
    daytalk: bool = setting(True, clause="L1.3", help="Whether the Mafia's channel is open by day too.")
    self_vote: str = setting(
        "allowed", clause="L2.2", help="Whether a seat may vote for itself.", choices=("allowed", "forbidden")
    )
    hammer: bool = setting(True, clause="L2.3", help="Whether a majority ends the day at once.")
    no_elimination: str = setting(
        "allowed",
        clause="L2.4",
        help="Whether one may vote for no elimination.",
        choices=("allowed", "forbidden"),
    )
    day_tie: str = setting("roll", clause="L2.5", help="What happens when the most votes are tied.", choices=TIE_RULES)
    day_hours: int = setting(48, clause="L2.1", help="How many hours a day lasts.", least=1, most=336)
    night_hours: int = setting(24, clause="L3.2", help="How many hours a night lasts.", least=1, most=336)

    def conflicts(self) -> Iterator[SettingError]:
        """Mafia are fewer than half of the seats (L1.1)."""
        if self.mafia * 2 >= self.players:
            yield SettingError(
                "mafia",
                f"{self.mafia} Mafia of {self.players} players is too many: they must be fewer than half",
            )
