"""What players of an anonymous game say through the bot, by command."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from ringmaster.discord_app.answering import Interaction
from ringmaster.discord_app.cogs import completion
from ringmaster.discord_app.finding import IN_SEASON
from ringmaster.discord_app.front_desk import FrontDesk
from ringmaster.discord_app.presenters import answers
from ringmaster.sessions.messages import Message
from ringmaster.sessions.records import GameRecord, Source

Words = app_commands.Range[str, 1, 2000]


@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
class TalkCommands(commands.Cog):
    """For players of Card Survivor. Replies are private, so that a command shows nobody who plays."""

    def __init__(self, desk: FrontDesk) -> None:
        self.desk = desk

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def say(self, interaction: Interaction, text: Words, game: str | None = None) -> None:
        """Say something to your tribe; after the merge to everyone

        Args:
            text: What you say
            game: Which game, if you are in several
        """

        async def work(record: GameRecord, source: Source) -> Message:
            await self.desk.sessions.say(record.id, source, text)
            return answers.said(record)

        await self.desk.command(interaction, game, IN_SEASON, work)

    @app_commands.command()
    @app_commands.autocomplete(to=completion.whispered_to, game=completion.games)
    async def whisper(
        self,
        interaction: Interaction,
        to: app_commands.Range[str, 1, 100],
        text: Words,
        game: str | None = None,
    ) -> None:
        """Say something to one player alone

        Args:
            to: To whom
            text: What you say
            game: Which game, if you are in several
        """

        async def work(record: GameRecord, source: Source) -> Message:
            record.require_live()
            seat = record.roster.find(to, record.game.living(record.state))
            await self.desk.sessions.whisper(record.id, source, seat, text)
            return answers.whispered(record, seat)

        await self.desk.command(interaction, game, IN_SEASON, work)

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def confess(self, interaction: Interaction, text: Words, game: str | None = None) -> None:
        """Say something that only spectators and moderators read

        Args:
            text: What you say
            game: Which game, if you are in several
        """

        async def work(record: GameRecord, source: Source) -> Message:
            await self.desk.sessions.confess(record.id, source, text)
            return answers.confessed()

        await self.desk.command(interaction, game, IN_SEASON, work)
