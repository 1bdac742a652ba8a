"""The spectators' vote for their favourite, from the menu in the gallery."""

from __future__ import annotations

import discord
import pytest

from ringmaster.discord_app.actions import Favour
from ringmaster.sessions.records import GameRecord

from .conftest import World, assert_told, told
from .seasons import PLAYERS, player, season, until

FANS = tuple(f"Fan{number}" for number in range(1, 8))
MENU = Favour(game=1, phase="fan-vote").encode()


async def fan_vote(world: World) -> tuple[GameRecord, discord.Message]:
    """A game with four left and seven spectators; the message with the menu."""
    await season(world, FANS)
    record = await until(world, "fan-vote")
    gallery = world.channel_of(record, "gallery")
    return record, next(message for message in gallery.history() if message.components)


def everything(world: World, *, but: str) -> str:
    """What stands in all channels and direct messages but one person's."""
    inboxes = (m.content for name in (*PLAYERS, *FANS) if name != but for m in world.inbox(world[name]))
    return "\n".join((*world.everything_posted(), *inboxes))


@pytest.mark.clause("S9.2", "S9.3", "S9.4")
@pytest.mark.parametrize("voters", [6, 7])
async def test_seven_votes_make_a_favourite_and_six_do_not(world: World, voters: int):
    """The favourite alone is told."""
    record, message = await fan_vote(world)
    choice = record.state.living[2]
    for fan in FANS[:voters]:
        assert_told(await world.choose(world[fan], message, MENU, str(choice)), "Nobody sees your vote")
    await world.slash(world.mod, "phase close")
    heard = {seat: "\n".join(m.content for m in world.inbox(player(world, seat))) for seat in record.state.living}
    chosen = [seat for seat, text in heard.items() if "You are the spectators' favourite" in text]
    assert chosen == ([choice] if voters == 7 else [])


@pytest.mark.clause("S9.2")
async def test_a_vote_is_private_and_can_be_changed(world: World):
    """No message changes by it, and nobody else reads of it."""
    record, message = await fan_vote(world)
    first, second = record.state.living[:2]
    before = everything(world, but="Fan1")
    await world.choose(world["Fan1"], message, MENU, str(first))
    changed = await world.choose(world["Fan1"], message, MENU, str(second))
    assert_told(changed, record.roster.name(second))
    assert [target for _, target in (await world.game()).state.fan_votes] == [second]
    assert everything(world, but="Fan1") == before


@pytest.mark.clause("S9.2")
async def test_moderators_cannot_read_who_voted_how(world: World):
    """Neither in the log nor in what can be undone."""
    record, message = await fan_vote(world)
    before = told(await world.slash(world.mod, "mod log"))
    await world.choose(world["Fan1"], message, MENU, str(record.state.living[0]))
    after = told(await world.slash(world.mod, "mod log"))
    assert str(world["Fan1"].id) not in after.replace(before, "")
    assert str(world["Fan1"].id) not in told(await world.slash(world.mod, "mod undo"))


@pytest.mark.clause("S9.1", "S9.2")
async def test_only_who_watched_before_the_merge_votes(world: World):
    """Players, moderators and late spectators are refused."""
    record, message = await fan_vote(world)
    late = world.join("Late")
    assert_told(await world.slash(late, "spectate"), "Spectators join before the merge")
    for who in (late, world["Ada"], world.mod):
        assert_told(await world.choose(who, message, MENU, str(record.state.living[0])), "Only spectators of this game")
    assert (await world.game()).state.fan_votes == ()


@pytest.mark.clause("S9.2", "A1")
async def test_a_vote_after_the_close_does_not_count(world: World):
    """The menu of a vote that is over says so, also after a restart."""
    record, message = await fan_vote(world)
    await world.slash(world.mod, "phase close")
    await world.restart()
    late = await world.choose(world["Fan1"], message, MENU, str(record.state.living[0]))
    assert_told(late, "That was for Fan vote, which is over")


@pytest.mark.clause("S9.2")
async def test_the_vote_works_after_a_restart(world: World):
    """The menu says all that it means."""
    record, message = await fan_vote(world)
    await world.restart()
    assert_told(await world.choose(world["Fan1"], message, MENU, str(record.state.living[0])), "Your favourite is")
    forged = await world.choose(world["Fan1"], message, MENU, "'nobody")
    assert_told(forged, "That cannot be chosen here")
