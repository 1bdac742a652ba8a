"""A simulated Discord with the whole bot in it, as it is run: real commands, rules, database and publisher."""
# pyright: reportPrivateUsage=false

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import discord
import pytest
import pytest_asyncio
from simcord._runtime import _attach_bot
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.builders import ChannelHandle, RoleHandle, UserHandle
from simcord.env import Env
from simcord.interactions import base_payload
from simcord.results import InteractionResult

from ringmaster.bootstrap import build
from ringmaster.config import Config, DatabaseSection, DiscordSection
from ringmaster.discord_app.bot import Ringmaster
from ringmaster.games.dice import Dice, VerifiableDice
from ringmaster.sessions.records import GameRecord

from ..loaded_dice import KeptOrder

T = TypeVar("T")

HOUR = 3600.0
"""Seconds between heartbeats here: with the usual thirty, moving the clock by days would take long."""

UNLIMITED = 1e6
"""Requests a second: the simulated Discord takes as many as come."""

NAMES = ("Ada", "Bo", "Cy", "Di", "Eve", "Flo", "Gus")


@dataclass(frozen=True)
class LoadedDice:
    """Dice that show what they are told by label, and else their highest: then who joins first is Mafia or Dome."""

    results: Mapping[str, int] = field(default_factory=dict[str, int])

    def roll(self, label: str, sides: int, choices: Sequence[object] = ()) -> int:
        """See `ringmaster.games.dice.Dice.roll`."""
        del choices
        return self.results.get(label, sides)


class World:
    """A server with moderators, players and others, and the bot."""

    dice_of: Callable[[GameRecord], Dice] = staticmethod(lambda _: VerifiableDice(bytes(32)))
    """The dice of a game, the same in every run, so that no test depends on who happens to be what."""

    def __init__(self, data_dir: Path) -> None:
        self.config = Config(
            data_dir=data_dir,
            database=DatabaseSection(url=f"sqlite:///{data_dir / 'test.sqlite3'}"),
            discord=DiscordSection(host_role="Host"),
        )
        self.bot = self._build()
        self.env = Env(self.bot, settle_timeout=20.0)
        self.people: dict[str, MemberActor] = {}

    def _build(self) -> Ringmaster:
        return build(
            self.config,
            clock=self._now,
            idle_wait=self._idle,
            heartbeat_seconds=HOUR,
            requests_a_second=UNLIMITED,
            dice_of=self._dice,
        )

    def _dice(self, record: GameRecord) -> Dice:
        return KeptOrder(self.dice_of(record))

    def _now(self) -> datetime:
        return self.env.now()

    async def _idle(self, waiting: Awaitable[T], /) -> T:
        result: T = await self.env.external_wait(waiting, reason="nothing to do")
        return result

    async def open(self) -> None:
        """Connect the bot and let people come."""
        await self.env.start()
        self.guild = self.env.create_guild("Test Island")
        self.lobby = self.guild.create_text_channel("lobby")
        self.managers = self.guild.create_role("Managers", permissions=self.power("manage_guild"))
        self.host_role = self.guild.create_role("Host")
        self.mod = self.join("Mod", self.managers)
        for name in NAMES:
            self.join(name)
        await self.env.settle()

    async def restart(self) -> None:
        """A new process on the same database; the old one is gone without having been closed."""
        old, self.bot = self.bot, self._build()
        await self.env.restart_bot(self.bot)
        await old._parts.close_store()

    async def away_for(self, seconds: float) -> None:
        """The bot's process is gone for so long, then there is a new one."""
        old, self.bot = self.bot, self._build()
        with self._operation("away"):
            await self.env._settle_internal()
            await self.env._detach_bot()
            self.env.backend.advance_clock(seconds)
            await _attach_bot(self.env, self.bot)
        await old._parts.close_store()

    async def disconnect(self) -> None:
        """The connection to Discord is lost; discord.py tells the bot so."""
        await self._tell_bot("disconnect")

    async def reconnect(self) -> None:
        """It is there again."""
        await self._tell_bot("resumed")

    async def removed_from_the_server(self) -> None:
        """The bot is removed from the server, and discord.py tells it so."""
        await self._tell_bot("guild_remove", self.bot.get_guild(self.guild.id))

    async def _tell_bot(self, event: str, *about: object) -> None:
        with self.env._bot_scope():
            self.bot.dispatch(event, *about)
        await self.env.settle()

    @contextmanager
    def _operation(self, name: str) -> Iterator[None]:
        self.env._begin_operation(name)
        try:
            yield
        finally:
            self.env._end_operation()

    def write_unheard(self, who: MemberActor, text: str) -> None:
        """Somebody writes to the bot while it is not connected."""
        feed = self.env._gateway_feed
        self.env.backend.subscribers.remove(feed)
        self.env.backend.create_message(who.user.dm_channel.id, who.id, text)
        self.env.backend.subscribers.append(feed)

    def join(self, name: str, *roles: RoleHandle, username: str | None = None) -> MemberActor:
        """A person becomes a member of the server."""
        user = self.env.create_user(username or name.lower(), global_name=name)
        self.people[name] = self.guild.add_member(user, roles=list(roles))
        return self.people[name]

    def take_role(self, who: MemberActor, role: RoleHandle) -> None:
        """Somebody loses a role."""
        self.env.backend.remove_member_role(self.guild.id, who.id, role.id)

    def bot_role(self) -> RoleHandle:
        """The role that the bot got with its invitation."""
        assert self.bot.user is not None
        return self.guild.roles[self.bot.user.name]

    def power(self, name: str) -> discord.Permissions:
        """The permissions of a role that has one."""
        return discord.Permissions(**{name: True})

    def __getitem__(self, name: str) -> MemberActor:
        return self.people[name]

    # -- what people do

    async def slash(self, who: MemberActor, command: str, **options: Any) -> InteractionResult:
        """A slash command in the lobby."""
        return await who.slash(self.lobby, command, **options)

    async def dm(self, who: MemberActor, text: str) -> list[str]:
        """A direct message to the bot; what it answers."""
        before = len(self.inbox(who))
        await who.user.send_dm(text)
        return [message.content for message in self.inbox(who)[before:]]

    async def press(self, who: MemberActor, message: discord.Message, custom_id: str) -> InteractionResult:
        """A button that the person has still open, though it may be gone from the message by now."""
        (result,) = await self.press_together((who, custom_id), on=message)
        return result

    async def press_together(
        self, *presses: tuple[MemberActor, str], on: discord.Message, values: tuple[str, ...] = ()
    ) -> list[InteractionResult]:
        """Several people use components of a message at the same moment."""
        backend, records = self.env.backend, []
        with self._operation("press"):
            stored = backend.messages[on.channel.id][on.id]
            for who, custom_id in presses:
                kind = {"component_type": 3, "values": list(values)} if values else {"component_type": 2}
                record, payload = base_payload(
                    backend,
                    type=3,
                    channel_id=stored.channel_id,
                    guild_id=backend.channels[stored.channel_id].guild_id,
                    user_id=who.id,
                    data={"custom_id": custom_id, **kind},
                )
                record.source_message_id = stored.id
                shown = {**serializers.message_payload(backend, stored), "components": [_row(custom_id, values)]}
                backend.emit("INTERACTION_CREATE", {**payload, "message": shown})
                records.append(record)
            await self.env._settle_internal(dispatch="press")
        return [InteractionResult(self.env, record) for record in records]

    async def choose(self, who: MemberActor, message: discord.Message, action: str, *values: str) -> InteractionResult:
        """Values are chosen in a menu."""
        (result,) = await self.press_together((who, action), on=message, values=values)
        return result

    async def show(self, action: str) -> discord.Message:
        """Some message that everyone in the lobby can see."""
        channel = self.bot.get_channel(self.lobby.id)
        assert isinstance(channel, discord.TextChannel)
        with self.env._bot_scope():
            return await channel.send(action)

    def form_field(self, form: InteractionResult) -> str:
        """The custom ID of a form's only field."""
        assert form.modal is not None
        (row,) = form.modal["components"]
        field = row["component"] if "component" in row else row["components"][0]
        return field["custom_id"]

    def inbox(self, who: MemberActor | UserHandle) -> list[discord.Message]:
        """What the bot has written to somebody, oldest first."""
        user = who.user if isinstance(who, MemberActor) else who
        return [message for message in user.dm_channel.history() if message.author.bot]

    def channel_of(self, record: GameRecord, place: str) -> ChannelHandle:
        """The channel of a game's place."""
        return next(channel for channel in self.channels() if channel.id == record.places[place])

    def channels(self) -> list[ChannelHandle]:
        """The server's channels, also those of the same name."""
        everywhere = self.env.backend.channels.values()
        return [
            ChannelHandle(self.env, self.guild, channel) for channel in everywhere if channel.guild_id == self.guild.id
        ]

    def everything_posted(self) -> list[str]:
        """What stands in the server's channels."""
        return [message.content for channel in self.channels() for message in readable(channel)]

    def close_dms(self, who: MemberActor) -> dict[str, Any]:
        """Somebody takes no direct messages from now on; give the answer to `open_dms`."""
        path = f"/channels/{who.user.dm_channel.id}/messages"
        self.env.inject_error("POST", path, status=403, code=50007, message="Cannot send messages", times=None)
        return self.env.backend.faults[-1]

    def open_dms(self, fault: dict[str, Any]) -> None:
        """They take them again."""
        self.env.backend.faults.remove(fault)

    # -- games

    async def game(self, game_id: int = 1) -> GameRecord:
        """A game as it is stored."""
        return await self.bot.sessions.get(game_id)

    async def create(self, name: str = "Friday", players: int = 5, **settings: object) -> None:
        """The moderator creates a game for so many players, one of them Mafia."""
        assert_told(await self.slash(self.mod, "game create", kind="truth", name=name), "ready to be set up")
        for setting, value in {"mafia": 1, "players": players, **settings}.items():
            await self.slash(self.mod, "game set", setting=setting, value=str(value), game=name)

    async def sign_up(self, name: str = "Friday") -> discord.Message:
        """The moderator opens sign-ups; the message with the buttons."""
        assert_told(await self.slash(self.mod, "game open", game=name), "Sign-ups are open")
        return self.sign_up_message(name)

    def sign_up_message(self, name: str = "Friday") -> discord.Message:
        """The message with the buttons to join."""
        posted = [message for channel in self.channels() for message in readable(channel)]
        return next(message for message in posted if f"**{name} – " in message.content and message.components)

    async def start_twitch(self) -> None:
        """A game of Twitch Plays Mafia is in Night 0."""
        await self.slash(self.mod, "game create", kind="twitch", name="Night")
        message = await self.sign_up("Night")
        for player in NAMES[:6]:
            assert_told(await self[player].click(message, label="Join"), "You are in")
        assert_told(await self.slash(self.mod, "game start", game="Night"), "has started")
        assert (await self.game()).phase == "night-0"

    async def start(self, name: str = "Friday", players: tuple[str, ...] = NAMES[:5], **settings: object) -> None:
        """A game with these players is on its first day."""
        await self.create(name, len(players), **settings)
        message = await self.sign_up(name)
        for player in players:
            assert_told(await self[player].click(message, label="Join"), "You are in")
        assert_told(await self.slash(self.mod, "game start", game=name), "has started")


def _row(custom_id: str, values: tuple[str, ...]) -> dict[str, Any]:
    """A row with the component that somebody has open."""
    if not values:
        item: dict[str, Any] = {"type": 2, "style": 2, "label": "…", "custom_id": custom_id}
    else:
        item = {"type": 3, "custom_id": custom_id, "options": [{"label": v, "value": v} for v in values]}
    return {"type": 1, "components": [item]}


def readable(channel: ChannelHandle) -> list[discord.Message]:
    """The messages of a channel; none of one that holds none, such as a category."""
    return channel.history() if channel._channel.type == discord.ChannelType.text.value else []


def told(result: InteractionResult) -> str:
    """What the bot answered, in all its parts."""
    parts = [result.response, *result.followups]
    return "\n".join(part.content for part in parts if part is not None)


def assert_told(result: InteractionResult, text: str) -> None:
    """The answer was private, and says this."""
    assert text in told(result), told(result)
    assert result.ephemeral


@asynccontextmanager
async def open_world(folder: Path, sqlite_template: Path) -> AsyncIterator[World]:
    """The bot in a server, with an empty database in a folder."""
    shutil.copyfile(sqlite_template, folder / "test.sqlite3")
    world = World(folder)
    await world.open()
    yield world
    await world.env.shutdown()
    await world.bot.close()
    world.env.raise_errors()


@pytest_asyncio.fixture
async def world(tmp_path: Path, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """The bot in a server. Two quiet milliseconds are enough to know that it is idle."""
    monkeypatch.setitem(Env._settle_internal.__kwdefaults__, "idle", 0.002)
    async with open_world(tmp_path, sqlite_template) as opened:
        yield opened
