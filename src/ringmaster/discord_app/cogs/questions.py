"""Spectators' questions to the players, by way of the moderators."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from ringmaster.discord_app.actions import Weigh
from ringmaster.discord_app.answering import Interaction
from ringmaster.discord_app.cogs import completion
from ringmaster.discord_app.cogs.acting import done
from ringmaster.discord_app.finding import WATCHED_SEASON
from ringmaster.discord_app.front_desk import FrontDesk
from ringmaster.discord_app.presenters import asking
from ringmaster.sessions.messages import Message
from ringmaster.sessions.questions import LENGTH
from ringmaster.sessions.records import GameRecord, Source


@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
class QuestionCommands(commands.Cog):
    """For spectators of Card Survivor."""

    def __init__(self, desk: FrontDesk) -> None:
        self.desk = desk

    @app_commands.command()
    @app_commands.autocomplete(tribe=completion.tribes, game=completion.games)
    async def ask(
        self,
        interaction: Interaction,
        tribe: app_commands.Range[str, 1, 100],
        question: app_commands.Range[str, 1, LENGTH],
        game: str | None = None,
    ) -> None:
        """Ask a tribe something; the moderators decide whether they pass it on

        Args:
            tribe: Whom; everyone after the merge
            question: What you want to know
            game: Which game, if you watch several
        """

        async def work(record: GameRecord, source: Source) -> Message:
            await self.desk.sessions.ask(record.id, tribe, question, source)
            return asking.handed_over()

        await self.desk.command(interaction, game, WATCHED_SEASON, work)


async def weigh(desk: FrontDesk, record: GameRecord, source: Source, action: Weigh, *, listed: bool) -> Message:
    """Pass a question on or drop it.

    Args:
        desk: the front desk.
        record: the game.
        source: the moderator.
        action: what they have pressed.
        listed: whether they have pressed it in a list, which is shown again without the question.
    """
    deal = desk.sessions.pass_question if action.verb == "pass" else desk.sessions.drop_question
    after = await deal(record.id, action.to, source)
    line = await done(desk.sessions, after, source)
    if not listed:
        return line
    left = asking.queue(after, after.questions)
    return Message(text=f"{line.text}\n\n{left.text}", rows=left.rows)
