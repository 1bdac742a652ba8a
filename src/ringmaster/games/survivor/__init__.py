"""Card Survivor: sixteen seats, forty cards each, two tribes, a merge, a final four and a jury."""

from ringmaster.games.survivor.game import SurvivorGame

__all__ = ["SurvivorGame"]
