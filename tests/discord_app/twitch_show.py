"""A game of Twitch Plays Mafia in the simulated Discord, as a test lives it: in words, by buttons, by the clock."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import discord
from simcord.actors import MemberActor
from simcord.backend.access import can_access_channel
from simcord.builders import ChannelHandle

from ringmaster.sessions.records import GameRecord

from .conftest import LoadedDice, World, assert_told, told

PLAYERS = ("Bo", "Vicky", "Kiyoko", "Bird Jesus", "Tom and Jerry", "Ada", "Cy", "Di", "Eve")
"""In the order in which they join: with loaded dice the first two are the Dome."""

EDITED = 5.0
"""Seconds after which every panel shows what has changed."""


@dataclass
class Show:
    """The game as a test follows it."""

    world: World
    read: dict[str, int] = field(default_factory=dict[str, int])

    async def record(self) -> GameRecord:
        """The game as it is stored."""
        return await self.world.game()

    async def phase(self) -> str | None:
        """The open phase."""
        return (await self.record()).phase

    async def living(self) -> list[str]:
        """The names of the living."""
        record = await self.record()
        return [record.roster.name(seat) for seat in record.state.living]

    # -- what people do

    async def dm(self, who: str, text: str) -> discord.Message:
        """The one message with which a direct message is answered."""
        person = self.world[who]
        (sent,) = [await person.user.send_dm(text)]
        (answer,) = [m for m in self.world.inbox(person) if m.reference and m.reference.message_id == sent.id]
        return answer

    async def send(self, who: str, text: str) -> str:
        """Something final is sent by direct message and confirmed; what is left on the message."""
        asked = await self.dm(who, text)
        assert "Send it?" in asked.content, asked.content
        await self.world[who].user.click(asked, label="Send it")
        return self.message(who, asked.id).content

    async def kill(self, who: str, text: str) -> None:
        """One of the Dome names the kill."""
        answer = await self.dm(who, text)
        assert "Got it: kill" in answer.content, answer.content

    async def vote(self, target: str, *voters: str) -> None:
        """These vote, one after the other."""
        for voter in voters:
            assert "Got it: vote for" in await self.send(voter, f"vote {target}")

    async def until_the_deadline(self) -> None:
        """Time passes until the open phase has closed, and every panel shows it."""
        deadline = (await self.record()).deadline
        assert deadline is not None
        await self.world.env.advance_time((deadline - self.world.env.now()).total_seconds() + 3)
        await self.world.env.advance_time(EDITED)

    async def until_edited(self) -> None:
        """Time passes until every panel shows what has changed."""
        await self.world.env.advance_time(EDITED)

    # -- what people see

    def message(self, who: str, message_id: int) -> discord.Message:
        """A direct message as it is now."""
        return next(message for message in self.world.inbox(self.world[who]) if message.id == message_id)

    async def place(self, name: str) -> ChannelHandle:
        """A place; threads too."""
        world, channel_id = self.world, (await self.record()).places[name]
        return ChannelHandle(world.env, world.guild, world.env.backend.channels[channel_id])

    async def texts(self, place: str) -> list[str]:
        """What the bot has posted in a place, as it is now."""
        return [message.content for message in (await self.place(place)).history() if message.author.bot]

    async def news(self, place: str) -> list[str]:
        """What the bot has posted in a place since the last look."""
        texts = await self.texts(place)
        before, self.read[place] = self.read.get(place, 0), len(texts)
        return texts[before:]

    async def count(self) -> discord.Message:
        """The day's message with the vote count."""
        return [m for m in (await self.place("stage")).history() if "votes**" in m.content][-1]

    async def panel(self) -> discord.Message:
        """The message in the Dome's thread that shows the kill."""
        return [m for m in (await self.place("faction")).history() if "– the kill**" in m.content][-1]

    async def may_write(self, who: str, place: str) -> bool:
        """Whether somebody may write in a place."""
        channel_id = (await self.record()).places[place]
        world = self.world
        granted = world.env.backend.compute_permissions(world.guild.id, world[who].id, channel_id)
        return discord.Permissions(granted).send_messages

    async def may_read(self, who: str, place: str) -> bool:
        """Whether somebody may read in a place."""
        channel_id = (await self.record()).places[place]
        return can_access_channel(self.world.env, channel_id, self.world[who], history=True)

    async def status(self) -> str:
        """What the moderator reads of the game."""
        return told(await self.world.slash(self.world.mod, "game status", game="Pokémon"))


async def start(
    world: World, players: Iterable[str] = PLAYERS, rolls: Mapping[str, int] | None = None, **settings: object
) -> Show:
    """The players have joined by the button, and Night 0 has begun; the first to join are the Dome."""
    world.dice_of = lambda _: LoadedDice(rolls or {})
    created = await world.slash(world.mod, "game create", kind="twitch", name="Pokémon")
    assert_told(created, "ready to be set up")
    for setting, value in settings.items():
        await world.slash(world.mod, "game set", setting=setting, value=str(value), game="Pokémon")
    message = await world.sign_up("Pokémon")
    for name in players:
        person: MemberActor = world.people[name] if name in world.people else world.join(name)
        assert_told(await person.click(message, label="Join"), "You are in")
    assert_told(await world.slash(world.mod, "game start", game="Pokémon"), "has started")
    return Show(world)
