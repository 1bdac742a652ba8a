"""Which games are simulated, by the numbers that people give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ringmaster.games.catalog import GAMES
from ringmaster.games.kernel import SettingError, Settings
from ringmaster.games.survivor.settings import SurvivorSettings
from ringmaster.games.truth.settings import TruthSettings
from ringmaster.games.twitch.settings import TwitchSettings

TWITCH_PLAYERS = 12
"""How many play Twitch Plays Mafia if nothing else is said; its rulebook leaves it open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """One kind of game with its settings and its number of seats."""

    kind: str
    settings: Settings
    seats: int

    @property
    def title(self) -> str:
        """In words, for a heading."""
        match self.settings:
            case TruthSettings(mafia=mafia):
                sides = f", {mafia} of them Mafia"
            case TwitchSettings():
                sides = f", {self.settings.dome_among(self.seats)} of them Dome"
            case _:
                sides = ""
        return f"{GAMES[self.kind].title}: {self.seats} players{sides}"


def find_setup(kind: str, players: int | None = None, mafia: int | None = None) -> Setup:
    """The games that are asked for.

    Args:
        kind: ``survivor``, ``twitch`` or ``truth``.
        players: how many seats; the rulebook's number when None.
        mafia: how many of them are Mafia, or Dome; the rulebook's number when None.

    Raises:
        SettingError: there is no such game, or it cannot be played with these numbers.
    """
    wanted = {"players": players, "mafia": mafia}
    given: dict[str, Any] = {name: number for name, number in wanted.items() if number is not None}
    match kind:
        case "survivor" if mafia is not None:
            raise SettingError("mafia", "Card Survivor has no Mafia")
        case "survivor":
            settings = SurvivorSettings(**given)
            setup = Setup(kind=kind, settings=settings, seats=settings.players)
        case "twitch":
            seats = TWITCH_PLAYERS if players is None else players
            setup = Setup(kind=kind, settings=TwitchSettings(dome=mafia or 0), seats=seats)
        case "truth":
            settings = TruthSettings(**given)
            setup = Setup(kind=kind, settings=settings, seats=settings.players)
        case _:
            raise SettingError("game", f"there is no game {kind!r}; there are: {', '.join(GAMES)}")
    allowed = GAMES[kind].seats_allowed(setup.settings)
    if setup.seats not in allowed:
        numbers = f"from {allowed.start} to {allowed.stop - 1}"
        raise SettingError("players", f"with these settings {kind} takes {numbers} players, not {setup.seats}")
    return setup
