"""To Tell the Truth: nine players, three of them Mafia, and one true "or" statement a morning."""

from ringmaster.games.truth.game import TruthGame

__all__ = ["TruthGame"]
