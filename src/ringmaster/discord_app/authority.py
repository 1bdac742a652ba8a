"""Who somebody is to a game: their permissions in its server, looked up on every call."""

from __future__ import annotations

from typing import TypeAlias

import discord

from ringmaster.sessions.records import Source

Person: TypeAlias = discord.User | discord.Member


class Authority:
    """Looks up what people may do in the servers that games are played in."""

    def __init__(self, client: discord.Client, host_role: str | None = None) -> None:
        self.client = client
        self._host_role = host_role

    async def source(self, person: Person, snowflake: int, guild_id: int, *, hosting: bool = False) -> Source:
        """Somebody who wants something in a server's game, by a message or interaction.

        Args:
            person: who wants it.
            snowflake: the ID of the message or interaction, which says when (A1).
            guild_id: the game's server, wherever the person is at the moment.
            hosting: whether the host role counts like Manage Server.
        """
        member = await self.member(guild_id, person)
        return Source(
            account=person.id,
            at=discord.utils.snowflake_time(snowflake),
            snowflake=snowflake,
            manages=member is not None and self._manages(member, hosting=hosting),
        )

    async def member(self, guild_id: int, person: Person | discord.Object) -> discord.Member | None:
        """A person as a member of a server; None when they are not (or the bot is not)."""
        if isinstance(person, discord.Member) and person.guild.id == guild_id:
            return person
        guild = self.client.get_guild(guild_id)
        if guild is None:
            return None
        try:
            return guild.get_member(person.id) or await guild.fetch_member(person.id)
        except discord.NotFound:
            return None

    def _manages(self, member: discord.Member, *, hosting: bool) -> bool:
        return member.guild_permissions.manage_guild or (hosting and self._has_host_role(member))

    def _has_host_role(self, member: discord.Member) -> bool:
        wanted = self._host_role
        return wanted is not None and any(
            str(role.id) == wanted or role.name.casefold() == wanted.casefold() for role in member.roles
        )
