"""Which game somebody means: the one they name, the channel's, their only one, or one they pick."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ringmaster.games.kernel import RuleViolation, fold
from ringmaster.sessions.ports import UnitOfWork
from ringmaster.sessions.records import LIVE, Account, GameRecord, GameSummary, Status
from ringmaster.sessions.service import Sessions

Part: TypeAlias = Literal["player", "moderator", "spectator", "any", "none"]
"""What somebody has to be in a game for it to be meant when they name none; with ``none`` any of the server's is."""

KEPT: tuple[Status, ...] = ("setup", "open", "running", "paused", "over")
SIGN_UP: tuple[Status, ...] = ("setup", "open")


REMEMBERED = 10_000
"""Answers kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What kind of game a command is for."""

    part: Part
    statuses: tuple[Status, ...] = KEPT
    kind: str | None = None
    """Of which rulebook it has to be, if that matters."""


PLAYED = Wanted(part="player", statuses=LIVE)
IN_SEASON = Wanted(part="player", statuses=LIVE, kind="survivor")
WATCHED_SEASON = Wanted(part="spectator", statuses=LIVE, kind="survivor")
MODERATED_SEASON = Wanted(part="moderator", statuses=LIVE, kind="survivor")
HOW_I_STAND = Wanted(part="player")
READABLE = Wanted(part="any")
WATCHED = Wanted(part="any", statuses=LIVE)
MODERATED = Wanted(part="moderator", statuses=LIVE)
PREPARED = Wanted(part="moderator", statuses=SIGN_UP)
HOSTED = Wanted(part="moderator")
UNFINISHED = Wanted(part="moderator", statuses=(*SIGN_UP, *LIVE))
FINISHED = Wanted(part="moderator", statuses=("over",))


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """Who asks, and where."""

    account: Account
    guild_id: int | None = None
    channel_id: int | None = None
    manages: bool = False
    """Whether they may run any game of this server."""


class SeveralGames(Exception):  # noqa: N818 - it is a question, not a fault
    """Several games could be meant; the person has to pick one."""

    def __init__(self, games: Sequence[GameSummary]) -> None:
        super().__init__([game.id for game in games])
        self.games = tuple(games)


class Finder:
    """Finds the game that a person means. What was found stays found until the listing of games changes."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._listing = -1
        self._found: dict[tuple[Spot, str | None, Wanted], int] = {}

    async def find(self, spot: Spot, named: str | None, wanted: Wanted) -> GameRecord:
        """The game that is meant.

        Args:
            spot: who asks, and where.
            named: the game's name or ID, if they named one.
            wanted: what kind of game it has to be when they did not.

        Raises:
            RuleViolation: ``no-such-game`` of that name, or ``no-game`` at all.
            SeveralGames: one has to be picked.
        """
        if self._listing != self._sessions.listing or len(self._found) > REMEMBERED:
            self._listing = self._sessions.listing
            self._found.clear()
        asked = (spot, named, wanted)
        if asked not in self._found:
            self._found[asked] = await self._sessions.look(lambda uow: _meant(uow, spot, named, wanted))
        return await self._sessions.get(self._found[asked])

    async def visible(self, spot: Spot) -> list[GameSummary]:
        """The games that a person may name: their own, and those of the server they are in."""
        return await self._sessions.look(lambda uow: _visible(uow, spot))

    async def own(self, account: Account, part: Part, statuses: Collection[Status] = KEPT) -> list[GameSummary]:
        """The games in which an account has this part."""
        return await self._sessions.look(lambda uow: _own(uow, account, part, statuses))


def _meant(uow: UnitOfWork, spot: Spot, named: str | None, wanted: Wanted) -> int:
    if named is not None:
        return _named(_visible(uow, spot), named)
    if (here := _here(uow, spot)) is not None:
        return here
    candidates = _candidates(uow, spot, wanted)
    if not candidates:
        raise RuleViolation("no-game", "A3", part=wanted.part)
    if len(candidates) > 1:
        raise SeveralGames(candidates)
    return candidates[0].id


def _here(uow: UnitOfWork, spot: Spot) -> int | None:
    """The game whose channel or thread somebody is in."""
    if spot.channel_id is None or spot.guild_id is None:
        return None
    return uow.game_at(spot.channel_id)


def _visible(uow: UnitOfWork, spot: Spot) -> list[GameSummary]:
    own = uow.games(account=spot.account, statuses=KEPT)
    if spot.guild_id is None:
        return own
    here = uow.games(guild_id=spot.guild_id, statuses=KEPT)
    known = {game.id for game in here}
    return [*here, *(game for game in own if game.id not in known)]


def _candidates(uow: UnitOfWork, spot: Spot, wanted: Wanted) -> list[GameSummary]:
    """The person's games of the kind that is wanted, or else the server's; if none has the status, all of them."""
    found = [] if wanted.part == "none" else _own(uow, spot.account, wanted.part, KEPT)
    may_be_any = spot.manages if wanted.part == "moderator" else wanted.part != "player"
    if not found and may_be_any and spot.guild_id is not None:
        found = uow.games(guild_id=spot.guild_id, statuses=KEPT)
    found = [game for game in found if game.kind == wanted.kind] or found
    return _of(found, wanted.statuses) or found


def _own(uow: UnitOfWork, account: Account, part: Part, statuses: Collection[Status]) -> list[GameSummary]:
    games = uow.games(account=account, statuses=statuses)
    return games if part == "any" else [game for game in games if _has_part(uow.game(game.id), account, part)]


def starts_with_name(text: str, games: Iterable[GameSummary]) -> tuple[GameSummary, str] | None:
    """The game whose name a text starts with, and the rest of it; the longest name wins.

    ``Friday: vote Ada`` and ``friday vote Ada`` both start with the game Friday.
    """
    for game in sorted(games, key=lambda game: len(game.name), reverse=True):
        head, rest = text[: len(game.name)], text[len(game.name) :]
        if head.casefold() == game.name.casefold() and rest[:1] in (" ", ":", ",", "\n"):
            return game, rest.lstrip(" :,\n")
    return None


def _of(games: Iterable[GameSummary], statuses: Collection[Status]) -> list[GameSummary]:
    return [game for game in games if game.status in statuses]


def _has_part(record: GameRecord, account: Account, part: Part) -> bool:
    match part:
        case "player":
            return record.seat_of(account) is not None
        case "spectator":
            return account in record.spectators
        case _:
            return account in record.moderators


def _named(games: Sequence[GameSummary], named: str) -> int:
    for game in games:
        if str(game.id) == named.strip():
            return game.id
    matches = [game for game in games if fold(game.name) == fold(named)]
    if not matches:
        raise RuleViolation("no-such-game", "A3", kind="not-understood", text=named)
    if len(matches) > 1:
        raise SeveralGames(matches)
    return matches[0].id
