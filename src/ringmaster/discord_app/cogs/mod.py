"""``/mod``: repairing mistakes and speaking to players, for the game's moderators."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands
from discord.ext import commands

from ringmaster.discord_app.answering import Interaction
from ringmaster.discord_app.cogs import completion
from ringmaster.discord_app.cogs.acting import done, find_seat, require_person
from ringmaster.discord_app.finding import HOSTED, MODERATED, MODERATED_SEASON, UNFINISHED, Wanted
from ringmaster.discord_app.front_desk import FrontDesk
from ringmaster.discord_app.hiding import look_at
from ringmaster.discord_app.message_links import links_in, read_link
from ringmaster.discord_app.presenters import answers, asking
from ringmaster.sessions.idol import state_of
from ringmaster.sessions.messages import Message
from ringmaster.sessions.records import GameRecord, Source

Act = Callable[[GameRecord, Source], Awaitable[GameRecord]]

UNDOABLE = Wanted(part="moderator", statuses=("running", "paused", "over"))

LOG_ENTRIES = 60
"""How many of the newest log entries ``/mod log`` shows."""


@app_commands.guild_only()
class ModCommands(commands.GroupCog, group_name="mod", group_description="Repair mistakes and speak to players"):
    """For the game's moderators."""

    def __init__(self, desk: FrontDesk) -> None:
        self.desk = desk

    async def _act(self, interaction: Interaction, named: str | None, wanted: Wanted, act: Act) -> None:
        async def work(record: GameRecord, source: Source) -> Message:
            return await done(self.desk.sessions, await act(record, source), source)

        await self.desk.command(interaction, named, wanted, work)

    @app_commands.command()
    @app_commands.autocomplete(seat=completion.living_seats, game=completion.games)
    async def submit(self, interaction: Interaction, seat: str, text: str, game: str | None = None) -> None:
        """Send something for a seat, as if it had sent it

        Args:
            seat: For whom
            text: What it sends, such as: vote Ada
            game: Which game, if there are several
        """

        async def work(record: GameRecord, source: Source) -> Message:
            if record.kind == MODERATED_SEASON.kind and links_in(text):
                number = find_seat(record, seat)
                await self.desk.sessions.claim_idol(record.id, read_link(text), source, seat=number)
                return answers.looking_for(record, number)
            receipt = await self.desk.sessions.submit(
                record.id, source, text, seat=find_seat(record, seat), confirmed=True
            )
            return self.desk.presenters.receipt(receipt)

        await self.desk.command(interaction, game, MODERATED, work)

    @app_commands.command()
    @app_commands.autocomplete(seat=completion.seats, game=completion.games)
    async def replace(self, interaction: Interaction, seat: str, user: discord.Member, game: str | None = None) -> None:
        """Let somebody else play for a seat; it keeps everything

        Args:
            seat: Which seat
            user: Who plays for it from now on
            game: Which game, if there are several
        """

        async def act(record: GameRecord, source: Source) -> GameRecord:
            require_person(user)
            return await self.desk.sessions.replace(record.id, find_seat(record, seat), user.id, source)

        await self._act(interaction, game, MODERATED, act)

    @app_commands.command()
    @app_commands.autocomplete(seat=completion.living_seats, game=completion.games)
    async def remove(
        self,
        interaction: Interaction,
        seat: str,
        reason: app_commands.Range[str, 1, 500],
        game: str | None = None,
    ) -> None:
        """Take a seat out of the game

        Args:
            seat: Which seat
            reason: Why, for the moderators
            game: Which game, if there are several
        """
        await self._act(
            interaction,
            game,
            MODERATED,
            lambda record, source: self.desk.sessions.remove(record.id, find_seat(record, seat), reason, source),
        )

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def undo(self, interaction: Interaction, game: str | None = None) -> None:
        """Show what can be undone, and undo what you choose

        Args:
            game: Which game, if there are several
        """

        async def work(record: GameRecord, _: Source) -> Message:
            points = await self.desk.sessions.undo_points(record.id)
            return self.desk.presenters.undo_points(record, points)

        await self.desk.command(
            interaction, game, Wanted(part="moderator", statuses=("running", "paused", "over")), work
        )

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def announce(
        self, interaction: Interaction, text: app_commands.Range[str, 1, 1900], game: str | None = None
    ) -> None:
        """Post on the stage, as the moderators

        Args:
            text: What everyone reads
            game: Which game, if there are several
        """
        await self._act(
            interaction, game, HOSTED, lambda record, source: self.desk.sessions.announce(record.id, text, source)
        )

    @app_commands.command()
    @app_commands.autocomplete(seat=completion.seats, game=completion.games)
    async def tell(
        self,
        interaction: Interaction,
        seat: str,
        text: app_commands.Range[str, 1, 1900],
        game: str | None = None,
    ) -> None:
        """Write to one seat in private, as the moderators

        Args:
            seat: To whom
            text: What they read
            game: Which game, if there are several
        """
        await self._act(
            interaction,
            game,
            UNFINISHED,
            lambda record, source: self.desk.sessions.tell(record.id, find_seat(record, seat), text, source),
        )

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def idol(
        self,
        interaction: Interaction,
        message: app_commands.Range[str, 1, 500],
        phrase: app_commands.Range[str, 1, 200] | None = None,
        game: str | None = None,
    ) -> None:
        """Hide the idol in a message; I remove it when the idol is found

        Args:
            message: The link to the message
            phrase: Words in it that go instead of the whole message
            game: Which game, if there are several
        """

        async def act(record: GameRecord, source: Source) -> GameRecord:
            state_of(record)
            found = await look_at(self.desk.authority, record, read_link(message), phrase)
            return await self.desk.sessions.hide_idol(record.id, found, source)

        await self._act(interaction, game, MODERATED_SEASON, act)

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def questions(self, interaction: Interaction, game: str | None = None) -> None:
        """Show the spectators' questions that wait, to pass them on or drop them

        Args:
            game: Which game, if there are several
        """

        async def work(record: GameRecord, _: Source) -> Message:
            return asking.queue(record, record.questions)

        await self.desk.command(interaction, game, MODERATED_SEASON, work)

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def cohost(
        self, interaction: Interaction, user: discord.Member, remove: bool = False, game: str | None = None
    ) -> None:
        """Make somebody a moderator of the game, beside you

        Args:
            user: Whom
            remove: Take that back instead
            game: Which game, if there are several
        """

        async def act(record: GameRecord, source: Source) -> GameRecord:
            if remove:
                return await self.desk.sessions.remove_cohost(record.id, user.id, source)
            require_person(user)
            return await self.desk.sessions.cohost(record.id, user.id, source)

        await self._act(interaction, game, UNFINISHED, act)

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def log(self, interaction: Interaction, game: str | None = None) -> None:
        """Show what has happened lately, everything told

        Args:
            game: Which game, if there are several
        """

        async def work(record: GameRecord, _: Source) -> Message:
            entries = await self.desk.sessions.log(record.id, last=LOG_ENTRIES)
            return self.desk.presenters.log(record, entries)

        await self.desk.command(interaction, game, HOSTED, work)

    @app_commands.command()
    @app_commands.autocomplete(seat=completion.seats, game=completion.games)
    async def resend(self, interaction: Interaction, seat: str, game: str | None = None) -> None:
        """Send a seat again what could not be delivered, or what is asked of it

        Args:
            seat: To whom
            game: Which game, if there are several
        """

        async def work(record: GameRecord, source: Source) -> Message:
            number = find_seat(record, seat)
            messages = await self.desk.sessions.resend(record.id, number, source)
            return answers.resent(record, number, messages)

        await self.desk.command(interaction, game, UNFINISHED, work)
