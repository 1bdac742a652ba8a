"""Whether Discord is set up as the bot needs it, and what to do where it is not. Nothing is changed."""

from __future__ import annotations

import base64
import binascii
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass

import discord

from ringmaster.discord_app.bot import command_names
from ringmaster.discord_app.permissions import intents, invite_url, missing

PORTAL = "https://discord.com/developers/applications"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that was looked at; ``advice`` says what to do if it is not as it should be."""

    name: str
    ok: bool
    advice: str = ""


def token_check(token: str) -> Check:
    """Whether a token looks like one: three parts, the first of which is the bot's ID in base64.

    >>> token_check("MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.abcdefghijklmnopqrstuvwxyz0").ok
    True
    """
    parts = token.split(".")
    try:
        first = base64.urlsafe_b64decode(parts[0] + "=" * (-len(parts[0]) % 4))
        ok = len(parts) == 3 and first.isdigit()
    except (binascii.Error, ValueError):
        ok = False
    return Check(
        name="The token has the form of one",
        ok=ok,
        advice=f"Copy the bot's token (not the client secret or public key) from {PORTAL}: Bot, Reset Token.",
    )


async def connected_checks(token: str) -> AsyncIterator[Check]:
    """Log in and look around."""
    async with discord.Client(intents=intents()) as client:
        try:
            await client.login(token)
        except (discord.LoginFailure, discord.HTTPException) as error:
            yield Check(name="Discord accepts the token", ok=False, advice=_login_advice(error))
            return
        except OSError:
            yield Check(name="Discord can be reached", ok=False, advice="Check the network, proxy and firewall.")
            return
        yield Check(name="Discord accepts the token", ok=True)
        async for check in application_checks(client):
            yield check


async def application_checks(client: discord.Client) -> AsyncIterator[Check]:
    """What a client that is logged in can see: intents, commands, and its permissions in each server."""
    application = await client.application_info()
    flags = application.flags
    yield Check(
        name="Server Members Intent is on",
        ok=flags.gateway_guild_members or flags.gateway_guild_members_limited,
        advice=f"Switch it on: {PORTAL}/{application.id}/bot, Privileged Gateway Intents.",
    )
    known = {command["name"] for command in await client.http.get_global_commands(application.id)}
    yield Check(
        name="The commands are registered",
        ok=command_names() <= known,
        advice="Start the bot once with `ringmaster run`; it registers them.",
    )
    servers = [server async for server in client.fetch_guilds(limit=None)]
    yield Check(name="The bot is in a server", ok=bool(servers), advice=f"Invite it: {invite_url(application.id)}")
    for server in servers:
        yield await _server_check(client, server, application.id)


async def _server_check(client: discord.Client, server: discord.Guild, application_id: int) -> Check:
    full = await client.fetch_guild(server.id, with_counts=False)
    assert client.user is not None
    granted = (await full.fetch_member(client.user.id)).guild_permissions
    return Check(
        name=f"Permissions in server {server.id}",
        ok=not missing(granted),
        advice=f"Missing: {_listed(missing(granted))}. Grant them to the bot's role, or invite it again: "
        f"{invite_url(application_id)}",
    )


def _listed(names: Iterable[str]) -> str:
    return ", ".join(name.replace("_", " ") for name in names)


def _login_advice(error: Exception) -> str:
    if isinstance(error, discord.LoginFailure):
        return f"The token was reset or is of another bot. Make a new one: {PORTAL}, Bot, Reset Token."
    return f"Discord answered with status {getattr(error, 'status', '?')}; try again later."
