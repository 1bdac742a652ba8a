"""Setting up a game as people do: the moderator's commands, the players' buttons."""

from __future__ import annotations

from typing import Any, Protocol

from ringmaster.discord_app.actions import Action, Join, Spectate
from ringmaster.games.catalog import GAMES
from ringmaster.games.kernel import defaults
from ringmaster.rehearsal.controls import find
from ringmaster.rehearsal.people import PLAYERS, SPECTATORS
from ringmaster.rehearsal.world import World
from ringmaster.sessions.records import GameRecord, GameSummary

NAME = "Opening Night"
"""What the rehearsed game is called: another name than that of its rules, as hosts would give it."""

REHEARSED = {"survivor": {"fan_quorum": str(len(SPECTATORS))}}
"""Settings that are not the default ones: a rehearsal has few spectators, and their favourite is to be seen."""


class Tables(Protocol):
    """The part of the sessions that finds the game that was made."""

    async def find(self, *, guild_id: int) -> list[GameSummary]:
        """The games of a server."""
        ...

    async def get(self, game_id: int) -> GameRecord:
        """The game with this ID."""
        ...


class NoGame(Exception):  # noqa: N818
    """The bot did not do what the opening asked of it; the text is the bot's reply."""


def players_needed(kind: str) -> int:
    """How many players a game of this kind has with its default settings, as far as there are names."""
    game = GAMES[kind]
    settings = game.settings_type(**defaults(game.settings_type))
    allowed = [number for number in game.seats_allowed(settings) if number <= len(PLAYERS)]
    wished = getattr(settings, "players", 12)
    return min(allowed, key=lambda number: abs(number - wished))


async def open_game(world: World, tables: Tables, kind: str) -> int:
    """Create a game, open it, let everybody join, start it; its ID. The caller holds the world.

    Raises:
        NoGame: the bot refused something.
    """
    host = world.member(world.moderator.account)
    created = await host.slash(world.lobby, "game create", kind=kind, name=NAME)
    games = await tables.find(guild_id=world.guild.id)
    if not games:
        raise NoGame(_reply(created))
    record = await tables.get(games[0].id)
    for setting, value in REHEARSED.get(kind, {}).items():
        await host.slash(world.lobby, "game set", setting=setting, value=value)
    booth = world.channel(record.places["booth"]) if "booth" in record.places else world.lobby
    opened = await host.slash(booth, "game open")
    await _sign_up(world, await tables.get(record.id), _reply(opened))
    started = await host.slash(booth, "game start")
    record = await tables.get(record.id)
    if record.status != "running":
        raise NoGame(_reply(started))
    return record.id


async def _sign_up(world: World, record: GameRecord, reply: str) -> None:
    if record.status != "open":
        raise NoGame(reply)
    for person in world.of_part("player"):
        await _press(world, record, person.account, Join)
    for person in world.of_part("spectator"):
        await _press(world, record, person.account, Spectate)


async def _press(world: World, record: GameRecord, account: int, wanted: type[Action]) -> None:
    for message in reversed(world.messages(account, record.places["stage"])):
        custom_id = find(message.components, wanted)
        if custom_id is not None:
            await world.member(account).click(world.shown(message), custom_id=custom_id)
            return
    raise NoGame(f"there is no button to {wanted.__name__.lower()}")


def _reply(result: Any) -> str:
    said = [result.response, *result.followups]
    return " ".join(message.content for message in said if message is not None) or "the bot said nothing"
