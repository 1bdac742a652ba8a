"""``/game``: creating games, settings, sign-ups, the player list, start and end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime

import discord
from discord import app_commands
from discord.ext import commands

from ringmaster.discord_app.answering import Interaction
from ringmaster.discord_app.cogs import completion
from ringmaster.discord_app.cogs.acting import done, find_seat, require_person
from ringmaster.discord_app.finding import FINISHED, HOSTED, KEPT, PREPARED, UNFINISHED, Wanted
from ringmaster.discord_app.front_desk import FrontDesk
from ringmaster.discord_app.permissions import powers
from ringmaster.discord_app.presenters import answers
from ringmaster.discord_app.seat_names import seat_name
from ringmaster.games.catalog import GAMES
from ringmaster.games.kernel import RuleViolation
from ringmaster.sessions.messages import Message
from ringmaster.sessions.records import LIVE, GameRecord, Source

Act = Callable[[GameRecord, Source], Awaitable[GameRecord]]


@app_commands.guild_only()
class GameCommands(commands.GroupCog, group_name="game", group_description="Set up and run a game"):
    """For members with Manage Server or the host role, and each game's moderators."""

    def __init__(self, desk: FrontDesk) -> None:
        self.desk = desk

    async def _act(self, interaction: Interaction, named: str | None, wanted: Wanted, act: Act) -> None:
        async def work(record: GameRecord, source: Source) -> Message:
            return await done(self.desk.sessions, await act(record, source), source)

        await self.desk.command(interaction, named, wanted, work, hosting=True)

    @app_commands.command()
    @app_commands.choices(kind=[app_commands.Choice(name=game.title, value=kind) for kind, game in GAMES.items()])
    async def create(
        self,
        interaction: Interaction,
        kind: str,
        name: app_commands.Range[str, 1, 80],
        channel: discord.TextChannel | None = None,
    ) -> None:
        """Create a game in this server

        Args:
            kind: Which rules it is played by
            name: What it is called
            channel: The channel that it is played in; a new one if left out
        """

        async def work() -> Message:
            assert interaction.guild_id is not None
            source = await self.desk.authority.source(
                interaction.user, interaction.id, interaction.guild_id, hosting=True
            )
            if channel is not None and not channel.permissions_for(channel.guild.default_role).view_channel:
                raise RuleViolation("channel-hidden", "A6")
            channel_id = None if channel is None else channel.id
            record = await self.desk.sessions.create(kind, name, interaction.guild_id, source, channel_id)
            return self.desk.presenters.created(record)

        await self.desk.answering.answer(interaction, work())

    @app_commands.command(name="set")
    @app_commands.autocomplete(setting=completion.settings, value=completion.setting_values, game=completion.games)
    async def set_(self, interaction: Interaction, setting: str, value: str, game: str | None = None) -> None:
        """Change a setting, until the game starts

        Args:
            setting: Which setting
            value: What it shall be
            game: Which game, if there are several
        """
        await self._act(
            interaction,
            game,
            PREPARED,
            lambda record, source: self.desk.sessions.change_setting(record.id, setting, value, source),
        )

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def settings(self, interaction: Interaction, game: str | None = None) -> None:
        """Show all settings with what they mean

        Args:
            game: Which game, if there are several
        """

        async def work(record: GameRecord, _: Source) -> Message:
            return self.desk.presenters.settings(record)

        await self.desk.command(interaction, game, HOSTED, work, hosting=True)

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def open(self, interaction: Interaction, game: str | None = None) -> None:
        """Open sign-ups: posts the message with the buttons to join

        Args:
            game: Which game, if there are several
        """
        await self._act(interaction, game, PREPARED, lambda record, source: self.desk.sessions.open(record.id, source))

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def start(self, interaction: Interaction, override: bool = False, game: str | None = None) -> None:
        """Start the game with those who have signed up

        Args:
            override: Start although players could look behind the scenes
            game: Which game, if there are several
        """

        async def act(record: GameRecord, source: Source) -> GameRecord:
            if not override:
                await self._refuse_powerful(record)
            return await self.desk.sessions.start(record.id, source)

        await self._act(interaction, game, PREPARED, act)

    async def _refuse_powerful(self, record: GameRecord) -> None:
        seats = [seat for seat in record.seats if await self._is_powerful(record.guild_id, seat.accounts)]
        if seats:
            raise RuleViolation("powerful-players", "S2.2", seats=tuple(seat.number for seat in seats))

    async def _is_powerful(self, guild_id: int, accounts: Iterable[int]) -> bool:
        members = [await self.desk.authority.member(guild_id, discord.Object(account)) for account in accounts]
        return any(powers(member.guild_permissions) for member in members if member is not None)

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def status(self, interaction: Interaction, game: str | None = None) -> None:
        """Show the phase, the deadline, who is missing and what needs a decision

        Args:
            game: Which game, if there are several
        """

        async def work(record: GameRecord, _: Source) -> Message:
            return self.desk.presenters.status(await self.desk.sessions.status(record.id))

        await self.desk.command(interaction, game, UNFINISHED, work, hosting=True)

    @app_commands.command(name="list")
    async def list_(self, interaction: Interaction) -> None:
        """List the games of this server"""

        async def work() -> Message:
            call = await self.desk.call(interaction, hosting=True)
            if not call.spot.manages and not await self.desk.finder.own(interaction.user.id, "moderator"):
                raise RuleViolation("not-host", "A6")
            found = await self.desk.sessions.find(guild_id=interaction.guild_id, statuses=KEPT)
            return self.desk.presenters.games(found)

        await self.desk.answering.answer(interaction, work())

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def end(
        self,
        interaction: Interaction,
        result: app_commands.Range[str, 1, 500] | None = None,
        game: str | None = None,
    ) -> None:
        """End the game now

        Args:
            result: How it has ended, in words
            game: Which game, if there are several
        """

        async def finish(record: GameRecord, source: Source) -> Message:
            return await done(self.desk.sessions, await self.desk.sessions.end(record.id, result, source), source)

        async def work(record: GameRecord, source: Source) -> Message:
            if record.status in LIVE or (record.status == "open" and record.seats):
                sure = self.desk.pending.ask(source.account, lambda _: finish(record, source))
                return answers.sure_to_end(record, sure)
            return await finish(record, source)

        await self.desk.command(interaction, game, UNFINISHED, work, hosting=True)

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def archive(self, interaction: Interaction, game: str | None = None) -> None:
        """Close the channels of a game that is over, and list it no longer

        Args:
            game: Which game, if there are several
        """

        async def put_away(record: GameRecord, source: Source) -> Message:
            return await done(self.desk.sessions, await self.desk.sessions.archive(record.id, source), source)

        async def work(record: GameRecord, source: Source) -> Message:
            if record.status != "over":
                return await put_away(record, source)
            sure = self.desk.pending.ask(source.account, lambda _: put_away(record, source))
            return answers.sure_to_archive(record, sure)

        await self.desk.command(interaction, game, FINISHED, work, hosting=True)

    @app_commands.command(name="seat-add")
    @app_commands.autocomplete(game=completion.games)
    async def seat_add(
        self,
        interaction: Interaction,
        user: discord.Member,
        name: app_commands.Range[str, 1, 32] | None = None,
        since: str | None = None,
        game: str | None = None,
    ) -> None:
        """Give somebody a seat, before the game starts

        Args:
            user: Who gets it
            name: What the seat is called; their display name if left out
            since: Member since when, such as 2021-03-05
            game: Which game, if there are several
        """

        async def act(record: GameRecord, source: Source) -> GameRecord:
            require_person(user)
            theirs = None if record.anonymous else seat_name(user.display_name, user.name)
            return await self.desk.sessions.seat_add(record.id, user.id, name or theirs, source, read_date(since))

        await self._act(interaction, game, PREPARED, act)

    @app_commands.command(name="seat-remove")
    @app_commands.autocomplete(seat=completion.seats, game=completion.games)
    async def seat_remove(
        self,
        interaction: Interaction,
        seat: str | None = None,
        user: discord.Member | None = None,
        game: str | None = None,
    ) -> None:
        """Take a seat away again, before the game starts

        Args:
            seat: Which seat
            user: Or whose
            game: Which game, if there are several
        """

        async def act(record: GameRecord, source: Source) -> GameRecord:
            theirs = None if user is None else record.seat_of(user.id)
            number = theirs.number if theirs is not None else find_seat(record, seat or "")
            return await self.desk.sessions.seat_remove(record.id, number, source)

        await self._act(interaction, game, PREPARED, act)

    @app_commands.command(name="seat-edit")
    @app_commands.autocomplete(seat=completion.seats, game=completion.games)
    async def seat_edit(
        self,
        interaction: Interaction,
        seat: str,
        name: app_commands.Range[str, 1, 32] | None = None,
        since: str | None = None,
        avatar: str | None = None,
        game: str | None = None,
    ) -> None:
        """Change what a seat is called and looks like

        Args:
            seat: Whose seat
            name: What it is called from now on
            since: Member since when, such as 2021-03-05
            avatar: The address of its picture
            game: Which game, if there are several
        """

        async def act(record: GameRecord, source: Source) -> GameRecord:
            return await self.desk.sessions.seat_edit(
                record.id,
                find_seat(record, seat),
                source,
                name=name,
                since=read_date(since),
                avatar=avatar,
            )

        await self._act(interaction, game, HOSTED, act)


def read_date(text: str | None) -> datetime | None:
    """A date that a moderator typed, as the start of that day.

    Raises:
        RuleViolation: ``no-such-date``.

    >>> read_date("2021-03-05")
    datetime.datetime(2021, 3, 5, 0, 0, tzinfo=datetime.timezone.utc)
    """
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text.strip())
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        raise RuleViolation("no-such-date", "S2.3", kind="not-understood", text=text) from None
