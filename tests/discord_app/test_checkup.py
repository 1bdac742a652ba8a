"""What ``ringmaster doctor`` finds when it looks at Discord."""

from __future__ import annotations

import discord

from ringmaster.discord_app.checkup import application_checks
from ringmaster.discord_app.permissions import PERMISSIONS

from .conftest import World


async def found(world: World) -> dict[str, str]:
    """What there is to do, by the name of the check."""
    with world.env._bot_scope():
        return {check.name: check.advice async for check in application_checks(world.bot) if not check.ok}


async def test_a_bot_that_runs_well_leaves_nothing_to_do_but_the_intent(world: World):
    """The simulated Discord does not know intents of applications."""
    world.env.backend.edit_role(world.guild.id, world.bot_role().id, {"permissions": PERMISSIONS.value})
    assert set(await found(world)) <= {"Server Members Intent is on"}


async def test_missing_permissions_are_named_with_an_invitation(world: World):
    """Which server, which permissions, and how to grant them."""
    fewer = discord.Permissions(PERMISSIONS.value)
    fewer.update(manage_webhooks=False, manage_threads=False)
    world.env.backend.edit_role(world.guild.id, world.bot_role().id, {"permissions": fewer.value})
    advice = (await found(world))[f"Permissions in server {world.guild.id}"]
    assert "Missing: manage webhooks, manage threads." in advice
    assert f"permissions={PERMISSIONS.value}" in advice


async def test_commands_that_are_not_registered_are_found(world: World):
    """Starting the bot once helps."""
    world.env.backend.commands[None].clear()
    assert "Start the bot once" in (await found(world))["The commands are registered"]
