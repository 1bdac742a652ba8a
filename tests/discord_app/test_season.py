"""A whole season of Card Survivor with its default settings, from sign-up to verdict, as sixteen people live it.

They act by direct messages, menus and buttons; the bot is restarted at ten places that chance has chosen. All that it
sends is watched for whatever would tell who plays.
"""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from ringmaster.discord_app.actions import Favour
from ringmaster.games.kernel import Seat
from ringmaster.sessions.records import GameRecord

from .conftest import LoadedDice, World, assert_told, told
from .season_play import FANS, PEOPLE, Season
from .seasons import link_to

RESTARTS = 10
ACTS = 270
"""How many acts a season has at least."""


@pytest.mark.clause(
    "S1.1", "S2.2", "S3.5", "S4.3", "S6.1", "S6.2", "S6.3", "S7.1", "S8.2", "S9.3", "S10.6", "S11.4", "S11.8"
)
@pytest.mark.timeout(300)
async def test_sixteen_people_play_a_season_and_nobody_is_given_away(world: World) -> None:
    """Talk, ties, rocks, the idol, the favourite, the final four, a divided jury, and ten restarts."""
    chance = random.Random(16)
    world.dice_of = lambda _: LoadedDice({})
    season = Season(world, chance, restarts=set(chance.sample(range(1, ACTS), RESTARTS)))
    message = await season.sign_up()
    assert season.lint is not None
    with season.lint.watching():
        await begins(season, await season.begin(message))
        await talks(season)
        await tribes(season)
        await merges_and_finds_the_idol(season)
        await plays_the_idol(season)
        await everyone_alone(season)
        await chooses_a_favourite(season)
        await plays_the_final_four(season)
        await divides_the_jury(season)
        assert season.lint.leaks == []
        season.lint.over = True
        await ends(season)
    assert season.lint.requests > 1000
    assert season.acts > ACTS
    assert (await world.bot.sessions.status(1)).undelivered == 0


async def begins(season: Season, record: GameRecord) -> None:
    """Everyone reads their own character and cards; the stage names characters only."""
    assert record.roster.names == tuple(dict.fromkeys(record.roster.names))
    opening = await season.read("stage", "**Tribe 1**:")
    assert all(name in opening for name in record.roster.names)
    for seat in record.roster:
        (introduction,) = season.inbox(seat, "**Reef has begun.**")
        assert f"You are **{record.roster.name(seat)}**" in introduction
        assert "20, 15, 12, 10 ×2" in introduction


async def talks(season: Season) -> None:
    """In the tribe, in whispers and in confessionals; with an edit, a deletion and a picture."""
    record = await season.record()
    one, two = record.state.tribes
    speaker, friend, other = one[0], one[1], one[2]
    name, user = record.roster.name(speaker), season.who(speaker).user
    (asked,) = await season.send(speaker, "Good morning, tide pool!")
    assert "Should what you write here" in asked
    await user.click(season.world.inbox(season.who(speaker))[-1], label="Yes")
    for seat in one[1:]:
        assert season.inbox(seat, "tide pool") == [f"**{name}:** Good morning, tide pool!"]
    assert not any(season.inbox(seat, "tide pool") for seat in two)
    (said,) = await season.at("tribe-1", "tide pool")
    assert (said.author.name, said.webhook_id is not None) == (name, True)

    await season.send(speaker, f"whisper {record.roster.name(friend)} you and me?")
    assert len(season.inbox(friend, "you and me?")) == 1
    assert season.inbox(other, "you and me?") == []
    assert "you and me?" in await season.read("booth", "you and me?")

    first = await season.who(other).user.send_dm("confess I will lose to everybody")
    second = await season.who(other).user.send_dm("confess they all know")
    await season.who(other).user.edit(first, "confess I will win")
    await season.who(other).user.delete(second)
    gallery = [message.content for message in await season.at("gallery")]
    assert "I will win" in gallery
    assert not any("lose to" in text or "they all know" in text for text in gallery)

    await season.send_picture(friend, "say my view", "orsolya-beach.jpg")
    (shown,) = await season.at("tribe-1", "my view")
    assert [file.filename for file in shown.attachments] == ["image-1.jpg"]


async def tribes(season: Season) -> None:
    """Six challenges and councils: by votes, by points, by rocks, with somebody who sends nothing."""
    await season.tribal_challenge(1)
    out = (await season.state()).tribes[0][-1]
    await season.against(out)
    assert await last_out(season) == out

    members = (await season.state()).tribes[1]
    await season.tribal_challenge(2, best=members[0])
    half = len(members) // 2
    await season.council({seat: members[-1] if seat in members[:half] else members[0] for seat in members})
    assert await last_out(season) == members[-1]
    assert "Counted again by the points" in await season.read("stage", "4 votes each")

    members = (await season.state()).tribes[0]
    await season.tribal_challenge(1)
    ahead, behind = members[0], members[-1]
    votes = dict.fromkeys(members[:3], behind) | dict.fromkeys(members[4:], ahead) | {members[3]: members[1]}
    await season.council(votes)
    assert await last_out(season) == members[-2]
    assert "Rocks between" in await season.read("stage", "and in points too")

    for loser in (2, 1, 2):
        members = (await season.state()).tribes[loser - 1]
        silent = members[:1] if loser == 1 else ()
        await season.tribal_challenge(loser, silent=silent)
        for seat in silent:
            assert len(season.inbox(seat, "You sent no cards for challenge 5")) == 1
        await season.against(members[-1])
    assert (await season.state()).kind == "merge"


async def merges_and_finds_the_idol(season: Season) -> None:
    """Two paste the right link; the first has the idol, and gives it away."""
    world, state = season.world, await season.state()
    assert (state.merged, len(state.living)) == (True, 10)
    finder, late, holder = state.living[1], state.living[6], state.living[4]
    link = await season.hide_idol("Somebody left a carved driftwood owl by the well.")
    await season.send(state.living[2], link_to(world, await world.mod.send(world.lobby, "Nothing to see here.")))
    assert "There is no idol there." in season.inbox(state.living[2])[-1]
    await season.send(finder, f"I think it is {link}")
    await season.send(late, link)
    await season.pass_by(3)
    assert len(season.inbox(finder, "You have found the hidden idol")) == 1
    assert f"you saw **{(await season.record()).roster.name(finder)}** take the idol" in season.inbox(late)[-1]
    assert not any("driftwood owl" in message.content for message in world.lobby.history())
    await season.until_closed()
    await season.answer(finder, "give", holder)
    assert len(season.inbox(holder, "gives you the hidden idol")) == 1


async def plays_the_idol(season: Season) -> None:
    """Six votes against its holder are void, and whoever had the next most is out."""
    state = await season.state()
    holder, target = state.living[4], state.living[-1]
    await season.individual_challenge(state.living[0])
    await season.answer(holder, "idol", "play")
    voters = [seat for seat in state.living if seat != holder]
    record = await season.council(
        dict.fromkeys(voters[:6], holder)
        | dict.fromkeys(voters[6:-1], target)
        | {target: state.living[1], holder: target}
    )
    assert await last_out(season) == target
    stage = [message.content for message in await season.at("stage")]
    played = next(at for at, text in enumerate(stage) if "plays the hidden idol" in text)
    result = next(at for at, text in enumerate(stage) if "**Council 7 is over.**" in text)
    assert played < result
    assert f"void, against {record.roster.name(holder)}: 6" in "\n".join(stage[result:])


async def everyone_alone(season: Season) -> None:
    """Five more challenges and councils: whoever is immune cannot be voted for."""
    while len((await season.state()).living) > 4:
        state = await season.state()
        await season.individual_challenge(state.living[0])
        refused = await season.send(state.living[1], f"vote {(await season.record()).roster.name(state.living[0])}")
        assert "immune" in refused[0]
        await season.against(state.living[-1])
    assert (await season.state()).kind == "fan-vote"


async def chooses_a_favourite(season: Season) -> None:
    """Six votes are too few; the moderator takes the close back, and the seventh spectator votes."""
    world, state = season.world, await season.state()
    wanted, menu = state.living[2], Favour(game=1, phase="fan-vote").encode()
    (message,) = [one for one in await season.at("gallery") if one.components]
    for fan in FANS[:-1]:
        await season.act()
        assert_told(await world.choose(world[fan], message, menu, str(state.living[0])), "Your favourite is")
        assert_told(await world.choose(world[fan], message, menu, str(wanted)), "Your favourite is")
    await world.slash(world.mod, "phase close")
    assert not any(season.inbox(seat, "You are the spectators' favourite") for seat in state.living)
    shown = (await world.slash(world.mod, "mod undo")).response
    assert shown is not None
    assert "taken back" in told(await world.mod.click(shown.message, label="Undo 1"))
    assert (await season.state()).kind == "fan-vote"
    message = [one for one in await season.at("gallery") if one.components][-1]
    assert_told(await world.choose(world[FANS[-1]], message, menu, str(wanted)), "Your favourite is")
    await season.until_closed()
    told_so = [seat for seat in state.living if season.inbox(seat, "You are the spectators' favourite")]
    assert told_so == [wanted]
    await season.answer(wanted, "take", 8)
    assert 8 in (await season.state()).hand(wanted)


async def plays_the_final_four(season: Season) -> None:
    """Some play hand by hand, some have lined up their cards; nobody can talk meanwhile."""
    first, second, *others = (await season.state()).living
    silenced = await season.send(first, "say are you all right?")
    assert "cannot talk to each other" in silenced[0]
    for seat in others:
        await season.answer(seat, "line-up", *(await season.state()).hand(seat))
    while (state := await season.state()).kind == "hand":
        hands = len(state.played)
        for seat in (first, second):
            hand = (await season.state()).hand(seat)
            if hands < 3 and hand:
                await season.answer(seat, "hand", hand[-1])
            elif hands == 3 and hand:
                await season.answer(seat, "line-up", *reversed(hand))
        if (await season.state()).phase == state.phase:
            await season.until_closed()
    state = await season.state()
    results = [message.content for message in await season.at("stage", "**Hand ")]
    assert len(results) == len(state.played)
    assert state.kind == "choice"
    assert state.first is not None
    third = next(seat for seat in state.living if seat not in (state.first, state.second))
    await season.answer(state.first, "choose", third)
    assert (await season.state()).finalists == (state.first, state.second, third)


async def divides_the_jury(season: Season) -> None:
    """Jurors ask and finalists answer where everyone reads it; three votes against three."""
    record = await season.record()
    state = record.state
    assert (state.kind, len(state.jurors)) == ("jury-questions", 6)
    await season.send(state.jurors[0], "say Why should I vote for you?")
    await season.send(state.finalists[0], "say Because I never lied to you.")
    assert [m.author.name for m in await season.at("jury") if m.webhook_id] == [
        record.roster.name(state.jurors[0]),
        record.roster.name(state.finalists[0]),
    ]
    await season.until_closed()
    one, other = state.finalists[:2]
    await season.vote({seat: one if place % 2 else other for place, seat in enumerate(state.jurors)})
    if (await season.state()).kind == "jury-vote":
        await season.until_closed()
    state = await season.state()
    assert (state.kind, state.decider) == ("deciding-vote", state.finalists[2])


async def ends(season: Season) -> None:
    """The third finalist decides; then everything is opened, and nothing was said twice but what was opened again."""
    state = await season.state()
    winner = state.finalists[1]
    assert state.decider is not None
    await season.answer(state.decider, "vote", winner)
    await season.pass_by(60)
    record = await season.record()
    assert record.status == "over"
    assert record.state.outcome.winning_seats == (winner,)
    stage = [message.content for message in await season.at("stage")]
    assert any("deciding vote (S11.4)" in text for text in stage)
    revealed = "\n".join(stage)
    assert "who got the 8. 7 spectators voted." in revealed
    for seat, person in enumerate(PEOPLE, start=1):
        line = rf"{seat}\. {re.escape(record.roster.name(seat))}: <@{season.world[person].id}>"
        assert re.search(line, revealed), line
    twice = [text for text, times in Counter(stage).items() if times > 1 and not text.startswith("Vote ")]
    assert [text.partition(":")[0] for text in twice] == ["**The final four**"], "the phase that was opened again"


async def last_out(season: Season) -> Seat:
    """Who went last."""
    return (await season.state()).eliminated[-1].seat
