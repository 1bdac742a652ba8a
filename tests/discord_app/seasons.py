"""A season of Card Survivor in the simulated Discord: eight players, a merge at six, a jury of three."""

from __future__ import annotations

import discord
from simcord.actors import MemberActor

from ringmaster.sessions.records import GameRecord

from .conftest import NAMES, World, assert_told

PLAYERS = (*NAMES, "Hal")


async def sign_up(world: World, **settings: object) -> discord.Message:
    """The sign-up message of a game that nobody has joined yet."""
    world.join("Hal")
    assert_told(await world.slash(world.mod, "game create", kind="survivor", name="Reef"), "ready to be set up")
    for setting, value in {"jury": 3, "merge_at": 6, "players": 8, "council_pace": "at-once", **settings}.items():
        await world.slash(world.mod, "game set", setting=setting, value=str(value), game="Reef")
    return await world.sign_up("Reef")


async def season(world: World, fans: tuple[str, ...] = (), **settings: object) -> GameRecord:
    """A game that has begun, with spectators. Seat n is played by the nth of `PLAYERS`."""
    message = await sign_up(world, **settings)
    for player in PLAYERS:
        assert_told(await world[player].click(message, label="Join"), "You are in")
    for fan in fans:
        world.join(fan)
        assert_told(await world[fan].click(message, label="Spectate"), "You are watching")
    assert_told(await world.slash(world.mod, "game start", game="Reef"), "has started")
    return await world.game()


def player(world: World, seat: int) -> MemberActor:
    """Who plays a seat."""
    return world[PLAYERS[seat - 1]]


async def until(world: World, kind: str) -> GameRecord:
    """Close phases until one of this kind is open; councils vote their last member out."""
    record = await world.game()
    while record.state.kind != kind:
        if record.state.kind == "council":
            members, last = record.state.members, record.state.members[-1]
            for seat in members[:-1] if last != record.state.immune else ():
                await player(world, seat).user.send_dm(f"vote {record.roster.name(last)}")
        await world.slash(world.mod, "phase close")
        record = await world.game()
    return record


def link_to(world: World, message: discord.Message) -> str:
    """The link to a message as people copy it."""
    return f"https://discord.com/channels/{world.guild.id}/{message.channel.id}/{message.id}"


def last_dm(world: World, who: MemberActor) -> str:
    """What the bot has last written to somebody."""
    return world.inbox(who)[-1].content
