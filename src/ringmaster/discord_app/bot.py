"""The bot: puts together what needs a connection to Discord, and takes it down again."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import discord
from discord import app_commands
from discord.ext import commands

from ringmaster.discord_app import permissions
from ringmaster.discord_app.absence import Absence
from ringmaster.discord_app.answering import Interaction
from ringmaster.discord_app.authority import Authority
from ringmaster.discord_app.cogs.components import Component, Components
from ringmaster.discord_app.cogs.direct_messages import DirectMessages
from ringmaster.discord_app.cogs.game import GameCommands
from ringmaster.discord_app.cogs.idol import IdolCommands, IdolWatch
from ringmaster.discord_app.cogs.members import Members
from ringmaster.discord_app.cogs.mod import ModCommands
from ringmaster.discord_app.cogs.phase import PhaseCommands
from ringmaster.discord_app.cogs.play import VOTE_MENU, PlayCommands, vote_menu
from ringmaster.discord_app.cogs.questions import QuestionCommands
from ringmaster.discord_app.cogs.spectators import SpectatorCommands
from ringmaster.discord_app.cogs.talk import TalkCommands
from ringmaster.discord_app.front_desk import FrontDesk
from ringmaster.discord_app.lifeline import HEARTBEAT_SECONDS, Lifeline
from ringmaster.discord_app.presenters import Presenters
from ringmaster.discord_app.reachability import Reachability, Reopening
from ringmaster.discord_app.sync import sync
from ringmaster.sessions.ports import Clock, IdleWait, Store
from ringmaster.sessions.service import Sessions

log = logging.getLogger(__name__)

# The bot never speaks, so nobody has to be warned that it cannot.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

COMMANDS = (
    GameCommands,
    PhaseCommands,
    ModCommands,
    PlayCommands,
    TalkCommands,
    IdolCommands,
    SpectatorCommands,
    QuestionCommands,
)


def command_names() -> set[str]:
    """The names of all commands and menu entries, without their groups' members."""
    names = {VOTE_MENU}
    for cog in COMMANDS:
        if issubclass(cog, commands.GroupCog):
            names.add(str(cog.__cog_group_name__))
        else:
            names.update(command.name for command in cog.__cog_app_commands__)
    return names


class Publisher(Reopening, Protocol):
    """Posts what is in the outbox."""

    async def run(self) -> None:
        """Publish until `close`."""
        ...

    async def close(self) -> None:
        """Finish what is being sent, and stop."""
        ...

    def wake(self) -> None:
        """There may be something to send."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What the bot is made of, apart from Discord."""

    sessions: Sessions
    presenters: Presenters
    store: Store
    publisher: Callable[[discord.Client], Publisher]
    clock: Clock
    idle_wait: IdleWait
    close_store: Callable[[], Awaitable[None]]
    data_dir: Path
    heartbeat_file: Path
    heartbeat_seconds: float = HEARTBEAT_SECONDS
    host_role: str | None = None


class Ringmaster(commands.Bot):
    """A discord.py bot with nothing but application commands, components and direct messages."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=permissions.intents(),
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self.sessions = parts.sessions
        self._parts = parts
        self._publisher = parts.publisher(self)
        self._publishing: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        parts.sessions.on_change = self._publisher.wake
        reachability = Reachability(self, parts.presenters, parts.store, self._publisher)
        self.desk = FrontDesk(
            parts.sessions, parts.presenters, Authority(self, parts.host_role), reachability.heard_from
        )
        self.components = Components(self.desk, reachability)
        self._direct_messages = DirectMessages(self.desk, parts.clock)
        self._absence = Absence(self, parts.store, parts.sessions)
        self._lifeline = Lifeline(
            parts.sessions,
            parts.clock,
            parts.idle_wait,
            parts.heartbeat_file,
            heartbeat_seconds=parts.heartbeat_seconds,
        )
        self.tree.error(self._on_command_error)

    async def setup_hook(self) -> None:
        """Logged in, not yet connected: all commands and components are there before anything arrives."""
        for cog in (
            *(group(self.desk) for group in COMMANDS),
            Members(self.desk),
            IdolWatch(self.desk),
            self._direct_messages,
        ):
            await self.add_cog(cog)
        self.tree.add_command(vote_menu(self.desk))
        self.add_dynamic_items(Component)
        assert self.application_id is not None
        if await sync(self.tree, self._parts.data_dir, self.application_id):
            log.info("commands registered")

    async def on_ready(self) -> None:
        """Connected anew: what happened meanwhile was not delivered and is looked up."""
        log.info("connected")
        self._lifeline.start(lambda: self._absence.make_up(self._direct_messages.hear))
        if self._publishing is None or self._publishing.done():
            self._publishing = asyncio.create_task(self._publisher.run())

    async def on_resumed(self) -> None:
        """Connected again: what happened meanwhile is delivered by Discord."""
        self._lifeline.start(_nothing)

    async def on_disconnect(self) -> None:
        """The connection is lost; nobody could send anything, so no deadline passes (A7)."""
        await self._lifeline.cut()

    async def on_message(self, message: discord.Message, /) -> None:
        """There are no commands in messages; direct messages are heard by their cog."""

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log what went wrong in a listener, without what was written."""
        log.error("fault in %s", event_method, exc_info=sys.exc_info())

    async def _on_command_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Whatever a command did not answer itself."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        await self.desk.answering.answer(interaction, _raise(cause))

    async def close(self) -> None:
        """Stop publishing and the clock, leave Discord, let go of the database; once, however often it is called."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await self._closing

    async def _close(self) -> None:
        await self._lifeline.cut()
        if self._publishing is not None:
            await self._publisher.close()
            await asyncio.gather(self._publishing, return_exceptions=True)
            self._publishing = None
        await super().close()
        await self._parts.close_store()


async def _nothing() -> None:
    """There is nothing to catch up with."""


async def _raise(error: Exception) -> Any:
    raise error
