"""``/phase``: looking ahead, closing, deadlines."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from discord import app_commands
from discord.ext import commands

from ringmaster.discord_app.answering import Interaction
from ringmaster.discord_app.cogs import completion
from ringmaster.discord_app.cogs.acting import done
from ringmaster.discord_app.finding import MODERATED
from ringmaster.discord_app.front_desk import FrontDesk
from ringmaster.discord_app.presenters import answers
from ringmaster.sessions.messages import Message
from ringmaster.sessions.records import GameRecord, Source

Act = Callable[[GameRecord, Source], Awaitable[GameRecord]]


@app_commands.guild_only()
class PhaseCommands(commands.GroupCog, group_name="phase", group_description="Preview, close or move a phase"):
    """For the game's moderators."""

    def __init__(self, desk: FrontDesk) -> None:
        self.desk = desk

    async def _act(self, interaction: Interaction, named: str | None, act: Act) -> None:
        async def work(record: GameRecord, source: Source) -> Message:
            return await done(self.desk.sessions, await act(record, source), source)

        await self.desk.command(interaction, named, MODERATED, work)

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def preview(self, interaction: Interaction, game: str | None = None) -> None:
        """Show what closing the phase now would do; nothing happens

        Args:
            game: Which game, if there are several
        """

        async def work(record: GameRecord, _: Source) -> Message:
            return self.desk.presenters.forecast(await self.desk.sessions.forecast(record.id))

        await self.desk.command(interaction, game, MODERATED, work)

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def close(self, interaction: Interaction, game: str | None = None) -> None:
        """Close the open phase now and post its results

        Args:
            game: Which game, if there are several
        """

        async def work(record: GameRecord, source: Source) -> Message:
            return answers.closed(await self.desk.sessions.close(record.id, source, record.phase))

        await self.desk.command(interaction, game, MODERATED, work)

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def deadline(self, interaction: Interaction, when: str, game: str | None = None) -> None:
        """Move the deadline of the open phase

        Args:
            when: 24h from now, +6h later than now set, 21:00, or 2026-12-03 21:00 in the game's time zone
            game: Which game, if there are several
        """
        await self._act(
            interaction, game, lambda record, source: self.desk.sessions.set_deadline(record.id, when, source)
        )

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def pause(self, interaction: Interaction, game: str | None = None) -> None:
        """Stop the clock; nothing can be sent meanwhile

        Args:
            game: Which game, if there are several
        """
        await self._act(interaction, game, lambda record, source: self.desk.sessions.pause(record.id, source))

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def resume(self, interaction: Interaction, game: str | None = None) -> None:
        """Let the clock go on, with as much time as was left

        Args:
            game: Which game, if there are several
        """
        await self._act(interaction, game, lambda record, source: self.desk.sessions.resume(record.id, source))
