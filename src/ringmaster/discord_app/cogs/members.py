"""People who leave a server or come back. Their seats stay in the game."""

from __future__ import annotations

import discord
from discord.ext import commands

from ringmaster.discord_app.front_desk import FrontDesk


class Members(commands.Cog):
    """Keeps the tables informed about who is there."""

    def __init__(self, desk: FrontDesk) -> None:
        self.desk = desk

    @commands.Cog.listener()
    async def on_raw_member_remove(self, payload: discord.RawMemberRemoveEvent) -> None:
        """Somebody has left, or was removed; also those of whom nothing was cached."""
        await self.desk.sessions.presence(payload.guild_id, payload.user.id, away=True)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot has been removed from a server; not told when a server is only out of reach."""
        await self.desk.sessions.expelled(guild.id)

    @commands.Cog.listener()
    async def on_member_join(self, member: discord.Member) -> None:
        """Somebody has come (back)."""
        await self.desk.sessions.presence(member.guild.id, member.id, away=False)
