"""The games there are. A new game is added here (see ``docs/adding-a-game.md``)."""

from __future__ import annotations

from typing import Any

from ringmaster.games.kernel import Game
from ringmaster.games.survivor import SurvivorGame
from ringmaster.games.truth import TruthGame
from ringmaster.games.twitch import TwitchGame

GAMES: dict[str, Game[Any]] = {game.kind: game for game in (SurvivorGame(), TwitchGame(), TruthGame())}
