"""What the bot needs from Discord, and no more: intents, permissions, scopes."""

from __future__ import annotations

import discord

SCOPES = ("bot", "applications.commands")

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    manage_channels=True,
    manage_roles=True,  # Discord asks for it when a channel is created with overwrites
    manage_threads=True,
    create_private_threads=True,
    manage_webhooks=True,
    manage_messages=True,
)
"""Without Administrator: a place is created with overwrites, written to, locked and cleaned up."""

POWERFUL = ("administrator", "manage_channels", "manage_roles", "manage_webhooks", "manage_threads")
"""Whoever has one of these in the server could read private channels and threads, or find out who is who."""


def intents() -> discord.Intents:
    """Servers, members (who leaves), and direct messages. What is said in servers is not read.

    Of messages in servers the bot only learns that there are some, so that it notices when the one with the idol
    is removed (S8.3); their content comes with the message content intent, which it does not ask for.

    Direct messages to the bot have their content without the message content intent:
    https://discord.com/developers/docs/events/gateway#message-content-intent
    """
    wanted = discord.Intents.none()
    wanted.guilds = True
    wanted.members = True
    wanted.dm_messages = True
    wanted.guild_messages = True
    return wanted


def invite_url(application_id: int) -> str:
    """Where somebody with Manage Server adds the bot to a server."""
    return discord.utils.oauth_url(application_id, permissions=PERMISSIONS, scopes=SCOPES)


def missing(granted: discord.Permissions) -> list[str]:
    """The permissions that the bot needs and does not have, by Discord's names."""
    return [name for name, needed in PERMISSIONS if needed and not getattr(granted, name)]


def powers(granted: discord.Permissions) -> list[str]:
    """The permissions that nobody who plays may have."""
    return [name for name in POWERFUL if getattr(granted, name)]
