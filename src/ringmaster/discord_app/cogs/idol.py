"""The idol: looking for it, giving it away, playing it; and watching over the message that holds it."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from ringmaster.discord_app.answering import Interaction
from ringmaster.discord_app.cogs import completion
from ringmaster.discord_app.cogs.playing import Playing
from ringmaster.discord_app.finding import IN_SEASON
from ringmaster.discord_app.front_desk import FrontDesk
from ringmaster.discord_app.message_links import read_link
from ringmaster.discord_app.presenters import answers
from ringmaster.games.kernel import Answer
from ringmaster.sessions.messages import Message
from ringmaster.sessions.records import LIVE, GameRecord, IdolMessage, Source


async def claim(desk: FrontDesk, record: GameRecord, source: Source, text: str) -> Message:
    """Look where a text links to. What is found comes as a direct message."""
    await desk.sessions.claim_idol(record.id, read_link(text), source)
    return answers.looking()


@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
class IdolCommands(commands.GroupCog, group_name="idol", group_description="The hidden idol"):
    """For players of Card Survivor."""

    def __init__(self, desk: FrontDesk) -> None:
        self.desk = desk
        self.playing = Playing(desk)

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def claim(
        self, interaction: Interaction, link: app_commands.Range[str, 1, 500], game: str | None = None
    ) -> None:
        """Say which message holds the idol

        Args:
            link: The link to the message
            game: Which game, if you are in several
        """

        async def work(record: GameRecord, source: Source) -> Message:
            return await claim(self.desk, record, source, link)

        await self.desk.command(interaction, game, IN_SEASON, work)

    @app_commands.command()
    @app_commands.autocomplete(to=completion.others, game=completion.games)
    async def give(
        self, interaction: Interaction, to: app_commands.Range[str, 1, 100], game: str | None = None
    ) -> None:
        """Give the idol that you hold to another player

        Args:
            to: To whom
            game: Which game, if you are in several
        """

        async def work(record: GameRecord, source: Source) -> Message:
            return await self.playing.send(record, source, f"idol give {to}")

        await self.desk.command(interaction, game, IN_SEASON, work)

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def play(self, interaction: Interaction, game: str | None = None) -> None:
        """Play the idol that you hold at this council

        Args:
            game: Which game, if you are in several
        """
        await self._use(interaction, "play", game)

    @app_commands.command()
    @app_commands.autocomplete(game=completion.games)
    async def keep(self, interaction: Interaction, game: str | None = None) -> None:
        """Keep the idol after all, before the council closes

        Args:
            game: Which game, if you are in several
        """
        await self._use(interaction, "keep", game)

    async def _use(self, interaction: Interaction, use: str, game: str | None) -> None:
        async def work(record: GameRecord, source: Source) -> Message:
            return await self.playing.send(record, source, Answer(name="idol", picks=((use,),)))

        await self.desk.command(interaction, game, IN_SEASON, work)


class IdolWatch(commands.Cog):
    """Notices when the message that holds the idol is removed or edited by somebody."""

    def __init__(self, desk: FrontDesk) -> None:
        self.desk = desk

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """A message is gone."""
        if payload.guild_id is not None:
            await self.desk.sessions.messages_gone(payload.guild_id, {payload.message_id})

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Many messages are gone at once."""
        if payload.guild_id is not None:
            await self.desk.sessions.messages_gone(payload.guild_id, payload.message_ids)

    @commands.Cog.listener()
    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """A message was edited by its author; Discord also sends this when it shows a preview of a link."""
        if payload.guild_id is not None and payload.data.get("edited_timestamp"):
            await self.desk.sessions.message_edited(payload.guild_id, payload.message_id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone with all its messages."""
        await self.desk.sessions.channel_gone(channel.guild.id, channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone with all its messages."""
        await self.desk.sessions.channel_gone(payload.guild_id, payload.thread_id)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Connected anew: what was removed meanwhile was not told."""
        for summary in await self.desk.sessions.find(statuses=LIVE):
            record = await self.desk.sessions.get(summary.id)
            message = record.idol_message
            if message is not None and message.gone_at is None and await self._is_gone(message):
                await self.desk.sessions.messages_gone(record.guild_id, {message.message_id})

    async def _is_gone(self, message: IdolMessage) -> bool:
        channel = self.desk.authority.client.get_partial_messageable(message.channel_id)
        try:
            await channel.fetch_message(message.message_id)
        except discord.NotFound:
            return True
        except discord.HTTPException:  # it cannot be seen at the moment, which says nothing
            return False
        return False
