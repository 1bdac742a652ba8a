"""Ringmaster: a Discord bot that moderates Card Survivor, Twitch Plays Mafia and To Tell the Truth."""
