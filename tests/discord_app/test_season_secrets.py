"""What is sent in two seasons that differ in secrets alone is the same for everyone who may not know them.

Compared is every request that shows something, by who can see it: the lobby, the stage, the gallery, the tribes'
places with what characters say in them, the jury's place, and each seat's direct messages; in content, order, number
and time. Seats 1 and 3 swap their secrets, so they, and the booth, may read something else.
"""
# pyright: reportPrivateUsage=false

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from simcord.env import Env

from ringmaster.discord_app.actions import Favour
from ringmaster.games.kernel import Seat
from ringmaster.sessions import lobby

from .conftest import LoadedDice, World, assert_told, open_world
from .interception import Request, intercepted
from .seasons import PLAYERS, link_to, player, sign_up

FANS = tuple(f"Fan{number}" for number in range(1, 8))
SWAPPED: tuple[Seat, Seat] = (1, 3)
FAVOUR = Favour(game=1, phase="fan-vote").encode()
SNOWFLAKE = re.compile(r"\d{17,20}")

Opened: TypeAlias = Callable[[str], AbstractAsyncContextManager[World]]
Seen: TypeAlias = dict[str, list[str]]


@dataclass
class Audiences:
    """Everything that the bot shows, by who can see it."""

    world: World
    names: dict[int, str] = field(default_factory=dict[int, str])
    """Channels by whom they are for."""
    seen: Seen = field(default_factory=lambda: defaultdict[str, list[str]](list))

    def look(self, request: Request) -> None:
        """Note a request for those who see what it does."""
        audience = self._audience(request)
        if request.changes and audience is not None:
            body: dict[str, Any] = {key: value for key, value in request.fields.items() if key != "nonce"}
            files = [(name, content.decode(errors="replace")) for name, content in request.files]
            what = [request.method, self._plain_path(request), request.params, body, files]
            self.seen[audience].append(
                f"{self.world.env.now():%d %H:%M:%S} {SNOWFLAKE.sub('#', json.dumps(what, sort_keys=True))}"
            )

    def _audience(self, request: Request) -> str | None:
        """Who sees it; private answers to whoever has pressed or typed something are left out."""
        match request.parts:
            case ["channels", channel, *_]:
                return self._name(int(channel))
            case ["webhooks", webhook, token, *_] if token not in self.world.env.backend.interaction_tokens:
                known = self.world.env.backend.webhooks.get(int(webhook))
                return None if known is None else self._name(known.channel_id)
            case ["guilds", *_]:
                return "server"
            case _:
                return None

    def _name(self, channel_id: int) -> str:
        channel = self.world.env.backend.channels[channel_id]
        if channel.guild_id is not None:
            return channel.name or ""
        return self.world.env.backend.users[channel.recipient_ids[0]].name

    def _plain_path(self, request: Request) -> str:
        return SNOWFLAKE.sub("#", re.sub(r"simcord_\w+", "token", request.path))


@dataclass(frozen=True, slots=True, kw_only=True)
class Secrets:
    """What only some know of a season. ``swapped`` of them are those of seats 3 and 1 instead of 1 and 3."""

    swapped: frozenset[str] = frozenset()

    def pair(self, of: str) -> tuple[Seat, Seat]:
        """Seats 1 and 3 in the order in which this secret has them."""
        one, other = SWAPPED
        return (other, one) if of in self.swapped else (one, other)


ALL = frozenset({"dates", "cards", "more cards", "votes", "idol", "totals", "favourite", "whisper"})


@dataclass
class Play:
    """A short season: eight seats, a merge at six."""

    world: World
    secrets: Secrets

    async def say(self, seat: Seat, text: str) -> None:
        """A player writes to the bot."""
        assert await self.world.dm(player(self.world, seat), text) != []

    async def all_say(self, words: dict[Seat, str]) -> None:
        """Players write, in player-list order."""
        for seat in sorted(words):
            await self.say(seat, words[seat])

    async def close(self) -> None:
        """The moderator closes the phase; then some time passes."""
        assert_told(await self.world.slash(self.world.mod, "phase close"), "Closed")
        await self.world.env.advance_time(30)

    async def vote(self, votes: dict[Seat, Seat]) -> None:
        """A council votes and is closed."""
        names = (await self.world.game()).roster.names
        await self.all_say({seat: f"vote {names[target - 1]}" for seat, target in votes.items()})
        await self.close()

    # -- the season

    async def begin(self) -> None:
        """Dates that give the same tribes, in another order."""
        message = await sign_up(self.world)
        for name in PLAYERS:
            await self.world[name].click(message, label="Join")
        for fan in FANS:
            self.world.join(fan)
            await self.world[fan].click(message, label="Spectate")
        oldest, older = self.secrets.pair("dates")
        for seat, year in {oldest: 2015, older: 2017}.items():
            await self.world.slash(self.world.mod, "game seat-edit", seat=f"Seat {seat}", since=f"{year}-01-01")
        for number, seat in enumerate((2, 4, 5, 6, 7, 8)):
            year = (2016, 2018, 2019, 2020, 2021, 2022)[number]
            await self.world.slash(self.world.mod, "game seat-edit", seat=f"Seat {seat}", since=f"{year}-01-01")
        assert_told(await self.world.slash(self.world.mod, "game start"), "has started")
        assert (await self.world.game()).state.tribes == ((1, 3, 5, 7), (2, 4, 6, 8))

    async def tribes(self) -> None:
        """Secret cards and votes of 1 and 3, in a tie that points decide; talk that not everyone hears."""
        one, other = self.secrets.pair("cards")
        cards = {1: "public 4 secret", 3: "public 4 secret", 5: "public 9 secret 8", 7: "public 2 secret 1"}
        cards[one] += " 5"
        cards[other] += " 7"
        await self.all_say({**cards, **dict.fromkeys((2, 4, 6, 8), "public 12 secret 10")})
        whisperer, hearer = self.secrets.pair("whisper")
        names = (await self.world.game()).roster.names
        await player(self.world, whisperer).user.send_dm(f"whisper {names[hearer - 1]} trust me")
        one, other = self.secrets.pair("votes")
        await self.vote({one: 5, other: 7, 5: 7, 7: 5})
        assert (await self.world.game()).state.eliminated[-1].seat == 7

    async def more_tribes(self) -> None:
        """Other secret cards; then the tribes merge."""
        one, other = self.secrets.pair("more cards")
        cards = {one: "public 6 secret 6", other: "public 6 secret 3", 5: "public 1 secret 1"}
        await self.all_say({**cards, **dict.fromkeys((2, 4, 6, 8), "public 15 secret 20")})
        await self.vote({1: 5, 3: 5, 5: 1})
        assert (await self.world.game()).state.merged

    async def merged(self) -> None:
        """Who has found the idol, and which cards make the same total."""
        message = await self.world.mod.send(self.world.lobby, "a torch lies here")
        await self.world.slash(self.world.mod, "mod idol", message=link_to(self.world, message))
        finder, _ = self.secrets.pair("idol")
        await self.say(finder, link_to(self.world, message))
        await self.world.env.advance_time(5)
        await self.close()
        for out in (8, 6):
            one, other = self.secrets.pair("totals")
            total = {one: "play 3 3 2", other: "play 8"} if out == 8 else {one: "play 3 2 2", other: "play 7"}
            living = (await self.world.game()).state.living
            await self.all_say({seat: total.get(seat, "play 9" if seat == 2 else "play 3") for seat in living})
            one, other = self.secrets.pair("votes")
            votes = {seat: 4 if seat == one else out for seat in living}
            await self.vote({**votes, out: 4})

    async def four(self) -> None:
        """Who is the favourite, of whom the cards of the first hand say nothing."""
        wanted, _ = self.secrets.pair("favourite")
        record = await self.world.game()
        gallery = self.world.channel_of(record, "gallery").history()
        message = next(one for one in reversed(gallery) if one.components)
        for fan in FANS:
            await self.world.choose(self.world[fan], message, FAVOUR, str(wanted))
        await self.close()
        await player(self.world, wanted).user.send_dm("take 8")
        confirm = self.world.inbox(player(self.world, wanted))[-1]
        await player(self.world, wanted).user.click(confirm, label="Send it")
        assert (await self.world.game()).state.bonus == 8
        for _hand in range(2):
            await self.all_say(dict.fromkeys((1, 2, 3, 4), "hand 4"))


async def what_is_seen(world: World, secrets: Secrets) -> Seen:
    """A season up to its second hand, as everyone sees it."""
    world.dice_of = lambda _: LoadedDice({})
    audiences, play = Audiences(world), Play(world, secrets)
    with intercepted(audiences.look):
        await play.begin()
        await play.tribes()
        await play.more_tribes()
        await play.merged()
        await play.four()
        await world.env.advance_time(60)
    assert len((await world.game()).state.played) == 2
    return audiences.seen


@pytest.fixture
def opened(tmp_path: Path, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch) -> Opened:
    """Opens worlds in which games have the same seed, so that what is published of it is the same too."""
    monkeypatch.setitem(Env._settle_internal.__kwdefaults__, "idle", 0.002)  # pyright: ignore[reportArgumentType]
    monkeypatch.setattr(lobby.secrets, "token_hex", "5e".__mul__)

    def at(name: str) -> AbstractAsyncContextManager[World]:
        folder = tmp_path / name
        folder.mkdir()
        return open_world(folder, sqlite_template)

    return at


@pytest.mark.clause("S1.2", "S2.3", "S3.2", "S4.2", "S5.4", "S6.6", "S8.2", "S9.4")
@pytest.mark.parametrize(
    "swapped",
    [ALL, frozenset({"dates", "votes", "favourite"}), frozenset({"cards", "idol", "totals", "whisper"})],
    ids=["all", "dates, votes, favourite", "cards, idol, totals, whisper"],
)
async def test_seasons_that_differ_in_secrets_look_the_same(opened: Opened, swapped: frozenset[str]) -> None:
    """Who has played which secret card, voted for whom, holds the idol, is the favourite, whispers, or came first."""
    async with opened("one") as world:
        one = await what_is_seen(world, Secrets())
    async with opened("other") as world:
        other = await what_is_seen(world, Secrets(swapped=swapped))
    knowing = {"booth", *(PLAYERS[seat - 1].lower() for seat in SWAPPED)}
    assert set(one) == set(other)
    for audience in sorted(set(one) - knowing):
        assert one[audience] == other[audience], audience
    assert one["booth"] != other["booth"]
    everyone = {"stage", "gallery", "tribe-1", "tribe-2", "merged", "server", *(name.lower() for name in PLAYERS)}
    assert everyone <= set(one)
    assert len(one["stage"]) > 20
