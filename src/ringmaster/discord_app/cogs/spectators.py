"""The spectators' commands."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from ringmaster.discord_app.answering import Interaction
from ringmaster.discord_app.cogs import completion
from ringmaster.discord_app.finding import Wanted
from ringmaster.discord_app.front_desk import FrontDesk
from ringmaster.discord_app.presenters import answers
from ringmaster.sessions.messages import Message
from ringmaster.sessions.records import GameRecord, Source

WATCHABLE = Wanted(part="none", statuses=("open", "running", "paused"))


async def toggle(desk: FrontDesk, record: GameRecord, source: Source) -> Message:
    """Make somebody a spectator, or no longer one."""
    after = await desk.sessions.spectate(record.id, source)
    return answers.spectating(after, watching=source.account in after.spectators)


@app_commands.guild_only()
class SpectatorCommands(commands.Cog):
    """For everyone who watches."""

    def __init__(self, desk: FrontDesk) -> None:
        self.desk = desk

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def spectate(self, interaction: Interaction, game: str | None = None) -> None:
        """Watch a game, or stop watching it

        Args:
            game: Which game, if there are several
        """

        async def work(record: GameRecord, source: Source) -> Message:
            return await toggle(self.desk, record, source)

        await self.desk.command(interaction, game, WATCHABLE, work)
