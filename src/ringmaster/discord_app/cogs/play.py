"""The players' commands, in servers and in direct messages."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from ringmaster.discord_app.answering import Interaction
from ringmaster.discord_app.cogs import completion
from ringmaster.discord_app.cogs.playing import Playing
from ringmaster.discord_app.finding import HOW_I_STAND, PLAYED, WATCHED
from ringmaster.discord_app.front_desk import FrontDesk
from ringmaster.games.kernel import Answer, RuleViolation
from ringmaster.sessions.messages import Message
from ringmaster.sessions.records import GameRecord, Source

VOTE_MENU = "Vote for this player"


@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
class PlayCommands(commands.Cog):
    """For everyone who plays."""

    def __init__(self, desk: FrontDesk) -> None:
        self.desk = desk
        self.playing = Playing(desk)

    async def _send(self, interaction: Interaction, named: str | None, text: str) -> None:
        async def work(record: GameRecord, source: Source) -> Message:
            return await self.playing.send(record, source, text)

        await self.desk.command(interaction, named, PLAYED, work)

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def act(
        self, interaction: Interaction, text: app_commands.Range[str, 1, 500] | None = None, game: str | None = None
    ) -> None:
        """Show what is asked of you, or send it in words

        Args:
            text: What you send, such as: vote Ada
            game: Which game, if you are in several
        """
        if text is None:
            await self.desk.command(interaction, game, PLAYED, self.playing.ask)
        else:
            await self._send(interaction, game, text)

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def me(self, interaction: Interaction, game: str | None = None) -> None:
        """Show your role or hand, what you have sent, and the deadline

        Args:
            game: Which game, if you are in several
        """
        await self.desk.command(interaction, game, HOW_I_STAND, self.playing.me)

    @app_commands.command()
    @app_commands.autocomplete(player=completion.players, game=completion.games)
    async def vote(
        self, interaction: Interaction, player: app_commands.Range[str, 1, 100], game: str | None = None
    ) -> None:
        """Vote for a player

        Args:
            player: Whom
            game: Which game, if you are in several
        """
        await self._send(interaction, game, f"vote {player}")

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def unvote(self, interaction: Interaction, game: str | None = None) -> None:
        """Take your vote back

        Args:
            game: Which game, if you are in several
        """
        await self._send(interaction, game, "unvote")

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def votes(self, interaction: Interaction, past: bool = False, game: str | None = None) -> None:
        """Show the vote count

        Args:
            past: The counts of earlier days instead
            game: Which game, if there are several
        """

        async def work(record: GameRecord, _: Source) -> Message:
            return await self.playing.votes(record, past=past)

        await self.desk.command(interaction, game, WATCHED, work)

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def rules(
        self, interaction: Interaction, clause: app_commands.Range[str, 1, 20] | None = None, game: str | None = None
    ) -> None:
        """Show the rules, or one clause of them

        Args:
            clause: Which clause or section, such as L2.1
            game: Which game, if there are several
        """

        call = await self.desk.call(interaction)
        await self.desk.answering.answer(interaction, self.playing.rules(call, game, clause))


def vote_menu(desk: FrontDesk) -> app_commands.ContextMenu:
    """The entry in the menu on people that votes for them."""
    playing = Playing(desk)

    async def vote_for(interaction: Interaction, member: discord.Member) -> None:
        async def work(record: GameRecord, source: Source) -> Message:
            if record.anonymous:
                raise RuleViolation("anonymous-game", "S2.2")
            seat = record.seat_of(member.id)
            if seat is None:
                raise RuleViolation("not-a-player", "A2")
            return await playing.send(record, source, Answer(name="vote", picks=((seat.number,),)))

        await desk.command(interaction, None, PLAYED, work)

    return app_commands.guild_only()(app_commands.ContextMenu(name=VOTE_MENU, callback=vote_for))
