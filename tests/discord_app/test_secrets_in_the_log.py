"""What the log of the bot tells of two whole games: IDs and what happened, nothing that anybody wrote or is."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest

from ringmaster import logs
from ringmaster.config import LogSection

from .conftest import LoadedDice, World, assert_told
from .twitch_show import Show

CAST = ("Quillon", "Brunhilda", "Zebedee", "Xanthippe", "Wolfgang", "Ottoline", "Jacaranda", "Ingeborg", "Yggdrasil")
"""Names that are part of no other word. With loaded dice the first are Mafia or Dome."""

SECRETS = (*CAST, "vote", "suspect", "protect", "stun", "bus ", "kill", "townie", "goon", "helix", "dome", "mafia")
"""What nobody who reads the log may find there, in upper or lower case."""


@pytest.fixture
def logged() -> Iterator[StringIO]:
    """The log as an operator reads it who asks for everything."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    libraries = {name: logging.getLogger(name).level for name in logs.QUIET}
    logs.configure(LogSection(level="debug", format="json"))
    written = StringIO()
    (handler,) = root.handlers
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(written)
    yield written
    root.handlers[:], _ = handlers, root.setLevel(level)
    for name, before in libraries.items():
        logging.getLogger(name).setLevel(before)


async def begin(world: World, kind: str, **settings: object) -> Show:
    """A game in which these people play, one of whom takes no direct messages."""
    world.dice_of = lambda _: LoadedDice()
    assert_told(await world.slash(world.mod, "game create", kind=kind, name="Pokémon"), "ready to be set up")
    for setting, value in settings.items():
        await world.slash(world.mod, "game set", setting=setting, value=str(value))
    message = await world.sign_up("Pokémon")
    for name in CAST:
        await world.join(name).click(message, label="Join")
    world.close_dms(world[CAST[-1]])
    assert_told(await world.slash(world.mod, "game start"), "has started")
    return Show(world)


async def say(show: Show, who: str, text: str) -> None:
    """Something is sent by direct message and confirmed where that is asked, whatever becomes of it."""
    answer = await show.dm(who, text)
    if "Send it?" in answer.content:
        await show.world[who].user.click(answer, label="Send it")


async def play(show: Show, words: dict[str, tuple[str, ...]]) -> None:
    """Everyone says something in each phase, right or wrong, until the game is over."""
    for number in range(40):
        record = await show.record()
        if record.phase is None:
            return
        kind = record.phase.partition("-")[0]
        living = await show.living()
        for place, who in enumerate(living[:-1]):
            await say(show, who, words[kind][(place + number) % len(words[kind])].format(*living, *living))
        await show.world.slash(show.world.mod, "phase preview")
        await show.world.slash(show.world.mod, "mod log")
        await show.until_the_deadline()
        if number == 2:
            await show.world.restart()


WORDS: dict[str, dict[str, tuple[str, ...]]] = {
    "truth": {
        "day": ("vote {3}", "vote {4}", "unvote", "vote Nobody Such", "dance with {2}"),
        "night": ("suspects {1} and {3}", "suspects {2}", "vote {1}", "suspects {0} and {4}"),
    },
    "twitch": {
        "day": ("vote {4}", "vote START9", "vote {3}", "votes {0}", "unvote"),
        "night": ("protect {1}", "kill {3} by {0}", "bus {2} and {4}", "stun {3}", "kill {4}"),
    },
}


@pytest.mark.parametrize("kind", sorted(WORDS))
async def test_the_log_of_a_whole_game_holds_ids_alone(world: World, logged: StringIO, kind: str):
    """At the lowest level, through refusals, closed direct messages, errors of Discord, and a restart."""
    show = await begin(world, kind, **{"mafia" if kind == "truth" else "dome": 3})
    places = (await show.record()).places
    for place, status, code in (("stage", 400, 50035), ("booth", 500, 0), ("stage", 403, 50013)):
        world.env.inject_error("POST", f"/channels/{places[place]}/messages", status=status, code=code)
    await play(show, WORDS[kind])
    assert (await show.record()).status == "over"
    lines = [json.loads(line) for line in logged.getvalue().splitlines()]
    assert sum(line["logger"].startswith("ringmaster.") for line in lines) >= 3
    assert [secret for secret in SECRETS if secret.lower() in words_of(lines)] == []


async def test_a_fault_in_the_middle_of_a_secret_is_logged_without_it(
    world: World, logged: StringIO, monkeypatch: pytest.MonkeyPatch
):
    """Whatever the exception says, when a player sends, when a moderator looks, when the clock rings."""
    show = await begin(world, "truth")

    def broken(*_args: object, **_more: object) -> None:
        raise RuntimeError("Quillon is Mafia and votes for Brunhilda")

    game = type((await show.record()).game)
    for method in ("decide", "missing"):
        monkeypatch.setattr(game, method, broken)
    assert "Something went wrong on my side" in (await show.dm("Quillon", "vote Brunhilda")).content
    assert_told(await world.slash(world.mod, "phase preview"), "Something went wrong on my side")
    await world.env.advance_time(49 * 3600)
    lines = [json.loads(line) for line in logged.getvalue().splitlines()]
    assert any(line["event"] == "timer failed" for line in lines)
    assert sum("RuntimeError" in line.get("fault", "") for line in lines) >= 3
    assert [secret for secret in SECRETS if secret.lower() in words_of(lines)] == []


def words_of(lines: list[dict[str, Any]]) -> str:
    """All that lines say, without where in the code it was said."""
    return json.dumps([{key: value for key, value in line.items() if key != "at"} for line in lines]).lower()
