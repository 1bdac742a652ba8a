"""Looks at the message in which a moderator wants to hide the idol: whether it can be found, and removed (S8.1)."""

from __future__ import annotations

from typing import TypeAlias

import discord

from ringmaster.discord_app.authority import Authority
from ringmaster.games.kernel import RuleViolation, Seat
from ringmaster.sessions.idol import MessageLink
from ringmaster.sessions.records import GameRecord, IdolMessage

Readable: TypeAlias = discord.TextChannel | discord.Thread | discord.VoiceChannel | discord.StageChannel


async def look_at(authority: Authority, record: GameRecord, link: MessageLink, phrase: str | None) -> IdolMessage:
    """The message, once it is sure that everyone who plays can find it and that it can be removed.

    Args:
        authority: looks people up.
        record: the game.
        link: leads to the message.
        phrase: what is to be taken out of it instead of removing it; only the author of a message can edit it.

    Raises:
        RuleViolation: ``other-server``, ``message-not-seen``, ``channel-not-readable`` by a player,
            ``message-not-removable``, or ``phrase-not-there``.
    """
    if link.guild_id != record.guild_id:
        raise RuleViolation("other-server", "S8.1")
    channel = await _channel(authority.client, link)
    message = await _message(channel, link)
    hidden_from = await _hidden_from(authority, record, channel)
    if hidden_from is not None:
        raise RuleViolation("channel-not-readable", "S8.1", seat=hidden_from)
    user = authority.client.user
    own = user is not None and message.author.id == user.id
    wanted = (phrase or "").strip() or None
    if wanted is None and not _removable(channel, message, own=own):
        raise RuleViolation("message-not-removable", "S8.2")
    # What others have written the bot may not be allowed to read; then it takes the moderator's word.
    if wanted is not None and (own or message.content) and wanted not in message.content:
        raise RuleViolation("phrase-not-there", "S8.2", text=wanted)
    return IdolMessage(
        channel_id=channel.id,
        message_id=message.id,
        phrase=wanted,
        own=own,
        neighbours=await _neighbours(channel, message),
    )


async def _channel(client: discord.Client, link: MessageLink) -> Readable:
    channel = client.get_channel(link.channel_id)
    if channel is None:
        try:
            channel = await client.fetch_channel(link.channel_id)
        except discord.HTTPException:
            raise RuleViolation("message-not-seen", "S8.1") from None
    if not isinstance(channel, Readable) or channel.guild.id != link.guild_id:
        raise RuleViolation("message-not-seen", "S8.1")
    return channel


async def _message(channel: Readable, link: MessageLink) -> discord.Message:
    try:
        return await channel.fetch_message(link.message_id)
    except discord.HTTPException:
        raise RuleViolation("message-not-seen", "S8.1") from None


async def _hidden_from(authority: Authority, record: GameRecord, channel: Readable) -> Seat | None:
    """The first living seat with an account that cannot read the channel's past, if there is one."""
    private = isinstance(channel, discord.Thread) and channel.is_private()
    for seat in record.game.living(record.state):
        for account in record.seat(seat).accounts:
            member = await authority.member(record.guild_id, discord.Object(account))
            if member is not None and (private or not _reads(channel, member)):
                return seat
    return None


def _reads(channel: Readable, member: discord.Member) -> bool:
    granted = channel.permissions_for(member)
    return granted.view_channel and granted.read_message_history


def _removable(channel: Readable, message: discord.Message, *, own: bool) -> bool:
    return message.type.is_deletable() and (own or channel.permissions_for(channel.guild.me).manage_messages)


async def _neighbours(channel: Readable, message: discord.Message) -> tuple[int, ...]:
    around = [other.id async for other in channel.history(limit=3, around=message)]
    return tuple(other for other in sorted(around) if other != message.id)
