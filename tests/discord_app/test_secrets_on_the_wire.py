"""What Discord is told of secrets: nothing, by no word, order, number or time of a message.

Two games are played with the same public acts and different secrets. Whoever may not know the difference gets the
same events from Discord in both: messages, edits, channels, typing, each at the same time and in the same order.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from simcord.env import Env

from ringmaster.games.dice import Rolls
from ringmaster.games.kernel import Seat
from ringmaster.games.twitch.rulings import settle_night
from ringmaster.games.twitch.state import DOME, HELIX, Action, Kill, Kind
from ringmaster.sessions import lobby

from .conftest import World, assert_told, open_world
from .twitch_show import Show

SNOWFLAKE = re.compile(r"\d{17,20}")
OURS = ("MESSAGE_", "CHANNEL_", "THREAD_", "TYPING_", "GUILD_MEMBER", "GUILD_ROLE", "WEBHOOKS_")
"""Events that clients show."""

CAST = ("Ada", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ivy")
"""The first three are Mafia or Dome, but for one that the dice change."""

Opened: TypeAlias = Callable[[str], AbstractAsyncContextManager[World]]
Script: TypeAlias = Sequence[tuple[str, str]]
"""Who writes what to the bot, in order."""


@dataclass(frozen=True)
class ChanceByLabel:
    """Dice whose results hang on a number and the label. Roles go to who joins first, but for one change."""

    number: int
    swapped: tuple[Seat, Seat] | None = None
    """An earlier and a later seat that have each other's role."""

    def roll(self, label: str, sides: int, choices: Sequence[object] = ()) -> int:
        """See `ringmaster.games.dice.Dice.roll`."""
        del choices
        if label.startswith("setup/"):
            return self.swapped[0] if self.swapped and sides == self.swapped[1] else sides
        return random.Random(f"{self.number}/{label}").randint(1, sides)


@dataclass
class Wire:
    """Everything that Discord tells clients, with the time."""

    world: World
    heard: list[tuple[datetime, str, dict[str, Any]]] = field(
        default_factory=list[tuple[datetime, str, dict[str, Any]]]
    )

    def __call__(self, event: str, payload: Mapping[str, Any]) -> None:
        """Something happens."""
        if event.startswith(OURS):
            self.heard.append((self.world.env.now(), event, deepcopy(dict(payload))))

    def shown(self, hidden: Collection[int]) -> list[str]:
        """What is seen outside hidden channels and threads. IDs are numbered as they come; nonces tell nothing."""
        seen: dict[str, str] = {}
        lines = self._lines(hidden)
        return [SNOWFLAKE.sub(lambda match: seen.setdefault(match[0], f"ID {len(seen)}"), line) for line in lines]

    def _lines(self, hidden: Collection[int]) -> Iterator[str]:
        for at, event, payload in self.heard:
            where = {payload.get(key) for key in ("channel_id", "id", "thread_id")}
            if not where & set(map(str, hidden)):
                shown = {key: value for key, value in payload.items() if key != "nonce"}
                yield f"{at:%d %H:%M:%S} {event} {json.dumps(shown, sort_keys=True, default=str)}"


@pytest.fixture
def opened(tmp_path: Path, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch) -> Opened:
    """Opens worlds in which games have the same seed, so that what is published of it is the same too."""
    monkeypatch.setitem(Env._settle_internal.__kwdefaults__, "idle", 0.002)  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(lobby.secrets, "token_hex", lambda length: "5e" * length)

    def at(name: str) -> AbstractAsyncContextManager[World]:
        folder = tmp_path / name
        folder.mkdir()
        return open_world(folder, sqlite_template)

    return at


async def begin(world: World, kind: str, dice: ChanceByLabel, **settings: object) -> tuple[Show, Wire]:
    """A game in which three of nine are Mafia or Dome, and what Discord tells of it from its creation on."""
    wire = Wire(world)
    world.env.backend.subscribers.append(wire)
    world.dice_of = lambda _: dice
    assert_told(await world.slash(world.mod, "game create", kind=kind, name="Pokémon"), "ready to be set up")
    for setting, value in settings.items():
        await world.slash(world.mod, "game set", setting=setting, value=str(value), game="Pokémon")
    message = await world.sign_up("Pokémon")
    for name in CAST:
        person = world.people[name] if name in world.people else world.join(name)
        assert_told(await person.click(message, label="Join"), "You are in")
    assert_told(await world.slash(world.mod, "game start", game="Pokémon"), "has started")
    return Show(world), wire


async def play(show: Show, script: Script) -> None:
    """All of it is sent by direct message and, where that is asked, confirmed; each time the messages come to rest."""
    await show.until_edited()
    for who, text in script:
        answer = await show.dm(who, text)
        if "Send it?" in answer.content:
            await show.world[who].user.click(answer, label="Send it")
        assert "Got it" in show.message(who, answer.id).content
        await show.until_edited()


async def hidden_from(show: Show, knowing: Collection[str]) -> set[int]:
    """Booth, private thread, and the direct messages of the moderator and of those who may know."""
    places = (await show.record()).places
    direct = {show.world[name].user.dm_channel.id for name in (*knowing, "Mod")}
    return {places["booth"], places["faction"], *direct}


# -- nights that end alike

WOLVES = CAST[:3]


@dataclass(frozen=True)
class Night:
    """What the Dome do in a night, and with which dice."""

    number: int
    dome: Script

    def killed(self, helix: Script) -> Seat | None:
        """Who dies, by the rules."""
        actions = [action_of(who, text) for who, text in (*helix, *self.dome) if not text.startswith("kill ")]
        named = [text.split()[1::2] for _, text in self.dome if text.startswith("kill ")]
        kill = Kill(target=CAST.index(named[-1][0]) + 1, by=CAST.index(named[-1][1]) + 1) if named else None
        roles = [DOME] * 3 + [HELIX] * 6
        dice = Rolls(ChanceByLabel(self.number))
        return settle_night(range(1, 10), roles, actions, kill, "none", "night-0", dice).killed

    @property
    def kills(self) -> int:
        """How often the kill is named."""
        return sum(text.startswith("kill ") for _, text in self.dome)

    def differs_from(self, other: Night) -> bool:
        """Whether there is more talk of the kill in one, and there are more actions in the other."""
        fewer_kills = self.kills - other.kills
        fewer_actions = len(self.dome) - self.kills - (len(other.dome) - other.kills)
        return fewer_kills * fewer_actions < 0


def action_of(who: str, text: str) -> Action:
    """An action in words as the rules have it."""
    kind, *names = text.split()
    kinds: dict[str, Kind] = {"protect": "protect", "stun": "stun", "bus": "bus"}
    targets = tuple(CAST.index(name) + 1 for name in names if name != "and")
    return Action(by=CAST.index(who) + 1, kind=kinds[kind], targets=targets)


def some_actions(chance: random.Random, seats: Sequence[str]) -> list[tuple[str, str]]:
    """At most one action of each of these."""
    acting = [who for who in seats if chance.random() < 0.7]
    one, two = chance.sample(CAST, 2)
    return [(who, chance.choice((f"protect {one}", f"stun {two}", f"bus {one} and {two}"))) for who in acting]


def some_night(chance: random.Random) -> Night:
    """Some actions of the Dome, and some words about the kill."""
    kills = [
        (chance.choice(WOLVES), f"kill {chance.choice(CAST)} by {chance.choice(WOLVES)}")
        for _ in range(chance.randint(0, 3))
    ]
    script = [*some_actions(chance, WOLVES), *kills]
    chance.shuffle(script)
    return Night(chance.randint(1, 99), script)


def two_nights(chance: random.Random, *, deadly: bool) -> tuple[Script, Night, Night]:
    """What the others send in both, and two nights that end in the same death, or in none.

    In one the Dome speak more often of the kill, in the other they act more often.
    """
    helix = some_actions(chance, CAST[3:])
    alike: dict[Seat | None, Night] = {}
    while True:
        night = some_night(chance)
        killed = night.killed(helix)
        if (killed is not None) is deadly and alike.setdefault(killed, night).differs_from(night):
            return helix, alike[killed], night


async def lines_of_night(world: World, helix: Script, night: Night) -> list[str]:
    """What everyone outside the Dome gets of a night and of the day after it."""
    show, wire = await begin(world, "twitch", ChanceByLabel(night.number), dome=3, night_feed="none")
    await play(show, [*helix, *night.dome])
    assert night.killed(helix) == await show_killed(show)
    living = await show.living()
    await play(show, [(living[0], "vote start9"), (living[-1], f"vote {living[-2]}")])
    await show.until_the_deadline()
    return wire.shown(await hidden_from(show, WOLVES))


async def show_killed(show: Show) -> Seat | None:
    """Who has died when the night is over."""
    await show.until_the_deadline()
    return next(iter((await show.record()).state.dead), None)


@pytest.mark.clause("T2.5", "T4.7", "A8")
@pytest.mark.parametrize(("example", "deadly"), [(1, False), (2, False), (1, True), (2, True)])
async def test_nights_that_end_alike_look_alike_outside_the_dome(opened: Opened, example: int, deadly: bool) -> None:
    """Whatever the Dome have sent, named, changed, stunned, bussed or protected."""
    helix, one, other = two_nights(random.Random(example), deadly=deadly)
    async with opened("one") as world:
        expected = await lines_of_night(world, helix, one)
    async with opened("other") as world:
        assert await lines_of_night(world, helix, other) == expected
    assert sum("MESSAGE_CREATE" in line for line in expected) > 40
    assert ("was found dead" in "\n".join(expected)) is deadly


# -- games that differ in who is Mafia

SWAPPED = (2, 7)
PUBLIC_ACTS: dict[str, tuple[Script, Script, Script]] = {
    "truth": (
        (("Eve", "vote Di"), ("Bo", "vote Di"), ("Gus", "vote Ada"), ("Gus", "unvote"), ("Hal", "vote Di")),
        (("Ada", "suspects Cy and Eve"), ("Cy", "suspects Eve and Hal")),
        (("Bo", "vote Eve"), ("Flo", "vote Ivy"), ("Gus", "vote Eve")),
    ),
    "twitch": (
        (("Ada", "kill Di by Ada"), ("Bo", "protect Bo"), ("Gus", "stun Ivy"), ("Cy", "kill Eve by Cy")),
        (("Bo", "vote start9"), ("Gus", "vote Hal"), ("Flo", "vote Hal")),
        (("Ada", "kill Ivy"), ("Gus", "bus Ada and Flo")),
    ),
}
"""What is sent in three phases. In both games those who act for the faction belong to it, and those who go do not."""


async def lines_of_game(world: World, kind: str, swapped: tuple[Seat, Seat] | None) -> list[str]:
    """What everyone gets who is innocent in both games."""
    show, wire = await begin(world, kind, ChanceByLabel(5, swapped), **{"mafia" if kind == "truth" else "dome": 3})
    wolves = (await show.record()).state.with_role("mafia" if kind == "truth" else DOME)
    assert wolves == ((1, 2, 3) if swapped is None else (1, 3, 7))
    for script in PUBLIC_ACTS[kind]:
        await play(show, script)
        await show.until_the_deadline()
    return wire.shown(await hidden_from(show, [CAST[seat - 1] for seat in (1, 3, *SWAPPED)]))


@pytest.mark.clause("L1.2", "L4.5", "T1.1", "A8")
@pytest.mark.parametrize("kind", sorted(PUBLIC_ACTS))
async def test_games_that_differ_in_who_is_mafia_look_alike_to_the_innocent(opened: Opened, kind: str) -> None:
    """Through three phases: sign-up, roles, places, votes, nights, statements, and those who are out."""
    async with opened("one") as world:
        expected = await lines_of_game(world, kind, None)
    async with opened("other") as world:
        assert await lines_of_game(world, kind, SWAPPED) == expected
    assert any("CHANNEL_UPDATE" in line for line in expected)
    assert any("MESSAGE_UPDATE" in line for line in expected)
