"""A whole game of To Tell the Truth as nine people live it, with the bot restarted at the worst moments."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import discord
import pytest
from simcord.actors import MemberActor

from ringmaster.games.truth.state import MAFIA
from ringmaster.sessions.records import GameRecord

from .conftest import NAMES, World, assert_told, readable, told

PLAYERS = (*NAMES, "Hal", "Ivy")


@dataclass
class Show:
    """The game as a test follows it."""

    world: World

    async def record(self) -> GameRecord:
        """The game as it is stored."""
        return await self.world.game()

    async def names(self, role: str, *, living: bool = True) -> list[str]:
        """The players of a role, in player-list order."""
        record = await self.record()
        seats = record.state.living if living else record.roster
        return [record.roster.name(seat) for seat in seats if record.state.role(seat) == role]

    async def vote(self, voter: str, target: str) -> None:
        """A player votes by direct message."""
        answers = await self.world.dm(self.world[voter], f"vote {target}")
        assert sum("Got it" in answer for answer in answers) == 1

    async def until_the_deadline(self) -> None:
        """Time passes until the open phase has closed."""
        record = await self.record()
        assert record.deadline is not None
        await self.world.env.advance_time((record.deadline - self.world.env.now()).total_seconds() + 3)

    async def stage(self) -> list[str]:
        """What stands on the stage, with the text of its cards."""
        channel = self.world.channel_of(await self.record(), "stage")
        return [
            "\n".join([message.content, *(embed.description or "" for embed in message.embeds)])
            for message in readable(channel)
        ]

    def may_write(self, who: MemberActor, record: GameRecord) -> bool:
        """Whether somebody may write on the stage."""
        backend, stage = self.world.env.backend, record.places["stage"]
        permissions = backend.compute_permissions(self.world.guild.id, who.id, stage)
        return discord.Permissions(permissions).send_messages


@pytest.fixture
async def show(world: World) -> Show:
    """Nine players have joined by the button, and the game has started with its default settings."""
    for name in PLAYERS[len(NAMES) :]:
        world.join(name)
    assert_told(await world.slash(world.mod, "game create", kind="truth", name="Friday"), "ready to be set up")
    message = await world.sign_up()
    for name in PLAYERS:
        assert_told(await world[name].click(message, label="Join"), "You are in")
    assert_told(await world.slash(world.mod, "game start"), "has started")
    return Show(world)


@pytest.mark.clause("L1.1", "L1.2", "L2.1", "L2.3", "L2.5", "L3.2", "L4.4", "L5.1", "A5")
async def test_nine_people_play_a_game_through_restarts_by_night_and_by_day(show: Show, world: World) -> None:
    """Sign-up, roles, votes, a restart by day, a tie, suspects, a restart by night, a statement, hammers, the end."""
    mafia, town = await show.names(MAFIA), await show.names("town")
    assert (len(mafia), len(town)) == (3, 6)
    for name in town:
        role_messages = [m.content for m in world.inbox(world[name]) if "You are a **Townie**" in m.content]
        assert len(role_messages) == 1
        assert not any(goon in role_messages[0] for goon in mafia)
    for name in mafia:
        (role_message,) = [m.content for m in world.inbox(world[name]) if "You are a **Mafia Goon**" in m.content]
        assert all(partner in role_message for partner in mafia if partner != name)

    # Day 1: a tie between two Townies, with a restart between the votes.
    await show.vote(town[0], town[1])
    await show.vote(town[1], town[0])
    await world.restart()
    await show.vote(mafia[0], town[1])
    await show.vote(mafia[1], town[0])
    record = await show.record()
    assert show.may_write(world[town[2]], record)
    preview = told(await world.slash(world.mod, "phase preview"))
    assert "1d2" in preview
    await show.until_the_deadline()
    record = await show.record()
    assert record.phase == "night-1"
    first_out = record.roster.name(record.state.dead[0])
    assert first_out in town[:2]
    (result,) = [text for text in await show.stage() if text.startswith("**Day 1 is over.**")]
    assert first_out in result
    assert "Townie" in result

    # Night 1: the stage is closed; one Goon names suspects, another changes them after a restart.
    assert not show.may_write(world[town[2]], record)
    (answer,) = await world.dm(world[mafia[0]], f"suspects {town[3]} and {mafia[2]}")
    assert "Got it" in answer
    await world.restart()
    (answer,) = await world.dm(world[mafia[1]], f"suspects {town[4]}, {mafia[0]}")
    assert "Got it" in answer
    (answer,) = await world.dm(world[town[2]], f"suspects {town[3]} and {town[4]}")
    assert "Got it" not in answer
    await show.until_the_deadline()
    record = await show.record()
    (statement,) = [text for text in await show.stage() if "The statement of Day 2" in text]
    assert town[4] in statement
    assert mafia[0] in statement
    assert show.may_write(world[town[2]], record)
    assert not show.may_write(world[first_out], record)

    # Days 2 to 4: the Town hammers the Mafia, one a day.
    for goon in list(mafia):
        living_town = await show.names("town")
        for voter in living_town[:5]:
            if ((await show.record()).phase or "").startswith("day"):
                await show.vote(voter, goon)
        record = await show.record()
        assert goon not in [record.roster.name(seat) for seat in record.state.living]
        if record.status == "running":
            await show.until_the_deadline()
    record = await show.record()
    assert (record.status, record.state.outcome.winner) == ("over", "town")

    stage = await show.stage()
    assert any("The Town has won" in text or "The Town have won" in text for text in stage)
    reveal = next(text for text in stage if "Who was what" in text)
    assert all(f"{name}: Mafia Goon" in reveal for name in mafia)
    assert any(record.seed in text for text in stage), "the dice are opened"
    twice = [text for text, times in Counter(stage).items() if times > 1]
    assert twice == []
    assert (await world.bot.sessions.status(1)).undelivered == 0
