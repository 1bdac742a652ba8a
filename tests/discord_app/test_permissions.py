"""What the bot asks of Discord."""

from __future__ import annotations

import discord

from ringmaster.discord_app.permissions import PERMISSIONS, intents, invite_url, missing, powers


def test_the_bot_does_not_ask_to_be_an_administrator():
    """The least that works."""
    assert not PERMISSIONS.administrator
    assert not PERMISSIONS.manage_guild


def test_the_bot_does_not_read_what_is_said_in_servers():
    """It learns that there are messages, such as when one is removed, but not what they say."""
    wanted = intents()
    assert not wanted.message_content
    assert wanted.guild_messages
    assert wanted.dm_messages


def test_the_invitation_asks_for_these_permissions_and_for_commands():
    """One address that an operator can follow."""
    url = invite_url(42)
    assert "client_id=42" in url
    assert f"permissions={PERMISSIONS.value}" in url
    assert "scope=bot+applications.commands" in url


def test_missing_permissions_are_named():
    """An administrator has all of them."""
    assert missing(discord.Permissions.all()) == []
    assert "manage_webhooks" in missing(discord.Permissions(view_channel=True))


def test_powers_that_would_see_through_an_anonymous_game_are_named():
    """Administrator includes the others."""
    assert powers(discord.Permissions(manage_roles=True)) == ["manage_roles"]
    assert powers(discord.Permissions(send_messages=True)) == []
