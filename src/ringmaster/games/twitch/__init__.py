"""Twitch Plays Mafia: one action of each kind a night by lot, and votes that cannot be taken back."""

from ringmaster.games.twitch.game import TwitchGame

__all__ = ["TwitchGame"]
