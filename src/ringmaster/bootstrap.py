"""The composition root: the one module that knows all parts and puts them together."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import TypeVar

import discord

from ringmaster.config import Config, ConfigError
from ringmaster.discord_app.bot import Parts, Ringmaster
from ringmaster.discord_app.connection import REQUESTS_A_SECOND, Connection
from ringmaster.discord_app.courier import DiscordCourier
from ringmaster.discord_app.lifeline import HEARTBEAT_SECONDS
from ringmaster.discord_app.presenters import Presenters
from ringmaster.discord_app.publisher import Publisher, PublisherSettings
from ringmaster.discord_app.rooms import DiscordBuilder
from ringmaster.games.dice import Dice
from ringmaster.sessions.ports import Clock, IdleWait
from ringmaster.sessions.records import GameRecord
from ringmaster.sessions.service import Sessions
from ringmaster.sessions.themes import ThemeError, Themes, load_themes
from ringmaster.storage import SqlStore, open_store
from ringmaster.storage.hold import hold_database
from ringmaster.storage.migrations import upgrade

T = TypeVar("T")


def utc_now() -> datetime:
    """The time."""
    return datetime.now(UTC)


async def plain_wait(waiting: Awaitable[T], /) -> T:
    """Wait, with nobody to tell that the bot is idle."""
    return await waiting


def build(
    config: Config,
    *,
    clock: Clock = utc_now,
    idle_wait: IdleWait = plain_wait,
    heartbeat_seconds: float = HEARTBEAT_SECONDS,
    requests_a_second: float = REQUESTS_A_SECOND,
    dice_of: Callable[[GameRecord], Dice] = lambda record: record.dice,
) -> Ringmaster:
    """The bot on an up-to-date database, ready to log in.

    Args:
        config: what the operator has set.
        clock: the time; a simulated world has its own.
        idle_wait: how the bot waits when it has nothing to do; a simulated world wants to know.
        heartbeat_seconds: how often it is noted that the bot is up.
        requests_a_second: how fast messages are published; a simulated Discord has no limit.
        dice_of: the dice of a game.
    """
    themes = _themes(config)
    upgrade(config.database_url)
    store = open_store(config.database_url)
    presenters = Presenters()
    sessions = Sessions(
        store,
        presenters,
        clock,
        dice_of=dice_of,
        default_zone=config.time.zone,
        reminder_hours=config.time.reminders,
        themes=themes,
    )

    return Ringmaster(
        Parts(
            sessions=sessions,
            presenters=presenters,
            store=store,
            publisher=lambda client: _publisher(
                client, config, store, presenters, sessions, clock, idle_wait, requests_a_second
            ),
            clock=clock,
            idle_wait=idle_wait,
            close_store=store.close,
            data_dir=config.data_dir,
            heartbeat_file=config.heartbeat_file,
            heartbeat_seconds=heartbeat_seconds,
            host_role=config.discord.host_role,
        )
    )


def _themes(config: Config) -> Themes:
    try:
        return load_themes(config.themes.folder)
    except ThemeError as error:
        raise ConfigError(str(error)) from error


def _publisher(
    client: discord.Client,
    config: Config,
    store: SqlStore,
    presenters: Presenters,
    sessions: Sessions,
    clock: Clock,
    idle_wait: IdleWait,
    requests_a_second: float,
) -> Publisher:
    connection = Connection(client, requests_a_second=requests_a_second)
    return Publisher(
        store.outbox,
        store,
        presenters,
        DiscordCourier(connection),
        DiscordBuilder(connection),
        clock,
        idle_wait,
        PublisherSettings(
            edit_interval=timedelta(seconds=config.messages.edit_interval),
            thread_after=timedelta(minutes=config.messages.thread_after),
        ),
        erased=sessions.idol_erased,
    )


def serve(config: Config) -> None:
    """Run the bot until it is told to stop.

    Raises:
        ConfigError: there is no token.
        DatabaseInUse: another process works on the database.
        WrongRevision: a newer version has worked on it.
        discord.LoginFailure: Discord does not know the token.
        discord.PrivilegedIntentsRequired: the members intent is not switched on.
    """
    token = config.token()
    with hold_database(config.database_url), asyncio.Runner(loop_factory=_fast_loop()) as runner:
        runner.run(_run(build(config), token))


async def _run(bot: Ringmaster, token: str) -> None:
    running = asyncio.ensure_future(bot.start(token))
    loop = asyncio.get_running_loop()
    try:
        for stop in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(stop, lambda: loop.create_task(bot.close()))
    except NotImplementedError:  # Windows has no signals on its event loop; Ctrl+C raises KeyboardInterrupt
        pass
    try:
        await running
    finally:
        await bot.close()


def _fast_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
